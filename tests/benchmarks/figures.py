"""What the package costs, as ratios measured in one interleaved run: `python
tests/benchmarks/figures.py`.

Each row is a pair of things that do the same work; both are done in turn, and the median of the
ratios is told with the least and the largest. Only the standard library is needed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from random import Random
from statistics import median
from time import perf_counter, process_time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [ROOT, os.path.join(ROOT, "tests")]

from benchmarks.files import written  # noqa: E402
from benchmarks.loops import bare, bare_by_sumprod  # noqa: E402
from benchmarks.questions import Fresh  # noqa: E402
from benchmarks.timing import in_turn, ratio  # noqa: E402
from perceptron_ref import example, pla, read  # noqa: E402
from perceptron_ref.theory.derivation import derive  # noqa: E402

ROUNDS = 15


def compared(what, ours, other, rounds=ROUNDS, clock=process_time):
    """Time both in turn and print the ratio, after one round that does not count."""
    _, seconds = in_turn([ours, other], rounds, clock)
    middle, least, most = ratio(*seconds)
    print(
        f"{what:62} {middle:6.2f}  ({least:.2f} to {most:.2f}), {1000 * median(seconds[0]):.1f} ms"
    )


def loop():
    """PLA through the strategy protocol against the bare loop."""
    others = {"sum(map(mul))": bare}
    if sys.version_info >= (3, 12):
        others["math.sumprod"] = bare_by_sumprod
    for d in (5, 20):
        data = example("separable", N=400, d=d, seed=1, margin=2)
        for name, other in others.items():
            assert other(data.scaled_xs, data.ys)[1] == pla(data).updates
            compared(
                f"pla, cyclic, 400 x {d} : bare loop, {name}",
                Fresh(pla, data),
                lambda other=other: other(data.scaled_xs, data.ys),
            )


def proof():
    """All statements of the proof against the run that they are checked on."""
    data = example("separable", N=400, d=4, seed=3, margin=1)
    run = pla(data)
    compared("derive, with w_f : the run, 400 x 4", lambda: derive(run, run.w), Fresh(pla, data))
    noisy = example("noisy", N=400, d=4, seed=1, flips=40)
    run = pla(noisy, max_updates=5000)
    compared(
        "derive : the run, 400 x 4, 5,000 updates",
        lambda: derive(run),
        Fresh(pla, noisy, max_updates=5000),
        5,
    )


def reading(folder):
    """`read` against floats from the same file: decimals of 3 and of 17 digits."""
    draw = Random(1).random
    for digits in (3, 17):
        path = os.path.join(folder, f"{digits}.txt")
        with open(path, "w") as stream:
            for n in range(400):
                stream.write(" ".join(f"{draw():.{digits}f}" for _ in range(1000)) + f" {n % 2}\n")

        def floats(path=path):
            with open(path) as file:
                return [[float(v) for v in line.split()] for line in file]

        compared(
            f"read, 400 x 1000 of {digits} digits : floats", lambda path=path: read(path), floats, 5
        )


def process(*words, root=ROOT):
    """Run this Python as a process of its own, from the root; return what it prints."""
    # As everywhere else, the modules are compiled once: by the round that does not count.
    environment = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
    done = subprocess.run(
        [sys.executable, *words],
        cwd=root,
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
        universal_newlines=True,
    )
    return done.stdout


def processes(folder):
    """Whole processes: the import and `fit` on a 400 x 4 file against a bare Python, and many runs
    side by side.
    """
    path = written(example("separable", N=400, d=4, seed=3, margin=4), folder)
    compared(
        "process: import perceptron_ref : bare Python",
        lambda: process("-c", "import perceptron_ref"),
        lambda: process("-c", ""),
        clock=perf_counter,
    )
    fit = ("-m", "perceptron_ref", "fit", path)
    compared(
        "process: fit, 400 x 4 : bare Python",
        lambda: process(*fit),
        lambda: process("-c", ""),
        clock=perf_counter,
    )
    repeat = (*fit, "--strategy", "random-permutation", "--repeat", "2000", "--jobs")
    jobs = str(os.cpu_count() or 1)
    compared(
        f"process: fit, 2,000 random cycles, --jobs {jobs} : --jobs 1",
        lambda: process(*repeat, jobs),
        lambda: process(*repeat, "1"),
        rounds=3,
        clock=perf_counter,
    )


def main(words=None):
    """Print all figures."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args(words)
    print(
        f"{sys.implementation.name} {sys.version.split()[0]}: "
        "ratio (least to largest), our median time"
    )
    loop()
    proof()
    with tempfile.TemporaryDirectory() as folder:
        reading(folder)
        processes(folder)


if __name__ == "__main__":
    main()
