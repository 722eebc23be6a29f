"""The best line of a sweep, compared with lines in all directions."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref.theory.line_sweep import count_line, swept

ALL = list(product(range(-7, 8), repeat=2))  # one between any two neighbours of those drawn below
entries = st.integers(-3, 3)
signed = st.tuples(entries, entries).filter(any)


def best_of_sweep(zs):
    """Return the weights that a sweep over signed examples yields."""
    lines = {}
    for n, z in enumerate(zs):
        count_line(lines, z, 1, 0, n)
    (w,) = swept(lines, 2, -1, lambda: None)
    return w


def right(w, zs):
    """Return how many signed examples w is right about."""
    return sum(w[0] * a + w[1] * b > 0 for a, b in zs)


@given(st.lists(signed, min_size=1, max_size=6))
def test_no_direction_is_right_about_more(zs):
    """Of any two numbers, with multiples and opposites."""
    assert right(best_of_sweep(zs), zs) == max(right(w, zs) for w in ALL)


@pytest.mark.parametrize(
    "zs", [[(1, 0), (1, 1)], [(1, -2), (1, 0), (1, 2)], [(-1, 0), (-1, 1)], [(1, 0), (-1, 1)]]
)
def test_all_may_be_right_at_the_start_of_the_sweep_or_within(zs):
    """Before the first line is passed, behind it, or on the other side."""
    assert right(best_of_sweep(zs), zs) == len(zs)
