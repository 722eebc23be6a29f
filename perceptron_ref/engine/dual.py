"""The dual form: the run holds the N margins of w_t, packed, and no w_t."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import TYPE_CHECKING

from .answers import Answers
from .lanes import SharedLanes

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..exact.sparse import Vector
    from .lanes import Lanes

DUAL_BLOCK = 512
"""Examples in a block. A search reads one or a few blocks, an update changes all blocks."""


class Dual(Answers):
    """The margins of w_t, packed; an update adds a Gram row to them.     Lecture 2: L2.5, L2.7

    `_shortfalls` are the limits minus the margins, so an update subtracts the Gram row from them.

    Args:
        data: See `PlainMargins`.
        start: See `PlainMargins`.
        moves: See `PlainMargins`.
        sign_of_zero: See `PlainMargins`.
    """

    xs: Sequence[Vector]
    moves: Sequence[Vector]
    lanes: Lanes
    limits: list[int]

    _shortfalls: list[int]

    def __init__(
        self, data: Dataset, start: Sequence[int], moves: Sequence[Vector], sign_of_zero: int
    ) -> None:
        self.xs, self.moves, self._sign_of_zero = data.scaled_rows, moves, sign_of_zero
        self._shared = SharedLanes.for_data(data, DUAL_BLOCK)
        self._growth = self._shared.growth(moves)
        self._choose_lanes(self._shared.reach(start) if any(start) else 0)
        margins = self.lanes.margins(start) if any(start) else [0] * len(self.limits)
        self._shortfalls = list(map(sub, self.limits, margins))

    def _choose_lanes(self, reach: int) -> None:
        """Choose lanes for margins up to `reach`, with room for those of the next updates."""
        self.lanes = lanes = self._shared.lanes_for(reach, self._growth)
        self.limits = lanes.limits(self._sign_of_zero)
        self._gram_row = lanes.gram_row_function(self.moves)
        self._updates_left = (lanes.largest - reach) // self._growth  # before lanes may overflow

    def shortfall(self, block: int) -> int:
        """Return the limits of a block minus the margins of w_t."""
        return self._shortfalls[block]

    def is_mistake(self, n: int) -> bool:
        """Tell whether sign(w_t . x_n) != y_n.     Lecture 2: L2.5"""
        flags = self._mistake_flags
        return (self.mistake_flags() if flags is None else flags)[n] != 0

    def first_mistake(self, visits: Sequence[int], begin: int, end: int) -> int:
        """Return the first i with begin <= i < end and a mistake at visits[i]; `end` if none.
        Lecture 2: L2.5
        """
        if type(visits) is range and visits.step == 1:
            return self.first_mistake_in_order(visits[0], begin, end)
        return self.first_mistake_in_any_order(visits, begin, end)

    def correct(self, n: int) -> None:
        """w_{t+1} = w_t + y_n x_n.     Lecture 2: L2.5"""
        if self._updates_left <= 0:
            margins = self.margins()
            self._choose_lanes(max(map(abs, margins)))
            self._shortfalls = list(map(sub, self.limits, self.lanes.pack(margins)))
        self._updates_left -= 1
        self._shortfalls = list(map(sub, self._shortfalls, self._gram_row(n)))
        self._mistake_flags = None

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n.     Lecture 2: L2.7"""
        lanes = self.lanes
        block, lane = divmod(n, lanes.sizes[0])
        bits = 8 * lanes.k
        # add 2^(8k-1) to each lane, so that none is negative, and cut out one lane
        margins = self.limits[block] + lanes.signs[block] - self._shortfalls[block]
        above = margins >> bits * (lanes.sizes[block] - 1 - lane)
        return (above & (1 << bits) - 1) - (1 << bits - 1)
