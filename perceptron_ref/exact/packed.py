"""Packed ints: N dot products as one, a column of N numbers being one long int of 64-bit lanes.

Let X_i = sum_n x_{n,i} 2^(64 n) be column i. Then v_0 X_0 + v_1 X_1 + ... + v_d X_d is
sum_n (v . x_n) 2^(64 n), exactly and whatever happens in between, and the same goes for sums of
such ints. As long as all N numbers are below 2^63 in absolute value, they can be read off the
bytes: once 2^63 has been added to each, none is negative, and none borrows from the next. Those 64
bits differ from two's complement, in which a machine holds the number, in the highest bit alone:
`^ zeros` goes from the one to the other. (Where a machine has the highest byte first, the numbers
stand in the other order; nothing depends on it.)
"""

from __future__ import annotations

import sys
from array import array

from ..vectors import sumprod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LIMIT = 1 << 63


class Packed:
    """The columns of N examples, packed. OverflowError where a number is too large for 64 bits.

    xs: at least one sequence of ints, all of the same length. ys: makes them columns of y_n x_n.

    >>> columns = Packed([(1, 3), (1, -5)])
    >>> columns.unpacked(columns.dot((2, 10)))
    array('q', [32, -48])
    """

    __slots__ = ("_N", "_columns", "_largest", "_zeros")

    def __init__(self, xs: Sequence[Sequence[int]], ys: Sequence[int] | None = None) -> None:
        self._N = len(xs)
        self._zeros = _packed([-LIMIT] * self._N)
        columns, largest = [], []
        for i in range(
            len(xs[0])
        ):  # one by one: all as lists would take more memory than the examples
            column = [x[i] for x in xs] if ys is None else [y * x[i] for x, y in zip(xs, ys)]
            columns.append((_packed(column) ^ self._zeros) - self._zeros)
            largest.append(max(map(abs, column)))
        self._columns, self._largest = tuple(columns), tuple(largest)

    def dot(self, v: Sequence[int]) -> int:
        """Return v . x_n for n = 0..N-1, packed: the sum of (v . x_n) 2^(64 n)."""
        return sumprod(v, self._columns)

    def reach(self, v: Sequence[int]) -> int:
        """Return a number that no |v . x_n| exceeds."""
        largest: int = sumprod([abs(v_i) for v_i in v], self._largest)
        return largest

    def unpacked(self, numbers: int) -> array[int]:
        """Return N packed numbers, each below LIMIT in absolute value, one by one."""
        return array(
            "q", ((numbers + self._zeros) ^ self._zeros).to_bytes(8 * self._N, sys.byteorder)
        )


def _packed(numbers: Sequence[int]) -> int:
    return int.from_bytes(array("q", numbers).tobytes(), sys.byteorder)
