"""What the shape of a function says before it is called."""

from __future__ import annotations

from functools import partial

import pytest

from perceptron_ref import StrategyError
from perceptron_ref.plugins.shape import (
    checked_shape,
    is_plain,
    place_of,
    takes_a_view,
    yields,
)


def order(view, *, seed=0):
    yield from range(len(view))


def two(view, other):
    yield other


def all_of_them(*views):
    return views


@pytest.mark.parametrize(
    "function",
    [order, all_of_them, lambda view, n=3, **options: n, len, dict, partial(two, other=1)],
)
def test_what_can_be_called_with_a_view_is_returned(function):
    """Parameters with defaults do no harm; what is no plain function is left to its call."""
    assert checked_shape(function, "mine") is function


def test_a_parameter_too_many_is_told_with_its_line():
    """Options stand after a *, with a default, and the message shows how."""
    place = f"{__file__}:{two.__code__.co_firstlineno}"
    with pytest.raises(StrategyError) as refused:
        checked_shape(two, "mine")
    assert str(refused.value) == (
        f"strategy mine, at {place}: found two(view, other); expected the view alone, and options "
        "with a default after a *: two(view, *, other=...)"
    )
    assert place_of(two) == place


def test_kinds_of_functions():
    """Plain, of a view, with a `yield`."""
    kinds = [
        [is_plain(each), takes_a_view(each), yields(each)]
        for each in (order, two, all_of_them, len, partial(order))
    ]
    assert kinds == [
        [True, True, True],
        [True, False, True],
        [True, True, False],
        [False, False, False],
        [False, False, False],
    ]
