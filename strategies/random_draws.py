"""Independent draws."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_ref import View

from ._again import until_right as again
from ._draws import draws

_BITS = 53  # of a draw: it is a multiple of 2^-53


def random(view: View, *, seed: int = 0, until_right: bool = False) -> Iterator[int | list[int]]:
    """Every visit drawn independently, each example as likely as any other.
    Lecture 2: L2.6, L2.15

    seed: an int >= 0; the same seed gives the same visits on every Python.
    until_right: correct the same example until it is right: visit it again while an update follows
        its visit, and only then draw the next.

    >>> from perceptron_ref import example, pla, strategy
    >>> pla(example("xor"), "random", max_updates=6).n
    (3, 1, 1, 2, 3, 2)
    >>> pla(example("xor"), strategy("random", until_right=True), max_updates=6).n
    (3, 1, 1, 2, 3, 3)
    """
    N, draw, scale = len(view), draws(seed), 2.0**_BITS
    while True:
        # n = floor(N u) for a draw u, N of them at once, as no draw depends on an update;
        # in ints, as floats may round N u up to the next whole number, another example
        drawn = [(N * int(draw() * scale)) >> _BITS for _ in range(N)]
        if until_right:
            yield from again(view, drawn)
        else:
            yield drawn
