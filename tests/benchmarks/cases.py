"""What is compared: each case is one question on one data set, and whoever is installed to answer
it.

A work takes nothing and returns its answer: weights, the fewest mistakes met, that there are none,
or what many runs came to, in words. Making the data what a peer wants (ints, floats, arrays) is
done before, and not timed, but where whole processes are compared.
"""

from __future__ import annotations

import json
import os
import sys
from fractions import Fraction
from operator import mul
from random import Random

from benchmarks import loops, memory, peers, questions
from benchmarks.figures import ROOT, process
from benchmarks.files import Text, gaussian, nonzeros, words, written
from benchmarks.older import Checkout
from benchmarks.questions import Asked, Fresh
from benchmarks.timing import children_time
from perceptron_ref import Dataset, example, pla, pocket, read
from perceptron_ref.exact.scores import Margins
from perceptron_ref.vectors import sumprod

OURS, OLD = "perceptron_ref", "old package"
INTS, FLOATS, NUMPY = "loop on ints", "loop on floats", "NumPy loop"
SUMPROD, PRIMAL = "loop by math.sumprod", "primal form alone"  # on the same ints
SCIKIT, MLXTEND, LINPROG, SVC = "scikit-learn", "mlxtend", "SciPy linprog", "scikit-learn SVC"
DICTS, PAIRS = "loop over dicts", "loop over pairs"  # of the nonzeros, as floats
LISTS, MODULES, PYTHON = "lists of ints", "argparse, csv, fractions", "bare Python"
BY_LISTS = "perceptron_ref on lists"  # which are counted as well
NEEDS = {NUMPY: "numpy", SCIKIT: "sklearn", MLXTEND: "mlxtend", LINPROG: "scipy", SVC: "sklearn"}


class Case:
    """One question. group, name: what it is called. data: a function that makes the set. works: a
    function of the set and a folder, which returns {who: work}. runs: how many runs the question is
    about, handed to `works` as well, where fewer would do. unit: what a work takes.
    """

    def __init__(self, group, name, data, works, runs=None, unit="seconds"):
        self.group, self.name, self.data, self.works = group, name, data, works
        self.runs, self.unit = runs, unit

    def answerers(self, data, folder, old=None, runs=None):
        """Return {who: work} for all that are installed, this package first.

        old: the folder of an older checkout, which is asked what this package is asked, each in a
            process of its own, unless it would take hours. runs: at most so many, where the
            question is about many.
        """
        counted = () if self.runs is None else (min(self.runs, runs or self.runs),)
        works = self.works(data, folder, *counted)
        if old and isinstance(works[OURS], (Command, memory.Peak)):
            works[OLD] = works[OURS].of(old)
        elif old and isinstance(works[OURS], Asked):
            write = getattr(self.data, "write", lambda folder: written(data, folder))
            asked, path = works[OURS], write(folder)
            works[OURS], works[OLD] = (Checkout(root, asked, path) for root in (ROOT, old))
        return {
            who: work
            for who, work in works.items()
            if peers.installed(NEEDS.get(who, "perceptron_ref"))
        }


class Command:
    """A work: a process of this Python, timed by the processor. told: makes the answer of what it
    prints. root: the checkout that it is run from.
    """

    clock = staticmethod(children_time)

    def __init__(self, *words, told=lambda text: None, root=ROOT):
        self.words, self.told, self.root = words, told, root

    def __call__(self):
        return self.told(process(*self.words, root=self.root))

    def of(self, old):
        """Return the same work done by the package in another folder."""
        return Command(*self.words, told=self.told, root=old)


def made(kind, N, d, **options):
    """Return a function that makes a set to order, so that naming the cases costs nothing."""
    return lambda: example(kind, N=N, d=d, **options)


def prepared(data):
    """Return the set as (ints, floats, arrays or None), each a pair of xs and ys."""
    xs, ys = data.scaled_xs, data.ys
    floats = [[float(v) for v in x] for x in data.xs], [float(y) for y in ys]
    return (xs, ys), floats, peers.arrays(*floats) if peers.installed("numpy") else None


def with_sumprod(work):
    """Return {who: work}, or nothing where Python has no `math.sumprod`."""
    return {SUMPROD: work} if sys.version_info >= (3, 12) else {}


