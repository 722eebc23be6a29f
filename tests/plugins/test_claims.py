"""What a run says of itself, checked."""

from __future__ import annotations

import pytest

from perceptron_ref import Dataset, StrategyError
from perceptron_ref.exact.sparse import SparseVector
from perceptron_ref.plugins.claims import Untouched, apart, check_costs, checked_left

EXPECTED = "; expected a strategy that looks at its run and changes nothing"


def sparse():
    """Return a set of two sparse examples with two features."""
    rows = (SparseVector.of((1, 2, 0)), SparseVector.of((1, 0, 3)))
    return Dataset._from_scaled(rows, (-1, +1), 1, None, ("-1", "+1"), 2)


def indices_of_a_vector(data):
    """Point a number to another feature."""
    data.sparse_xs[0].indices = (0, 2)


def values_of_a_vector(data):
    """Exchange the numbers of a vector."""
    data.sparse_xs[1].values = (1, 4)


def labels(data):
    """Exchange all labels."""
    data._ys = (+1, +1)


def a_label_thrown_away(data):
    """Throw the labels away."""
    del data._ys


@pytest.mark.parametrize(
    "change", [indices_of_a_vector, values_of_a_vector, labels, a_label_thrown_away]
)
def test_data_that_were_changed_are_as_they_were_before(change):
    """And the strategy is told."""
    data = sparse()
    with pytest.raises(StrategyError, match=f"^strategy mine: it changed the data{EXPECTED}$"):
        with Untouched("mine", data):
            change(data)
    assert data == sparse()
    assert [(x.indices, x.values) for x in data.sparse_xs] == [((0, 1), (1, 2)), ((0, 2), (1, 3))]


def test_data_are_mended_though_something_else_is_raised():
    """That goes on as it is."""
    data = sparse()
    with pytest.raises(ZeroDivisionError):
        with Untouched("mine", data):
            labels(data)
            raise ZeroDivisionError
    assert data == sparse()


def test_data_that_were_left_alone_are_no_fault():
    """Of either kind; what is asked for is kept."""
    for data in (sparse(), Dataset([[1, 2]], [1])):
        with Untouched("mine", data):
            assert len(data.xs) == data.N


def test_vectors_apart_are_equal_and_share_nothing_that_can_be_changed():
    """Sparse ones are made anew, tuples are what they are."""
    xs = sparse().sparse_xs
    assert apart(xs) == xs
    assert all(ours is not theirs for ours, theirs in zip(apart(xs), xs))
    assert apart(((1, 2),)) == ((1, 2),)


def test_a_set_apart_is_equal_and_shares_no_vector():
    """As a strategy that is not ours gets it."""
    data = sparse()
    assert data._apart() == data
    assert all(x is not z for x, z in zip(data._apart().sparse_xs, data.sparse_xs))


@pytest.mark.parametrize(
    "left",
    [
        ("converged", (), 1, 1, 0),
        {"converged": ((), 1, 1)},
        ("converged", {0}, 1, 1),
        (b"converged", (), 1, 1),
        ("perfect", (), 1, 1),
        ("converged", (True,), 1, 1),
        ("converged", (), 1.0, 1),
        ("converged", (), 1, "1"),
        ("converged", (-1,), 1, 1),
        ("converged", (2,), 1, 1),
        ("converged", (1, 1), 1, 2),
        ("converged", (), 2, 1),
    ],
)
def test_what_no_run_of_two_examples_leaves_is_refused(left):
    """Wrong kinds, no such examples, more updates than visits, more visits than products."""
    says = f"strategy mine: what its run left cannot be that of any run{EXPECTED}"
    with pytest.raises(StrategyError, match=f"^{says}$"):
        checked_left("mine", left, 2)


@pytest.mark.parametrize("left", [("stopped", (), 0, 0), ("max_updates", (0, 1), 2, 2)])
def test_what_a_run_may_leave_is_returned(left):
    """Nothing at all, or the last example in the last visit."""
    assert checked_left("mine", left, 2) == left
    assert checked_left("mine", [left[0], [*left[1]], *left[2:]], 2) == left  # as JSON has it


def test_costs_may_be_just_what_the_run_takes():
    """One visit or one dot product fewer is refused, in numbers."""
    left = ("converged", (0,), 3, 5)
    check_costs("mine", left, 3, 2)
    for least in ((4, 0), (3, 3)):
        with pytest.raises(StrategyError):
            check_costs("mine", left, *least)
    says = "it left 3 visits and 5 dot products; 1 updates and this end take 2 and 6 at least;"
    with pytest.raises(StrategyError, match=says):
        check_costs("mine", left, 2, 3)
