"""The scores y_n w_t . x_n of a run, kept in one of two ways: both give the same ints, and so the same run.

    way one     w_t is kept, and a score is a dot product when it is asked for.
    way two     all N scores are kept, and an update adds to each of them what it changes: to that of example m,
                y_m (w_{t+1} - w_t) . x_m. These N numbers, the row of the example that is corrected, are the same at
                every t: they are computed once, and added whenever that example is corrected again.

By way two a score costs nothing, and an update N additions. They are done as one: N numbers below 2^63 in absolute
value stand side by side in one long int, 64 bits for each, and the long int of a row is added to that of the scores,
where 2^63 has been added to each of them so that none is negative. Scores that need more bits are left to way one.
"""

from __future__ import annotations

import sys
from array import array
from operator import sub

from .vectors import sumprod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .dataset import Dataset

    Row = tuple[int, int]

MOST_BYTES = 32 << 20  # of rows; beyond, the oldest are forgotten, and computed anew when they are needed
PERIOD = 16  # updates between two looks at what the ways cost


class Scores:
    """The scores of one run: the loop tells every update; the loop, its view and Pocket ask.     Lecture 2: L2.5

    w: w_t. kept: all scores, by way two; None by way one. counted: the dot products that `count_mistakes` asked for.

    >>> from perceptron_ref import Dataset
    >>> scores = Scores(Dataset([[3], [5]], [-1, +1]), (0, 0))
    >>> scores.corrected(0, (-1, -3), asked=1)
    >>> scores.margin(0), scores.margins()
    (10, (10, -16))
    """

    __slots__ = (
        *("counted", "kept", "w"),
        *("_asked", "_changes", "_data", "_forgotten", "_long", "_order", "_reach", "_rows", "_saved", "_t", "_zeros"),
    )

    def __init__(self, data: Dataset, w: tuple[int, ...]) -> None:
        self._data, self.w, self._t = data, w, 0
        self.kept: array[int] | None = None
        self._rows: dict[int, Row | None] = {}
        self._order: list[int] = []
        self._asked = self._changes = self._forgotten = self._saved = self.counted = 0
        self._long = self._reach = self._zeros = 0

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n."""
        return self.kept[n] if self.kept else self._data.ys[n] * sumprod(self.w, self._data.scaled_xs[n])

    def margins(self) -> tuple[int, ...]:
        """Return y_n w_t . x_n for n = 0..N-1."""
        return tuple(self.kept or self._of(self.w))

    def count_mistakes(self, sign_of_zero: int, enough: int | None = None) -> int:
        """Return how many examples have sign(w_t . x_n) != y_n; the count ends when it comes to `enough`.

        Those that the last count found wrong are looked at first: most of them still are.     Lecture 2: L2.15
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

        asked: how many dot products the run has asked for so far, but for those of `count_mistakes`.
        """
        if n not in self._rows:
            self._remember(n, None)
        if self.kept:
            self._add(*self._rows.get(n) or self._row(n, w))
        self.w = w
        self._t += 1
        if self._t % PERIOD == 0 and self.changes(asked + self.counted):
            self._change()
        return self.kept

    def changes(self, asked: int) -> bool:
        """Tell whether to go over to the other way, now that so many dot products were asked for.

        Taken for a cost are, by way one, the dot products asked for; by way two, N + 100 additions at every update,
        and N dot products for every row forgotten. When the other way would have saved more, since it last would have
        saved nothing, than the change costs, it is made. It costs N dot products for the scores and for each row in
        use, and after every change twice as much. Nothing is timed: the same run changes at the same updates.
        """
        N, dot = self._data.N, additions_of_dot_product(self._data.d)
        one, two = (asked - self._asked) * dot, PERIOD * (N + 100) + self._forgotten * N * dot
        self._asked, self._forgotten = asked, 0
        self._saved = max(0, self._saved + (two - one if self.kept else one - two))
        return self._saved > (1 + len(self._rows)) * N * dot << self._changes

    def _change(self) -> None:
        self._changes += 1
        self._saved = 0
        if self.kept:
            self.kept = None
        else:
            self._long = self._zeros = _side_by_side([-1 << 63] * self._data.N)
            self._reach = 0
            self._add(*self._lengthened(self._of(self.w)))

    def _add(self, numbers: int, reach: int) -> None:
        """Add N numbers, as `_lengthened` returns them, to the scores, while these are sure to need no more bits."""
        self._long += numbers
        self._reach += reach
        if self._reach < 1 << 63:
            self.kept = _one_by_one(self._long ^ self._zeros, self._data.N)
        else:
            self.kept, self._saved = None, 0

    def _row(self, n: int, w: tuple[int, ...]) -> Row:
        """Return what the correction of example n, which now leads to w, adds to every score."""
        row = self._lengthened(self._of(list(map(sub, w, self.w))))
        self._remember(n, row)
        return row

    def _remember(self, n: int, row: Row | None) -> None:
        """Put the row of example n, or None until it is needed, to those in use."""
        self._rows[n] = row
        while len(self._rows) > MOST_BYTES // (9 * self._data.N + 200):
            del self._rows[next(iter(self._rows))]
            self._forgotten += 1

    def _lengthened(self, numbers: list[int]) -> Row:
        """Return the sum of numbers[n] 2^(64 n), 0 if one needs more bits, and the largest absolute value."""
        reach = max(map(abs, numbers))
        return (_side_by_side(numbers) ^ self._zeros) - self._zeros if reach < 1 << 63 else 0, reach

    def _of(self, v: Sequence[int]) -> list[int]:
        """Return y_n v . x_n for n = 0..N-1."""
        return [y * sumprod(v, x) for x, y in zip(self._data.scaled_xs, self._data.ys)]


def additions_of_dot_product(d: int) -> int:
    """Return how many additions side by side take as long as a dot product, as measured on each kind of Python."""
    if sys.implementation.name == "pypy":
        return (d + 20) // 4
    return 3 * (d + 10) // 2 if sys.version_info >= (3, 12) else 5 * (d + 5)


def _side_by_side(numbers: list[int]) -> int:
    return int.from_bytes(array("q", numbers).tobytes(), sys.byteorder)


def _one_by_one(numbers: int, N: int) -> array[int]:
    return array("q", numbers.to_bytes(8 * N, sys.byteorder))
