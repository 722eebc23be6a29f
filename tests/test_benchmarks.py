"""The benchmarks: everyone answers the same question, and the page on speed shows their cases."""

from __future__ import annotations

import csv
import subprocess
import sys

import benchmarks
import pytest
from benchmarks import LOOPS, MLXTEND, NUMPY, OURS, PEERS, PLAIN, SCIKIT
from conftest import ROOT

TINY = benchmarks.made(40, 2, margin=5)
NOISY = benchmarks.made(40, 2, flips=4)
SPARSE = benchmarks.words(20, 300)


def corners(labels):
    """Return a function that writes the corners of the unit square, many of whose margins are 0."""

    def write(folder):
        path = f"{folder}/data.csv"
        with open(path, "w") as stream:
            for x, y in zip(["0,0", "0,1", "1,0", "1,1"], labels):
                print(x, y, sep=",", file=stream)
        return path

    return write


def answer(who, path, **asked):
    """Return what a work adds up to; where who is not installed, the test is skipped."""
    try:
        if who == OURS:
            work, data = benchmarks.ours(path, **asked)
        else:
            work, data = benchmarks.peer(who, path, **asked), None
        found = work(data)
    except ImportError as error:
        pytest.skip(str(error))
    return found and sum(first for first, *_ in found)


@pytest.mark.parametrize(
    "who, write, asked, found",
    [
        *((who, TINY, {}, 9) for who in LOOPS),
        *((who, TINY, {"T": 3}, 3) for who in LOOPS),
        *((who, TINY, {"order": "random", "runs": 3}, 20) for who in LOOPS),
        *((who, corners([-1]), {}, 1) for who in LOOPS),
        *((who, corners([-1, -1, -1, +1]), {}, 18) for who in LOOPS),
        *((who, NOISY, {"question": "pocket", "T": 50}, 4) for who in LOOPS),
        *((who, corners([-1, 1, 1, -1]), {"question": "pocket", "T": 6}, 2) for who in LOOPS),
        (NUMPY, TINY, {"order": "worst-margin"}, 10),
        (PLAIN, SPARSE, {}, 10),  # a loop over dicts
        (PLAIN, SPARSE, {"order": "random", "runs": 3}, 48),
    ],
)
def test_loops_by_hand_make_the_runs_of_the_package(who, write, asked, found, tmp_path):
    """In the naive cycle, with a limit, in random draws with many seeds, and Pocket."""
    path = write(str(tmp_path))
    assert answer(OURS, path, **asked) == answer(who, path, **asked) == found


@pytest.mark.parametrize("who", [SCIKIT, MLXTEND])
def test_other_packages_come_to_an_end(who, tmp_path):
    """Their runs are others, so their answer is not compared."""
    assert answer(who, TINY(str(tmp_path))) is None


def test_a_work_is_done_on_new_data_each_time():
    """It is given what the function makes, again and again; the seconds are those of one time."""
    pytest.importorskip("resource", reason="Windows does not tell the time of processes")
    given = []
    assert 0 < benchmarks.timed(given.append, object) < 0.05
    assert {*map(type, given)} == {object} and len({*map(id, given)}) == len(given) > 1


def test_cells_are_medians_and_quartiles():
    """Our time by theirs, round by round; another answer is in brackets, a missing one is empty."""
    rounds = {OURS: [(3, 2.0), (3, 3.0), (3, 4.0)], PLAIN: [(3, 1.0)] * 3}
    rounds.update({NUMPY: [(4, 2.0)] * 3, SCIKIT: [(None, 4.0)] * 3})
    ratios = ["3.00 (2.50-3.50)", "(1.50 (1.25-1.75))", "0.75 (0.62-0.88)", ""]
    assert benchmarks.cells(rounds) == ["3000.0", *ratios]


def test_the_table_of_the_page_has_the_cases():
    """The rows and columns of what the script writes, in the same order."""
    with open(benchmarks.PAGE, encoding="utf-8", newline="") as stream:
        (measured,), heading, *rows = csv.reader(stream)
    assert [row[0] for row in rows] == [name for name, *_ in benchmarks.CASES]
    assert heading[2:] == [*PEERS] and "CPython" in measured


@pytest.mark.ci
def test_the_script_prints_a_table():
    """A row for each case that is chosen; whoever is missing has an empty cell."""
    command = [sys.executable, "tests/benchmarks.py", "--seconds", "0", "--only", "worst 400"]
    printed = subprocess.check_output(command, cwd=ROOT, encoding="utf-8")
    heading, rule, row = printed.splitlines()[2:]
    assert (heading.count("|"), row.count("|")) == (7, 7)
    assert row.startswith("| worst 400 x 5 | ") and row.endswith(" |  |  |")
