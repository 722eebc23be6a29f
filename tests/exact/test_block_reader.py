"""The block reader returns the numbers that `rational` reads, or None: it refuses the whole block.

A block is a list of columns, each with the texts of its cells. Another reader then reads a refused
block.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import Dataset
from perceptron_ref.errors import DataError
from perceptron_ref.exact.blocks import BlockReader, equal_decimals
from perceptron_ref.exact.rationals import rational

UNUSUAL_SPELLINGS = (
    "1 . -. .5 -.5 5. -5. .-5 1.-5 --1 1- 1e5 e5 1e 1e- 1e+5 -1E-5 0e9 0e999 1.2.3 +5 +-5 1,5 00.5 "
)
UNUSUAL_SPELLINGS += "-0 -0.0 1e22 1e23 1e-25 1.5e300 1e-300 1/2 1_0 \u0663 nan inf x"
SPELLINGS = st.one_of(
    st.integers(-999, 999).map(str),
    st.decimals(-100, 100, places=3).map(str),
    st.floats(-1e20, 1e20).map(repr),
    st.floats(-1e5, 1e5).map("{:.3e}".format),
    st.floats(-1e9, 1e9).map("{:.1f}".format),
    st.sampled_from([*UNUSUAL_SPELLINGS.split(), "", " 2 ", "1 0"]),
)
REPEATED_SPELLINGS = st.sampled_from(["1.25", "-3.50", "0.75"])


@given(
    st.lists(
        st.lists(SPELLINGS | REPEATED_SPELLINGS, min_size=3, max_size=3), min_size=1, max_size=8
    )
)
def test_every_number_is_exact(rows):
    """The block reader returns the numbers that `rational` returns, or None.

    It returns None if a cell is not a number. The second block repeats each row 30 times.
    """
    reader = BlockReader()
    for times in 1, 30:
        columns = [[*column] * times for column in zip(*rows)]
        rows_read = reader.read(columns)
        try:
            expected = [[rational(v) for v in row] for row in rows] * times
        except DataError:
            assert rows_read is None
            continue
        if rows_read is not None:
            assert [[Fraction(v, x[0]) for v in x[1:]] for x in rows_read] == expected
            assert len(rows_read) == len(expected)


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("1.25 -0.50", "100 125; 100 -50"),
        ("7 -8", "1 7; 1 -8"),
        ("1.5 2.25 -3", "100 150; 100 225; 100 -300"),
        ("1.5e-1 2 3e1", "100 15; 100 200; 100 3000"),
        ("1.5 2e1", "10 15; 10 200"),
        ("+1.5 2.5", "10 15; 10 25"),
        ("0.1 112589990684262.5", "10 1; 10 1125899906842625"),  # 10 v > 2^50
        ("0.1" + "0" * 16 + " 3", f"{10**17} {10**16}; {10**17} {3 * 10**17}"),
        ("1e-23 1", None),
        ("9" * 40, "1 " + "9" * 40),
        ("9" * 41, None),
        ("1,5 2", None),
        ("1.-5 2.5", None),
    ],
)  # fmt: skip
def test_a_column_is_read_or_refused(column, expected):
    """The only column of a block is refused if a cell has a misplaced sign or a comma, too many
    digits, or too small an exponent.
    """
    rows = BlockReader().read([column.split()])
    outcome = rows and "; ".join(f"{q} {v}" for q, v in rows)
    assert outcome == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("1.25,-0.50,1", 2),
        (".5,-.5,yes 1.5,+2.5,no", 1),
        ("7,-8,0 9,10,1", 0),
        ("1.5,2.25,1", None),
        ("1.5,2,1", None),
        ("1.,2.,1", None),
        ("1.-5,2.5,1", None),
        ("15,2.5,1.0", None),
        ("1.5,2.5,1.0", None),
        ("1.2.5,25,1", None),
        ("1.5,2.5 3.5,4.5,1,0", None),
        ("1_0.5,2.5,1", None),
        ("1.5e1,2.5e1,1", None),
        ("9" * 40 + ".5,2.5,1", 1),
        ("9" * 41 + ".5,2.5,1", None),
    ],
)  # fmt: skip
def test_equal_decimals_returns_the_number_that_all_features_share(lines, expected):
    """The result is None, too, if a cell has an exponent, an underscore or a misplaced sign, or
    if the label has a point.
    """
    text = lines.replace(" ", "\n") + "\n"
    for delimiter in ",;\t ":
        decimals = equal_decimals(text.replace(",", delimiter), delimiter, [True, True, False])
        assert decimals == expected


def test_rows_with_and_without_points_get_one_denominator():
    """The reader does not mix up 150 in a block of numbers without their points, where it stands
    for 1.50, with 150 in another block.
    """
    reader = BlockReader()
    assert reader.read([["150", "250"]], 2) == [(100, 150), (100, 250)]
    assert reader.read([["150", "2.5"]]) == [(100, 15000), (100, 250)]
    assert reader.read([["15", "25"]], 1) == [(100, 150), (100, 250)]
    assert reader.read([["150", "1_"]], 1) is None


def test_blocks_without_columns_or_rows_are_refused():
    """`read` returns None for a block without columns, and for one without rows."""
    assert BlockReader().read([]) is BlockReader().read([[], []]) is None


def test_the_number_of_remembered_spellings_is_limited():
    """A long file of different numbers must not fill the memory. The numbers stay exact."""
    reader = BlockReader()
    for start in range(0, 30_000, 200):
        cells = [f"{n}.5" for n in range(start, start + 200) for _ in range(4)]
        assert reader.read([cells])[-1] == (10, 10 * (start + 199) + 5)
    assert len(reader._int_of_cell) <= 20_000


@pytest.mark.parametrize(
    "column",
    [
        [0.5, 2, -1e-7], ["0.5", "2", "1e-7"], [0.1, True], [0.5, Fraction(1, 3)], [0.25, "1/4"],
        [2, 7], [1.5, 10**5000], [1e300, 1e-300], ["1.5", " 2 "], [0.30000000000000004, 0.3],
    ],
)  # fmt: skip
def test_columns_of_mixed_types_are_exact(column):
    """A column may mix floats, ints, bools, Fractions and texts, with spaces or as p/q."""
    data = Dataset([[v, 3] for v in column], [(-1) ** n for n in range(len(column))])
    assert [x[1] for x in data.xs] == [*map(rational, column)]
