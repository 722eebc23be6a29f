"""The fewest mistakes by cutting cones of weights.     Lecture 2: L2.14

A weight vector is a direction: c w, c > 0, decides as w does. So the search is for the best
direction, and directions lie in cones. A cone is spanned by D rays, its corners: it holds all sums
of the rays with coefficients >= 0. In the plane a cone is an angle between two rays. In space it is
a pyramid without a base.

The margins of an example are linear in w. So the corners decide about the whole cone:

- if no corner gets the example right (all margins <= 0), no w in the cone does;
- if no corner gets it wrong (all margins >= 0, some > 0), every w inside the cone gets it right;
- otherwise it is undecided: a part of the cone gets it right, another part does not.

Count the examples of the first kind: every w in the cone makes at least that many mistakes. If
these are at least as many as the mistakes of the best w so far, the cone cannot hide a better w,
and it is done. If they are fewer, cut the cone in two at a new ray between two of its corners, and
look at both halves. In these fewer examples are undecided. The 2^D cones between the axes, one for
each choice of signs, cover all of space, so the search starts there. When no cone is left, the best
w so far is the best of all.

The cone of the smallest count comes first. So this count is, at any time, a lower bound for all w.

Which edge is cut, and where, is a matter of speed. The search cuts the edge that the most examples
cross (one corner right, the other wrong), half-way between the two rays. That halves angles, so the
cones keep a good shape. If it does not help for a while, the lines of many examples may meet in the
cone. Then the search cuts exactly at the line of one undecided example, which decides the example
sooner or later. So the search ends.

A new ray takes one multiple and one sum for each example, because its margins are sums of those at
the two corners. All margins are packed in one long int, see `engine.packed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from heapq import heappop, heappush
from itertools import combinations, compress, product
from math import gcd
from typing import TYPE_CHECKING

from ..engine.packed import bit_count, bytes_per_lane, pack, sign_mask, unpack

if TYPE_CHECKING:
    Ray = tuple[int, ...]

__all__ = ["ConeSearch"]

_MAX_STALLED_CUTS = 8  # cuts without progress before an exact cut
_SPARE_BITS = 12  # bits by which margins may grow before they are packed again
_MAX_BYTES = 100 << 20  # of cones that wait; beyond, the search goes depth first
_MAX_CUTS = 100_000  # kept for the proof; beyond, there is no proof to check


class MarginLayout:
    """The layout of packed margins: N lanes of k bytes, one lane for each example.

    A *mask* is a set of examples: an int with the byte 128 for each example in the set, else 0.

    Args:
        N: The number of examples.
        largest: No margin is larger in absolute value.

    Attributes:
        capacity: The largest margin that a lane can hold.
        all_examples: The mask of all examples.
    """

    k: int
    capacity: int
    sign_mask: int
    ones: int
    all_examples: int

    __slots__ = ("N", "all_examples", "capacity", "k", "ones", "sign_mask")

    def __init__(self, N: int, largest: int) -> None:
        self.N, self.k = N, bytes_per_lane(largest << _SPARE_BITS)
        self.capacity = (1 << 8 * self.k - 1) - 1
        self.sign_mask = sign_mask(N, self.k)
        self.ones = self.sign_mask >> 8 * self.k - 1
        self.all_examples = sign_mask(N, 1)

    def mask_of_nonnegative(self, shifted_margins: int) -> int:
        """Return the mask of the margins m >= 0, from the packed m + 2^(8k-1)."""
        highest_bytes = shifted_margins.to_bytes(self.N * self.k, "big")[:: self.k]
        return int.from_bytes(highest_bytes, "big") & self.all_examples


class Corner:
    """A ray and the margins of the examples there.

    Args:
        ray: Its coefficients c_k.
        margins: The margins, packed.
        largest: No margin is larger in absolute value.
        lanes: The layout of the margins.

    Attributes:
        positive: The mask of the margins > 0.
        not_negative: The mask of the margins >= 0.
    """

    ray: tuple[int, ...]
    margins: int
    largest: int
    not_negative: int
    positive: int

    __slots__ = ("largest", "margins", "not_negative", "positive", "ray")

    def __init__(self, ray: Ray, margins: int, largest: int, lanes: MarginLayout) -> None:
        self.ray, self.margins, self.largest = ray, margins, largest
        shifted_margins = margins + lanes.sign_mask
        self.not_negative = lanes.mask_of_nonnegative(shifted_margins)
        self.positive = lanes.mask_of_nonnegative(shifted_margins - lanes.ones)

    def count_crossings(self, other: Corner) -> int:
        """Return how many examples are right at one of two corners and wrong at the other."""
        right_at_self = self.positive & ~other.not_negative
        return bit_count(right_at_self | other.positive & ~self.not_negative)


class Cone:
    """A cone, and how it decides about the examples.

    Args:
        lanes: The layout of the margins at its corners. Examples that were decided before the
            margins were packed have no lane.
        wrong: The number of examples without a lane that every w in the cone gets wrong.
        corners: Its D corners.

    Attributes:
        lower_bound: Every w in the cone makes at least this many mistakes.
        crossings: The number of examples that cross the edge between two corners, by (i, j).
        undecided: The number of undecided examples when it last fell by a quarter.
        stalled: The number of cuts since then.
        depth: The number of cuts that made the cone.
        cut: The cut and its halves, nested; [] for a cone that is not cut. See
            `ConeTree.from_nested_cuts`.
    """

    lanes: MarginLayout
    wrong: int
    corners: list[Corner]
    undecided: int
    stalled: int
    depth: int
    lower_bound: int

    __slots__ = (
        *("corners", "crossings", "cut", "depth", "lanes", "lower_bound", "stalled"),
        *("undecided", "wrong"),
    )

    def __init__(self, lanes: MarginLayout, wrong: int, corners: list[Corner]) -> None:
        self.lanes, self.wrong, self.corners = lanes, wrong, corners
        self.undecided, self.stalled, self.depth = lanes.N, 0, 0
        self.crossings: dict[tuple[int, int], int] = {}
        self.cut: list[object] = []
        self.lower_bound = wrong + lanes.N - bit_count(self.mask_right_at_some_corner())

    def mask_right_at_some_corner(self) -> int:
        """Return the mask of the examples that a corner gets right."""
        mask = 0
        for corner in self.corners:
            mask |= corner.positive
        return mask

    def mask_wrong_at_no_corner(self) -> int:
        """Return the mask of the examples that no corner gets wrong."""
        mask = self.lanes.all_examples
        for corner in self.corners:
            mask &= corner.not_negative
        return mask

    @property
    def memory_bytes(self) -> int:
        """An estimate of its memory in bytes, including corners that it shares with other cones."""
        return len(self.corners) * (self.lanes.N * (self.lanes.k + 2) + 300)


class ConeSearch:
    """The search for a cone with the best weights.

    Args:
        rows: The coordinates of the examples: their margins at the D axes.
        unavoidable: The number of mistakes that every w makes on examples outside these rows.
        fewest: The mistakes of the best w so far. Set it whenever a better w is found.

    Attributes:
        lower: No w makes fewer mistakes than this.
        roots: The cuts of each cone between the axes, see `ConeTree.from_nested_cuts`; empty after
            too many cuts.
    """

    rows: Sequence[tuple[int, ...]]
    unavoidable: int
    fewest: int
    lower: int

    def __init__(self, rows: Sequence[Ray], unavoidable: int, fewest: int) -> None:
        self.rows, self.unavoidable, self.fewest = rows, unavoidable, fewest
        self.lower = unavoidable
        self.roots: list[list[object]] = []
        self._heap: list[tuple[int, int, int, Cone]] = []
        self._stack: list[Cone] = []
        self._bytes = self._pushes = self._cuts = 0

    def steps(self) -> Iterator[Ray | None]:
        """Cut one cone after the other until none can hide a better w.

        Yields:
            After each cone, a ray near which some w is better than the best so far, or None.
        """
        for cone in self._orthants():
            self.roots.append(cone.cut)
            self._push(cone)
        while next_cone := self._pop():
            yield self._cut_cone(next_cone)
        self.lower = self.fewest

    def _orthants(self) -> Iterator[Cone]:
        """Yield the 2^D cones between the axes, one for each choice of signs."""
        D, N = len(self.rows[0]), len(self.rows)
        largest = max([max(map(abs, row)) for row in self.rows])
        lanes = MarginLayout(N, largest)
        axes = []
        for i, column in enumerate(zip(*self.rows)):
            margins = pack(column, N, lanes.k)
            ray = tuple([int(i == j) for j in range(D)])
            opposite = Corner(tuple([-c for c in ray]), -margins, largest, lanes)
            axes.append((Corner(ray, margins, largest, lanes), opposite))
        for corners in product(*axes):
            cone = Cone(lanes, self.unavoidable, list(corners))
            for i, j in combinations(range(D), 2):
                cone.crossings[i, j] = corners[i].count_crossings(corners[j])
            yield cone

    def _push(self, cone: Cone) -> None:
        """Keep a cone for later if it may hide a better w."""
        if cone.lower_bound < self.fewest:
            self._pushes += 1
            self._bytes += cone.memory_bytes
            if self._bytes > _MAX_BYTES:
                self._stack.append(cone)
            else:  # of equal bounds, the deepest cone comes first
                heappush(self._heap, (cone.lower_bound, -cone.depth, self._pushes, cone))

    def _pop(self) -> Cone | None:
        """Return the next cone that may hide a better w, or None."""
        while self._stack or self._heap:
            if self._stack:
                cone = self._stack.pop()
            else:
                self.lower, _, _, cone = heappop(self._heap)
            self._bytes -= cone.memory_bytes
            if cone.lower_bound < self.fewest:
                return cone
        return None

    def _cut_cone(self, cone: Cone) -> Ray | None:
        """Cut a cone in two, and keep the halves; return a ray if some w near it is better."""
        right = cone.mask_right_at_some_corner()
        undecided = right & ~cone.mask_wrong_at_no_corner()
        undecided_count = bit_count(undecided)
        if not undecided_count:  # all w inside decide alike
            return tuple(map(sum, zip(*[corner.ray for corner in cone.corners])))
        if 4 * undecided_count <= 3 * cone.undecided:
            cone.undecided, cone.stalled = undecided_count, 0
        stalled = cone.stalled > _MAX_STALLED_CUTS
        i, j, a, b = (
            self._cut_at_undecided_example(cone, undecided)
            if stalled
            else _cut_most_crossed_edge(cone)
        )
        p, q = cone.corners[i], cone.corners[j]
        if (
            3 * undecided_count < cone.lanes.N
            or a * p.largest + b * q.largest > cone.lanes.capacity
        ):
            self._repack_undecided(cone, right, undecided, a + b)
            p, q = cone.corners[i], cone.corners[j]
        ray = [a * c + b * e for c, e in zip(p.ray, q.ray)]
        divisor = reduce(gcd, ray)
        margins, largest = a * p.margins + b * q.margins, a * p.largest + b * q.largest
        if divisor > 1:
            ray, margins = [c // divisor for c in ray], margins // divisor
            largest //= divisor
        new_corner = Corner(tuple(ray), margins, largest, cone.lanes)
        halves = self._halves(cone, i, j, new_corner)
        if self.roots:
            cone.cut += (i, j, a, b, *[half.cut for half in halves])
            self._cuts += 1
            if self._cuts > _MAX_CUTS:
                self.roots.clear()
        for half in halves:
            self._push(half)
        mistakes = cone.wrong + cone.lanes.N - bit_count(new_corner.positive)
        return new_corner.ray if mistakes < self.fewest else None

    def _cut_at_undecided_example(self, cone: Cone, undecided: int) -> tuple[int, int, int, int]:
        """Cut the edge that the first undecided example crosses most widely, at margin 0.

        Returns:
            i, j, a, b: the example has margin 0 at a p_i + b p_j.
        """
        lanes = cone.lanes
        lanes_behind = (undecided.bit_length() - 1) // 8  # the lane of the first one is the highest
        shift, lane, zero = 8 * lanes.k * lanes_behind, (1 << 8 * lanes.k) - 1, 1 << 8 * lanes.k - 1
        margins = [((c.margins + lanes.sign_mask) >> shift & lane) - zero for c in cone.corners]
        i, j = margins.index(max(margins)), margins.index(min(margins))
        divisor = gcd(margins[i], margins[j])
        return i, j, -margins[j] // divisor, margins[i] // divisor

    def _repack_undecided(self, cone: Cone, right: int, undecided: int, growth: int) -> None:
        """Drop the lanes of decided examples, and make the others wide enough for the next ray."""
        old = cone.lanes
        cone.wrong += old.N - bit_count(right)
        is_undecided = undecided.to_bytes(old.N, "big")
        margins = [
            list(compress(unpack(c.margins, old.N, old.k), is_undecided)) for c in cone.corners
        ]
        largest = [max(map(abs, corner_margins)) for corner_margins in margins]
        cone.lanes = lanes = MarginLayout(len(margins[0]), growth * max(largest))
        cone.corners = [
            Corner(corner.ray, pack(corner_margins, lanes.N, lanes.k), largest_of_corner, lanes)
            for corner, corner_margins, largest_of_corner in zip(cone.corners, margins, largest)
        ]

    def _halves(self, cone: Cone, i: int, j: int, new_corner: Corner) -> list[Cone]:
        """Return the cones with the new corner in the place of corner i, and of corner j."""
        crossings = [corner.count_crossings(new_corner) for corner in cone.corners]
        halves = []
        for replaced in (i, j):
            corners = cone.corners.copy()
            corners[replaced] = new_corner
            half = Cone(cone.lanes, cone.wrong, corners)
            half.undecided, half.stalled = cone.undecided, cone.stalled + 1
            half.depth = cone.depth + 1
            half.crossings = cone.crossings.copy()
            for k, number in enumerate(crossings):
                if k != replaced:
                    half.crossings[min(k, replaced), max(k, replaced)] = number
            halves.append(half)
        return halves


def _cut_most_crossed_edge(cone: Cone) -> tuple[int, int, int, int]:
    """Cut the edge that the most examples cross, half-way.

    Returns:
        i, j, a, b: the new ray is a p_i + b p_j; a and b are powers of 2 that make both terms about
            as long.
    """
    i, j = max(cone.crossings, key=cone.crossings.__getitem__)
    bits_i, bits_j = (max(map(abs, cone.corners[k].ray)).bit_length() for k in (i, j))
    return i, j, 1 << max(0, bits_j - bits_i), 1 << max(0, bits_i - bits_j)
