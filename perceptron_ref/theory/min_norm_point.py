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
from math import fsum, gcd
from operator import mul

from ..exact.packed import LIMIT, Packed
from ..vectors import dot, squared_norm, sumprod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    Point = tuple[dict[int, int], list[int]]

__all__ = ["min_norm_point"]

_LEADING_BITS = 30  # of P: enough to find a violator; that there is none is shown with all of P
_SHORTLIST = 8  # times 1 + d examples are searched before all are
_FLOATS_FROM = 300  # bits of the determinants, see `FloatCorral`


def min_norm_point(
    zs: Sequence[Sequence[int]],
    *,
    start: Mapping[int, int] | None = None,
    on_join: Callable[[int], object] | None = None,
    floats_from: int = _FLOATS_FROM,
) -> Point:
    """Return the point p of conv{z_0, ..., z_{N-1}} nearest to the origin: {n: a_n > 0}, and P.

    zs: at least one vector of ints, all of the same length. start: {n: int > 0}, weights to start
    from; p does not depend on them, the time that it takes does. on_join: called with the size of
    the corral when a z_n has joined it. floats_from: for tests; how many bits the determinants must
    reach before floats look for a corral to start from.

    The a_n have no common factor, and their z_n are affinely independent: at most one more than z
    has entries.

    Wolfe (1976): while there is a violator, let it join the corral, and go to the corral's nearest
    point. It ends. When a step begins, p is nearest to the origin in the affine hull of its corral,
    so that hull is perpendicular to p: no violator is in it, and the corral stays affinely
    independent. Mixing a little of a violator into p brings p nearer, so |p| falls from step to
    step, no corral comes back, and there are finitely many of them. In the end z_n . p >= p . p for
    all n, hence v . p >= p . p and |v| >= |p| for every v in conv{z_n}.

    Where the ints get long, steps in floats come first. The steps in ints start from the corral
    that these found, need it to be neither right nor complete, and have the last word.

    >>> min_norm_point([[3, 0], [1, 2], [1, -1]])
    ({2: 2, 1: 1}, [3, 0])
    """
    violators, lengths = Violators(zs), [sumprod(z, z) for z in zs]
    weights = dict(start or {lengths.index(min(lengths)): 1})
    bits = max(lengths).bit_length() * min(len(zs), len(zs[0]))  # of determinants of the z_m . z_n
    for kind in (FloatCorral, Corral) if bits > floats_from else (Corral,):
        for point in steps(kind(zs, on_join), weights, violators):
            weights, P = point
    return weights, P


def steps(corral: Corral, weights: Mapping[int, int], violators: Violators) -> Iterator[Point]:
    """Yield the weights and P of p after each step, nearer to the origin than before it.

    In ints it ends where there is no violator left; in floats perhaps before.
    """
    for n, weight in weights.items():
        corral.join(n, weight)
    shortest: Fraction | None = None
    while corral.go_to_nearest():
        P, total = corral.mixed(), sum(corral.weights)
        length = Fraction(squared_norm(P), total**2)
        if shortest is not None and length >= shortest:
            return  # so near the end that rounding decides
        shortest = length
        yield dict(zip(corral.members, corral.weights)), P
        violator = violators.find(P, total, corral.goal(P)) if length else None
        if violator is None or not corral.join(violator, 0):
            return


class Violators:
    """The search for a z_n with z_n . p < p . p, among a shortlist of likely ones first."""

    __slots__ = ("all", "listed", "shortlist", "zs")

    def __init__(self, zs: Sequence[Sequence[int]]) -> None:
        self.zs, self.shortlist = zs, [0]
        self.all, self.listed = _Products(zs), _Products(zs[:1])

    def find(self, P: list[int], total: int, goal: int) -> int | None:
        """Return an n with total z_n . P < goal; None if, and only if, there is none.

        With goal = P . P that is z_n . p < p . p.
        """
        zs = self.zs
        shift = max(0, max(map(int.bit_length, P)) - _LEADING_BITS)
        leading = [P_i >> shift for P_i in P]
        products = self.listed.with_(leading)
        n = self.shortlist[products.index(min(products))]
        for direction in (leading, P):
            if total * dot(zs[n], P) < goal:
                return n
            products = self.all.with_(direction)
            self.shortlist = sorted(range(len(zs)), key=products.__getitem__)[: _SHORTLIST * len(P)]
            self.listed = _Products([zs[n] for n in self.shortlist])
            n = self.shortlist[0]
        return n if total * dot(zs[n], P) < goal else None


class _Products:
    """All z_n . v for one v after another, packed into one product where they are short enough."""

    __slots__ = ("columns", "zs")

    def __init__(self, zs: Sequence[Sequence[int]]) -> None:
        self.zs = zs
        try:
            self.columns: Packed | None = Packed(zs)
        except OverflowError:
            self.columns = None

    def with_(self, v: list[int]) -> array[int] | list[int]:
        """Return z_n . v for all n."""
        if self.columns is not None and self.columns.reach(v) < LIMIT:
            return self.columns.unpacked(self.columns.dot(v))
        return [sumprod(v, z) for z in self.zs]


