"""Compare the speed of the package with other libraries, by ratios of processor time.

    python tests/benchmarks.py                    print the table of all cases in Markdown
    python tests/benchmarks.py --only Pocket      only the cases with "Pocket" in their names
    python tests/benchmarks.py --write            also write the table of the page on speed
    python tests/benchmarks.py --sizes            print the seconds of whole commands by N and d

A ratio is our time divided by their time: below 1 this package is faster. A cell contains the
median and the quartiles of the ratios of all rounds. In each round all libraries answer the same
question about the same file, in turn, each in a new process of the Python that runs this script.
The extra `libraries` installs them; the script names a library that is missing. If a ratio is in
brackets, the answers differ. Times are processor times on one thread. Each run gets a new copy of
the data, and ends after `.w`, `.status` and `.n` have been read.
"""

from __future__ import annotations

import os
import sys
from itertools import accumulate, chain, cycle, islice, product
from math import log
from operator import mul, truediv
from time import perf_counter, process_time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PAGE = os.path.join(ROOT, "docs", "design", "speed.csv")
SIZES_PAGE = os.path.join(ROOT, "docs", "design", "sizes.csv")
OURS, PLAIN, NUMPY = "ours", "plain Python", "NumPy"
SCIKIT, MLXTEND, SCIPY = "scikit-learn", "mlxtend", "SciPy (HiGHS)"
LOOPS = (PLAIN, NUMPY)
PEERS = (*LOOPS, SCIKIT, MLXTEND, SCIPY)


def decimals(N, d, form=".3f", missing=0):
    """Return a function that writes numbers as CSV, with the label last.

    form: how a number is written. missing: the share of rows with an empty cell.
    """

    def write(folder):
        from random import Random

        draw, path = Random(1).random, os.path.join(folder, "data.csv")
        with open(path, "w") as stream:
            for n in range(N):
                row = [f"{200 * draw() - 100:{form}}" for _ in range(d)]
                if draw() < missing:
                    row[n % d] = ""
                print(*row, n % 2, sep=",", file=stream)
        return path

    return write


def generated(N, d, seed=1, change=list, **options):
    """Return a function that writes a generated set, separable (margin=...) or noisy (flips=...),
    as CSV with the label last. change: a function that is applied to each row.
    """

    def write(folder):
        from perceptron_ref import example

        kind = "noisy" if "flips" in options else "separable"
        D, path = example(kind, N=N, d=d, seed=seed, **options), os.path.join(folder, "data.csv")
        with open(path, "w") as stream:
            for x, y in zip(D.xs, D.ys):
                print(*change(map(int, x[1:])), y, sep=",", file=stream)
        return path

    return write


def word_frequencies(N, d):
    """Return a function that writes sparse examples in libsvm format.

    Feature i stands for a word with a frequency proportional to 1/i. An example contains 75 words,
    and has length 1. A random line labels the examples.
    """

    def write(folder):
        from random import Random

        source, path = Random(1), os.path.join(folder, "data.libsvm")
        draw, w = source.random, [source.gauss(0, 1) for _ in range(1 + d)]
        with open(path, "w") as stream:
            for n in range(N):
                row = {} if n else {d: 1.0}
                while len(row) < 75:
                    i = int((d + 1) ** draw())
                    row[i] = (1 - log(1 - draw())) * (1 + log(i))
                length = sum(v * v for v in row.values()) ** 0.5
                score = w[0] / 10 + sum(w[i] * v for i, v in row.items()) / length
                pairs = (f"{i}:{row[i] / length:.12f}" for i in sorted(row))
                print(1 if score > 0 else -1, *pairs, file=stream)
        return path

    return write


