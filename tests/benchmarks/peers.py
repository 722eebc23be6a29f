"""Other packages, each asked the question that PLA answers: weights with no mistake, or a proof
that there are none.

`python tests/benchmarks/peers.py PEER FILE` asks one of them about a CSV file, in a process of its
own; `peers.py repeated-pocket TRAIN TEST RUNS UPDATES` is a script with NumPy: Pocket with many
seeds, and the mean share of TEST that it got wrong.
"""

from __future__ import annotations

import os
import sys
import warnings
from importlib.util import find_spec

if __name__ == "__main__":
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from benchmarks.loops import bare, numpy_loop, numpy_pocket_at_random

INFEASIBLE, UNANSWERED = "none, by floats", "no answer"
MOST_SVC_STEPS = 100_000
MOST_MLXTEND_VISITS = 4_000_000


def installed(module):
    """Tell whether a module can be imported, without doing so."""
    return find_spec(module) is not None


def arrays(xs, ys):
    """Return the examples as arrays of floats."""
    import numpy

    return numpy.array(xs, dtype=float), numpy.array(ys, dtype=float)


def scikit_perceptron(xs, ys):
    """Passes in the order of the examples until none is wrong: 1, 2, 4, ... at a time, as `fit`
    cannot be told to.

    What ends `fit` by itself is a loss that no longer falls (`tol`), not that no mistake is left.
    """
    from sklearn.linear_model import Perceptron

    model, passes = Perceptron(shuffle=False, tol=None, warm_start=True), 1
    features = xs[:, 1:]
    while True:
        model.max_iter = passes
        model.fit(features, ys)
        if (model.predict(features) == ys).all():
            return [model.intercept_[0], *model.coef_[0]]
        passes *= 2


def mlxtend_perceptron(xs, ys):
    """Passes, each in the same shuffled order, until one finds no mistake; given up after many
    visits.

    Here sign(0) = +1, and w_0 is small and random."""
    from mlxtend.classifier import Perceptron

    model = Perceptron(eta=0.5, epochs=1, random_seed=1)  # it multiplies by y - h(x), which is 2 y
    features, labels = xs[:, 1:], (ys > 0).astype(int)
    model.fit(features, labels)
    while model.cost_[-1]:
        if len(model.cost_) * len(ys) > MOST_MLXTEND_VISITS:
            return UNANSWERED
        model.fit(features, labels, init_params=False)
    return [model.b_[0], *model.w_[:, 0]]


def linear_program(xs, ys):
    """SciPy's `linprog`: y_n w . x_n >= 1 for all n, or told to be infeasible."""
    from numpy import full, zeros
    from scipy.optimize import linprog

    answer = linprog(
        zeros(xs.shape[1]), -ys[:, None] * xs, full(len(ys), -1.0), bounds=(None, None)
    )
    return {0: answer.x, 2: INFEASIBLE}.get(answer.status, UNANSWERED)


def support_vectors(xs, ys):
    """scikit-learn's `SVC` with C so large that a mistake costs more than any margin; it proves
    nothing.
    """
    from sklearn.svm import SVC

    model = SVC(C=1e10, kernel="linear", max_iter=MOST_SVC_STEPS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that it came to no end is seen by its mistakes
        model.fit(xs[:, 1:], ys)
    wrong = (model.predict(xs[:, 1:]) != ys).any()
    return UNANSWERED if wrong else [model.intercept_[0], *model.coef_[0]]


def on_file(peer, path):
    """Read a CSV file, the label last, and ask one peer."""
    if peer in ("ints", "floats"):
        kind = int if peer == "ints" else float
        with open(path) as stream:
            rows = [[kind(v) for v in line.split(",")] for line in stream]
        return bare([[1, *row[:-1]] for row in rows], [row[-1] for row in rows])[0]
    xs, ys = _arrays_of(path)
    if peer == "numpy":
        return numpy_loop(xs, ys)[0]
    return {"scikit-learn": scikit_perceptron, "mlxtend": mlxtend_perceptron}[peer](xs, ys)


def repeated_pocket(train, test, runs, T):
    """Return the mean share of the examples in `test` that Pocket's weights have wrong."""
    from numpy import count_nonzero

    (xs, ys), (test_xs, test_ys) = _arrays_of(train), _arrays_of(test)
    mistakes = 0
    for seed in range(runs):
        w = numpy_pocket_at_random(xs, ys, T, seed)
        mistakes += int(count_nonzero(test_ys * (test_xs @ w) <= 0))
    return mistakes / (runs * len(test_ys))


def _arrays_of(path):
    import numpy

    table = numpy.loadtxt(path, delimiter=",")
    return numpy.hstack([numpy.ones((len(table), 1)), table[:, :-1]]), table[:, -1]


if __name__ == "__main__":
    if len(sys.argv) == 6 and sys.argv[1] == "repeated-pocket":
        print(repeated_pocket(*sys.argv[2:4], *map(int, sys.argv[4:])))
    elif len(sys.argv) == 3:
        print(*on_file(*sys.argv[1:]))
    else:
        sys.exit(
            "usage: python tests/benchmarks/peers.py PEER FILE, "
            "or repeated-pocket TRAIN TEST RUNS UPDATES"
        )
