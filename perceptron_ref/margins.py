"""The weights w_t, and what PLA asks about them, each question answered by its definition.

This is the lecture's arithmetic, in ints; `engine="plain"` runs it. By default `engine/` gives the
same answers in less time, by tests of its own. The margin of example n is y_n w_t . x_n: positive
where w_t is right about it, negative where it is wrong; for 0 the rule for sign(0) decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import TYPE_CHECKING

from .exact.sparse import product, scores
from .hypothesis import sign
from .vectors import add, dot, scale

if TYPE_CHECKING:
    from .dataset import Dataset
    from .exact.sparse import Vector

__all__ = ["PlainMargins"]


class PlainMargins:
    """Hold w_t, after `correct` w_{t+1}; answer what is asked about it.     Lecture 2: L2.5, L2.7

    data: the examples, as ints. start: w_0. moves: moves[n] is x_n in the unit of w, which may be
        finer than that of the examples, see `Run`; a correction adds y_n moves[n].

    >>> from perceptron_ref import example
    >>> D = example("and")
    >>> w_t = PlainMargins(D, (0, 0, 0), D.scaled_xs, sign_of_zero=0)
    >>> w_t.correct(3)
    >>> w_t.margins(), w_t.count_mistakes(), w_t.first_mistake([3, 2, 1, 0], 0, 4)
    ([-1, -2, -2, 3], 3, 1)
    """

    def __init__(
        self, data: Dataset, start: Sequence[int], moves: Sequence[Vector], sign_of_zero: int
    ) -> None:
        self.xs, self.ys, self.moves, self.sign_of_zero = data.rows, data.ys, moves, sign_of_zero
        self.w = start

    def is_mistake(self, n: int) -> bool:
        """Tell whether sign(w_t . x_n) != y_n.     Lecture 2: L2.5"""
        return sign(dot(self.w, self.xs[n]), self.sign_of_zero) != self.ys[n]

    def first_mistake(self, visits: Sequence[int], begin: int, end: int) -> int:
        """Return the first i of begin, ..., end - 1 with a mistake at visits[i], or else `end`.
        Lecture 2: L2.5
        """
        return next((i for i in range(begin, end) if self.is_mistake(visits[i])), end)

    def correct(self, n: int) -> None:
        """w_{t+1} = w_t + y_n x_n.     Lecture 2: L2.5"""
        self.w = add(self.w, scale(self.ys[n], self.moves[n]))

    def count_mistakes(self) -> int:
        """Return how many examples have sign(w_t . x_n) != y_n.     Lecture 2: L2.15"""
        at_zero, scored = self.sign_of_zero, zip(scores(self.w, self.xs), self.ys)
        return sum([sign(score, at_zero) != y for score, y in scored])

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n.     Lecture 2: L2.7"""
        return self.ys[n] * dot(self.w, self.xs[n])  # type: ignore[no-any-return]

    def margins(self) -> list[int]:
        """Return y_n w_t . x_n for n = 0..N-1.     Lecture 2: L2.7"""
        return list(map(mul, self.ys, scores(self.w, self.xs)))

    def squared_norm(self, n: int) -> int:
        """Return x_n . moves[n], by which a correction raises the margin of n: eta |x_n|^2.
        Lecture 2: L2.7
        """
        return product(self.xs[n], self.moves[n])  # as both may be sparse
