"""The primal form: the run stores w_t, and computes margins from it, one by one or in blocks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from operator import sub

from ..exact.sparse import SparseVector, add_multiple, sumprod
from ..type_checking import TYPE_CHECKING
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
singly before it computes the margins of all examples.

Measured with random draws on 10,000 x 10 numbers: with a divisor of 24 a run takes 1.6 times
as long, and with 64 it takes 1.2 times as long."""
_IS_PYPY = sys.implementation.name == "pypy"  # there plain loops are faster than packed columns


class PrimalForm(PackedMargins):
    """w_t, and its margins from the packed columns of the set.     Lecture 2: L2.5, L2.7

    Packing takes about as long as a pass. So as long as no earlier run has packed the set, a run
    makes up to N/2 single visits, in all its searches together, before it packs the set; `margins`
    and `count_mistakes` pack it at once. If the margins of all examples have been computed, they
    are cached, and after a single correction a Gram row updates them; after several corrections all
    are computed from w_t. This form packs neither sparse nor very large sets, and no set on PyPy.

    Args:
        data: See `PlainMargins`.
        start: See `PlainMargins`.
        update_vectors: See `PlainMargins`.
        sign_of_zero: See `PlainMargins`.
    """

    scaled_rows: Sequence[Vector]
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
        self._data, self.scaled_rows, self._ys = data, data.scaled_rows, data.ys
        self.update_vectors, self._sign_of_zero = update_vectors, sign_of_zero
        self._w: Sequence[int] = start
        is_sparse = isinstance(self.scaled_rows[0], SparseVector)
        self._dot: Callable[..., int] = dot if is_sparse else sumprod
        self._may_pack = not is_sparse and not _IS_PYPY
        was_prepared = data._shared_lanes is not None  # by an earlier run
        self._single_visits_left = 0 if was_prepared else data.N // 2
        # the running mean of the visits per search; searches by blocks are not counted
        self._mean_search_length = 0
        self._safe_updates_left = 0  # the number of updates before a lane may overflow
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
        margin = y * self._dot(self._w, self.scaled_rows[n])
        return margin <= 0 and (margin != 0 or y != self._sign_of_zero)

    def first_mistake(self, the_pass: Sequence[int], begin: int, end: int) -> int:
        """Return the first i in range(begin, end) with a mistake at the_pass[i], else `end`.

        Lecture 2: L2.5
        """
        is_consecutive = type(the_pass) is range and the_pass.step == 1
        max_single_visits = self._single_visits_left if self._may_pack else end
        longest_short_search = len(self._ys) // SINGLE_VISIT_DIVISOR
        mean_is_short = self._mean_search_length < longest_short_search
        if not is_consecutive and mean_is_short and self._mistake_flags is None:
            max_single_visits = max(max_single_visits, longest_short_search)
        packed_begin = min(end, begin + max_single_visits)
        i = self._first_mistake_one_by_one(the_pass, begin, packed_begin)
        self._single_visits_left -= min(self._single_visits_left, i - begin)
        if i == packed_begin < end and self._prepare_lanes():
            if is_consecutive:
                return self.first_mistake_by_blocks(the_pass[0], i, end)
            self._update_cached_differences()
            i = self.first_mistake_by_flags(the_pass, i, end)
        elif i == packed_begin:
            i = self._first_mistake_one_by_one(the_pass, i, end)
        self._mean_search_length += (i - begin - self._mean_search_length) // 4
        return i

    def correct_mistake(self, n: int) -> None:
        """Correct the mistake n: w_{t+1} = w_t + eta y_n x_n.     Lecture 2: L2.5

        The update vector includes eta.
        """
        self._w = add_multiple(self._w, self._ys[n], self.update_vectors[n])
        self._safe_updates_left -= 1
        self._updates_since_caching += 1
        self._mistake_flags, self._last_corrected = None, n

    def count_mistakes(self) -> int:
        """Return the number of examples with sign(w_t . x_n) != y_n.     Lecture 2: L2.15"""
        if self._prepare_lanes():
            self._update_cached_differences()
            return super().count_mistakes()
        return sum(map(self.is_mistake, range(len(self._ys))))

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n.     Lecture 2: L2.7"""
        return self._ys[n] * self._dot(self._w, self.scaled_rows[n])

    def margins(self) -> list[int]:
        """Return y_n w_t . x_n for n = 0..N-1.     Lecture 2: L2.7"""
        if self._prepare_lanes():
            self._update_cached_differences()
            return super().margins()
        return [self.margin(n) for n in range(len(self._ys))]

    def _first_mistake_one_by_one(self, the_pass: Sequence[int], begin: int, end: int) -> int:
        """Return what `first_mistake` returns, with one dot product for each visit."""
        w, xs, ys, sign_of_zero, dot_product = (
            self._w,
            self.scaled_rows,
            self._ys,
            self._sign_of_zero,
            self._dot,
        )
        for i in range(begin, end):
            n = the_pass[i]
            margin = ys[n] * dot_product(w, xs[n])
            if margin <= 0 and (margin != 0 or ys[n] != sign_of_zero):
                return i
        return end

    def _update_cached_differences(self) -> None:
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
        if self._may_pack and self._safe_updates_left <= 0:
            shared = SharedLanes.for_data(self._data, PRIMAL_BLOCK)
            max_change = shared.change_bound(self.update_vectors)
            abs_margin_bound = shared.margin_bound(self._w)
            self.lanes = shared.lanes_for(abs_margin_bound, max_change)
            self.thresholds = self.lanes.mistake_thresholds(self._sign_of_zero)
            self._safe_updates_left = (self.lanes.capacity - abs_margin_bound) // max_change
            self._may_pack = self.lanes.can_pack_columns
            self._gram_row = self.lanes.gram_row_function(self.update_vectors)
            self._cached_differences = None
        return self._may_pack
