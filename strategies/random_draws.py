"""The strategy `random`: every visit is drawn independently."""

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
        until_right: Whether to repeat a visit as long as it leads to an update, before the next
            draw.

    Yields:
        A pass of draws; with `until_right` one example at a time.

    Raises:
        StrategyError: If the seed is not an int >= 0.

    >>> from perceptron_ref import example, pla, strategy
    >>> pla(example("xor"), "random", max_updates=6).n
    (3, 1, 1, 2, 3, 2)
    >>> pla(example("xor"), strategy("random", until_right=True), max_updates=6).n
    (3, 1, 1, 2, 3, 3)
    """
    draw = draw_function(seed, len(view))  # n = floor(N u) for u drawn from [0, 1)
    while True:
        examples = draw()  # many at once, because no draw depends on an update
        if until_right:
            yield from visit_until_right(view, examples)
        else:
            yield examples
