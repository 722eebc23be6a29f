"""Independent draws: the strategy `random`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from perceptron_ref import View

from ._draws import draw_function
from ._until_right import visit_until_right


def random(
    view: View, *, seed: int = 0, until_right: bool = False
) -> Iterator[int | Sequence[int]]:
    """Every visit is drawn independently, and all examples are equally likely.
    Lecture 2: L2.6, L2.15

    Args:
        view: The view of the run.
        seed: An int >= 0; the same seed gives the same visits on every Python.
        until_right: Visit the same example again while an update follows its visit; only then draw
            the next.

    Yields:
        A pass of draws; with `until_right` one example at a time.

    Raises:
        StrategyError: If the seed is no int >= 0.

    >>> from perceptron_ref import example, pla, strategy
    >>> pla(example("xor"), "random", max_updates=6).n
    (3, 1, 1, 2, 3, 2)
    >>> pla(example("xor"), strategy("random", until_right=True), max_updates=6).n
    (3, 1, 1, 2, 3, 3)
    """
    draw = draw_function(seed, len(view))  # floor(N u), for draws u
    while True:
        examples = draw()  # many at once, because no draw depends on an update
        if until_right:
            yield from visit_until_right(view, examples)
        else:
            yield examples
