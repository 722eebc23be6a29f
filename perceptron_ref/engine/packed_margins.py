"""The common part of both forms: find and count mistakes.

A mistake is a 1 in the highest bit of a lane of the packed thresholds minus margins.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub

from ..exact.sparse import dot_of_equal_indices
from ..type_checking import TYPE_CHECKING
from .packed import bit_count

if TYPE_CHECKING:
    from ..exact.sparse import Vector
    from .lanes import Lanes


class PackedMargins:
    """The base class of both forms, which supply the thresholds minus the margins of w_t.

    In this difference the highest bit of a lane is 1 exactly if the example is a mistake.

    Attributes:
        lanes: The lanes that the run uses; other runs on the set may share them.
        thresholds: A long int for each block, see `Lanes.mistake_thresholds`.
        scaled_rows: The x_n times `Dataset.scale`, as vectors of ints.
        update_vectors: See `PlainMargins`.
    """

    lanes: Lanes
    thresholds: list[int]
    scaled_rows: Sequence[Vector]
    update_vectors: Sequence[Vector]
    _mistake_flags: bytes | None = None  # of w_t, computed when first needed

    def thresholds_minus_margins(self, b: int) -> int:
        """Return the thresholds of block b minus the margins of w_t."""
        raise NotImplementedError

    def first_mistake_by_blocks(self, first_example: int, begin: int, end: int) -> int:
        """Return what `first_mistake` returns for the pass first_example, first_example + 1, ...

        The blocks are read one after another, up to the first that has a mistake.
        """
        lanes, i = self.lanes, begin
        size, lane_bits = lanes.block_sizes[0], 8 * lanes.k
        while i < end:
            b, lane_index = divmod(first_example + i, size)
            mask = lanes.sign_masks[b]  # the shift below excludes the first `lane_index` examples
            searched_mask = mask >> lane_bits * lane_index if lane_index else mask
            mistakes = self.thresholds_minus_margins(b) & searched_mask
            if mistakes:  # the highest bit is the first mistake
                lanes_below = (mistakes.bit_length() - 1) // lane_bits
                return min(end, i + lanes.block_sizes[b] - 1 - lane_index - lanes_below)
            i += size - lane_index
        return end

    def first_mistake_by_flags(self, the_pass: Sequence[int], begin: int, end: int) -> int:
        """Return what `first_mistake` returns for any pass, with the flags of all examples."""
        flags = self.mistake_flags()
        for i in range(begin, end):  # faster than `map`, which calls a function for each flag
            if flags[the_pass[i]] > 127:
                return i
        return end

    def count_mistakes(self) -> int:
        """Return the number of examples with sign(w_t . x_n) != y_n.     Lecture 2: L2.15"""
        return sum(
            [
                bit_count(self.thresholds_minus_margins(b) & mask)
                for b, mask in enumerate(self.lanes.sign_masks)
            ]
        )

    def margins(self) -> list[int]:
        """Return y_n w_t . x_n for n = 0..N-1.     Lecture 2: L2.7"""
        differences = map(self.thresholds_minus_margins, range(len(self.thresholds)))
        return self.lanes.unpack(map(sub, self.thresholds, differences))

    def margin_increase(self, n: int) -> int:
        """Return x_n . update_vectors[n], by which a correction raises margin n.
        Lecture 2: L2.7
        """
        return dot_of_equal_indices(self.scaled_rows[n], self.update_vectors[n])

    def mistake_flags(self) -> bytes:
        """Return the highest byte of each lane: above 127 exactly if the example is a mistake."""
        if self._mistake_flags is None:
            k = self.lanes.k
            block_flags = [
                self.thresholds_minus_margins(b).to_bytes(k * size, "big")[::k]
                for b, size in enumerate(self.lanes.block_sizes)
            ]
            self._mistake_flags = b"".join(block_flags)
        return self._mistake_flags
