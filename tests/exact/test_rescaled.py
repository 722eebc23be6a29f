"""Rows over one denominator: with another first entry, times a factor, of length 1, and back."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref.exact.rescaled import (
    _inverse_lengths,
    divided,
    least,
    of_length_1,
    times,
    with_first,
)
from perceptron_ref.exact.sparse import SparseVector

rows = st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=1, max_size=4)


def numbers(rows, scale):
    """Return what the rows stand for."""
    dense = [x.dense(3) if isinstance(x, SparseVector) else x for x in rows]
    return [[Fraction(v, scale) for v in x] for x in dense]


def is_least(rows, scale):
    """Tell whether no factor is common to the denominator and all numbers."""
    common = scale
    for x in rows:
        for v in x.values if isinstance(x, SparseVector) else x:
            common = gcd(common, v)
    return common == 1


@pytest.mark.parametrize("held", [tuple, SparseVector.of])
@given(rows, st.integers(1, 9), st.integers(-9, 9), st.integers(1, 9))
def test_rows_are_changed_exactly_and_stay_least(held, rows, scale, p, q):
    """Another first entry, and a factor, for dense rows and sparse ones."""
    p, q = p // gcd(p, q), q // gcd(p, q)
    held_rows, before = [held(x) for x in rows], numbers(rows, scale)
    found = with_first(held_rows, scale, (p, q))
    assert numbers(*found) == [[Fraction(p, q), *x[1:]] for x in before] and is_least(*found)
    found = times(held_rows, scale, (1 + abs(p), q))
    assert numbers(*found) == [[Fraction(1 + abs(p), q) * v for v in x] for x in before]
    assert is_least(*found) and numbers(*least(held_rows, scale)) == before


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=4))
def test_an_inverse_length_is_rounded_to_the_nearest_int(squares):
    """2^k / sqrt(s), k being 53 more than the bits of the longest; exact for squares of ints."""
    shares, unit = _inverse_lengths(squares)
    for share, square in zip(shares, squares):
        if isqrt(square) ** 2 == square:
            assert share * isqrt(square) == unit
        else:
            k = 53 + isqrt(max(squares)).bit_length()
            nearest = share // (unit >> k)
            assert (2 * nearest - 1) ** 2 * square < 4 ** (k + 1) < (2 * nearest + 1) ** 2 * square


@given(rows, st.integers(1, 9))
def test_lengths_are_1_and_what_was_multiplied_can_be_divided(rows, scale):
    """Each within 2^-53, exactly where it is rational; and back again."""
    rows = [x for x in rows if any(x)] or [[1, 1, 1]]
    found, denominator, factors = of_length_1(rows, scale)
    assert divided(found, denominator, factors) == least(list(map(tuple, rows)), scale)
    for x, r in zip(rows, factors):
        square = r * r * sum(v * v for v in x) / scale**2
        length = sum(v * v for v in x)
        if isqrt(length) ** 2 == length:
            assert square == 1
        else:
            assert 0 < abs(square - 1) <= Fraction(2, 2**53) + Fraction(1, 2**106)