def ours(path, question="pla", order="cyclic", T=None, runs=1):
    """Return a function that answers a question with this package, and the data that it takes, or
    None.
    """
    if question == "import":
        return process("-c", "import perceptron_ref"), None
    if question == "fit":
        return process("-m", "perceptron_ref", "fit", path), None
    import perceptron_ref as package

    if question == "read":
        return lambda _: [(package.read(path, missing="drop").N,)], None
    if question == "separability":
        from perceptron_ref.theory.separability import separability

        return lambda D: [(len(separability(D).support),)], package.read(path)
    if question == "optimum":
        from perceptron_ref.theory.optimum import fewest_mistakes as search

        return lambda D: [(search(D).mistakes,)], package.read(path)
    if question in ("frame", "predict"):
        rows, labels = frame_of(path)
        if question == "frame":
            return lambda _: [(package.Dataset(rows, labels).N,)], None
        h = package.Hypothesis([0.5, *range(1, 1 + rows.shape[1])], names=[*rows.columns])
        return lambda _: [(h.predict(rows).count(1),)], None
    orders = [order] if runs == 1 else [f"{order}:seed={seed}" for seed in range(runs)]
    count = {"pla": "updates", "pocket": "mistakes"}[question]

    def work(D):
        completed = (getattr(package, question)(D, name, max_updates=T) for name in orders)
        # to read all results is a part of the work
        return [(getattr(run, count), run.w, run.status, run.n) for run in completed]

    return work, package.read(path)


def process(*arguments):
    """Return a function that runs this Python with these arguments, and returns what it prints."""
    from subprocess import PIPE, run

    return lambda _: run([sys.executable, *arguments], stdout=PIPE, check=True).stdout


def code(expression):
    """Return Python code that prints the value of an expression that uses this module."""
    return f"import sys; sys.path.append({HERE!r}); import benchmarks; print({expression})"


def frame_of(path):
    """Return the features and the labels of a CSV file as pandas reads them."""
    from pandas import read_csv

    rows = read_csv(path, header=None).rename(columns=str)
    return rows.iloc[:, :-1], rows.iloc[:, -1]


class Loop:
    """Examples for a loop written by hand: as lists of numbers, as NumPy's arrays, or as the
    items (i, x_i) of dicts. w: the weights at the start.
    """

    def __init__(self, library_name, path):
        self.xs, self.ys = nonzeros(path) if path.endswith(".libsvm") else rows_of(path)
        self.w = [0] * len(self.xs[0])
        self.dot = lambda w, x: sum(map(mul, w, x))
        self.add = lambda w, y, x: [w_i + y * x_i for w_i, x_i in zip(w, x)]
        if path.endswith(".libsvm"):
            self.w = [0.0] * (1 + max(max(x)[0] for x in self.xs))
            self.dot, self.add = lambda w, x: sum([w[i] * x_i for i, x_i in x]), add_nonzeros
        elif library_name != PLAIN:
            import numpy

            self.X, self.y = numpy.array(self.xs, float), numpy.array(self.ys, float)
            self.xs, self.w, self.dot = [*self.X], numpy.zeros(len(self.w)), numpy.dot
            self.add = lambda w, y, x: w + y * x
            self.mistakes = lambda w: int(numpy.count_nonzero(self.y * (self.X @ w) <= 0))

    def mistakes(self, w):
        return len([n for n, x in enumerate(self.xs) if self.ys[n] * self.dot(w, x) <= 0])

    def cyclic(self, seed):
        """Return a function of w that finds the next mistake in the naive cycle, or None."""
        xs, ys, dot, N = self.xs, self.ys, self.dot, len(self.xs)
        visits = cycle(range(N))

        def find(w):
            for n in islice(visits, N):
                if ys[n] * dot(w, xs[n]) <= 0:
                    return n

        return find

    def random(self, seed):
        """Return a function of w that finds the next mistake in the draws of `random`, or None."""
        from random import Random

        xs, ys, dot, N, draw = self.xs, self.ys, self.dot, len(self.xs), Random(seed).random

        def find(w):
            seen, draws = set(), (N * int(draw() * 2**53) >> 53 for _ in range(10 * N))
            for n in chain(draws, range(N)):
                if ys[n] * dot(w, xs[n]) <= 0:
                    return n
                seen.add(n)
                if len(seen) == N:
                    return None

        return find

    def worst(self, seed):
        """Return a function of w that finds the worst mistake, or None, by one NumPy product."""

        def find(w):
            margins = self.y * (self.X @ w)
            n = margins.argmin()
            return None if margins[n] > 0 else int(n)

        return find

    def run(self, find, T=None, pocket=False):
        """Return the number of updates, or for Pocket the fewest mistakes after any update."""
        w, t, fewest = self.w[:], 0, len(self.xs)
        while fewest and t != T and (n := find(w)) is not None:
            w, t = self.add(w, self.ys[n], self.xs[n]), t + 1
            if pocket:
                fewest = min(fewest, self.mistakes(w))
        return fewest if pocket else t


