"""Packed ints: N numbers in one long int, so that N dot products are one.

A *lane* of 8 k bits holds a number v_n with |v_n| < 2^(8k-1). Three numbers, packed, are the int

    v_0 2^(16k) + v_1 2^(8k) + v_2,

the first one in the highest lane. Let X_i be column i of the examples, packed. Then the int
w_0 X_0 + w_1 X_1 + ... + w_d X_d holds w . x_n in lane n for all n: all dot products at once,
exactly and whatever happens in between, as long as each of them fits its lane. Sums of such ints
are sums lane by lane. A negative number borrows from the lane above it; adding 2^(8k-1) to each
lane takes all borrows back, and the highest bit of each lane then says whether its number is >= 0:
a sign is a bit.

The examples are taken in blocks, so that whoever needs few of the N numbers computes few.
"""

from __future__ import annotations

import sys
from _thread import allocate_lock
from array import array
from itertools import starmap
from operator import add, mul, sub
from struct import Struct
from struct import error as StructError

from ..vectors import sumprod
from .cache import Cache
from .costs import WIDE, Costs
from .sparse import SparseVector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .sparse import Vector

    Blocks = list[int]

_LOCK = allocate_lock()
MOST_BYTES = 32 << 20  # of packed columns and Gram rows, for each data set

_EIGHT = 8  # bytes of the longest ints that a machine knows
CODES = {1: "b", 2: "h", 4: "i", 8: "q"}  # of arrays, by the bytes of their ints
_SIGNS = bytes([0] * 128 + [255] * 128)  # of a number's highest byte, its sign as a byte


