"""The dual form: the run stores thresholds minus the N margins of w_t, and does not need w_t."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub

from ..type_checking import TYPE_CHECKING
from .lanes import SharedLanes
from .packed_margins import PackedMargins

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..exact.sparse import Vector
    from .lanes import Lanes

DUAL_BLOCK = 512
"""The number of examples in a block.

A search may read one block, but an update changes all blocks: smaller blocks make searches faster,
and updates slower."""


class DualForm(PackedMargins):
    """Thresholds minus the margins of w_t, packed.     Lecture 2: L2.5, L2.7

    An update raises the margins by a Gram row, so it subtracts this row from the differences.

    Args:
        data: See `PlainMargins`.
        start: See `PlainMargins`.
        update_vectors: See `PlainMargins`.
        sign_of_zero: See `PlainMargins`.
    """

    scaled_rows: Sequence[Vector]
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
        self.scaled_rows, self.update_vectors = data.scaled_rows, update_vectors
        self._sign_of_zero = sign_of_zero
        self._shared = SharedLanes.for_data(data, DUAL_BLOCK)
        self._max_change = self._shared.change_bound(update_vectors)
        self._choose_lanes(self._shared.margin_bound(start) if any(start) else 0)
        packed_start_margins = (
            self.lanes.packed_products(start) if any(start) else [0] * len(self.thresholds)
        )
        self._differences = list(map(sub, self.thresholds, packed_start_margins))

    def _choose_lanes(self, abs_margin_bound: int) -> None:
        """Choose lanes for margins up to a bound, and for at least `MIN_SAFE_UPDATES` updates."""
        self.lanes = lanes = self._shared.lanes_for(abs_margin_bound, self._max_change)
        self.thresholds = lanes.mistake_thresholds(self._sign_of_zero)
        self._gram_row = lanes.gram_row_function(self.update_vectors)
        # the number of updates before a lane may overflow
        self._safe_updates_left = (lanes.capacity - abs_margin_bound) // self._max_change

    def thresholds_minus_margins(self, b: int) -> int:
        """Return the thresholds of block b minus the margins of w_t."""
        return self._differences[b]

    def is_mistake(self, n: int) -> bool:
        """Tell whether sign(w_t . x_n) != y_n.     Lecture 2: L2.5"""
        flags = self._mistake_flags
        return (self.mistake_flags() if flags is None else flags)[n] > 127

    def first_mistake(self, the_pass: Sequence[int], begin: int, end: int) -> int:
        """Return the first i in range(begin, end) with a mistake at the_pass[i], else `end`.

        Lecture 2: L2.5
        """
        if type(the_pass) is range and the_pass.step == 1:
            return self.first_mistake_by_blocks(the_pass[0], begin, end)
        return self.first_mistake_by_flags(the_pass, begin, end)

    def correct_mistake(self, n: int) -> None:
        """Correct the mistake n: w_{t+1} = w_t + eta y_n x_n.     Lecture 2: L2.5

        The update vector includes eta.
        """
        if self._safe_updates_left <= 0:
            margins = self.margins()
            self._choose_lanes(max(map(abs, margins)))
            self._differences = list(map(sub, self.thresholds, self.lanes.pack(margins)))
        self._safe_updates_left -= 1
        self._differences = list(map(sub, self._differences, self._gram_row(n)))
        self._mistake_flags = None

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n.     Lecture 2: L2.7"""
        lanes = self.lanes
        b, lane_index = divmod(n, lanes.block_sizes[0])
        lane_bits = 8 * lanes.k
        # The margins plus 2^(8k-1) are positive, so that a shift and a mask extract one of them.
        positive_lanes = self.thresholds[b] + lanes.sign_masks[b] - self._differences[b]
        shifted = positive_lanes >> lane_bits * (lanes.block_sizes[b] - 1 - lane_index)
        return (shifted & (1 << lane_bits) - 1) - (1 << lane_bits - 1)
