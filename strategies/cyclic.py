"""The naive cycle."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_ref import View


def cyclic(view: View) -> Iterator[range]:
    """The naive cycle: 0, 1, ..., N-1, and over again; an update does not interrupt it.
    Lecture 2: L2.6

    >>> from perceptron_ref import example, pla
    >>> pla(example("xor"), "cyclic", max_updates=6).n
    (0, 1, 2, 3, 0, 1)
    """
    while True:
        yield range(len(view))
