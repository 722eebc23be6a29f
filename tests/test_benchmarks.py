"""The benchmarks: the cells of their table, the timing, and the tables of the page on speed."""

from __future__ import annotations

import csv
import importlib.util
import subprocess
import sys
from itertools import count

import benchmarks
import pytest
from benchmarks import NUMPY, OURS, PEERS, PLAIN, SCIKIT, SCIPY
from conftest import ROOT


def test_cells_are_medians_and_quartiles():
    """The first cell is the median of our times, in milliseconds. Each other cell shows the median
    and the quartiles of our time divided by their time, in brackets if the answers differ. It is
    empty if the library was not measured.
    """
    rounds = {OURS: [(3, 2.0), (3, 3.0), (3, 4.0)], PLAIN: [(3, 1.0)] * 3}
    rounds.update({NUMPY: [(4, 2.0)] * 3, SCIKIT: [(None, 4.0)] * 3, SCIPY: [(3, 5000.0)] * 3})
    ratios = ["3.00 (2.50-3.50)", "(1.50 (1.25-1.75))", "0.75 (0.62-0.88)", ""]
    ratios.append("0.0006 (0.0005-0.0007)")  # one significant digit below 0.01
    assert benchmarks.cells(rounds) == ["3000.0", *ratios]


def test_work_is_timed_on_new_data_each_time(monkeypatch):
    """The work is repeated until 0.05 s are over, and the result is the mean.

    The clock of this test advances 0.02 s at each reading.
    """
    pytest.importorskip("resource", reason="Windows does not tell the time of processes")
    monkeypatch.setattr(benchmarks, "process_time", count(0, 0.02).__next__)
    received = []
    assert benchmarks.mean_seconds(received.append, object) == pytest.approx(0.02)
    assert {*map(type, received)} == {object}
    assert len({*map(id, received)}) == len(received) == 3


def test_the_table_of_the_page_has_the_cases():
    """The table has the rows and columns of the script, in the same order. All answers agree."""
    with open(benchmarks.PAGE, encoding="utf-8", newline="") as stream:
        (conditions,), heading, *rows = csv.reader(stream)
    assert [row[0] for row in rows] == [name for name, *_ in benchmarks.CASES]
    assert heading[2:] == [*PEERS] and "CPython" in conditions
    assert [cell for row in rows for cell in row if cell.startswith("(")] == []


def test_the_page_has_the_seconds_of_whole_commands():
    """The table has a row for each command and d, and a cell for each N. The cells from the first N
    on that is too large are empty.
    """
    with open(benchmarks.SIZES_PAGE, encoding="utf-8", newline="") as stream:
        _, heading, *rows = csv.reader(stream)
    row_headings = [[name, str(d)] for name in benchmarks.COMMANDS for d in benchmarks.DS]
    assert [row[:2] for row in rows] == row_headings and heading[2:] == [*map(str, benchmarks.NS)]
    for row in rows:
        filled = [*filter(None, row)]
        assert row == filled + [""] * (len(row) - len(filled))


TINY, NOISY = benchmarks.generated(40, 2, margin=5), benchmarks.generated(40, 2, flips=4)
LOOPS = (OURS, PLAIN, NUMPY)


@pytest.mark.ci
@pytest.mark.parametrize(
    "library_name, write, question_args, expected",
    [
        *((library_name, TINY, {"T": 3}, 3) for library_name in LOOPS),
        *((library_name, TINY, {"order": "random", "runs": 3}, 20) for library_name in LOOPS),
        *((library_name, TINY, {"order": "worst-margin"}, 10) for library_name in (OURS, NUMPY)),
        *((library_name, NOISY, {"question": "pocket", "T": 50}, 4) for library_name in LOOPS),
        *(
            (library_name, benchmarks.word_frequencies(20, 300), {}, 10)
            for library_name in (OURS, PLAIN)
        ),  # a loop over dicts
        *(
            (library_name, benchmarks.decimals(20, 2), {"question": "read"}, 20)
            for library_name in (OURS, PLAIN)
        ),
    ],
)
def test_loops_written_by_hand_give_the_answer_of_the_package(
    library_name, write, question_args, expected, tmp_path
):
    """Loops in plain Python and with NumPy give the same number of updates, mistakes or rows."""
    if library_name == NUMPY:
        pytest.importorskip("numpy")
    assert benchmarks.answer(library_name, write(str(tmp_path)), **question_args)[0] == expected


@pytest.mark.ci
def test_the_script_prints_a_table():
    """The table has a row for each selected case, and empty cells for libraries that do not take
    part in it.
    """
    command = [sys.executable, "tests/benchmarks.py", "--seconds", "0", "--only", "worst 400"]
    printed = subprocess.check_output(command, cwd=ROOT, encoding="utf-8")
    heading, _, row = (line.strip("| ").split(" | ") for line in printed.splitlines()[2:])
    cells = dict(zip(heading, [cell.strip() for cell in row] + [""] * len(heading)))
    assert cells["run"] == "worst 400 x 5" and float(cells["ms"]) > 0
    measured = {library_name for library_name in PEERS if cells[library_name]}
    assert measured == ({NUMPY} if importlib.util.find_spec("numpy") else set())
