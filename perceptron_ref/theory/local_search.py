"""Improve weights: find the best point on a line of weights, then on another line, and so on.
Lecture 2: L2.14

While t goes from minus to plus infinity, the weights w + t e change their answer on each example at
most once, at t = -(w . z_n) / (e . z_n). So sorting these t finds the t with the fewest mistakes.
If no line leads to fewer mistakes, the search restarts near the best w.

The search proves nothing. It uses a sample, and rounds w and t. The caller counts the mistakes on
all examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from random import Random

from ..dataset import Dataset
from ..pocket import pocket
from ..type_checking import TYPE_CHECKING
from ..vectors import sumprod

if TYPE_CHECKING:
    Vector = Sequence[int]

__all__ = ["find_better_weights"]

_MAX_SAMPLE_SIZE = 2000  # mistakes are counted on at most this many examples
_POCKET_UPDATES = 100
_FRACTION_BITS = 24  # of t, after the point
_RESTART_DIVISOR = 10  # a restart moves w by about ||w|| / 10


def find_better_weights(
    zs: Sequence[Vector], starts: int, time_is_up: Callable[[], bool] = lambda: False
) -> Iterator[Vector]:
    """Yield Pocket's weights, then weights with fewer and fewer mistakes on the sample.

    Args:
        zs: The signed examples z_n = y_n x_n, at least one.
        starts: The number of starts; the first is from Pocket's weights.
        time_is_up: Called before each line. If it returns True, the search ends.

    >>> [w[0] > 0 for w in find_better_weights([(1, 0), (1, 1), (1, -1), (-1, 0)], starts=1)]
    [True]
    """
    sample = zs[:: -(-len(zs) // _MAX_SAMPLE_SIZE)]
    draw = Random(0).random
    run = pocket(Dataset(sample, [+1] * len(sample), x0=0), max_updates=_POCKET_UPDATES)
    best: Vector = [int(w_i) for w_i in run.w[1:]]
    yield best
    fewest, w = run.mistakes, best
    for _ in range(starts):
        w, mistakes = _descend_along_lines(sample, w, draw, time_is_up)
        if mistakes < fewest:
            yield w
        if mistakes <= fewest:  # restart near the new w even if it is only equally good
            best, fewest = w, mistakes
        if time_is_up():
            return
        w = [_RESTART_DIVISOR * w_i + step for w_i, step in zip(best, _random_vector(best, draw))]


def _descend_along_lines(
    zs: Sequence[Vector], w: Vector, draw: Callable[[], float], time_is_up: Callable[[], bool]
) -> tuple[Vector, int]:
    """Search along the axes and random lines until no line helps; return w and its mistakes."""
    margins = [sumprod(w, z) for z in zs]
    fewest = mistakes = sum([margin <= 0 for margin in margins])
    while True:
        size = _max_abs_entry(w)
        directions: list[Vector] = [[size * (i == j) for j in range(len(w))] for i in range(len(w))]
        directions += [_random_vector(w, draw) for _ in range(2 * len(w))]
        for direction in directions:
            if time_is_up():
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
    """Return the w + t direction with the fewest mistakes, up to rounding and a positive factor."""
    # t is an int, in units of 2^-24. A crossing is 2 t if the example becomes a mistake at t, and
    # 2 t + 1 if it becomes right.
    crossings = []
    for margin, slope in zip(margins, slopes):
        if slope:
            crossings.append(((-margin << _FRACTION_BITS) // slope << 1) + (slope > 0))
    if not crossings:
        return w
    crossings.sort()
    changes = [0, *accumulate([1 - 2 * (crossing & 1) for crossing in crossings])]
    k = min(range(len(changes)), key=changes.__getitem__)  # t lies after the first k crossings
    unit_step = 2 << _FRACTION_BITS  # t = 1, in the form of a crossing
    crossing_before = crossings[k - 1] if k else crossings[0] - unit_step
    crossing_after = crossings[k] if k < len(crossings) else crossings[-1] + unit_step
    twice_t = (crossing_before >> 1) + (crossing_after >> 1)
    return _keep_leading_bits(
        [(w_i << _FRACTION_BITS + 1) + twice_t * e_i for w_i, e_i in zip(w, direction)]
    )


def _random_vector(w: Vector, draw: Callable[[], float]) -> Vector:
    """Return a random vector of about the size of w.

    It uses only `Random.random`, which returns the same numbers on every Python.
    """
    size = _max_abs_entry(w)
    return [int((2 * draw() - 1) * 2**53) * size >> 53 for _ in w]


def _max_abs_entry(w: Vector) -> int:
    """Return the largest absolute value of an entry; 1 if w = 0."""
    return max(map(abs, w)) or 1


def _keep_leading_bits(w: Vector) -> Vector:
    """Return w with its entries shifted right, so that at most 30 bits remain."""
    shift = max(0, _max_abs_entry(w).bit_length() - _FRACTION_BITS - 6)
    return [w_i >> shift for w_i in w]
