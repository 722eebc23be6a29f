"""The fewest mistakes that any line makes on D, exact; proved as far as time allows (NP-hard).

Two searches share the work, and each is strong where the other one is weak.

- `branching` looks for certificates, and asks which of their examples must be lost. It wins where
  few mistakes suffice, whatever the number of features.
- `cones` cuts the space of weights into cones, until none can hide a better w. It wins where the
  features are few, whatever the number of mistakes.

`local_search` finds good weights soon. It proves nothing, but what it finds cuts both searches
short. Certificates come first, since they can be checked by hand; `_LOOKS` says when cones begin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import neg
from time import monotonic
from typing import TYPE_CHECKING

from ..dataset import Dataset, checked_dataset
from ..errors import DataError, quote
from ..exact.sparse import SparseVector
from ..objects import Shown
from ..variants import without_zero_features
from ..vectors import dot, sumprod
from .branching import Branching
from .certificate_tree import CertificateTree
from .cone_tree import ConeTree
from .cones import ConeSearch
from .linear_system import primitive
from .local_search import improved
from .separability import NotSeparable, margins_of
from .weight_space import Coordinates

if TYPE_CHECKING:
    Vector = tuple[int, ...]
    OnStep = Callable[[int, int, int], object]

__all__ = ["Optimum", "fewest_mistakes"]

_LOOKS = 2**19
"""Where cones begin: after certificates have looked at 2^19 examples, if D = 5 entries of the
examples are independent; with each more 32 times as late, with each less 32 times as soon.
"""


def fewest_mistakes(
    data: Dataset,
    *,
    max_seconds: float | None = None,
    on_step: OnStep | None = None,
) -> Optimum:
    """Return argmin_w sum_n [y_n != sign(w . x_n)], and a lower bound that says whether it is.
    Lecture 2: L2.14

    max_seconds: where to stop, a number >= 0; None for no limit. Stopped there or by Ctrl-C, it
    returns the best weights met and the lower bound proved by then. on_step: called again and
    again, to show progress, with the two bounds known so far, lower_bound <= fewest mistakes <=
    mistakes, and the number of nodes; StopIteration from it stops the search, too.

    A tie, w . x_n = 0, is a mistake for both labels.

    It is fast where the features are up to four or the fewest mistakes are few, and hopeless where
    both are many.

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
    """The best weights found, and how few mistakes any weights can make.     Lecture 2: L2.14

    All numbers are exact, in the units of the data.

    data: the examples. w: the best weights found, w_0, ..., w_d: ints without a common factor; no
    example lies on their line but an x_n of zeros, as there may be with x_0 = 0. mistakes: how many
    examples w gets wrong. lower_bound: how many mistakes are proved to be unavoidable: no weights
    make fewer. certificates: sets of examples of which no line gets all right, without a common
    one: the lower bound by hand. There are at most `lower_bound` of them. tree: what proves the
    lower bound where certificates alone do not: a `ConeTree` or a `CertificateTree`; None where
    they do, or where it was too large to keep. status: why the search ended: "proved",
    "max_seconds", "stopped" (by `on_step`) or "interrupted". nodes: how many nodes the search
    visited: branchings over certificates, and cones.
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
    def mistaken(self) -> tuple[int, ...]:
        """The examples that w gets wrong: indices from 0, rising."""
        margins, _ = margins_of(self.data, self.w)
        return tuple(n for n, margin in enumerate(margins) if margin <= 0)

    @property
    def proved(self) -> bool:
        """True if the two numbers are equal, so that no weights make fewer mistakes than w."""
        return self.mistakes == self.lower_bound

    @property
    def proof(self) -> str:
        """What proves the lower bound: "none", as 0 needs no proof, "certificates", "cones" (see
        `ConeTree`), "cases" (see `CertificateTree`), or "search", which left nothing to check.
        """
        if len(self.certificates) == self.lower_bound:
            return "certificates" if self.certificates else "none"
        if self.tree is None:
            return "search"
        return "cones" if isinstance(self.tree, ConeTree) else "cases"

    def verify(self) -> bool:
        """Tell, by counting and adding, if the claims hold.     Lecture 2: L2.14

        w gets `mistakes` wrong. Each certificate sums to zero, and no two have an example in
        common, so len(certificates) mistakes are unavoidable. The tree, if there is one, proves
        `lower_bound`; see its `bound`. Where `proof` is "search", what lies between the two numbers
        is not checked. Nothing of the search is used.
        """
        examples = [n for certificate in self.certificates for n in certificate.examples]
        return (
            len(self.w) == 1 + self.data.d
            and len(self.mistaken) == self.mistakes
            and all(each.data is self.data and each.verify() for each in self.certificates)
            and len(examples) == len(set(examples))
            and len(self.certificates) <= self.lower_bound <= self.mistakes
            and (self.tree is None or self.tree.bound(self.data) >= self.lower_bound)
        )

    def __repr__(self) -> str:
        numbers = f"mistakes={self.mistakes} lower_bound={self.lower_bound}"
        return f"<Optimum {self.status}: {numbers} w={quote(self.w)}>"


class _Stopped(Exception):
    """A limit was reached; the message says which."""


class Search:
    """The search of `fewest_mistakes`: what it knows is right at any moment, so it may stop at any.

    zs: the signed examples z_n = y_n x_n, each once. groups: the n of which each is the z_n.
    counts: how many these are, which is what it costs to lose them. w: the best weights met;
    margins: their w . z; fewest: their mistakes. lower: no weights make fewer. tree: a proof of
    that, or None. most_looks: see `_LOOKS`.
    """

    def __init__(self, data: Dataset, max_seconds: float | None, on_step: OnStep | None) -> None:
        self.deadline = None if max_seconds is None else monotonic() + max_seconds
        self.data, self.on_step = data, on_step or (lambda *step: None)
        reduced, left = without_zero_features(data)
        self.left = left[int(data.x0 == 0 and reduced.d > 1) :]  # the entries of x that z has
        groups: dict[Vector, list[int]] = {}
        for n, (x, y) in enumerate(zip(reduced.scaled_xs, reduced.ys)):
            groups.setdefault(tuple([y * v for v in x[-len(self.left) :]]), []).append(n)
        self.zs, self.groups = list(groups), list(groups.values())
        self.counts = list(map(len, self.groups))
        self.nodes, self.lower, self.fewest = 0, 0, data.N + 1
        self.tree: ConeTree | CertificateTree | None = None
        for sign in (+1, -1):
            self.try_weights([sign] + [0] * (len(self.left) - 1))
        self.branching = Branching(self)
        self.branchings = self.branching.steps()
        self.coordinates = Coordinates(self.zs, self.counts)
        self.most_looks = int(_LOOKS * 32.0 ** (self.coordinates.D - 5))

    def result(self) -> Optimum:
        """Search, and return what is known when the search ends, however it does."""
        status = "proved"
        certificates: list[NotSeparable] = []
        try:
            self._add_certificates(certificates)
            self._branch(min(_LOOKS, self.most_looks))
            self._look_nearby()
            self._branch(self.most_looks)
            self._halve_cones()
        except _Stopped as stopped:
            status = str(stopped)
        except KeyboardInterrupt:
            status = "interrupted"
        short = _shortened(self.w, self.zs)
        w = SparseVector(self.left, short).dense(1 + self.data.d)
        mistakes = sum(margin <= 0 for margin in margins_of(self.data, w)[0])
        status = "proved" if mistakes == self.lower else status
        proof = tuple(certificates), status, self.nodes, self.tree
        return Optimum(self.data, w, mistakes, self.lower, *proof)

    def _add_certificates(self, certificates: list[NotSeparable]) -> None:
        """Find certificates without a common example, until none is left, or it takes too long."""
        unused = list(map(iter, self.groups))  # of each z the n that are in no certificate yet
        for times, mixture in self.branching.disjoint():
            self.lower += times
            for _ in range(times):
                examples = sorted((next(unused[i]), a_i) for i, a_i in mixture.items())
                certificates.append(NotSeparable(self.data, *zip(*examples)))
            self._report()
            if self.branching.looks > max(_LOOKS, self.most_looks):
                break

    def _branch(self, most_looks: int) -> None:
        """Branch over certificates until the bounds meet, or it takes too long."""
        try:
            if self.branching.looks <= most_looks:
                for _ in self.branchings:
                    self._visit()
                    if self.branching.looks > most_looks:
                        break
        finally:
            self.tree = self.branching.proof([group[0] for group in self.groups])

    def _look_nearby(self) -> None:
        """Try Pocket, and search along lines from there."""
        _, rows = self.coordinates.unpaired
        if rows and self.lower < self.fewest:
            for c in improved(rows, rounds=max(1, self.coordinates.D - 2)):
                self.try_weights(self.coordinates.weights(c))
                self.check_time()

    def _halve_cones(self) -> None:
        """Cut cones of weights until none can hide a better w."""
        if self.lower >= self.fewest:
            return
        unavoidable, rows = self.coordinates.unpaired
        if not rows:
            self.try_weights(_off_lines(self.coordinates.axes[0], self.zs))
            self.lower = self.fewest
            return
        search = ConeSearch(rows, unavoidable, self.fewest)
        try:
            for ray in search.steps():
                if ray:
                    self.try_weights(_off_lines(self.coordinates.weights(ray), self.zs))
                    search.fewest = self.fewest
                self.lower = max(self.lower, search.lower)
                self._visit()
            self.lower = search.lower
        finally:
            if search.roots and search.lower == self.lower:
                length, axes = 1 + self.data.d, self.coordinates.axes
                dense = [SparseVector(self.left, b).dense(length) for b in axes]
                self.tree = ConeTree.of(dense, search.roots)

    def try_weights(self, w: Sequence[int]) -> None:
        """Keep w if it makes fewer mistakes than the best so far."""
        margins = [sumprod(w, z) for z in self.zs]
        mistakes = sum([k for k, margin in zip(self.counts, margins) if margin <= 0])
        if mistakes < self.fewest:
            self.fewest, self.w, self.margins = mistakes, w, margins

    def check_time(self, *_: object) -> None:
        """Stop the search when its time is up."""
        if self.deadline is not None and monotonic() >= self.deadline:
            raise _Stopped("max_seconds")

    def _visit(self) -> None:
        self.nodes += 1
        self.check_time()
        self._report()

    def _report(self) -> None:
        try:
            self.on_step(self.lower, self.fewest, self.nodes)
        except StopIteration:
            raise _Stopped("stopped") from None


def _off_lines(w: Sequence[int], zs: Sequence[Vector]) -> Sequence[int]:
    """Return w tilted until no w . z is 0 but that of z = 0, by so little that no other w . z
    changes its sign.
    """
    for z in filter(any, zs):
        if dot(w, z) == 0:
            M = 1 + max(abs(dot(z, v)) for v in zs)
            w = [M * w_i + z_i for w_i, z_i in zip(w, z)]
    return w


def _shortened(w: Sequence[int], zs: Sequence[Vector]) -> Vector:
    """Return as few leading bits of w as decide about every z as w does, when it is off their
    lines.
    """
    w = _off_lines(w, zs)
    sides = [z if dot(w, z) > 0 else tuple(map(neg, z)) for z in filter(any, zs)]
    for shift in reversed(range(1, max(map(int.bit_length, w)))):
        short = [(w_i + (1 << shift - 1)) >> shift for w_i in w]
        if all(sumprod(short, side) > 0 for side in sides):
            return primitive(short)
    return primitive(w)
