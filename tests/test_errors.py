"""Errors of unknown words suggest known ones."""

from __future__ import annotations

from itertools import count

import pytest

from perceptron_ref.errors import did_you_mean

ORDERS = ["cyclic", "random", "random-permutation", "Worst-Margin"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Random", "random"),  # a name that differs only in capitals: it alone is suggested
        ("worst-margin", "Worst-Margin"),
        ("rand", "random or random-permutation"),  # all names that begin with the word
        ("cylcic", "cyclic"),  # the nearest name
        ("margin", "Worst-Margin"),  # a name that contains the word
        ("perm", "random-permutation"),
        ("xyzzy", ""),
        ("an", ""),  # a word that is too short to be a part
        ("", ""),
    ],
)
def test_the_suggestion_is_the_nearest_name(word, expected):
    """Names are compared by spelling, beginning, letters and parts, in this order."""
    assert did_you_mean(word, ORDERS) == (f"; did you mean {expected}?" if expected else "")


def test_at_most_three_names_are_suggested():
    """Each name has its prefix and is in one line, whatever characters it has."""
    names = [f"order\n{k}" for k in range(9)]
    assert did_you_mean("order", names, "--") == (
        "; did you mean --order 0 or --order 1 or --order 2?"
    )


def test_the_search_for_a_suggestion_ends():
    """The search ends for an endless list of names, and for names and words of ten million
    characters.
    """
    assert did_you_mean("12a", map(str, count())) == "; did you mean 12?"
    assert did_you_mean("a" * 10**7, ["b" * 10**7]) == ""
