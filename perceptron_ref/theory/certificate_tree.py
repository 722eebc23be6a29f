"""A proof by cases that no weights make fewer mistakes.     Lecture 2: L2.14

Every w gets an example of each certificate wrong. Which one? Each answer is a case, and in each
case fewer examples are unknown. In the end, certificates, no two of which share an example, prove
that the case costs enough.

The check needs only the data and the tree. It does not use the search.
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
    """Cases by the examples that w gets wrong.     Lecture 2: L2.14

    Equal examples with equal labels count as one example here, the first of them, because every w
    gets all of them wrong or none.

    A case is a pair (order, costs). It knows some examples that w gets wrong, and some that w gets
    right; in the first case both sets are empty. Its costs are pairs (k, times): certificate k, and
    how often it counts. No certificate of a case has an example that w is known to get wrong.

    - A case with an order is split. It has one certificate, which counts once, and the order lists
      the examples of it that are not known to be right. In the first part, w gets the first of them
      wrong. In the second part, w gets the first right and the second wrong. And so on.
    - A case without an order is a leaf. Here w makes `times` further mistakes on each certificate,
      because no example that is not known to be right counts more often than it is in the data.

    Attributes:
        certificates: The examples of each certificate, and their coefficients, as in
            `NotSeparable`.
        cases: All cases: first the one that knows nothing. After a split case come its parts, each
            followed by all of its own parts.
    """

    certificates: tuple[tuple[Examples, Examples], ...]
    cases: tuple[Case, ...]

    def proved_lower_bound(self, data: Dataset) -> int:
        """Return a lower bound on the mistakes of every w, by the definitions alone.

        The bound is 0 if a certificate or a case is false.

        Args:
            data: The examples that the proof is about.
        """
        counts = _count_copies(data)
        for examples, coefficients in self.certificates:
            are_examples = counts.keys() >= set(examples)
            if not (are_examples and NotSeparable(data, examples, coefficients).verify()):
                return 0
        least = sum(counts.values())
        waiting: list[tuple[frozenset[int], frozenset[int]]] = [(frozenset(), frozenset())]
        for order, costs in self.cases:
            if not waiting:
                return 0
            wrong, right = waiting.pop()
            unknown = [set(self.certificates[k][0]) - right for k, _ in costs]
            if any(not wrong.isdisjoint(self.certificates[k][0]) for k, _ in costs):
                return 0
            if order:
                if len(costs) != 1 or unknown != [set(order)]:
                    return 0
                parts = [(wrong | {n}, right.union(order[:i])) for i, n in enumerate(order)]
                waiting += reversed(parts)
            elif all(unknown):  # else no w belongs to this case: a certificate would be all right
                used: Counter[int] = Counter()
                for (_, times), examples_of_k in zip(costs, unknown):
                    used.update(dict.fromkeys(examples_of_k, times))
                if any(times < 1 for _, times in costs) or any(used[n] > counts[n] for n in used):
                    return 0
                cost = sum(counts[n] for n in wrong) + sum(times for _, times in costs)
                least = min(least, cost)
        return 0 if waiting else least


def _count_copies(data: Dataset) -> dict[int, int]:
    """Return the number of copies of each example, by the n of the first."""
    first: dict[object, int] = {}
    return Counter(
        first.setdefault((y, SparseVector.from_entries(x)), n)
        for n, (x, y) in enumerate(zip(data.scaled_rows, data.ys))
    )
