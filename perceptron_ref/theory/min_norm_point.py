"""The min-norm point of a convex hull, exactly: Wolfe's algorithm (1976).     Lecture 2: L2.8

z_n                 `zs[n]`         the vectors whose hull it is, ints
p                                   the point of conv{z_n} nearest to the origin
a_n                 `weights`       ints > 0, the shares of some z_n in p
P = sum_n a_n z_n   `P`             p times sum_n a_n: ints
corral                              Wolfe's name for an affinely independent set of z_n whose affine
                                    hull has its point nearest to the origin among their mixtures
violator                            a z_n with z_n . p < p . p: mixed into p, it brings p nearer

Floats propose a corral, ints decide: `Corral` solves its system exactly, `FloatCorral` in floats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, fsum, inf, isqrt

from ..engine.lanes import Lanes
from ..vectors import squared_norm, sumprod
from .linear_system import bordered, primitive, solved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Point = tuple[dict[int, int], list[int]]
    OnStep = Callable[[dict[int, int], list[int], int], object]

__all__ = ["min_norm_point"]

_LEADING_BITS = 18  # of P, to look for a violator
_FLOATS_FROM = 100  # bits of the determinants: where they are short, ints alone are faster
_LIKELY = 8  # z_n for each of their entries
_ENTRIES = 40  # of z for each z_n that joins at once in floats


def min_norm_point(
    zs: Sequence[Sequence[int]],
    *,
    start: Mapping[int, int] | None = None,
    on_step: OnStep = lambda weights, P, least: None,
    on_row: Callable[[], object] = lambda: None,
) -> Point:
    """Return the point p of conv{z_0, ..., z_{N-1}} nearest to the origin: {n: a_n > 0}, and P.

    zs: at least one vector of ints, all of the same length.
    start: {n: int > 0}, weights to start from; p does not depend on them, the time that it takes
    does. on_step: called after each step with weights, P and z_n . P for the n of which it is about
    the least. on_row: called again and again while linear systems are solved. Both may raise, to
    stop.

    The a_n have no common factor, and their z_n are affinely independent: at most one more than z
    has entries.

    Wolfe (1976): while there is a violator, let it join the corral, and go to the corral's nearest
    point. It ends. When a step begins, p is nearest to the origin in the affine hull of its corral,
    so that hull is perpendicular to p: no violator is in it, and the corral stays affinely
    independent. Mixing a little of a violator into p brings p nearer, so |p| falls from step to
    step, no corral comes back, and there are finitely many of them. In the end z_n . p >= p . p for
    all n, hence v . p >= p . p and |v| >= |p| for every v in conv{z_n}.

    Where ints get long, floats take the same steps first. Then ints start from the corral that
    floats found. It needs to be neither right nor complete.

    >>> min_norm_point([[3, 0], [1, 2], [1, -1]])
    ({2: 2, 1: 1}, [3, 0])
    """
    hull = Hull(zs)
    weights = dict(start or {hull.lengths.index(min(hull.lengths)): 1})
    # of determinants of the z_m . z_n
    bits = max(hull.lengths).bit_length() * min(len(zs), len(zs[0]))
    if bits > _FLOATS_FROM:
        hull.at_once = 1 + len(zs[0]) // _ENTRIES
        weights, _ = steps(FloatCorral(hull), weights, on_step)
        hull.at_once = 1
    else:
        hull.listed = _LIKELY * len(zs[0])
    return steps(Corral(hull, on_row), weights, on_step)


def steps(corral: Corral, weights: Mapping[int, int], on_step: OnStep) -> Point:
    """Take steps from these weights, each nearer to the origin, and return the last weights and P.

    In ints the last step is the one that leaves no violator; in floats it may come before.
    """
    for n, a_n in weights.items():
        corral.join(n, a_n)
    weights, P = dict(weights), []
    shortest: Fraction | float = inf
    stuck = False
    while corral.go_to_nearest():
        columns = zip(*[corral.hull.zs[n] for n in corral.members])
        nearer = [sumprod(corral.weights, column) for column in columns]
        total = sum(corral.weights)
        length = Fraction(squared_norm(nearer), total**2)
        violators, least = corral.hull.violators(nearer, total)
        if length < shortest:
            weights, P, shortest = dict(zip(corral.members, corral.weights)), nearer, length
            stuck = False
            on_step(weights, P, least)
        elif stuck:
            break
        else:
            stuck = True  # those that joined also may have driven out the violator
        # in floats a member may look like one, so near the end that rounding decides
        if not violators or violators[0] in corral.members or not corral.join(violators[0], 0):
            break
        for n in violators[1:]:
            if not stuck and n not in corral.members:
                corral.join(n, 0)
    return weights, P


class Hull:
    """The z_n, all |z_n|^2, and the search for violators, with the leading bits of P for all n.

    at_once: how many may join the corral in a step. likely: so many n as `listed` says, which are
    looked at first until none of them is a violator.
    """

    def __init__(self, zs: Sequence[Sequence[int]]) -> None:
        self.zs, self.lengths = zs, [sumprod(z, z) for z in zs]
        most = max(self.lengths)
        reach = 1 + isqrt(len(zs[0]) * most) << _LEADING_BITS  # |leading| max_n |z_n|
        self.lanes = Lanes(zs, [1] * len(zs), max(reach, most), len(zs))
        self.at_once, self.listed = 1, 0
        self.likely: list[int] = []

    def violators(self, P: Sequence[int], total: int) -> tuple[list[int], int]:
        """Return an n with total z_n . P < P . P, that is z_n . p < p . p, and the next likely
        ones; none if, and only if, there is none. And the least z_n . P, or about the least.
        """
        length, size = squared_norm(P), max(map(int.bit_length, P))
        products = self.lanes.products([P_i << _LEADING_BITS >> size for P_i in P])
        n = products.index(min(products))
        least = sumprod(self.zs[n], P)
        if total * least >= length > 0:
            least, n = min([(sumprod(z, P), n) for n, z in enumerate(self.zs)])
        if total * least >= length:
            return [], least
        likely = min(self.likely, key=products.__getitem__, default=n)
        if likely != n and total * sumprod(self.zs[likely], P) < length:
            return [likely], least
        one = self.at_once == 1 and not self.listed
        order = [] if one else sorted(range(len(products)), key=products.__getitem__)
        self.likely = order[: self.listed]
        return [n, *order[1 : self.at_once]], least


class Corral:
    """The z_n that p is mixed from, and the linear system for their nearest point.

    The weights u of the point nearest to the origin in their affine hull solve M u = 1, up to a
    factor, where M = c 1 1^T + G and G holds all z_m . z_n: then z_n . (sum_m u_m z_m) is the same
    for all n. M is the Gram matrix of the (sqrt(c), z_n): positive definite for any c > 0 if these
    are affinely independent.

    members: the n. weights: the a_n. matrix: M, with the least |z_n|^2 as c, so that in floats c
    neither drowns G nor is drowned.
    """

    def __init__(self, hull: Hull, on_row: Callable[[], object] = lambda: None) -> None:
        self.hull, self.on_row = hull, on_row
        # M / c stays far below 2^1024
        self.c = max(min(hull.lengths), max(hull.lengths) >> 600, 1)
        self.members: list[int] = []
        self.weights: list[int] = []
        self.matrix: list[list[int]] = []

    def join(self, n: int, weight: int) -> bool:
        """Add z_n; tell whether it was added, as it is if it is in no affine hull of the others."""
        self.members.append(n)
        self.weights.append(weight)
        products = self.hull.lanes.unpacked(self.hull.lanes.row(n))
        entries = [self.c + products[m] for m in self.members]
        for row, entry in zip(self.matrix, entries):
            row.append(entry)
        self.matrix.append(entries[:])
        return True

    def leave(self, i: int) -> None:
        """Remove the i-th member."""
        del self.members[i], self.weights[i], self.matrix[i]
        for row in self.matrix:
            del row[i]

    def go_to_nearest(self) -> bool:
        """Move p to the corral's nearest point, dropping members on the way; tell if it arrived.

        Going towards weights u, the first weight to vanish is the one of smallest u_i / a_i, at the
        mixture of weights a_i u - u_i a.
        """
        while True:
            u = self.solution()
            if min(u) > 0:
                self.weights = list(u)
                return True
            a = self.weights
            falling = [i for i, u_i in enumerate(u) if u_i <= 0]
            i = min(falling, key=lambda i: Fraction(u[i], a[i]) if a[i] else -inf)
            self.weights = list(primitive([a[i] * u_j - u[i] * a_j for u_j, a_j in zip(u, a)]))
            for j in reversed(falling):
                if self.weights[j] <= 0:
                    self.leave(j)

    def solution(self) -> Sequence[int]:
        """Return u. The last members leave while one depends on the others: floats, or the start,
        may have taken such.
        """
        while True:
            u = solved(self.matrix, self.on_row)
            if u is not None:
                return u
            self.leave(-1)


class FloatCorral(Corral):
    """The same in floats, with the inverse of M / c. The weights are ints still, and p is what they
    say.
    """

    def __init__(self, hull: Hull) -> None:
        super().__init__(hull)
        self.inverse: list[list[float]] = []

    def join(self, n: int, weight: int) -> bool:
        """Add z_n unless rounding may decide whether the affine hull of the others contains it."""
        super().join(n, weight)
        joined = bordered(self.inverse, self.matrix[-1], self.c)
        if not joined:
            super().leave(-1)
        return joined

    def leave(self, i: int) -> None:
        super().leave(i)
        gone = self.inverse.pop(i)
        pivot = gone.pop(i)
        for m, row in enumerate(self.inverse):
            factor = row.pop(i) / pivot
            self.inverse[m] = [v - factor * u for v, u in zip(row, gone)]

    def go_to_nearest(self) -> bool:
        try:
            return super().go_to_nearest()
        except (ArithmeticError, ValueError):  # zero, infinity or NaN in the place of a number
            return False

    def solution(self) -> Sequence[int]:
        u = [fsum(row) for row in self.inverse]
        largest = max(map(abs, u))
        # rounded up, so that no weight > 0 becomes 0
        return [ceil(v / largest * 2.0**53) for v in u]