def rows_of(path):
    """Return the examples of a CSV file, x_0 = 1 in front, and their labels."""
    with open(path) as stream:
        rows = [[float(v) if "." in v else int(v) for v in line.split(",")] for line in stream]
    return [[1, *row[:-1]] for row in rows], [row[-1] for row in rows]


def exact_rows_of(path):
    """Return the numbers of a CSV file as Decimals, labels included."""
    import csv
    from decimal import Decimal

    with open(path) as stream:
        return [[*map(Decimal, row)] for row in csv.reader(stream) if "" not in row]


def nonzeros(path):
    """Return the nonzeros (i, x_i) of a libsvm file, x_0 = 1 in front, and the labels."""
    with open(path) as stream:
        lines = [line.replace(":", " ").split() for line in stream]
    pairs = [zip(map(int, line[1::2]), map(float, line[2::2])) for line in lines]
    return [{0: 1.0, **dict(row)}.items() for row in pairs], [int(line[0]) for line in lines]


def add_nonzeros(w, y, x):
    """Add y x to w in place, for the nonzeros (i, x_i) of x; return w."""
    for i, x_i in x:
        w[i] += y * x_i
    return w


def fit_library(library_name, X, y):
    """Fit another library's perceptron until it makes no mistake. scikit-learn makes 1, 2, 4,
    ... passes at a time in the order of the examples, because its `fit` ends when the loss no
    longer falls. mlxtend makes one pass at a time in a shuffled order, from a random start.
    """
    if library_name == SCIKIT:
        from sklearn.linear_model import Perceptron

        model = Perceptron(shuffle=False, tol=None, warm_start=True, max_iter=1)
        while (model.fit(X, y).predict(X) != y).any():
            model.max_iter *= 2
    else:
        from mlxtend.classifier import Perceptron

        model, labels = Perceptron(eta=0.5, epochs=1, random_seed=1), (y > 0).astype(int)
        model.fit(X, labels)
        while model.cost_[-1]:
            model.fit(X, labels, init_params=False)


def peer(library_name, path, question="pla", order="cyclic", T=None, runs=1):
    """Return a function that answers a question with another library."""
    if question == "fit":
        return process("-c", code(f"benchmarks.peer({library_name!r}, {path!r})(None)"))
    if question == "import":
        module = {PLAIN: "sys", NUMPY: "numpy", SCIKIT: "sklearn.linear_model"}[library_name]
        return process("-c", f"import {module}")
    if question == "read":
        return lambda _: [(len(exact_rows_of(path)),)]
    if question in ("frame", "predict"):
        return frame_work(library_name, path, question)
    loop = Loop(library_name, path)
    if library_name == SCIPY:
        rows = loop.y[:, None] * loop.X
        return lambda _: fewest_mistakes(rows) if question == "optimum" else linprog_answer(rows)
    if question == "separability":
        from sklearn.svm import SVC

        return lambda _: SVC(kernel="linear", C=1e9).fit(loop.X[:, 1:], loop.y)
    if library_name in (SCIKIT, MLXTEND):
        return lambda _: fit_library(library_name, loop.X[:, 1:], loop.y)
    finder = {"cyclic": loop.cyclic, "random": loop.random, "worst-margin": loop.worst}[order]
    return lambda _: [(loop.run(finder(seed), T, question == "pocket"),) for seed in range(runs)]


def linprog_answer(signed_rows):
    """Ask HiGHS, in floats, whether a line separates. signed_rows: y_n x_n, as an array."""
    from scipy.optimize import linprog

    N, d = signed_rows.shape
    linprog([0] * d, A_ub=-signed_rows, b_ub=[-1] * N, bounds=(None, None))


def fewest_mistakes(signed_rows):
    """Return the fewest mistakes of any line, as HiGHS finds them in floats.

    Of |w_i| <= 1 and z_n in {0, 1}: the least sum of z_n with y_n w . x_n >= 0.001 where z_n = 0.
    """
    from numpy import diag, hstack
    from scipy.optimize import Bounds, LinearConstraint, milp

    N, d = signed_rows.shape
    largest_gaps = abs(signed_rows).sum(axis=1) + 0.001
    answer = milp(
        [0] * d + [1] * N,
        integrality=[0] * d + [1] * N,
        bounds=Bounds([-1] * d + [0] * N, 1),
        constraints=LinearConstraint(hstack([signed_rows, diag(largest_gaps)]), 0.001),
    )
    return [(round(answer.fun),)]


