"""Vectors as plain sequences: the formulas on small numbers, and invalid arguments."""

from __future__ import annotations

from copy import deepcopy as copy
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from messages import check_refused

from perceptron_ref import add, dot, scale, squared_norm

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)

integers = st.integers(-(10**30), 10**30)
pairs = st.integers(0, 6).flatmap(
    lambda d: st.tuples(
        st.lists(integers, min_size=d, max_size=d), st.lists(integers, min_size=d, max_size=d)
    )
)


@pytest.mark.parametrize(
    ("function", "u", "v", "expected"),
    [
        # u . v = u_0 v_0 + ... + u_d v_d, for any kinds of sequences and numbers
        (dot, [], [], 0),
        (dot, (1, 2), [3, 4], 11),
        (dot, [1, 2], [2, -1], 0),
        (dot, [10**40, 1], [10**40, 1], 10**80 + 1),
        (dot, [HALF, THIRD], [HALF, THIRD], Fraction(13, 36)),
        # u + v = (u_0 + v_0, ..., u_d + v_d), as a new list
        (add, [], [], []),
        (add, [1, 2, 3], [4, 5, 6], [5, 7, 9]),
        (add, (1, -1), (HALF, 1), [Fraction(3, 2), 0]),
        # c v = (c v_0, ..., c v_d), as a new list
        (scale, 3, [], []),
        (scale, -1, [4, 5, 6], [-4, -5, -6]),
        (scale, HALF, (1, 4), [HALF, 2]),
    ],
)
def test_a_function_of_two_vectors_follows_its_formula(function, u, v, expected):
    """The result is exact, and the arguments do not change."""
    before = copy([u, v])
    result = function(u, v)
    assert result == expected
    if isinstance(result, list):
        result.append(99)
    assert [u, v] == before


@pytest.mark.parametrize(
    ("v", "expected"), [([], 0), ([3, 4], 25), ([-3, 0], 9), ((HALF, HALF), HALF)]
)
def test_squared_norm_is_the_vector_times_itself(v, expected):
    """|v|^2 = v_0^2 + ... + v_d^2, without a root."""
    assert squared_norm(v) == expected


@pytest.mark.parametrize("function", [dot, add])
@pytest.mark.parametrize(("u", "v"), [([1], [1, 2]), ([1, 2], [1]), ([], [1]), ([1], [])])
def test_vectors_of_different_lengths_are_refused(function, u, v):
    """Vectors are not cut or padded, and the error shows both lengths."""
    check_refused(f"found vectors of {len(u)} and {len(v)} entries…the same", function, u, v)


@given(pairs)
def test_the_squared_length_of_a_sum_has_three_terms(pair):
    """|u + v|^2 = |u|^2 + 2 u . v + |v|^2. This is the first step of the proof of L2.10."""
    u, v = pair
    assert squared_norm(add(u, v)) == squared_norm(u) + 2 * dot(u, v) + squared_norm(v)


@given(pairs, integers)
def test_a_factor_of_a_vector_is_a_factor_of_the_dot_product(pair, c):
    """(c u) . v = c (u . v), so a common positive factor changes no sign."""
    u, v = pair
    assert dot(scale(c, u), v) == c * dot(u, v)
