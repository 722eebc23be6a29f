"""Cycles in random order."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_ref import View

from ._draws import draws


def random_permutation(view: View, *, seed: int = 0, fresh: bool = True) -> Iterator[list[int]]:
    """Pass after pass over all examples in random order; an update interrupts none.
    Lecture 2: L2.6

    seed: an int >= 0; the same seed gives the same visits on every Python.
    fresh: draw a new permutation for every pass; False keeps the first, the "random cycle fixed
        beforehand".

    >>> from perceptron_ref import example, pla, strategy
    >>> pla(example("xor"), strategy("random-permutation", seed=7), max_updates=6).n
    (3, 1, 0, 2, 2, 3)
    """
    draw = draws(seed)
    order: list[int] = []
    while True:
        if fresh or not order:
            keys = [draw() for _ in range(len(view))]
            order = sorted(range(len(view)), key=keys.__getitem__)
        yield order