def frame_work(library_name, path, question):
    """Return a function that converts a frame to Decimals, or one that predicts in floats."""
    from decimal import Decimal

    rows, _ = frame_of(path)
    if question == "frame":
        return lambda _: [(len([[*map(Decimal, map(repr, x))] for x in rows.values.tolist()]),)]
    if library_name == PLAIN:
        w = [*range(1, 1 + rows.shape[1])]
        return lambda _: [(sum(sum(map(mul, w, x)) > -0.5 for x in rows.values.tolist()),)]
    import numpy

    w = numpy.arange(1.0, 1 + rows.shape[1])
    return lambda _: [(int((rows.values @ w > -0.5).sum()),)]


def answer(library_name, path, **question_args):
    """Return the number in the answer, such as updates or mistakes, or None; and its seconds."""
    from copy import copy

    work, data = (
        ours(path, **question_args)
        if library_name == OURS
        else (peer(library_name, path, **question_args), None)
    )
    result = work(data)
    number = sum(run[0] for run in result) if isinstance(result, list) else None
    return number, mean_seconds(work, lambda: copy(data))


def mean_seconds(work, make_data):
    """Return the mean processor time of work(make_data()), child processes included."""
    from resource import RUSAGE_CHILDREN, getrusage

    def clock():
        return process_time() + sum(getrusage(RUSAGE_CHILDREN)[:2])

    seconds = repetitions = 0
    while seconds < 0.05:
        data = make_data()
        start = clock()
        work(data)
        seconds, repetitions = seconds + clock() - start, repetitions + 1
    return seconds / repetitions


def measure(write, question_args, peers, seconds):
    """Return the results of `answer` in each round, for this package and the installed peers.

    seconds: no round begins after this time, but there are at least three rounds.
    """
    from ast import literal_eval
    from subprocess import PIPE, run
    from tempfile import TemporaryDirectory

    rounds = {library_name: [] for library_name in (OURS, *peers)}
    env = {**os.environ, "PYTHONPATH": ROOT, "OMP_NUM_THREADS": "1"}
    with TemporaryDirectory() as folder:
        question_args = {"path": write and write(folder), **question_args}
        end = perf_counter() + seconds
        while len(rounds[OURS]) < 3 or perf_counter() < end:
            for library_name in [*rounds]:
                expression = f"benchmarks.answer({library_name!r}, **{question_args})"
                command = [sys.executable, "-W", "ignore", "-c", code(expression)]
                completed = run(command, stdout=PIPE, stderr=PIPE, env=env)
                if completed.returncode == 0:
                    last_line = completed.stdout.decode().splitlines()[-1]  # HiGHS may also print
                    rounds[library_name].append(literal_eval(last_line))
                elif library_name == OURS:
                    sys.exit(completed.stderr.decode())
                else:
                    print(
                        f"{library_name}: {completed.stderr.decode().splitlines()[-1]}",
                        file=sys.stderr,
                    )
                    del rounds[library_name]
    return rounds


def cells(rounds):
    """Return the cells of a row: our milliseconds, and the ratio of our time to each peer's."""
    from statistics import median, quantiles

    answers, times = (
        {library_name: [answer[i] for answer in runs] for library_name, runs in rounds.items()}
        for i in (0, 1)
    )
    row = [f"{1000 * median(times[OURS]):.1f}"]
    for library_name in PEERS:
        cell = ""
        if library_name in rounds:
            ratios = map(truediv, times[OURS], times[library_name])
            low, middle, high = quantiles(ratios, method="inclusive")
            cell = f"{in_digits(middle)} ({in_digits(low)}-{in_digits(high)})"
            if answers[library_name][0] not in (None, answers[OURS][0]):
                cell = f"({cell})"
        row.append(cell)
    return row


def in_digits(ratio):
    """Return the ratio with two decimals, or with one significant digit if it is below 0.01."""
    return f"{ratio:.2f}" if ratio >= 0.01 else f"{ratio:.1g}"


def floats(row):
    """Return the row as floats with many digits."""
    return [0.7390851332151607 * v for v in row]


