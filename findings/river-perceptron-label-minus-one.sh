#!/usr/bin/env bash
# river 0.26.1: linear_model.Perceptron takes the label -1 without a word, and an update by it is three times as
# long as one by False or 0. Guessed: -1 is refused, or means the negative class.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/python" -m pip install --quiet river==0.26.1
cat >"$folder/seen" <<'END'
True {'a': 1.0} 1.0
1 {'a': 1.0} 1.0
False {'a': -1.0} -1.0
0 {'a': -1.0} -1.0
-1 {'a': -3.0} -3.0
END
"$folder/env/bin/python" - >"$folder/now" <<'END'
from river.linear_model import Perceptron

for label in (True, 1, False, 0, -1):
    model = Perceptron()
    model.learn_one({"a": 1.0}, label)
    print(label, model.weights, model.intercept)
END
diff "$folder/seen" "$folder/now" && echo "as seen"
