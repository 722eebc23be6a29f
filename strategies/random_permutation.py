"""The strategy `random-permutation`: passes in random order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from perceptron_ref import View

from ._draws import endless_draws


def random_permutation(view: View, *, seed: int = 0, fresh: bool = True) -> Iterator[list[int]]:
    """Passes in random order; with fresh=False the lecture's "random cycle fixed beforehand".
    Lecture 2: L2.6

    Args:
        view: The view of the run.
        seed: An int >= 0; the same seed gives the same visits on every Python.
        fresh: Whether to draw a new order for every pass; False keeps the first order. An update
            does not interrupt a pass.

    Yields:
        Passes over all N examples.

    Raises:
        StrategyError: If the seed is not an int >= 0.

    >>> from perceptron_ref import example, pla, strategy
    >>> pla(example("xor"), strategy("random-permutation", seed=7), max_updates=6).n
    (3, 1, 0, 2, 2, 3)
    """
    examples, draws = [*range(len(view))], endless_draws(seed)
    order: list[int] = []
    while True:
        if fresh or not order:
            keys = [*islice(draws, len(view))]  # sorting by random keys gives a random order
            order = sorted(examples, key=keys.__getitem__)
        yield order
