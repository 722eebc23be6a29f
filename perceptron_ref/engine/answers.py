"""The common part of both forms: answers that are read from the bits of packed margins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import sub
from typing import TYPE_CHECKING

from ..exact.sparse import aligned_dot
from .packed import bit_count

if TYPE_CHECKING:
    from ..exact.sparse import Vector
    from .lanes import Lanes


class Answers:
    """The answers about w_t that both forms read from `shortfall`, limits minus margins.

    The highest bit of a lane of `shortfall` is 1 if the example is a mistake.

    Attributes:
        lanes: The lanes of the set.
        limits: A long int for each block, see `Lanes.limits`.
        xs: The examples, see `PlainMargins`.
        moves: The corrections, see `PlainMargins`.
    """

    lanes: Lanes
    limits: list[int]
    xs: Sequence[Vector]
    moves: Sequence[Vector]
    _mistake_flags: bytes | None = None  # of w_t, computed at their first use

    def shortfall(self, block: int) -> int:
        """Return the limits of a block minus the margins of w_t."""
        raise NotImplementedError

    def first_mistake_in_order(self, first: int, begin: int, end: int) -> int:
        """Return the first i with begin <= i < end and a mistake at first + i; `end` if none."""
        lanes, i = self.lanes, begin
        size, bits = lanes.sizes[0], 8 * lanes.k
        while i < end:
            block, lane = divmod(first + i, size)
            signs = lanes.signs[block]  # a shift leaves out the first `lane` examples
            mistakes = self.shortfall(block) & (signs >> bits * lane if lane else signs)
            if mistakes:  # the highest bit is the first mistake; later examples are below it
                below = (mistakes.bit_length() - 1) // bits
                return min(end, i + lanes.sizes[block] - 1 - lane - below)
            i += size - lane
        return end

    def first_mistake_in_any_order(self, visits: Sequence[int], begin: int, end: int) -> int:
        """Return the first i with begin <= i < end and a mistake at visits[i]; `end` if none."""
        is_wrong = self.mistake_flags().__getitem__
        return next(compress(range(begin, end), map(is_wrong, visits[begin:end])), end)

    def count_mistakes(self) -> int:
        """Return the number of examples with sign(w_t . x_n) != y_n.     Lecture 2: L2.15"""
        signs = enumerate(self.lanes.signs)
        return sum([bit_count(self.shortfall(block) & bits) for block, bits in signs])

    def margins(self) -> list[int]:
        """Return y_n w_t . x_n for n = 0..N-1.     Lecture 2: L2.7"""
        shortfalls = map(self.shortfall, range(len(self.limits)))
        return self.lanes.unpack(map(sub, self.limits, shortfalls))

    def squared_norm(self, n: int) -> int:
        """Return x_n . moves[n], by which a correction raises the margin of n.  Lecture 2: L2.7"""
        return aligned_dot(self.xs[n], self.moves[n])

    def mistake_flags(self) -> bytes:
        """Return a byte for each example: 0 if it is right, another value if it is a mistake."""
        if self._mistake_flags is None:
            lanes, parts = self.lanes, []
            for block, (bits, size) in enumerate(zip(lanes.signs, lanes.sizes)):
                mistakes = self.shortfall(block) & bits
                parts.append(mistakes.to_bytes(lanes.k * size, "big")[:: lanes.k])
            self._mistake_flags = b"".join(parts)
        return self._mistake_flags
