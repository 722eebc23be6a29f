"""The common part of both forms: answers read off the bits of packed margins."""

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
    """The answers about w_t, read off `shortfall`, which each form defines: limits less margins.

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
    _mistake_flags: bytes | None = None  # of w_t, once they were asked for

    def shortfall(self, block: int) -> int:
        """Return the limits of a block less the margins of w_t."""
        raise NotImplementedError

    def first_mistake_in_order(self, first: int, begin: int, end: int) -> int:
        """Return the first i of begin, ..., end - 1 with a mistake at first + i, or else `end`."""
        lanes, i = self.lanes, begin
        size, bits = lanes.sizes[0], 8 * lanes.k
        while i < end:
            block, lane = divmod(first + i, size)
            signs = lanes.signs[block]  # shifted down, they leave out the first `lane` examples
            mistakes = self.shortfall(block) & (signs >> bits * lane if lane else signs)
            if mistakes:  # the highest bit is that of the first one; later examples are below it
                below = (mistakes.bit_length() - 1) // bits
                return min(end, i + lanes.sizes[block] - 1 - lane - below)
            i += size - lane
        return end

    def first_mistake_in_any_order(self, visits: Sequence[int], begin: int, end: int) -> int:
        """Return the first i of begin, ..., end - 1 with a mistake at visits[i], or else `end`."""
        is_wrong = self.mistake_flags().__getitem__
        return next(compress(range(begin, end), map(is_wrong, visits[begin:end])), end)

    def count_mistakes(self) -> int:
        """Return how many examples have sign(w_t . x_n) != y_n.     Lecture 2: L2.15"""
        signs = enumerate(self.lanes.signs)
        return sum([bit_count(self.shortfall(block) & bits) for block, bits in signs])

    def margins(self) -> list[int]:
        """Return y_n w_t . x_n for n = 0..N-1.     Lecture 2: L2.7"""
        shortfalls = map(self.shortfall, range(len(self.limits)))
        return self.lanes.unpack(map(sub, self.limits, shortfalls))

    def squared_norm(self, n: int) -> int:
        """Return |x_n|^2, by which a correction raises the margin of n.     Lecture 2: L2.7"""
        return aligned_dot(self.xs[n], self.moves[n])

    def mistake_flags(self) -> bytes:
        """Return a byte for each example: 0 if w_t gets it right."""
        if self._mistake_flags is None:
            lanes, parts = self.lanes, []
            for block, (bits, size) in enumerate(zip(lanes.signs, lanes.sizes)):
                mistakes = self.shortfall(block) & bits
                parts.append(mistakes.to_bytes(lanes.k * size, "big")[:: lanes.k])
            self._mistake_flags = b"".join(parts)
        return self._mistake_flags