class Packed:
    """The rows of a set, packed column by column, cached.

    xs: at least one sequence of ints, all of the same length. ys: labels, which make y_n x_n of the
        x_n; +1 by default.
    entries: how many numbers an example has. rows_made: how many Gram rows were computed.
    costs: what runs on the set have asked for.

    >>> packed = Packed([(1, 3), (1, -5)])
    >>> packed.products((2, 10))
    [32, -48]
    >>> packed.blocks((2, 10), k=1, lanes=WIDE)
    [8144]
    >>> 32 * 2**8 - 48
    8144
    """

    __slots__ = (
        "N",
        "_cache",
        "_kinds",
        "_largest",
        "_xs",
        "_ys",
        "costs",
        "entries",
        "rows_made",
    )

    def __init__(self, xs: Sequence[Sequence[int]], ys: Sequence[int] | None = None) -> None:
        self.N, self._xs, self._ys = len(xs), xs, ys or [1] * len(xs)
        self.entries = len(xs[0]) if xs else 0
        self.rows_made = 0
        self._cache = Cache(MOST_BYTES)
        self._largest: list[int] | None = None
        self._kinds: dict[tuple[int, int, int], int] = {}
        self.costs = Costs(self.N, self.entries, has_columns=True)

    @property
    def largest(self) -> list[int]:
        """For i = 0..d a power of 2 that no |x_{n,i}| exceeds, at most twice the largest, or 1."""
        if self._largest is None:
            numbers, size = self._numbers()
            self._largest = _largest(numbers, size, self.N, self.entries)
        return self._largest

    def reach(self, v: Sequence[int]) -> int:
        """Return a number that no |v . x_n| exceeds: sum_i |v_i| max_n |x_{n,i}|."""
        reach: int = sumprod(list(map(abs, v)), self.largest)
        return reach

    def growth(self, first: int, rest: int) -> int:
        """Return a number that no |(first x_{m,0}, rest x_{m,1}, ...) . x_n| exceeds."""
        squares: list[int] = list(map(mul, self.largest, self.largest))
        return first * squares[0] + rest * sum(squares[1:])

    def blocks(self, v: Any, k: int, lanes: int) -> Blocks:
        """Return y_n v . x_n for n = 0..N-1, packed in blocks of so many lanes of k bytes."""
        if self.has_room_for_columns(k):
            return [sumprod(v, columns) for columns in self.columns(k, lanes)]
        products = [y * sumprod(v, x) for x, y in zip(self._xs, self._ys)]
        return packed(products, k, block_sizes(self.N, lanes))

    def has_room_for_columns(self, k: int) -> bool:
        """Tell whether columns in lanes of k bytes may be cached."""
        return self._bytes(self.entries, k) <= self._cache.most

    def _bytes(self, numbers: int, k: int) -> int:
        return self.N * numbers * k * 16 // 15  # Python's ints have 30 bits in 32

    def columns(self, k: int, lanes: int) -> list[tuple[int, ...]]:
        """Return, for each block of so many lanes of k bytes, its 1 + d columns."""
        columns: list[tuple[int, ...]] | None = self._cache.find(("columns", k, lanes))
        if columns is None:
            columns = self._pack(k, block_sizes(self.N, lanes))
            self._cache.keep(("columns", k, lanes), columns, self._bytes(self.entries, k))
        return columns

    def _pack(self, k: int, sizes: Sequence[int]) -> list[tuple[int, ...]]:
        """Pack y_n x_{n,i}: where y_n = -1, turning all bits of v gives -v - 1."""
        numbers, size = self._numbers()
        row = size * self.entries
        negative = ones([y < 0 for y in self._ys], k, sizes)
        turned = [block * ((1 << 8 * k) - 1) for block in negative]
        signs = [sign_bits(size, k) for size in sizes]
        columns = []
        for i in range(self.entries):
            first = size * i
            lanes = bytearray(k * self.N)
            for j in range(1, min(size, k) + 1):  # from the last byte, the lowest one, on
                lanes[k - j :: k] = numbers[first + size - j :: row]
            for j in range(k - size):
                lanes[j::k] = numbers[first::row].translate(_SIGNS)
            blocks = _signed_blocks(lanes, k, sizes, signs, turned)
            columns.append(list(map(add, blocks, negative)))
        return list(zip(*columns))

    def _numbers(self) -> tuple[bytes, int]:
        """Return all numbers, row by row in two's complement, and how many bytes each takes."""
        found: tuple[bytes, int] | None = self._cache.find("numbers")
        if found is None:
            found = self._read_numbers()
            self._cache.keep("numbers", found, len(found[0]))
        return found

    def _read_numbers(self) -> tuple[bytes, int]:
        for size, code in CODES.items():
            try:
                pack = Struct(">" + code * self.entries).pack
                return b"".join(starmap(pack, self._xs)), size
            except StructError:
                pass  # a number is larger than that
        size = width(max([max(max(x), -min(x)) for x in self._xs]))
        return b"".join([_lanes(x, size) for x in self._xs]), size

    def limits(self, k: int, lanes: int, sign_of_zero: int) -> tuple[Blocks, Blocks]:
        """Return, for blocks of so many lanes, their sign bits, and what makes margins show theirs.

        That is 2^(8k-1), or 1 less where a margin of 0 is right: less the margin, it has its
        highest bit where the margin is a mistake's.
        """
        key = "limits", k, lanes, sign_of_zero
        found: tuple[Blocks, Blocks] | None = self._cache.find(key)
        if found is None:
            sizes = block_sizes(self.N, lanes)
            signs = [sign_bits(size, k) for size in sizes]
            right = [sign_of_zero != 0 and y == sign_of_zero for y in self._ys]
            found = signs, list(map(sub, signs, ones(right, k, sizes)))
            self._cache.keep(key, found, self._bytes(2, k))
        return found

    def kind(self, k: int, first: int, rest: int) -> int:
        """Return the key of row 0 in lanes of k bytes, for moves (first x_0, rest x_1, ...).

        That of row n is n more.
        """
        with _LOCK:
            return self._kinds.setdefault((k, first, rest), self.N * len(self._kinds))

    def row(self, n: int, moves: Sequence[Vector], k: int, kind: int) -> Blocks:
        """Return the Gram row of example n: what a correction by y_n moves[n] adds to all margins.

        kind: as `kind` tells it for those moves.
        """
        row: Blocks | None = self._cache.find(kind + n)
        if row is None:
            row = [self._ys[n] * block for block in self.blocks(moves[n], k, WIDE)]
            self._cache.keep(kind + n, row, self._bytes(1, k))
            self.rows_made += 1
        return row

    def has_row(self, n: int, kind: int) -> bool:
        """Tell whether that row is cached."""
        return kind + n in self._cache

    def count_mistakes(self, w: Sequence[int], sign_of_zero: int) -> int:
        """Return how many examples have sign(w . x_n) != y_n.     Lecture 2: L2.14

        >>> Packed([(1, 3), (1, -5)], [+1, +1]).count_mistakes((0, 1), sign_of_zero=0)
        1
        """
        k = width(max(1 + self.reach(w), *self.largest))
        signs, limits = self.limits(k, WIDE, sign_of_zero)
        blocks = self.blocks(w, k, WIDE)
        return sum([bit_count(m - b & s) for m, b, s in zip(limits, blocks, signs)])

    def products(self, v: Sequence[int]) -> list[int]:
        """Return (y_n) v . x_n for n = 0..N-1."""
        k = width(max(self.reach(v), *self.largest))
        return unpacked(self.blocks(v, k, WIDE), block_sizes(self.N, WIDE), k)


