"""A few inputs for each property of the fuzzer, and the fuzzer itself."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import run  # noqa: E402
from engine import Property  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

pytestmark = pytest.mark.ci  # made-up inputs for every reader

PROPERTIES = run.properties()
SLOW = ("command_lines_of_a_process", "small_files_small_work")


@pytest.mark.parametrize("prop", PROPERTIES, ids=lambda prop: f"{prop.kind}.{prop.__name__}")
def test_a_few_inputs(prop):
    """The same in every run; `run.py` tries as many as there is time for."""
    assert prop.round(1, most=1 if prop.__name__ in SLOW else 4) is None


def too_large(words, number):
    """A property that does not hold."""
    assert number < 100, "too large"
    return "small"


def test_a_failing_input_is_shrunk_and_printed_as_a_test():
    """With the values that make it fail, to be pasted into a file of tests."""
    prop = Property(too_large, {"words": st.lists(st.text()), "number": st.integers()})
    reports = list(run.spend(60, [prop], first=3))
    (report,) = reports  # told once; after five failures a property is left alone
    assert prop.tried["FAILED"] == 5
    test = report[report.index("def test_") :]
    assert test.endswith("(\n        words=[],\n        number=100,\n    )\n")
    compile(test, "pasted", "exec")


def test_the_table_counts_inputs_by_outcome():
    """One row for each property, and one for all."""
    prop = Property(lambda number: "even" if number % 2 == 0 else "odd", {"number": st.integers()})
    prop.__name__ = "parity"
    assert prop.round(1, most=30) is None
    assert sum(prop.tried.values()) == 30
    *_, row, last = run.table([prop])
    assert f"| parity | 30 | {prop.tried.most_common()[0][0]}: " in row
    assert last.startswith("| all | 1 properties | 30 |")


def test_every_kind_has_properties():
    """The six kinds of inputs, each with a property at least."""
    assert {prop.kind for prop in PROPERTIES} == set(run.KINDS)
