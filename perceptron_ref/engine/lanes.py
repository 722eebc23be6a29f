"""The packed examples of a set, as columns and Gram rows.

Runs whose margins fit the same lanes share the columns, and also the Gram rows if their update
vectors are the x_n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from math import isqrt
from operator import mul, sub

from ..exact.sparse import SparseVector, scores, squared_norms, sumprod
from ..type_checking import TYPE_CHECKING
from ..vectors import scale
from .packed import bytes_per_lane, pack, pack_columns, sign_mask, unpack

if TYPE_CHECKING:
    from typing import Any

    from ..dataset import Dataset
    from ..exact.sparse import Vector

    Columns = list[list[int]]

# about this many bytes at most, for the packed columns of a set, and for each cache of Gram rows
MAX_CACHE_BYTES = 32 << 20
MIN_SAFE_UPDATES = 16  # new lanes cannot overflow during the next 16 updates


class Lanes:
    """The examples of a set in lanes of k bytes, in blocks of `block_size` examples.

    Args:
        xs: The examples x_n.
        ys: Their labels y_n.
        min_capacity: A lane must hold margins up to this absolute value; it may hold larger ones.
        block_size: The number of examples in a block; the last block may have fewer.

    Attributes:
        k: The number of bytes in a lane.
        capacity: A lane can hold a margin up to this absolute value, and its threshold minus
            the margin.
        block_sizes: The number of examples in each block.
        sign_masks: For each block a long int with 2^(8k-1) in each lane.
        shared_gram_row: A function of n that returns the packed Gram row n for update vectors that
            are the x_n. Runs share it.

    >>> lanes = Lanes([(1, 3), (1, -5)], [+1, -1], min_capacity=100, block_size=2)
    >>> lanes.unpack(lanes.packed_products((2, 10))), lanes.k
    ([32, 48], 1)
    """

    xs: Sequence[Any]
    ys: Sequence[int]
    k: int
    capacity: int
    block_sizes: list[int]
    sign_masks: list[int]
    shared_gram_row: Callable[[int], list[int]]

    def __init__(
        self, xs: Sequence[Any], ys: Sequence[int], min_capacity: int, block_size: int
    ) -> None:
        self.xs, self.ys, self.k = xs, ys, bytes_per_lane(min_capacity)
        self.capacity = (1 << 8 * self.k - 1) - 1
        N = len(ys)
        self.block_sizes = [min(block_size, N - begin) for begin in range(0, N, block_size)]
        self.sign_masks = [sign_mask(size, self.k) for size in self.block_sizes]
        self.shared_gram_row = self._make_gram_row_function(xs)
        self._thresholds: dict[int, list[int]] = {}
        self._packed_columns: Columns | None = None
        self._examples_by_feature: dict[int, list[tuple[int, int]]] = {}

    @property
    def can_pack_columns(self) -> bool:
        """True if the set is dense, and the lanes of its columns take at most `MAX_CACHE_BYTES`."""
        if isinstance(self.xs[0], SparseVector):
            return False
        return len(self.xs) * len(self.xs[0]) * self.k <= MAX_CACHE_BYTES

    @property
    def packed_columns(self) -> Columns:
        """For each block its 1 + d columns. Column i packs y_n x_{n,i} for the examples n."""
        if self._packed_columns is None:
            columns = []
            for end, size in zip(accumulate(self.block_sizes), self.block_sizes):
                rows, ys = self.xs[end - size : end], self.ys[end - size : end]
                columns.append(pack_columns(rows, ys, self.k))
            self._packed_columns = columns
        return self._packed_columns

    def packed_products(self, v: Vector) -> list[int]:
        """Return y_n v . x_n for n = 0..N-1, packed, one long int for each block.

        For v = w_t these are the margins; for v = y_m update_vectors[m] they are Gram row m.
        """
        if self.can_pack_columns:
            return [sumprod(v, columns) for columns in self.packed_columns]
        is_sparse = isinstance(v, SparseVector)
        products = self._sparse_products(v) if is_sparse else scores(v, self.xs)
        return self.pack(list(map(mul, self.ys, products)))

    def pack(self, numbers: Sequence[int]) -> list[int]:
        """Return N numbers, packed, one long int for each block."""
        ends_and_sizes = zip(accumulate(self.block_sizes), self.block_sizes)
        return [pack(numbers[end - size : end], size, self.k) for end, size in ends_and_sizes]

    def unpack(self, packed_blocks: Iterable[int]) -> list[int]:
        """Return N numbers from their long ints, one for each block."""
        blocks_and_sizes = zip(packed_blocks, self.block_sizes)
        lists = [unpack(packed, size, self.k) for packed, size in blocks_and_sizes]
        return lists[0] if len(lists) == 1 else list(chain.from_iterable(lists))

    def mistake_thresholds(self, sign_of_zero: int) -> list[int]:
        """Return the thresholds of the mistakes, one long int for each block.

        The threshold in a lane is 2^(8k-1), or 1 less if a margin of 0 is not a mistake. In the
        thresholds minus the margins, the highest bit of a lane is 1 exactly if the example is a
        mistake.

        Args:
            sign_of_zero: See `pla`.
        """
        if not sign_of_zero:  # a margin of 0 is always a mistake
            return self.sign_masks
        if sign_of_zero not in self._thresholds:
            ones_where_zero_is_right = self.pack([int(y == sign_of_zero) for y in self.ys])
            thresholds = list(map(sub, self.sign_masks, ones_where_zero_is_right))
            self._thresholds[sign_of_zero] = thresholds
        return self._thresholds[sign_of_zero]

    def gram_row_function(self, update_vectors: Sequence[Vector]) -> Callable[[int], list[int]]:
        """Return a function of n: the packed Gram row y_m y_n x_m . update_vectors[n], m = 0..N-1.

        A correction of example n adds this row to the margins. The function caches its rows. If the
        update vectors are the x_n, the function is `shared_gram_row`.
        """
        if update_vectors is self.xs:
            return self.shared_gram_row
        return self._make_gram_row_function(update_vectors)

    def _make_gram_row_function(
        self, update_vectors: Sequence[Vector]
    ) -> Callable[[int], list[int]]:
        """Return a new function of n that returns the packed Gram row n, and caches its rows."""

        def gram_row(n: int) -> list[int]:
            return self.packed_products(scale(self.ys[n], update_vectors[n]))

        return lru_cache(max(1, MAX_CACHE_BYTES // (self.k * len(self.ys))))(gram_row)

    def _sparse_products(self, v: SparseVector) -> list[int]:
        """Return v . x_n for n = 0..N-1, for a sparse set.

        The time depends on N, and on the examples that share a nonzero feature with v.
        """
        if not self._examples_by_feature:
            for n, x in enumerate(self.xs):
                for i, x_i in zip(x.indices, x.values):
                    self._examples_by_feature.setdefault(i, []).append((n, x_i))
        products = [0] * len(self.ys)
        for i, v_i in zip(v.indices, v.values):
            for n, x_i in self._examples_by_feature.get(i, ()):
                products[n] += v_i * x_i
        return products


class SharedLanes:
    """The lanes of a set for its runs. The set refers to this object.

    A run whose margins need wider lanes replaces them for later runs; the others keep their lanes.

    Args:
        data: The set.
        block_size: The number of examples in a block.

    Attributes:
        R2: max_n ||x_n||^2 of the scaled examples.
    """

    def __init__(self, data: Dataset, block_size: int) -> None:
        self._rows, self._ys, self._block_size = data.scaled_rows, data.ys, block_size
        self._lanes: Lanes | None = None
        self.R2 = max(squared_norms(data.scaled_rows))

    @classmethod
    def for_data(cls, data: Dataset, block_size: int) -> SharedLanes:
        """Return the shared lanes of a set; the first call creates them."""
        if data._shared_lanes is None:
            vars(data)["_shared_lanes"] = cls(data, block_size)
        return data._shared_lanes  # type: ignore[no-any-return]

    def margin_bound(self, v: Sequence[int]) -> int:
        """Return an upper bound on abs(v . x_n) for all n: ||v|| R, by Cauchy-Schwarz."""
        return isqrt(sumprod(v, v) * self.R2) + 1

    def change_bound(self, update_vectors: Sequence[Vector]) -> int:
        """Return an upper bound on abs(update_vectors[m] . x_n) for all m and n, at least 1."""
        if update_vectors is self._rows:
            return self.R2 or 1
        return isqrt(max(squared_norms(update_vectors)) * self.R2) + 1

    def lanes_for(self, abs_margin_bound: int, max_change: int) -> Lanes:
        """Return lanes that do not overflow during the next `MIN_SAFE_UPDATES` updates.

        Args:
            abs_margin_bound: An upper bound on the absolute values of the margins.
            max_change: An upper bound on the change of a margin by an update.
        """
        min_capacity = abs_margin_bound + MIN_SAFE_UPDATES * max_change
        if self._lanes is None or self._lanes.capacity < min_capacity:
            self._lanes = Lanes(self._rows, self._ys, min_capacity, self._block_size)
        return self._lanes