class PackedSparse(Packed):
    """The same for rows of which only the nonzeros are held; no columns are packed.

    >>> from perceptron_ref.exact.sparse import SparseVector
    >>> rows = SparseVector((0, 7), (1, 3)), SparseVector((0,), (1,))
    >>> packed = PackedSparse(rows, [+1, -1])
    >>> unpacked(packed.row(0, rows, k=1, kind=0), [2], k=1)
    [10, -1]
    """

    __slots__ = ("_R2", "_holders", "_sparse_xs")

    def __init__(self, xs: Sequence[SparseVector], ys: Sequence[int]) -> None:
        super().__init__((), ys)
        self.N, self._sparse_xs = len(xs), xs
        self.entries = sum([len(x.values) for x in xs]) // self.N
        self.costs = Costs(self.N, self.entries, has_columns=False)
        self._holders: dict[int, list[tuple[int, int]]] | None = None
        self._R2: int | None = None

    @property
    def largest(self) -> list[int]:
        """max_n |x_{n,0}| + ... + |x_{n,d}|, the one number that `reach` needs."""
        if self._largest is None:
            self._largest = [max([sum(map(abs, x.values)) for x in self._sparse_xs])]
        return self._largest

    def reach(self, v: Sequence[int]) -> int:
        """Return a number that no |v . x_n| exceeds: max_i |v_i| max_n sum_i |x_{n,i}|."""
        return max(max(v), -min(v)) * self.largest[0]

    def growth(self, first: int, rest: int) -> int:
        """Return a number that no |(first x_{m,0}, rest x_{m,1}, ...) . x_n| exceeds."""
        if self._R2 is None:  # once for all runs
            self._R2 = max([x.squared_norm() for x in self._sparse_xs])
        return max(first, rest) * max(1, self._R2)  # all may be 0 where x_0 is

    def blocks(self, v: Any, k: int, lanes: int) -> Blocks:
        """Return y_n v . x_n for n = 0..N-1, packed in blocks of so many lanes of k bytes."""
        if isinstance(v, SparseVector):
            scores = [0] * self.N
            holders = self._holders_of_features()
            for i, v_i in zip(v.indices, v.values):
                for n, x_i in holders[i]:
                    scores[n] += v_i * x_i
        else:
            scores = [x.dot(v) for x in self._sparse_xs]
        return packed(list(map(mul, self._ys, scores)), k, block_sizes(self.N, lanes))

    def _holders_of_features(self) -> dict[int, list[tuple[int, int]]]:
        """Return, for each feature, the examples of which it is not zero, with its number there."""
        if self._holders is None:
            holders: dict[int, list[tuple[int, int]]] = {}
            for n, x in enumerate(self._sparse_xs):
                for i, x_i in zip(x.indices, x.values):
                    holders.setdefault(i, []).append((n, x_i))
            self._holders = holders
        return self._holders


def width(bound: int) -> int:
    """Return how many bytes a lane needs for numbers v with |v| <= bound.

    >>> width(127), width(128), width(2**63)
    (1, 2, 9)
    """
    return bound.bit_length() // 8 + 1


def packed(numbers: Sequence[int], k: int, sizes: Sequence[int]) -> Blocks:
    """Return the numbers in lanes of k bytes, in blocks of so many lanes.

    >>> packed([1, -1, 3], 1, [2, 1])
    [255, 3]
    """
    signs = [sign_bits(size, k) for size in sizes]
    return _signed_blocks(_lanes(numbers, k), k, sizes, signs, [0] * len(sizes))


