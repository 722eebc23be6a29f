"""The costs of the forms of the margins, in units of about a nanosecond on CPython.

The numbers were measured on the sets of the benchmarks and rounded; only their ratios matter. Costs
are counted, never timed, so the same runs take the same forms on every machine with the same
Python; which ones they take decides about speed alone.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

BLOCK = 128  # lanes in primal form: fewer waste calls, more compute what nobody asks for
WIDE = 512  # in dual form, which computes all of them in any case; and of sets no larger than that
PYPY = sys.implementation.name == "pypy"  # where plain loops beat packed columns, not Gram rows
PERIOD = 16  # updates between two looks at what the two forms cost


class Costs:
    """A record of what the runs on a set have asked for, and its cost in either form.

    N: the number of examples. entries: how many numbers each has, or nonzeros, about. has_columns:
        whether their columns can be packed.
    one_by_one: the visits that were made one by one. dual_pays: what was found last.
    """

    __slots__ = (
        "N",
        "_met",
        "_new",
        "_saved",
        "blocks",
        "dual_pays",
        "entries",
        "has_columns",
        "lanes",
        "one_by_one",
    )

    def __init__(self, N: int, entries: int, has_columns: bool) -> None:
        self.N, self.entries, self.has_columns = N, entries, has_columns
        self.lanes = BLOCK if N > WIDE else WIDE  # of a block in primal form
        self.blocks = -(-N // self.lanes)
        self.one_by_one = 0
        self.dual_pays = False
        self._saved = self._new = 0
        self._met: set[int] = set()  # the examples corrected; `_new` of them had no Gram row

    def dot_product(self, k: int) -> int:
        """Return the cost of one dot product, its result in a lane of k bytes."""
        if PYPY:
            return 50 + 15 * self.entries
        fast = k <= 8 and sys.version_info >= (3, 12)  # math.sumprod on small ints
        return 150 + (25 if fast else 60) * self.entries

    def block(self, k: int) -> int:
        """Return the cost of searching one block of examples, from packed columns."""
        return 800 + self._products(min(self.lanes, self.N), k)

    def row(self, k: int) -> int:
        """Return the cost of a Gram row."""
        if self.has_columns:
            return self._products(self.N, k)
        return self.dot_product(k) * self.N // 4

    def dual_update(self, k: int) -> int:
        """Return the cost of an update in dual form, and of the search after it."""
        return 800 + _addition(self.N, k)

    def _products(self, lanes: int, k: int) -> int:
        """Return the cost of the margins of so many examples, from packed columns."""
        digits = max(1, k // 8)  # of a weight, as Python's ints have them, about
        return self.entries * _addition(lanes, k) * (1 + digits)

    @property
    def packs(self) -> bool:
        """Whether columns are packed, which costs about a pass, and waits for half a pass."""
        return not PYPY and self.has_columns and 2 * self.one_by_one >= self.N

    def worth(self, k: int) -> tuple[int, int]:
        """Return how many visits cost as much as one block, and as all blocks."""
        k = k or 4
        enough = self.block(k) // self.dot_product(k)
        return enough, enough * self.blocks

    def pays_to_change(
        self,
        dual: bool,
        recent: Iterable[int],
        has_row: Callable[[int], bool],
        asked: int,
        looked_at: int,
        rows_made: int,
        k: int,
    ) -> bool:
        """Tell whether to change the form, after `PERIOD` updates.

        dual: whether that form was taken. recent: the examples corrected. has_row: tells whether
            one's Gram row is cached. asked: the dot products that the algorithm asked for.
            looked_at: the blocks that they are in. rows_made: the Gram rows computed.
        What the other form would have saved is summed up,
        saved <- max(0, saved + this form's cost - the other's), and the form changes when that
        exceeds the price of a change: that of the rows which will have to be computed, as far as
        they cost more than what they are computed instead of; and back, that of the rows at hand.
        """
        k = k or 4
        for n in recent:
            if n not in self._met:
                self._met.add(n)
                self._new += not has_row(n)
        primal_cost = asked * self.dot_product(k)
        if self.has_columns and not PYPY:
            primal_cost = min(primal_cost, looked_at * self.block(k))
        dual_cost = PERIOD * self.dual_update(k)
        if dual:
            dual_cost += rows_made * self.row(k)
        self._saved = max(0, self._saved + (dual_cost - primal_cost) * (1 if dual else -1))
        row = self.row(k)
        price = (200 if PYPY else 4) * row + self._new * max(0, row - primal_cost // PERIOD)
        if self._saved <= (price if not dual else (4 + len(self._met)) * row):
            return False
        self._saved, self.dual_pays = 0, not dual
        return True


def _addition(lanes: int, k: int) -> int:
    """Return the cost of adding so many packed numbers to others."""
    return 60 * (lanes // WIDE + 1) + lanes * k // 4
