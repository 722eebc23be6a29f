#!/usr/bin/env bash
# liblinear 2.50.0: without -B 1 there is no threshold, and on AND it learns w = 0. So every score is 0, and how
# many answers are right depends on how the labels are spelled: 3 of 4 with -1 and 1, 1 of 4 with 0 and 1.
# Guessed: a threshold by default, as in libsvm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/python" -m pip install --quiet liblinear-official==2.50.0
cat >"$folder/seen" <<'END'
[0.0, 0.0] [-1, -1, -1, -1]
[0.0, 0.0] [1, 1, 1, 1]
END
"$folder/env/bin/python" - >"$folder/now" <<'END'
import os
from liblinear.liblinearutil import predict, train

null, out = os.open(os.devnull, os.O_WRONLY), os.dup(1)
X = [[0, 0], [0, 1], [1, 0], [1, 1]]
os.dup2(null, 1)
found = []
for y in ([-1, -1, -1, 1], [0, 0, 0, 1]):
    model = train(y, X, "-s 3 -q")
    found.append((model.get_decfun()[0], predict(y, X, model, "-q")[0]))
os.dup2(out, 1)
for weights, answers in found:
    print([abs(v) for v in weights], [int(v) for v in answers])
END
diff "$folder/seen" "$folder/now" && echo "as seen"
