"""The numbers that random orders draw."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from perceptron_ref import StrategyError


def draws(seed: int) -> Callable[[], float]:
    """Return a function that draws from [0, 1): for each seed the same numbers on every Python.

    It is `Random.random`, the one method whose numbers no Python version changes. StrategyError
    unless the seed is an int >= 0.

    >>> draw = draws(7)
    >>> draw(), draw()
    (0.32383276483316237, 0.15084917392450192)
    """
    if type(seed) is not int or seed < 0:
        raise StrategyError(f"found seed={seed!r}; expected an int >= 0")
    return Random(seed).random
