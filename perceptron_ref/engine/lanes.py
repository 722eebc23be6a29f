"""The examples of a set, packed: columns and Gram rows, which all runs on the set share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from math import isqrt
from operator import mul, sub
from typing import TYPE_CHECKING, Any

from ..exact.sparse import SparseVector, scores, squared_norms, sumprod
from ..vectors import scale
from .packed import lane_width, pack, pack_columns, sign_bits, unpack

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..exact.sparse import Vector

    Columns = list[list[int]]

MAX_BYTES = 32 << 20  # of the columns of a set, and of its Gram rows
UPDATES_AHEAD = 16  # new lanes hold the margins of at least so many updates


class Lanes:
    """The examples of a set in lanes of k bytes, in blocks of `size` examples.

    Args:
        xs: The examples x_n.
        ys: Their labels y_n.
        bound: The largest absolute value of a number that a lane must hold.
        size: The number of examples in a block; the last block may have fewer.

    Attributes:
        k: The bytes of a lane.
        largest: A limit plus or minus a number up to this fits a lane.
        sizes: The number of examples in each block.
        signs: The highest bits of the lanes, for each block.

    >>> lanes = Lanes([(1, 3), (1, -5)], [+1, -1], bound=100, size=2)
    >>> lanes.unpack(lanes.margins((2, 10))), lanes.k
    ([32, 48], 1)
    """

    xs: Sequence[Any]
    ys: Sequence[int]
    k: int
    largest: int
    sizes: list[int]
    signs: list[int]
    gram_row: Callable[[int], list[int]]

    def __init__(self, xs: Sequence[Any], ys: Sequence[int], bound: int, size: int) -> None:
        self.xs, self.ys, self.k = xs, ys, lane_width(bound)
        self.largest = (1 << 8 * self.k - 1) - 1
        N = len(ys)
        self.sizes = [min(size, N - begin) for begin in range(0, N, size)]
        self.signs = [sign_bits(size, self.k) for size in self.sizes]
        self.gram_row = self.gram_rows(xs)
        self._limits: dict[int, list[int]] = {}
        self._columns: Columns | None = None
        self._examples_by_feature: dict[int, list[tuple[int, int]]] = {}

    @property
    def has_columns(self) -> bool:
        """True if the set is dense, and its columns take at most `MAX_BYTES`."""
        if isinstance(self.xs[0], SparseVector):
            return False
        return len(self.xs) * len(self.xs[0]) * self.k <= MAX_BYTES

    @property
    def columns(self) -> Columns:
        """For each block its 1 + d columns: y_n x_{n,i} for its examples n, packed."""
        if self._columns is None:
            columns = []
            for end, size in zip(accumulate(self.sizes), self.sizes):
                rows, ys = self.xs[end - size : end], self.ys[end - size : end]
                columns.append(pack_columns(rows, ys, self.k))
            self._columns = columns
        return self._columns

    def margins(self, v: Vector) -> list[int]:
        """Return y_n v . x_n for n = 0..N-1, packed, block by block."""
        if self.has_columns:
            return [sumprod(v, columns) for columns in self.columns]
        is_sparse = isinstance(v, SparseVector)
        products = self._sparse_products(v) if is_sparse else scores(v, self.xs)
        return self.pack(list(map(mul, self.ys, products)))

    def pack(self, numbers: Sequence[int]) -> list[int]:
        """Return N numbers, packed, block by block."""
        ends = zip(accumulate(self.sizes), self.sizes)
        return [pack(numbers[end - size : end], size, self.k) for end, size in ends]

    def unpack(self, blocks: Iterable[int]) -> list[int]:
        """Return the N numbers that are packed in these blocks."""
        parts = [unpack(block, size, self.k) for block, size in zip(blocks, self.sizes)]
        return parts[0] if len(parts) == 1 else list(chain.from_iterable(parts))

    def limits(self, sign_of_zero: int) -> list[int]:
        """Return a long int for each block, with 2^(8k-1) in each lane; 1 less if 0 is right there.

        Subtract the margins: the highest bit of a lane is then 1 if the example is a mistake.

        Args:
            sign_of_zero: See `pla`.
        """
        if not sign_of_zero:  # 0 is right nowhere
            return self.signs
        if sign_of_zero not in self._limits:
            right_at_zero = self.pack([int(y == sign_of_zero) for y in self.ys])
            self._limits[sign_of_zero] = list(map(sub, self.signs, right_at_zero))
        return self._limits[sign_of_zero]

    def gram_rows(self, moves: Sequence[Vector]) -> Callable[[int], list[int]]:
        """Return a function of n: Gram row n, packed, y_m y_n x_m . moves[n] for m = 0..N-1.

        A correction by y_n moves[n] adds this row to the margins.
        """

        def row(n: int) -> list[int]:
            return self.margins(scale(self.ys[n], moves[n]))

        return lru_cache(max(1, MAX_BYTES // (self.k * len(self.ys))))(row)

    def gram_row_function(self, moves: Sequence[Vector]) -> Callable[[int], list[int]]:
        """Return `gram_rows` for the moves of a run; runs whose moves are the x_n share one."""
        return self.gram_row if moves is self.xs else self.gram_rows(moves)

    def _sparse_products(self, v: SparseVector) -> list[int]:
        """Return v . x_n for n = 0..N-1; only examples that share a feature with v take time."""
        if not self._examples_by_feature:
            for n, x in enumerate(self.xs):
                for i, x_i in zip(x.indices, x.values):
                    self._examples_by_feature.setdefault(i, []).append((n, x_i))
        scores = [0] * len(self.ys)
        for i, v_i in zip(v.indices, v.values):
            for n, x_i in self._examples_by_feature.get(i, ()):
                scores[n] += v_i * x_i
        return scores


class SharedLanes:
    """The lanes of a set, which its runs share. The set holds this object.

    Args:
        data: The set.
        size: The number of examples in a block.

    Attributes:
        R2: max_n |x_n|^2 of the scaled examples.
    """

    def __init__(self, data: Dataset, size: int) -> None:
        self._rows, self._ys, self._size = data.scaled_rows, data.ys, size
        self._lanes: Lanes | None = None
        self.R2 = max(squared_norms(data.scaled_rows))

    @classmethod
    def for_data(cls, data: Dataset, size: int) -> SharedLanes:
        """Return the shared lanes of a set; the first call makes them."""
        if data._engine is None:
            vars(data)["_engine"] = cls(data, size)
        return data._engine  # type: ignore[no-any-return]

    def reach(self, v: Sequence[int]) -> int:
        """Return a bound on |v . x_n| for all n: |v| max_n |x_n|, by Cauchy and Schwarz."""
        return isqrt(sumprod(v, v) * self.R2) + 1

    def growth(self, moves: Sequence[Vector]) -> int:
        """Return a bound on |moves[m] . x_n| for all m and n, at least 1."""
        if moves is self._rows:
            return self.R2 or 1
        return isqrt(max(squared_norms(moves)) * self.R2) + 1

    def lanes_for(self, reach: int, growth: int) -> Lanes:
        """Return lanes for margins up to `reach`, with room for `UPDATES_AHEAD` more updates."""
        bound = reach + UPDATES_AHEAD * growth
        if self._lanes is None or self._lanes.largest < bound:
            self._lanes = Lanes(self._rows, self._ys, bound, self._size)
        return self._lanes
