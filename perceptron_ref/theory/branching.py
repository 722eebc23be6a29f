"""The fewest mistakes by certificates: which examples must be lost?     Lecture 2: L2.14

With z_n = y_n x_n, weights w are right about example n if, and only if, w . z_n > 0. So no weights
are right about all of a certificate: examples with sum_n a_n z_n = 0, all a_n > 0 (Gordan). At
least one of them is lost. And where every certificate has lost an example, some w is right about
all that is left. So the fewest mistakes are the fewest examples whose loss breaks every
certificate, and

- certificates without a common example are a lower bound, which can be checked by hand;
- branching over which example of a certificate is lost finds the optimum, where bounds of this kind
  cut it short;
- every w met on the way gives an upper bound.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import itemgetter, neg
from typing import TYPE_CHECKING, Protocol

from ..engine.packed import bit_count
from .certificate_tree import CertificateTree
from .min_norm_point import Hull, min_norm_point

if TYPE_CHECKING:
    Vector = tuple[int, ...]
    Mixture = dict[int, int]
    Case = tuple[list[int], list[tuple[int, Mixture]]]

    class Best(Protocol):
        """The best weights known, and their bounds: see `optimum.Search`."""

        zs: list[Vector]
        counts: list[int]
        margins: list[int]
        lower: int
        fewest: int

        def try_weights(self, w: Sequence[int]) -> None:
            """Keep w if it makes fewer mistakes."""

        def check_time(self, *_: object) -> None:
            """Raise an exception when the time is up."""


__all__ = ["Branching"]

_MOST_KNOWN = 10_000  # certificates that are kept; then the oldest goes
_MOST_CASES = 100_000  # that are kept for a proof; beyond, the search alone proves the bound


class Branching:
    """A search that branches over certificates.

    Args:
        best: the examples, each z_n once with its count; the best weights, which the search
            improves; and the bounds, of which it raises the lower one.

    Attributes:
        known: certificates met: their examples as bits, and {i: a_i} for the zs[i].
        looks: how many examples its certificates have looked at: what it has cost.
        cases: the nodes of the branchings that proved the lower bound, see `proof`.
    """

    def __init__(self, best: Best) -> None:
        self.best, self.zs, self.counts = best, best.zs, best.counts
        self.hull = Hull(self.zs, [1] * len(self.zs), len(self.zs[0]), best.check_time)
        self.known: deque[tuple[int, Mixture]] = deque(self._contradictions(), _MOST_KNOWN)
        self.looks = 0
        self.cases: list[Case] = []
        self._gone = 0  # what certificates may not use, of the last call of `disjoint`
        self._mixture: Mixture = {}  # what the last min-norm point was mixed from

    def steps(self) -> Iterator[None]:
        """Branch until the lower bound meets the mistakes of the best w; yield at each node."""
        while self.best.lower < self.best.fewest:
            yield from self._deepen()

    def _deepen(self) -> Iterator[None]:
        """Look for a w of no more mistakes than the lower bound; raise the bound if there is none.

        A node is what is lost, what is saved, and the cost of the loss. It branches over some
        certificate: its first example is lost; or the first is saved and the second is lost; and so
        on. The one that the best w is most wrong about comes first. A node is cut off where
        certificates say that the loss will cost more than the limit; they may have saved examples
        in common.
        """
        limit, beyond = self.best.lower, self.best.fewest
        nodes = [(0, 0, 0)]
        cases: list[Case] = []
        while nodes and self.best.fewest > limit:
            yield
            lost, saved, cost = nodes.pop()
            needed, disjoint, costs = cost, self.disjoint(lost, saved), []
            while needed <= limit and (certificate := next(disjoint, None)):
                needed += certificate[0]
                costs.append(certificate)
            part: list[int] = []
            if needed > limit:
                beyond = min(beyond, needed)
            elif costs:
                parts = [[i for i in mixture if not saved >> i & 1] for _, mixture in costs]
                k = min(range(len(parts)), key=lambda k: len(parts[k]))
                part = sorted(parts[k], key=lambda i: (self.best.margins[i], i))
                costs = [(1, costs[k][1])]
                cases_of_node = []
                for i in part:
                    cases_of_node.append((lost | 1 << i, saved, cost + self.counts[i]))
                    saved |= 1 << i
                nodes += reversed(cases_of_node)
            if len(cases) < _MOST_CASES:
                cases.append((part, costs))
        if self.best.fewest > limit:
            self.cases = cases if len(cases) < _MOST_CASES else []
        self.best.lower = min(beyond, self.best.fewest)

    def proof(self, names: Sequence[int]) -> CertificateTree | None:
        """Return the proof of the bound that the last branchings led to; None if there is none.

        names: the n that stands for each z_n.
        """
        numbers: dict[int, int] = {}  # of the certificates, by their identity
        certificates: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        cases = []
        for part, costs in self.cases:
            numbered = []
            for times, mixture in costs:
                k = numbers.setdefault(id(mixture), len(numbers))
                if k == len(certificates):
                    examples, coefficients = zip(*sorted((names[i], mixture[i]) for i in mixture))
                    certificates.append((examples, coefficients))
                numbered.append((k, times))
            cases.append((tuple([names[i] for i in part]), tuple(numbered)))
        return CertificateTree(tuple(certificates), tuple(cases)) if cases else None

    def disjoint(self, lost: int = 0, saved: int = 0) -> Iterator[tuple[int, Mixture]]:
        """Yield certificates among what is not lost until none is left: (how often, certificate).

        No example is used more often than its count says, but saved ones as often as you like; a
        certificate of saved ones alone is a contradiction. If nothing is yielded, a w that is right
        about all that is not lost was tried. lost, saved: sets of examples, as bits.
        """
        unused = dict(enumerate(self.counts))
        self._gone = lost
        known = [
            (bit_count(bits & ~saved), bits, mixture)
            for bits, mixture in self.known
            if not bits & lost
        ]
        known.sort(key=itemgetter(0))
        for _, bits, mixture in chain(known, self._new()):
            if not bits & self._gone:
                part = [i for i in mixture if not saved >> i & 1]
                times = min([unused[i] for i in part], default=sum(self.counts))
                for i in part:
                    unused[i] -= times
                    if not unused[i]:
                        self._gone |= 1 << i
                self.looks += len(self.zs)
                yield times, mixture

    def _new(self) -> Iterator[tuple[int, int, Mixture]]:
        """Yield certificates not known yet among what is not gone, with their examples as bits.

        The search for each starts from what is left of the one before, which most often is near.
        """
        N = len(self.zs)
        while remaining := [i for i, bit in enumerate(f"{self._gone:0{N}b}"[::-1]) if bit == "0"]:
            start = {i: a_i for i, a_i in self._mixture.items() if not self._gone >> i & 1}
            self._mixture = min_norm_point(self.hull, remaining, start, self.best.check_time)
            w = self.hull.mixed(self._mixture)
            if any(w):
                self.best.try_weights(w)
                return
            bits = sum([1 << i for i in self._mixture])
            self.known.append((bits, self._mixture))
            yield 0, bits, self._mixture

    def _contradictions(self) -> Iterator[tuple[int, Mixture]]:
        """Yield the certificates that are there at once: x with both labels, or x of zeros."""
        index = {z: i for i, z in enumerate(self.zs)}
        for z, i in index.items():
            opposite = index.get(tuple(map(neg, z)), -1)
            if opposite >= i:
                yield 1 << i | 1 << opposite, {i: 1, opposite: 1}
