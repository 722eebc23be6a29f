"""The formula for the number of corrections that one mistake needs, compared with counting."""

from __future__ import annotations

from fractions import Fraction

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import DataError, dot
from perceptron_ref.theory.margins import corrections_needed

number = st.integers(-9, 9) | st.fractions(-20, 20, max_denominator=6)
signs = st.sampled_from([-1, 0, +1])
positive = st.fractions(Fraction(1, 9), 9, max_denominator=9)


def count_corrections(w, x, y, eta, sign_of_zero):
    """Return the number of corrections after which x is right, by making them one by one."""
    k = 0
    while oracle.sign(dot(w, x), sign_of_zero) != y:
        w = [w_i + eta * y * x_i for w_i, x_i in zip(w, x)]
        k += 1
    return k


@given(st.lists(st.tuples(number, number), min_size=1, max_size=4), signs, positive, signs)
def test_l2_17_is_the_least_number_of_corrections(pairs, y, eta, sign_of_zero):
    """The formula gives the least k after which sign(w . x) = y, for any start, eta and sign(0).

    On this site: L2.17
    """
    w, x = zip(*pairs)
    y = y or 1
    if any(x):
        assert corrections_needed(w, x, y, eta, sign_of_zero) == count_corrections(
            w, x, y, eta, sign_of_zero
        )


def test_sign_of_zero_decides_at_a_score_of_zero():
    """A score of -10 grows by 5 with each correction: it is right after three, or after two if 0
    counts as right.
    """
    assert [corrections_needed([0, -5], [1, 2], +1, 1, z) for z in (-1, 0, +1)] == [3, 3, 2]
    assert [corrections_needed([0, 5], [1, 2], -1, 1, z) for z in (-1, 0, +1)] == [2, 3, 3]
    assert [corrections_needed([0, 0], [1, 2], +1, 1, z) for z in (-1, 0, +1)] == [1, 1, 0]
    assert corrections_needed([0, "0.1"], [1, 2], +1) == 0
    assert corrections_needed([0, -5], [1, 2], +1, "1/2") == 5
    assert corrections_needed([5, 1], [0, 0], -1, 1, -1) == 0  # no update would move it


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ([0, 1], [1, 2, 3], 1),
            "x: found 3 numbers; expected 2 numbers, x_0 first, because w has 2 weights",
        ),
        (([0, 1], [1, 2], 2), "y: found 2; expected -1 or \\+1"),
        (([0, "a"], [1, 2], 1), "w"),
        (([0, 1], [1, None], 1), "x"),
        (([0, 1], [1, 2], 1, 0), "eta: found 0; expected a positive number"),
        (([0, 1], [1, 2], 1, 1, 3), "sign_of_zero"),
        (([0, 1], [0, 0], 1), "x: found only zeros; expected at least one other number"),
    ],
)
def test_invalid_arguments_of_corrections_are_refused(arguments, message):
    """The error names the argument. x = 0 has score 0 with any w."""
    with pytest.raises(DataError, match=message):
        corrections_needed(*arguments)
