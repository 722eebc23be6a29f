"""Better weights near given ones: find the best point of a line of weights, then of another line.
Lecture 2: L2.14

As t goes from minus to plus infinity, each example changes sides on w + t e at most once, at
t = -(w . z_n) / (e . z_n). So one sort of these t finds the t of fewest mistakes. If no line leads
to fewer mistakes, the search restarts near the best w.

The search proves nothing. It works on a sample, and rounds w and t; the caller counts the mistakes
on all examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING

from ..dataset import Dataset
from ..pocket import pocket
from ..vectors import sumprod

if TYPE_CHECKING:
    Vector = Sequence[int]

__all__ = ["find_better_weights"]

_SAMPLE = 2000  # examples, at most, on which mistakes are counted
_UPDATES = 100  # of Pocket
_BITS = 24  # of t, after the point
_NEAR = 10  # a restart moves w by about ||w|| / 10


def find_better_weights(
    zs: Sequence[Vector], starts: int, is_late: Callable[[], bool] = lambda: False
) -> Iterator[Vector]:
    """Yield weights of fewer and fewer mistakes: first Pocket's, then better ones along lines.

    Args:
        zs: The signed examples z_n = y_n x_n, at least one.
        starts: The number of times that the search starts, first from Pocket's weights.
        is_late: Called before each line. If it returns true, the search ends.

    >>> [w[0] > 0 for w in find_better_weights([(1, 0), (1, 1), (1, -1), (-1, 0)], starts=1)]
    [True]
    """
    sample = zs[:: -(-len(zs) // _SAMPLE)]
    draw = Random(0).random
    run = pocket(Dataset(sample, [+1] * len(sample), x0=0), max_updates=_UPDATES)
    best: Vector = [int(w_i) for w_i in run.w[1:]]
    yield best
    fewest, w = run.mistakes, best
    for _ in range(starts):
        w, mistakes = _descend_along_lines(sample, w, draw, is_late)
        if mistakes < fewest:
            yield w
        if mistakes <= fewest:  # the next start is near them, even if they are only as good
            best, fewest = w, mistakes
        if is_late():
            return
        w = [_NEAR * w_i + step for w_i, step in zip(best, _random_vector(best, draw))]


def _descend_along_lines(
    zs: Sequence[Vector], w: Vector, draw: Callable[[], float], is_late: Callable[[], bool]
) -> tuple[Vector, int]:
    """Search along the axes and random lines until none helps; return w and its mistakes."""
    margins = [sumprod(w, z) for z in zs]
    fewest = mistakes = sum([margin <= 0 for margin in margins])
    while True:
        length = _largest_entry(w)
        directions: list[Vector] = [
            [length * (i == j) for j in range(len(w))] for i in range(len(w))
        ]
        directions += [_random_vector(w, draw) for _ in range(2 * len(w))]
        for direction in directions:
            if is_late():
                return w, fewest
            candidate = _best_point_on_line(
                w, margins, direction, [sumprod(direction, z) for z in zs]
            )
            candidate_margins = [sumprod(candidate, z) for z in zs]
            count = sum([margin <= 0 for margin in candidate_margins])
            if count <= fewest:
                w, margins, fewest = candidate, candidate_margins, count
        if fewest == mistakes:
            return w, mistakes
        mistakes = fewest


def _best_point_on_line(w: Vector, margins: Vector, direction: Vector, slopes: Vector) -> Vector:
    """Return the w + t direction of fewest mistakes, up to rounding and a positive factor."""
    turns = []  # 2 t for an example that turns wrong there, 2 t + 1 for one that turns right
    for margin, slope in zip(margins, slopes):
        if slope:
            turns.append(((-margin << _BITS) // slope << 1) + (slope > 0))
    if not turns:
        return w
    turns.sort()
    changes = [0, *accumulate([1 - 2 * (turn & 1) for turn in turns])]
    k = min(range(len(changes)), key=changes.__getitem__)  # t lies after the first k turns
    one = 2 << _BITS
    t_before = turns[k - 1] if k else turns[0] - one
    t_after = turns[k] if k < len(turns) else turns[-1] + one
    t = (t_before >> 1) + (t_after >> 1)
    return _keep_leading_bits([(w_i << _BITS + 1) + t * e_i for w_i, e_i in zip(w, direction)])


def _random_vector(w: Vector, draw: Callable[[], float]) -> Vector:
    """Return a vector about as long as w. Only `Random.random` is the same on every Python."""
    length = _largest_entry(w)
    return [int((2 * draw() - 1) * 2**53) * length >> 53 for _ in w]


def _largest_entry(w: Vector) -> int:
    """Return the largest absolute value of an entry; 1 for zeros."""
    return max(map(abs, w)) or 1


def _keep_leading_bits(w: Vector) -> Vector:
    """Return w, its entries shortened to the leading bits."""
    shift = max(0, _largest_entry(w).bit_length() - _BITS - 6)
    return [w_i >> shift for w_i in w]
