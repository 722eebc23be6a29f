"""Packed vectors: products and combinations equal those of the vectors themselves."""

from __future__ import annotations

from random import Random

import pytest

from perceptron_ref.theory.members import Members


def dot(u, v):
    """Return u . v."""
    return sum(u_i * v_i for u_i, v_i in zip(u, v))


@pytest.mark.parametrize("largest", [1, 9, 10**3, 10**7, 10**60])
def test_packed_products_and_combinations_are_exact(largest):
    """Products and combinations are exact for short and long ints, and for members that joined in
    any order, even twice. A combination that may be too long is None.
    """
    random = Random(largest)
    zs = [[random.randint(-largest, largest) for _ in range(5)] for _ in range(7)]
    members, joined = Members(5, max(dot(z, z) for z in zs)), []
    for n in (3, 0, 6, 0, 2, 1, 3):
        joined += [n] * (n not in joined)
        assert members.add_and_multiply(n, zs[n]) == {m: dot(zs[n], zs[m]) for m in joined}
    for coefficients in ({3: 1}, {0: 5, 6: 2**53}, {2: 2**53, 1: 1, 3: 2**52}):
        weighted_sum = [sum(a_n * zs[n][i] for n, a_n in coefficients.items()) for i in range(5)]
        fits = sum(coefficients.values()) * largest < 2**120
        assert members.weighted_sum(coefficients) == (weighted_sum if fits else None)


def test_long_coefficients_or_unknown_vectors_are_not_packed():
    """The weighted sum is None if a coefficient is too long to be packed, or if a vector never
    joined.
    """
    members = Members(2, 25)
    members.add_and_multiply(7, [3, 4])
    assert members.weighted_sum({7: 2**100}) == [3 * 2**100, 4 * 2**100]
    assert members.weighted_sum({7: 2**125}) is None
    assert members.weighted_sum({7: 1, 8: 1}) is None
