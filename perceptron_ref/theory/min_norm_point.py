"""The min-norm point of a convex hull, exactly: Wolfe's algorithm (1976) on ints.
Lecture 2: L2.8

z_n                 `zs[n]`         the vectors whose hull it is, ints
p                                   the point of conv{z_n} nearest to the origin
a_n                 `weights`       ints > 0, the shares of some z_n in p
P = sum_n a_n z_n   `P`             p times sum_n a_n: ints
corral                              Wolfe's name for an affinely independent set of z_n whose affine
                                    hull has its point nearest to the origin among their mixtures
violator                            a z_n with z_n . p < p . p: mixed into p, it brings p nearer
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import ceil, fsum, gcd, inf, isqrt
from operator import mul

from ..engine.lanes import Lanes
from ..vectors import dot, squared_norm, sumprod
from .linear_system import solved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    Point = tuple[dict[int, int], list[int]]


__all__ = ["Met", "min_norm_point"]

_LEADING_BITS = 18  # of P: enough to find a violator; that there is none is shown with all of P
_SHORTLIST = 8  # times 1 + d examples are searched before all are
_ENTRIES = 40  # of z for each z_n that joins together with a violator, in floats
_FLOATS_FROM = 100  # bits of the determinants, see `FloatCorral`
_ROUNDS = 20  # of steps in floats and the nearest point of their corral in ints
_NEGLIGIBLE = 30  # bits by which a weight in floats may be less than the largest and be none
_LONG = 100  # entries of z from which all z_m . z_n of an n are computed at once


def min_norm_point(
    zs: Sequence[Sequence[int]],
    *,
    start: Mapping[int, int] | None = None,
    on_join: Callable[[int], object] | None = None,
    on_digit: Callable[[], object] | None = None,
    met: Met | None = None,
    floats_from: int = _FLOATS_FROM,
) -> Point:
    """Return the point p of conv{z_0, ..., z_{N-1}} nearest to the origin: {n: a_n > 0}, and P.

    zs: at least one vector of ints, all of the same length.
    start: {n: int > 0}, weights to start from; p does not depend on them, the time that it takes
    does. on_join: called with the size of the corral when a z_n has joined it; on_digit: called
    again and again while linear systems are solved. Both may raise, to stop, but no StopIteration;
    met: keeps what was known by then. floats_from: for tests; how many bits the determinants must
    reach before floats look for a corral to start from.

    The a_n have no common factor, and their z_n are affinely independent: at most one more than z
    has entries.

    Wolfe (1976): while there is a violator, let it join the corral, and go to the corral's nearest
    point. It ends. When a step begins, p is nearest to the origin in the affine hull of its corral,
    so that hull is perpendicular to p: no violator is in it, and the corral stays affinely
    independent. Mixing a little of a violator into p brings p nearer, so |p| falls from step to
    step, no corral comes back, and there are finitely many of them. In the end z_n . p >= p . p for
    all n, hence v . p >= p . p and |v| >= |p| for every v in conv{z_n}.

    Where the ints get long, steps in floats come first. The nearest point of the corral that these
    found is then computed in ints. If it is in the corral's hull, and there is no violator, that is
    the point; if there is one, it joins, and steps in floats go on. Where floats get no further,
    steps in ints start from there, need the corral to be neither right nor complete, and have the
    last word.

    >>> min_norm_point([[3, 0], [1, 2], [1, -1]])
    ({2: 2, 1: 1}, [3, 0])
    """
    lengths = [sumprod(z, z) for z in zs]
    weights = dict(start or {lengths.index(min(lengths)): 1})
    bits = max(lengths).bit_length() * min(len(zs), len(zs[0]))  # of determinants of the z_m . z_n
    met = met or Met()
    violators = Violators(zs, lengths, met, shortlisted=bits <= _FLOATS_FROM)
    if bits > floats_from:
        found = by_floats(
            FloatCorral(zs, on_join, lengths, violators), weights, violators, on_digit
        )
        if found is not None:
            return found
        weights = met.weights or weights
    for weights, P in steps(Corral(zs, on_join, on_digit), weights, violators):
        pass
    return weights, P


def by_floats(
    corral: FloatCorral,
    weights: Mapping[int, int],
    violators: Violators,
    on_digit: Callable[[], object] | None = None,
) -> Point | None:
    """Return the weights and P of p, from a corral that steps in floats found; None if none did."""
    for _ in range(_ROUNDS):
        for weights, _P in steps(corral, weights, violators):
            pass
        if not weights:  # there is no going on in floats
            return None
        solution = solved(corral.gram_of(list(weights)), on_digit=on_digit)
        if solution is None:
            if not corral.drop_negligible(weights):
                return None
        else:
            weights = dict(zip(weights, solution[0]))
            P = mixed(corral.zs, weights)
            violators.met.came_to(weights, P)
            violator = violators.find(P, sum(weights.values()), squared_norm(P))
            if violator is None:
                return weights, P
            if corral.members != list(weights) or not corral.join(violator, 0):
                return None
        weights = {}  # they are in the corral
    return None


def gram(zs: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return M = 1 1^T + G, where G holds all z_m . z_n: see `Corral`."""
    lower = [[1 + sumprod(z_m, z_n) for z_n in zs[: m + 1]] for m, z_m in enumerate(zs)]
    return [row + [below[m] for below in lower[m + 1 :]] for m, row in enumerate(lower)]


