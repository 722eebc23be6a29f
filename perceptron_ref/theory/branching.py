"""The fewest mistakes as the smallest hitting set of certificates.     Lecture 2: L2.14

With z_n = y_n x_n, weights w are right about example n if, and only if, w . z_n > 0. A certificate
is a set of examples with sum_n a_n z_n = 0 and all a_n > 0 (Gordan), so every w gets at least one
of these examples wrong. A *hitting set* contains at least one example of every certificate. If the
examples of a hitting set are left out, some w is right about all others. So the smallest hitting
set has as many examples as the best w makes mistakes.

- If no two certificates share an example, their number is a lower bound that a reader can check by
  hand.
- Branching finds the optimum: each branch assumes that w gets another example of a certificate
  wrong. Lower bounds prune branches.
- Every w that the search tries gives an upper bound.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import itemgetter, neg

from ..engine.packed import bit_count
from ..type_checking import TYPE_CHECKING
from .certificate_tree import CertificateTree
from .min_norm_point import Hull, min_norm_point

if TYPE_CHECKING:
    from typing import Protocol

    Vector = tuple[int, ...]
    Coefficients = dict[int, int]
    Case = tuple[list[int], list[tuple[int, Coefficients]]]

    class BestWeights(Protocol):
        """The different examples, the best weights so far, and the bounds; see `optimum.Search`."""

        zs: list[Vector]
        counts: list[int]
        margins: list[int]
        lower_bound: int
        best_mistakes: int

        def try_weights(self, w: Sequence[int]) -> None:
            """Keep w if it makes fewer mistakes than the best weights so far."""

        def check_time(self, *_: object) -> None:
            """Raise an exception if the time limit is reached."""


__all__ = ["Branching"]

_MAX_STORED_CERTIFICATES = 10_000  # a new one then replaces the oldest
_MAX_STORED_CASES = 100_000  # a search with this many cases or more leaves no proof


class Branching:
    """A search that branches over certificates. Bit i of an int stands for the example zs[i].

    Args:
        best: The examples, each different z_n with its count; the best weights, which the search
            improves; and the bounds. The search raises the lower bound.

    Attributes:
        certificates: The latest certificates: the examples of each as bits, and {i: a_i}.
        work: N for each certificate used, found or stored. It measures time, and is the same on
            every machine.
        cases: The nodes of the last search that raised the lower bound, or [] if they are too many;
            see `proof_tree`.
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
        self.certificates = deque(self._pairs_of_opposites(), _MAX_STORED_CERTIFICATES)
        self.work = 0
        self.cases: list[Case] = []
        self._excluded = 0  # the next certificate must not contain these examples
        self._coefficients: Coefficients = {}  # of the last min-norm point, where the next starts

    def branch_until_bounds_meet(self) -> Iterator[None]:
        """Branch until the lower bound equals the mistakes of the best w; yield at each node."""
        while self.best.lower_bound < self.best.best_mistakes:
            yield from self._raise_lower_bound()

    def _raise_lower_bound(self) -> Iterator[None]:
        """Search for a w with as many mistakes as the lower bound; if none exists, raise the bound.

        A node assumes that w gets some examples wrong and some right. Its cost is the number of the
        wrong examples, copies included. A node branches over a certificate: w gets the first
        example wrong; or the first right and the second wrong; and so on. Examples with a small
        margin of the best w come first. A node is pruned if its cost, and certificates without
        wrong examples, prove more mistakes than the lower bound. These certificates may share
        examples that w gets right.
        """
        limit, next_bound = self.best.lower_bound, self.best.best_mistakes
        nodes = [(0, 0, 0)]
        cases: list[Case] = []
        while nodes and self.best.best_mistakes > limit:
            yield
            wrong, right, cost = nodes.pop()
            bound, certificates = cost, self.find_certificates(wrong, right)
            used_certificates: list[tuple[int, Coefficients]] = []
            while bound <= limit and (certificate := next(certificates, None)):
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
            if len(cases) < _MAX_STORED_CASES:
                cases.append((order, used_certificates))
        if self.best.best_mistakes > limit:
            self.cases = cases if len(cases) < _MAX_STORED_CASES else []
        self.best.lower_bound = min(next_bound, self.best.best_mistakes)

    def proof_tree(self, example_numbers: Sequence[int]) -> CertificateTree | None:
        """Return the proof of the lower bound; None if no proof was kept.

        Args:
            example_numbers: For each of the zs, the n of an example that is equal to it.
        """
        numbers: dict[int, int] = {}  # the number k of a certificate, by its `id`
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

    def find_certificates(
        self, wrong: int = 0, right: int = 0
    ) -> Iterator[tuple[int, Coefficients]]:
        """Yield (times, coefficients) of certificates until no further certificate exists.

        Each certificate proves `times` mistakes. No certificate contains an example of `wrong`.
        Examples of `right` may be in several certificates. For any other example, the `times` of
        the certificates that contain it add up to at most its count.

        If all examples of a certificate are right, the assumptions contradict each other. If no
        certificate is yielded, the search has tried a w that gets only examples of `wrong` wrong.

        Args:
            wrong: The examples that w is assumed to get wrong, as bits.
            right: The examples that w is assumed to get right, as bits.
        """
        unused_counts = dict(enumerate(self.counts))
        self._excluded = wrong
        stored_certificates = [
            (bit_count(examples & ~right), examples, coefficients)
            for examples, coefficients in self.certificates
            if not examples & wrong
        ]
        stored_certificates.sort(key=itemgetter(0))
        for _, examples, coefficients in chain(stored_certificates, self._find_new_certificates()):
            if not examples & self._excluded:
                unknown = [i for i in coefficients if not right >> i & 1]
                times = min([unused_counts[i] for i in unknown], default=sum(self.counts))
                for i in unknown:
                    unused_counts[i] -= times
                    if not unused_counts[i]:
                        self._excluded |= 1 << i
                self.work += len(self.zs)
                yield times, coefficients

    def _find_new_certificates(self) -> Iterator[tuple[int, int, Coefficients]]:
        """Yield new certificates without excluded examples, in the form of the stored ones.

        This form is (key, examples, coefficients). New certificates are not sorted, so their key
        is 0. Each search starts from the last min-norm point, because the next one is often near.
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
        """Yield the certificates that need no search: a pair z and -z, or a z = 0."""
        index = {z: i for i, z in enumerate(self.zs)}
        for z, i in index.items():
            opposite = index.get(tuple(map(neg, z)), -1)
            if opposite >= i:
                yield 1 << i | 1 << opposite, {i: 1, opposite: 1}
