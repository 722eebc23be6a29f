"""The margins y_n w_t . x_n of a run, and which examples w_t gets wrong: the same ints in any form.

    primal      w_t is at hand. A margin is a dot product, computed when it is asked for: one by
                one, or for a whole block of examples at once, from packed columns.
    dual        All N margins are at hand, packed, and w_t is not. The update that corrects example
                n adds its Gram row to them: y_m y_n x_m . x_n for m = 0..N-1.

Packed columns and Gram rows belong to the set, and all its runs share them: see `packed`. Which
form a run takes is decided by what it costs: see `costs`.
"""

from __future__ import annotations

from itertools import compress
from operator import sub

from ..vectors import sumprod
from .costs import PERIOD, WIDE
from .packed import CODES, bit_count, block_sizes, unpacked, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .packed import Blocks, Packed
    from .weights import Weights

_SIGN = 0x80  # the highest byte of a lane where the highest bit is 1 alone
AHEAD = 100  # updates that lanes are made for, at least


class Pass:
    """A pass over some examples, and how far it is: examples[at] is visited next.

    in_order: whether each example is the one after that before it.
    """

    __slots__ = ("at", "examples", "in_order")

    def __init__(self, examples: Sequence[int]) -> None:
        self.examples, self.at = examples, 0
        self.in_order = type(examples) is range and examples.step == 1


