"""Rows over one denominator: with another first entry, times a factor, of length 1, and back."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref.exact.rescaled import at_least_scale, inverse_lengths, rescaled, with_first
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
@given(rows, st.data())
def test_rows_are_multiplied_exactly_and_stay_least(held, rows, data):
    """Each by its own factor, dense rows and sparse ones."""
    factors = [data.draw(st.fractions("1/99", 99, max_denominator=99)) for _ in rows]
    found = rescaled([held(x) for x in rows], factors)
    assert numbers(*found) == [[r * v for v in x] for x, r in zip(rows, factors)]
    assert is_least(*found)


@pytest.mark.parametrize("held", [tuple, SparseVector.of])
@given(rows, st.integers(1, 36), st.integers(1, 36))
def test_rows_over_a_scale_become_least(held, rows, times, scale):
    """Dense rows and sparse ones."""
    held_rows = [held([times * v for v in x]) for x in rows]
    found = at_least_scale(held_rows, scale)
    assert numbers(*found) == numbers(held_rows, scale)
    assert is_least(*found)


@pytest.mark.parametrize("held", [tuple, SparseVector.of])
@given(rows, st.integers(-9, 9), st.integers(1, 9))
def test_the_first_entry_is_another(held, rows, first, rest):
    """Be it 0, or the old one."""
    found = [with_first(held(x), first, rest) for x in rows]
    assert found == [held((first, *[rest * v for v in x[1:]])) for x in rows]


@given(rows)
def test_lengths_are_1_nearly_or_exactly(rows):
    """Within 2^-53, by the nearest int over one power of 2 for all; exactly where that can be."""
    rows = [x for x in rows if any(x)] or [[1, 1, 1]]
    for x, r in zip(rows, inverse_lengths(rows)):
        length = sum(v * v for v in x)
        if isqrt(length) ** 2 == length:
            assert r * isqrt(length) == 1
        else:
            assert 0 < abs(r * r * length - 1) <= Fraction(2, 2**53) + Fraction(1, 2**106)


def test_lengths_of_many_primes_are_not_exact():
    """Their common denominator would have more than 64 bits; r |x| is the int nearest to 2^k."""
    primes = [61, 67, 71, 73, 79, 83, 89, 97, 101, 103]
    assert inverse_lengths([(0, 3 * p, 4 * p) for p in primes])[1] == Fraction(1, 5 * 67)
    roots = [(0, p * p - 1, 2 * p) for p in primes]  # of length p^2 + 1, twice an odd number
    k = 53 + ((103**2 + 1) // 2).bit_length()
    for x, p, r in zip(roots, primes, inverse_lengths(roots)):
        n = r * 2 * 2**k
        assert n.denominator == 1 and abs(n - Fraction(2 * 2**k, p * p + 1)) <= Fraction(1, 2)
