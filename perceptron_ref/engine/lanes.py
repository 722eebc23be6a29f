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
from .packed import packed, packed_columns, sign_bits, unpacked, width

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..exact.sparse import Vector

    Columns = list[list[int]]

MOST_BYTES = 32 << 20  # of the columns of a set, and of its Gram rows
AHEAD = 16  # updates that lanes are made for, at least


class Lanes:
    """The examples of a set in lanes of k bytes, in blocks of `size` examples.

    xs, ys: the examples. bound: no number that a lane is to hold is larger in absolute value.
    sizes: how many examples each block has. signs: for each block the highest bits of its lanes.

    >>> lanes = Lanes([(1, 3), (1, -5)], [+1, -1], bound=100, size=2)
    >>> lanes.unpacked(lanes.margins((2, 10))), lanes.k
    ([32, 48], 1)
    """

    def __init__(self, xs: Sequence[Any], ys: Sequence[int], bound: int, size: int) -> None:
        self.xs, self.ys, self.k = xs, ys, width(bound)
        self.most = (1 << 8 * self.k - 1) - 1  # a limit less that, or plus that, fits the lane
        N = len(ys)
        self.sizes = [min(size, N - begin) for begin in range(0, N, size)]
        self.signs = [sign_bits(size, self.k) for size in self.sizes]
        self.row = self.rows_of(xs)
        self._limits: dict[int, list[int]] = {}
        self._columns: Columns | None = None
        self._holders: dict[int, list[tuple[int, int]]] = {}

    @property
    def has_columns(self) -> bool:
        """True if there are columns: not for a sparse set, and not where they take too much."""
        if isinstance(self.xs[0], SparseVector):
            return False
        return len(self.xs) * len(self.xs[0]) * self.k <= MOST_BYTES

    @property
    def columns(self) -> Columns:
        """For each block its 1 + d columns: y_n x_{n,i} for its examples n, packed."""
        if self._columns is None:
            columns = []
            for end, size in zip(accumulate(self.sizes), self.sizes):
                rows, ys = self.xs[end - size : end], self.ys[end - size : end]
                columns.append(packed_columns(rows, ys, self.k))
            self._columns = columns
        return self._columns

    def margins(self, v: Vector) -> list[int]:
        """Return y_n v . x_n for n = 0..N-1, packed, block by block."""
        if self.has_columns:
            return [sumprod(v, columns) for columns in self.columns]
        products = self._of_sparse(v) if isinstance(v, SparseVector) else scores(v, self.xs)
        return self.packed(list(map(mul, self.ys, products)))

    def packed(self, numbers: Sequence[int]) -> list[int]:
        """Return N numbers, packed, block by block."""
        ends = zip(accumulate(self.sizes), self.sizes)
        return [packed(numbers[end - size : end], size, self.k) for end, size in ends]

    def unpacked(self, blocks: Iterable[int]) -> list[int]:
        """Return the N numbers that are packed in these blocks."""
        parts = [unpacked(block, size, self.k) for block, size in zip(blocks, self.sizes)]
        return parts[0] if len(parts) == 1 else list(chain.from_iterable(parts))

    def limits(self, sign_of_zero: int) -> list[int]:
        """Return, for each block, what shows the mistakes when the margins are subtracted from it.

        It has 2^(8k-1) in each lane, or 1 less where a margin of 0 is right. So the highest bit of
        a lane of the difference is 1 if the example is a mistake.
        """
        if sign_of_zero not in self._limits:
            right = self.packed([int(y == sign_of_zero) for y in self.ys])
            self._limits[sign_of_zero] = list(map(sub, self.signs, right))
        return self._limits[sign_of_zero]

    def rows_of(self, moves: Sequence[Vector]) -> Callable[[int], list[int]]:
        """Return the function of n for the Gram row of n, packed: y_m y_n x_m . moves[n] for all m.

        That is what a correction by y_n moves[n] adds to all margins.
        """

        def row(n: int) -> list[int]:
            return self.margins(scale(self.ys[n], moves[n]))

        return lru_cache(max(1, MOST_BYTES // (self.k * len(self.ys))))(row)

    def rows_for(self, moves: Sequence[Vector]) -> Callable[[int], list[int]]:
        """Return that function for a run; runs whose moves are the examples share one."""
        return self.row if moves is self.xs else self.rows_of(moves)

    def _of_sparse(self, v: SparseVector) -> list[int]:
        """Return v . x_n for n = 0..N-1 by the examples in which each feature is not zero."""
        if not self._holders:
            for n, x in enumerate(self.xs):
                for i, x_i in zip(x.indices, x.values):
                    self._holders.setdefault(i, []).append((n, x_i))
        scores = [0] * len(self.ys)
        for i, v_i in zip(v.indices, v.values):
            for n, x_i in self._holders.get(i, ()):
                scores[n] += v_i * x_i
        return scores


class Shared:
    """The part of a set that its runs share: its longest example, and the widest lanes so far.

    data: the set, which holds this for them. size: examples in a block.
    """

    def __init__(self, data: Dataset, size: int) -> None:
        self._rows, self._ys, self._size = data.scaled_rows, data.ys, size
        self._lanes: Lanes | None = None
        self.R2 = max(squared_norms(data.scaled_rows))

    @classmethod
    def of(cls, data: Dataset, size: int) -> Shared:
        """Return what the runs on a set share; it stays with the set."""
        if data._engine is None:
            vars(data)["_engine"] = cls(data, size)
        return data._engine  # type: ignore[no-any-return]

    def reach(self, v: Sequence[int]) -> int:
        """Return a number that no |v . x_n| exceeds: by Cauchy and Schwarz, |v| max_n |x_n|."""
        return isqrt(sumprod(v, v) * self.R2) + 1

    def growth(self, moves: Sequence[Vector]) -> int:
        """Return a number, 1 at least, that no |moves[m] . x_n| exceeds."""
        if moves is self._rows:
            return self.R2 or 1
        return isqrt(max(squared_norms(moves)) * self.R2) + 1

    def lanes_for(self, reach: int, growth: int) -> Lanes:
        """Return lanes for numbers as large as `reach`, and for some that have grown since."""
        bound = reach + AHEAD * growth
        if self._lanes is None or self._lanes.most < bound:
            self._lanes = Lanes(self._rows, self._ys, bound, self._size)
        return self._lanes
