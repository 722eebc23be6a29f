"""Square roots and lengths are exact if they are rational, and else near enough for a float."""

from __future__ import annotations

from decimal import ROUND_DOWN, Context, Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_ref.exact.common_denominator import inverse_norms
from perceptron_ref.exact.rationals import square_root
from perceptron_ref.theory.margins import Length


@pytest.mark.parametrize("length", [0, 1, 7, Fraction(3, 7), 10**400, Fraction(1, 10**400)])
def test_a_rational_root_is_exact(length):
    """This holds for numbers of any size."""
    square = Fraction(length) ** 2
    assert Length(1, square).exact == square_root(square) == length


@pytest.mark.parametrize("square", [2, Fraction(4, 3), Fraction(2, 9), 10**400 + 1])
def test_an_irrational_root_is_none(square):
    """A root is rational only if numerator and denominator are both squares."""
    assert Length(1, square).exact is None


@pytest.mark.ci
@settings(max_examples=max(100, settings().max_examples))
@given(st.fractions(0, 10), st.integers(-400, 400))
def test_a_root_is_rounded_down_to_its_first_64_bits(square, exponent):
    """r <= sqrt(square) < r (1 + 2^-62), for numbers of any size."""
    square *= Fraction(10) ** exponent
    r = square_root(square)
    assert r**2 <= square
    assert square == 0 or square < (r * (1 + Fraction(1, 2**62))) ** 2


@settings(max_examples=max(100, settings().max_examples))
@given(st.fractions(Fraction(1, 10**6), 10**6), st.integers(-2_000, 2_000))
def test_the_text_of_a_root_is_the_nearest_number_with_its_digits(square, exponent):
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
def test_the_text_of_a_root_may_have_more_digits_than_a_float(square, digits, text):
    """It has as many digits as requested.

    Zeros at the end stay, because an irrational number has no last digit.
    """
    assert Length(1, square).in_words(digits) == text


def test_lengths_with_many_prime_denominators_are_rounded():
    """Their common denominator would have more than 64 bits; r |x| is the int nearest to 2^k."""
    primes = [61, 67, 71, 73, 79, 83, 89, 97, 101, 103]
    assert inverse_norms([(0, 3 * p, 4 * p) for p in primes])[1] == Fraction(1, 5 * 67)
    roots = [(0, p * p - 1, 2 * p) for p in primes]  # of length p^2 + 1, twice an odd number
    k = 53 + ((103**2 + 1) // 2).bit_length()
    for x, p, r in zip(roots, primes, inverse_norms(roots)):
        n = r * 2 * 2**k
        assert n.denominator == 1 and abs(n - Fraction(2 * 2**k, p * p + 1)) <= Fraction(1, 2)
