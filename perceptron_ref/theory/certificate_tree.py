"""A proof by cases that no weights make fewer mistakes.     Lecture 2: L2.14

Every w gets an example of each certificate wrong. Which example? Each answer is a case, and in each
case fewer examples are unknown. In the last cases, certificates prove enough mistakes, because they
use no unknown example more often than it occurs in the data.

The check needs only the data and the tree, not the search.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ..exact.sparse import SparseVector
from ..type_checking import TYPE_CHECKING
from ..vectors import scale
from .separability import NotSeparable

if TYPE_CHECKING:
    from ..dataset import Dataset

    Examples = tuple[int, ...]
    Case = tuple[Examples, tuple[tuple[int, int], ...]]

__all__ = ["CertificateTree"]


@dataclass(frozen=True)
class CertificateTree:
    """A tree of cases; a case assumes that w gets certain examples wrong.     Lecture 2: L2.14

    Examples with the same y_n x_n are represented by the first of them, because every w gets all of
    them wrong or none: equal examples with equal labels, and if x_0 = 0, opposite examples with
    opposite labels. Below, the *copies* of an example are all examples with the same y_n x_n.

    A case assumes that w gets some examples wrong and some right; the first case assumes nothing.
    Each case is a pair (order, costs). The costs are pairs (k, times): certificate k proves `times`
    mistakes. No certificate of a case contains an example that is assumed to be wrong.

    - A case with an order is split. It has a single certificate, and the order lists those examples
      of it that are not assumed to be right. In the first part, w gets the first of these wrong. In
      the second part, w gets the first right and the second wrong, and so on.
    - A case without an order is a leaf. Here w makes at least `times` further mistakes on each
      certificate, because an example that is not assumed to be right is used at most as often as it
      has copies in the data. If all examples of a certificate are assumed to be right, no w belongs
      to the case.

    Attributes:
        certificates: The examples of each certificate, and their coefficients, as in
            `NotSeparable`.
        cases: All cases, beginning with the first. The parts of a split case follow it, and after
            each part come its own parts.
    """

    certificates: tuple[tuple[Examples, Examples], ...]
    cases: tuple[Case, ...]

    def proved_lower_bound(self, data: Dataset) -> int:
        """Return a lower bound on the mistakes of every w, from the definitions alone.

        The bound is 0 if a certificate or a case is not valid.

        Args:
            data: The examples that the proof is about.
        """
        counts = _count_copies(data)
        for examples, coefficients in self.certificates:
            are_examples = counts.keys() >= set(examples)
            if not (are_examples and NotSeparable(data, examples, coefficients).verify()):
                return 0
        lower_bound = sum(counts.values())
        pending: list[tuple[frozenset[int], frozenset[int]]] = [(frozenset(), frozenset())]
        for order, costs in self.cases:
            if not pending:
                return 0
            wrong, right = pending.pop()
            unknown = [set(self.certificates[k][0]) - right for k, _ in costs]
            if any(not wrong.isdisjoint(self.certificates[k][0]) for k, _ in costs):
                return 0
            if order:
                if len(costs) != 1 or unknown != [set(order)]:
                    return 0
                parts = [(wrong | {n}, right.union(order[:i])) for i, n in enumerate(order)]
                pending += reversed(parts)
            elif all(unknown):  # otherwise no w belongs to the case: it cannot get all of k right
                uses: Counter[int] = Counter()
                for (_, times), examples_of_k in zip(costs, unknown):
                    uses.update(dict.fromkeys(examples_of_k, times))
                if any(times < 1 for _, times in costs) or any(uses[n] > counts[n] for n in uses):
                    return 0
                cost = sum(counts[n] for n in wrong) + sum(times for _, times in costs)
                lower_bound = min(lower_bound, cost)
        return 0 if pending else lower_bound


def _count_copies(data: Dataset) -> dict[int, int]:
    """Return the number of copies of each different y_n x_n; its key is the n of the first copy."""
    first_copy: dict[object, int] = {}
    return Counter(
        first_copy.setdefault(SparseVector.from_entries(scale(y, x)), n)
        for n, (x, y) in enumerate(zip(data.scaled_rows, data.ys))
    )
