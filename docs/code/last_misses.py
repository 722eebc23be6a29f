"""A cycle that goes back to what went wrong lately."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from perceptron_ref import StrategyError, View


def last_misses(view: View, *, window: int = 5) -> Iterator[int | tuple[int, ...]]:
    """The naive cycle; after every mistake that it finds, the last `window` such examples again,
    the latest first.
    """
    if window < 1:
        raise StrategyError(f"found window={window}; expected a whole number >= 1")
    misses: deque[int] = deque(maxlen=window)
    while True:
        for n in range(len(view)):
            t = view.updates
            yield n
            if view.updates != t:  # n was a mistake
                misses.appendleft(n)
                yield tuple(misses)
