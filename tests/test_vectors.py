"""Vectors as plain sequences: the formulas on small numbers, and what they refuse."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import DataError, add, dot, scale, squared_norm
from perceptron_ref.vectors import largest_squared_norm

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)

integers = st.integers(-(10**30), 10**30)
pairs = st.integers(0, 6).flatmap(
    lambda d: st.tuples(
        st.lists(integers, min_size=d, max_size=d), st.lists(integers, min_size=d, max_size=d)
    )
)


@pytest.mark.parametrize(
    ("u", "v", "expected"),
    [
        ([], [], 0),
        ([7], [-3], -21),
        ([1, 2, 3], [4, 5, 6], 32),
        ([1, 2], [2, -1], 0),
        ((1, 2), [3, 4], 11),
        ([10**40, 1], [10**40, 1], 10**80 + 1),
        ([HALF, 3], [4, THIRD], 3),
        ([HALF, THIRD], [HALF, THIRD], Fraction(13, 36)),
    ],
)
def test_dot_is_the_sum_of_the_products(u, v, expected):
    """u . v = u_0 v_0 + ... + u_d v_d, exactly, whatever kinds of sequences and numbers."""
    assert dot(u, v) == expected


@pytest.mark.parametrize(
    ("u", "v", "expected"),
    [([], [], []), ([1, 2, 3], [4, 5, 6], [5, 7, 9]), ((1, -1), (HALF, 1), [Fraction(3, 2), 0])],
)
def test_add_adds_entry_by_entry(u, v, expected):
    """u + v = (u_0 + v_0, ..., u_d + v_d), as a new list."""
    assert add(u, v) == expected


@pytest.mark.parametrize(
    ("c", "v", "expected"),
    [(3, [], []), (-1, [4, 5, 6], [-4, -5, -6]), (0, [4, 5], [0, 0]), (HALF, (1, 4), [HALF, 2])],
)
def test_scale_multiplies_every_entry(c, v, expected):
    """c v = (c v_0, ..., c v_d), as a new list."""
    assert scale(c, v) == expected


@pytest.mark.parametrize(
    ("v", "expected"), [([], 0), ([3, 4], 25), ([-3, 0], 9), ((HALF, HALF), HALF)]
)
def test_squared_norm_is_the_vector_times_itself(v, expected):
    """|v|^2 = v_0^2 + ... + v_d^2; no root is taken."""
    assert squared_norm(v) == expected


def test_the_largest_squared_norm_is_that_of_one_of_the_vectors():
    """R^2 = max_n |x_n|^2, whichever n it is, of any iterable of vectors (L2.10)."""
    assert largest_squared_norm([[3, -4], [0, 0], [5, 1]]) == 26
    assert largest_squared_norm(iter([(0, -6), (5, 1)])) == 36


@pytest.mark.parametrize("function", [dot, add])
@pytest.mark.parametrize(("u", "v"), [([1], [1, 2]), ([1, 2], [1]), ([], [1]), ([1], [])])
def test_vectors_of_different_lengths_are_refused(function, u, v):
    """Nothing is cut off or filled up: the lengths found are told."""
    with pytest.raises(DataError) as refused:
        function(u, v)
    assert str(refused.value) == (
        f"found vectors of {len(u)} and {len(v)} entries; expected two of the same length"
    )


@given(pairs)
def test_the_length_of_a_sum(pair):
    """|u + v|^2 = |u|^2 + 2 u . v + |v|^2: what the proof of L2.10 opens with."""
    u, v = pair
    assert squared_norm(add(u, v)) == squared_norm(u) + 2 * dot(u, v) + squared_norm(v)


@given(pairs, integers)
def test_dot_is_linear(pair, c):
    """(c u) . v = c (u . v), so a common positive factor changes no sign."""
    u, v = pair
    assert dot(scale(c, u), v) == c * dot(u, v)


def test_arguments_are_left_alone():
    """The vector functions return new lists and change none of theirs."""
    u, v = [1, 2], [3, 4]
    for result in (add(u, v), scale(1, u)):
        result.append(99)
    dot(u, v)
    squared_norm(u)
    assert (u, v) == ([1, 2], [3, 4])
