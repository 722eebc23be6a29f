"""A proof by cones that no weights make fewer mistakes.     Lecture 2: L2.14

A cone consists of the sums of its rays with coefficients >= 0. If every ray gets an example wrong,
y_n w . x_n <= 0, then every such sum gets it wrong. So every w in the cone makes at least as many
mistakes as there are examples that all rays of the cone get wrong. Examples m and n are opposite if
y_m x_m = -c y_n x_n with c > 0. Every w gets at least one of them wrong.

The check needs only the data and the tree, not the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import gcd
from operator import and_, neg

from ..engine.packed import bit_count
from ..exact.sparse import SparseVector
from ..type_checking import TYPE_CHECKING
from ..vectors import dot, sumprod
from .linear_system import divide_by_gcd

if TYPE_CHECKING:
    from typing import Optional

    from ..dataset import Dataset

    Ray = tuple[int, ...]
    Cut = Optional[tuple[int, int, int, int]]

__all__ = ["ConeTree"]


@dataclass(frozen=True)
class ConeTree:
    """Cones that cover all weights: the orthants, and halves of cut cones.     Lecture 2: L2.14

    The first 2^D cones have the rays +b_1 or -b_1, ..., +b_D or -b_D. Plus comes before minus, and
    the last sign changes fastest. A cut (i, j, a, b) adds the ray a p_i + b p_j between the rays
    p_i and p_j of a cone. In the first half it replaces p_i, in the second half p_j.

    Attributes:
        axes: b_1, ..., b_D, each of 1 + d ints. For every w, some sum_k c_k b_k has the same
            margins on all examples. A ray is given by its coordinates c_1, ..., c_D, ints without a
            common factor.
        cuts: The cut of each cone; None if a cone is not cut. A cut is followed by the cuts of the
            first half, and then by the cuts of the second half.
    """

    axes: tuple[Ray, ...]
    cuts: tuple[Cut, ...]

    @classmethod
    def from_nested_cuts(cls, axes: Sequence[Ray], nested_cuts: Sequence[list[object]]) -> ConeTree:
        """Return a tree from nested cuts.

        Args:
            axes: b_1, ..., b_D.
            nested_cuts: For each of the first cones [i, j, a, b, first half, second half]. A half
                is a list of this form again, or [] if it is not cut.
        """
        cuts: list[Cut] = []
        pending = [*reversed(nested_cuts)]
        while pending:
            cut: list[object] = pending.pop()
            cuts.append(tuple(cut[:4]) or None)  # type: ignore[arg-type]
            pending += reversed(cut[4:])  # type: ignore[arg-type]
        return cls(tuple(axes), tuple(cuts))

    def proved_lower_bound(self, data: Dataset) -> int:
        """Return a lower bound on the mistakes of every w, from the definitions alone.

        The bound is 0 if the cones do not cover all weights.

        Args:
            data: The examples that the proof is about.
        """
        pairs, unpaired = _count_opposite_pairs(data)
        us = [[data.ys[n] * dot(b, data.scaled_rows[n]) for b in self.axes] for n in unpaired]

        def ray_and_mistakes(c: Sequence[int]) -> tuple[Ray, int]:
            """Return a ray, and an int whose 1 bits are the examples that the ray gets wrong."""
            ray = divide_by_gcd(c)
            return ray, int("".join(["01"[sumprod(ray, u) <= 0] for u in us]) or "0", 2)

        units = [[int(i == k) for i in range(len(self.axes))] for k in range(len(self.axes))]
        sides = [[ray_and_mistakes(ray) for ray in (unit, list(map(neg, unit)))] for unit in units]
        cones = [*map(list, product(*sides))]
        cones.reverse()
        min_wrong = len(us)  # the fewest examples that all rays of a cone get wrong
        for cut in self.cuts:
            if not cones:
                return 0
            cone = cones.pop()
            if cut is None:
                min_wrong = min(min_wrong, bit_count(reduce(and_, [wrong for _, wrong in cone])))
                continue
            i, j, a, b = cut
            if not (0 <= min(i, j) <= max(i, j) < len(cone) and a > 0 < b):
                return 0
            new_ray = ray_and_mistakes([a * p + b * q for p, q in zip(cone[i][0], cone[j][0])])
            cones += [[*cone[:k], new_ray, *cone[k + 1 :]] for k in (j, i)]
        return 0 if cones or not _axes_determine_margins(self.axes, data) else pairs + min_wrong


def _axes_determine_margins(axes: Sequence[Ray], data: Dataset) -> bool:
    """Tell whether every w has the same margins as some sum_k c_k b_k.

    This holds if every linear combination of examples whose product with each axis is 0 is itself
    0. Elimination reduces the products; `v` undergoes the same operations as its products.
    """
    echelon: list[tuple[int, Sequence[int], Sequence[int]]] = []
    for x in data.scaled_rows:
        products: Sequence[int] = [dot(b, x) for b in axes]
        v: Sequence[int] = list(SparseVector.from_entries(x).to_dense(1 + data.d))
        for k, pivot_products, pivot_v in echelon:
            factor, pivot = products[k], pivot_products[k]
            if factor:
                products = [pivot * a - factor * b for a, b in zip(products, pivot_products)]
                v = [pivot * a - factor * b for a, b in zip(v, pivot_v)]
        if any(products):
            divisor = reduce(gcd, [*products, *v])
            products, v = ([a // divisor for a in vector] for vector in (products, v))
            echelon.append((next(k for k, a in enumerate(products) if a), products, v))
        elif any(v):
            return False
    return True


def _count_opposite_pairs(data: Dataset) -> tuple[int, list[int]]:
    """Return the number of pairs of opposite examples, and the examples without a partner."""
    pairs = 0
    unpaired: dict[object, list[int]] = {}  # the n, by the direction of y_n x_n
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
