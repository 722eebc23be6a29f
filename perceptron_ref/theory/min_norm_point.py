"""The min-norm point of a convex hull, exactly: Wolfe's algorithm (1976).     Lecture 2: L2.8

    z_n = y_n x_n       the vectors whose hull it is
    p                   the point of conv{z_n} nearest to the origin
    a_n                 `coefficients`: ints > 0, such that p = sum_n a_n z_n / sum_n a_n
    P = sum_n a_n z_n   p times sum_n a_n

So p is a convex combination of the z_n. A *corral*, as Wolfe names it, is an affinely independent
set of z_n, such that the point of their affine hull nearest to the origin is a convex combination
of them. A *violator* is a z_n with z_n . p < p . p: a small step from p towards it brings p nearer
to the origin.

Floats propose a corral, ints decide: a `Corral` solves its system either in floats or exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from heapq import nsmallest
from math import ceil, inf
from typing import Any

from ..engine.lanes import Lanes
from ..exact.sparse import SparseVector, add_multiple, squared_norms, sumprod
from ..exact.sparse import stored_entries as nonzeros
from ..vectors import dot, squared_norm
from .float_system import FloatSystem
from .linear_system import divide_by_gcd, solve
from .members import Members

__all__ = ["Hull", "min_norm_point"]

_LEADING_BITS = 18  # of P: enough for features of similar size; then most lanes take 4 bytes
_SHORTLIST = 8  # times the entries of z: the z_n that are examined first, if one joins at a time
_FEW = 4  # numbers to find, one by one
_ENTRIES = 40  # of z, for each z_n that joins at once in floats; vectors this long are packed


class Hull:
    """The convex hull conv{z_n}, where z_n = y_n x_n.

    Args:
        xs: The vectors, at least one, of ints.
        ys: -1 or +1 for each.
        entries: The number of entries of each vector.
        on_row: Called repeatedly while linear systems are solved. It may raise an exception, to
            stop.
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
        is_wide = entries >= _ENTRIES and not isinstance(xs[0], SparseVector)
        self.members = Members(entries, max(self.squared_norms)) if is_wide else None
        self.shortlist_size = _SHORTLIST * entries if entries < _ENTRIES else 0

    def product(self, v: Sequence[int], n: int) -> int:
        """Return v . z_n."""
        return self.ys[n] * self._dot(v, self.xs[n])

    def products(self, n: int, corral: Iterable[int]) -> list[int]:
        """Return z_n . z_m for the members m of a corral that z_n joins, and z_n . z_n."""
        z = add_multiple([0] * self.entries, self.ys[n], self.xs[n])
        if self.members is None:
            return [self.product(z, m) for m in (*corral, n)]
        product_with = self.members.add_and_multiply(n, z)
        return [product_with[m] for m in (*corral, n)]

    def weighted_sum(self, coefficients: Mapping[int, int]) -> Sequence[int]:
        """Return sum_n a_n z_n for the coefficients {n: a_n}."""
        packed = self.members and self.members.weighted_sum(coefficients)
        if packed:
            return packed
        total: Sequence[int] = [0] * self.entries
        for n, a_n in coefficients.items():
            total = add_multiple(total, a_n * self.ys[n], self.xs[n])
        return total

    def _approximate_products(self, P: Sequence[int]) -> list[int]:
        """Return about z_n . P for all n, by the leading bits of P."""
        shift = max(0, max(map(int.bit_length, P)) - _LEADING_BITS)
        return self.lanes.unpack(self.lanes.margins([P_i >> shift for P_i in P]))

    def argmin_product(self, P: Sequence[int], candidates: Sequence[int]) -> int:
        """Return the candidate n with the least z_n . P, exactly.

        The bits of P that are left out change a z_n . P by at most sum_i |z_{n,i}| units.
        """
        approximate = self._approximate_products(P)
        limit = min(map(approximate.__getitem__, candidates)) + 2 * self._largest_norm_1
        near = [n for n in candidates if approximate[n] <= limit]
        return min(near, key=partial(self.product, P))

    def candidates_of_least_products(
        self, P: Sequence[int], candidates: Sequence[int], count: int
    ) -> list[int]:
        """Return the `count` candidates of least z_n . P, in order, by the leading bits of P."""
        approximate = self._approximate_products(P)
        if count > _FEW:
            return nsmallest(count, candidates, key=approximate.__getitem__)
        values: list[float] = [*map(approximate.__getitem__, candidates)]
        places: list[int] = []
        for _ in range(min(count, len(values))):  # in less time than `nsmallest`
            places.append(values.index(min(values)))
            values[places[-1]] = inf
        return [candidates[i] for i in places]


