"""Errors of unknown words suggest known ones."""

from __future__ import annotations

from itertools import count

import pytest

from perceptron_ref.errors import did_you_mean

ORDERS = ["cyclic", "random", "random-permutation", "Worst-Margin"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Random", "random"),  # spelled so but for its capitals: no other is named
        ("worst-margin", "Worst-Margin"),
        ("rand", "random or random-permutation"),  # all that begin with it
        ("cylcic", "cyclic"),  # the nearest
        ("margin", "Worst-Margin"),  # of which it is a part
        ("perm", "random-permutation"),
        ("xyzzy", ""),
        ("an", ""),  # too short to be a part
        ("", ""),
    ],
)
def test_what_is_meant_is_the_nearest_name(word, expected):
    """By its spelling, its beginning, its letters, or as a part, in this order."""
    assert did_you_mean(word, ORDERS) == (f"; did you mean {expected}?" if expected else "")


def test_no_more_than_three_names_are_told():
    """Each in one line, whatever it holds, with what stands before it."""
    names = [f"order\n{k}" for k in range(9)]
    assert did_you_mean("order", names, "--") == (
        "; did you mean --order 0 or --order 1 or --order 2?"
    )


def test_names_and_words_without_end_take_no_time():
    """A file may have many columns, and names of any length."""
    assert did_you_mean("12a", map(str, count())) == "; did you mean 12?"
    assert did_you_mean("a" * 10**7, ["b" * 10**7]) == ""
