"""Bytes in place of seconds: the most that Python held at once, told by `tracemalloc`.

`python tests/benchmarks/memory.py HOW FILE` does the work in a process of its own, its imports not
counted, and tells the bytes.
"""

from __future__ import annotations

import os
import sys
import tracemalloc

if __name__ == "__main__":
    sys.path[0] = os.getcwd()  # the checkout that it is run from, an older one or this

SCRIPT = os.path.abspath(__file__)


class Peak:
    """A work that returns bytes: `process` runs this script on a file, from the folder `root`."""

    def __init__(self, process, how, path, root):
        self.process, self.how, self.path, self.root = process, how, path, root

    def __call__(self):
        return int(self.process(SCRIPT, self.how, self.path, root=self.root))

    def of(self, old):
        """Return the same work done by the package in another folder."""
        return Peak(self.process, self.how, self.path, old)


def fit(path):
    """The command, but for its report."""
    from contextlib import redirect_stdout
    from io import StringIO

    from perceptron_ref.cli.main import main

    def work():
        with redirect_stdout(StringIO()):
            return main(["fit", path, "--max-updates", "none"])

    return work


def fit_lists(path):
    """A run by Python on lists of ints, which are held as well."""
    from perceptron_ref import Dataset, pla

    def work():
        rows = lists(path)()
        labels = [row.pop() for row in rows]
        return rows, pla(Dataset(rows, labels), max_updates=None)

    return work


def fit_random(path):
    """A run by Python in independent draws, not to its end: `tracemalloc` makes it slow."""
    from perceptron_ref import pla, read

    return lambda: pla(read(path), "random", max_updates=20)


def lists(path):
    """A list of ints for each line of a CSV file."""

    def work():
        with open(path) as stream:
            return [[int(v) for v in line.split(",")] for line in stream]

    return work


def pairs(path):
    """A list of pairs (index, float) for each line of a file in libsvm format."""

    def work():
        with open(path) as stream:
            return [[(int(i), float(v)) for i, v in parted(line)] for line in stream]

    return work


def dicts(path):
    """The same as dicts."""

    def work():
        with open(path) as stream:
            return [{int(i): float(v) for i, v in parted(line)} for line in stream]

    return work


def parted(line):
    """Return the pairs of a line as text."""
    return [pair.split(":") for pair in line.split()[1:]]


if __name__ == "__main__":
    prepared = {f.__name__: f for f in (fit, fit_lists, fit_random, lists, pairs, dicts)}
    asked = prepared[sys.argv[1]](sys.argv[2])
    tracemalloc.start()
    held = asked()
    print(tracemalloc.get_traced_memory()[1])
