"""The smallest data set that shows a fault, by a greedy search."""

from __future__ import annotations

from itertools import takewhile
from time import monotonic

from ..dataset import Dataset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECONDS = 5.0


def smallest(
    data: Dataset, still_shows: Callable[[Dataset], bool], seconds: float = SECONDS
) -> Dataset:
    """Return the smallest data set found that shows the same fault as this one.

    data: of whole numbers. Examples are left out one by one, then features, then numbers are made
    smaller, and all over again, until nothing more can go, or the time is up.

    >>> D = Dataset([[5, 9], [3, -2], [7, 1]], [+1, -1, +1])
    >>> shrunk = smallest(D, lambda data: -1 in data.ys)
    >>> shrunk.xs, shrunk.ys
    (((Fraction(1, 1), Fraction(1, 1)),), (-1,))
    """
    end = monotonic() + seconds
    found: Dataset | None = data
    while found is not None:
        data = found
        tried = takewhile(lambda _: monotonic() <= end, _smaller(data))
        found = next(filter(still_shows, tried), None)
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


def _less(value: int) -> list[int]:
    """Return simpler numbers, 0 not among them, which strategies may fail at for itself: 1, -1, the
    half, one less, without its sign.
    """
    sign = 1 if value > 0 else -1
    candidates = dict.fromkeys([1, -1, abs(value) // 2 * sign, value - sign, abs(value)])
    return [each for each in candidates if each and (abs(each), each < 0) < (abs(value), value < 0)]
