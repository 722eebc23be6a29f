"""The min-norm point of a convex hull, exactly: Wolfe's algorithm (1976).     Lecture 2: L2.8

    z_n = y_n x_n       the vectors that span the convex hull conv{z_n}
    p                   the point of conv{z_n} nearest to the origin
    a_n                 `coefficients`: ints > 0, such that p = sum_n a_n z_n / sum_n a_n
    P = sum_n a_n z_n   p times sum_n a_n

So p is a convex combination of the z_n. Wolfe calls an affinely independent set of z_n a *corral*
if the point of its affine hull nearest to the origin is a convex combination of these z_n. A
*violator* is a z_n with z_n . p < p . p: a small step from p towards it brings p nearer to the
origin.

Floats propose a corral, ints decide: a `Corral` solves its system either in floats or exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from heapq import nsmallest
from math import ceil, inf

from ..engine.lanes import Lanes
from ..exact.sparse import SparseVector, add_multiple, squared_norms, sumprod
from ..exact.sparse import stored_entries as nonzeros
from ..type_checking import TYPE_CHECKING
from ..vectors import dot, squared_norm
from .float_system import FloatSystem
from .linear_system import divide_by_gcd, solve
from .members import Members

if TYPE_CHECKING:
    from typing import Any

__all__ = ["Hull", "min_norm_point"]

# the leading bits of P in approximate products: enough for features of similar size, and so few
# that most lanes have 4 bytes
_LEADING_BITS = 18
_SHORTLIST_FACTOR = 8  # times the entries of z: the number of z_n that are examined first
_MAX_SEPARATE_SEARCHES = 4  # up to this many minima are found faster one by one than by `nsmallest`
_ENTRIES_PER_JOIN = 40  # in floats, one more z_n joins in a step for every 40 entries of z


class Hull:
    """The convex hull conv{z_n}, where z_n = y_n x_n.

    Args:
        xs: The x_n, at least one, as ints.
        ys: The y_n, each -1 or +1.
        entries: The number of entries of each x_n.
        on_row: Called repeatedly while linear systems are solved. It may raise an exception to stop
            the computation.

    Attributes:
        squared_norms: The squared norms of the x_n.
        lanes: The x_n in lanes, which compute approximate products.
        members: The packed z_n that have joined a corral; None for short or sparse vectors.
        shortlist_size: The number of z_n that a step examines first; 0 if it examines all.
    """

    xs: Sequence[Any]
    ys: Sequence[int]
    entries: int
    on_row: Callable[[], object]
    squared_norms: list[int]
    lanes: Lanes
    shortlist_size: int
    members: Members | None

    def __init__(
        self,
        xs: Sequence[Any],
        ys: Sequence[int],
        entries: int,
        on_row: Callable[[], object] = lambda: None,
    ) -> None:
        self.xs, self.ys, self.entries, self.on_row = xs, ys, entries, on_row
        self._dot: Callable[[Any, Any], int] = dot if isinstance(xs[0], SparseVector) else sumprod
        self.squared_norms = [*squared_norms(xs)]
        self._largest_norm_1 = max([sum(map(abs, nonzeros(x))) for x in xs])
        self.lanes = Lanes(xs, ys, self._largest_norm_1 << _LEADING_BITS, len(xs))
        is_long = entries >= _ENTRIES_PER_JOIN
        are_packed = is_long and not isinstance(xs[0], SparseVector)
        self.members = Members(entries, max(self.squared_norms)) if are_packed else None
        self.shortlist_size = 0 if is_long else _SHORTLIST_FACTOR * entries

    def product(self, v: Sequence[int], n: int) -> int:
        """Return v . z_n."""
        return self.ys[n] * self._dot(v, self.xs[n])

    def products(self, n: int, corral: Iterable[int]) -> list[int]:
        """Return z_n . z_m for the members m of the corral that z_n joins, then z_n . z_n."""
        z = add_multiple([0] * self.entries, self.ys[n], self.xs[n])
        if self.members is None:
            return [self.product(z, m) for m in (*corral, n)]
        product_with = self.members.add_and_multiply(n, z)
        return [product_with[m] for m in (*corral, n)]

    def weighted_sum(self, coefficients: Mapping[int, int]) -> Sequence[int]:
        """Return sum_n a_n z_n for the coefficients {n: a_n}."""
        packed_sum = self.members and self.members.weighted_sum(coefficients)
        if packed_sum:
            return packed_sum
        total: Sequence[int] = [0] * self.entries
        for n, a_n in coefficients.items():
            total = add_multiple(total, a_n * self.ys[n], self.xs[n])
        return total

    def _approximate_products(self, P: Sequence[int]) -> list[int]:
        """Return approximate z_n . P for all n, from the leading bits of P, in a common unit."""
        shift = max(0, max(map(int.bit_length, P)) - _LEADING_BITS)
        return self.lanes.unpack(self.lanes.packed_products([P_i >> shift for P_i in P]))

    def argmin_product(self, P: Sequence[int], candidates: Sequence[int]) -> int:
        """Return the candidate n with the smallest z_n . P, exactly.

        The omitted bits of P change z_n . P by at most sum_i |z_{n,i}| units.
        """
        products = self._approximate_products(P)
        limit = min(map(products.__getitem__, candidates)) + 2 * self._largest_norm_1
        possible = [n for n in candidates if products[n] <= limit]
        return min(possible, key=partial(self.product, P))

    def candidates_of_least_products(
        self, P: Sequence[int], candidates: Sequence[int], count: int
    ) -> list[int]:
        """Return the `count` candidates with the smallest z_n . P, in order, approximately."""
        products = self._approximate_products(P)
        if count > _MAX_SEPARATE_SEARCHES:
            return nsmallest(count, candidates, key=products.__getitem__)
        remaining: list[Any] = products
        if candidates != range(len(products)):
            remaining = [*map(products.__getitem__, candidates)]
        positions: list[int] = []
        for _ in range(min(count, len(remaining))):
            positions.append(remaining.index(min(remaining)))
            remaining[positions[-1]] = inf
        return [candidates[i] for i in positions]


def min_norm_point(
    hull: Hull,
    candidates: Sequence[int],
    start: Mapping[int, int] | None = None,
    on_step: Callable[[Mapping[int, int], int, int], object] = lambda *step: None,
) -> dict[int, int]:
    """Return the coefficients {n: a_n > 0} of the point of the hull nearest to the origin.

    The a_n have no common factor, and their z_n are affinely independent. So their number is at
    most the number of entries of z, plus one.

    Wolfe (1976): while there is a violator, add it to the corral, and move p to the point of the
    new corral nearest to the origin. This ends. At the beginning of a step, p is nearest to the
    origin in the affine hull of its corral, so p is perpendicular to that hull. Therefore no
    violator is in it, and the corral stays affinely independent. A small step towards a violator
    brings p nearer to the origin, so every step makes ||p|| smaller, and no corral occurs twice.
    There are finitely many corrals. At the end z_n . p >= p . p for all n, hence v . p >= p . p and
    ||v|| >= ||p|| for every v in conv{z_n}.

    First these steps are taken in floats; if z has many entries, several z_n join in one step. Then
    ints start from the corral of the floats, which may be wrong or incomplete.

    Args:
        hull: The hull.
        candidates: The n of the z_n to combine, at least one.
        start: Coefficients {n: int > 0} to start from. They change the time, not the result.
        on_step: Called after each step with the coefficients, about the smallest z_n . P, and
            P . P. It may raise an exception to stop the computation.

    >>> min_norm_point(Hull([[3, 0], [1, 2], [1, -1]], [1, 1, 1], 2), range(3))
    {2: 2, 1: 1}
    """
    coefficients = dict(start or {min(candidates, key=hull.squared_norms.__getitem__): 1})
    for in_floats in (True, False):
        corral, min_square = Corral(hull, in_floats), Fraction(1 + max(hull.squared_norms))
        for n, a_n in coefficients.items():
            corral.add_member(n, a_n)
        while corral.move_to_nearest_point():
            new_coefficients = dict(corral.coefficients)
            total, P_square = sum(new_coefficients.values()), squared_norm(corral.P)
            violators, min_product = corral.likely_violators(candidates, P_square)
            if Fraction(P_square, total**2) < min_square:
                coefficients, min_square = new_coefficients, Fraction(P_square, total**2)
                on_step(coefficients, min_product, P_square)
            elif in_floats:
                break
            # If a member still looks like a violator, only rounding makes violators.
            if (
                total * min_product >= P_square
                or violators[0] in new_coefficients
                or not corral.add_member(violators[0], 0)
            ):
                break
            for n in violators[1:]:
                if n not in new_coefficients:
                    corral.add_member(n, 0)
    return new_coefficients


class Corral:
    """The z_n whose convex combination is p, and the linear system for their nearest point.

    Let u be the coefficients of the point nearest to the origin in the affine hull of these z_n. Up
    to a factor, u solves M u = 1, where M = c 1 1^T + G, and the entries of G are z_m . z_n: then
    z_n . (sum_m u_m z_m) is the same for all n. M is the Gram matrix of the vectors (sqrt(c), z_n).
    It is positive definite for any c > 0 if the z_n are affinely independent.

    Args:
        hull: The hull of the z_n.
        in_floats: True if u is computed in floats; False if it is exact.

    Attributes:
        coefficients: {n: a_n}, ints even if u is computed in floats. They determine p.
        P: sum_n a_n z_n.
        matrix: M.
        c: The smallest ||z_n||^2, at least 1; with this c the sum of c and an entry of G loses few
            bits in floats.
        system: The system M u = c 1 in floats; None if u is exact.
        joins_per_step: The number of z_n that may join in one step.
        shortlist: The n that are examined first.
    """

    system: FloatSystem | None
    hull: Hull
    c: int
    joins_per_step: int

    def __init__(self, hull: Hull, in_floats: bool) -> None:
        self.hull, self.c = hull, max(min(hull.squared_norms), 1)
        self.coefficients: dict[int, int] = {}
        self.P: Sequence[int] = ()
        self.matrix: list[list[int]] = []
        self.system = FloatSystem() if in_floats else None
        self.joins_per_step = 1 + hull.entries // _ENTRIES_PER_JOIN if in_floats else 1
        self.shortlist: list[int] = []

    def likely_violators(self, candidates: Sequence[int], P_square: int) -> tuple[list[int], int]:
        """Return the n that are most likely violators, and z_n . P for the first of them.

        If the first n is not a violator, no candidate is a violator.

        Args:
            candidates: The n to choose from.
            P_square: P . P.
        """
        hull, P = self.hull, self.P
        total = sum(self.coefficients.values())
        threshold = -(-P_square // total)  # z_n is a violator if z_n . P is smaller
        order = [min(self.shortlist, key=partial(hull.product, P))] if self.shortlist else []
        # In floats a member may look like a violator, because its coefficient is rounded.
        if not order or order[0] in self.coefficients or hull.product(P, order[0]) >= threshold:
            count = self.joins_per_step + hull.shortlist_size
            order = hull.candidates_of_least_products(P, candidates, count)
            self.shortlist, order = order[: hull.shortlist_size], order[: self.joins_per_step]
        if hull.product(P, order[0]) >= threshold > 0:  # the leading bits show no violator
            order = [hull.argmin_product(P, candidates)]
        return order, hull.product(P, order[0])

    def add_member(self, n: int, coefficient: int) -> bool:
        """Add z_n with a coefficient; return False if it was not added.

        In floats z_n is not added if rounding would decide whether the affine hull contains it, or
        if a number is too large for a float.
        """
        entries = [self.c + product for product in self.hull.products(n, self.coefficients)]
        if self.system is not None and not self.system.add(entries, self.c):
            return False
        self.coefficients[n] = coefficient
        self.matrix.append(entries)
        for row, entry in zip(self.matrix, entries[:-1]):
            row.append(entry)
        return True

    def remove_member(self, i: int) -> None:
        """Remove member i, with its row and column of M."""
        del self.coefficients[list(self.coefficients)[i]], self.matrix[i]
        for row in self.matrix:
            del row[i]
        if self.system is not None:
            self.system.remove(i)

    def move_to_nearest_point(self) -> bool:
        """Move p to the nearest point, and remove members whose coefficient becomes 0.

        Return False if floats fail; ints never fail. While the coefficients move from a to u, the
        first to become 0 is the one with the smallest u_i / a_i, at a_i u - u_i a.
        """
        try:
            while min(u := self.coefficients_of_nearest_point()) <= 0:
                a = [*self.coefficients.values()]
                nonpositive = [i for i, u_i in enumerate(u) if u_i <= 0]
                i = min(nonpositive, key=lambda i: Fraction(u[i], a[i]) if a[i] else -inf)
                new_coefficients = divide_by_gcd(
                    [a[i] * u_j - u[i] * a_j for u_j, a_j in zip(u, a)]
                )
                self.coefficients = dict(zip(self.coefficients, new_coefficients))
                for j in reversed(nonpositive):
                    if new_coefficients[j] <= 0:
                        self.remove_member(j)
        except (ArithmeticError, ValueError):  # a float is 0, infinite or NaN
            if self.system is None:
                raise
            return False
        self.coefficients = dict(zip(self.coefficients, divide_by_gcd(u)))
        self.P = self.hull.weighted_sum(self.coefficients)
        return True

    def coefficients_of_nearest_point(self) -> Sequence[int]:
        """Return u, the coefficients of the point nearest to the origin in the affine hull.

        In ints, the last member is removed, again and again, until the members are affinely
        independent. The start, or rounded floats, may have led to a dependent corral.
        """
        if self.system is not None:
            max_abs = max(map(abs, self.system.u))
            # `ceil` keeps positive coefficients positive
            return [ceil(v / max_abs * 2.0**53) for v in self.system.u]
        while not (u := solve(self.matrix, self.hull.on_row)):
            self.remove_member(-1)
        return u
