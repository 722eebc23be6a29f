"""The margins y_n w_t . x_n of a run, in primal or dual form: the same ints, and so the same run.

    primal      w_t is at hand, and a margin is a dot product, computed when it is asked for.
    dual        all N margins are at hand. The update that corrects example n adds a multiple of its
                Gram row to them: y_m y_n x_m . x_n for m = 0..N-1. Rows are cached.

In dual form a margin costs nothing and an update N additions, done as one on packed ints: see
`Packed`. That is for margins below 2^63; larger ones stay in primal form.
"""

from __future__ import annotations

import sys
from operator import sub

from ..vectors import sumprod
from .packed import LIMIT, Packed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    GramRow = tuple[int, int]

MOST_BYTES = 32 << 20  # of packed columns and Gram rows; larger sets stay in primal form
PERIOD = 16  # updates between two looks at what the two forms cost


class Margins:
    """The margins of one run: the loop tells every update; the loop, its view and Pocket ask.

    xs, ys: the examples, as ints. w: w_t. dual: all margins in dual form; None in primal form.
    counted: the dot products that `count_mistakes` asked for.     Lecture 2: L2.5

    >>> margins = Margins([(1, 3), (1, 5)], [-1, +1], (0, 0))
    >>> margins.update(0, (-1, -3), asked=1)
    >>> margins.of(0), margins.all()
    (10, (10, -16))
    """

    def __init__(self, xs: Sequence[Sequence[int]], ys: Sequence[int], w: tuple[int, ...]) -> None:
        self._xs, self._ys, self.w, self._t = xs, ys, w, 0
        self.dual: array[int] | None = None
        self.counted = 0
        self._order: list[int] = []  # in which mistakes are counted
        self._columns: Packed | None = None
        # A row is None until the dual form needs it; in primal form they say what a change costs.
        self._rows: dict[int, GramRow | None] = {}
        self._room = max(0, MOST_BYTES - len(w) * _bytes_of_numbers(len(xs)))
        self._asked = self._saved = self._evicted = self._changes = 0

    def of(self, n: int) -> int:
        """Return y_n w_t . x_n."""
        return self.dual[n] if self.dual else self._ys[n] * sumprod(self.w, self._xs[n])

    def all(self) -> tuple[int, ...]:
        """Return y_n w_t . x_n for n = 0..N-1."""
        if self.dual:
            return tuple(self.dual)
        w = self.w
        return tuple([y * sumprod(w, x) for x, y in zip(self._xs, self._ys)])

    def count_mistakes(self, sign_of_zero: int, enough: int | None = None) -> int:
        """Return how many examples have sign(w_t . x_n) != y_n; the count ends at `enough`.

        The mistakes of the last count come first: most still are.     Lecture 2: L2.15
        """
        w, dual, xs, ys = self.w, self.dual, self._xs, self._ys
        order = self._order = self._order or list(range(len(xs)))
        right, wrong = [], []
        for n in order:
            margin = dual[n] if dual else ys[n] * sumprod(w, xs[n])
            if margin <= 0 and (margin or ys[n] != sign_of_zero):
                wrong.append(n)
                if len(wrong) == enough:
                    break
            else:
                right.append(n)
        looked_at = len(wrong) + len(right)
        order[:looked_at] = wrong + right
        self.counted += looked_at
        return len(wrong)

    def update(self, n: int, w: tuple[int, ...], asked: int) -> None:
        """Go on from w_t to w_{t+1} = w, which corrects example n.

        asked: the dot products that the run has asked for so far, without `count_mistakes`.
        """
        if n not in self._rows:
            self._cache(n, None)
        before, self.w = self.w, w
        if self.dual:
            row, reach = self._rows.get(n) or self._gram_row(n, before)
            self.dual = self._unpacked(self._packed + row, self._reach + reach)
        self._t += 1
        if self._t % PERIOD == 0 and self._room and self.pays_to_change(asked + self.counted):
            self._change()

    def pays_to_change(self, asked: int) -> bool:
        """Tell whether to change the form, now that so many dot products were asked for.

        The primal form costs the dot products asked for; the dual form N + 100 additions an update,
        and a row for every one evicted. What the other form would have saved is summed up,
        saved <- max(0, saved + this form's cost - the other's). The form changes when that exceeds
        the price of a change: a row for each one in use and 16 for the columns, a row being
        N (1 + d) / 2 additions; after every change twice as much. So the same run changes at the
        same updates.
        """
        N, d = len(self._xs), len(self.w) - 1
        row = N * (1 + d) // 2
        primal = (asked - self._asked) * additions_of_dot_product(d)
        dual = PERIOD * (N + 100) + self._evicted * row
        self._asked, self._evicted = asked, 0
        self._saved = max(0, self._saved + (dual - primal if self.dual else primal - dual))
        return self._saved > (16 + len(self._rows)) * row << self._changes

    def _change(self) -> None:
        self._changes += 1
        self._saved = 0
        if self.dual:
            self.dual = None
            return
        try:
            columns = self._packed_columns()
            self.dual = self._unpacked(columns.dot(self.w), columns.reach(self.w))
        except OverflowError:
            self._room = 0  # numbers too large to be packed

    def _packed_columns(self) -> Packed:
        """Return the columns of the y_n x_n, packed when they are asked for first."""
        if self._columns is None:
            self._columns = Packed(self._xs, self._ys)
        return self._columns

    def _unpacked(self, margins: int, reach: int) -> array[int] | None:
        """Return the packed margins, none beyond `reach`, one by one; None if that is too large."""
        columns = self._packed_columns()
        if reach >= LIMIT:  # summed up over many rows it says little
            reach = columns.reach(self.w)
        self._packed, self._reach = margins, reach
        return columns.unpacked(margins) if reach < LIMIT else None

    def _gram_row(self, n: int, before: tuple[int, ...]) -> GramRow:
        """Return what the update that corrected example n added to all margins, and its reach."""
        columns, step = self._packed_columns(), list(map(sub, self.w, before))
        row = columns.dot(step), columns.reach(step)
        self._cache(n, row)
        return row

    def _cache(self, n: int, row: GramRow | None) -> None:
        self._rows[n] = row
        while len(self._rows) > self._room // _bytes_of_numbers(len(self._xs)):
            del self._rows[next(iter(self._rows))]
            self._evicted += 1


def additions_of_dot_product(d: int) -> int:
    """Return how many packed additions cost as much as a dot product, as measured."""
    if sys.implementation.name == "pypy":
        return (d + 20) // 4
    return 3 * (d + 10) // 2 if sys.version_info >= (3, 12) else 5 * (d + 5)


def _bytes_of_numbers(N: int) -> int:
    return 9 * N + 200
