"""Statistics of numbers are exact, and agree with their definitions."""

from __future__ import annotations

from fractions import Fraction
from statistics import mean, median, quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref.experiments import Summary

NUMBERS = st.lists(
    st.fractions(-9, 9, max_denominator=7) | st.integers(-(10**30), 10**30), min_size=2
)


@pytest.mark.ci
@given(NUMBERS)
def test_the_statistics_are_those_of_the_standard_library(numbers):
    """Mean, median and quartiles are as in the module `statistics`, which is exact with Fractions.
    The extremes are `min` and `max`.
    """
    summary, exact = Summary(numbers), [Fraction(number) for number in numbers]
    assert (summary.mean, summary.median) == (mean(exact), median(exact))
    assert list(summary.quartiles) == quantiles(exact, n=4, method="inclusive")
    assert (summary.least, summary.most) == (min(numbers), max(numbers))


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([7], (7, 7, 7)),
        ([1, 2], (Fraction(5, 4), Fraction(3, 2), Fraction(7, 4))),
        ([3, 1, 2], (Fraction(3, 2), 2, Fraction(5, 2))),
    ],
)
def test_few_numbers_have_quartiles(numbers, expected):
    """Quartiles of one, two or three numbers are these numbers, or lie between two of them."""
    assert Summary(numbers).quartiles == expected


def test_the_numbers_keep_their_order():
    """A Summary is the tuple of its numbers in their order."""
    summary = Summary(iter([3, 1, 2]))
    assert summary == (3, 1, 2) == (*summary,) and summary != Summary([1, 2, 3])


def test_huge_numbers_are_shown():
    """The repr of a Summary shows numbers beyond all floats."""
    expected = "mean 1E+400, median 1E+400, least 1E+400, most 1E+400"
    assert repr(Summary([10**400])) == f"<Summary of 1: {expected}>"
