"""The benchmarks: everyone answers the same question, and the page on speed shows their cases."""

from __future__ import annotations

import csv
import subprocess
import sys

import benchmarks
import pytest
from benchmarks import BEFORE, LOOPS, MLXTEND, NUMPY, OURS, PEERS, PLAIN, SCIKIT
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


@pytest.mark.parametrize("who", LOOPS)
@pytest.mark.parametrize(
    "write, asked, found",
    [
        (TINY, {}, 9),
        (TINY, {"T": 3}, 3),
        (TINY, {"order": "random", "runs": 3}, 20),
        (corners([-1]), {}, 1),
        (corners([-1, -1, -1, +1]), {}, 18),
        (NOISY, {"question": "pocket", "T": 50}, 4),
        (corners([-1, +1, +1, -1]), {"question": "pocket", "T": 6}, 2),
    ],
)
def test_loops_by_hand_make_the_runs_of_the_package(who, write, asked, found, tmp_path):
    """In the naive cycle, with a limit, in random draws with many seeds, and Pocket."""
    path = write(str(tmp_path))
    assert answer(OURS, path, **asked) == answer(who, path, **asked) == found


@pytest.mark.parametrize("asked, found", [({}, 10), ({"order": "random", "runs": 3}, 48)])
def test_a_loop_over_dicts_makes_the_runs_of_the_package(asked, found, tmp_path):
    """On a sparse set, in the naive cycle and in random draws."""
    path = SPARSE(str(tmp_path))
    assert answer(OURS, path, **asked) == answer(PLAIN, path, **asked) == found


def test_the_worst_mistake_by_numpy_is_that_of_the_package(tmp_path):
    """Both make the same number of updates."""
    path, worst = TINY(str(tmp_path)), {"order": "worst-margin"}
    assert answer(OURS, path, **worst) == answer(NUMPY, path, **worst) == 10


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
    rounds = {
        OURS: [(3, 7, 2.0, 1.0), (3, 7, 3.0, 1.5), (3, 7, 4.0, 2.0)],
        PLAIN: [(3, 0, 1.0, 1.0)] * 3,
        NUMPY: [(4, 0, 2.0, 2.0)] * 3,
        SCIKIT: [(None, 0, 4.0, 4.0)] * 3,
    }
    assert benchmarks.cells(rounds, PEERS) == [
        "3000.0",
        "0.50 (0.50-0.50)",
        "3.00 (2.50-3.50)",
        "",
        "(1.50 (1.25-1.75))",
        "0.75 (0.62-0.88)",
        "",
    ]


def test_another_run_of_another_checkout_is_in_brackets():
    """The checksums differ, though T is the same; the last cell is about sets run on before."""
    rounds = {OURS: [(3, 7, 2.0, 1.0)] * 3, BEFORE: [(3, 8, 4.0, 4.0)] * 3}
    *_, fresh, again = benchmarks.cells(rounds, [BEFORE, "before, again"])
    assert (fresh, again) == ("(0.50 (0.50-0.50))", "0.25 (0.25-0.25)")


def test_the_table_of_the_page_has_the_cases():
    """The rows and columns of what the script writes, in the same order."""
    with open(benchmarks.PAGE, encoding="utf-8", newline="") as stream:
        (measured,), heading, *rows = csv.reader(stream)
    assert [row[0] for row in rows] == [name for name, _, peers, _ in benchmarks.CASES if peers]
    assert heading[3:] == [*PEERS] and "CPython" in measured


def script(*words):
    """Run the script; return its exit status, and the lines of its table."""
    command = [sys.executable, "tests/benchmarks.py", "--seconds", "0", *words]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, universal_newlines=True)
    return done.returncode, done.stdout.splitlines()[2:]


@pytest.mark.ci
def test_the_script_prints_a_table():
    """A row for each case that is chosen; whoever is missing has an empty cell."""
    status, (heading, rule, row) = script("--only", "worst 400")
    assert (status, heading.count("|"), row.count("|")) == (0, 9, 9)
    assert row.startswith("| worst 400 x 5 | ") and row.endswith(" |  |  |")


@pytest.mark.ci
def test_a_checkout_makes_the_runs_of_itself():
    """Then no cell is in brackets, and the exit status is 0."""
    status, (*_, row) = script("--only", "restart", "--against", str(ROOT))
    assert status == 0 and row.startswith("| restart 400 x 4 | ") and "| (" not in row
