"""Better weights near given ones: the best point of one line of weights after the other.
Lecture 2: L2.14

Along w + t e, where t goes from minus to plus infinity, each example changes sides at most once, at
t = -(w . z_n) / (e . z_n). One sort of these t finds the place of fewest mistakes. Where no line
leads to fewer, the search begins anew a little beside the best w.

It proves nothing. It works on a sample, and rounds w and t; somebody else counts the mistakes.
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

__all__ = ["improved"]

_SAMPLE = 1000  # examples at most that are looked at
_UPDATES = 100  # of Pocket
_BITS = 24  # of t, behind the point


def improved(zs: Sequence[Vector], rounds: int) -> Iterator[Vector]:
    """Yield weights of fewer and fewer mistakes: Pocket's, then what lines lead to.

    Args:
        zs: the signed examples z_n = y_n x_n, at least one.
        rounds: how often the search along lines begins anew.

    >>> [w[0] > 0 for w in improved([(1, 0), (1, 1), (1, -1), (-1, 0)], rounds=1)]
    [True]
    """
    sample = zs[:: 1 + len(zs) // _SAMPLE]
    draw = Random(0).random
    kept = pocket(Dataset(sample, [+1] * len(sample), x0=0), max_updates=_UPDATES)
    best: Vector = [int(w_i) for w_i in kept.w[1:]]
    yield best
    fewest, w = kept.mistakes, best
    for _ in range(rounds):
        w, mistakes = _descended(sample, w, draw)
        if mistakes < fewest:
            best, fewest = w, mistakes
            yield best
        w = [3 * w_i + step for w_i, step in zip(best, _drawn(best, draw))]


def _descended(zs: Sequence[Vector], w: Vector, draw: Callable[[], float]) -> tuple[Vector, int]:
    """Return w after steps along the axes and drawn lines, until none helps, and its mistakes."""
    margins = [sumprod(w, z) for z in zs]
    mistakes = before = sum([margin <= 0 for margin in margins])
    while True:
        length = _length(w)
        lines: list[Vector] = [[length * (i == j) for j in range(len(w))] for i in range(len(w))]
        lines += [_drawn(w, draw) for _ in range(2 * len(w))]
        for e in lines:
            there = _best_along(w, margins, e, [sumprod(e, z) for z in zs])
            met = [sumprod(there, z) for z in zs]
            count = sum([margin <= 0 for margin in met])
            if count <= mistakes:
                w, margins, mistakes = there, met, count
        if mistakes == before:
            return w, mistakes
        before = mistakes


def _best_along(w: Vector, margins: Vector, e: Vector, slopes: Vector) -> Vector:
    """Return the w + t e of fewest mistakes, up to rounding and a positive factor."""
    turns = []  # 2 t for an example that turns wrong there, 2 t + 1 for one that turns right
    for margin, slope in zip(margins, slopes):
        if slope:
            turns.append(((-margin << _BITS) // slope << 1) + (slope > 0))
    if not turns:
        return w
    turns.sort()
    changes = [0, *accumulate([1 - 2 * (turn & 1) for turn in turns])]
    k = min(range(len(changes)), key=changes.__getitem__)  # the first k of them are behind
    one = 2 << _BITS
    below = turns[k - 1] if k else turns[0] - one
    above = turns[k] if k < len(turns) else turns[-1] + one
    t = (below >> 1) + (above >> 1)
    return _shortened([(w_i << _BITS + 1) + t * e_i for w_i, e_i in zip(w, e)])


def _drawn(w: Vector, draw: Callable[[], float]) -> Vector:
    """Return a vector about as long as w, by the method of `Random` that no Python changes."""
    length = _length(w)
    return [int((2 * draw() - 1) * 2**53) * length >> 53 for _ in w]


def _length(w: Vector) -> int:
    return max(map(abs, w)) or 1


def _shortened(w: Vector) -> Vector:
    """Return the leading bits of w."""
    more = max(0, _length(w).bit_length() - _BITS - 6)
    return [w_i >> more for w_i in w]
