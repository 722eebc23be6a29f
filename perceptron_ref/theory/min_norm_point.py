"""The min-norm point of a convex hull, exactly: Wolfe's algorithm (1976).     Lecture 2: L2.8

    z_n = y_n x_n       the vectors whose hull it is
    p                   the point of conv{z_n} nearest to the origin
    a_n                 `shares`: the ints > 0 with which some z_n are mixed into p
    P = sum_n a_n z_n   p times sum_n a_n

A *corral*, as Wolfe names it, is an affinely independent set of z_n whose affine hull has its point
nearest to the origin among their mixtures. A *violator* is a z_n with z_n . p < p . p: a little of
it, mixed into p, brings p nearer.

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

_LEADING_BITS = 18  # of P: enough for features of like size; then most lanes take 4 bytes
_SHORTLIST = 8  # times the entries of z: the z_n that are examined first, if one joins at a time
_FEW = 4  # numbers to find, one by one
_ENTRIES = 40  # of z, for each z_n that joins at once in floats; vectors this long are packed


class Hull:
    """conv{z_n} of z_n = y_n x_n.

    Args:
        xs: The vectors, at least one, of ints.
        ys: -1 or +1 for each.
        entries: The number of entries of each vector.
        on_row: Called again and again while linear systems are solved. It may raise an exception,
            to stop.
    """

    xs: Sequence[Any]
    ys: Sequence[int]
    entries: int
    on_row: Callable[[], object]
    lengths: list[int]
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
        self.lengths = [*squared_norms(xs)]
        self._longest = max([sum(map(abs, nonzeros(x))) for x in xs])
        self.lanes = Lanes(xs, ys, self._longest << _LEADING_BITS, len(xs))
        is_wide = entries >= _ENTRIES and not isinstance(xs[0], SparseVector)
        self.members = Members(entries, max(self.lengths)) if is_wide else None
        self.shortlist_size = _SHORTLIST * entries if entries < _ENTRIES else 0

    def product(self, v: Sequence[int], n: int) -> int:
        """Return v . z_n."""
        return self.ys[n] * self._dot(v, self.xs[n])

    def products(self, n: int, others: Iterable[int]) -> list[int]:
        """Return z_n . z_m for the members m of a corral that z_n joins, and z_n . z_n."""
        z = add_multiple([0] * self.entries, self.ys[n], self.xs[n])
        if self.members is None:
            return [self.product(z, m) for m in (*others, n)]
        known = self.members.products(n, z)
        return [known[m] for m in (*others, n)]

    def weighted_sum(self, shares: Mapping[int, int]) -> Sequence[int]:
        """Return sum_n a_n z_n for these shares {n: a_n}."""
        packed = self.members and self.members.weighted_sum(shares)
        if packed:
            return packed
        total: Sequence[int] = [0] * self.entries
        for n, a_n in shares.items():
            total = add_multiple(total, a_n * self.ys[n], self.xs[n])
        return total

    def _approximate_products(self, P: Sequence[int]) -> list[int]:
        """Return z_n . P for all n by the leading bits of P."""
        shift = max(0, max(map(int.bit_length, P)) - _LEADING_BITS)
        return self.lanes.unpack(self.lanes.margins([P_i >> shift for P_i in P]))

    def smallest_product(self, P: Sequence[int], candidates: Sequence[int]) -> int:
        """Return the candidate of least z_n . P, exactly.

        The bits of P that are left out change no z_n . P by more than sum_i |z_{n,i}| units.
        """
        approximate = self._approximate_products(P)
        most = min(map(approximate.__getitem__, candidates)) + 2 * self._longest
        near = [n for n in candidates if approximate[n] <= most]
        return min(near, key=partial(self.product, P))

    def smallest_products(
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
    on_step: Callable[[Mapping[int, int], int, int], object] = lambda shares, least, length: None,
) -> dict[int, int]:
    """Return the shares {n: a_n > 0} of the point of the hull nearest to the origin.

    The a_n have no common factor, and their z_n are affinely independent. So there is at most one
    more of them than z has entries.

    Wolfe (1976): while there is a violator, let it join the corral, and go to the corral's nearest
    point. This ends. When a step begins, p is nearest to the origin in the affine hull of its
    corral, so that hull is perpendicular to p: no violator is in it, and the corral stays affinely
    independent. Mixing a little of a violator into p brings p nearer, so ||p|| falls from step to
    step, and no corral comes back. There are finitely many of them. In the end z_n . p >= p . p for
    all n, hence v . p >= p . p and ||v|| >= ||p|| for every v in conv{z_n}.

    Floats take the same steps first. If z has many entries, several z_n join at once. Then ints
    start from the corral of the floats, which needs to be neither right nor complete.

    Args:
        hull: The hull.
        candidates: The n of the z_n to mix, at least one.
        start: Shares {n: int > 0} to start from. They change the time, not the result.
        on_step: Called after each step with the shares, with z_n . P for the n of which it is about
            the least, and with P . P. It may raise an exception, to stop.

    >>> min_norm_point(Hull([[3, 0], [1, 2], [1, -1]], [1, 1, 1], 2), range(3))
    {2: 2, 1: 1}
    """
    shares = dict(start or {min(candidates, key=hull.lengths.__getitem__): 1})
    for in_floats in (True, False):
        corral, shortest = Corral(hull, in_floats), Fraction(1 + max(hull.lengths))
        for n, a_n in shares.items():
            corral.add_member(n, a_n)
        while corral.move_to_nearest_point():
            nearest, total = dict(corral.shares), sum(corral.shares.values())
            squared_length = squared_norm(corral.P)
            order, least = corral.likely_violators(candidates, squared_length)
            if Fraction(squared_length, total**2) < shortest:
                shares, shortest = nearest, Fraction(squared_length, total**2)
                on_step(shares, least, squared_length)
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
    """The z_n that p is mixed from, and the linear system for their nearest point.

    Let u be the shares of the point nearest to the origin in their affine hull. Up to a factor they
    solve M u = 1, where M = c 1 1^T + G, and G holds all z_m . z_n: then z_n . (sum_m u_m z_m) is
    the same for all n. M is the Gram matrix of the vectors (sqrt(c), z_n). It is positive definite
    for any c > 0 if the z_n are affinely independent.

    Args:
        hull: The hull of the z_n.
        in_floats: Whether u is computed in floats. If not, it is exact.

    Attributes:
        shares: {n: a_n}, ints in both cases. They determine p.
        P: sum_n a_n z_n.
        matrix: M.
        c: The least ||z_n||^2, so that in floats c and G do not drown each other.
        system: The system M u = c 1 in floats, or None if u is exact.
        shortlist: The n that are examined first.
    """

    system: FloatSystem | None
    hull: Hull
    c: int
    at_once: int

    def __init__(self, hull: Hull, in_floats: bool) -> None:
        self.hull, self.c = hull, max(min(hull.lengths), 1)
        self.shares: dict[int, int] = {}
        self.P: Sequence[int] = ()
        self.matrix: list[list[int]] = []
        self.system = FloatSystem() if in_floats else None
        self.at_once = 1 + hull.entries // _ENTRIES if in_floats else 1
        self.shortlist: list[int] = []

    def likely_violators(
        self, candidates: Sequence[int], squared_length: int
    ) -> tuple[list[int], int]:
        """Return the n most likely to be violators, the likeliest first, and z_n . P of that one.

        If that one is no violator, no candidate is one.

        Args:
            candidates: The n to choose from.
            squared_length: P . P.
        """
        hull, P = self.hull, self.P
        threshold = -(-squared_length // sum(self.shares.values()))  # z_n is a violator below it
        order = [min(self.shortlist, key=partial(hull.product, P))] if self.shortlist else []
        # in floats a member may look like a violator, because its share is rounded
        if not order or order[0] in self.shares or hull.product(P, order[0]) >= threshold:
            order = hull.smallest_products(P, candidates, self.at_once + hull.shortlist_size)
            self.shortlist, order = order[: hull.shortlist_size], order[: self.at_once]
        if hull.product(P, order[0]) >= threshold > 0:  # the leading bits show no violator
            order = [hull.smallest_product(P, candidates)]
        return order, hull.product(P, order[0])

    def add_member(self, n: int, share: int) -> bool:
        """Add z_n with a share; tell whether it was added.

        In floats it is not added if rounding may decide whether the affine hull contains it.
        """
        entries = [self.c + product for product in self.hull.products(n, self.shares)]
        if self.system is not None and not self.system.add(entries, self.c):
            return False
        self.shares[n] = share
        self.matrix.append(entries)
        for row, entry in zip(self.matrix, entries[:-1]):
            row.append(entry)
        return True

    def remove_member(self, i: int) -> None:
        """Remove the i-th member, with its row and column of M."""
        del self.shares[list(self.shares)[i]], self.matrix[i]
        for row in self.matrix:
            del row[i]
        if self.system is not None:
            self.system.remove(i)

    def move_to_nearest_point(self) -> bool:
        """Move p to the nearest point, dropping members on the way; tell whether it arrived.

        In ints p always arrives. On the way to the shares u, the first share to vanish is that of
        smallest u_i / a_i, at the shares a_i u - u_i a.
        """
        try:
            while min(u := self.shares_of_nearest_point()) <= 0:
                a, falling = [*self.shares.values()], [i for i, u_i in enumerate(u) if u_i <= 0]
                i = min(falling, key=lambda i: Fraction(u[i], a[i]) if a[i] else -inf)
                new_shares = divide_by_gcd([a[i] * u_j - u[i] * a_j for u_j, a_j in zip(u, a)])
                self.shares = dict(zip(self.shares, new_shares))
                for j in reversed(falling):
                    if new_shares[j] <= 0:
                        self.remove_member(j)
        except (ArithmeticError, ValueError):  # from a zero, an infinity or a NaN of floats
            if self.system is None:
                raise
            return False
        self.shares = dict(zip(self.shares, divide_by_gcd(u)))
        self.P = self.hull.weighted_sum(self.shares)
        return True

    def shares_of_nearest_point(self) -> Sequence[int]:
        """Return u, the shares of the point nearest to the origin in the affine hull.

        In ints, members leave, the last first, while one depends on the others: the start, or
        floats, may have made such a corral.
        """
        if self.system is not None:
            largest = max(map(abs, self.system.u))
            # rounded up, so that no share > 0 becomes 0
            return [ceil(v / largest * 2.0**53) for v in self.system.u]
        while not (u := solve(self.matrix, self.hull.on_row)):
            self.remove_member(-1)
        return u