# A case is a row of the table: its name, a function that writes the file, the peers, and arguments
# of the question. By default the question is "pla", in the naive cycle. T: the limit on updates.
# runs: the number of runs, with the seeds 0, 1, ...
N = 20_000
SMALL, MOST_PEERS = generated(400, 4, seed=3, margin=1), (*LOOPS, SCIKIT)
CASES = [
    ("400 x 4, 14 updates", generated(400, 4, seed=3, margin=10), PEERS, {}),
    ("400 x 4, 238 updates", SMALL, PEERS, {}),
    ("2,000 x 20, 1,569 updates", generated(2000, 20, margin=2), MOST_PEERS, {}),
    ("2,000 x 20, floats", generated(2000, 20, change=floats, margin=2), MOST_PEERS, {}),
    ("10,000 x 10, 486 updates", generated(10_000, 10, margin=3), MOST_PEERS, {}),
    ("10,000 x 100, 204 updates", generated(10_000, 100, margin=20), MOST_PEERS, {}),
    (
        "208 x 60, 18,822 updates",
        generated(208, 60, seed=29, change=accumulate, margin=0),
        MOST_PEERS,
        {},
    ),
    ("random 400 x 4, 20 runs", SMALL, LOOPS, {"order": "random", "runs": 20}),
    ("random 10,000 x 10", generated(10_000, 10, margin=3), LOOPS, {"order": "random"}),
    ("worst 400 x 5", generated(400, 5, margin="0.5"), (NUMPY,), {"order": "worst-margin"}),
    ("worst 2,000 x 20", generated(2000, 20, margin=2), (NUMPY,), {"order": "worst-margin"}),
    ("Pocket 400 x 5", generated(400, 5, flips=40), LOOPS, {"question": "pocket", "T": 5000}),
    ("Pocket 2,000 x 20", generated(2000, 20, flips=200), LOOPS, {"question": "pocket", "T": 500}),
    ("sparse 20,000 rows, 2,000 updates", word_frequencies(20_000, 47_236), (PLAIN,), {"T": 2000}),
    (
        "sparse 200 rows, 100 runs",
        word_frequencies(200, 47_236),
        (PLAIN,),
        {"order": "random", "runs": 100},
    ),
    ("read 100,000 x 10", decimals(100_000, 10), (PLAIN,), {"question": "read"}),
    ("read 100,000 x 10, ints", decimals(100_000, 10, ".0f"), (PLAIN,), {"question": "read"}),
    ("read 100,000 x 10, mixed", decimals(100_000, 10, ".6g"), (PLAIN,), {"question": "read"}),
    ("read 20,000 x 10, exponents", decimals(N, 10, ".3e"), (PLAIN,), {"question": "read"}),
    ("read 20,000 x 10, empty", decimals(N, 10, missing=0.02), (PLAIN,), {"question": "read"}),
    ("frame 20,000 x 10", decimals(N, 10), (PLAIN,), {"question": "frame"}),
    ("predict 20,000 x 10", decimals(N, 10), LOOPS, {"question": "predict"}),
    *(
        (
            f"separability {N:,} x {d}",
            generated(N, d, margin=margin),
            (SCIKIT, SCIPY),
            {"question": "separability"},
        )
        for N, d, margin in [(400, 50, 20), (1000, 50, 20), (2000, 60, 20), (1000, 100, 9)]
    ),
    *(
        (f"optimum {N} x {d}", generated(N, d, flips=flips), (SCIPY,), {"question": "optimum"})
        for N, d, flips in [(100, 2, 10), (400, 2, 40), (100, 4, 8)]
    ),
    (
        "fit 100,000 x 10",
        generated(100_000, 10, margin=20),
        (PLAIN, NUMPY, SCIKIT),
        {"question": "fit"},
    ),
    ("fit 400 x 4", SMALL, (PLAIN, NUMPY, SCIKIT), {"question": "fit"}),
    ("import", None, (PLAIN, NUMPY, SCIKIT), {"question": "import"}),
]


# Commands whose seconds are measured by N and d: their arguments, in which FILE stands for the file
# of examples, and the share of labels that is flipped.
COMMANDS = {
    "fit": (["fit", "FILE"], 0),
    "separable": (["separable", "FILE"], 0),
    "optimum": (["optimum", "FILE"], 0.1),
    "predict": (["predict", "FILE.json", "FILE", "--label", "-1"], 0),
}
NS, DS = [10**k for k in range(1, 7)], (2, 20, 100)
MOST_SECONDS, MOST_BYTES = 60, 2 << 30


