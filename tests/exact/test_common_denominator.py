"""Rows of numbers into ints over one denominator, whatever rows came before."""

from __future__ import annotations

import tracemalloc
from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import DataError
from perceptron_ref.exact import limits
from perceptron_ref.exact.common_denominator import Numerals, at_final_scale
from perceptron_ref.exact.rationals import exact_text, rational

spellings = st.one_of(
    st.integers(-999, 999).map(str),
    st.decimals(-100, 100, places=3).map(str),
    st.floats(-1e9, 1e9).map(repr),
    st.fractions(-10, 10, max_denominator=30).map(exact_text),
    st.sampled_from("-.5,+3,7., 2 ,\t-0.25 ,-0,1e3,-1E-3".split(",")),
    st.sampled_from(["0" * 700 + "1", "0." + "3" * 700]),
)
numbers = spellings | st.integers(-9, 9) | st.just(0.1) | st.fractions(max_denominator=9)
tables = st.integers(1, 5).flatmap(
    lambda d: st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=1)
)
ODD = "x 1_0 1_.5 \u0663 1\u0663.5 .-5 - . --1 1-.5 1.5.5".split()
LONG = "expected a number of at most 1,000 characters"


def at(i):
    """Return where cell i stands."""
    return f"cell {i}"


def read(*rows):
    """Return what each row becomes, one after the other."""
    numerals = Numerals()
    return [numerals.row(row.split() if isinstance(row, str) else row, at) for row in rows]


def refusal(*rows):
    """Return the message of the DataError that refuses the last row."""
    with pytest.raises(DataError) as caught:
        read(*rows)
    return str(caught.value)


@given(tables)
def test_rows_are_the_numbers_times_the_scale(rows):
    """Every entry is scale times its number, x_0 = 1 first, and scale is the least that makes all
    entries ints. A float beside the Fraction that it equals stands for the decimal that it prints.
    """
    scaled = at_final_scale(read(*rows))
    expected = [[Fraction(1), *map(rational, row)] for row in rows]
    least = 1
    for denominator in (v.denominator for row in expected for v in row):
        least = least * denominator // gcd(least, denominator)
    assert scaled == tuple(tuple(int(least * v) for v in row) for row in expected)


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (["1 2 0.5", "1 2 1/3", "1 2 0.25"], [(2, 2, 4, 1), (6, 6, 12, 2), (12, 12, 24, 3)]),
        (["7 3", "0.1 3", "7 3", "7 3"], [(1, 7, 3), (10, 1, 30), (10, 70, 30), (10, 70, 30)]),
        *[([f"1/{p}", "0.1", "0.1"], [(p, 1), (10 * p, p), (10 * p, p)]) for p in (3, 7, 11, 13)],
        *[([f"1/{p}", "0.1", "0.1"], [(p, 1), (10, 1), (10, 1)]) for p in (2, 5)],
        ([[0.1, "0.1", Fraction(0.1)]], [(2**55 * 5, 2**54, 2**54, 5 * 3602879701896397)]),
        ([[1, "1"], ["1", True]], [(1, 1, 1), (1, 1, 1)]),
        (["9" * 1_000], [(1, 10**1_000 - 1)]),
        (["1e-39 7"], [(10**39, 1, 7 * 10**39)]),
    ],
)
def test_a_scale_that_grows_fits_the_whole_row_and_those_after(rows, found):
    """By what it lacks; and what was remembered at a smaller scale is not used at a larger one."""
    assert read(*rows) == found


def test_rows_are_brought_to_the_final_scale_without_touching_those_that_are_there():
    """Earlier rows are multiplied up; a row that is at the final scale is handed on as it is."""
    rows = read("1", "0.5", "1/3", "5", "6")
    scaled = at_final_scale(rows)
    assert scaled == ((6, 6), (6, 3), (6, 2), (6, 30), (6, 36))
    assert scaled[-1] is rows[-1]


@pytest.mark.ci
def test_no_more_spellings_are_remembered_than_help():
    """However many different numbers there are, the memory for their spellings ends, and they are
    still read right.
    """
    numerals, total = Numerals(), 0
    tracemalloc.start()
    try:
        for start in range(0, 50_000, 500):
            total += sum(numerals.row([f"{n}.5" for n in range(start, start + 500)], at)[1:])
        used = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert total == 2 * sum(range(50_000)) + 50_000
    assert numerals.row(["0.5", "49999.5", "50000.5"], at) == (2, 1, 99_999, 100_001)
    assert used < 2_000_000


@pytest.mark.parametrize("cell", [*ODD, "", "5 .", "1. 5", "1\n2"])
@pytest.mark.parametrize("position", [0, 2])
def test_a_cell_that_holds_no_number_is_named(cell, position):
    """The first cell that is no number is named by its place, among numbers spelled plainly or
    otherwise.
    """
    for others in (["1", "2", "b"], ["0.5", "-3", "b"], ["1/3", "+2", "b"]):
        row = [*others[:position], cell, *others[position:]]
        expected = "expected a number such as 3, -0.5, 1e-3 or 3/7"
        assert refusal(row) == f"cell {position}: found {cell!r}; {expected}"


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([["9" * 1_001]], ["cell 0: found '999", LONG]),
        ([["0." + "9" * 999]], ["cell 0: found '0.99", LONG]),
        ([["1" + " " * 1_000]], ["cell 0: found '1", LONG]),
        (
            [["1e-1000", "0"], *[["0"] * 100] * 200],
            ["cell 0: found '1e-1000', ", " of 20,002 numbers has 1,001 digits; expected at most"],
        ),
        (
            [*[["0.5"] * 1000] * 300, ["1", "1e-1000"]],
            [
                "cell 1: found '1e-1000', ",
                " of 300,002 numbers has 1,001 ",
                "at most 258: write it",
            ],
        ),
        (
            [[f"1/{10**996 + q}"] for q in (2, 3, 7, 11, 13, 17)],
            [
                "cell 0: found '1/10000",
                " of 6 numbers has 5,",
                "at most 5,000: write it with fewer",
            ],
        ),
    ],
)
def test_numbers_that_take_too_much_work_are_refused(rows, says):
    """More than 1,000 characters; more than 5,000 digits of the common denominator; and fewer
    where numbers are many. The message names the number that made it so long, and its place.
    """
    message = refusal(*rows)
    assert all(part in message for part in says)


def test_a_short_denominator_may_be_that_of_any_numbers():
    """40 digits are never too many, 41 may be."""
    numerals = Numerals()
    numerals._numbers = limits.MOST_NUMBERS
    assert numerals.row(["1e-39", "7"], at) == (10**39, 1, 7 * 10**39)
    with pytest.raises(DataError, match="'1e-40', .* 41 digits; expected at most 40:"):
        numerals.row(["1e-40"], at)


def test_ten_thousand_growing_denominators_cost_one_pass():
    """Each row may grow the denominator: what is computed for that does not grow with its digits.

    Factors for plain decimals are held up to 40 decimals, and longer ones are read all the same.
    """
    numerals = Numerals()
    rows = at_final_scale([numerals.row([f"1e-{k}"], at) for k in range(1, 1_001)])
    assert rows == tuple((10**1_000, 10 ** (1_000 - k)) for k in range(1, 1_001))
    assert len(numerals._factors) == 41
    assert numerals.row(["0." + "0" * 40 + "1"], at) == (10**1_000, 10**959)
    assert numerals.row(["0." + "0" * 39 + "1"], at) == (10**1_000, 10**960)