def _signed_blocks(
    lanes: bytes | bytearray, k: int, sizes: Sequence[int], signs: Blocks, turned: Blocks
) -> Blocks:
    """Return lanes in two's complement as packed blocks, after turning the bits that are told."""
    blocks = []
    for unsigned, sign, bits in zip(_unsigned_blocks(lanes, k, sizes), signs, turned):
        block = unsigned ^ bits
        blocks.append(block - ((block & sign) << 1))  # the highest bit of a lane counts negative
    return blocks


def _unsigned_blocks(lanes: bytes | bytearray, k: int, sizes: Sequence[int]) -> Blocks:
    blocks, begin = [], 0
    for size in sizes:
        blocks.append(int.from_bytes(lanes[begin : begin + k * size], "big"))
        begin += k * size
    return blocks


def _largest(numbers: bytes, size: int, rows: int, entries: int) -> list[int]:
    """Return, for each column, a power of 2 that no number in it exceeds in absolute value.

    The bits of a number above its highest one are all alike, so that v ^ 2 v ends where v does; all
    rows are joined into one by halves, `or`.
    """
    joined = int.from_bytes(numbers, "big")
    joined ^= joined << 1
    while rows > 1:
        half = (rows + 1) // 2
        bits = 8 * size * entries * half
        joined, rows = joined >> bits | joined & (1 << bits) - 1, half
    bits, found = 8 * size, []
    for i in range(entries):
        number = joined >> bits * (entries - 1 - i) & (1 << bits) - 1
        found.append(1 << max(number.bit_length() - 1, 0))
    return found


def ones(flags: Sequence[bool], k: int, sizes: Sequence[int]) -> Blocks:
    """Return what `packed` does for numbers that are 0 or 1, in less time.

    >>> ones([True, False, True], 2, [2, 1])
    [65536, 1]
    """
    lanes = bytearray(k * len(flags))
    lanes[k - 1 :: k] = bytes(flags)
    return _unsigned_blocks(lanes, k, sizes)


def unpacked(blocks: Blocks, sizes: Sequence[int], k: int) -> list[int]:
    """Return the numbers in blocks of so many lanes of k bytes.

    >>> unpacked([255, 3], [2, 1], 1)
    [1, -1, 3]
    """
    parts, sign = [], sign_bits(sizes[0], k)
    for block, size in zip(blocks, sizes):
        if size != sizes[0]:
            sign = sign_bits(size, k)
        parts.append(((block + sign) ^ sign).to_bytes(k * size, "big"))  # two's complement
    lanes = b"".join(parts)
    if k > _EIGHT:
        cuts = range(0, len(lanes), k)
        return [int.from_bytes(lanes[i : i + k], "big", signed=True) for i in cuts]
    if k in CODES:
        return _native(array(CODES[k], lanes)).tolist()
    eights = bytearray(_EIGHT * len(lanes) // k)
    for j in range(_EIGHT):
        i = j - (_EIGHT - k)
        eights[j::_EIGHT] = lanes[i::k] if i >= 0 else lanes[::k].translate(_SIGNS)
    return _native(array("q", bytes(eights))).tolist()


if sys.version_info >= (3, 10):
    bit_count = int.bit_count
else:

    def bit_count(number: int) -> int:
        """Return how many bits of a number >= 0 are 1.

        >>> bit_count(0b1011)
        3
        """
        return bin(number).count("1")


def sign_bits(size: int, k: int) -> int:
    """Return so many lanes of k bytes that hold 2^(8k-1) each, their highest bit.

    >>> sign_bits(2, 1) == 2**7 + 2**15
    True
    """
    return int.from_bytes((b"\x80" + bytes(k - 1)) * size, "big")


def block_sizes(N: int, lanes: int) -> list[int]:
    """Return how many of N numbers each block holds: so many, and fewer in the last.

    >>> block_sizes(300, 128)
    [128, 128, 44]
    """
    return [min(lanes, N - begin) for begin in range(0, N, lanes)]


def _lanes(numbers: Sequence[int], k: int) -> bytes:
    """Return the numbers in two's complement, k bytes each, the highest byte first."""
    return b"".join([number.to_bytes(k, "big", signed=True) for number in numbers])


def _native(numbers: array[int]) -> array[int]:
    """Exchange this machine's order of bytes and the highest first, where they differ."""
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers
