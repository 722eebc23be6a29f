"""A square root is exact if it is rational, and otherwise rounded to at least 64 bits.

Inverse norms of vectors are exact or rounded, too.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_ref.exact.common_denominator import inverse_norms
from perceptron_ref.exact.rationals import square_root


@pytest.mark.parametrize("length", [0, 1, 7, Fraction(3, 7), 10**400, Fraction(1, 10**400)])
def test_a_rational_root_is_exact(length):
    """The root of length^2 is length, for numbers of any size."""
    square = Fraction(length) ** 2
    assert square_root(square) == length


@pytest.mark.ci
@settings(max_examples=max(100, settings().max_examples))
@given(st.fractions(0, 10), st.integers(-400, 400))
def test_a_root_is_rounded_down_with_an_error_below_2_to_the_minus_62(square, exponent):
    """r <= sqrt(square) < r (1 + 2^-62), for numbers of any size."""
    square *= Fraction(10) ** exponent
    r = square_root(square)
    assert r**2 <= square
    assert square == 0 or square < (r * (1 + Fraction(1, 2**62))) ** 2


def test_inverse_norms_are_rounded_if_the_common_multiple_is_long():
    """If the least common multiple of all |x| / gcd(x) has more than 64 bits, each r is near
    1 / |x|.

    The first vectors have |x| / gcd(x) = 5, so each r is exact. The entries of each x in `vectors`
    have the gcd 2, so 2^(k+1) r is an int: the one nearest to 2^(k+1) / |x|.
    """
    primes = [61, 67, 71, 73, 79, 83, 89, 97, 101, 103]
    assert inverse_norms([(0, 3 * p, 4 * p) for p in primes])[1] == Fraction(1, 5 * 67)
    vectors = [(0, p * p - 1, 2 * p) for p in primes]  # of length p^2 + 1, twice an odd number
    k = 53 + ((103**2 + 1) // 2).bit_length()
    for x, p, r in zip(vectors, primes, inverse_norms(vectors)):
        numerator = r * 2 ** (k + 1)
        assert numerator.denominator == 1
        assert abs(numerator - Fraction(2 ** (k + 1), p * p + 1)) <= Fraction(1, 2)
