"""The strategy `cyclic`: the naive cycle."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_ref import View

from ._until_right import visit_until_right


def cyclic(view: View, *, until_right: bool = False) -> Iterator[int | range]:
    """The naive cycle: 0, 1, ..., N-1, and over again; an update does not interrupt it.
    Lecture 2: L2.6

    Args:
        view: The view of the run.
        until_right: Whether to repeat a visit as long as it leads to an update, before the cycle
            goes on.

    Yields:
        The pass 0, 1, ..., N-1; with `until_right` one example at a time.

    >>> from perceptron_ref import example, pla, strategy
    >>> pla(example("xor"), "cyclic", max_updates=6).n
    (0, 1, 2, 3, 0, 1)
    >>> pla(example("xor"), strategy("cyclic", until_right=True), max_updates=6).n
    (0, 1, 2, 3, 3, 1)
    """
    while True:  # the run closes this generator when it ends
        if until_right:
            yield from visit_until_right(view, range(len(view)))
        else:
            yield range(len(view))
