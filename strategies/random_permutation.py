"""Cycles in random order."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from perceptron_ref import StrategyError, View


def random_permutation(view: View, *, seed: int = 0, fresh: bool = True) -> Iterator[int | None]:
    """Pass after pass over all examples, each in a random order; an update does not interrupt it.
    Lecture 2: L2.6

    seed: an int from 0 on; the same seed gives the same visits on every Python.
    fresh: draw a new permutation for every pass; False keeps the first, the "random cycle fixed
        beforehand".

    >>> from perceptron_ref import example, pla, strategy
    >>> pla(example("xor"), strategy("random-permutation", seed=7), max_updates=6).n
    (3, 1, 0, 2, 2, 3)
    """
    if type(seed) is not int or seed < 0:
        raise StrategyError(f"found seed={seed!r}; expected an int from 0 on")
    draw = Random(seed).random  # the one method of Random whose numbers no Python version changes
    order: list[int] = []
    while True:
        if fresh or not order:
            keys = [draw() for _ in range(len(view))]
            order = sorted(range(len(view)), key=keys.__getitem__)
        yield from order
