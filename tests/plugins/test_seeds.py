"""The seeds of a strategy that draws at random."""

from __future__ import annotations

import pytest

from perceptron_ref import StrategyError, example, pla, strategy
from perceptron_ref.plugins.registry import named, seeded, seeds


def draws(view, *, seed=None):
    """Visit example 0."""
    yield 0


def test_seeds_count_on_from_the_strategys_own():
    """The first is the one that it has."""
    assert seeds(strategy("random-permutation", seed=7), 3) == range(7, 10)
    assert seeds(strategy("random-permutation"), 2) == range(2)


def test_no_seed_of_its_own_counts_as_0():
    """A strategy may leave the seed to chance; whoever counts cannot."""
    assert seeds(named(draws), 3) == range(3)


def test_a_strategy_that_draws_nothing_has_no_seeds():
    """Its runs are all the same."""
    assert seeds(strategy("cyclic"), 3) is None


def test_a_seed_that_is_no_int_cannot_be_counted_on_from():
    """It says whose seed it is."""

    def tosses(view, *, seed="heads"):
        yield 0

    with pytest.raises(StrategyError) as refused:
        seeds(named(tosses), 3)
    assert str(refused.value) == (
        "strategy tosses: found seed='heads'; expected an int, to count on from"
    )


def test_a_seed_that_is_bound_belongs_to_the_name():
    """The strategy is the same with that seed, and comes from where it came from."""
    bound = seeded(strategy("random-permutation", fresh=False), 3)
    assert bound.name == "random-permutation, seed 3"
    assert bound.origin == strategy("random-permutation").origin != ""
    same = strategy("random-permutation", fresh=False, seed=3)
    assert (
        pla(example("xor"), bound, max_updates=20).n == pla(example("xor"), same, max_updates=20).n
    )


def test_a_plain_function_with_a_seed_comes_from_nowhere():
    """It has no distribution and no file that would be told."""
    bound = seeded(named(draws), 3)
    assert (bound.name, bound.origin, bound.keywords) == ("draws, seed 3", None, {"seed": 3})
