"""The strategy `restart`: the cycle starts over after every update."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_ref import View


def restart(view: View) -> Iterator[int]:
    """Always the first mistake: visit 0, 1, ..., and after every update start over at example 0.
    Lecture 2: L2.6

    Args:
        view: The view of the run.

    Yields:
        One example at a time.

    >>> from perceptron_ref import example, pla
    >>> pla(example("xor"), "restart", max_updates=6).n
    (0, 1, 0, 1, 0, 2)
    """
    while True:  # the run closes this generator when it ends
        t = view.updates
        for n in range(len(view)):
            yield n
            if view.updates != t:
                break
