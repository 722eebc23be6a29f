#!/usr/bin/env bash
# scikit-learn 1.9.1: SGDClassifier and Perceptron with shuffle=True draw one permutation for each fit and apply it
# again in every epoch, so epoch k visits by its k-th power: orders come back, and an example that the permutation
# leaves in its place stays there in all epochs (with random_state=1, examples 0 and 1 of six). Guessed: a new
# permutation for each epoch. Weights that decay tell the order of the visits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/python" -m pip install --quiet scikit-learn==1.9.1
cat >"$folder/seen" <<'END'
random_state 0
[1, 3, 2, 5, 0, 4]
[3, 5, 2, 4, 1, 0]
[5, 4, 2, 0, 3, 1]
[4, 0, 2, 1, 5, 3]
[0, 1, 2, 3, 4, 5]
[1, 3, 2, 5, 0, 4]
random_state 1
[0, 1, 4, 2, 5, 3]
[0, 1, 5, 4, 3, 2]
[0, 1, 3, 5, 2, 4]
[0, 1, 2, 3, 4, 5]
[0, 1, 4, 2, 5, 3]
[0, 1, 5, 4, 3, 2]
END
"$folder/env/bin/python" - >"$folder/now" <<'END'
import numpy as np
from sklearn.linear_model import SGDClassifier

for seed in (0, 1):
    print("random_state", seed)
    before = np.zeros(6)
    for epochs in range(1, 7):
        model = SGDClassifier(
            alpha=0.1, learning_rate="constant", eta0=1, max_iter=epochs, tol=None, fit_intercept=False,
            random_state=seed,
        ).fit(np.eye(6) / 1000, [1, 1, 1, 0, 1, 1])
        w = abs(model.coef_[0])
        print(np.argsort(w - before * 0.9**6).tolist())  # what the last epoch added: least first
        before = w
END
diff "$folder/seen" "$folder/now" && echo "as seen"
