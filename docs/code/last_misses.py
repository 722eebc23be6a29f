"""A cycle that goes back to what went wrong lately."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator

from perceptron_ref import StrategyError, View


def last_misses(view: View, *, window: int = 5) -> Iterator[int | None]:
    """The naive cycle; after every mistake that it meets, the last `window` such examples again,
    the latest first.
    """
    if window < 1:
        raise StrategyError(f"found window={window}; expected an int from 1 on")
    misses: deque[int] = deque(maxlen=window)
    while True:
        for n in range(len(view)):
            if (yield from _visit(view, n)):
                misses.appendleft(n)
                yield from tuple(misses)


def _visit(view: View, n: int) -> Generator[int, None, bool]:
    """Visit example n; return whether it was a mistake."""
    t = view.updates
    yield n
    return view.updates != t