def min_norm_point(
    hull: Hull,
    candidates: Sequence[int],
    start: Mapping[int, int] | None = None,
    on_step: Callable[[Mapping[int, int], int, int], object] = lambda *step: None,
) -> dict[int, int]:
    """Return the coefficients {n: a_n > 0} of the point of the hull nearest to the origin.

    The a_n have no common factor, and their z_n are affinely independent. So their number is at
    most the number of entries of z, plus one.

    Wolfe (1976): while there is a violator, let it join the corral, and go to the corral's nearest
    point. This ends. When a step begins, p is nearest to the origin in the affine hull of its
    corral, so that hull is perpendicular to p: no violator is in it, and the corral stays affinely
    independent. A small step towards a violator brings p nearer to the origin, so ||p|| falls from
    step to step, and no corral comes back. There are finitely many of them. In the end
    z_n . p >= p . p for all n, hence v . p >= p . p and ||v|| >= ||p|| for every v in conv{z_n}.

    Floats take the same steps first. If z has many entries, several z_n join at once. Then ints
    start from the corral of the floats, which may be wrong or incomplete.

    Args:
        hull: The hull.
        candidates: The n of the z_n to combine, at least one.
        start: Coefficients {n: int > 0} to start from. They change the time, not the result.
        on_step: Called after each step with the coefficients, with z_n . P for the n of which it is
            about the least, and with P . P, the squared length of P. It may raise an exception, to
            stop.

    >>> min_norm_point(Hull([[3, 0], [1, 2], [1, -1]], [1, 1, 1], 2), range(3))
    {2: 2, 1: 1}
    """
    coefficients = dict(start or {min(candidates, key=hull.squared_norms.__getitem__): 1})
    for in_floats in (True, False):
        corral, shortest = Corral(hull, in_floats), Fraction(1 + max(hull.squared_norms))
        for n, a_n in coefficients.items():
            corral.add_member(n, a_n)
        while corral.move_to_nearest_point():
            nearest, total = dict(corral.coefficients), sum(corral.coefficients.values())
            squared_length = squared_norm(corral.P)
            order, least = corral.likely_violators(candidates, squared_length)
            if Fraction(squared_length, total**2) < shortest:
                coefficients, shortest = nearest, Fraction(squared_length, total**2)
                on_step(coefficients, least, squared_length)
            elif in_floats:
                break
            # if a member still looks like a violator, rounding decides about the others, too
            if (
                total * least >= squared_length
                or order[0] in nearest
                or not corral.add_member(order[0], 0)
            ):
                break
            for n in order[1:]:
                if n not in nearest:
                    corral.add_member(n, 0)
    return nearest


