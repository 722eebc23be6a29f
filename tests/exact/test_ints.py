"""Integers as callers pass them: `integer` and `checked_count`."""

from __future__ import annotations

from enum import IntEnum
from fractions import Fraction

import pytest

from perceptron_ref import DataError
from perceptron_ref.exact.values import checked_count, integer


class Indexed:
    """Holds an int as NumPy's scalars do: no int itself, but usable as an index."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value

    def __repr__(self):
        return f"Indexed({self.value})"


class Colour(IntEnum):
    """An int with a name."""

    RED = 3


@pytest.mark.parametrize("value", [3, Indexed(3), Colour.RED])
def test_integer_takes_what_python_takes_as_an_index(value):
    """An int, an object with `__index__` and a named int all become a plain 3."""
    assert (integer(value), type(integer(value))) == (3, int)


@pytest.mark.parametrize("value", [True, False, 3.0, "3", None, Fraction(3), [3]])
def test_integer_refuses_all_else(value):
    """A bool, a float, a text, None, a Fraction and a list are no ints."""
    with pytest.raises(TypeError):
        integer(value)


@pytest.mark.parametrize("value, least, count", [(0, 0, 0), (1, 1, 1), (Indexed(5), 0, 5)])
def test_a_count_is_returned_as_an_int(value, least, count):
    """A count of at least the least one is returned, as a plain int."""
    found = checked_count("patience", value, least)
    assert (found, type(found)) == (count, int)


@pytest.mark.parametrize(
    ("value", "least", "found"),
    [
        (-1, 0, "-1"),
        (0, 1, "0"),
        (True, 0, "True"),
        (1e5, 0, "100000.0"),
        ("9", 0, "'9'"),
        (Indexed(-2), 0, "Indexed(-2)"),
    ],
)
def test_a_count_that_is_refused(value, least, found):
    """Less than the least, and what is no int, is a DataError that names the option."""
    with pytest.raises(DataError) as caught:
        checked_count("patience", value, least)
    assert str(caught.value) == f"patience: found {found}; expected an int of at least {least}"
