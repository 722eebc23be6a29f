"""A random mistake."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from perceptron_ref import View


def random_mistake(view: View, *, seed: int = 0) -> Iterator[int | None]:
    """Any mistake of w_t, each as likely as the others.

    seed: the same seed gives the same visits.
    """
    draw = Random(seed).random
    while True:
        mistakes = [n for n in range(len(view)) if view.is_mistake(n)]
        yield mistakes[int(draw() * len(mistakes))] if mistakes else None
