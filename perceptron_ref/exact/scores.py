"""The scores y_n w_t . x_n of a run, kept in one of two ways: both give the same ints, and so the
same run.

    way one     w_t is kept, and a score is a dot product when it is asked for.
    way two     all N scores are kept, and an update adds to each of them what it changes: to that
        of example m,
                y_m (w_{t+1} - w_t) . x_m. These N numbers, the row of the example that is
                corrected, are the same at
                every t: they are computed once, and added whenever that example is corrected again.

By way two a score costs nothing, and an update N additions, which are done as one: see `Columns`.
That is for scores below 2^63; larger ones are left to way one.
"""

from __future__ import annotations

import sys
from operator import sub

from ..vectors import sumprod
from .packed import LIMIT, Columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from ..dataset import Dataset

    Row = tuple[int, int]

MOST_BYTES = (
    32 << 20
)  # of columns and rows: larger sets are left to way one, and the oldest rows are forgotten
PERIOD = 16  # updates between two looks at what the ways cost


class Scores:
    """The scores of one run: the loop tells every update; the loop, its view and Pocket ask.
    Lecture 2: L2.5

    w: w_t. kept: all scores, by way two; None by way one. counted: the dot products that
        `count_mistakes` asked for.
    _long: the scores of way two side by side, as `Columns` has them; _reach: none of them is beyond
        it.
    _rows: the row of each example that was corrected, as such a sum with its own reach; None until
        way two needs it. By way one it counts the rows that a change would cost.
    _order: the examples in the order in which mistakes are counted.

    >>> from perceptron_ref import Dataset
    >>> scores = Scores(Dataset([[3], [5]], [-1, +1]), (0, 0))
    >>> scores.corrected(0, (-1, -3), asked=1)
    >>> scores.margin(0), scores.margins()
    (10, (10, -16))
    """

    def __init__(self, data: Dataset, w: tuple[int, ...]) -> None:
        self._data, self.w, self._t = data, w, 0
        self.kept: array[int] | None = None
        self.counted = 0
        self._order: list[int] = []
        self._made: Columns | None = None
        self._rows: dict[int, Row | None] = {}
        self._room = max(0, MOST_BYTES - (1 + data.d) * _bytes_of_numbers(data.N))
        self._asked = self._saved = self._forgotten = self._times_changed = 0

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n."""
        return (
            self.kept[n]
            if self.kept
            else self._data.ys[n] * sumprod(self.w, self._data.scaled_xs[n])
        )

    def margins(self) -> tuple[int, ...]:
        """Return y_n w_t . x_n for n = 0..N-1."""
        if self.kept:
            return tuple(self.kept)
        w = self.w
        return tuple([y * sumprod(w, x) for x, y in zip(self._data.scaled_xs, self._data.ys)])

    def count_mistakes(self, sign_of_zero: int, enough: int | None = None) -> int:
        """Return how many examples have sign(w_t . x_n) != y_n; the count ends when it comes to
        `enough`.

        Those that the last count found wrong are looked at first: most of them still are.
        Lecture 2: L2.15
        """
        w, kept, xs, ys = self.w, self.kept, self._data.scaled_xs, self._data.ys
        order = self._order = self._order or list(range(self._data.N))
        right, wrong = [], []
        for n in order:
            margin = kept[n] if kept else ys[n] * sumprod(w, xs[n])
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

    def corrected(self, n: int, w: tuple[int, ...], asked: int) -> array[int] | None:
        """Take over w_{t+1}, to which the correction of example n led; return `kept`.

        asked: how many dot products the run has asked for so far, but for those of
            `count_mistakes`.
        """
        if n not in self._rows:
            self._remember(n, None)
        before, self.w = self.w, w
        if self.kept:
            row, reach = self._rows.get(n) or self._row(n, before)
            self.kept = self._read_off(self._long + row, self._reach + reach)
        self._t += 1
        if self._t % PERIOD == 0 and self._room and self.pays_to_change(asked + self.counted):
            self._go_over()
        return self.kept

    def pays_to_change(self, asked: int) -> bool:
        """Tell whether to go over to the other way, now that so many dot products were asked for.

        Taken for a cost are, by way one, the dot products asked for; by way two, N + 100 additions
        at every update, and a row for every one forgotten. What the other way would have saved is
        summed up, saved <- max(0, saved + this way's cost - the other's), and the change is made
        when that is more than the change costs: a row for each one in use and 16 for the columns,
        where a row is N (1 + d) / 2 additions; after every change twice as much. The same run
        changes at the same updates.
        """
        N, d = self._data.N, self._data.d
        row = N * (1 + d) // 2
        one = (asked - self._asked) * additions_of_dot_product(d)
        two = PERIOD * (N + 100) + self._forgotten * row
        self._asked, self._forgotten = asked, 0
        self._saved = max(0, self._saved + (two - one if self.kept else one - two))
        return self._saved > (16 + len(self._rows)) * row << self._times_changed

    def _go_over(self) -> None:
        """Change the way."""
        self._times_changed += 1
        self._saved = 0
        try:
            self.kept = (
                None
                if self.kept
                else self._read_off(self._columns.dot(self.w), self._columns.reach(self.w))
            )
        except OverflowError:
            self._room = 0  # numbers too large for columns: way one it is

    @property
    def _columns(self) -> Columns:
        """The columns of the y_n x_n, made when they are asked for first."""
        if self._made is None:
            self._made = Columns(self._data.scaled_xs, self._data.ys)
        return self._made

    def _read_off(self, scores: int, reach: int) -> array[int] | None:
        """Return the scores that stand side by side, or None if one may be too large: none is
        beyond `reach`.
        """
        if reach >= LIMIT:  # summed up over many rows it says little
            reach = self._columns.reach(self.w)
        self._long, self._reach = scores, reach
        return self._columns.apart(scores) if reach < LIMIT else None

    def _row(self, n: int, before: tuple[int, ...]) -> Row:
        """Return what the correction of example n, which has led from there to w, adds to every
        score; its reach.
        """
        step = list(map(sub, self.w, before))
        row = self._columns.dot(step), self._columns.reach(step)
        self._remember(n, row)
        return row

    def _remember(self, n: int, row: Row | None) -> None:
        """Put the row of example n, or None until it is needed, to those in use."""
        self._rows[n] = row
        while len(self._rows) > self._room // _bytes_of_numbers(self._data.N):
            del self._rows[next(iter(self._rows))]
            self._forgotten += 1


def additions_of_dot_product(d: int) -> int:
    """Return how many additions side by side take as long as a dot product, as measured on each
    kind of Python.
    """
    if sys.implementation.name == "pypy":
        return (d + 20) // 4
    return 3 * (d + 10) // 2 if sys.version_info >= (3, 12) else 5 * (d + 5)


def _bytes_of_numbers(N: int) -> int:
    return 9 * N + 200
