"""Splits of a set into two parts: in order, at random, or with the same share of both labels."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from messages import check_refused

from perceptron_ref import Dataset, example
from perceptron_ref.variants import unnormalized

YS = [1, -1, 1, -1, 1, 1, 1, -1, 1, 1]
D = Dataset([[n] for n in range(10)], YS)


def examples_of(data):
    """Return the feature of each example, which identifies it."""
    return [int(x[1]) for x in data.xs]


@pytest.mark.parametrize(("size", "first"), [(1, 1), (9, 9), ("0.35", 3), (Fraction(1, 2), 5)])
def test_a_set_is_split_in_its_order(size, first):
    """An int is a number of examples, and a share is rounded down."""
    train, test = D.split(size)
    assert (examples_of(train), examples_of(test)) == (list(range(first)), list(range(first, 10)))
    assert train.ys + test.ys == D.ys


def test_a_seed_draws_the_same_parts_on_every_python():
    """Seed 3 gives exactly these parts, because `Random(seed).random()` is the same in all versions
    of Python. Seed 4 gives other parts.
    """
    train, test = D.split(0.4, seed=3)
    assert (examples_of(train), examples_of(test)) == ([6, 5, 9, 0], [8, 2, 1, 3, 4, 7])
    assert examples_of(D.split(4, seed=4)[0]) != examples_of(train)


@pytest.mark.ci
@given(st.lists(st.sampled_from([-1, 1]), min_size=2, max_size=20), st.data())
def test_both_labels_have_their_share(ys, data):
    """The share of each label is the same in both parts, up to rounding.

    Each example is in one part.
    """
    size = data.draw(st.integers(1, len(ys) - 1))
    seed = data.draw(st.none() | st.integers(0, 3))
    labelled_set = Dataset([[n] for n in range(len(ys))], ys)
    train, test = labelled_set.split(size, seed=seed, stratified=True)
    assert train.N == size
    assert sorted(examples_of(train) + examples_of(test)) == list(range(len(ys)))
    exact_count = Fraction(size * ys.count(1), len(ys))
    assert abs(train.ys.count(1) - exact_count) <= Fraction(1, 2)


def test_parts_keep_names_labels_x_0_and_lengths():
    """Parts keep the names, labels and x_0 of the set, and the factors if it is normalized. The
    scale of each part is the least common denominator of its numbers.
    """
    data = Dataset([[1], ["1/3"], [2]], [1, -1, 1], names=["a"], x0=2)
    first, rest = data.split(1)
    assert (first.scale, rest.scale, first.names, first.x0) == (1, 3, ("a",), 2)
    assert first == Dataset([[1]], [1], x0=2)
    normalized = data.normalized().split(1)[1]
    assert normalized.factors == data.normalized().factors[1:]
    assert unnormalized(normalized) == rest
    assert example("credit").split(3)[0].labels == ("no", "yes")


@pytest.mark.parametrize("size", [0, 10, "0.05", 1.0, -0.5, True])
def test_no_part_may_be_empty(size):
    """A size is an int or a share. Each part must contain at least one example."""
    check_refused(f"found {size!r} as the size …of 10 examples; …an int from 1", D.split, size)


def test_invalid_sizes_and_seeds_are_refused():
    """A single example cannot be split. A size is an int or a share, and a seed is an int."""
    check_refused("found 1 example; expected at least 2", Dataset([[1]], [+1]).split, 1)
    check_refused(
        "found 'half' as the size …of 10 examples; …a share between 0 and 1", D.split, "half"
    )
    check_refused("seed: found '3'…an int or None", D.split, 3, seed="3")
