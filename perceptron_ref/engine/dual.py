"""The dual form: the run stores the N margins of w_t, packed, and does not need w_t."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import TYPE_CHECKING

from .lanes import SharedLanes
from .packed_margins import PackedMargins

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..exact.sparse import Vector
    from .lanes import Lanes

DUAL_BLOCK = 512
"""The number of examples in a block. A search reads a few blocks; an update changes all blocks."""


class DualForm(PackedMargins):
    """The packed margins of w_t; an update adds a Gram row to them.     Lecture 2: L2.5, L2.7

    The form stores thresholds minus margins, so an update subtracts the Gram row.

    Args:
        data: See `PlainMargins`.
        start: See `PlainMargins`.
        update_vectors: See `PlainMargins`.
        sign_of_zero: See `PlainMargins`.
    """

    xs: Sequence[Vector]
    update_vectors: Sequence[Vector]
    lanes: Lanes
    thresholds: list[int]

    _differences: list[int]

    def __init__(
        self,
        data: Dataset,
        start: Sequence[int],
        update_vectors: Sequence[Vector],
        sign_of_zero: int,
    ) -> None:
        self.xs, self.update_vectors, self._sign_of_zero = (
            data.scaled_rows,
            update_vectors,
            sign_of_zero,
        )
        self._shared = SharedLanes.for_data(data, DUAL_BLOCK)
        self._max_change = self._shared.max_change_bound(update_vectors)
        self._choose_lanes(self._shared.max_margin_bound(start) if any(start) else 0)
        margins = self.lanes.margins(start) if any(start) else [0] * len(self.thresholds)
        self._differences = list(map(sub, self.thresholds, margins))

    def _choose_lanes(self, max_margin: int) -> None:
        """Choose lanes for margins up to `max_margin`, and for the margins of the next updates."""
        self.lanes = lanes = self._shared.lanes_for(max_margin, self._max_change)
        self.thresholds = lanes.mistake_thresholds(self._sign_of_zero)
        self._gram_row = lanes.gram_row_function(self.update_vectors)
        # the number of updates before a lane may overflow
        self._safe_updates = (lanes.max_lane_value - max_margin) // self._max_change

    def thresholds_minus_margins(self, block: int) -> int:
        """Return the thresholds of a block minus the margins of w_t."""
        return self._differences[block]

    def is_mistake(self, n: int) -> bool:
        """Tell whether sign(w_t . x_n) != y_n.     Lecture 2: L2.5"""
        flags = self._mistake_flags
        return (self.mistake_flags() if flags is None else flags)[n] != 0

    def first_mistake(self, the_pass: Sequence[int], begin: int, end: int) -> int:
        """Return the first i in range(begin, end) with a mistake at the_pass[i], else `end`.

        Lecture 2: L2.5
        """
        if type(the_pass) is range and the_pass.step == 1:
            return self.first_mistake_of_consecutive(the_pass[0], begin, end)
        return self.first_mistake_of_pass(the_pass, begin, end)

    def correct_mistake(self, n: int) -> None:
        """Correct the mistake n: w_{t+1} = w_t + y_n x_n.     Lecture 2: L2.5"""
        if self._safe_updates <= 0:
            margins = self.margins()
            self._choose_lanes(max(map(abs, margins)))
            self._differences = list(map(sub, self.thresholds, self.lanes.pack(margins)))
        self._safe_updates -= 1
        self._differences = list(map(sub, self._differences, self._gram_row(n)))
        self._mistake_flags = None

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n.     Lecture 2: L2.7"""
        lanes = self.lanes
        block, lane = divmod(n, lanes.sizes[0])
        bits = 8 * lanes.k
        # Each lane plus 2^(8k-1) is positive, so that a shift and a mask extract one lane.
        positive_lanes = self.thresholds[block] + lanes.sign_masks[block] - self._differences[block]
        shifted = positive_lanes >> bits * (lanes.sizes[block] - 1 - lane)
        return (shifted & (1 << bits) - 1) - (1 << bits - 1)