def mixed(zs: Sequence[Sequence[int]], weights: Mapping[int, int]) -> list[int]:
    """Return P = sum_n a_n z_n."""
    shares = list(weights.values())
    return [sumprod(shares, column) for column in zip(*[zs[n] for n in weights])]


def steps(corral: Corral, weights: Mapping[int, int], violators: Violators) -> Iterator[Point]:
    """Yield the weights and P of p after each step, nearer to the origin than before it.

    In ints it ends where there is no violator left; in floats perhaps before.
    """
    for n, weight in weights.items():
        corral.join(n, weight)
    shortest: Fraction | None = None
    stuck = False
    while corral.go_to_nearest():
        weights = dict(zip(corral.members, corral.weights))
        P, total = mixed(corral.zs, weights), sum(corral.weights)
        length = Fraction(squared_norm(P), total**2)
        if shortest is None or length < shortest:
            shortest, stuck = length, False
            violators.met.came_to(weights, P)
            yield weights, P
        elif stuck:
            return  # so near the end that rounding decides
        else:
            stuck = True  # those that joined also may have driven out the violator
        violator = violators.find(P, total, corral.goal(P)) if length else None
        if violator is None or not corral.join(violator, 0):
            return
        if not stuck:
            corral.join_also(violators)


class Met:
    """The best points met on the way to p, for whoever has to stop before.

    weights, P: of the mixture of the z_n nearest to the origin; none, and (), before the first.
    widest: the P whose least z_n . P was the largest part of |P|, by about 2^-18, that part > 0; or
    (), before one was met.
    """

    __slots__ = ("P", "part", "weights", "widest")

    def __init__(self) -> None:
        self.weights: dict[int, int] = {}
        self.P: Sequence[int] = ()
        self.widest: Sequence[int] = ()
        self.part = 0

    def came_to(self, weights: Mapping[int, int], P: Sequence[int]) -> None:
        """Keep a mixture; each is nearer than those before."""
        self.weights, self.P = dict(weights), P

    def saw(self, least: int, leading: Sequence[int], P: Sequence[int]) -> None:
        """Keep P if its least product with a z_n, about, is a larger part of |P|."""
        if least > 0:
            part = (least << 2 * _LEADING_BITS) // isqrt(squared_norm(leading))
            if part > self.part:
                self.part, self.widest = part, P