def runs(data, folder):
    """The naive cycle, or whatever order the peer has, until no mistake is left."""
    ints, floats, arrays = prepared(data)
    return {
        OURS: Asked(questions.weights, data),
        INTS: lambda: loops.bare(*ints)[0],
        **with_sumprod(lambda: loops.bare_by_sumprod(*ints)[0]),
        FLOATS: lambda: loops.bare(*floats)[0],
        NUMPY: lambda: loops.numpy_loop(*arrays)[0],
        SCIKIT: lambda: peers.scikit_perceptron(*arrays),
        MLXTEND: lambda: peers.mlxtend_perceptron(*arrays),
    }


def exact_and_not(data, folder):
    """The same, but for mlxtend, which shuffles: floats may leave the exact run."""
    return {who: work for who, work in runs(data, folder).items() if who != MLXTEND}


def in_order(order):
    """The run with the first seed of an order, to be compared with that of an older package."""

    def works(data, folder):
        return {OURS: Asked(questions.weights, data, order=order)}

    return works


def sparse(text):
    """Runs in independent draws on a sparse set; the loops make the same draws.

    An older package is not asked: it held all zeros, and would take hours.
    """

    def works(data, folder, seeds):
        dicts, ys = nonzeros(text.lines(**text.options))
        views, pairs = [row.items() for row in dicts], [[*row.items()] for row in dicts]

        def loop(rows):
            runs = [loops.nonzeros_at_random(rows, ys, 1 + data.d, seed) for seed in range(seeds)]
            return questions.counted(t for _, t in runs)

        return {
            OURS: Fresh(questions.updates, data, "random", seeds),
            DICTS: lambda: loop(views),
            PAIRS: lambda: loop(pairs),
        }

    return works


def unanswered(work):
    """Return the work without its answer."""

    def done():
        work()

    return done


def reading(text):
    """A sparse file read, against its numbers as floats."""

    def works(data, folder):
        path = text.write(folder)
        return {OURS: unanswered(lambda: read(path)), DICTS: unanswered(memory.dicts(path))}

    return works


def worst(data, folder):
    """The worst mistake first, until no mistake is left."""
    ints, floats, arrays = prepared(data)
    return {
        OURS: Asked(questions.weights, data, order="worst-margin"),
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
            OURS: Asked(questions.fewest, data, T=T),
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
    """Run it with a dot product for each margin."""
    Margins.pinned = "one by one"
    try:
        return run()
    finally:
        Margins.pinned = ""


def ways(algorithm, *words, **options):
    """A run as it is, and in primal form throughout."""

    def run(data):
        return algorithm(data, *words, **options).w

    def works(data, folder):
        return {
            OURS: Fresh(run, data),
            PRIMAL: Fresh(lambda data: in_primal_form(lambda: run(data)), data),
        }

    return works


def separable(data, folder):
    """Weights, or a proof of none; our answer includes the largest margin, and is verified."""
    arrays = prepared(data)[2]

    return {
        OURS: Asked(questions.separable, data),
        LINPROG: lambda: peers.linear_program(*arrays),
        SVC: lambda: peers.support_vectors(*arrays),
    }


def processes(data, folder):
    """A file read, the question answered, weights printed: from the start of Python to its end."""
    path, model = written(data, folder), os.path.join(folder, "model.json")

    def saved(text):
        from perceptron_ref import Hypothesis

        return Hypothesis.load(model).w

    def peer(name):
        return Command(PEERS, name, path, told=lambda text: [float(v) for v in text.split()])

    names = {
        INTS: "ints",
        FLOATS: "floats",
        NUMPY: "numpy",
        SCIKIT: "scikit-learn",
        MLXTEND: "mlxtend",
    }
    return {
        OURS: Command("-m", "perceptron_ref", "fit", path, "--save", model, told=saved),
        **{who: peer(name) for who, name in names.items()},
    }


def started(data, folder):
    """A small file fitted, against a Python that imports three modules and ends."""
    return {
        OURS: Command("-m", "perceptron_ref", "fit", written(data, folder)),
        MODULES: Command("-c", f"import {MODULES}"),
        PYTHON: Command("-c", ""),
    }


def repeated(data, folder, seeds):
    """Random cycles with many seeds, as a process of its own, in one process."""
    return {
        OURS: Command(
            *("-m", "perceptron_ref", "fit", written(data, folder), "--json", "--jobs", "1"),
            *("--strategy", "random-permutation", "--repeat", str(seeds), "--max-updates", "none"),
            told=lambda text: questions.counted(json.loads(text)["repeat"]["updates"]),
        )
    }


def repeated_pocket(data, folder, seeds):
    """Pocket with many seeds on the first half, and the mean share of the other that it has wrong.
    A script with NumPy makes the same draws.
    """
    half = data.N // 2
    train, test = (
        written(Dataset([x[1:] for x in data.xs[part]], data.ys[part]), folder, name)
        for name, part in (("train.csv", slice(half)), ("test.csv", slice(half, None)))
    )
    T, seeds = "100", str(seeds)

    def told(share):
        return f"{share:.6f} of the test wrong"

    return {
        OURS: Command(
            *("-m", "perceptron_ref", "fit", train, "--pocket", "--test", test, "--json"),
            *("--repeat", seeds, "--jobs", "1", "--max-updates", T),
            told=lambda text: told(json.loads(text)["repeat"]["mean_test_error"]),
        ),
        NUMPY: Command(
            *(PEERS, "repeated-pocket", train, test, seeds, T), told=lambda text: told(float(text))
        ),
    }


def imports(data, folder):
    """A Python that imports something and ends."""
    modules = {
        OURS: "perceptron_ref",
        PYTHON: "sys",
        NUMPY: "numpy",
        SCIKIT: "sklearn.linear_model",
        MLXTEND: "mlxtend.classifier",
        LINPROG: "scipy.optimize",
    }
    return {who: Command("-c", f"import {module}") for who, module in modules.items()}


def held(data, folder):
    """The bytes of a fit on a file of ints, and by Python on lists of them, against these lists."""
    path = written(data, folder)
    hows = {OURS: "fit", BY_LISTS: "fit_lists", LISTS: "lists"}
    return {who: memory.Peak(process, how, path, ROOT) for who, how in hows.items()}


def held_sparse(text):
    """The bytes of a run on a sparse set, against the nonzeros as floats."""

    def works(data, folder):
        path = text.write(folder)
        hows = {OURS: "fit_random", DICTS: "dicts", PAIRS: "pairs"}
        return {who: memory.Peak(process, how, path, ROOT) for who, how in hows.items()}

    return works


PEERS = os.path.join(ROOT, "tests", "benchmarks", "peers.py")
SPARSE = Text("data.libsvm", words, N=200, d=47_236, seed=1)
TWICE = Text("data.libsvm", words, N=400, d=47_236, seed=1)
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
    Case(
        "floats",
        "2,000 x 20, Gaussian, 17 digits",
        Text("data.csv", gaussian, N=2000, d=20, seed=3, margin=0.004),
        exact_and_not,
    ),
    Case(
        "orders",
        "random-permutation, 400 x 4",
        made("separable", 400, 4, seed=3, margin=1),
        in_order("random-permutation"),
    ),
    Case(
        "orders",
        "random, 400 x 4",
        made("separable", 400, 4, seed=3, margin=1),
        in_order("random"),
    ),
    Case("sparse", "200 x 47,236, random", SPARSE, sparse(SPARSE), runs=1000),
    Case("sparse reading", "200 x 47,236", lambda: None, reading(SPARSE)),
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
    Case("start", "400 x 4, fit", made("separable", 400, 4, seed=3, margin=1), started),
    Case("import", "import, and nothing else", lambda: None, imports),
    Case(
        "repeat",
        "random cycles, 400 x 4",
        made("separable", 400, 4, seed=3, margin=1),
        repeated,
        runs=2000,
    ),
    Case(
        "repeated Pocket",
        "100 updates, 500 x 4, 10 % noise, a test set",
        made("noisy", 1000, 4, seed=1, flips=100),
        repeated_pocket,
        runs=2000,
    ),
    Case(
        "memory",
        "10,000 x 100, fit",
        made("separable", 10_000, 100, seed=1, margin=20),
        held,
        unit="bytes",
    ),
    *(
        Case(
            "sparse memory",
            f"{text.options['N']} x 47,236, 20 updates",
            lambda: None,
            held_sparse(text),
            unit="bytes",
        )
        for text in (SPARSE, TWICE)
    ),
]


def judged(data, answer):
    """Return what an answer is worth, by exact arithmetic on the numbers that were returned.

    >>> D = example("or")
    >>> judged(D, [-0.5, 1, 1]), judged(D, [0.5, 1, 1]), judged(D, questions.NONE), judged(D, 3)
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
