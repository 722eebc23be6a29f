"""What is compared: each case is one question on one data set, and whoever is installed to answer
it.

A work takes nothing and returns its answer: weights, the fewest mistakes met, or that there are
none. Making the data what a peer wants (ints, floats, arrays) is done before, and not timed, but
where whole processes are compared.
"""

from __future__ import annotations

import os
import sys
from fractions import Fraction
from operator import mul
from random import Random

from benchmarks import loops, peers
from benchmarks.figures import ROOT, process, written
from perceptron_ref import Dataset, example, pla, pocket
from perceptron_ref.exact.scores import Margins
from perceptron_ref.theory.separability import separability
from perceptron_ref.vectors import sumprod

OURS, INTS, FLOATS, NUMPY = "perceptron_ref", "loop on ints", "loop on floats", "NumPy loop"
SUMPROD, PRIMAL = "loop by math.sumprod", "primal form alone"  # on the same ints
SCIKIT, MLXTEND, LINPROG, SVC = "scikit-learn", "mlxtend", "SciPy linprog", "scikit-learn SVC"
NEEDS = {NUMPY: "numpy", SCIKIT: "sklearn", MLXTEND: "mlxtend", LINPROG: "scipy", SVC: "sklearn"}


class Case:
    """One question. group, name: what it is called. data: a function that makes the set. works: see
    `answerers`.
    """

    def __init__(self, group, name, data, works):
        self.group, self.name, self.data, self.works = group, name, data, works

    @property
    def processes(self):
        """Whether each answer takes a process of its own."""
        return self.works in (processes, imports)

    def answerers(self, data, folder):
        """Return {who: work} for all that are installed, this package first."""
        works = self.works(data, folder)
        return {
            who: work
            for who, work in works.items()
            if peers.installed(NEEDS.get(who, "perceptron_ref"))
        }


def made(kind, N, d, **options):
    """Return a function that makes a set to order, so that naming the cases costs nothing."""
    return lambda: example(kind, N=N, d=d, **options)


def prepared(data):
    """Return the set as (ints, floats, arrays or None), each a pair of xs and ys."""
    xs, ys = data.scaled_xs, data.ys
    floats = [[float(v) for v in x] for x in xs], [float(y) for y in ys]
    return (xs, ys), floats, peers.arrays(xs, ys) if peers.installed("numpy") else None


def with_sumprod(work):
    """Return {who: work}, or nothing where Python has no `math.sumprod`."""
    return {SUMPROD: work} if sys.version_info >= (3, 12) else {}


def runs(data, folder):
    """The naive cycle, or whatever order the peer has, until no mistake is left."""
    ints, floats, arrays = prepared(data)
    return {
        OURS: lambda: pla(data, max_updates=None).w,
        INTS: lambda: loops.bare(*ints)[0],
        **with_sumprod(lambda: loops.bare_by_sumprod(*ints)[0]),
        FLOATS: lambda: loops.bare(*floats)[0],
        NUMPY: lambda: loops.numpy_loop(*arrays),
        SCIKIT: lambda: peers.scikit_perceptron(*arrays),
        MLXTEND: lambda: peers.mlxtend_perceptron(*arrays),
    }


def worst(data, folder):
    """The worst mistake first, until no mistake is left."""
    ints, floats, arrays = prepared(data)
    return {
        OURS: lambda: pla(data, "worst-margin", max_updates=None).w,
        INTS: lambda: loops.bare_worst(*ints),
        **with_sumprod(lambda: loops.bare_worst(*ints, margins=loops.margins_by_sumprod)),
        FLOATS: lambda: loops.bare_worst(*floats),
        NUMPY: lambda: loops.numpy_worst(*arrays),
    }


def pockets(T):
    """Pocket in the naive cycle for T updates: the fewest mistakes met. No other package here has
    Pocket.
    """

    def works(data, folder):
        ints, floats, arrays = prepared(data)
        return {
            OURS: lambda: pocket(data, "cyclic", max_updates=T).mistakes,
            INTS: lambda: loops.bare_pocket(*ints, T),
            **with_sumprod(lambda: loops.bare_pocket(*ints, T, sumprod, loops.margins_by_sumprod)),
            FLOATS: lambda: loops.bare_pocket(*floats, T),
            NUMPY: lambda: loops.numpy_pocket(*arrays, T),
        }

    return works