class Violators:
    """The search for a z_n with z_n . p < p . p, by the leading bits of P first.

    shortlisted: whether to search a few likely z_n before all are searched. That is quicker, but
    what it finds is seldom the worst, so there are more steps: it pays where steps are cheap.
    """

    __slots__ = (
        *("all", "below", "bound", "listed", "met", "products"),
        *("shortlist", "shortlisted", "zs"),
    )

    def __init__(
        self,
        zs: Sequence[Sequence[int]],
        lengths: Sequence[int],
        met: Met | None = None,
        *,
        shortlisted: bool = False,
    ) -> None:
        self.zs, self.shortlisted = zs, shortlisted
        self.met = met or Met()
        # of lanes for products with leading bits and with every z: columns are packed once
        longest = max(lengths)
        reach = 1 + isqrt(len(zs[0]) * longest) << _LEADING_BITS  # |leading| max_n |z_n|
        self.bound = max(reach, 2 * longest)
        self.all = self._lanes(zs)
        self.shortlist, self.listed = [0], self._lanes(zs[:1])
        # The leading bits of P say more than all of it by less than sum_i |z_i|, in their unit;
        # and that is at most sqrt(1 + d) |z|.
        self.below = 1 + isqrt(len(zs[0]) * longest)

    def _lanes(self, zs: Sequence[Sequence[int]]) -> Lanes:
        return Lanes(zs, [1] * len(zs), self.bound, len(zs))

    def find(self, P: list[int], total: int, goal: int) -> int | None:
        """Return an n with total z_n . P < goal; None if, and only if, there is none.

        With goal = P . P that is z_n . p < p . p.
        """
        zs, size = self.zs, max(map(int.bit_length, P))
        leading = [P_i << _LEADING_BITS >> size for P_i in P]
        if self.shortlisted:
            products = self.listed.products(leading)
            n = self.shortlist[products.index(min(products))]
            if total * dot(zs[n], P) < goal:
                return n
        products = self.products = self.with_all(leading)
        least = min(products)
        self.met.saw(least, leading, P)
        if self.shortlisted:
            order = sorted(range(len(zs)), key=products.__getitem__)
            self.shortlist = order[: _SHORTLIST * len(P)]
            self.listed = self._lanes([zs[n] for n in self.shortlist])
        n = products.index(least)
        if total * dot(zs[n], P) < goal:
            return n
        if goal == 0:
            return None
        limit = self.below + (goal << _LEADING_BITS) // (total << size)
        likely = [n for n, product in enumerate(products) if product <= limit]
        worst, n = min([(dot(zs[n], P), n) for n in likely], default=(goal, 0))
        return n if total * worst < goal else None

    def with_all(self, v: Sequence[int]) -> list[int]:
        """Return z_n . v for all n; v: some z, or the leading bits of P."""
        return self.all.products(v)

    def next_likely(self, members: list[int]) -> int:
        """Return the n beside the members for which z_n . P was about the least."""
        most = max(self.products)
        for n in members:
            self.products[n] = most
        return self.products.index(min(self.products))


