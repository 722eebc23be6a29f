"""Rows of numbers become ints over a common denominator.

The tests cover spellings, denominators that grow, factors for rows, and numbers that are refused.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st
from messages import check_refused

from perceptron_ref.errors import DataError
from perceptron_ref.exact.common_denominator import (
    MAX_DENOMINATOR_DIGITS,
    RowReader,
    ints_and_denominator,
    over_common_denominator,
)
from perceptron_ref.exact.rationals import exact_text, rational
from perceptron_ref.exact.sparse import SparseVector

SPELLINGS = st.one_of(
    st.integers(-999, 999).map(str),
    st.decimals(-100, 100, places=3).map(str),
    st.floats(-1e9, 1e9).map(repr),
    st.fractions(-10, 10, max_denominator=30).map(exact_text),
    st.sampled_from("-.5,+3,7., 2 ,\t-0.25 ,-0,1e3,-1E-3,0.50,1.500".split(",")),
    st.sampled_from(["0" * 700 + "1", "0." + "3" * 700, "0." + "0" * 38 + "1", "1e-40"]),
)
NUMBERS = SPELLINGS | st.integers(-9, 9) | st.just(0.1) | st.fractions(max_denominator=9)
TABLES = st.integers(1, 5).flatmap(
    lambda d: st.lists(st.lists(NUMBERS, min_size=d, max_size=d), min_size=1)
)
INT_ROWS = st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=1, max_size=4)


def location_of(i):
    """Return the location of cell i, as errors name it."""
    return f"cell {i}"


def read_rows(*rows):
    """Return the int rows of a reader after it has read all rows, and their common denominator."""
    reader = RowReader()
    cells = (row.split() if isinstance(row, str) else row for row in rows)
    return over_common_denominator([reader.read(row, location_of) for row in cells])


def least_common_denominator(values):
    """Return the least positive int whose product with every Fraction is an int."""
    common_multiple = 1
    for v in values:
        common_multiple *= v.denominator // gcd(common_multiple, v.denominator)
    return common_multiple


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([Fraction(1, 3), Fraction(-2, 5)], ((5, -6), 15)),
        ([Fraction(1, 4), Fraction(1, 6), 0], ((3, 2, 0), 12)),
        ([Fraction(4), -6], ((4, -6), 1)),
    ],
)
def test_the_denominator_is_the_least_that_makes_ints(values, expected):
    """The denominator is the least common one, and common factors of the ints stay."""
    assert ints_and_denominator(values) == expected


@pytest.mark.ci
@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("1.500 -2.250 .125 -.500 07.000", "3/2 -9/4 1/8 -1/2 7"),
        ("1.5 2.50 3 -4. 0.125", "3/2 5/2 3 -4 1/8"),
        ("12 -3 4 5 6", "12 -3 4 5 6"),
        ("1.50 2.25 3.75 4.00 -0.00", "3/2 9/4 15/4 4 0"),
        ("1.5000 2.0001 1.0000", "3/2 20001/10000 1"),
        ("1e3 2.500 1/3", "1000 5/2 1/3"),
        ("1.500 2.-50", "cell 1: found '2.-50'"),
        ("1.500 1-.500", "cell 1: found '1-.500'"),
        ("1.500 1_0.500", "cell 1: found '1_0.500'"),
        ("1.500 \u0661.500", "cell 1: found '\u0661.500'"),
        ("1.500 2,3.500", "cell 1: found '2,3.500'"),
        ("1.500 2.50.500", "cell 1: found '2.50.500'"),
        ("1.500 -", "cell 1: found '-'"),
    ],
)
def test_a_row_is_read_in_the_same_way_whatever_was_read_before(row, expected):
    """Before the row, the reader reads one spelling 3,000 times, or 30,000 spellings once."""
    cells, answers = row.split(), []
    for distinct_numbers, row_count in (1, 300), (30_000, 3_000):
        reader = RowReader()
        for i in range(row_count):
            reader.read([f"{(10 * i + k) % distinct_numbers}.125" for k in range(10)], location_of)
        try:
            denominator, *ints = reader.read([*cells], location_of)
            answers.append(" ".join(str(Fraction(v, denominator)) for v in ints))
        except DataError as error:
            answers.append(str(error).partition(";")[0])
    assert answers == [expected] * 2


@pytest.mark.ci
@given(TABLES)
def test_rows_are_the_numbers_times_the_common_denominator(rows):
    """Every entry is the denominator times its number, with x_0 = 1 first.

    The denominator is the least that makes all entries ints.
    """
    expected = [[Fraction(1), *map(rational, row)] for row in rows]
    denominator = least_common_denominator(v for row in expected for v in row)
    int_rows = tuple(tuple(denominator * v for v in row) for row in expected)
    assert read_rows(*rows) == (int_rows, denominator)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["1 0.5", "1 1/3", "1 0.25"], ((12, 12, 6), (12, 12, 4), (12, 12, 3))),
        (["7 3", "0.1 3", "7 3", "7 3"], ((10, 70, 30), (10, 1, 30), *[(10, 70, 30)] * 2)),
        (["0.5", "0.25", "0.5", "0.125"], ((8, 4), (8, 2), (8, 4), (8, 1))),
        ([[0.1, "0.1", Fraction(0.1)]], ((2**55 * 5, 2**54, 2**54, 5 * 3602879701896397),)),
        ([[1, "1"], ["1", True]], ((1, 1, 1), (1, 1, 1))),
        (["9" * 10_000], ((1, 10**10_000 - 1),)),
        ([["0." + "9" * 998]], ((10**998, 10**998 - 1),)),
    ],
)
def test_rows_have_one_denominator_although_spellings_repeat(rows, expected):
    """A spelling has the same value in every row, also after the denominator has grown.

    A float beside an equal Fraction stands for the decimal that it prints.
    """
    assert read_rows(*rows)[0] == expected


@pytest.mark.ci
def test_the_memory_for_spellings_has_a_limit(memory_tracer):
    """50,000 different numbers take less than 2 MB, and the reader still reads them right."""
    reader, total = RowReader(), 0
    memory_tracer.start()
    for start in range(0, 50_000, 500):
        total += sum(reader.read([f"{n}.5" for n in range(start, start + 500)], location_of)[1:])
    used_bytes = memory_tracer.get_traced_memory()[0]
    assert total == 10 * sum(range(50_000)) + 5 * 50_000
    assert reader.read(["0.5", "49999.5", "50000.5"], location_of) == (10, 5, 499_995, 500_005)
    assert used_bytes < 2_000_000


@pytest.mark.parametrize("position", [0, 2])
@pytest.mark.parametrize(
    "cell", [*"x 1_0 1_.5 \u0663 1\u0663.5 .-5 - . --1 1-.5 1.5.5".split(), "", "5 .", "1\n2"]
)
def test_the_error_names_the_first_cell_without_a_number(cell, position):
    """Two of the other cells are ints, decimals or fractions.

    The last cell is not a number either, but it comes later.
    """
    for other_cells in (["1", "2", "b"], ["0.5", "-3", "b"], ["1/3", "+2", "b"]):
        row = [*other_cells[:position], cell, *other_cells[position:]]
        expected = "expected a number such as 3, -0.5, 1e-3 or 3/7"
        check_refused(f"cell {position}: found {cell!r}; {expected}", read_rows, row)


TOO_LONG = "…a number of at most 100,000 characters"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([["9" * 100_001]], f"cell 0: found '999{TOO_LONG}"),
        ([["1" + " " * 100_000]], f"cell 0: found '1{TOO_LONG}"),
        ([["0." + "9" * 5_000]], "cell 0: found '0.99…longer than 5,000 digits"),
        (
            [[f"1/{10**996 + q}"] for q in (2, 3, 7, 11, 13, 17, 19)],
            "cell 0: found '1/1000…longer than 5,000 digits; expected a decimal, or",
        ),
    ],
)
def test_numbers_that_take_too_much_work_are_refused(rows, message):
    """A text may have 100,000 characters, and the common denominator 5,000 digits.

    The message names the number that exceeds the limit, and its cell.
    """
    check_refused(message, read_rows, *rows)


def test_a_common_denominator_has_at_most_five_thousand_digits():
    """A denominator of 5,000 digits is accepted; the number that makes it longer is refused."""
    q = 10 ** (MAX_DENOMINATOR_DIGITS - 1) + 1
    assert RowReader().read([Fraction(1, q), 2], location_of) == (q, 1, 2 * q)
    row = [Fraction(1, q), Fraction(1, 13)]
    check_refused(
        "cell 1: …denominator…longer than 5,000 digits", RowReader().read, row, location_of
    )


@pytest.mark.ci
def test_a_common_denominator_that_takes_too_much_memory_is_refused():
    """Its bits times the count of numbers are at most 2^34 (2 GB), and its bits at most 400,000."""
    for count, bits in ((2**17, 2**17), (1, 400_000)):
        assert ints_and_denominator([Fraction(1, 2 ** (bits - 1)), *[0] * (count - 1)])[1] == 2 ** (
            bits - 1
        )
        numbers = [Fraction(1, 2**bits), *[0] * (count - 1)]
        check_refused(
            f"found {count:,} numbers…common denominator…digits", ints_and_denominator, numbers
        )


def test_a_denominator_may_grow_in_every_row():
    """All rows get the last denominator, even if each row makes it grow."""
    rows = [[f"1e-{k}"] for k in range(1, 1_001)]
    assert read_rows(*rows)[0] == tuple((10**1_000, 10 ** (1_000 - k)) for k in range(1, 1_001))
    assert RowReader().read(["0." + "0" * 40 + "1", "3"], location_of) == (10**41, 1, 3 * 10**41)


# Rows of ints, dense and sparse


def numbers_of(rows, denominator):
    """Return the numbers that int rows represent: their entries divided by the denominator."""
    dense = [x.to_dense(3) if isinstance(x, SparseVector) else x for x in rows]
    return [[Fraction(v, denominator) for v in x] for x in dense]


@pytest.mark.parametrize("row_type", [tuple, SparseVector.from_entries])
@given(INT_ROWS, st.data())
def test_rows_times_their_factors_have_the_least_denominator(row_type, rows, data):
    """The denominator is the least common one of all rows, each times its own factor."""
    factors = [data.draw(st.fractions("1/99", 99, max_denominator=99)) for _ in rows]
    ratios = [(r.numerator, r.denominator) for r in factors]
    expected = [[r * v for v in x] for x, r in zip(rows, factors)]
    ints, denominator = over_common_denominator([*map(row_type, rows)], ratios)
    assert numbers_of(ints, denominator) == expected
    assert denominator == least_common_denominator(v for x in expected for v in x)
