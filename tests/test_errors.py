"""Suggestions in errors about unknown words."""

from __future__ import annotations

from itertools import count, islice

import pytest

from perceptron_ref.errors import did_you_mean

ORDERS = ["cyclic", "random", "random-permutation", "Worst-Margin"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Random", "random"),  # a name that differs only in capital letters
        ("worst-margin", "Worst-Margin"),
        ("rand", "random or random-permutation"),  # all names that begin with the word
        ("cylcic", "cyclic"),  # the most similar name
        ("margin", "Worst-Margin"),  # a name that contains the word
        ("perm", "random-permutation"),
        ("xyzzy", ""),
        ("an", ""),  # too short to look for names that contain it
        ("", ""),
    ],
)
def test_known_names_are_suggested(word, expected):
    """A name that differs only in capital letters comes first; then names that begin with the word,
    the most similar name, and names that contain the word.
    """
    assert did_you_mean(word, ORDERS) == (f"; did you mean {expected}?" if expected else "")


def test_at_most_three_names_are_suggested():
    """Each name follows its prefix. Control characters are replaced, so the text is one line."""
    names = [f"order\n{k}" for k in range(9)]
    assert did_you_mean("order", names, "--") == (
        "; did you mean --order 0, --order 1 or --order 2?"
    )


def test_the_search_for_a_suggestion_is_limited():
    """The search reads only the first names of a long list, and only the beginning of long names
    and words.
    """
    names = map(str, count())
    assert did_you_mean("12a", islice(names, 10**6)) == "; did you mean 12?"
    assert int(next(names)) < 10**5
    assert did_you_mean("a" * 10**7, ["b" * 10**7]) == ""
