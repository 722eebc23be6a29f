"""Rows of numbers as text into ints over one denominator, whatever rows came before."""

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
    st.fractions(-10, 10, max_denominator=30).map(lambda q: f"{q.numerator}/{q.denominator}"),
    st.fractions(-10, 10, max_denominator=30).map(exact_text),
    st.sampled_from(
        [
            "-.5",
            "+3",
            "7.",
            " 2 ",
            "\t-0.25 ",
            "-0",
            "1e3",
            "-1E-3",
            "0" * 700 + "1",
            "0." + "3" * 700,
        ]
    ),
)
tables = st.integers(1, 5).flatmap(
    lambda d: st.lists(st.lists(spellings, min_size=d, max_size=d), min_size=1)
)


def at(i):
    """Return where cell i stands."""
    return f"cell {i}"


@given(tables)
def test_rows_are_the_numbers_times_the_scale(rows):
    """Every entry is scale times its number, x_0 = 1 first, and scale is the least that makes all
    entries ints.
    """
    numerals = Numerals()
    scaled = at_final_scale([numerals.row(row, at) for row in rows])
    expected = [[Fraction(1), *map(rational, row)] for row in rows]
    least = 1
    for denominator in (v.denominator for row in expected for v in row):
        least = least * denominator // gcd(least, denominator)
    assert numerals.scale == least
    assert scaled == tuple(tuple(int(numerals.scale * v) for v in row) for row in expected)


def test_a_scale_that_grows_within_a_row_fits_the_whole_row():
    """A row whose last number needs a larger scale is at that scale from its first number on."""
    numerals = Numerals()
    assert numerals.row(["1", "2", "0.5"], at) == (2, 2, 4, 1)
    assert numerals.row(["1", "2", "1/3"], at) == (6, 6, 12, 2)
    assert numerals.row(["1", "2", "0.25"], at) == (12, 12, 24, 3)