class Margins:
    """The margins of one run: the loop tells every update; the loop, its view and Pocket ask.

    packed: the set's packed columns and Gram rows. weights: those of the run. xs, dot: the examples
        as ints, and the function that multiplies w_t with one.
    first, rest: an update moves the weight of x_0 by `first` times its number in the set, the
        others by `rest` times.
    dual: in dual form, what each margin falls short of its limit by, packed; None in primal form.
        The limit is 2^(8k-1) - 1, or 1 more where 0 is a mistake: the highest bit of a lane is 1
        where the margin is below 0, or is 0 and a mistake.
    counted: the dot products that `count_mistakes` stands for.     Lecture 2: L2.5
    pinned: a form that all runs take, for tests and benchmarks: see `take`.
    """

    pinned = ""

    def __init__(
        self,
        packed: Packed,
        weights: Weights,
        xs: Sequence[Any],
        dot: Callable[[Sequence[int], Any], int],
        sign_of_zero: int,
        first: int,
        rest: int,
    ) -> None:
        self._packed, self._weights, self._xs, self._dot = packed, weights, xs, dot
        self._ys, self._sign_of_zero, self._factors = weights.ys, sign_of_zero, (first, rest)
        self.dual: Blocks | None = None
        self.counted = 0
        self._costs = packed.costs
        self._typical = 0  # how many visits a search takes, about
        self._in_order = True  # whether the last pass was; Pocket's count goes the same way
        self._looked_at = 0  # blocks, since the forms were compared last
        self._asked = 0  # dot products, when they were
        self._rows_made = packed.rows_made
        self._k = self._bits = self._kind = 0  # of a lane: bytes and bits; of Gram rows
        self._safe = 0  # for how many updates the lanes will do
        self._lanes, self._sizes = self._costs.lanes, [0]  # of a block; of each of them
        self._all: list[int] | None = None  # margins of w_t
        self._unpacks = False  # whether all are asked for: some lanes are read off at once
        self._all_signs: bytes | None = None  # of w_t, as `_search` needs them
        self._signs: Blocks = []
        self._limits: Blocks = []
        self._enough = self._costs.worth(0)
        if self.pinned:
            self.take(self.pinned)
        elif self._costs.dual_pays:
            self._begin_dual_form()

    def of(self, n: int) -> int:
        """Return y_n w_t . x_n."""
        if self._all is not None:
            return self._all[n]
        if self.dual is None:
            return self._ys[n] * self._dot(self._weights.entries, self._xs[n])
        block, lane = divmod(n, WIDE)
        below = self._sizes[block] - 1 - lane
        lanes = self._limits[block] + self._signs[block] - self.dual[block] >> self._bits * below
        return (lanes & (1 << self._bits) - 1) - (1 << self._bits - 1)

    def all(self) -> list[int]:
        """Return y_n w_t . x_n for n = 0..N-1."""
        if self._all is None:
            self._looked_at += self._costs.blocks
            self._unpacks = True
            self._all = self._all_margins()
        return self._all

    def _all_margins(self) -> list[int]:
        if self.dual is not None:
            return unpacked(list(map(sub, self._limits, self.dual)), self._sizes, self._k)
        if self._has_blocks:
            k = self._fit_lanes()
            blocks = self._packed.blocks(self._weights.entries, k, self._lanes)
            return unpacked(blocks, self._sizes, k)
        self._costs.one_by_one += len(self._ys)
        w, dot = self._weights.entries, self._dot
        return [y * dot(w, x) for x, y in zip(self._xs, self._ys)]

    def first_mistake(self, visits: Pass, most: int) -> int | None:
        """Go on with the pass to its next mistake and return it; None after `most` visits without.

        That is, sign(w_t . x_n) != y_n.     Lecture 2: L2.5
        """
        examples, start = visits.examples, visits.at
        end = min(len(examples), start + most)
        self._in_order = in_order = visits.in_order
        if self.dual is None:
            found = self._search_in_primal_form(examples, start, end)
        elif in_order:
            found = self._search_in_order(examples[0], start, end)
        else:
            found = self._search(examples, start, end)
        self._looked_at += (
            (found - start) // self._costs.lanes + 1 if in_order else self._costs.blocks
        )
        if found == end:
            visits.at = end
            return None
        visits.at = found + 1
        return examples[found]

    def count_mistakes(self) -> int:
        """Return how many examples have sign(w_t . x_n) != y_n.     Lecture 2: L2.15"""
        N = len(self._ys)
        self.counted += N
        self._looked_at += self._costs.blocks
        if self.dual is not None or self._has_blocks:
            self._fit_lanes()
            if self._in_order:
                return sum([bit_count(self._wrong(block)) for block in range(len(self._sizes))])
            return self._signs_of_all().count(_SIGN)
        margins, at_zero = self._all_margins(), self._sign_of_zero
        return sum([m < 0 or (m == 0 and y != at_zero) for m, y in zip(margins, self._ys)])

    def update(self, n: int) -> None:
        """Go on from w_t to w_{t+1}: the weights have just been told n(t) = n."""
        self._safe -= 1
        self._all = self._all_signs = None
        if self.dual is not None:
            if self._safe < 0:
                self._begin_dual_form()
            else:
                row = self._packed.row(n, self._weights.moves, self._k, self._kind)
                self.dual = list(map(sub, self.dual, row))

    def reconsider(self, asked: int) -> None:
        """Change the form if that pays, after `PERIOD` updates.

        asked: the dot products that the run has asked for so far, without `count_mistakes`.
        """
        if self.pinned:
            return
        asked, made = asked + self.counted, self._packed.rows_made
        changes = self._costs.pays_to_change(
            self.dual is not None,
            self._weights.n[-PERIOD:],
            lambda n: self._packed.has_row(n, self._kind),
            asked - self._asked,
            self._looked_at,
            made - self._rows_made,
            self._k,
        )
        self._asked, self._looked_at, self._rows_made = asked, 0, made
        if changes:
            if self.dual is None:
                self._begin_dual_form()
            else:
                self._begin_primal_form()

    def take(self, form: str) -> None:
        """Take the form from now on, whatever it costs, and keep to it.

        form: "one by one" or "blocks", both primal, or "dual". A sparse set has no blocks.
        """
        self.pinned = form
        if form == "dual":
            self._begin_dual_form()
        else:
            self._begin_primal_form()

    @property
    def _has_blocks(self) -> bool:
        """Whether margins are computed from packed columns in primal form."""
        if self.pinned:
            return self.pinned == "blocks" and self._costs.has_columns
        return self._costs.packs and self._packed.has_room_for_columns(self._fit_lanes())

    def _begin_dual_form(self) -> None:
        """Compute all margins from w_t."""
        k, self._lanes = self._fit_lanes(), WIDE
        self._set_limits()
        margins = self._packed.blocks(self._weights.entries, k, WIDE)
        self.dual = list(map(sub, self._limits, margins))

    def _begin_primal_form(self) -> None:
        """Go on from w_t alone."""
        self.dual, self._lanes = None, self._costs.lanes
        self._set_limits()

    def _search_in_primal_form(self, examples: Sequence[int], start: int, end: int) -> int:
        """Return the first i of start, ..., end - 1 with a mistake at examples[i], or else `end`.

        Some visits are made one by one before the rest is searched packed: none where a search is
        likely to take more of them than a block costs, or all blocks.
        """
        enough = self._enough[0 if self._in_order else 1]
        if self._typical >= enough or self.pinned:
            enough = 0
        packed_from = min(end, start + enough)
        found = self._look_at_each(examples, start, packed_from) if enough else start
        if found == packed_from < end:
            if not self._has_blocks:
                found = self._look_at_each(examples, found, end)
            elif self._in_order:
                found = self._search_in_order(examples[0], found, end)
            else:
                found = self._search(examples, found, end)
        self._typical += (found - start - self._typical) // 4
        return found

    def _look_at_each(self, examples: Sequence[int], start: int, end: int) -> int:
        """Search by one dot product for each visit."""
        w, xs, ys, sign_of_zero = self._weights.entries, self._xs, self._ys, self._sign_of_zero
        dot, found = self._dot, end
        for i, n in enumerate(examples[start:end], start):
            margin = ys[n] * dot(w, xs[n])
            if margin <= 0 and (margin or ys[n] != sign_of_zero):
                found = i
                break
        self._costs.one_by_one += found - start
        return found

    def _search_in_order(self, first: int, start: int, end: int) -> int:
        """Search consecutive examples, examples[i] = first + i, block by block."""
        i, lanes = start, self._lanes
        while i < end:
            block, lane = divmod(first + i, lanes)
            wrong = self._wrong(block, lane)
            if wrong:  # the highest bit is that of the first mistake
                below = (wrong.bit_length() - 1) // self._bits
                return min(end, i + self._sizes[block] - 1 - lane - below)
            i += lanes - lane
        return end

    def _search(self, examples: Sequence[int], start: int, end: int) -> int:
        """Search examples in any order, by the signs of all."""
        is_wrong = self._signs_of_all().__getitem__
        return next(compress(range(start, end), map(is_wrong, examples[start:end])), end)

    def _signs_of_all(self) -> bytes:
        """Return `_SIGN` for every example that w_t gets wrong, 0 for the others."""
        if self._all_signs is None:
            k, signs = self._fit_lanes(), []
            for block, size in enumerate(self._sizes):
                signs.append(self._wrong(block).to_bytes(k * size, "big")[::k])
            self._all_signs = b"".join(signs)
        return self._all_signs

    def _wrong(self, block: int, lane: int = 0) -> int:
        """Return the sign bits of those examples of the block, from that lane on, that w_t gets
        wrong.
        """
        if self.dual is not None:
            short = self.dual[block]
        else:
            columns = self._packed.columns(self._fit_lanes(), self._lanes)
            short = self._limits[block] - sumprod(self._weights.entries, columns[block])
        signs = self._signs[block]
        return short & (signs >> self._bits * lane if lane else signs)

    def _fit_lanes(self) -> int:
        """Choose lanes that hold the margins of w_t and of the next weights, whatever is corrected;
        return their bytes.
        """
        if not self._k or self._safe < 0:
            reach = self._packed.reach(self._weights.entries)
            growth = self._packed.growth(*self._factors)
            k = width(reach + AHEAD * growth)
            if self._unpacks and k < 8:
                k = min(size for size in CODES if size >= k)
            self._safe = ((1 << 8 * k - 1) - 2 - reach) // growth
            if k != self._k:
                self._k, self._bits = k, 8 * k
                self._kind = self._packed.kind(k, *self._factors)
                self._enough = self._costs.worth(k)
                self._set_limits()
        return self._k

    def _set_limits(self) -> None:
        """Prepare what `_wrong` needs for the lanes and blocks in use."""
        if self._k:
            self._sizes = block_sizes(self._costs.N, self._lanes)
            self._signs, self._limits = self._packed.limits(
                self._k, self._lanes, self._sign_of_zero
            )
