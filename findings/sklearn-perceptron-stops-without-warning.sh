#!/usr/bin/env bash
# scikit-learn 1.9.1: Perceptron() on iris, versicolor from the rest, all defaults, stops after 10 epochs with 61
# of 150 right and gives no ConvergenceWarning: it warns only where max_iter ends the run, not where five epochs
# bring no gain. Guessed: a warning wherever no line was found.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/python" -m pip install --quiet scikit-learn==1.9.1
cat >"$folder/seen" <<'END'
10 61 0
END
"$folder/env/bin/python" - >"$folder/now" <<'END'
import warnings
from sklearn.datasets import load_iris
from sklearn.linear_model import Perceptron

X, y = load_iris(return_X_y=True)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    model = Perceptron().fit(X, y == 1)
print(model.n_iter_, int((model.predict(X) == (y == 1)).sum()), len(caught))
END
diff "$folder/seen" "$folder/now" && echo "as seen"
