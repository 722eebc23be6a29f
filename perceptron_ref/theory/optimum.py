"""The fewest mistakes that any line makes on D, exact; proved as far as time allows (NP-hard).

With z_n = y_n x_n, weights w are right about example n if, and only if, w . z_n > 0. So no weights
are right about all of a certificate: examples with sum_n a_n z_n = 0, all a_n > 0 (Gordan). At
least one of them is lost. And where every certificate has lost an example, some w is right about
all that is left. So the fewest mistakes are the fewest examples whose loss breaks every
certificate, and

- certificates without a common example are a lower bound, which can be checked by hand;
- branching over which example of a certificate is lost finds the optimum, where bounds of this kind
  cut it short;
- every w met on the way gives an upper bound.

Where half as many branches as there are ways to fix d - 1 points of the line did not decide, a
sweep about every choice of d - 1 examples finds the best line instead.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import chain
from math import comb
from operator import neg
from time import monotonic

from ..dataset import Dataset, checked_dataset
from ..errors import DataError, shown
from ..exact.sparse import SparseVector
from ..objects import Shown
from ..variants import without_zeros
from ..vectors import dot, sumprod
from .line_sweep import count_line, swept, tilted
from .linear_system import primitive
from .min_norm_point import Hull, min_norm_point
from .separability import NotSeparable, margins_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence, Set

    from .line_sweep import Lines, Vector

    Examples = Set[int]
    Mixture = dict[int, int]
    OnStep = Callable[[int, int, int], object]

__all__ = ["Optimum", "fewest_mistakes"]

_MOST_KNOWN = 10_000  # certificates that are kept; then the oldest goes


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

    With one feature, one sweep decides; with d features, at most N^(d-1) branches and then as many
    sweeps. It is fast where the features are two or the fewest mistakes are few, and hopeless where
    both are many.

    >>> from perceptron_ref import example
    >>> fewest_mistakes(example("xor"))
    <Optimum proved: mistakes=1 lower_bound=1 w=(3, -2, -2)>
    """
    is_number = isinstance(max_seconds, (int, float)) and not isinstance(max_seconds, bool)
    if max_seconds is not None and not (is_number and max_seconds >= 0):
        raise DataError(f"max_seconds: found {shown(max_seconds)}; expected a number >= 0")
    return Search(checked_dataset(data), max_seconds, on_step).result()


@dataclass(eq=False)
class Optimum(Shown):
    """The best weights found, and how few mistakes any weights can make.     Lecture 2: L2.14

    All numbers are exact, in the units of the data.

    data: the examples. w: the best weights found, w_0, ..., w_d: ints without a common factor; no
    example lies on their line but an x_n of zeros, as there may be with x_0 = 0. mistakes: how many
    examples w gets wrong. lower_bound: how many mistakes are proved to be unavoidable: no weights
    make fewer. certificates: sets of examples of which no line gets all right, without a common
    one: the lower bound by hand. There are at most `lower_bound` of them; what is between the two
    numbers was proved by the search alone. status: why the search ended: "proved", "max_seconds",
    "stopped" (by `on_step`) or "interrupted". nodes: how many nodes the search visited: branchings
    and sweeps.
    """

    data: Dataset
    w: tuple[int, ...]
    mistakes: int
    lower_bound: int
    certificates: tuple[NotSeparable, ...]
    status: str
    nodes: int

    @property
    def mistaken(self) -> tuple[int, ...]:
        """The examples that w gets wrong: indices from 0, rising."""
        margins, _ = margins_of(self.data, self.w)
        return tuple(n for n, margin in enumerate(margins) if margin <= 0)

    @property
    def proved(self) -> bool:
        """True if the two numbers are equal, so that no weights make fewer mistakes than w."""
        return self.mistakes == self.lower_bound

    def verify(self) -> bool:
        """Tell, by counting and adding, if len(certificates) <= fewest mistakes <= mistakes.
        Lecture 2: L2.14

        That is the whole proof where there are as many certificates as mistakes.
        """
        examples = [n for certificate in self.certificates for n in certificate.examples]
        return (
            len(self.w) == 1 + self.data.d
            and len(self.mistaken) == self.mistakes
            and all(each.data is self.data and each.verify() for each in self.certificates)
            and len(examples) == len(set(examples))
            and len(self.certificates) <= self.lower_bound <= self.mistakes
        )

    def __repr__(self) -> str:
        numbers = f"mistakes={self.mistakes} lower_bound={self.lower_bound}"
        return f"<Optimum {self.status}: {numbers} w={shown(self.w)}>"


