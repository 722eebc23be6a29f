"""The primal form: the run stores w_t, and computes margins from it, one by one or in blocks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from operator import sub
from typing import TYPE_CHECKING

from ..exact.sparse import SparseVector, add_multiple, sumprod
from ..vectors import dot
from .lanes import SharedLanes
from .packed_margins import PackedMargins

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..exact.sparse import Vector
    from .lanes import Lanes

PRIMAL_BLOCK = 256
"""The number of examples in a block. Smaller blocks need more calls; in larger blocks more margins
are computed in vain."""
SINGLE_VISIT_DIVISOR = 128
"""If recent searches were short, a search of examples that are not consecutive visits N/128 of them
singly before it computes all signs.

Measured with random draws on 10,000 x 10 numbers: a run takes 1.6 times as long with 24 in place of
128, and 1.2 times as long with 64."""
_IS_PYPY = sys.implementation.name == "pypy"  # there plain loops are faster than packed columns


class PrimalForm(PackedMargins):
    """w_t, and its margins from the packed columns of the set.     Lecture 2: L2.5, L2.7

    Packing takes about as long as a pass. So the searches of the first run on a set make N/2 single
    visits before they pack the set; `margins` and `count_mistakes` pack it at once. When all
    margins have been computed, they are cached, and after a correction a Gram row updates them.
    This form does not pack sparse and very large sets, and on PyPy it packs no set.

    Args:
        data: See `PlainMargins`.
        start: See `PlainMargins`.
        update_vectors: See `PlainMargins`.
        sign_of_zero: See `PlainMargins`.
    """

    xs: Sequence[Vector]
    update_vectors: Sequence[Vector]
    thresholds: list[int]
    lanes: Lanes

    def __init__(
        self,
        data: Dataset,
        start: Sequence[int],
        update_vectors: Sequence[Vector],
        sign_of_zero: int,
    ) -> None:
        self._data, self.xs, self._ys, self.update_vectors = (
            data,
            data.scaled_rows,
            data.ys,
            update_vectors,
        )
        self._sign_of_zero = sign_of_zero
        self._w: Sequence[int] = start
        is_sparse = isinstance(self.xs[0], SparseVector)
        self._dot: Callable[..., int] = dot if is_sparse else sumprod
        self._may_pack = not is_sparse and not _IS_PYPY
        was_prepared = data._engine is not None  # by an earlier run
        self._visits_before_packing = 0 if was_prepared else data.N // 2
        # a running mean of the number of visits in a search, without the searches by blocks
        self._mean_search_length = 0
        self._safe_updates = 0  # the number of updates before a lane may overflow
        self._cached_differences: list[int] | None = None  # thresholds minus margins
        self._updates_since_caching = self._last_corrected = 0

    def thresholds_minus_margins(self, b: int) -> int:
        """Return the thresholds of block b minus the margins of w_t."""
        if self._cached_differences is not None and not self._updates_since_caching:
            return self._cached_differences[b]
        return self.thresholds[b] - sumprod(self._w, self.lanes.packed_columns[b])

    def is_mistake(self, n: int) -> bool:
        """Tell whether sign(w_t . x_n) != y_n.     Lecture 2: L2.5"""
        y = self._ys[n]
        margin = y * self._dot(self._w, self.xs[n])
        return margin <= 0 and (margin != 0 or y != self._sign_of_zero)

    def first_mistake(self, the_pass: Sequence[int], begin: int, end: int) -> int:
        """Return the first i in range(begin, end) with a mistake at the_pass[i], else `end`.

        Lecture 2: L2.5
        """
        is_consecutive = type(the_pass) is range and the_pass.step == 1
        single_visits = self._visits_before_packing if self._may_pack else end
        short_search = len(self._ys) // SINGLE_VISIT_DIVISOR
        mean_is_short = self._mean_search_length < short_search
        if not is_consecutive and mean_is_short and self._mistake_flags is None:
            single_visits = max(single_visits, short_search)
        packed_begin = min(end, begin + single_visits)
        i = self._first_mistake_one_by_one(the_pass, begin, packed_begin)
        self._visits_before_packing -= min(self._visits_before_packing, i - begin)
        if i == packed_begin < end and self._prepare_lanes():
            if is_consecutive:
                return self.first_mistake_of_consecutive(the_pass[0], i, end)
            self._cache_margins()
            i = self.first_mistake_of_pass(the_pass, i, end)
        elif i == packed_begin:
            i = self._first_mistake_one_by_one(the_pass, i, end)
        self._mean_search_length += (i - begin - self._mean_search_length) // 4
        return i

    def correct_mistake(self, n: int) -> None:
        """Correct the mistake n: w_{t+1} = w_t + eta y_n x_n.     Lecture 2: L2.5

        The update vector includes eta.
        """
        self._w = add_multiple(self._w, self._ys[n], self.update_vectors[n])
        self._safe_updates -= 1
        self._updates_since_caching += 1
        self._mistake_flags, self._last_corrected = None, n

    def count_mistakes(self) -> int:
        """Return the number of examples with sign(w_t . x_n) != y_n.     Lecture 2: L2.15"""
        if self._prepare_lanes():
            self._cache_margins()
            return super().count_mistakes()
        return sum(map(self.is_mistake, range(len(self._ys))))

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n.     Lecture 2: L2.7"""
        return self._ys[n] * self._dot(self._w, self.xs[n])

    def margins(self) -> list[int]:
        """Return y_n w_t . x_n for n = 0..N-1.     Lecture 2: L2.7"""
        if self._prepare_lanes():
            self._cache_margins()
            return super().margins()
        return [self.margin(n) for n in range(len(self._ys))]

    def _first_mistake_one_by_one(self, the_pass: Sequence[int], begin: int, end: int) -> int:
        """Return what `first_mistake` returns, with one dot product for each visit."""
        w, xs, ys, sign_of_zero, dot = self._w, self.xs, self._ys, self._sign_of_zero, self._dot
        for i in range(begin, end):
            n = the_pass[i]
            margin = ys[n] * dot(w, xs[n])
            if margin <= 0 and (margin != 0 or ys[n] != sign_of_zero):
                return i
        return end

    def _cache_margins(self) -> None:
        """Cache the thresholds minus the margins of w_t.

        If the differences of w_{t-1} are cached, a Gram row updates them. Otherwise all are
        computed from w_t.
        """
        if self._cached_differences is None or self._updates_since_caching > 1:
            self._cached_differences = None
            self._cached_differences = [
                self.thresholds_minus_margins(b) for b in range(len(self.thresholds))
            ]
        elif self._updates_since_caching:
            gram_row = self._gram_row(self._last_corrected)
            self._cached_differences = list(map(sub, self._cached_differences, gram_row))
        self._updates_since_caching = 0

    def _prepare_lanes(self) -> bool:
        """Choose lanes that hold the margins of w_t; return True if the set can be packed."""
        if self._may_pack and self._safe_updates <= 0:
            shared = SharedLanes.for_data(self._data, PRIMAL_BLOCK)
            max_change = shared.change_bound(self.update_vectors)
            max_margin = shared.margin_bound(self._w)
            self.lanes = shared.lanes_for(max_margin, max_change)
            self.thresholds = self.lanes.mistake_thresholds(self._sign_of_zero)
            self._safe_updates = (self.lanes.max_abs_margin - max_margin) // max_change
            self._may_pack = self.lanes.can_pack_columns
            self._gram_row = self.lanes.gram_row_function(self.update_vectors)
            self._cached_differences = None
        return self._may_pack
