#!/usr/bin/env bash
# Vowpal Wabbit 9.11.9: with --binary --loss_function hinge the labels 0 and 1 are taken without a word, and AND
# ends with the answer 1 for all four rows; with -1 and 1 all four are right. Guessed: 0 is refused, or means the
# negative class.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/python" -m pip install --quiet vowpalwabbit==9.11.9
cat >"$folder/seen" <<'END'
[-1, -1, -1, 1] [-1, -1, -1, 1]
[0, 0, 0, 1] [1, 1, 1, 1]
END
"$folder/env/bin/python" - >"$folder/now" <<'END'
import vowpalwabbit

rows = ["| a:0 b:0", "| a:0 b:1", "| a:1 b:0", "| a:1 b:1"]
for labels in ([-1, -1, -1, 1], [0, 0, 0, 1]):
    model = vowpalwabbit.Workspace("--quiet --binary --loss_function hinge")
    for _ in range(100):
        for label, row in zip(labels, rows):
            model.learn(f"{label} {row}")
    print(labels, [int(model.predict(row)) for row in rows])
END
diff "$folder/seen" "$folder/now" && echo "as seen"
