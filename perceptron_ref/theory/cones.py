"""The fewest mistakes by halving cones of weights.     Lecture 2: L2.14

A weight vector is a direction: c w, c > 0, decides all that w decides. So we look for the best
direction, and directions lie in cones. A cone is what D rays span, its corners: all sums of the
rays with coefficients >= 0. In the plane a cone is an angle between two rays, in space it is
a pyramid without a base.

The margins of an example are linear in w. So the corners speak for the whole cone:

- if no corner gets the example right (all margins <= 0), nothing in the cone does;
- if no corner gets it wrong (all margins >= 0, some > 0), everything inside the cone gets it right;
- otherwise it is undecided: a part of the cone gets it right, another part does not.

Count the first kind: every w in the cone makes at least that many mistakes. If these are no fewer
than the best w met so far makes, the cone cannot hide a better one, and we are done with it. If
not, we cut it in two, through a new ray between two of its corners, and look at both halves. Now
fewer examples are undecided. The 2^D cones between the axes, one for each choice of their signs,
cover all of space, so we start there; when no cone is left, the best w met is the best of all.

The cone of the smallest count comes first. So this count is, at any time, a lower bound for all w.

Which edge is cut, and where, is a matter of speed. We cut the edge that the most examples cross
(one corner right, the other wrong), half-way between the two rays. That cuts angles in half, so the
cones keep a good shape. Where it does not help for a while, the lines of many examples may meet in
the cone; then we cut exactly at the line of one undecided example, which decides it sooner or
later. So the search ends.

One more ray takes a multiple and a sum for each example: the margins of the new ray are sums of
those at the two corners. All of them lie packed in one long int, see `engine.packed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from heapq import heappop, heappush
from itertools import combinations, compress, product
from math import gcd
from typing import TYPE_CHECKING

from ..engine.packed import bit_count, lane_width, pack, sign_bits, unpack

if TYPE_CHECKING:
    Ray = tuple[int, ...]

__all__ = ["ConeSearch"]

_PATIENCE = 8  # cuts that may leave more than three quarters of the undecided, before an exact one
_ROOM = 12  # bits that margins may grow by before they are packed anew
_MOST_BYTES = 100 << 20  # of cones that wait: then depth first
_MOST_CUTS = 100_000  # that are kept for a proof; beyond, the search alone proves the bound


class Lanes:
    """Room for one margin of each of N examples, packed: lanes of k bytes.

    A *mask* has a byte for each example, 128 or 0: which examples something is true of.
    """

    __slots__ = ("N", "k", "least", "most", "ones", "signs")

    def __init__(self, N: int, most: int) -> None:
        self.N, self.k = N, lane_width(most << _ROOM)
        self.most = (1 << 8 * self.k - 1) - 1  # what a lane can hold
        self.signs = sign_bits(N, self.k)
        self.ones = self.signs >> 8 * self.k - 1
        self.least = sign_bits(N, 1)

    def mask(self, offset: int) -> int:
        """Return which margins m are >= 0; offset: the packed m + 2^(8k-1)."""
        highest_bytes = offset.to_bytes(self.N * self.k, "big")[:: self.k]
        return int.from_bytes(highest_bytes, "big") & self.least


class Corner:
    """A ray and the margins of the examples there.

    ray: its coefficients c_k. margins: packed. most: no margin is larger in absolute value.
    positive: the mask of the margins > 0. not_negative: of those >= 0.
    """

    __slots__ = ("margins", "most", "not_negative", "positive", "ray")

    def __init__(self, ray: Ray, margins: int, most: int, lanes: Lanes) -> None:
        self.ray, self.margins, self.most = ray, margins, most
        offset = margins + lanes.signs
        self.not_negative = lanes.mask(offset)
        self.positive = lanes.mask(offset - lanes.ones)

    def crossed(self, other: Corner) -> int:
        """Return how many examples are right at one of two corners and wrong at the other."""
        there = self.positive & ~other.not_negative
        return bit_count(there | other.positive & ~self.not_negative)


class Cone:
    """A cone, and what is known of the examples in it.

    corners: D of them. lanes: of their margins, those of the examples that were undecided when
    these lanes were made. wrong: how many others are wrong in the whole cone. least: how many
    mistakes every w in the cone makes at least. crossings: {(i, j): how many examples cross the
    edge between these corners}. undecided: how many were, when this number last fell by a quarter;
    since: the cuts since then. cut: what becomes of the cone, see `ConeTree`.
    """

    __slots__ = (
        *("corners", "crossings", "cut", "depth", "lanes", "least", "since", "undecided", "wrong"),
    )

    def __init__(self, lanes: Lanes, wrong: int, corners: list[Corner]) -> None:
        self.lanes, self.wrong, self.corners = lanes, wrong, corners
        self.undecided, self.since, self.depth = lanes.N, 0, 0
        self.crossings: dict[tuple[int, int], int] = {}
        self.cut: list[object] = []
        self.least = wrong + lanes.N - bit_count(self.somewhere_right())

    def somewhere_right(self) -> int:
        """Return the mask of the examples that a corner gets right."""
        mask = 0
        for corner in self.corners:
            mask |= corner.positive
        return mask

    def everywhere_right(self) -> int:
        """Return the mask of the examples that no corner gets wrong."""
        mask = self.lanes.least
        for corner in self.corners:
            mask &= corner.not_negative
        return mask

    @property
    def bytes(self) -> int:
        """Roughly the memory that it takes; corners that it shares with others are counted, too."""
        return len(self.corners) * (self.lanes.N * (self.lanes.k + 2) + 300)


class ConeSearch:
    """The search for the best cone.

    Args:
        rows: the examples, as their coordinates: the margins at the D rays of the axes.
        unavoidable: how many mistakes of other examples every w makes.
        fewest: the mistakes of the best w met so far; set it whenever a better one is met.

    Attributes:
        lower: no w makes fewer mistakes.
        roots: what becomes of each cone between the axes, see `ConeTree.of`; empty where there are
            too many cuts.
    """

    def __init__(self, rows: Sequence[Ray], unavoidable: int, fewest: int) -> None:
        self.rows, self.unavoidable, self.fewest = rows, unavoidable, fewest
        self.lower = unavoidable
        self.roots: list[list[object]] = []
        self._heap: list[tuple[int, int, int, Cone]] = []
        self._stack: list[Cone] = []
        self._bytes = self._waited = self._cuts = 0

    def steps(self) -> Iterator[Ray | None]:
        """Look at one cone after the other until none can hide a better w.

        Yields:
            after each cone a ray near which some w is better than the best so far, or None.
        """
        for cone in self._orthants():
            self.roots.append(cone.cut)
            self._wait(cone)
        while next_cone := self._next():
            yield self._look_into(next_cone)
        self.lower = self.fewest

    def _orthants(self) -> Iterator[Cone]:
        """Yield the 2^D cones between the axes, one for each choice of signs."""
        D, N = len(self.rows[0]), len(self.rows)
        most = max([max(map(abs, row)) for row in self.rows])
        lanes = Lanes(N, most)
        axes = []
        for i, column in enumerate(zip(*self.rows)):
            margins = pack(column, N, lanes.k)
            ray = tuple([int(i == j) for j in range(D)])
            opposite = Corner(tuple([-c for c in ray]), -margins, most, lanes)
            axes.append((Corner(ray, margins, most, lanes), opposite))
        for corners in product(*axes):
            cone = Cone(lanes, self.unavoidable, list(corners))
            for i, j in combinations(range(D), 2):
                cone.crossings[i, j] = corners[i].crossed(corners[j])
            yield cone

    def _wait(self, cone: Cone) -> None:
        """Keep a cone that may hide a better w."""
        if cone.least < self.fewest:
            self._waited += 1
            self._bytes += cone.bytes
            if self._bytes > _MOST_BYTES:
                self._stack.append(cone)
            else:  # of equal counts the deepest one first
                heappush(self._heap, (cone.least, -cone.depth, self._waited, cone))

    def _next(self) -> Cone | None:
        """Return the next cone; None if no cone can hide a better w."""
        while self._stack or self._heap:
            if self._stack:
                cone = self._stack.pop()
            else:
                self.lower, _, _, cone = heappop(self._heap)
            self._bytes -= cone.bytes
            if cone.least < self.fewest:
                return cone
        return None

    def _look_into(self, cone: Cone) -> Ray | None:
        """Cut a cone in two, and keep the halves; return a ray if some w near it is better."""
        right = cone.somewhere_right()
        undecided = right & ~cone.everywhere_right()
        number = bit_count(undecided)
        if not number:  # all w inside decide alike
            return tuple(map(sum, zip(*[corner.ray for corner in cone.corners])))
        if 4 * number <= 3 * cone.undecided:
            cone.undecided, cone.since = number, 0
        i, j, a, b = self._exact_cut(cone, undecided) if cone.since > _PATIENCE else halving(cone)
        p, q = cone.corners[i], cone.corners[j]
        if 3 * number < cone.lanes.N or a * p.most + b * q.most > cone.lanes.most:
            self._repack(cone, right, undecided, a + b)
            p, q = cone.corners[i], cone.corners[j]
        ray = [a * c + b * e for c, e in zip(p.ray, q.ray)]
        common = reduce(gcd, ray)
        margins, most = a * p.margins + b * q.margins, a * p.most + b * q.most
        if common > 1:
            ray, margins, most = [c // common for c in ray], margins // common, most // common
        new = Corner(tuple(ray), margins, most, cone.lanes)
        halves = self._halves(cone, i, j, new)
        if self.roots:
            cone.cut += (i, j, a, b, *[half.cut for half in halves])
            self._cuts += 1
            if self._cuts > _MOST_CUTS:
                self.roots.clear()
        for half in halves:
            self._wait(half)
        mistakes = cone.wrong + cone.lanes.N - bit_count(new.positive)
        return new.ray if mistakes < self.fewest else None

    def _exact_cut(self, cone: Cone, undecided: int) -> tuple[int, int, int, int]:
        """Return the edge that the first undecided example crosses most widely, and where."""
        lanes = cone.lanes
        behind = (undecided.bit_length() - 1) // 8  # examples behind it
        at, lane, zero = 8 * lanes.k * behind, (1 << 8 * lanes.k) - 1, 1 << 8 * lanes.k - 1
        margins = [((c.margins + lanes.signs) >> at & lane) - zero for c in cone.corners]
        i, j = margins.index(max(margins)), margins.index(min(margins))
        common = gcd(margins[i], margins[j])
        return i, j, -margins[j] // common, margins[i] // common

    def _repack(self, cone: Cone, right: int, undecided: int, growth: int) -> None:
        """Pack the margins of the undecided examples alone, in lanes that take the next ones."""
        old = cone.lanes
        cone.wrong += old.N - bit_count(right)
        chosen = undecided.to_bytes(old.N, "big")
        margins = [list(compress(unpack(c.margins, old.N, old.k), chosen)) for c in cone.corners]
        mosts = [max(map(abs, at_corner)) for at_corner in margins]
        cone.lanes = lanes = Lanes(len(margins[0]), growth * max(mosts))
        cone.corners = [
            Corner(corner.ray, pack(at_corner, lanes.N, lanes.k), most, lanes)
            for corner, at_corner, most in zip(cone.corners, margins, mosts)
        ]

    def _halves(self, cone: Cone, i: int, j: int, new: Corner) -> list[Cone]:
        """Return the cones with a new corner in the place of i, and of j; the worse one first."""
        crossed = [corner.crossed(new) for corner in cone.corners]
        halves = []
        for out in (i, j):
            corners = cone.corners.copy()
            corners[out] = new
            half = Cone(cone.lanes, cone.wrong, corners)
            half.undecided, half.since, half.depth = cone.undecided, cone.since + 1, cone.depth + 1
            half.crossings = cone.crossings.copy()
            for k, number in enumerate(crossed):
                if k != out:
                    half.crossings[min(k, out), max(k, out)] = number
            halves.append(half)
        return halves


def halving(cone: Cone) -> tuple[int, int, int, int]:
    """Return the edge (i, j) that the most examples cross, and a, b: half-way is a p + b q.

    p, q: the rays of its corners. a, b: powers of 2 that make them about as long.
    """
    i, j = max(cone.crossings, key=cone.crossings.__getitem__)
    of_i, of_j = (max(map(abs, cone.corners[k].ray)).bit_length() for k in (i, j))
    return i, j, 1 << max(0, of_j - of_i), 1 << max(0, of_i - of_j)
