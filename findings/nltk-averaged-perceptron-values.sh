#!/usr/bin/env bash
# NLTK 3.10.4: AveragedPerceptron multiplies weights by the values of features where it predicts, but an update
# adds 1 for each feature, whatever its value, even 0. So on numbers it is not the perceptron. Guessed: an update
# adds the value.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/python" -m pip install --quiet nltk==3.10.4
cat >"$folder/seen" <<'END'
{'age': {'yes': 1.0, 'no': -1.0}, 'debt': {'yes': 1.0, 'no': -1.0}, 'hours': {'yes': 1.0, 'no': -1.0}}
END
"$folder/env/bin/python" - >"$folder/now" <<'END'
from nltk.tag.perceptron import AveragedPerceptron

model = AveragedPerceptron()
model.classes = {"no", "yes"}
row = {"age": 40, "debt": 0, "hours": 0.5}
model.update("yes", "no", row)
print({name: dict(weights) for name, weights in model.weights.items()})
END
diff "$folder/seen" "$folder/now" && echo "as seen"
