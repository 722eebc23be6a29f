"""The smallest data set that shows a fault, by a greedy search."""

from __future__ import annotations

from time import monotonic

from ..dataset import Dataset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Rows = list[list[int]]

TRIES = 300
SECONDS = 5.0


def smallest(
    data: Dataset,
    still_shows: Callable[[Dataset], bool],
    tries: int = TRIES,
    seconds: float = SECONDS,
) -> Dataset:
    """Return the smallest data set found that shows the same fault as this one.

    data: of whole numbers. Examples are left out one by one, then features, then numbers are made
    smaller, and all over again, until nothing more can go, or after so many tries or seconds.

    >>> D = Dataset([[5, 9], [3, -2], [7, 1]], [+1, -1, +1])
    >>> shrunk = smallest(D, lambda data: -1 in data.ys)
    >>> shrunk.xs, shrunk.ys
    (((Fraction(1, 1), Fraction(0, 1)),), (-1,))
    """
    end = monotonic() + seconds
    tried = 0
    progress = True
    while progress:
        progress = False
        for candidate in _smaller(data):
            if tried == tries or monotonic() > end:
                return data
            tried += 1
            if still_shows(candidate):
                data, progress = candidate, True
                break
    return data


def _smaller(data: Dataset) -> Iterator[Dataset]:
    rows = [[int(value) for value in x[1:]] for x in data.xs]
    labels = list(data.ys)
    if data.N > 1:
        for n in range(data.N):
            yield Dataset(rows[:n] + rows[n + 1 :], labels[:n] + labels[n + 1 :])
    if data.d > 1:
        for i in range(data.d):
            yield Dataset([row[:i] + row[i + 1 :] for row in rows], labels)
    for n, row in enumerate(rows):
        for i, value in enumerate(row):
            for less in _less(value):
                yield Dataset([*rows[:n], [*row[:i], less, *row[i + 1 :]], *rows[n + 1 :]], labels)


def _less(value: int) -> Iterator[int]:
    """Yield simpler numbers, the simplest first: 0, 1, -1, the half, one less, without its sign."""
    half = abs(value) // 2 * (1 if value > 0 else -1)
    candidates = [0, 1, -1, half, value - 1 if value > 0 else value + 1, abs(value)]
    seen = set()
    for candidate in candidates:
        if _cost(candidate) < _cost(value) and candidate not in seen:
            seen.add(candidate)
            yield candidate


def _cost(value: int) -> tuple[int, bool]:
    return abs(value), value < 0