@pytest.mark.parametrize("p", [2, 3, 5, 7, 11, 13])
def test_tenths_are_right_at_a_scale_that_ten_does_not_divide(p):
    """The scale grows by what it lacks."""
    numerals = Numerals()
    assert numerals.row([f"1/{p}"], at) == (p, 1)
    assert numerals.row(["0.1"], at)[0] == (10 if p in (2, 5) else 10 * p)
    assert numerals.row(["0.1"], at) == (numerals.scale, numerals.scale // 10)


def test_numbers_met_before_are_right_after_the_scale_has_grown():
    """What was remembered at a smaller scale is never handed out at a larger one."""
    numerals = Numerals()
    assert numerals.row(["7", "3"], at) == (1, 7, 3)
    assert numerals.row(["0.1", "3"], at) == (10, 1, 30)
    assert numerals.row(["7", "3"], at) == (10, 70, 30)
    assert numerals.row(["7", "3"], at) == (10, 70, 30)


def test_rows_are_brought_to_the_final_scale_without_touching_those_that_are_there():
    """Earlier rows are multiplied up; a row that is at the final scale already is handed on as it
    is.
    """
    numerals = Numerals()
    rows = [numerals.row([text], at) for text in ("1", "0.5", "1/3", "5", "6")]
    scaled = at_final_scale(rows)
    assert scaled == ((6, 6), (6, 3), (6, 2), (6, 30), (6, 36))
    assert scaled[-1] is rows[-1]


@pytest.mark.ci
def test_no_more_spellings_are_remembered_than_help():
    """However many different numbers there are, the memory for their spellings ends, and they are
    still read right.
    """
    numerals = Numerals()
    total = 0
    tracemalloc.start()
    try:
        for start in range(0, 20_000, 500):
            total += sum(numerals.row([f"{n}.5" for n in range(start, start + 500)], at)[1:])
        used = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert total == 2 * sum(range(20_000)) + 20_000
    assert numerals.row(["0.5", "19999.5", "20000.5"], at) == (2, 1, 39999, 40001)
    assert used < 2_000_000


@pytest.mark.parametrize(
    "cell",
    ["", "x", "1_0", "1_.5", "٣", "1٣.5", ".-5", "-", ".", "5 .", "1. 5", "--1", "1-.5", "1.5.5"],
)
@pytest.mark.parametrize("position", [0, 2])
def test_a_cell_that_holds_no_number_is_named(cell, position):
    """The first cell that is no number is named by its place, among numbers spelled plainly or
    otherwise.
    """
    for others in (["1", "2"], ["0.5", "-3"], ["1/3", "+2"]):
        cells = [*others[:position], cell, *others[position:]]
        with pytest.raises(DataError) as caught:
            Numerals().row(cells, at)
        assert str(caught.value) == (
            f"cell {position}: found {cell!r}; expected a number such as 3, -0.5, 1e-3 or 3/7"
        )


def test_the_first_of_several_bad_cells_is_named():
    """Of several cells that are no numbers the first is named."""
    with pytest.raises(DataError, match="^cell 1: found 'a'"):
        Numerals().row(["1", "a", "b"], at)


@pytest.mark.parametrize(
    "text", ["9" * 1_001, "0." + "9" * 999, "1" + " " * 1_000, "1e" + "9" * 999]
)
def test_a_number_of_more_than_a_thousand_characters_is_refused(text):
    """1,000 characters are read, one more is refused before anything is computed."""
    with pytest.raises(
        DataError, match="^cell 0: found .*; expected a number of at most 1,000 characters$"
    ):
        Numerals().row([text], at)
    assert Numerals().row(["9" * 1_000], at) == (1, 10**1_000 - 1)


def test_many_numbers_over_a_long_denominator_are_refused():
    """Where a denominator of 1,001 digits is common to 19,960 numbers, one more of these is too
    much work; the message names the number that made it so long, and its place.
    """
    numerals = Numerals()
    assert numerals.row(["1e-1000"], at) == (10**1_000, 1)
    for _ in range(199):
        numerals.row(["0"] * 100, at)
    numerals.row(["0"] * 59, at)
    with pytest.raises(DataError) as caught:
        numerals.row(["7"], lambda i: "the last row")
    assert str(caught.value) == (
        "cell 0: found '1e-1000', with which the common denominator of 19,961 numbers has 1,001 "
        "digits; expected at most 1,000: write it with fewer digits, or leave it out"
    )


def test_a_long_denominator_after_many_numbers_is_refused():
    """The same when the numbers come first and what makes their denominator long comes last."""
    numerals = Numerals()
    for _ in range(300):
        numerals.row(["0.5"] * 1000, at)
    with pytest.raises(DataError) as caught:
        numerals.row(["1", "1e-1000"], at)
    assert str(caught.value) == (
        "cell 1: found '1e-1000', with which the common denominator of 300,002 numbers has 1,001 "
        "digits; expected at most 258: write it with fewer digits, or leave it out"
    )


def test_a_short_denominator_may_be_that_of_any_numbers():
    """40 digits are never too many, 41 may be."""
    numerals = Numerals()
    numerals._numbers = limits.MOST_NUMBERS
    assert numerals.row(["1e-39", "7"], at) == (10**39, 1, 7 * 10**39)
    with pytest.raises(
        DataError, match="^cell 0: found '1e-40', .* 41 digits; expected at most 40:"
    ):
        numerals.row(["1e-40"], at)


def test_a_denominator_of_more_than_five_thousand_digits_is_refused():
    """However few the numbers, what their common denominator needs for more digits is refused."""
    numerals = Numerals()
    for q in (2, 3, 7, 11, 13):  # 10^996 and others without common factors
        numerals.row([f"1/{10**996 + q}"], at)
    with pytest.raises(DataError, match="^cell 0: found '1/10000.*5,[0-9]{3} digits; expected at "):
        numerals.row([f"1/{10**996 + 17}"], at)


def test_ten_thousand_growing_denominators_cost_one_pass():
    """Each row may grow the denominator: what is computed for that does not grow with its digits.

    Factors for plain decimals are held up to 40 decimals, and longer ones are read all the same.
    """
    numerals = Numerals()
    rows = at_final_scale([numerals.row([f"1e-{k}"], at) for k in range(1, 1_001)])
    assert rows == tuple((10**1_000, 10 ** (1_000 - k)) for k in range(1, 1_001))
    assert len(numerals._factors) == 41
    assert numerals.row(["0." + "0" * 40 + "1"], at) == (10**1_000, 10**959)


def test_a_thousand_different_denominators_are_read():
    """Fractions with a different prime below each are exact, and every row is at the product of
    all.
    """
    primes = [p for p in range(2, 2000) if all(p % q for q in range(2, p))]
    numerals = Numerals()
    rows = at_final_scale([numerals.row([f"1/{p}"], at) for p in primes])
    product = 1
    for p in primes:
        product *= p
    assert numerals.scale == product
    assert rows == tuple((product, product // p) for p in primes)
