"""A proof that no weights make fewer mistakes: cones that cover all weights.     Lecture 2: L2.14

A cone holds the sums of its rays with coefficients >= 0. If no ray gets an example right, y_n w .
x_n <= 0, then no sum of the rays does. So every w in the cone makes at least as many mistakes as
there are examples that all of its rays get wrong. And of two opposite examples, y_m x_m and
-c y_n x_n with c > 0, every w gets one wrong.

The check below needs the data and the tree, and nothing of the search that made it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import gcd
from operator import and_, neg
from typing import TYPE_CHECKING, Optional

from ..engine.packed import bit_count
from ..exact.sparse import SparseVector
from ..vectors import dot, sumprod
from .linear_system import primitive

if TYPE_CHECKING:
    from ..dataset import Dataset

    Ray = tuple[int, ...]
    Cut = Optional[tuple[int, int, int, int]]

__all__ = ["ConeTree"]


@dataclass(frozen=True)
class ConeTree:
    """Cones that cover all weights, each made by cutting one in two.     Lecture 2: L2.14

    Attributes:
        axes: b_1, ..., b_D, each of 1 + d ints. Every w decides about all examples as some
            sum_k c_k b_k does. A ray is told by its c_1, ..., c_D: ints without a common factor.
        cuts: what becomes of the 2^D cones of the rays +b_1 or -b_1, ..., +b_D or -b_D: plus
            first, the last sign changing fastest. Of a cone that is cut (i, j, a, b): its rays p_i
            and p_j make a new ray along a p_i + b p_j, and the cone is cut into two, with the new
            ray in the place of p_i, and of p_j; what becomes of these follows, the first one and
            all that it is cut into before the second. None: the cone is not cut.
    """

    axes: tuple[Ray, ...]
    cuts: tuple[Cut, ...]

    @classmethod
    def of(cls, axes: Sequence[Ray], roots: Sequence[list[object]]) -> ConeTree:
        """Return the tree of nested cuts [i, j, a, b, cuts of one half, of the other], or []."""
        cuts: list[Cut] = []
        waiting = [*reversed(roots)]
        while waiting:
            cut: list[object] = waiting.pop()
            cuts.append(tuple(cut[:4]) or None)  # type: ignore[arg-type]
            waiting += reversed(cut[4:])  # type: ignore[arg-type]
        return cls(tuple(axes), tuple(cuts))

    def bound(self, data: Dataset) -> int:
        """Return how many mistakes on the data every w makes at least, by the definitions alone;
        0 where the cones do not cover all weights.
        """
        pairs, others = _without_opposites(data)
        us = [[data.ys[n] * dot(b, data.scaled_rows[n]) for b in self.axes] for n in others]

        def with_wrong(c: Sequence[int]) -> tuple[Ray, int]:
            """Return a ray, and a bit for each example: 1 where the ray does not get it right."""
            ray = primitive(c)
            return ray, int("".join(["01"[sumprod(ray, u) <= 0] for u in us]) or "0", 2)

        units = [[int(i == k) for i in range(len(self.axes))] for k in range(len(self.axes))]
        sides = [[with_wrong(ray) for ray in (unit, list(map(neg, unit)))] for unit in units]
        cones = [*map(list, product(*sides))]
        cones.reverse()
        least = len(us)
        for cut in self.cuts:
            if not cones:
                return 0
            cone = cones.pop()
            if cut is None:
                least = min(least, bit_count(reduce(and_, [wrong for _, wrong in cone])))
                continue
            i, j, a, b = cut
            if not (0 <= min(i, j) <= max(i, j) < len(cone) and a > 0 < b):
                return 0
            new = with_wrong([a * p + b * q for p, q in zip(cone[i][0], cone[j][0])])
            cones += [[*cone[:out], new, *cone[out + 1 :]] for out in (j, i)]
        return 0 if cones or not _are_enough(self.axes, data) else pairs + least


def _are_enough(axes: Sequence[Ray], data: Dataset) -> bool:
    """Tell whether every w has the margins of some sum_k c_k b_k.

    That is so if whatever multiples of examples cancel out at all axes cancel out altogether.
    """
    echelon: list[tuple[int, Sequence[int], Sequence[int]]] = []
    for x in data.scaled_rows:
        along: Sequence[int] = [dot(b, x) for b in axes]
        rest: Sequence[int] = list(SparseVector.of(x).dense(1 + data.d))
        for k, above, other in echelon:
            factor, pivot = along[k], above[k]
            if factor:
                along = [pivot * v - factor * u for v, u in zip(along, above)]
                rest = [pivot * v - factor * u for v, u in zip(rest, other)]
        if any(along):
            common = reduce(gcd, [*along, *rest])
            along, rest = ([v // common for v in part] for part in (along, rest))
            echelon.append((next(k for k, v in enumerate(along) if v), along, rest))
        elif any(rest):
            return False
    return True


def _without_opposites(data: Dataset) -> tuple[int, list[int]]:
    """Return how many pairs of opposite examples there are, and the examples in none of them."""
    pairs = 0
    unpaired: dict[object, list[int]] = {}  # by the direction of y_n x_n
    for n, (x, y) in enumerate(zip(data.scaled_rows, data.ys)):
        indices, values = SparseVector.of(x)
        direction = primitive([y * v for v in values])
        opposites = unpaired.get((indices, tuple(map(neg, direction))))
        if opposites and indices:
            opposites.pop()
            pairs += 1
        else:
            unpaired.setdefault((indices, direction), []).append(n)
    return pairs, [n for group in unpaired.values() for n in group]