class Corral:
    """The z_n that p is mixed from, affinely independent, and the linear system for their nearest
    point.

    The weights u of the point nearest to the origin in their affine hull solve M u = 1, up to a
    factor, where M = 1 1^T + G and G holds all z_m . z_n: then z_n . (sum_m u_m z_m) is the same
    for all n. M is the Gram matrix of the (1, z_n), so it is positive definite, and elimination
    needs no pivoting. It is fraction-free (Bareiss, 1968): all entries are determinants of ints,
    every division is exact.

    members: the n. weights: the a_n. gram: the lower half of M. rows: row j of M after j steps of
    elimination, from the diagonal to the right, and rights: its right side. A row needs only those
    above it: joining costs one row, and leaving costs the rows below one's own.
    """

    __slots__ = ("gram", "members", "on_join", "on_row", "rights", "rows", "weights", "zs")
    ratio: Callable[[int, int], Any] = Fraction

    def __init__(
        self,
        zs: Sequence[Sequence[int]],
        on_join: Callable[[int], object] | None = None,
        on_row: Callable[[], object] | None = None,
    ) -> None:
        self.zs, self.on_join, self.on_row = zs, on_join, on_row
        self.members: list[int] = []
        self.weights: list[int] = []
        self.gram: list[list[int]] = []
        self.rows: list[list[Any]] = []
        self.rights: list[Any] = []

    def join(self, n: int, weight: int) -> bool:
        """Add z_n, unless the affine hull of the corral contains it; tell whether it was added."""
        self.members.append(n)
        self.weights.append(weight)
        if not self.eliminate(self.entries(n)):
            self.leave(len(self.members) - 1)
            return False
        if self.on_join is not None:
            self.on_join(len(self.members))
        return True

    def entries(self, n: int) -> list[int]:
        """Return the row of M that z_n has beside the members."""
        z = self.zs[n]
        return [sumprod(z, self.zs[m]) + 1 for m in self.members]

    def join_also(self, violators: Violators) -> None:
        """Add more z_n before p moves: none, as they may depend on the violator that joined."""

    def leave(self, i: int) -> None:
        """Remove the i-th member."""
        below = self.gram[i + 1 :]
        del self.members[i], self.weights[i], self.gram[i:], self.rows[i:], self.rights[i:]
        for j, row in enumerate(self.rows):
            del row[i - j :]
        for entries in below:
            del entries[i]
            self.eliminate(entries)

    def go_to_nearest(self) -> bool:
        """Move p to the corral's nearest point, dropping members on the way; tell if it arrived."""
        while True:
            u = self.affine_minimiser()
            if min(u) > 0:
                self.weights = _lowest_terms(u)
                return True
            self._go_towards(u)

    def _go_towards(self, u: list[int]) -> None:
        """Move p towards the mixture of weights u until weights vanish; remove their members.

        The first to vanish is the one of smallest u_i / a_i, at the mixture of weights a_i u - u_i
        a.
        """
        a = self.weights
        i = min((i for i, u_i in enumerate(u) if u_i <= 0), key=lambda i: self.ratio(u[i], a[i]))
        a_i, u_i = a[i], u[i]
        self.weights = _lowest_terms([a_i * u_j - u_i * a_j for u_j, a_j in zip(u, a)])
        for j in reversed(range(len(u))):
            if self.weights[j] <= 0 and u[j] <= 0:
                self.leave(j)

    def eliminate(self, entries: list[int]) -> bool:
        """Add a row of M to the elimination; False if it depends on the rows above."""
        self.gram.append(entries)
        row, right, before = entries, 1, 1
        for above, right_above in zip(self.rows, self.rights):
            factor, pivot = row[0], above[0]
            above.append(factor)  # M is symmetric, and stays so
            row = [(pivot * v - factor * u) // before for v, u in zip(row[1:], above[1:])]
            right = (pivot * right - factor * right_above) // before
            before = pivot
            if self.on_row is not None and len(entries) >= _LONG:
                self.on_row()
        self.rows.append(row)
        self.rights.append(right)
        return row[0] > 0

    def affine_minimiser(self) -> list[int]:
        """Return det M times the solution of M u = 1."""
        determinant: int = self.rows[-1][0]
        u: list[int] = []  # its last entry first
        for right, (pivot, *rest) in zip(reversed(self.rights), reversed(self.rows)):
            u.append((determinant * right - sumprod(rest[::-1], u)) // pivot)
        return u[::-1]

    def goal(self, P: list[int]) -> int:
        """Return what total z_n . P is below for a violator: P . P."""
        return squared_norm(P)


class FloatCorral(Corral):
    """The same in floats, with M = 1 1^T + G / unit. The weights are ints still, and p is what they
    say.

    unit: the smallest |z_n|^2. With a much larger one the ones would drown G, with a much smaller
    one G the ones. A sum is rounded once, by `fsum`: built-in `sum` has not the same bits on every
    Python.

    What it buys: milliseconds of CPython 3.13 in ints alone, and with floats first, on sets of
    `separable(N, d, seed=1)`: 200 x 10: 8.8, 4.7; 1,000 x 10: 27, 15; 2,000 x 20: 120, 63. On 400 x
    50 ints alone take seconds. Where determinants have no more than 100 bits (credit: 0.6, 0.6;
    spam: 0.7, 0.7; iris-setosa: 1.1, 1.2) floats are not asked.
    """

    __slots__ = ("unit", "violators")
    ratio = staticmethod(lambda u, a: u / a if a else -inf)  # who has nothing to lose leaves first

    def __init__(
        self,
        zs: Sequence[Sequence[int]],
        on_join: Callable[[int], object] | None = None,
        lengths: Sequence[int] = (),
        violators: Violators | None = None,
    ) -> None:
        super().__init__(zs, on_join)
        self.violators = violators if len(zs[0]) >= _LONG else None
        lengths = lengths or [sumprod(z, z) for z in zs]
        # M stays far below the largest float, 2**1024
        self.unit = max(min(lengths), max(lengths) >> 600, 1)

    def go_to_nearest(self) -> bool:
        try:
            return super().go_to_nearest()
        except (
            ArithmeticError,
            ValueError,
        ):  # zero, infinity or NaN where there should be a number
            return False

    def entries(self, n: int) -> list[int]:
        violators = self.violators
        if violators is None or 8 * len(self.members) < len(self.zs):
            return super().entries(n)
        products = violators.with_all(self.zs[n])
        return [products[m] + 1 for m in self.members]

    def gram_of(self, members: list[int]) -> list[list[int]]:
        """Return M for those members."""
        if self.violators is None:
            return gram([self.zs[n] for n in members])
        rows = map(self.violators.with_all, [self.zs[n] for n in members])
        return [[1 + row[m] for m in members] for row in rows]

    def drop_negligible(self, weights: Mapping[int, int]) -> bool:
        """Remove members of very small weights, which may be < 0 in truth; tell if there were any,
        and others remain.
        """
        least = max(self.weights) >> _NEGLIGIBLE
        small = [i for i, weight in enumerate(self.weights) if weight <= least]
        if self.members != list(weights) or len(small) in (0, len(self.members)):
            return False
        for i in reversed(small):
            self.leave(i)
        return True

    def eliminate(self, entries: list[int]) -> bool:
        unit, right = self.unit, 1.0
        row = [(unit + v - 1) / unit for v in entries]
        for above, right_above in zip(self.rows, self.rights):
            above.append(row[0])
            factor = row[0] / above[0]
            row = [v - factor * u for v, u in zip(row[1:], above[1:])]
            right -= factor * right_above
        self.rows.append(row)
        self.rights.append(right)
        return row[0] > 0

    def leave(self, i: int) -> None:
        """Remove the i-th member.

        The rows below get back v v^T / pivot, which elimination by its row took away.
        """
        (pivot, *v), right = self.rows.pop(i), self.rights.pop(i)
        del self.members[i], self.weights[i]
        for j, row in enumerate(self.rows[:i]):
            del row[i - j]
        for j, row in enumerate(self.rows[i:], start=i):
            v_j, below = v[0], row[0]
            back, factor = v_j / pivot, v_j / below
            self.rows[j] = [u_k + back * v_k for u_k, v_k in zip(row, v)]
            v = [v_k - factor * u_k for v_k, u_k in zip(v[1:], row[1:])]
            self.rights[j] += back * right
            right -= factor * (self.rights[j] - back * right)
            pivot *= self.rows[j][0] / below

    def join_also(self, violators: Violators) -> None:
        """Add the next likely z_n, few of them: fewer searches are needed, and most of them stay.

        One that is so near to the corral's affine hull that rounding might decide is left out.
        """
        for _ in range(0 if violators.shortlisted else len(self.zs[0]) // _ENTRIES):
            n = violators.next_likely(self.members)
            z = self.zs[n]
            if n not in self.members and len(self.members) < len(z) and self.join(n, 0):
                if self.rows[-1][0] * self.unit < 1e-9 * (self.unit + sumprod(z, z)):
                    self.leave(len(self.members) - 1)

    def affine_minimiser(self) -> list[int]:
        u = [0.0]  # in front of what is known: what comes next
        for right, row in zip(reversed(self.rights), reversed(self.rows)):
            u[0] = (right - fsum(map(mul, row, u))) / row[0]
            u.insert(0, 0.0)
        largest = max(map(abs, u))
        # rounded up, so that no weight > 0 becomes 0
        return [ceil(v / largest * 2.0**53) for v in u[1:]]

    def goal(self, P: list[int]) -> int:
        length = squared_norm(P)
        return length - (length >> 30)  # rounding may make a member of the corral look like less


def _lowest_terms(numbers: list[int]) -> list[int]:
    common = reduce(gcd, numbers)
    return numbers if common == 1 else [v // common for v in numbers]
