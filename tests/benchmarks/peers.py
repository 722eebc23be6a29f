"""This package beside others that do the same work: `python tests/benchmarks/peers.py [FILE.json]`, extra `bench`.

Everybody is asked the same: weights that make no mistake on these examples, or the answer that there are none. A
library that cannot be asked that is asked pass by pass until it makes no mistake. A ratio below 1 is this package's.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile

from figures import ROOT, bare, compared

from perceptron_ref import example, pla
from perceptron_ref.separability import separability

LOOPS = {  # N, d, margin
    "400 x 4": (400, 4, 2),
    "2,000 x 20": (2000, 20, 2),
    "10,000 x 10": (10_000, 10, 1),
}
PEERS = ("bare loop, same ints", "bare loop, floats", "NumPy loop", "scikit-learn", "mlxtend")
SETS = {"1,000 x 10": (1000, 10, 2), "400 x 4": (400, 4, 2)}
PROVERS = ("SciPy linprog", "scikit-learn SVC, C = 1e10")
PROCESSES = ("Python alone", "scikit-learn")
ROUNDS = 5


def cases():
    """Yield what is compared, in the order of the table."""
    yield from (("PLA", size, peer) for size in LOOPS for peer in PEERS)
    yield from (("does a line separate them?", size, peer) for size in SETS for peer in PROVERS)
    yield from (("whole process, 400 x 4", "400 x 4", peer) for peer in PROCESSES)


def by_numpy(X, y):
    """PLA in the naive cycle, a dot product of NumPy at a time."""
    import numpy

    w, since, N = numpy.zeros(X.shape[1]), 0, len(X)
    while since < N:
        for n in range(N):
            if y[n] * (w @ X[n]) <= 0:
                w = w + y[n] * X[n]
                since = 0
            else:
                since += 1
                if since == N:
                    break
    return w


def by_scikit_learn(X, y):
    """Pass by pass, in the order of the examples, until no mistake is left."""
    from sklearn.linear_model import Perceptron

    model = Perceptron(shuffle=False)
    while True:
        model.partial_fit(X[:, 1:], y, classes=[-1, 1])
        if (model.predict(X[:, 1:]) == y).all():
            return model.coef_


def by_mlxtend(X, y):
    """The same with mlxtend, whose labels are 0 and 1; it shuffles every pass."""
    from mlxtend.classifier import Perceptron

    model, labels = Perceptron(eta=1.0, epochs=1, random_seed=0), (y > 0).astype(int)
    model.fit(X[:, 1:], labels)
    while (model.predict(X[:, 1:]) != labels).any():
        model.fit(X[:, 1:], labels, init_params=False)
    return model.w_


def by_linprog(X, y):
    """Is there w with y_n w . x_n >= 1 for all n? Floats, without a proof."""
    import numpy
    from scipy.optimize import linprog

    A = -(y[:, None] * X)
    return linprog(numpy.zeros(X.shape[1]), A_ub=A, b_ub=-numpy.ones(len(X)), bounds=(None, None)).status == 0


def by_svc(X, y):
    """A line of nearly the largest margin; no mistake means that one exists. Floats, without a proof."""
    from sklearn.svm import SVC

    return SVC(kernel="linear", C=1e10).fit(X[:, 1:], y).score(X[:, 1:], y) == 1


def by_process(peer, file):
    """Run a whole process that reads the file and learns from it."""
    alone = [sys.executable, "-c", "pass"]
    peers = [sys.executable, os.path.abspath(__file__), "--fit", file]
    subprocess.run(peers if peer == "scikit-learn" else alone, stdout=subprocess.DEVNULL, check=True)


def fit_by_scikit_learn(file):
    """What the process of scikit-learn does."""
    import numpy

    table = numpy.loadtxt(file, delimiter=",")
    by_scikit_learn(numpy.column_stack([numpy.ones(len(table)), table[:, :-1]]), table[:, -1])


def pair(kind, size, peer, file):
    """Return what this package does in a case, and what the peer does."""
    import numpy

    N, d, margin = (SETS if kind.startswith("does") else LOOPS)[size]
    data = example("separable", N=N, d=d, seed=1, margin=margin)
    if kind.startswith("whole"):
        with open(file, "w", encoding="utf-8") as stream:
            stream.writelines(",".join(map(str, [*x[1:], y])) + "\n" for x, y in zip(data.scaled_xs, data.ys))
        ours = [sys.executable, "-m", "perceptron_ref", "fit", file]
        return lambda: subprocess.run(ours, cwd=ROOT, stdout=subprocess.DEVNULL, check=True), lambda: by_process(
            peer, file
        )
    floats = [tuple(map(float, x)) for x in data.scaled_xs]
    X, y = numpy.array(floats), numpy.array(data.ys)
    others = {
        "bare loop, same ints": lambda: bare(data.scaled_xs, data.ys),
        "bare loop, floats": lambda: bare(floats, data.ys),
        "NumPy loop": lambda: by_numpy(X, y),
        "scikit-learn": lambda: by_scikit_learn(X, y),
        "mlxtend": lambda: by_mlxtend(X, y),
        "SciPy linprog": lambda: by_linprog(X, y),
        "scikit-learn SVC, C = 1e10": lambda: by_svc(X, y),
    }
    ours = (lambda: separability(data)) if kind.startswith("does") else (lambda: pla(data))
    return ours, others[peer]


def versions():
    """Return what the figures are of."""
    from importlib.metadata import version

    peers = {name: version(name) for name in ("numpy", "scipy", "scikit-learn", "mlxtend")}
    machine = f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}"
    return {"python": platform.python_version(), "machine": machine, **peers}


def main(path=""):
    """Print every ratio as it is measured; write all to a file where one is named."""
    from time import perf_counter, process_time

    found = {"versions": versions(), "rounds": ROUNDS, "rows": []}
    print(*found["versions"].items())
    with tempfile.TemporaryDirectory() as folder:
        for kind, size, peer in cases():
            ours, other = pair(kind, size, peer, os.path.join(folder, "examples.csv"))
            clock = perf_counter if kind.startswith("whole") else process_time
            row = compared(f"{kind}, {size} : {peer}", ours, other, ROUNDS, clock)
            found["rows"].append({"what": kind, "size": size, "peer": peer, **row})
    if path:
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--fit"]:
        fit_by_scikit_learn(sys.argv[2])
    else:
        main(*sys.argv[1:2])
