#!/usr/bin/env bash
# libsvm 3.37.0: which label has positive decision values depends on the order of the rows: the one met first. The
# labels -1 and 1 are the exception: there it is 1. Guessed: the larger label, or always the first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/python" -m pip install --quiet libsvm-official==3.37.0
cat >"$folder/seen" <<'END'
[0, 1] 0
[1, 0] 1
[2, 1] 2
[-1, 1] 1
[1, -1] 1
END
"$folder/env/bin/python" - >"$folder/now" <<'END'
import os, sys
from libsvm.svmutil import svm_train

null = os.open(os.devnull, os.O_WRONLY)
out = os.dup(1)
found = []
os.dup2(null, 1)
for labels in ([0, 1], [1, 0], [2, 1], [-1, 1], [1, -1]):
    found.append((labels, svm_train(labels, [[-1], [1]], "-t 0 -q").get_labels()[0]))
os.dup2(out, 1)
for labels, positive in found:
    print(labels, positive)
END
diff "$folder/seen" "$folder/now" && echo "as seen"