def write_random_set(path, N, d, flipped):
    """Write N rows of d ints from -100 to 100, labelled by the sign of their sum. The sum is so far
    from 0 that rho is at least 10, unless labels are flipped. flipped: the share of labels that is
    flipped.
    """
    from random import Random

    draw, remaining = Random(1).random, N
    with open(path, "w") as stream:
        while remaining:
            x = [int(201 * draw()) - 100 for _ in range(d)]
            if sum(x) ** 2 >= 100 * d:
                y = 1 if (sum(x) > 0) != (draw() < flipped) else -1
                print(*x, y, sep=",", file=stream)
                remaining -= 1


def seconds_of(arguments):
    """Return the processor time of a command in seconds, or None if it exceeds the limit of time or
    memory.
    """
    from resource import RLIMIT_AS, RLIMIT_CPU, RUSAGE_CHILDREN, getrusage, setrlimit
    from subprocess import DEVNULL, run

    def set_limits():
        for resource, limit in (RLIMIT_CPU, MOST_SECONDS), (RLIMIT_AS, MOST_BYTES):
            setrlimit(resource, (limit, limit))

    before = sum(getrusage(RUSAGE_CHILDREN)[:2])
    command = [sys.executable, "-m", "perceptron_ref", *arguments]
    completed = run(command, cwd=ROOT, stdout=DEVNULL, stderr=DEVNULL, preexec_fn=set_limits)
    return None if completed.returncode else sum(getrusage(RUSAGE_CHILDREN)[:2]) - before


def sizes(only):
    """Yield rows: the command, d, and its seconds for each N, or "" from the first N on that
    exceeds a limit.
    """
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "data.csv")
        for name, d in product(COMMANDS, DS):
            if only in name:
                arguments, flipped = COMMANDS[name]
                row = []
                for N in NS:
                    write_random_set(path, N, d, flipped)
                    if name == "predict":
                        write_random_set(path + ".csv", 100, d, flipped)
                        seconds_of(["fit", path + ".csv", "--save", path + ".json"])
                    seconds = seconds_of([part.replace("FILE", path) for part in arguments])
                    if seconds is None:
                        break
                    row.append(f"{seconds:.2f}")
                yield [name, d, *row, *[""] * (len(NS) - len(row))]


def measurement_conditions():
    """Return the date, the versions and the system of a measurement."""
    from datetime import date
    from importlib.metadata import distributions
    from platform import machine, python_implementation, python_version, system

    installed = {d.metadata["Name"]: d.version for d in distributions()}
    libraries = [name for name in ("numpy", SCIKIT, MLXTEND, "scipy") if name in installed]
    versions = [f"{name} {installed[name]}" for name in libraries]
    python = f"{python_implementation()} {python_version()}"
    return f"{date.today()}: {', '.join([python, *versions])}, {system()} {machine()}"


def main():
    """Measure and print the rows that the options choose."""
    import argparse
    import csv

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="TEXT", default="", help="cases with TEXT in their names")
    parser.add_argument("--seconds", type=float, default=15, help="for the rounds of each case")
    parser.add_argument("--write", action="store_true", help="write the table of the page as well")
    parser.add_argument("--sizes", action="store_true", help="whole commands, by N and d")
    args = parser.parse_args()
    sys.path.insert(0, ROOT)
    heading = ["command", "d", *NS] if args.sizes else ["run", "ms", *PEERS]
    conditions = measurement_conditions()
    table = [[conditions], heading]
    print(f"{conditions}\n\n| {' | '.join(map(str, heading))} |\n|{' --- |' * len(heading)}")
    cases = (
        [name, *cells(measure(write, question_args, peers, args.seconds))]
        for name, write, peers, question_args in CASES
        if args.only in name
    )
    for row in sizes(args.only) if args.sizes else cases:
        table.append(row)
        print(f"| {' | '.join(map(str, row))} |", flush=True)
    if args.write:
        with open(SIZES_PAGE if args.sizes else PAGE, "w", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerows(table)


if __name__ == "__main__":
    main()
