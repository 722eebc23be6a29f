"""Samples of long sequences for a picture: which updates to show, which values of a curve."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def shown_updates(T: int, most: int) -> list[int]:
    """Return 0, ..., T, or at most `most` of them: all early ones, later ones in growing steps.

    A step is a share of t, as the weights of later updates differ less and less. most: at least 3.

    >>> shown_updates(5, 8), shown_updates(1000, 10)
    ([0, 1, 2, 3, 4, 5], [0, 1, 3, 7, 16, 37, 85, 194, 443, 1000])
    """
    ts, percent = list(range(T + 1)), 100
    while len(ts) > most:
        percent += 1
        ts = [0]
        while ts[-1] < T:
            ts.append(min(T, max(ts[-1] + 1, -(-ts[-1] * percent // 100))))
    return ts


def extremes(values: Sequence[Fraction | int], most: int) -> list[int]:
    """Return the indices of all values, or of the extremes of each of `most` / 2 stretches.

    So no peak is lost, and a curve through them covers the same pixels. The first and the last
    index are always there.

    >>> extremes([1, 2, 3], 4), extremes([5, 1, 9, 2, 8, 0, 7, 7], 4)
    ([0, 1, 2], [0, 1, 2, 4, 5, 7])
    """
    N = len(values)
    if N <= most:
        return list(range(N))
    found = {0, N - 1}
    for k in range(most // 2):
        stretch = range(2 * k * N // most, 2 * (k + 1) * N // most)
        found |= {min(stretch, key=values.__getitem__), max(stretch, key=values.__getitem__)}
    return sorted(found)
