"""Packed ints: many numbers in one long int, so that one operation computes with all of them.

A *lane* of 8 k bits holds a number v with abs(v) < 2^(8k-1). Three packed numbers are the int

    v_0 2^(16k) + v_1 2^(8k) + v_2,

with the first number in the highest lane. Adding two packed ints adds their lanes, and multiplying
a packed int by a number multiplies its lanes.

Machines write v in two's complement: as v if v >= 0, and as v + 2^(8k) if v < 0. If the
highest bit of either form is flipped, the result is v + 2^(8k-1). Let `mask` be the `sign_mask`.
Then `(bits ^ mask) - mask` converts all lanes from two's complement to a packed int at once, and
`(packed + mask) ^ mask` converts them back.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import starmap
from operator import mul
from struct import Struct

_ARRAY_CODES = {1: "b", 2: "h", 4: "i", 8: "q"}  # the type codes of `array`, by bytes of an item
_MAX_ITEM_BYTES = 8  # an int in an `array` takes at most this many bytes


def bytes_per_lane(max_abs: int) -> int:
    """Return the number of bytes in a lane for abs(v) <= max_abs: 1, 2, 4, or a multiple of 8.

    >>> bytes_per_lane(127), bytes_per_lane(128), bytes_per_lane(2**31), bytes_per_lane(2**63)
    (1, 2, 8, 16)
    """
    min_bytes = max_abs.bit_length() // 8 + 1
    multiple_of_8 = -(-min_bytes // _MAX_ITEM_BYTES) * _MAX_ITEM_BYTES
    return min([k for k in _ARRAY_CODES if k >= min_bytes], default=multiple_of_8)


def pack(numbers: Iterable[int], N: int, k: int) -> int:
    """Return N numbers packed in lanes of k bytes.

    >>> pack([1, -1, 3], 3, k=1) == 1 * 2**16 - 1 * 2**8 + 3
    True
    """
    if k in _ARRAY_CODES:
        lane_bytes = _swap_bytes_if_little_endian(array(_ARRAY_CODES[k], numbers)).tobytes()
    else:
        lane_bytes = b"".join([v.to_bytes(k, "big", signed=True) for v in numbers])
    mask = sign_mask(N, k)
    return (int.from_bytes(lane_bytes, "big") ^ mask) - mask


def pack_columns(rows: Sequence[Sequence[int]], ys: Sequence[int], k: int) -> list[int]:
    """Return the packed columns of the y_n x_n: y_0 x_{0,i}, ..., y_{N-1} x_{N-1,i} for each i.

    Args:
        rows: The x_n, dense and of equal length.
        ys: Their labels.
        k: The number of bytes in a lane.

    >>> columns = pack_columns([(1, 3), (1, 5)], [+1, -1], k=1)
    >>> columns == [pack([1, -1], 2, k=1), pack([3, -5], 2, k=1)]
    True
    """
    N, row_length = len(rows), len(rows[0])
    if k not in _ARRAY_CODES:
        return [pack(map(mul, ys, column), N, k) for column in zip(*rows)]
    pack_row = Struct(f"={row_length}{_ARRAY_CODES[k]}").pack
    numbers = _swap_bytes_if_little_endian(
        array(_ARRAY_CODES[k], b"".join(starmap(pack_row, rows)))
    )
    mask = sign_mask(N, k)
    ones_where_negative = pack([int(y < 0) for y in ys], N, k)
    # If y_n = -1, flipping all bits of v makes it -v - 1, and adding 1 makes it -v.
    flip_mask = mask ^ (ones_where_negative * ((1 << 8 * k) - 1))
    raw_columns = [
        int.from_bytes(numbers[i::row_length].tobytes(), "big") for i in range(row_length)
    ]
    return [(column ^ flip_mask) - mask + ones_where_negative for column in raw_columns]


def unpack(packed: int, N: int, k: int) -> list[int]:
    """Return the numbers in N lanes of k bytes.

    >>> unpack(1 * 2**16 - 1 * 2**8 + 3, 3, k=1)
    [1, -1, 3]
    """
    mask = sign_mask(N, k)
    lane_bytes = ((packed + mask) ^ mask).to_bytes(k * N, "big")
    if k in _ARRAY_CODES:
        return _swap_bytes_if_little_endian(array(_ARRAY_CODES[k], lane_bytes)).tolist()
    return [int.from_bytes(lane_bytes[i : i + k], "big", signed=True) for i in range(0, k * N, k)]


@lru_cache(maxsize=8)
def sign_mask(N: int, k: int) -> int:
    """Return N lanes of k bytes; each holds its highest bit, 2^(8k-1).

    >>> sign_mask(2, k=1) == 2**7 + 2**15
    True
    """
    return int.from_bytes((b"\x80" + bytes(k - 1)) * N, "big")


if sys.version_info >= (3, 10):
    bit_count: Callable[[int], int] = int.bit_count
else:

    def bit_count(number: int) -> int:
        """Return how many bits of a number >= 0 are 1.

        >>> bit_count(0b1011)
        3
        """
        return bin(number).count("1")


def _swap_bytes_if_little_endian(numbers: array[int]) -> array[int]:
    """Swap the bytes of each number in place on a little-endian machine; return the array.

    So native numbers become big-endian ones, and big-endian ones become native.
    """
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers
