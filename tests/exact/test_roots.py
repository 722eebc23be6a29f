"""Square roots: exact where they are rational, and near enough for a float where they are not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_ref.exact.roots import rational_root, root


@pytest.mark.parametrize("length", [0, 1, 7, Fraction(3, 7), 10**400, Fraction(1, 10**400)])
def test_a_rational_root_is_exact(length):
    """Of any size."""
    assert rational_root(Fraction(length) ** 2) == root(Fraction(length) ** 2) == length


@pytest.mark.parametrize("square", [2, Fraction(4, 3), Fraction(2, 9), 10**400 + 1])
def test_an_irrational_root_is_none(square):
    """Numerator and denominator must both be squares."""
    assert rational_root(square) is None


@settings(deadline=None, derandomize=True, max_examples=100)
@given(st.fractions(0, 10), st.integers(-400, 400))
def test_a_root_is_rounded_down_to_its_first_64_bits(square, exponent):
    """r <= sqrt(square) < r (1 + 2^-62), however large or small."""
    square *= Fraction(10) ** exponent
    r = root(square)
    assert r**2 <= square
    assert square == 0 or square < (r * (1 + Fraction(1, 2**62))) ** 2
