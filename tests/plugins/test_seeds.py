"""The seeds of a strategy that draws at random."""

from __future__ import annotations

import pytest

from perceptron_ref import StrategyError, example, pla, strategy
from perceptron_ref.plugins.registry import named, seeded, seeds


def draws(view, *, seed=None):
    """Visit example 0."""
    yield 0


def tosses(view, *, seed="heads"):
    """Visit example 0."""
    yield 0


@pytest.mark.parametrize(
    ("order", "count", "expected"),
    [
        (strategy("random-permutation", seed=7), 3, range(7, 10)),
        (strategy("random-permutation"), 2, range(2)),
        (named(draws), 3, range(3)),  # None counts as 0
        (strategy("cyclic"), 3, None),  # its runs are all the same
    ],
)
def test_seeds_count_on_from_the_strategys_own(order, count, expected):
    """The first is the one that it has; None for a strategy that takes none."""
    assert seeds(order, count) == expected


def test_a_seed_that_is_no_int_cannot_be_counted_on_from():
    """It says whose seed it is."""
    complaint = "^strategy tosses: found seed='heads'; expected an int, to count on from$"
    with pytest.raises(StrategyError, match=complaint):
        seeds(named(tosses), 3)


def test_a_seed_that_is_bound_belongs_to_the_name():
    """The strategy is the same with that seed, and comes from where it came from."""
    bound = seeded(strategy("random-permutation", fresh=False), 3)
    assert bound.name == "random-permutation, seed 3"
    assert bound.origin == strategy("random-permutation").origin != ""
    same = strategy("random-permutation", fresh=False, seed=3)
    xor = example("xor")
    assert pla(xor, bound, max_updates=20).n == pla(xor, same, max_updates=20).n
    other = seeded(named(draws), 3)
    assert (other.name, other.origin, other.keywords) == ("draws, seed 3", None, {"seed": 3})
