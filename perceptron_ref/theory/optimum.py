"""The fewest mistakes that any line makes on D, exact; proved as far as time allows (NP-hard).

Two searches share the work. Each is strong where the other is weak.

- `branching` looks for certificates and branches over the example of each that w gets wrong. It is
  fast if few mistakes suffice, whatever the number of features.
- `cones` cuts the space of weights into cones until no cone can hide a better w. It is fast if
  there are few features, whatever the number of mistakes.

`local_search` finds good weights early. It proves nothing, but good weights cut both searches
short. Certificates come first, because a reader can check them by hand. `_WORK_BEFORE_CONES` says
when the search changes to cones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import neg
from time import monotonic
from typing import TYPE_CHECKING

from ..dataset import Dataset, checked_dataset
from ..errors import DataError, quote
from ..exact.sparse import SparseVector
from ..hypothesis import Hypothesis
from ..objects import Shown
from ..variants import drop_zero_features_if_sparse
from ..vectors import dot, sumprod
from .branching import Branching
from .certificate_tree import CertificateTree
from .cone_tree import ConeTree
from .cones import ConeSearch
from .linear_system import divide_by_gcd
from .local_search import find_better_weights
from .separability import NotSeparable, margins_of
from .weight_space import Coordinates

if TYPE_CHECKING:
    Vector = tuple[int, ...]
    OnStep = Callable[[int, int, int], object]

__all__ = ["Optimum", "fewest_mistakes"]

_WORK_BEFORE_CONES = 2**19
"""How much `Branching.work` is done before cones, if D = 5 entries of the examples are independent.
Each further independent entry multiplies it by 32, each one fewer divides it by 32.
"""

_MAX_STARTS = 8  # of the search along lines, which is slow if there are many features


def fewest_mistakes(
    data: Dataset,
    *,
    max_seconds: float | None = None,
    on_step: OnStep | None = None,
) -> Optimum:
    """Return argmin_w sum_n [y_n != sign(w . x_n)], with a lower bound on the fewest mistakes.
    Lecture 2: L2.14

    A tie, w . x_n = 0, is a mistake for both labels. The search is fast if there are at most four
    features, or if few mistakes suffice. It is hopeless if there are many of both.

    Args:
        data: The training examples.
        max_seconds: The time limit, a number >= 0. The default is no limit. At the limit, or after
            Ctrl-C, the answer is the best weights so far and the lower bound proved so far.
        on_step: Called repeatedly, to show progress, with the lower bound, the mistakes of the
            best weights so far, and the number of nodes. If it raises StopIteration, the search
            stops as at the time limit.

    Raises:
        DataError: If `max_seconds` is not a number >= 0.

    >>> from perceptron_ref import example
    >>> fewest_mistakes(example("xor"))
    <Optimum proved: mistakes=1 lower_bound=1 w=(3, -2, -2)>
    """
    is_number = isinstance(max_seconds, (int, float)) and not isinstance(max_seconds, bool)
    if max_seconds is not None and not (is_number and max_seconds >= 0):
        raise DataError(f"max_seconds: found {quote(max_seconds)}; expected a number >= 0")
    return Search(checked_dataset(data), max_seconds, on_step).result()


@dataclass(eq=False)
class Optimum(Shown):
    """The best weights found, and a lower bound on the mistakes of all weights.
    Lecture 2: L2.14

    All numbers are exact, in the units of the data.

    Attributes:
        data: The training examples.
        w: The best weights found, w_0, ..., w_d: ints without a common factor. No example lies on
            their line, except an x_n of zeros, which x_0 = 0 makes possible.
        mistakes: The number of examples that w gets wrong.
        lower_bound: No weights make fewer mistakes than this.
        certificates: Certificates of non-separability, no two of which share an example. They
            prove a part of the lower bound by hand: every w gets an example of each wrong. There
            are at most `lower_bound` of them.
        status: Why the search ended: "proved", "max_seconds", "stopped" (by `on_step`) or
            "interrupted".
        nodes: The number of nodes that the search visited: of branchings, and cones.
        tree: The proof of the lower bound, if the certificates do not prove all of it: a `ConeTree`
            or a `CertificateTree`. None if no tree is needed, or if it was too large to keep.
    """

    data: Dataset
    w: tuple[int, ...]
    mistakes: int
    lower_bound: int
    certificates: tuple[NotSeparable, ...]
    status: str
    nodes: int
    tree: ConeTree | CertificateTree | None = None

    @property
    def hypothesis(self) -> Hypothesis:
        """h(x) = sign(w . x), the best line found.     Lecture 2: L2.14"""
        return Hypothesis.learned_on(self.data, self.w)

    @property
    def mistaken(self) -> tuple[int, ...]:
        """The examples that w gets wrong: indices from 0, rising."""
        margins, _ = margins_of(self.data, self.w)
        return tuple(n for n, margin in enumerate(margins) if margin <= 0)

    @property
    def proved(self) -> bool:
        """True if mistakes = lower_bound, so that no weights make fewer mistakes than w."""
        return self.mistakes == self.lower_bound

    @property
    def proof_kind(self) -> str:
        """The kind of proof of the lower bound.

        "none" (0 needs no proof), "certificates", "cones" (see `ConeTree`), "cases" (see
        `CertificateTree`), or "search": the tree was too large to keep, so there is no
        proof to check.
        """
        if len(self.certificates) == self.lower_bound:
            return "certificates" if self.certificates else "none"
        if self.tree is None:
            return "search"
        return "cones" if isinstance(self.tree, ConeTree) else "cases"

    def verify(self) -> bool:
        """Check the claims by counting and adding, without the search.     Lecture 2: L2.14

        1. w gets `mistakes` examples wrong.
        2. Each certificate sums to zero, and no two have an example in common. So every w makes at
           least len(certificates) mistakes.
        3. The tree, if there is one, proves `lower_bound`: see its `proved_lower_bound`.

        If `proof_kind` is "search", the lower bound beyond the certificates is not checked.
        """
        examples = [n for certificate in self.certificates for n in certificate.examples]
        return (
            len(self.w) == 1 + self.data.d
            and len(self.mistaken) == self.mistakes
            and all(
                certificate.data is self.data and certificate.verify()
                for certificate in self.certificates
            )
            and len(examples) == len(set(examples))
            and len(self.certificates) <= self.lower_bound <= self.mistakes
            and (self.tree is None or self.tree.proved_lower_bound(self.data) >= self.lower_bound)
        )

    def __repr__(self) -> str:
        numbers = f"mistakes={self.mistakes} lower_bound={self.lower_bound}"
        return f"<Optimum {self.status}: {numbers} w={quote(self.w)}>"


class _LimitReached(Exception):
    """The search must stop; the message is its status."""


class Search:
    """The search of `fewest_mistakes`. It may stop at any moment: its bounds are always right.

    Args:
        data: The training examples.
        max_seconds: The time limit, or None.
        on_step: Called to show progress, or None.

    Attributes:
        zs: The signed examples z_n = y_n x_n, each once, without entries that are 0 in all.
        entries: The indices of the entries of x_n that the zs have.
        groups: For each of the zs, the n with this z_n.
        counts: The sizes of the groups: the mistakes that a w makes if it gets this z wrong.
        w: The best weights so far.
        margins: Their margins, w . z.
        fewest: Their mistakes.
        lower: No weights make fewer mistakes than this.
        tree: A proof of `lower`, or None.
        work_before_cones: The work of `branching` after which cones begin.
    """

    deadline: float | None
    data: Dataset
    on_step: Callable[[int, int, int], object]
    entries: tuple[int, ...]
    zs: list[tuple[int, ...]]
    groups: list[list[int]]
    counts: list[int]
    nodes: int
    lower: int
    fewest: int
    branching: Branching
    branching_steps: Iterator[None]
    coordinates: Coordinates
    work_before_cones: int
    w: Sequence[int]
    margins: list[int]

    def __init__(self, data: Dataset, max_seconds: float | None, on_step: OnStep | None) -> None:
        self.deadline = None if max_seconds is None else monotonic() + max_seconds
        self.data, self.on_step = data, on_step or (lambda *step: None)
        reduced, entries = drop_zero_features_if_sparse(data)
        self.entries = entries[int(data.x0 == 0 and reduced.d > 1) :]
        groups: dict[Vector, list[int]] = {}
        for n, (x, y) in enumerate(zip(reduced.scaled_xs, reduced.ys)):
            groups.setdefault(tuple([y * v for v in x[-len(self.entries) :]]), []).append(n)
        self.zs, self.groups = list(groups), list(groups.values())
        self.counts = list(map(len, self.groups))
        self.nodes, self.lower, self.fewest = 0, 0, data.N + 1
        self.tree: ConeTree | CertificateTree | None = None
        for sign in (+1, -1):
            self.try_weights([sign] + [0] * (len(self.entries) - 1))
        self.branching = Branching(self)
        self.branching_steps = self.branching.branch_until_bounds_meet()
        self.coordinates = Coordinates(self.zs, self.counts)
        self.work_before_cones = int(_WORK_BEFORE_CONES * 32.0 ** (self.coordinates.D - 5))

    def result(self) -> Optimum:
        """Search, and return the best weights and the bounds, however the search ends."""
        status = "proved"
        certificates: list[NotSeparable] = []
        try:
            self._add_certificates(certificates)
            self._run_branching(min(_WORK_BEFORE_CONES, self.work_before_cones))
            self._search_along_lines()
            self._run_branching(self.work_before_cones)
            self._cut_cones()
        except _LimitReached as limit:
            status = str(limit)
        except KeyboardInterrupt:
            status = "interrupted"
        w = SparseVector(self.entries, _simplify_weights(self.w, self.zs)).to_dense(1 + self.data.d)
        mistakes = sum(margin <= 0 for margin in margins_of(self.data, w)[0])
        status = "proved" if mistakes == self.lower else status
        return Optimum(
            self.data,
            w,
            mistakes,
            lower_bound=self.lower,
            certificates=tuple(certificates),
            status=status,
            nodes=self.nodes,
            tree=self.tree,
        )

    def _add_certificates(self, certificates: list[NotSeparable]) -> None:
        """Add certificates that share no example until none is left or cones are due."""
        unused = list(map(iter, self.groups))  # of each z, the n that are in no certificate yet
        for times, coefficients in self.branching.find_disjoint_certificates():
            self.lower += times
            for _ in range(times):
                examples = sorted((next(unused[i]), a_i) for i, a_i in coefficients.items())
                certificates.append(NotSeparable(self.data, *zip(*examples)))
            self._report_progress()
            if self.branching.work > max(_WORK_BEFORE_CONES, self.work_before_cones):
                break

    def _run_branching(self, max_work: int) -> None:
        """Branch over certificates until the bounds meet or the work is done."""
        try:
            if self.branching.work <= max_work:
                for _ in self.branching_steps:
                    self._count_node()
                    if self.branching.work > max_work:
                        break
        finally:
            self.tree = self.branching.proof_tree([group[0] for group in self.groups])

    def _search_along_lines(self) -> None:
        """Run Pocket, and search along lines of weights from there."""
        rows = self.coordinates.unpaired_rows
        if rows and self.lower < self.fewest:
            starts = min(1 << max(0, self.coordinates.D - 3), _MAX_STARTS)
            for c in find_better_weights(rows, starts, self._is_late):
                self.try_weights(self.coordinates.weights(c))
                self.check_time()
                self._report_progress()

    def _cut_cones(self) -> None:
        """Cut cones of weights until none can hide a better w."""
        if self.lower >= self.fewest:
            return
        rows = self.coordinates.unpaired_rows
        if not rows:  # the unavoidable mistakes are all
            self.try_weights(_tilt_off_zero_margins(self.coordinates.axes[0], self.zs))
            self.lower = self.fewest
            return
        search = ConeSearch(rows, self.coordinates.unavoidable_mistakes, self.fewest)
        try:
            for ray in search.steps():
                if ray:
                    self.try_weights(_tilt_off_zero_margins(self.coordinates.weights(ray), self.zs))
                    search.fewest = self.fewest
                self.lower = max(self.lower, search.lower)
                self._count_node()
            self.lower = search.lower
        finally:
            if search.roots and search.lower == self.lower:
                length, axes = 1 + self.data.d, self.coordinates.axes
                dense = [SparseVector(self.entries, b).to_dense(length) for b in axes]
                self.tree = ConeTree.from_nested_cuts(dense, search.roots)

    def try_weights(self, w: Sequence[int]) -> None:
        """Keep w if it makes fewer mistakes than the best weights so far."""
        margins = [sumprod(w, z) for z in self.zs]
        mistakes = sum([count for count, margin in zip(self.counts, margins) if margin <= 0])
        if mistakes < self.fewest:
            self.fewest, self.w, self.margins = mistakes, w, margins

    def check_time(self, *_: object) -> None:
        """Stop the search at its time limit."""
        if self._is_late():
            raise _LimitReached("max_seconds")

    def _is_late(self) -> bool:
        return self.deadline is not None and monotonic() >= self.deadline

    def _count_node(self) -> None:
        self.nodes += 1
        self.check_time()
        self._report_progress()

    def _report_progress(self) -> None:
        try:
            self.on_step(self.lower, self.fewest, self.nodes)
        except StopIteration:
            raise _LimitReached("stopped") from None


def _tilt_off_zero_margins(w: Sequence[int], zs: Sequence[Vector]) -> Sequence[int]:
    """Return w tilted until no w . z is 0, except for z = 0.

    The tilt is so small that no other w . z changes its sign.
    """
    for z in filter(any, zs):
        if dot(w, z) == 0:
            M = 1 + max(abs(dot(z, v)) for v in zs)
            w = [M * w_i + z_i for w_i, z_i in zip(w, z)]
    return w


def _simplify_weights(w: Sequence[int], zs: Sequence[Vector]) -> Vector:
    """Return the fewest leading bits of w that decide about every z as w does, without ties."""
    w = _tilt_off_zero_margins(w, zs)
    sides = [z if dot(w, z) > 0 else tuple(map(neg, z)) for z in filter(any, zs)]
    for shift in reversed(range(1, max(map(int.bit_length, w)))):
        shortened = [(w_i + (1 << shift - 1)) >> shift for w_i in w]
        if all(sumprod(shortened, side) > 0 for side in sides):
            return divide_by_gcd(shortened)
    return divide_by_gcd(w)
