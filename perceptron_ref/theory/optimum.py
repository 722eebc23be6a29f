"""The fewest mistakes that any line makes on D, proved if time allows. The problem is NP-hard.

Two searches complement each other.

- `branching` searches for certificates. Every w gets an example of each certificate wrong, and the
  search tries these examples one after the other. It is fast if the best line makes few mistakes,
  for any number of features.
- `cones` cuts the space of weights into cones until no cone can contain a better w. It is fast if
  there are few features, for any number of mistakes.

`local_search` finds good weights early. It proves nothing, but good weights shorten both searches.
Certificates come first, because a reader can check them by hand. `_WORK_BEFORE_CONES` determines
when cones begin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import neg
from time import monotonic

from ..base_classes import Shown
from ..dataset import Dataset, checked_dataset
from ..errors import DataError, quote
from ..exact.sparse import SparseVector
from ..hypothesis import Hypothesis
from ..type_checking import TYPE_CHECKING
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
"""The `Branching.work` before cones begin, if D = 5 entries of the examples are independent. Each
further independent entry multiplies the work by 32; each entry fewer divides it by 32.
"""

_MAX_STARTS = 8  # of the search along lines, which is slow for many features


def fewest_mistakes(
    data: Dataset,
    *,
    max_seconds: float | None = None,
    on_step: OnStep | None = None,
) -> Optimum:
    """Find argmin_w sum_n [y_n != sign(w . x_n)]: weights with the fewest mistakes.
    Lecture 2: L2.14

    The result has the best weights found, and a lower bound on the mistakes of all weights. Unless
    the search ends early, these weights make exactly that many mistakes.

    A score of 0 is a mistake for both labels. The search is fast if there are at most two
    features, or if the best line makes few mistakes. On noisy data, each further feature makes it
    many times slower. If there are many features and many mistakes, it does not end in practice.

    Args:
        data: The training examples.
        max_seconds: The time limit, a number >= 0. The default is no limit. At the limit, or after
            Ctrl-C, the result has the best weights and the lower bound so far.
        on_step: Called repeatedly, to show progress, with the lower bound, the mistakes of the
            best weights so far, and the number of nodes. If it raises StopIteration, the search
            stops as at the time limit.

    Raises:
        DataError: If `data` is not a Dataset, or `max_seconds` is not a number >= 0.

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
            their line, except an x_n of zeros, which is possible if x_0 = 0.
        mistakes: The number of examples that w gets wrong.
        lower_bound: No weights make fewer mistakes.
        certificates: Certificates of non-separability that share no example. Their number is a
            lower bound that a reader can check by hand, because every w gets an example of each
            certificate wrong. It is at most `lower_bound`.
        status: The reason why the search ended: "proved", "max_seconds", "stopped" (by `on_step`)
            or "interrupted".
        nodes: The number of visited nodes of the branching, plus the number of examined cones.
        tree: The proof of the lower bound, if the certificates alone prove less: a `ConeTree` or a
            `CertificateTree`. None if no tree is needed, or if the tree was too large to keep.
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
        """The indices of the examples that w gets wrong, in ascending order."""
        margins, _ = margins_of(self.data, self.w)
        return tuple(n for n, margin in enumerate(margins) if margin <= 0)

    @property
    def proved(self) -> bool:
        """True if mistakes = lower_bound: no weights make fewer mistakes than w."""
        return self.mistakes == self.lower_bound

    @property
    def proof_kind(self) -> str:
        """The kind of proof of the lower bound.

        "none" for a bound of 0, which needs no proof; "certificates"; "cones" (see `ConeTree`);
        "cases" (see `CertificateTree`); or "search": the tree was too large to keep, so there is
        no proof to check.
        """
        if len(self.certificates) == self.lower_bound:
            return "certificates" if self.certificates else "none"
        if self.tree is None:
            return "search"
        return "cones" if isinstance(self.tree, ConeTree) else "cases"

    def verify(self) -> bool:
        """Check the claims from the definitions, without the search.     Lecture 2: L2.14

        1. w gets `mistakes` examples wrong.
        2. Each certificate sums to zero, and no two share an example. So every w makes at least
           len(certificates) mistakes.
        3. The tree, if any, proves `lower_bound`: see its `proved_lower_bound`.

        If `proof_kind` is "search", only len(certificates) is checked as a lower bound.
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
    """The search must stop; the message is the status of the result."""


class Search:
    """The search of `fewest_mistakes`. Its bounds are valid at every moment, so it may always stop.

    Args:
        data: The training examples.
        max_seconds: The time limit, or None.
        on_step: Called to show progress, or None.

    Attributes:
        zs: The different signed examples z_n = y_n x_n; in a sparse set, without the entries that
            are 0 in all.
        entries: The indices of the entries of x_n that remain in the zs.
        groups: For each z, the n with z_n = z.
        counts: The sizes of the groups. A w that gets z wrong gets as many examples wrong.
        w: The best weights so far.
        margins: The margins w . z of these weights.
        best_mistakes: The number of mistakes of these weights.
        lower_bound: No weights make fewer mistakes.
        tree: A proof of `lower_bound`, or None.
        work_before_cones: When the work of `branching` exceeds this, cones begin.
    """

    deadline: float | None
    data: Dataset
    on_step: Callable[[int, int, int], object]
    entries: tuple[int, ...]
    zs: list[tuple[int, ...]]
    groups: list[list[int]]
    counts: list[int]
    nodes: int
    lower_bound: int
    best_mistakes: int
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
        self.nodes, self.lower_bound, self.best_mistakes = 0, 0, data.N + 1
        self.tree: ConeTree | CertificateTree | None = None
        for sign in (+1, -1):
            self.try_weights([sign] + [0] * (len(self.entries) - 1))
        self.branching = Branching(self)
        self.branching_steps = self.branching.branch_until_bounds_meet()
        self.coordinates = Coordinates(self.zs, self.counts)
        self.work_before_cones = int(_WORK_BEFORE_CONES * 32.0 ** (self.coordinates.D - 5))

    def result(self) -> Optimum:
        """Search, and return the best weights and the bounds, even if the search was stopped."""
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
        status = "proved" if mistakes == self.lower_bound else status
        return Optimum(
            self.data,
            w,
            mistakes,
            lower_bound=self.lower_bound,
            certificates=tuple(certificates),
            status=status,
            nodes=self.nodes,
            tree=self.tree,
        )

    def _add_certificates(self, certificates: list[NotSeparable]) -> None:
        """Add certificates that share no example, until no more exist or the work is too much."""
        unused_examples = list(map(iter, self.groups))  # for each z, the n in no certificate yet
        for times, coefficients in self.branching.find_certificates():
            self.lower_bound += times
            for _ in range(times):
                examples = sorted(
                    (next(unused_examples[i]), a_i) for i, a_i in coefficients.items()
                )
                certificates.append(NotSeparable(self.data, *zip(*examples)))
            self._report_progress()
            if self.branching.work > max(_WORK_BEFORE_CONES, self.work_before_cones):
                break

    def _run_branching(self, max_work: int) -> None:
        """Branch over certificates until the bounds are equal or the work exceeds `max_work`."""
        try:
            if self.branching.work <= max_work:
                for _ in self.branching_steps:
                    self._count_node()
                    if self.branching.work > max_work:
                        break
        finally:
            self.tree = self.branching.proof_tree([group[0] for group in self.groups])

    def _search_along_lines(self) -> None:
        """Run Pocket, then search from its weights along lines in the space of weights."""
        rows = self.coordinates.unpaired_rows
        if rows and self.lower_bound < self.best_mistakes:
            starts = min(1 << max(0, self.coordinates.D - 3), _MAX_STARTS)
            for c in find_better_weights(rows, starts, self._time_is_up):
                self.try_weights(self.coordinates.weights(c))
                self.check_time()
                self._report_progress()

    def _cut_cones(self) -> None:
        """Cut cones of weights until no cone can contain a better w."""
        if self.lower_bound >= self.best_mistakes:
            return
        rows = self.coordinates.unpaired_rows
        if not rows:  # every w without a margin 0 makes exactly the unavoidable mistakes
            self.try_weights(_tilt_off_zero_margins(self.coordinates.axes[0], self.zs))
            self.lower_bound = self.best_mistakes
            self.tree = self._cone_tree([[] for _ in range(1 << self.coordinates.D)])
            return
        bound_of_tree = self.lower_bound
        search = ConeSearch(rows, self.coordinates.unavoidable_mistakes, self.best_mistakes)
        try:
            for ray in search.steps():
                if ray:
                    self.try_weights(_tilt_off_zero_margins(self.coordinates.weights(ray), self.zs))
                    search.best_mistakes = self.best_mistakes
                self.lower_bound = max(self.lower_bound, search.lower_bound)
                self._count_node()
            self.lower_bound = search.lower_bound
        finally:
            if search.roots and search.lower_bound >= self.lower_bound:
                self.tree = self._cone_tree(search.roots)
            elif self.lower_bound > bound_of_tree:
                self.tree = None  # the tree of `branching` proves less

    def _cone_tree(self, nested_cuts: Sequence[list[object]]) -> ConeTree:
        """Return a tree of cones with these cuts, see `ConeTree.from_nested_cuts`."""
        length, axes = 1 + self.data.d, self.coordinates.axes
        dense = [SparseVector(self.entries, b).to_dense(length) for b in axes]
        return ConeTree.from_nested_cuts(dense, nested_cuts)

    def try_weights(self, w: Sequence[int]) -> None:
        """Keep w if it makes fewer mistakes than the best weights so far."""
        margins = [sumprod(w, z) for z in self.zs]
        mistakes = sum([count for count, margin in zip(self.counts, margins) if margin <= 0])
        if mistakes < self.best_mistakes:
            self.best_mistakes, self.w, self.margins = mistakes, w, margins

    def check_time(self, *_: object) -> None:
        """Raise an exception that stops the search, if the time limit is reached."""
        if self._time_is_up():
            raise _LimitReached("max_seconds")

    def _time_is_up(self) -> bool:
        return self.deadline is not None and monotonic() >= self.deadline

    def _count_node(self) -> None:
        self.nodes += 1
        self.check_time()
        self._report_progress()

    def _report_progress(self) -> None:
        try:
            self.on_step(self.lower_bound, self.best_mistakes, self.nodes)
        except StopIteration:
            raise _LimitReached("stopped") from None


def _tilt_off_zero_margins(w: Sequence[int], zs: Sequence[Vector]) -> Sequence[int]:
    """Return w, tilted so that w . z is not 0 unless z = 0.

    The tilt is so small that no nonzero w . z changes its sign.
    """
    for z in filter(any, zs):
        if dot(w, z) == 0:
            M = 1 + max(abs(dot(z, v)) for v in zs)
            w = [M * w_i + z_i for w_i, z_i in zip(w, z)]
    return w


def _simplify_weights(w: Sequence[int], zs: Sequence[Vector]) -> Vector:
    """Return w rounded to as few leading bits as possible, with the same sign of every margin.

    First w is tilted, so that no margin is 0 unless z = 0.
    """
    w = _tilt_off_zero_margins(w, zs)
    right_zs = [z if dot(w, z) > 0 else tuple(map(neg, z)) for z in filter(any, zs)]
    for shift in reversed(range(1, max(map(int.bit_length, w)))):
        rounded_w = [(w_i + (1 << shift - 1)) >> shift for w_i in w]
        if all(sumprod(rounded_w, z) > 0 for z in right_zs):
            return divide_by_gcd(rounded_w)
    return divide_by_gcd(w)
