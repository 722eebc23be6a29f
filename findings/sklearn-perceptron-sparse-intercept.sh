#!/usr/bin/env bash
# scikit-learn 1.9.1: Perceptron learns another line from a CSR matrix than from the same numbers in an array. In
# sparse data the intercept moves by a hundredth of a step. Guessed: the form of X changes the speed and nothing
# else.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/python" -m pip install --quiet scikit-learn==1.9.1
cat >"$folder/seen" <<'END'
[3.0, 2.0] -4.0 1.0
[1.0, 1.0] -0.2 0.5
END
"$folder/env/bin/python" - >"$folder/now" <<'END'
import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import Perceptron

X, y = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]]), [0, 0, 0, 1]
for given in (X, csr_matrix(X)):
    model = Perceptron(shuffle=False, tol=None, max_iter=20).fit(given, y)
    print(model.coef_[0].tolist(), round(model.intercept_[0], 2), model.score(given, y))
END
diff "$folder/seen" "$folder/now" && echo "as seen"