class Corral:
    """The z_n that p is mixed from, affinely independent, and the linear system for their nearest
    point.

    The weights u of the point nearest to the origin in their affine hull solve M u = 1, up to a
    factor, where M = 1 1^T + G and G holds all z_m . z_n: then z_n . (sum_m u_m z_m) is the same
    for all n. M is the Gram matrix of the (1, z_n), so it is positive definite, and elimination
    needs no pivoting. It is fraction-free (Bareiss, 1968): all entries are determinants of ints,
    every division is exact.

    members: the n. weights: the a_n. gram: the lower half of M. rows: row j of M after j steps of
    elimination, from the diagonal to the right, with its right side before it. A row needs only
    those above it: joining costs one row, and leaving costs the rows below one's own.
    """

    __slots__ = ("gram", "members", "on_join", "rows", "weights", "zs")

    def __init__(
        self, zs: Sequence[Sequence[int]], on_join: Callable[[int], object] | None = None
    ) -> None:
        self.zs, self.on_join = zs, on_join
        self.members: list[int] = []
        self.weights: list[int] = []
        self.gram: list[list[Any]] = []
        self.rows: list[list[Any]] = []

    def join(self, n: int, weight: int) -> bool:
        """Add z_n, unless the affine hull of the corral contains it; tell whether it was added."""
        self.members.append(n)
        self.weights.append(weight)
        self.gram.append([self.entry(self.zs[n], self.zs[m]) for m in self.members])
        if not self.eliminate(self.gram[-1]):
            self.leave(len(self.members) - 1)
            return False
        if self.on_join is not None:
            self.on_join(len(self.members))
        return True

    def leave(self, i: int) -> None:
        """Remove the i-th member."""
        del self.members[i], self.weights[i], self.gram[i], self.rows[i:]
        for j, row in enumerate(self.rows):
            del row[1 + i - j :]
        for entries in self.gram[i:]:
            del entries[i]
            self.eliminate(entries)

    def mixed(self) -> list[int]:
        """Return P = sum_n a_n z_n."""
        return [dot(self.weights, column) for column in zip(*(self.zs[n] for n in self.members))]

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
        i = min((i for i, u_i in enumerate(u) if u_i <= 0), key=lambda i: Fraction(u[i], a[i]))
        self.weights = _lowest_terms([a[i] * u_j - u[i] * a_j for u_j, a_j in zip(u, a)])
        for j in reversed(range(len(u))):
            if self.weights[j] == 0:
                self.leave(j)

    def entry(self, z_m: Sequence[int], z_n: Sequence[int]) -> Any:
        """Return an entry of M."""
        return 1 + dot(z_m, z_n)

    def eliminate(self, entries: list[Any]) -> bool:
        """Add a row of M to the elimination; False if it depends on the rows above."""
        row, before = [1, *entries], 1
        for above in self.rows:
            factor, pivot = row[1], above[1]
            above.append(factor)  # M is symmetric, and stays so
            row = [
                (pivot * v - factor * u) // before
                for v, u in zip(row[:1] + row[2:], above[:1] + above[2:])
            ]
            before = pivot
        self.rows.append(row)
        return bool(row[1] > 0)

    def affine_minimiser(self) -> list[int]:
        """Return det M times the solution of M u = 1."""
        determinant: int = self.rows[-1][1]
        u: list[int] = []
        for right, pivot, *rest in reversed(self.rows):
            u.insert(0, (determinant * right - dot(rest, u)) // pivot)
        return u

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
    `separable(N, d, seed=1)`: 1,000 x 10: 21, 22; 2,000 x 20: 159, 78; 400 x 50: 801, 153; 1,000 x
    100: 47,600, 2,140. On 400 x 50 decimals of four places: 1,760, 200. Where determinants have
    fewer than 300 bits (credit: 0.6, 0.8; spam: 0.7, 1.1; 200 x 10: 8.8, 8.5) floats are not asked.
    """

    __slots__ = ("unit",)

    def __init__(
        self, zs: Sequence[Sequence[int]], on_join: Callable[[int], object] | None = None
    ) -> None:
        super().__init__(zs, on_join)
        lengths = [sumprod(z, z) for z in zs]
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

    def entry(self, z_m: Sequence[int], z_n: Sequence[int]) -> float:
        return (self.unit + dot(z_m, z_n)) / self.unit

    def eliminate(self, entries: list[float]) -> bool:
        row = [1.0, *entries]
        for above in self.rows:
            above.append(row[1])
            factor = row[1] / above[1]
            row = [v - factor * u for v, u in zip(row[:1] + row[2:], above[:1] + above[2:])]
        self.rows.append(row)
        return row[1] > 0

    def leave(self, i: int) -> None:
        """Remove the i-th member.

        The rows below get back v v^T / pivot, which elimination by its row took away.
        """
        v = self.rows.pop(i)
        del self.members[i], self.weights[i], self.gram[i]
        for j, row in enumerate(self.rows[:i]):
            del row[1 + i - j]
        pivot = v.pop(1)
        for j, row in enumerate(self.rows[i:], start=i):
            v_j, below = v[1], row[1]
            self.rows[j] = [u_k + v_j * v_k / pivot for u_k, v_k in zip(row, v)]
            v = [v_k - v_j * u_k / below for v_k, u_k in zip(v[:1] + v[2:], row[:1] + row[2:])]
            pivot *= self.rows[j][1] / below

    def affine_minimiser(self) -> list[int]:
        u: list[float] = []
        for right, pivot, *rest in reversed(self.rows):
            u.insert(0, (right - fsum(map(mul, rest, u))) / pivot)
        largest = max(map(abs, u))
        return [int(v / largest * 2.0**1000) for v in u]  # all the bits of small ones too

    def goal(self, P: list[int]) -> int:
        length = squared_norm(P)
        return length - (length >> 30)  # rounding may make a member of the corral look like less


def _lowest_terms(numbers: list[int]) -> list[int]:
    common = reduce(gcd, numbers)
    return numbers if common == 1 else [v // common for v in numbers]