class Corral:
    """The z_n of which p is a convex combination, and the linear system for their nearest point.

    Let u be the coefficients of the point nearest to the origin in their affine hull. Up to a
    factor they solve M u = 1, where M = c 1 1^T + G, and G holds all z_m . z_n: then
    z_n . (sum_m u_m z_m) is the same for all n. M is the Gram matrix of the vectors (sqrt(c), z_n).
    It is positive definite for any c > 0 if the z_n are affinely independent.

    Args:
        hull: The hull of the z_n.
        in_floats: Whether u is computed in floats. If not, it is exact.

    Attributes:
        coefficients: {n: a_n}, ints in both cases. They determine p.
        P: sum_n a_n z_n.
        matrix: M.
        c: The least ||z_n||^2, so that in floats neither of c and G is lost in the other.
        system: The system M u = c 1 in floats, or None if u is exact.
        shortlist: The n that are examined first.
    """

    system: FloatSystem | None
    hull: Hull
    c: int
    at_once: int

    def __init__(self, hull: Hull, in_floats: bool) -> None:
        self.hull, self.c = hull, max(min(hull.squared_norms), 1)
        self.coefficients: dict[int, int] = {}
        self.P: Sequence[int] = ()
        self.matrix: list[list[int]] = []
        self.system = FloatSystem() if in_floats else None
        self.at_once = 1 + hull.entries // _ENTRIES if in_floats else 1
        self.shortlist: list[int] = []

    def likely_violators(
        self, candidates: Sequence[int], squared_length: int
    ) -> tuple[list[int], int]:
        """Return the n most likely to be violators, the likeliest first, and z_n . P of that one.

        If that n is not a violator, no candidate is a violator.

        Args:
            candidates: The n to choose from.
            squared_length: P . P.
        """
        hull, P = self.hull, self.P
        total = sum(self.coefficients.values())
        threshold = -(-squared_length // total)  # z_n is a violator if z_n . P is less
        order = [min(self.shortlist, key=partial(hull.product, P))] if self.shortlist else []
        # in floats a member may look like a violator, because its coefficient is rounded
        if not order or order[0] in self.coefficients or hull.product(P, order[0]) >= threshold:
            order = hull.candidates_of_least_products(
                P, candidates, self.at_once + hull.shortlist_size
            )
            self.shortlist, order = order[: hull.shortlist_size], order[: self.at_once]
        if hull.product(P, order[0]) >= threshold > 0:  # the leading bits show no violator
            order = [hull.argmin_product(P, candidates)]
        return order, hull.product(P, order[0])

    def add_member(self, n: int, coefficient: int) -> bool:
        """Add z_n with a coefficient; tell whether it was added.

        In floats it is not added if rounding may decide whether the affine hull contains it.
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
        """Remove the i-th member, with its row and column of M."""
        del self.coefficients[list(self.coefficients)[i]], self.matrix[i]
        for row in self.matrix:
            del row[i]
        if self.system is not None:
            self.system.remove(i)

    def move_to_nearest_point(self) -> bool:
        """Move p to the nearest point, dropping members on the way; tell whether it arrived.

        In ints p always arrives. On the way to the coefficients u, the first coefficient to
        vanish is the one of smallest u_i / a_i, at the coefficients a_i u - u_i a.
        """
        try:
            while min(u := self.coefficients_of_nearest_point()) <= 0:
                a = [*self.coefficients.values()]
                falling = [i for i, u_i in enumerate(u) if u_i <= 0]
                i = min(falling, key=lambda i: Fraction(u[i], a[i]) if a[i] else -inf)
                new_coefficients = divide_by_gcd(
                    [a[i] * u_j - u[i] * a_j for u_j, a_j in zip(u, a)]
                )
                self.coefficients = dict(zip(self.coefficients, new_coefficients))
                for j in reversed(falling):
                    if new_coefficients[j] <= 0:
                        self.remove_member(j)
        except (ArithmeticError, ValueError):  # from a zero, an infinity or a NaN of floats
            if self.system is None:
                raise
            return False
        self.coefficients = dict(zip(self.coefficients, divide_by_gcd(u)))
        self.P = self.hull.weighted_sum(self.coefficients)
        return True

    def coefficients_of_nearest_point(self) -> Sequence[int]:
        """Return u, the coefficients of the point nearest to the origin in the affine hull.

        In ints, the last member is removed while a member depends on the others: the start, or
        floats, may have made such a corral.
        """
        if self.system is not None:
            largest = max(map(abs, self.system.u))
            # rounded up, so that no coefficient > 0 becomes 0
            return [ceil(v / largest * 2.0**53) for v in self.system.u]
        while not (u := solve(self.matrix, self.hull.on_row)):
            self.remove_member(-1)
        return u
