"""The fewest mistakes as the smallest hitting set of certificates.     Lecture 2: L2.14

With z_n = y_n x_n, weights w are right about example n if, and only if, w . z_n > 0. A certificate
is a set of examples with sum_n a_n z_n = 0, all a_n > 0 (Gordan), so every w gets an example of it
wrong. A *hitting set* has an example of every certificate. If the examples of a hitting set are
left out, some w is right about all the rest. So the fewest mistakes are the size of the smallest
hitting set.

- The number of certificates, no two of which share an example, is a lower bound, which can be
  checked by hand.
- Branching over the example of a certificate that w gets wrong finds the optimum. The lower bound
  cuts branches off.
- Every w that the search tries gives an upper bound.
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
    Coefficients = dict[int, int]
    Case = tuple[list[int], list[tuple[int, Coefficients]]]

    class BestWeights(Protocol):
        """The best weights so far and the bounds: see `optimum.Search`."""

        zs: list[Vector]
        counts: list[int]
        margins: list[int]
        lower: int
        fewest: int

        def try_weights(self, w: Sequence[int]) -> None:
            """Keep w if it makes fewer mistakes."""

        def check_time(self, *_: object) -> None:
            """Raise an exception at the time limit."""


__all__ = ["Branching"]

_MAX_CERTIFICATES = 10_000  # kept to be used again; beyond, the oldest is forgotten
_MAX_CASES = 100_000  # kept for the proof; beyond, there is no proof to check


class Branching:
    """A search that branches over certificates. Sets of examples are the bits of an int.

    Args:
        best: The examples, each z_n once with its count; the best weights, which the search
            improves; and the bounds. The search raises the lower one.

    Attributes:
        certificates: The last certificates found: their examples, and {i: a_i} for the zs[i].
        work: The number of examples that were examined for certificates. It measures time in the
            same way on every machine.
        cases: The nodes of the last branching that raised the lower bound, see `proof_tree`.
    """

    best: BestWeights
    zs: list[tuple[int, ...]]
    counts: list[int]
    hull: Hull
    certificates: deque[tuple[int, dict[int, int]]]
    work: int

    def __init__(self, best: BestWeights) -> None:
        self.best, self.zs, self.counts = best, best.zs, best.counts
        self.hull = Hull(self.zs, [1] * len(self.zs), len(self.zs[0]), best.check_time)
        self.certificates = deque(self._pairs_of_opposites(), _MAX_CERTIFICATES)
        self.work = 0
        self.cases: list[Case] = []
        self._excluded = 0  # examples that the next certificate must not have
        self._coefficients: Coefficients = {}  # of the last min-norm point, the next start

    def branch_until_bounds_meet(self) -> Iterator[None]:
        """Branch until the lower bound meets the mistakes of the best w; yield at each node."""
        while self.best.lower < self.best.fewest:
            yield from self._raise_lower_bound()

    def _raise_lower_bound(self) -> Iterator[None]:
        """Look for a w of no more mistakes than the lower bound; raise the bound if there is none.

        A node knows some examples that w gets wrong, some that it gets right, and what the wrong
        ones cost. It branches over a certificate: w gets the first example wrong; or the first
        right and the second wrong; and so on. The order is that of the margins of the best w, the
        least first. Certificates cut a node off if they prove that it costs more than the limit.
        They may share examples that w gets right.
        """
        limit, next_bound = self.best.lower, self.best.fewest
        nodes = [(0, 0, 0)]
        cases: list[Case] = []
        while nodes and self.best.fewest > limit:
            yield
            wrong, right, cost = nodes.pop()
            bound, disjoint = cost, self.find_disjoint_certificates(wrong, right)
            used_certificates: list[tuple[int, Coefficients]] = []
            while bound <= limit and (certificate := next(disjoint, None)):
                bound += certificate[0]
                used_certificates.append(certificate)
            order: list[int] = []
            if bound > limit:
                next_bound = min(next_bound, bound)
            elif used_certificates:
                unknown = [[i for i in a if not right >> i & 1] for _, a in used_certificates]
                k = min(range(len(unknown)), key=lambda k: len(unknown[k]))
                order = sorted(unknown[k], key=lambda i: (self.best.margins[i], i))
                used_certificates = [(1, used_certificates[k][1])]
                children = []
                for i in order:
                    children.append((wrong | 1 << i, right, cost + self.counts[i]))
                    right |= 1 << i
                nodes += reversed(children)
            if len(cases) < _MAX_CASES:
                cases.append((order, used_certificates))
        if self.best.fewest > limit:
            self.cases = cases if len(cases) < _MAX_CASES else []
        self.best.lower = min(next_bound, self.best.fewest)

    def proof_tree(self, example_numbers: Sequence[int]) -> CertificateTree | None:
        """Return the proof of the lower bound, or None if there is none.

        Args:
            example_numbers: The n of each of the zs.
        """
        numbers: dict[int, int] = {}  # of the certificates, by identity
        certificates: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        cases = []
        for order, used_certificates in self.cases:
            numbered_costs = []
            for times, a in used_certificates:
                k = numbers.setdefault(id(a), len(numbers))
                if k == len(certificates):
                    examples, coefficients = zip(*sorted((example_numbers[i], a[i]) for i in a))
                    certificates.append((examples, coefficients))
                numbered_costs.append((k, times))
            cases.append((tuple([example_numbers[i] for i in order]), tuple(numbered_costs)))
        return CertificateTree(tuple(certificates), tuple(cases)) if cases else None

    def find_disjoint_certificates(
        self, wrong: int = 0, right: int = 0
    ) -> Iterator[tuple[int, Coefficients]]:
        """Yield certificates, and how often each counts, until no other is left.

        No two certificates share an example, apart from what `right` and the counts allow.

        No certificate has an example of `wrong`. Examples of `right` may be in several, and any
        other example in as many as its count says. A certificate whose examples are all right is a
        contradiction. If it yields nothing, the search has tried a w that is right about all
        examples but `wrong`.
        """
        unused = dict(enumerate(self.counts))
        self._excluded = wrong
        usable = [
            (bit_count(examples & ~right), examples, coefficients)
            for examples, coefficients in self.certificates
            if not examples & wrong
        ]
        usable.sort(key=itemgetter(0))
        for _, examples, coefficients in chain(usable, self._find_new_certificates()):
            if not examples & self._excluded:
                unknown = [i for i in coefficients if not right >> i & 1]
                times = min([unused[i] for i in unknown], default=sum(self.counts))
                for i in unknown:
                    unused[i] -= times
                    if not unused[i]:
                        self._excluded |= 1 << i
                self.work += len(self.zs)
                yield times, coefficients

    def _find_new_certificates(self) -> Iterator[tuple[int, int, Coefficients]]:
        """Yield new certificates, with their examples, among those not excluded.

        Each search starts from the last min-norm point, because the next one is often near.
        """
        N = len(self.zs)
        while candidates := [
            i for i, bit in enumerate(f"{self._excluded:0{N}b}"[::-1]) if bit == "0"
        ]:
            start = {i: a_i for i, a_i in self._coefficients.items() if not self._excluded >> i & 1}
            self._coefficients = min_norm_point(self.hull, candidates, start, self.best.check_time)
            w = self.hull.weighted_sum(self._coefficients)
            if any(w):
                self.best.try_weights(w)
                return
            examples = sum([1 << i for i in self._coefficients])
            self.certificates.append((examples, self._coefficients))
            yield 0, examples, self._coefficients

    def _pairs_of_opposites(self) -> Iterator[tuple[int, Coefficients]]:
        """Yield the certificates that need no search: z and -z, or one z of zeros."""
        index = {z: i for i, z in enumerate(self.zs)}
        for z, i in index.items():
            opposite = index.get(tuple(map(neg, z)), -1)
            if opposite >= i:
                yield 1 << i | 1 << opposite, {i: 1, opposite: 1}
