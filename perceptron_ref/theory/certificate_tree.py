"""A proof that no weights make fewer mistakes: a certificate after the other.     Lecture 2: L2.14

Every w gets an example of each certificate wrong. Which one? Each answer is a case, and in each
case there are fewer examples to ask about. In the end certificates without a common example say
that the case costs enough.

The check below needs the data and the tree, and nothing of the search that made it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..exact.sparse import SparseVector
from .separability import NotSeparable

if TYPE_CHECKING:
    from ..dataset import Dataset

    Examples = tuple[int, ...]
    Case = tuple[Examples, tuple[tuple[int, int], ...]]

__all__ = ["CertificateTree"]


@dataclass(frozen=True)
class CertificateTree:
    """Cases by the examples that a w gets wrong.     Lecture 2: L2.14

    Equal examples with equal labels are one here, under their first n: a w gets all of them wrong,
    or none.

    Attributes:
        certificates: the examples of each, and their coefficients, as in `NotSeparable`.
        cases: (order, ((k, times), ...)) for each case, first the one in which nothing is known of
            w; behind a case come those that it is split into, each with all that it is split into.
            No certificate k of a case has an example that is known to be wrong. order: all
            examples of the one certificate that are not known to be right. The case is split: the
            first of them is wrong; or the first is right and the second is wrong; and so on. ():
            the case is not split. Its certificates, each so many times, use no example that is not
            known to be right more often than it is in the data. So w gets that many wrong.
    """

    certificates: tuple[tuple[Examples, Examples], ...]
    cases: tuple[Case, ...]

    def bound(self, data: Dataset) -> int:
        """Return how many mistakes on the data every w makes at least, by the definitions alone;
        0 where a certificate or a case does not hold.
        """
        counts = _counts(data)
        for examples, coefficients in self.certificates:
            known = counts.keys() >= set(examples)
            if not (known and NotSeparable(data, examples, coefficients).verify()):
                return 0
        least = sum(counts.values())
        waiting: list[tuple[frozenset[int], frozenset[int]]] = [(frozenset(), frozenset())]
        for order, costs in self.cases:
            if not waiting:
                return 0
            wrong, right = waiting.pop()
            open_examples = [set(self.certificates[k][0]) - right for k, _ in costs]
            if any(not wrong.isdisjoint(self.certificates[k][0]) for k, _ in costs):
                return 0
            if order:
                if len(costs) != 1 or open_examples != [set(order)]:
                    return 0
                cases = [(wrong | {n}, right.union(order[:i])) for i, n in enumerate(order)]
                waiting += reversed(cases)
            elif all(open_examples):  # else w would get all of a certificate right
                used: Counter[int] = Counter()
                for (_, times), unknown in zip(costs, open_examples):
                    used.update(dict.fromkeys(unknown, times))
                if any(times < 1 for _, times in costs) or any(used[n] > counts[n] for n in used):
                    return 0
                cost = sum(counts[n] for n in wrong) + sum(times for _, times in costs)
                least = min(least, cost)
        return 0 if waiting else least


def _counts(data: Dataset) -> dict[int, int]:
    """Return, for each example that is the first of its kind, how many equal it."""
    first: dict[object, int] = {}
    firsts = [
        first.setdefault((y, SparseVector.of(x)), n)
        for n, (x, y) in enumerate(zip(data.scaled_rows, data.ys))
    ]
    return Counter(firsts)
