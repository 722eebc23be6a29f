"""Coordinates in which the examples lie evenly about the origin.     Lecture 2: L2.14

z_n = y_n x_n       a signed example: w is right about it if, and only if, w . z_n > 0
b_1, ..., b_D       axes: every w decides about the z_n as some sum_k c_k b_k does
(z . b_1, ...)      the coordinates of z: z . sum_k c_k b_k = sum_k c_k (z . b_k)

A search in these coordinates is exact for any axes that are enough. It is fast for those that look
at each feature from its median, in units of its spread.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import neg
from typing import TYPE_CHECKING

from ..vectors import sumprod
from .linear_system import primitive

if TYPE_CHECKING:
    Vector = tuple[int, ...]

__all__ = ["Coordinates"]

_SAMPLE = 1000  # examples at most that tell the median and the spread of a feature
_BITS = 16  # of a median, behind the point
_MOST_COLUMNS = 10  # that are checked for dependence: it takes long, and is of use where D is small


class Coordinates:
    """The coordinates of signed examples.

    Args:
        zs: the z_n, each once. counts: how many examples each stands for.

    Attributes:
        D: how many axes there are: no more than z has entries.
    """

    def __init__(self, zs: Sequence[Vector], counts: Sequence[int]) -> None:
        self.zs, self.counts = zs, counts
        width = len(zs[0])
        self._columns = independent_columns(zs) if width <= _MOST_COLUMNS else [*range(width)]
        self.D = len(self._columns)

    @cached_property
    def axes(self) -> list[Vector]:
        """b_1, ..., b_D: independent ints.

        >>> Coordinates([(1, 10, 20), (1, 12, 24), (-1, -14, -28)], [1, 1, 1]).axes
        [(1, 0, 0), (-12, 1, 0)]
        """
        sample = self.zs[:: 1 + len(self.zs) // _SAMPLE]
        first = self._columns[0]
        medians = [0 if j == first else _median(sample, first, j) for j in self._columns]
        spreads = [
            sum([abs((z[j] << _BITS) - median * z[first]) for z in sample]) or 1
            for j, median in zip(self._columns, medians)
        ]
        axes = []
        for j, median, spread in zip(self._columns, medians, spreads):
            shift = (max(spreads) // spread).bit_length() - 1
            axis = [0] * len(self.zs[0])
            axis[first] = -((median << shift) + (1 << _BITS - 1) >> _BITS)
            axis[j] += 1 << shift
            axes.append(tuple(axis))
        return axes

    def weights(self, c: Sequence[int]) -> list[int]:
        """Return w = sum_k c_k b_k."""
        return [sumprod(c, column) for column in zip(*self.axes)]

    @cached_property
    def unpaired(self) -> tuple[int, list[Vector]]:
        """How many mistakes opposite examples cost every w, and the coordinates of the others.

        Of z and -c z, c > 0, every w is wrong about one. So they cancel out, pair by pair, and cost
        a mistake each. So does z = 0 alone. A vector is there as often as its examples are.

        >>> Coordinates([(1, 1), (-2, -2), (1, 3)], [3, 1, 1]).unpaired
        (1, [(1, 0), (1, 0), (1, 4)])
        """
        remaining: dict[Vector, int] = {}  # by direction: how many
        unavoidable = 0
        for z, count in zip(self.zs, self.counts):
            u = [sumprod(axis, z) for axis in self.axes]
            if not any(u):
                unavoidable += count
                continue
            direction = primitive(u)
            opposite = tuple(map(neg, direction))
            paired = min(count, remaining.get(opposite, 0))
            if paired:
                unavoidable += paired
                remaining[opposite] -= paired
            if count > paired:
                remaining[direction] = remaining.get(direction, 0) + count - paired
        return unavoidable, [u for u, count in remaining.items() for _ in range(count)]


def independent_columns(zs: Iterable[Vector]) -> list[int]:
    """Return which columns determine all the others, rising: the pivots of an elimination.

    >>> independent_columns([(1, 10, 20), (1, 12, 24), (-1, -14, -28)])
    [0, 1]
    """
    echelon: dict[int, Vector] = {}
    for z in zs:
        rest: Sequence[int] = z
        for j, row in echelon.items():
            if rest[j]:
                pivot, factor = row[j], rest[j]
                rest = [pivot * v - factor * u for v, u in zip(rest, row)]
        if any(rest):
            echelon[next(j for j, v in enumerate(rest) if v)] = primitive(rest)
            if len(echelon) == len(z):
                break
    return sorted(echelon) or [0]


def _median(zs: Sequence[Vector], first: int, j: int) -> int:
    """Return the median of z_j / z_first, which the label does not change, in units of 2^-16."""
    ratios = sorted([(z[j] << _BITS) // z[first] for z in zs if z[first]])
    return ratios[len(ratios) // 2] if ratios else 0