class _Stopped(Exception):
    """A limit was reached; the message says which."""


class Search:
    """The search of `fewest_mistakes`: what it knows is right at any moment, so it may stop at any.

    zs: the signed examples z_n = y_n x_n, each once. groups: the n of which each is the z_n.
    counts: how many these are, which is what it costs to lose them. w: the best weights met;
    margins: their w . z; fewest: their mistakes. known: certificates met, as {i: a_i} for the
    zs[i]. sweep_from: the node from which on it sweeps.
    """

    def __init__(self, data: Dataset, max_seconds: float | None, on_step: OnStep | None) -> None:
        self.deadline = None if max_seconds is None else monotonic() + max_seconds
        self.data, self.on_step = data, on_step or (lambda *step: None)
        less, left = without_zeros(data)
        self.left = left[int(data.x0 == 0 and less.d > 1) :]  # the entries of x that z has
        groups: dict[Vector, list[int]] = {}
        for n, (x, y) in enumerate(zip(less.scaled_xs, less.ys)):
            groups.setdefault(tuple([y * v for v in x[-len(self.left) :]]), []).append(n)
        self.zs, self.groups = list(groups), list(groups.values())
        self.counts = list(map(len, self.groups))
        self.hull = Hull(self.zs, [1] * len(self.zs), len(self.left), self._check_time)
        self.known: deque[Mixture] = deque(self._contradictions(), _MOST_KNOWN)
        self.mixture: Mixture = {}  # what the last min-norm point was mixed from
        # of sweeps there are twice as many, each in less time than a node
        self.sweep_from = comb(len(self.zs), len(self.left) - 2) // 2
        self.nodes, self.lower, self.fewest = 0, 0, data.N + 1
        for sign in (+1, -1):
            self._try([sign] + [0] * (len(self.left) - 1))

    def result(self) -> Optimum:
        """Search, and return what is known when the search ends, however it does."""
        status = "proved"
        certificates: list[NotSeparable] = []
        unused = list(map(iter, self.groups))  # of each z the n that are in no certificate yet
        try:
            # certificates without a common example, until there is none left
            for times, mixture in self._disjoint(frozenset(), frozenset()):
                self.lower += times
                for _ in range(times):
                    examples = sorted((next(unused[i]), a_i) for i, a_i in mixture.items())
                    certificates.append(NotSeparable(self.data, *zip(*examples)))
                self._report()
            while self.lower < self.fewest:
                self._deepen()
        except _Stopped as stopped:
            status = str(stopped)
        except KeyboardInterrupt:
            status = "interrupted"
        short = _shortened(self.w, self.zs)
        w = SparseVector(self.left, short).dense(1 + self.data.d)
        mistakes = sum(margin <= 0 for margin in margins_of(self.data, w)[0])
        status = "proved" if mistakes == self.lower else status
        return Optimum(self.data, w, mistakes, self.lower, tuple(certificates), status, self.nodes)

    def _contradictions(self) -> Iterator[Mixture]:
        """Yield the certificates that are there at once: x with both labels, or x of zeros."""
        index = {z: i for i, z in enumerate(self.zs)}
        for z, i in index.items():
            opposite = index.get(tuple(map(neg, z)), -1)
            if opposite >= i:
                yield {i: 1, opposite: 1}

    def _deepen(self) -> None:
        """Look for a w of no more mistakes than the lower bound; raise the bound if there is none.

        A node is what is lost, what is saved, and the cost of the loss. It branches over some
        certificate: its first example is lost; or the first is saved and the second is lost; and so
        on. The one that the best w is most wrong about comes first. A node is cut off where
        certificates say that the loss will cost more than the limit; they may have saved examples
        in common.
        """
        limit, beyond = self.lower, self.fewest
        nodes: list[tuple[Examples, Examples, int]] = [(frozenset(), frozenset(), 0)]
        while nodes and self.fewest > limit:
            if self.nodes >= self.sweep_from:
                self._sweep()
                return
            self._visit()
            lost, saved, cost = nodes.pop()
            parts: list[Examples] = []
            needed, found = cost, self._disjoint(lost, saved)
            while needed <= limit and (each := next(found, None)):
                needed += each[0]
                parts.append(each[1].keys() - saved)
            if needed > limit:
                beyond = min(beyond, needed)
            elif parts:
                smallest = min(parts, key=len)
                part = sorted(smallest, key=lambda i: (self.margins[i], i))
                for k, i in reversed(list(enumerate(part))):
                    nodes.append((lost | {i}, saved | set(part[:k]), cost + self.counts[i]))
        self.lower = min(beyond, self.fewest)

    def _disjoint(self, lost: Examples, saved: Examples) -> Iterator[tuple[int, Mixture]]:
        """Yield certificates among what is not lost until none is left: (how often, certificate).

        No example is used more often than its count says, but saved ones as often as you like; a
        certificate of saved ones alone is a contradiction. If nothing is yielded, a w that is right
        about all that is not lost was tried.
        """
        unused, gone = self.counts[:], set(lost)
        left = [mixture for mixture in self.known if gone.isdisjoint(mixture)]
        left.sort(key=lambda mixture: len(mixture.keys() - saved))
        for mixture in chain(left, self._new(gone)):
            if gone.isdisjoint(mixture):
                part = mixture.keys() - saved
                times = min((unused[i] for i in part), default=self.data.N)
                for i in part:
                    unused[i] -= times
                gone.update(i for i in part if not unused[i])
                yield times, mixture

    def _new(self, gone: set[int]) -> Iterator[Mixture]:
        """Yield certificates not known yet among what is not gone; the caller adds to `gone`.

        The search for each starts from what is left of the one before, which most often is near.
        """
        while here := [i for i in range(len(self.zs)) if i not in gone]:
            start = {i: a_i for i, a_i in self.mixture.items() if i not in gone}
            self.mixture = min_norm_point(self.hull, here, start, self._check_time)
            w = self.hull.mixed(self.mixture)
            if any(w):
                self._try(w)
                return
            self.known.append(self.mixture)
            yield self.mixture

    def _sweep(self) -> None:
        """Sweep about every choice of d - 1 examples, and try every better w that is found."""
        lines: Lines = {}
        for i, (z, count) in enumerate(zip(self.zs, self.counts)):
            if any(z):
                count_line(lines, z, count, 0, i)
        for w in swept(lines, len(self.left), self.data.N - self.fewest, self._visit):
            self._try(w)
        self.lower = self.fewest

    def _try(self, w: Sequence[int]) -> None:
        """Keep w if it makes fewer mistakes than the best so far."""
        margins = [sumprod(w, z) for z in self.zs]
        mistakes = sum([k for k, margin in zip(self.counts, margins) if margin <= 0])
        if mistakes < self.fewest:
            self.fewest, self.w, self.margins = mistakes, w, margins

    def _visit(self) -> None:
        self.nodes += 1
        self._check_time()
        self._report()

    def _check_time(self, *_: object) -> None:
        if self.deadline is not None and monotonic() >= self.deadline:
            raise _Stopped("max_seconds")

    def _report(self) -> None:
        try:
            self.on_step(self.lower, self.fewest, self.nodes)
        except StopIteration:
            raise _Stopped("stopped") from None


def _shortened(w: Sequence[int], zs: Sequence[Vector]) -> Vector:
    """Return as few leading bits of w as decide about every z as w does.

    Before, w is tilted until no w . z is 0, by so little that no other w . z changes its sign.
    """
    zs = list(filter(any, zs))
    for z in zs:
        if dot(w, z) == 0:
            w = tilted(w, z, zs)
    sides = [z if dot(w, z) > 0 else tuple(map(neg, z)) for z in zs]
    for shift in reversed(range(1, max(map(int.bit_length, w)))):
        short = [(w_i + (1 << shift - 1)) >> shift for w_i in w]
        if all(sumprod(short, side) > 0 for side in sides):
            return primitive(short)
    return primitive(w)
