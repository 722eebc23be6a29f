"""Count on how many drawn sets scikit-learn ends on the weights of the exact run."""

from __future__ import annotations

import warnings
from random import Random

import numpy as np
import scipy.sparse
from sklearn.linear_model import Perceptron, SGDClassifier
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


def same(D: Dataset, model: Perceptron | SGDClassifier, X: object) -> bool:
    """Return whether a model ends on the weights of the exact run, as nearly as floats can."""
    run = pla(D, max_updates=MAX_UPDATES)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(X, D.ys)
    return bool(
        np.allclose([*model.intercept_, *model.coef_[0]], list(map(float, run.w)), atol=1e-9)
    )


def models() -> list[tuple[str, Perceptron | SGDClassifier]]:
    """Return settings as one writes them, and the model that has them."""
    lecture = {"shuffle": False, "tol": None, "max_iter": EPOCHS}
    sgd = {"loss": "perceptron", "learning_rate": "constant", "eta0": 1, "penalty": None}
    return [
        ("Perceptron(shuffle=False, tol=None)", Perceptron(**lecture)),
        (
            'SGDClassifier(loss="perceptron", learning_rate="constant", eta0=1, penalty=None, '
            "shuffle=False, tol=None)",
            SGDClassifier(**sgd, **lecture),
        ),
        ("Perceptron(shuffle=False)", Perceptron(shuffle=False)),
        ("Perceptron(tol=None)", Perceptron(tol=None, max_iter=EPOCHS)),
        ("Perceptron()", Perceptron()),
    ]


def rows() -> list[list[object]]:
    """Return settings, the form of X, and how many runs agree on each kind of numbers."""
    kinds = []
    for places in (0, 1):
        sets = [drawn(seed, places) for seed in range(SETS)]
        kinds.append(
            [
                D
                for D in sets
                if len(set(D.ys)) == 2 and pla(D, max_updates=MAX_UPDATES).status == "converged"
            ]
        )
    asked = [(*model, "dense", np.array) for model in models()]
    asked.insert(1, (*models()[0], "CSR matrix", scipy.sparse.csr_matrix))
    table: list[list[object]] = []
    for settings, model, form, made in asked:
        agree = [
            sum(same(D, model, made([list(map(float, x[1:])) for x in D.xs])) for D in sets)
            for sets in kinds
        ]
        table.append([settings, form, *(f"{n} of {len(sets)}" for n, sets in zip(agree, kinds))])
    return table


if __name__ == "__main__":
    write(
        "agreement",
        ["perceptron_ref", "scikit-learn"],
        ["settings", "X", "integers", "one decimal"],
        rows(),
    )
