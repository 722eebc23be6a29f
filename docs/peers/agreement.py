"""Count on how many drawn sets scikit-learn's Perceptron ends on the weights of the exact run."""

from __future__ import annotations

import warnings
from random import Random

import numpy as np
import scipy.sparse
from sklearn.linear_model import Perceptron
from tables import write

from perceptron_ref import Dataset, pla

SETS, EPOCHS, MAX_UPDATES = 400, 2000, 500


def drawn(seed: int, places: int) -> Dataset:
    """Return a set of numbers with so many decimals, which some line may separate."""
    draw = Random(seed).randint
    N, d = draw(4, 20), draw(1, 4)
    w = [draw(-5, 5) for _ in range(d + 1)]
    xs = [[draw(-20, 20) for _ in range(d)] for _ in range(N)]
    ys = [1 if w[0] + sum(a * b for a, b in zip(w[1:], x)) > 0 else -1 for x in xs]
    return Dataset([[f"{v}e-{places}" for v in x] for x in xs], ys)


def same(D: Dataset, X: object) -> bool:
    """Return whether scikit-learn ends on the weights of the exact run, as nearly as floats can."""
    run = pla(D, max_updates=MAX_UPDATES)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = Perceptron(shuffle=False, tol=None, max_iter=EPOCHS).fit(X, D.ys)
    return bool(
        np.allclose([*model.intercept_, *model.coef_[0]], list(map(float, run.w)), atol=1e-9)
    )


def rows() -> list[list[object]]:
    """Return the kind of numbers, the form of X, the sets, and how many runs agree."""
    found: list[list[object]] = []
    for places, told in ((0, "integers"), (1, "one decimal")):
        sets = [drawn(seed, places) for seed in range(SETS)]
        sets = [
            D
            for D in sets
            if len(set(D.ys)) == 2 and pla(D, max_updates=MAX_UPDATES).status == "converged"
        ]
        for form, made in (("dense", np.array), ("CSR matrix", scipy.sparse.csr_matrix)):
            agree = [same(D, made([list(map(float, x[1:])) for x in D.xs])) for D in sets]
            found.append([told, form, len(sets), sum(agree)])
    return found


if __name__ == "__main__":
    write(
        "agreement", ["perceptron_ref", "scikit-learn"], ["numbers", "X", "sets", "agree"], rows()
    )
