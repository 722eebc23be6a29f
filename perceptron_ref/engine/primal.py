"""The primal form: w_t is at hand, and margins are computed from it, one by one or in blocks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from operator import sub
from typing import TYPE_CHECKING

from ..exact.sparse import SparseVector, added, sumprod
from ..vectors import dot
from .answers import Answers
from .lanes import Shared

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..exact.sparse import Vector

BLOCK = 256
"""Examples in a block: with fewer, calls take the time; with more, margins that no visit needs."""
EACH = 128
"""A search in any order visits N/128 examples one by one before it computes the signs of all.

Measured on random draws, 10,000 x 10: with 24 in its place a run takes 1.6 times as long, with 64
1.2 times."""
_PYPY = sys.implementation.name == "pypy"  # where plain loops beat packed columns


class Primal(Answers):
    """w_t, and margins from the packed columns of the set.     Lecture 2: L2.5, L2.7

    Packing costs about a pass; so a run packs when it has visited half of the examples one by one.
    Where all margins are asked for, it holds them; if one update passed since, a Gram row follows.
    Sparse sets are never packed.
    """

    def __init__(
        self, data: Dataset, start: Sequence[int], moves: Sequence[Vector], sign_of_zero: int
    ) -> None:
        self._data, self.xs, self._ys, self.moves = data, data.scaled_rows, data.ys, moves
        self._sign_of_zero = sign_of_zero
        self._w: Sequence[int] = start
        is_sparse = isinstance(self.xs[0], SparseVector)
        self._dot: Callable[..., int] = dot if is_sparse else sumprod
        self._packs = not is_sparse and not _PYPY
        self._alone = 0 if data._engine is not None else data.N // 2  # visits until columns pay
        self._typical = 0  # visits of a search in any order, about
        self._safe = 0  # updates that the lanes will do for
        self._held: list[int] | None = None  # all blocks of `short`, as they were ...
        self._behind = self._last = 0  # ... so many updates ago; the example of the last one

    def short(self, block: int) -> int:
        """Return the limits of a block less the margins of w_t."""
        if self._held is not None and not self._behind:
            return self._held[block]
        return self.limits[block] - sumprod(self._w, self.lanes.columns[block])

    def is_mistake(self, n: int) -> bool:
        """Tell whether sign(w_t . x_n) != y_n.     Lecture 2: L2.5"""
        y = self._ys[n]
        margin = y * self._dot(self._w, self.xs[n])
        return margin <= 0 and (margin != 0 or y != self._sign_of_zero)

    def first_mistake(self, visits: Sequence[int], begin: int, end: int) -> int:
        """Return the first i of begin, ..., end - 1 with a mistake at visits[i], or else `end`.
        Lecture 2: L2.5
        """
        in_order = type(visits) is range and visits.step == 1
        alone = self._alone if self._packs else end
        pays = len(self._ys) // EACH  # to visit so many one by one, where any order is asked for
        if not in_order and self._typical < pays and self._wrong is None:
            alone = max(alone, pays)
        packed_from = min(end, begin + alone)
        found = self._first_of_each(visits, begin, packed_from)
        self._alone -= min(self._alone, found - begin)
        if found == packed_from < end and self._has_lanes():
            if in_order:
                return self.first_in_order(visits[0], found, end)
            self._hold()
            found = self.first_in_any_order(visits, found, end)
        elif found == packed_from:
            found = self._first_of_each(visits, found, end)
        self._typical += (found - begin - self._typical) // 4  # a running mean
        return found

    def correct(self, n: int) -> None:
        """w_{t+1} = w_t + y_n x_n.     Lecture 2: L2.5"""
        self._w = added(self._w, self._ys[n], self.moves[n])
        self._safe -= 1
        self._wrong, self._last, self._behind = None, n, self._behind + 1

    def count_mistakes(self) -> int:
        """Return how many examples have sign(w_t . x_n) != y_n.     Lecture 2: L2.15"""
        if self._has_lanes():
            self._hold()
            return super().count_mistakes()
        return sum(map(self.is_mistake, range(len(self._ys))))

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n.     Lecture 2: L2.7"""
        return self._ys[n] * self._dot(self._w, self.xs[n])

    def margins(self) -> list[int]:
        """Return y_n w_t . x_n for n = 0..N-1.     Lecture 2: L2.7"""
        if self._has_lanes():
            self._hold()
            return super().margins()
        return [self.margin(n) for n in range(len(self._ys))]

    def _first_of_each(self, visits: Sequence[int], begin: int, end: int) -> int:
        """Search by one dot product for each visit."""
        w, xs, ys, sign_of_zero, dot = self._w, self.xs, self._ys, self._sign_of_zero, self._dot
        for i in range(begin, end):
            n = visits[i]
            margin = ys[n] * dot(w, xs[n])
            if margin <= 0 and (margin != 0 or ys[n] != sign_of_zero):
                return i
        return end

    def _hold(self) -> None:
        """Hold all margins: one update behind, by a Gram row, as it may be at hand, else anew."""
        if self._held is None or self._behind > 1:
            self._held = None
            self._held = [self.short(block) for block in range(len(self.limits))]
        elif self._behind:
            self._held = list(map(sub, self._held, self._row(self._last)))
        self._behind = 0

    def _has_lanes(self) -> bool:
        """Choose lanes that hold the margins of w_t; tell whether the set has columns in them."""
        if self._packs and self._safe <= 0:
            shared = Shared.of(self._data, BLOCK)
            growth, reach = shared.growth(self.moves), shared.reach(self._w)
            self.lanes = shared.lanes_for(reach, growth)
            self.limits = self.lanes.limits(self._sign_of_zero)
            self._safe = (self.lanes.most - reach) // growth
            self._packs = self.lanes.has_columns
            self._row = self.lanes.rows_for(self.moves)
            self._held = None
        return self._packs
