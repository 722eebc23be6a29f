"""The min-norm point of a convex hull, exactly: Wolfe's algorithm (1976).     Lecture 2: L2.8

z_n = y_n x_n       the vectors whose hull it is
p                   the point of conv{z_n} nearest to the origin
a_n                 `shares`: ints > 0, those of some z_n in p
P = sum_n a_n z_n   p times sum_n a_n
corral              Wolfe's name for an affinely independent set of z_n whose affine hull has its
                    point nearest to the origin among their mixtures
violator            a z_n with z_n . p < p . p: mixed into p, it brings p nearer

Floats propose a corral, ints decide: a `Corral` solves its system in floats, or exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from heapq import nsmallest
from math import ceil, fsum, inf
from operator import mul
from typing import Any

from ..engine.lanes import Lanes
from ..exact.sparse import SparseVector, add_multiple, squared_norms, sumprod
from ..exact.sparse import stored_entries as nonzeros
from ..vectors import dot, squared_norm
from .linear_system import primitive, solved

__all__ = ["Hull", "min_norm_point"]

_LEADING_BITS = 18  # of P: enough where features are of like size; lanes mostly take 4 bytes
_LIKELY = 8  # times the entries of z: that many z_n are looked at first where one joins at a time
_ENTRIES = 40  # of z for each z_n that joins at once in floats


class Hull:
    """conv{z_n} of z_n = y_n x_n.

    xs: at least one vector of ints, all of `entries` entries. ys: -1 or +1 for each. on_row: called
    again and again while linear systems are solved; it may raise, to stop.
    """

    def __init__(
        self,
        xs: Sequence[Any],
        ys: Sequence[int],
        entries: int,
        on_row: Callable[[], object] = lambda: None,
    ) -> None:
        self.xs, self.ys, self.entries, self.on_row = xs, ys, entries, on_row
        self._dot: Callable[[Any, Any], int] = dot if isinstance(xs[0], SparseVector) else sumprod
        self.lengths = squared_norms(xs)
        longest = max([sum(map(abs, nonzeros(x))) for x in xs])
        self.lanes = Lanes(xs, ys, longest << _LEADING_BITS, len(xs))
        self.listed = _LIKELY * entries if entries < _ENTRIES else 0

    def product(self, v: Sequence[int], n: int) -> int:
        """Return v . z_n."""
        return self.ys[n] * self._dot(v, self.xs[n])

    def mixed(self, shares: Mapping[int, int]) -> Sequence[int]:
        """Return sum_n a_n z_n."""
        total: Sequence[int] = [0] * self.entries
        for n, a_n in shares.items():
            total = add_multiple(total, a_n * self.ys[n], self.xs[n])
        return total

    def likely(self, P: Sequence[int], among: Sequence[int], number: int) -> list[int]:
        """Return `number` of these n, the least z_n . P first, by the leading bits of P."""
        less = max(0, max(map(int.bit_length, P)) - _LEADING_BITS)
        about = self.lanes.unpack(self.lanes.margins([P_i >> less for P_i in P]))
        return nsmallest(number, among, key=about.__getitem__)


def min_norm_point(
    hull: Hull,
    among: Sequence[int],
    start: Mapping[int, int] | None = None,
    on_step: Callable[[Mapping[int, int], int, int], object] = lambda shares, least, length: None,
) -> dict[int, int]:
    """Return {n: a_n > 0}, the shares of the point nearest to the origin that is mixed of these.

    among: at least one n. start: {n: int > 0}, shares to start from; p does not depend on them,
    the time that it takes does. on_step: called after each step with the shares, z_n . P for the n
    of which it is about the least of those looked at, and P . P. It may raise, to stop.

    The a_n have no common factor, and their z_n are affinely independent: at most one more than z
    has entries.

    Wolfe (1976): while there is a violator, let it join the corral, and go to the corral's nearest
    point. It ends. When a step begins, p is nearest to the origin in the affine hull of its corral,
    so that hull is perpendicular to p: no violator is in it, and the corral stays affinely
    independent. Mixing a little of a violator into p brings p nearer, so |p| falls from step to
    step, no corral comes back, and there are finitely many of them. In the end z_n . p >= p . p for
    all n, hence v . p >= p . p and |v| >= |p| for every v in conv{z_n}.

    Floats take the same steps first; where z has many entries, several z_n join at once. Then ints
    start from the corral that floats found. It needs to be neither right nor complete.

    >>> min_norm_point(Hull([[3, 0], [1, 2], [1, -1]], [1, 1, 1], 2), range(3))
    {2: 2, 1: 1}
    """
    shares = dict(start or {min(among, key=hull.lengths.__getitem__): 1})
    for in_floats in (True, False):
        corral, shortest = Corral(hull, in_floats), Fraction(1 + max(hull.lengths))
        for n, a_n in shares.items():
            corral.join(n, a_n)
        while corral.go_to_nearest():
            nearer, total = dict(corral.shares), sum(corral.shares.values())
            length = squared_norm(corral.P)
            order, least = corral.likely(among, length)
            if Fraction(length, total**2) < shortest:
                shares, shortest = nearer, Fraction(length, total**2)
                on_step(shares, least, length)
            elif in_floats:
                break
            # where a member still looks like a violator, rounding decides about the others, too
            if total * least >= length or order[0] in nearer or not corral.join(order[0], 0):
                break
            for n in order[1:]:
                if n not in nearer:
                    corral.join(n, 0)
    return nearer


class Corral:
    """The z_n that p is mixed from, and the linear system for their nearest point.

    The shares u of the point nearest to the origin in their affine hull solve M u = 1, up to a
    factor, where M = c 1 1^T + G and G holds all z_m . z_n: then z_n . (sum_m u_m z_m) is the same
    for all n. M is the Gram matrix of the (sqrt(c), z_n): positive definite for any c > 0 if these
    are affinely independent.

    shares: {n: a_n}, ints in both cases, and p is what they say. P: see above. matrix: M. c: the
    least |z_n|^2, so that in floats it neither drowns G nor is drowned. inverse: that of M / c in
    floats, or None: u is exact.
    """

    def __init__(self, hull: Hull, in_floats: bool) -> None:
        self.hull, self.c = hull, max(min(hull.lengths), 1)
        self.shares: dict[int, int] = {}
        self.P: Sequence[int] = ()
        self.matrix: list[list[int]] = []
        self.inverse: list[list[float]] | None = [] if in_floats else None
        self.at_once = 1 + hull.entries // _ENTRIES if in_floats else 1
        self.listed: list[int] = []  # the n that are looked at first

    def likely(self, among: Sequence[int], length: int) -> tuple[list[int], int]:
        """Return the n most likely to be violators, the likeliest first, and z_n . P for that one:
        if it is none, then none of these n is. length: P . P.
        """
        hull, P = self.hull, self.P
        least_right = -(-length // sum(self.shares.values()))  # z_n . P of no violator is less
        order = [min(self.listed, key=partial(hull.product, P))] if self.listed else []
        # no violator; in floats a member may look like one, because its share is rounded
        if not order or order[0] in self.shares or hull.product(P, order[0]) >= least_right:
            order = hull.likely(P, among, self.at_once + hull.listed)
            self.listed, order = order[: hull.listed], order[: self.at_once]
        if hull.product(P, order[0]) >= least_right > 0:  # the leading bits do not tell of one
            order = [min(among, key=partial(hull.product, P))]
        return order, hull.product(P, order[0])

    def join(self, n: int, share: int) -> bool:
        """Add z_n; tell if it was added. In floats it is not, where rounding may decide whether the
        affine hull of the others contains it.
        """
        z = self.hull.mixed({n: 1})
        entries = [self.c + self.hull.product(z, m) for m in (*self.shares, n)]
        if self.inverse is not None and not bordered(self.inverse, entries, self.c):
            return False
        self.shares[n] = share
        self.matrix.append(entries)
        for row, entry in zip(self.matrix, entries[:-1]):
            row.append(entry)
        return True

    def leave(self, i: int) -> None:
        """Remove the i-th member, with its row and column of M and of the inverse."""
        del self.shares[list(self.shares)[i]], self.matrix[i]
        for row in self.matrix:
            del row[i]
        if self.inverse is not None:
            gone = self.inverse.pop(i)
            pivot = gone.pop(i)
            for m, above in enumerate(self.inverse):
                factor = above.pop(i) / pivot
                self.inverse[m] = [v - factor * u for v, u in zip(above, gone)]

    def go_to_nearest(self) -> bool:
        """Move p to the corral's nearest point, dropping members on the way; tell if it arrived,
        as it does in ints.

        Going towards shares u, the first share to vanish is the one of smallest u_i / a_i, at the
        mixture of shares a_i u - u_i a.
        """
        try:
            while min(u := self.solution()) <= 0:
                a, falling = [*self.shares.values()], [i for i, u_i in enumerate(u) if u_i <= 0]
                i = min(falling, key=lambda i: Fraction(u[i], a[i]) if a[i] else -inf)
                moved = primitive([a[i] * u_j - u[i] * a_j for u_j, a_j in zip(u, a)])
                self.shares = dict(zip(self.shares, moved))
                for j in reversed(falling):
                    if moved[j] <= 0:
                        self.leave(j)
        except (ArithmeticError, ValueError):  # zero, infinity or NaN in the place of a number
            if self.inverse is None:
                raise
            return False
        self.shares = dict(zip(self.shares, primitive(u)))
        self.P = self.hull.mixed(self.shares)
        return True

    def solution(self) -> Sequence[int]:
        """Return u. In ints the last members leave while one depends on the others: floats, or the
        start, may have taken such.
        """
        if self.inverse is not None:
            sums = [fsum(row) for row in self.inverse]
            largest = max(map(abs, sums))
            # rounded up, so that no share > 0 becomes 0
            return [ceil(v / largest * 2.0**53) for v in sums]
        while not (u := solved(self.matrix, self.hull.on_row)):
            self.leave(-1)
        return u


def bordered(inverse: list[list[float]], row: Sequence[int], unit: int) -> bool:
    """Change the inverse of a symmetric matrix M / unit into that with one more row and column.

    row: of M, its last entry on the diagonal. False where nothing was changed, since rounding may
    decide whether the new matrix has an inverse. A sum is rounded once, by `fsum`: built-in `sum`
    has not the same bits on every Python.
    """
    try:
        *entries, entry = [v / unit for v in row]
        h = [fsum(map(mul, above, entries)) for above in inverse]
        pivot = entry - fsum(map(mul, h, entries))
    except (ArithmeticError, ValueError):  # infinity, or NaN
        return False
    if not pivot > 1e-9 * entry:
        return False
    last = [-h_m / pivot for h_m in h]
    for m, factor in enumerate(last):
        inverse[m] = [*[v - factor * h_n for v, h_n in zip(inverse[m], h)], factor]
    inverse.append([*last, 1 / pivot])
    return True
