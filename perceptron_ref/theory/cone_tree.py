"""A proof by cones that no weights make fewer mistakes.     Lecture 2: L2.14

A cone holds the sums of its rays with coefficients >= 0. If every ray gets an example wrong,
y_n w . x_n <= 0, then every sum of the rays does. So every w in the cone makes at least as many
mistakes as there are examples that all of its rays get wrong. Examples m and n are opposite if
y_m x_m = -c y_n x_n with c > 0; every w gets at least one of them wrong.

The check needs only the data and the tree. It does not use the search.
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
from .linear_system import divide_by_gcd

if TYPE_CHECKING:
    from ..dataset import Dataset

    Ray = tuple[int, ...]
    Cut = Optional[tuple[int, int, int, int]]

__all__ = ["ConeTree"]


@dataclass(frozen=True)
class ConeTree:
    """Cones that cover all weights, made by cutting cones in two.     Lecture 2: L2.14

    The first 2^D cones have the rays +b_1 or -b_1, ..., +b_D or -b_D: plus first, the last sign
    changing fastest. A cut (i, j, a, b) adds the ray a p_i + b p_j between two rays of a cone. In
    the first half it replaces p_i, in the second half p_j.

    Attributes:
        axes: b_1, ..., b_D, each of 1 + d ints. Every w decides about all examples as some
            sum_k c_k b_k does. A ray has the coordinates c_1, ..., c_D, ints without a common
            factor.
        cuts: The cut of each cone, or None if it is not cut. After a cut come its first half, with
            all cuts of that half, and then its second half.
    """

    axes: tuple[Ray, ...]
    cuts: tuple[Cut, ...]

    @classmethod
    def from_nested_cuts(cls, axes: Sequence[Ray], nested_cuts: Sequence[list[object]]) -> ConeTree:
        """Return a tree from nested cuts.

        Args:
            axes: b_1, ..., b_D.
            nested_cuts: For each of the first cones [i, j, a, b, first half, second half], where
                each half is such a list, or [] if the cone is not cut.
        """
        cuts: list[Cut] = []
        waiting = [*reversed(nested_cuts)]
        while waiting:
            cut: list[object] = waiting.pop()
            cuts.append(tuple(cut[:4]) or None)  # type: ignore[arg-type]
            waiting += reversed(cut[4:])  # type: ignore[arg-type]
        return cls(tuple(axes), tuple(cuts))

    def proved_lower_bound(self, data: Dataset) -> int:
        """Return a lower bound on the mistakes of every w, by the definitions alone.

        The bound is 0 if the cones do not cover all weights.

        Args:
            data: The examples that the proof is about.
        """
        pairs, unpaired = _count_opposite_pairs(data)
        us = [[data.ys[n] * dot(b, data.scaled_rows[n]) for b in self.axes] for n in unpaired]

        def ray_and_mistakes(c: Sequence[int]) -> tuple[Ray, int]:
            """Return a ray, and a bit for each example that it gets wrong."""
            ray = divide_by_gcd(c)
            return ray, int("".join(["01"[sumprod(ray, u) <= 0] for u in us]) or "0", 2)

        units = [[int(i == k) for i in range(len(self.axes))] for k in range(len(self.axes))]
        sides = [[ray_and_mistakes(ray) for ray in (unit, list(map(neg, unit)))] for unit in units]
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
            new = ray_and_mistakes([a * p + b * q for p, q in zip(cone[i][0], cone[j][0])])
            cones += [[*cone[:k], new, *cone[k + 1 :]] for k in (j, i)]
        return 0 if cones or not _axes_determine_margins(self.axes, data) else pairs + least


def _axes_determine_margins(axes: Sequence[Ray], data: Dataset) -> bool:
    """Tell whether every w has the margins of some sum_k c_k b_k.

    This is so if a linear combination of examples that is 0 along all axes is always 0.
    """
    echelon: list[tuple[int, Sequence[int], Sequence[int]]] = []
    for x in data.scaled_rows:
        along: Sequence[int] = [dot(b, x) for b in axes]
        total: Sequence[int] = list(SparseVector.from_entries(x).to_dense(1 + data.d))
        for k, pivot_along, pivot_total in echelon:
            factor, pivot = along[k], pivot_along[k]
            if factor:
                along = [pivot * v - factor * u for v, u in zip(along, pivot_along)]
                total = [pivot * v - factor * u for v, u in zip(total, pivot_total)]
        if any(along):
            divisor = reduce(gcd, [*along, *total])
            along, total = ([v // divisor for v in part] for part in (along, total))
            echelon.append((next(k for k, v in enumerate(along) if v), along, total))
        elif any(total):
            return False
    return True


def _count_opposite_pairs(data: Dataset) -> tuple[int, list[int]]:
    """Return the number of pairs of opposite examples, and the examples in no pair."""
    pairs = 0
    unpaired: dict[object, list[int]] = {}  # by the direction of y_n x_n
    for n, (x, y) in enumerate(zip(data.scaled_rows, data.ys)):
        indices, values = SparseVector.from_entries(x)
        direction = divide_by_gcd([y * v for v in values])
        opposites = unpaired.get((indices, tuple(map(neg, direction))))
        if opposites and indices:
            opposites.pop()
            pairs += 1
        else:
            unpaired.setdefault((indices, direction), []).append(n)
    return pairs, [n for group in unpaired.values() for n in group]
