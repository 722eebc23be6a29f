"""The fewest mistakes by cutting cones of weights.     Lecture 2: L2.14

For c > 0, c w classifies all examples as w does, so only the direction of w matters. Directions lie
in cones. A cone is spanned by D rays, its corners: it consists of all sums of the rays with
coefficients >= 0. In the plane a cone is an angle between two rays. In space it is a pyramid
without a base.

The margin of an example is linear in w. So the corners decide about the whole cone:

- if its margin is positive at no corner, no w in the cone gets it right;
- if its margin is negative at no corner and positive at some, every w inside the cone gets it
  right;
- otherwise it is undecided: a part of the cone gets it right, another part gets it wrong.

Count the examples of the first kind: every w in the cone makes at least that many mistakes. If the
best w so far makes no more mistakes, the cone cannot contain a better w, and is dropped. Otherwise
cut the cone in two at a new ray between two of its corners, and examine both halves, in which
usually fewer examples are undecided. The search starts from the 2^D cones between the axes, one for
each choice of signs, because they cover the whole space. When no cone remains, the best w so far is
optimal.

The cone with the smallest count is cut first, so its count is a lower bound for all w. (If the
pending cones need too much memory, new halves are cut before them, and the lower bound stays.)

The choice of the edge to cut, and of the point on it, affects only the speed. The search cuts the
edge that most examples cross (positive at one corner, negative at the other), about half-way.
This halves angles, so the cones keep a good shape. If several cuts bring no progress, the lines of
many examples may meet in the cone. Then the search cuts exactly at the line of one undecided
example. After finitely many such cuts the example is decided, so the search ends.

A new ray costs two multiplications and one addition for each example, because its margins are sums
of multiples of the margins at the two corners. One long int holds all margins; see `engine.packed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from heapq import heappop, heappush
from itertools import combinations, compress, count, product
from math import gcd

from ..engine.packed import bit_count, bytes_per_lane, pack, sign_mask, unpack
from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    Ray = tuple[int, ...]

__all__ = ["ConeSearch"]

_MAX_STALLED_CUTS = 8  # after more cuts without progress, the next cuts are exact
_SPARE_BITS = 12  # margins may grow by this many bits before they are packed again
_MAX_QUEUE_BYTES = 100 << 20  # if pending cones take more memory, the search goes depth first
_MAX_STORED_CUTS = 100_000  # a search with more cuts leaves no proof


class MarginLayout:
    """The layout of packed margins: N lanes of k bytes, one lane for each example.

    A *mask* is a set of examples: an int with one byte for each example, 128 for each example in
    the set, 0 for all others.

    Args:
        N: The number of examples.
        max_margin: An upper bound on the absolute values of the margins.

    Attributes:
        k: The number of bytes in a lane.
        capacity: The largest margin that a lane can hold.
        sign_mask: An int with 2^(8k-1) in each lane.
        ones: An int with 1 in each lane.
        all_examples: The mask of all examples.
    """

    k: int
    capacity: int
    sign_mask: int
    ones: int
    all_examples: int

    __slots__ = ("N", "all_examples", "capacity", "k", "ones", "sign_mask")

    def __init__(self, N: int, max_margin: int) -> None:
        self.N, self.k = N, bytes_per_lane(max_margin << _SPARE_BITS)
        self.capacity = (1 << 8 * self.k - 1) - 1
        self.sign_mask = sign_mask(N, self.k)
        self.ones = self.sign_mask >> 8 * self.k - 1
        self.all_examples = sign_mask(N, 1)

    def mask_of_nonnegative(self, shifted_margins: int) -> int:
        """Return the mask of the margins m >= 0. Each lane of the argument holds m + 2^(8k-1)."""
        highest_bytes = shifted_margins.to_bytes(self.N * self.k, "big")[:: self.k]
        return int.from_bytes(highest_bytes, "big") & self.all_examples


class Corner:
    """A ray, and the margins of the examples on it.

    Args:
        ray: The coordinates c_k of the ray.
        margins: The packed margins.
        max_margin: An upper bound on the absolute values of the margins.
        layout: The layout of the margins.

    Attributes:
        positive: The mask of the margins > 0.
        nonnegative: The mask of the margins >= 0.
    """

    ray: tuple[int, ...]
    margins: int
    max_margin: int
    nonnegative: int
    positive: int

    __slots__ = ("margins", "max_margin", "nonnegative", "positive", "ray")

    def __init__(self, ray: Ray, margins: int, max_margin: int, layout: MarginLayout) -> None:
        self.ray, self.margins, self.max_margin = ray, margins, max_margin
        shifted_margins = margins + layout.sign_mask
        self.nonnegative = layout.mask_of_nonnegative(shifted_margins)
        self.positive = layout.mask_of_nonnegative(shifted_margins - layout.ones)

    def count_crossings(self, corner: Corner) -> int:
        """Return how many margins are positive at one corner and negative at the other."""
        positive_only_here = self.positive & ~corner.nonnegative
        return bit_count(positive_only_here | corner.positive & ~self.nonnegative)


class Cone:
    """A cone, and what its corners decide about the examples.

    Args:
        layout: The layout of the margins at the corners. Examples that were decided before the
            margins were packed have no lane.
        wrong_without_lane: The number of examples without a lane that every w in the cone gets
            wrong.
        corners: The D corners.

    Attributes:
        lower_bound: Every w in the cone makes at least this many mistakes.
        crossings: For each edge (i, j), the number of examples that cross it.
        undecided_at_progress: The number of undecided examples when it last fell by a quarter.
        stalled_cuts: The number of cuts since then.
        depth: The number of cuts that led to the cone.
        cut: The cut and the halves, nested; [] for a cone that is not cut. See
            `ConeTree.from_nested_cuts`.
    """

    layout: MarginLayout
    wrong_without_lane: int
    corners: list[Corner]
    undecided_at_progress: int
    stalled_cuts: int
    depth: int
    lower_bound: int

    __slots__ = (
        *("corners", "crossings", "cut", "depth", "layout", "lower_bound", "stalled_cuts"),
        *("undecided_at_progress", "wrong_without_lane"),
    )

    def __init__(
        self, layout: MarginLayout, wrong_without_lane: int, corners: list[Corner]
    ) -> None:
        self.layout, self.wrong_without_lane, self.corners = layout, wrong_without_lane, corners
        self.undecided_at_progress, self.stalled_cuts, self.depth = layout.N, 0, 0
        self.crossings: dict[tuple[int, int], int] = {}
        self.cut: list[object] = []
        self.lower_bound = (
            wrong_without_lane + layout.N - bit_count(self.mask_right_at_some_corner())
        )

    def mask_right_at_some_corner(self) -> int:
        """Return the mask of the examples that a corner gets right."""
        mask = 0
        for corner in self.corners:
            mask |= corner.positive
        return mask

    def mask_negative_at_no_corner(self) -> int:
        """Return the mask of the examples whose margin is negative at no corner."""
        mask = self.layout.all_examples
        for corner in self.corners:
            mask &= corner.nonnegative
        return mask

    @property
    def memory_bytes(self) -> int:
        """The memory in bytes, estimated; it includes corners shared with other cones."""
        return len(self.corners) * (self.layout.N * (self.layout.k + 2) + 300)


class ConeSearch:
    """The search for a cone with the best weights.

    Args:
        rows: The coordinates of the examples, which are their margins on the D axes.
        unavoidable_mistakes: The number of mistakes that every w makes on other examples.
        best_mistakes: The number of mistakes of the best w so far. The caller must set it when it
            finds a better w.

    Attributes:
        lower_bound: No w makes fewer mistakes.
        roots: The cuts of each cone between the axes, see `ConeTree.from_nested_cuts`; empty after
            too many cuts.
    """

    rows: Sequence[tuple[int, ...]]
    unavoidable_mistakes: int
    best_mistakes: int
    lower_bound: int

    def __init__(self, rows: Sequence[Ray], unavoidable_mistakes: int, best_mistakes: int) -> None:
        self.rows, self.unavoidable_mistakes, self.best_mistakes = (
            rows,
            unavoidable_mistakes,
            best_mistakes,
        )
        self.lower_bound = unavoidable_mistakes
        self.roots: list[list[object]] = []
        self._heap: list[tuple[int, int, int, Cone]] = []
        self._stack: list[Cone] = []
        self._push_numbers = count()  # no two are equal, so the heap never compares cones
        self._bytes = self._cuts = 0

    def steps(self) -> Iterator[Ray | None]:
        """Cut one cone after another until no cone can contain a better w.

        Yields:
            For each cone, a ray near which some w is better than the best so far; or None.
        """
        for cone in self._orthants():
            self.roots.append(cone.cut)
            self._push(cone)
        while next_cone := self._pop():
            yield self._cut_cone(next_cone)
        self.lower_bound = self.best_mistakes

    def _orthants(self) -> Iterator[Cone]:
        """Yield the 2^D cones between the axes, one for each choice of signs."""
        D, N = len(self.rows[0]), len(self.rows)
        max_margin = max([max(map(abs, row)) for row in self.rows])
        layout = MarginLayout(N, max_margin)
        axes = []
        for i, column in enumerate(zip(*self.rows)):
            margins = pack(column, N, layout.k)
            ray = tuple([int(i == j) for j in range(D)])
            opposite = Corner(tuple([-c for c in ray]), -margins, max_margin, layout)
            axes.append((Corner(ray, margins, max_margin, layout), opposite))
        for corners in product(*axes):
            cone = Cone(layout, self.unavoidable_mistakes, list(corners))
            for i, j in combinations(range(D), 2):
                cone.crossings[i, j] = corners[i].count_crossings(corners[j])
            yield cone

    def _push(self, cone: Cone) -> None:
        """Store a cone if it may contain a better w."""
        if cone.lower_bound < self.best_mistakes:
            self._bytes += cone.memory_bytes
            if self._bytes > _MAX_QUEUE_BYTES:
                self._stack.append(cone)
            else:  # among equal bounds, the deepest cone comes first
                entry = cone.lower_bound, -cone.depth, next(self._push_numbers), cone
                heappush(self._heap, entry)

    def _pop(self) -> Cone | None:
        """Return the next cone that may contain a better w; None if there is none."""
        while self._stack or self._heap:
            if self._stack:
                cone = self._stack.pop()
            else:
                self.lower_bound, _, _, cone = heappop(self._heap)
            self._bytes -= cone.memory_bytes
            if cone.lower_bound < self.best_mistakes:
                return cone
        return None

    def _cut_cone(self, cone: Cone) -> Ray | None:
        """Cut a cone in two, and store the halves; return a ray if some w near it is better.

        A cone without undecided examples is not cut; every w inside it is better.
        """
        right = cone.mask_right_at_some_corner()
        undecided = right & ~cone.mask_negative_at_no_corner()
        undecided_count = bit_count(undecided)
        if not undecided_count:  # all w inside make the same mistakes, so any of them will do
            return tuple(map(sum, zip(*[corner.ray for corner in cone.corners])))
        if 4 * undecided_count <= 3 * cone.undecided_at_progress:
            cone.undecided_at_progress, cone.stalled_cuts = undecided_count, 0
        is_stalled = cone.stalled_cuts > _MAX_STALLED_CUTS
        i, j, a, b = (
            self._cut_at_undecided_example(cone, undecided)
            if is_stalled
            else _cut_most_crossed_edge(cone)
        )
        p, q = cone.corners[i], cone.corners[j]
        if (
            3 * undecided_count < cone.layout.N
            or a * p.max_margin + b * q.max_margin > cone.layout.capacity
        ):
            self._repack_undecided(cone, right, undecided, a + b)
            p, q = cone.corners[i], cone.corners[j]
        ray = [a * c + b * e for c, e in zip(p.ray, q.ray)]
        divisor = reduce(gcd, ray)
        margins, max_margin = a * p.margins + b * q.margins, a * p.max_margin + b * q.max_margin
        if divisor > 1:
            ray, margins = [c // divisor for c in ray], margins // divisor
            max_margin //= divisor
        new_corner = Corner(tuple(ray), margins, max_margin, cone.layout)
        halves = self._halves(cone, i, j, new_corner)
        if self.roots:
            cone.cut += (i, j, a, b, *[half.cut for half in halves])
            self._cuts += 1
            if self._cuts > _MAX_STORED_CUTS:
                self.roots.clear()
        for half in halves:
            self._push(half)
        mistakes = cone.wrong_without_lane + cone.layout.N - bit_count(new_corner.positive)
        return new_corner.ray if mistakes < self.best_mistakes else None

    def _cut_at_undecided_example(self, cone: Cone, undecided: int) -> tuple[int, int, int, int]:
        """Cut an edge at the point where the first undecided example has margin 0.

        The edge joins the corners with its largest and its smallest margin.

        Returns:
            i, j, a, b: The example has margin 0 on the new ray a p_i + b p_j.
        """
        layout = cone.layout
        lanes_below = (undecided.bit_length() - 1) // 8  # the first example has the highest lane
        shift, lane, zero = (
            8 * layout.k * lanes_below,
            (1 << 8 * layout.k) - 1,
            1 << 8 * layout.k - 1,
        )
        margins = [((c.margins + layout.sign_mask) >> shift & lane) - zero for c in cone.corners]
        i, j = margins.index(max(margins)), margins.index(min(margins))
        divisor = gcd(margins[i], margins[j])
        return i, j, -margins[j] // divisor, margins[i] // divisor

    def _repack_undecided(self, cone: Cone, right: int, undecided: int, growth: int) -> None:
        """Drop the lanes of decided examples, and make all others wide enough for the next ray.

        Args:
            cone: The cone, which is changed.
            right: The mask of the examples that a corner gets right.
            undecided: The mask of the undecided examples.
            growth: The factor by which the margins may grow on the next ray.
        """
        old_layout = cone.layout
        cone.wrong_without_lane += old_layout.N - bit_count(right)
        is_undecided = undecided.to_bytes(old_layout.N, "big")
        margins = [
            list(compress(unpack(c.margins, old_layout.N, old_layout.k), is_undecided))
            for c in cone.corners
        ]
        max_margins = [max(map(abs, corner_margins)) for corner_margins in margins]
        cone.layout = layout = MarginLayout(len(margins[0]), growth * max(max_margins))
        cone.corners = [
            Corner(corner.ray, pack(corner_margins, layout.N, layout.k), max_margin, layout)
            for corner, corner_margins, max_margin in zip(cone.corners, margins, max_margins)
        ]

    def _halves(self, cone: Cone, i: int, j: int, new_corner: Corner) -> list[Cone]:
        """Return two cones: the new corner replaces corner i in the first, j in the second."""
        crossings = [corner.count_crossings(new_corner) for corner in cone.corners]
        halves = []
        for new_index in (i, j):
            corners = cone.corners.copy()
            corners[new_index] = new_corner
            half = Cone(cone.layout, cone.wrong_without_lane, corners)
            half.undecided_at_progress, half.stalled_cuts = (
                cone.undecided_at_progress,
                cone.stalled_cuts + 1,
            )
            half.depth = cone.depth + 1
            half.crossings = cone.crossings.copy()
            for k, crossing_count in enumerate(crossings):
                if k != new_index:
                    half.crossings[min(k, new_index), max(k, new_index)] = crossing_count
            halves.append(half)
        return halves


def _cut_most_crossed_edge(cone: Cone) -> tuple[int, int, int, int]:
    """Cut the edge that most examples cross, about half-way.

    Returns:
        i, j, a, b: The new ray is a p_i + b p_j. The factors a and b are powers of 2, chosen so
            that both terms have about the same length.
    """
    i, j = max(cone.crossings, key=cone.crossings.__getitem__)
    bits_i, bits_j = (max(map(abs, cone.corners[k].ray)).bit_length() for k in (i, j))
    return i, j, 1 << max(0, bits_j - bits_i), 1 << max(0, bits_i - bits_j)
