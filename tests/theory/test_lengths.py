"""A length is exact if it is rational; its text is rounded to the requested digits."""

from __future__ import annotations

from decimal import ROUND_DOWN, Context, Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_ref.theory.margins import Length


@pytest.mark.parametrize("length", [0, 1, 7, Fraction(3, 7), 10**400, Fraction(1, 10**400)])
def test_a_rational_length_is_exact(length):
    """The length is exact if it is the root of a rational square, of any size."""
    assert Length(1, Fraction(length) ** 2).exact == length


@pytest.mark.parametrize("square", [2, Fraction(4, 3), Fraction(2, 9), 10**400 + 1])
def test_an_irrational_length_has_no_exact_value(square):
    """A length is rational only if numerator and denominator are both squares."""
    assert Length(1, square).exact is None


@pytest.mark.ci
@settings(max_examples=max(100, settings().max_examples))
@given(st.fractions(Fraction(1, 10**6), 10**6), st.integers(-2_000, 2_000))
def test_the_text_of_a_length_is_the_nearest_number_with_its_digits(square, exponent):
    """The difference is at most half a unit of the last digit, for numbers of any size."""
    square *= Fraction(10) ** exponent
    text = Length(1, square).in_words(4)
    p, q = map(Decimal, (square.numerator, square.denominator))
    exponent = Context(prec=1, rounding=ROUND_DOWN).divide(p, q).adjusted() // 2
    near, last = Fraction(text), Fraction(10) ** (exponent - 3)
    assert (near - last / 2) ** 2 <= square < (near + last / 2) ** 2


@pytest.mark.parametrize(
    ("square", "digits", "text"),
    [
        (Fraction(2) * 10**10_000, 12, "1.41421356237E+5000"),
        (Fraction(2, 10**10_000), 3, "1.41E-5000"),
        (Fraction(1, 3), 12, "0.577350269190"),
        (Fraction(10**24 - 1), 12, "1.00000000000E+12"),
        (Fraction(2), 40, "1.414213562373095048801688724209698078570"),
        (Fraction(9, 4), 12, "1.5"),
        (Fraction(0), 12, "0"),
    ],
)
def test_the_text_of_a_length_may_have_more_digits_than_a_float(square, digits, text):
    """An irrational root has as many digits as requested, and a rational one is exact.

    Zeros at the end stay, because an irrational number has no last digit.
    """
    assert Length(1, square).in_words(digits) == text
