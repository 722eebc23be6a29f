"""Limits that more than one place keeps."""

from __future__ import annotations

import pytest

from perceptron_ref import DataError
from perceptron_ref.exact.limits import MOST_DIGITS, MOST_WORK, check_denominator


@pytest.mark.parametrize(
    ("numbers", "counted"), [(1, "1 number"), (2, "2 numbers"), (100, "100 numbers")]
)
def test_a_long_common_denominator_is_told_in_numbers(numbers, counted):
    """What made it, of how many numbers it is, its digits, and how many there may be."""
    with pytest.raises(DataError) as caught:
        check_denominator(10**6_000, numbers, "1/7")
    assert str(caught.value) == (
        f"found '1/7', with which the common denominator of {counted} has 6,001 digits; "
        f"expected at most {MOST_DIGITS:,}: write it with fewer digits, or leave it out"
    )


def test_a_common_denominator_may_be_as_long_as_the_limit():
    """That of the few, of the many, and of the caller."""
    check_denominator(10 ** (MOST_DIGITS - 1), 1, "")
    check_denominator(10**99, MOST_WORK // 100**2, "")
    check_denominator(10**9, 1, "", longest=10)
    for scale, numbers, longest in [
        (10**MOST_DIGITS, 1, MOST_DIGITS),
        (10**100, MOST_WORK // 100**2, MOST_DIGITS),
        (10**10, 1, 10),
    ]:
        with pytest.raises(DataError):
            check_denominator(scale, numbers, "", longest)