def smooth(N, d, width, seed):
    """Examples whose features are alike where they are near each other, as those of spectra; a line
    parts them.
    """
    draw = Random(seed).random
    rows = []
    for _ in range(N):
        raw = [int(10_000 * draw()) for _ in range(d + width)]
        rows.append([sum(raw[i : i + width]) // width for i in range(d)])
    w = [int(10_000 * draw()) - 5_000 for _ in range(d)]
    scores = [sum(map(mul, w, row)) for row in rows]
    middle = sorted(scores)[N // 2]
    return Dataset(rows, [1 if score > middle else -1 for score in scores])


def in_primal_form(run):
    """Run it without ever keeping all scores."""
    rule = Margins.pays_to_change
    Margins.pays_to_change = lambda self, asked: False
    try:
        return run()
    finally:
        Margins.pays_to_change = rule


def ways(algorithm, *words, **options):
    """A run as it is, and in primal form throughout."""

    def works(data, folder):
        return {
            OURS: lambda: algorithm(data, *words, **options).w,
            PRIMAL: lambda: in_primal_form(lambda: algorithm(data, *words, **options)).w,
        }

    return works


def separable(data, folder):
    """Weights, or a proof of none; our answer includes the largest margin, and is verified."""
    arrays = prepared(data)[2]

    def ours():
        found = separability(data)
        assert found.verify()
        return found.w_f if found.separable else peers.NONE

    return {
        OURS: ours,
        LINPROG: lambda: peers.linear_program(*arrays),
        SVC: lambda: peers.support_vectors(*arrays),
    }


def processes(data, folder):
    """A file read, the question answered, weights printed: from the start of Python to its end."""
    path, model = written(data, folder), os.path.join(folder, "model.json")

    def ours():
        from perceptron_ref import Hypothesis

        process("-m", "perceptron_ref", "fit", path, "--save", model)
        return Hypothesis.load(model).w

    def peer(name):
        script = os.path.join(ROOT, "tests", "benchmarks", "peers.py")
        return lambda: [float(v) for v in process(script, name, path).split()]

    names = {
        INTS: "ints",
        FLOATS: "floats",
        NUMPY: "numpy",
        SCIKIT: "scikit-learn",
        MLXTEND: "mlxtend",
    }
    return {OURS: ours, **{who: peer(name) for who, name in names.items()}}


def imports(data, folder):
    """A Python that imports something and ends."""
    modules = {
        OURS: "perceptron_ref",
        "bare Python": "sys",
        NUMPY: "numpy",
        SCIKIT: "sklearn.linear_model",
        MLXTEND: "mlxtend.classifier",
        LINPROG: "scipy.optimize",
    }
    return {
        who: lambda module=module: process("-c", f"import {module}")
        for who, module in modules.items()
    }


CASES = [
    Case("cyclic", "400 x 4, few updates", made("separable", 400, 4, seed=3, margin=10), runs),
    Case("cyclic", "400 x 4, more updates", made("separable", 400, 4, seed=3, margin=1), runs),
    Case("cyclic", "400 x 5", made("separable", 400, 5, seed=1, margin=2), runs),
    Case("cyclic", "400 x 20", made("separable", 400, 20, seed=1, margin=2), runs),
    Case("cyclic", "2,000 x 20, few updates", made("separable", 2000, 20, seed=1, margin=20), runs),
    Case("cyclic", "2,000 x 20, many updates", made("separable", 2000, 20, seed=1, margin=2), runs),
    Case(
        "cyclic", "10,000 x 10, few updates", made("separable", 10_000, 10, seed=1, margin=20), runs
    ),
    Case(
        "cyclic", "10,000 x 10, many updates", made("separable", 10_000, 10, seed=1, margin=5), runs
    ),
    Case(
        "cyclic",
        "10,000 x 100, few updates",
        made("separable", 10_000, 100, seed=1, margin=40),
        runs,
    ),
    Case(
        "cyclic",
        "10,000 x 100, many updates",
        made("separable", 10_000, 100, seed=1, margin=20),
        runs,
    ),
    Case("cyclic", "208 x 60, very many updates", lambda: smooth(208, 60, 5, seed=2), runs),
    Case("worst-margin", "400 x 5", made("separable", 400, 5, seed=1, margin="0.5"), worst),
    Case("worst-margin", "2,000 x 20", made("separable", 2000, 20, seed=1, margin=2), worst),
    Case(
        "Pocket",
        "400 x 5, 10 % noise, 5,000 updates",
        made("noisy", 400, 5, seed=1, flips=40),
        pockets(5000),
    ),
    Case(
        "Pocket",
        "2,000 x 20, 10 % noise, 500 updates",
        made("noisy", 2000, 20, seed=1, flips=200),
        pockets(500),
    ),
    Case(
        "ways",
        "cyclic, 208 x 60, 30,000 updates",
        lambda: smooth(208, 60, 6, seed=1),
        ways(pla, max_updates=30_000),
    ),
    Case(
        "ways",
        "cyclic, 5,000 x 100, 1,000 updates",
        made("noisy", 5000, 100, seed=1, flips=50),
        ways(pla, max_updates=1000),
    ),
    Case(
        "ways",
        "worst-margin, 400 x 5, 1,000 updates",
        made("noisy", 400, 5, seed=1, flips=40),
        ways(pla, "worst-margin", max_updates=1000),
    ),
    Case(
        "ways",
        "worst-margin, 2,000 x 20, 500 updates",
        made("noisy", 2000, 20, seed=1, flips=200),
        ways(pla, "worst-margin", max_updates=500),
    ),
    Case(
        "ways",
        "Pocket, 400 x 5, 5,000 updates",
        made("noisy", 400, 5, seed=1, flips=40),
        ways(pocket, max_updates=5000),
    ),
    Case(
        "ways",
        "Pocket, 5,000 x 100, 50 updates",
        made("noisy", 5000, 100, seed=1, flips=50),
        ways(pocket, max_updates=50),
    ),
    Case(
        "separability", "200 x 4, separable", made("separable", 200, 4, seed=3, margin=1), separable
    ),
    Case(
        "separability",
        "1,000 x 10, narrow margin",
        made("separable", 1000, 10, seed=1, margin=1),
        separable,
    ),
    Case(
        "separability",
        "1,000 x 10, wide margin",
        made("separable", 1000, 10, seed=1, margin=10),
        separable,
    ),
    Case(
        "separability",
        "1,000 x 50, separable",
        made("separable", 1000, 50, seed=1, margin=5),
        separable,
    ),
    Case(
        "separability",
        "2,000 x 20, separable",
        made("separable", 2000, 20, seed=1, margin=5),
        separable,
    ),
    Case(
        "separability", "400 x 4, not separable", made("noisy", 400, 4, seed=1, flips=40), separable
    ),
    Case(
        "separability",
        "1,000 x 10, not separable",
        made("noisy", 1000, 10, seed=1, flips=100),
        separable,
    ),
    Case(
        "process",
        "400 x 4, a file read and fitted",
        made("separable", 400, 4, seed=3, margin=1),
        processes,
    ),
    Case("import", "import, and nothing else", lambda: None, imports),
]


def judged(data, answer):
    """Return what an answer is worth, by exact arithmetic on the numbers that were returned.

    >>> D = example("or")
    >>> judged(D, [-0.5, 1, 1]), judged(D, [0.5, 1, 1]), judged(D, peers.NONE), judged(D, 3)
    ('weights', '1 mistakes left', 'none, proved', '3 mistakes')
    """
    if answer is None or data is None or isinstance(answer, str):
        return answer or ""
    if isinstance(answer, int):
        return f"{answer} mistakes"
    w = [Fraction(v) for v in answer]
    left = sum(
        y * sum(w_i * x_i for w_i, x_i in zip(w, x)) <= 0 for x, y in zip(data.scaled_xs, data.ys)
    )
    return f"{left} mistakes left" if left else "weights"
