"""Ints, counts and vectors from callers become exact, or the error says what was expected."""

from __future__ import annotations

from enum import IntEnum
from fractions import Fraction

import pytest
from fake_arrays import Index
from messages import check_refused

from perceptron_ref.exact.checks import (
    checked_count,
    checked_right_in_a_row,
    exact_vector,
    int_or_none,
)


class Colour(IntEnum):
    """An int with a name."""

    RED = 3


@pytest.mark.parametrize("value", [3, Index(3), Colour.RED])
def test_ints_of_any_type_but_bool_become_plain_ints(value):
    """An int, an object with `__index__` and an IntEnum become a plain 3, also as a count."""
    for number in (int_or_none(value), checked_count("patience", value, 3)):
        assert (number, type(number)) == (3, int)


@pytest.mark.parametrize("value", [True, False, 3.0, "3", None, Fraction(3), [3], -1])
def test_other_values_are_not_counts(value):
    """A bool, a float, a text, None, a Fraction and a list are not ints, and -1 is below 0."""
    message = f"patience: found {value!r}; expected an int of at least 0"
    check_refused(message, checked_count, "patience", value)
    if value != -1:
        assert int_or_none(value) is None


@pytest.mark.parametrize(
    ("value", "visits"), [("5N", 35), ("1N", 7), ("9" * 18 + "N", 7 * (10**18 - 1)), (1, 1)]
)
def test_right_in_a_row_is_a_number_or_a_multiple_of_N(value, visits):
    """5N means 5 times the number of examples, here 7; a number stays as it is."""
    assert checked_right_in_a_row(value, 7) == visits


@pytest.mark.parametrize(
    "value", ["0N", "007N", "N", "5", "5n", "-1N", "9" * 19 + "N", "\u0665N", 0]
)
def test_other_values_of_right_in_a_row_are_refused(value):
    """0 is an error, and so is any text but 1 to 10^18 - 1 in ASCII digits, without
    leading zeros, before a capital N.
    """
    check_refused(
        'right_in_a_row: …an int of at least 1, or "5N" for', checked_right_in_a_row, value, 7
    )


def test_a_vector_is_exact_and_has_the_wanted_length():
    """For another length the error says which entries were expected, such as w_0 and the weight of
    the feature. An entry that is not a number is an error, too.
    """
    assert exact_vector("w", ["1/2", 2]) == exact_vector("w", (0.5, 2), 2) == (Fraction(1, 2), 2)
    check_refused(
        "w: found 1 number; expected 2 numbers: w_0 and the weight of the feature",
        exact_vector,
        "w",
        [1],
        2,
    )
    check_refused(
        "x: found 1 number; expected 2 numbers, no x_0", exact_vector, "x", [1], 2, ", no x_0"
    )
    check_refused("w, entry 1: found 'a'…a number", exact_vector, "w", [1, "a"], 3)
