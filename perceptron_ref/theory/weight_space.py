"""Coordinates in which the examples lie evenly around the origin.     Lecture 2: L2.14

z_n = y_n x_n       a signed example: w gets it right if, and only if, w . z_n > 0
b_1, ..., b_D       axes: for every w, some sum_k c_k b_k has the same margins on all z_n
(z . b_1, ...)      the coordinates of z: z . sum_k c_k b_k = sum_k c_k (z . b_k)

A search in these coordinates is exact for all axes with this property. It is fast if the axes
measure each feature from its median, in units of its spread.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import neg

from ..type_checking import TYPE_CHECKING
from ..vectors import sumprod
from .linear_system import divide_by_gcd

if TYPE_CHECKING:
    Vector = tuple[int, ...]

__all__ = ["Coordinates"]

_MAX_SAMPLE_SIZE = 1000  # medians and spreads are computed from at most this many examples
_FRACTION_BITS = 16  # of a median, after the point
_MAX_CHECKED_COLUMNS = 10  # more are not checked for dependence: slow, and useless if D is large


class Coordinates:
    """The coordinates of signed examples.

    Args:
        zs: The different z_n.
        counts: For each of them, the number of examples that are equal to it.

    Attributes:
        D: The number of axes, at most the number of entries of z.
    """

    zs: Sequence[tuple[int, ...]]
    counts: Sequence[int]

    def __init__(self, zs: Sequence[Vector], counts: Sequence[int]) -> None:
        self.zs, self.counts = zs, counts
        width = len(zs[0])
        is_checked = width <= _MAX_CHECKED_COLUMNS
        self._columns = independent_columns(zs) if is_checked else [*range(width)]
        self.D = len(self._columns)

    @cached_property
    def axes(self) -> list[Vector]:
        """b_1, ..., b_D: linearly independent vectors of ints.

        >>> Coordinates([(1, 10, 20), (1, 12, 24), (-1, -14, -28)], [1, 1, 1]).axes
        [(1, 0, 0), (-12, 1, 0)]
        """
        sample = self.zs[:: 1 + len(self.zs) // _MAX_SAMPLE_SIZE]
        first = self._columns[0]
        medians = [0 if j == first else _median_ratio(sample, first, j) for j in self._columns]
        spreads = [
            sum([abs((z[j] << _FRACTION_BITS) - median * z[first]) for z in sample]) or 1
            for j, median in zip(self._columns, medians)
        ]
        axes = []
        for j, median, spread in zip(self._columns, medians, spreads):
            shift = (max(spreads) // spread).bit_length() - 1
            axis = [0] * len(self.zs[0])
            axis[first] = -((median << shift) + (1 << _FRACTION_BITS - 1) >> _FRACTION_BITS)
            axis[j] += 1 << shift
            axes.append(tuple(axis))
        return axes

    def weights(self, c: Sequence[int]) -> list[int]:
        """Return w = sum_k c_k b_k."""
        return [sumprod(c, column) for column in zip(*self.axes)]

    @property
    def unavoidable_mistakes(self) -> int:
        """The number of mistakes that every w makes on pairs of opposite examples, and on z = 0.

        Every w gets at least one of z and -c z wrong, where c > 0. So each pair of opposite
        examples costs one mistake, and is removed. Each example with z = 0 costs one mistake, too.

        >>> Coordinates([(1, 1), (-2, -2), (1, 3)], [3, 1, 1]).unavoidable_mistakes
        1
        """
        return self._unavoidable_and_unpaired[0]

    @property
    def unpaired_rows(self) -> list[Vector]:
        """The directions of the examples that remain after pairing, one row for each example.

        A direction is the coordinates of an example, divided by their greatest common divisor.

        >>> Coordinates([(1, 1), (-2, -2), (1, 3)], [3, 1, 1]).unpaired_rows
        [(1, 0), (1, 0), (1, 4)]
        """
        return self._unavoidable_and_unpaired[1]

    @cached_property
    def _unavoidable_and_unpaired(self) -> tuple[int, list[Vector]]:
        """The values of `unavoidable_mistakes` and `unpaired_rows`."""
        unpaired: dict[Vector, int] = {}  # the number of unpaired examples of each direction
        unavoidable = 0
        for z, count in zip(self.zs, self.counts):
            u = [sumprod(axis, z) for axis in self.axes]
            if not any(u):
                unavoidable += count
                continue
            direction = divide_by_gcd(u)
            opposite = tuple(map(neg, direction))
            pairs = min(count, unpaired.get(opposite, 0))
            if pairs:
                unavoidable += pairs
                unpaired[opposite] -= pairs
            if count > pairs:
                unpaired[direction] = unpaired.get(direction, 0) + count - pairs
        return unavoidable, [u for u, count in unpaired.items() for _ in range(count)]


def independent_columns(zs: Iterable[Vector]) -> list[int]:
    """Return the columns that determine all others, in ascending order: pivots of an elimination.

    >>> independent_columns([(1, 10, 20), (1, 12, 24), (-1, -14, -28)])
    [0, 1]
    """
    echelon: dict[int, Vector] = {}
    for z in zs:
        remainder: Sequence[int] = z
        for j, row in echelon.items():
            if remainder[j]:
                pivot, factor = row[j], remainder[j]
                remainder = [pivot * v - factor * u for v, u in zip(remainder, row)]
        if any(remainder):
            echelon[next(j for j, v in enumerate(remainder) if v)] = divide_by_gcd(remainder)
            if len(echelon) == len(z):
                break
    return sorted(echelon) or [0]


def _median_ratio(zs: Sequence[Vector], denominator_column: int, column: int) -> int:
    """Return the median of z_j / z_k in units of 2^-16. The label cancels in this ratio.

    Args:
        zs: The signed examples.
        denominator_column: k.
        column: j.
    """
    ratios = sorted(
        [
            (z[column] << _FRACTION_BITS) // z[denominator_column]
            for z in zs
            if z[denominator_column]
        ]
    )
    return ratios[len(ratios) // 2] if ratios else 0
