"""The weights w_t and their margins, computed exactly as the lecture defines them.

The margin of example n is y_n w_t . x_n. It is positive if w_t is right about n, and negative if
w_t is wrong. If it is 0, the rule for sign(0) decides. All numbers are ints.

A run with `engine="plain"` uses this module. By default a run uses `engine/`, which gives the same
answers in less time; tests compare the two. `theory/margins.py` has another kind of margins: the
distances of examples from the line of a hypothesis.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from .exact.sparse import dot_of_equal_indices, scores
from .hypothesis import sign
from .type_checking import TYPE_CHECKING
from .vectors import add, dot, scale

if TYPE_CHECKING:
    from .dataset import Dataset
    from .exact.sparse import Rows, Vector

__all__ = ["PlainMargins"]


class PlainMargins:
    """The weights w_t and their margins; `correct_mistake` makes w_{t+1}.  Lecture 2: L2.5, L2.7

    Args:
        data: The examples.
        start: w_0, as 1 + d ints.
        update_vectors: N vectors of ints. A correction of example n adds y_n update_vectors[n] to
            w. This vector is eta x_n in the unit of w; `start_and_update_vectors` in
            exact/common_denominator.py computes it.
        sign_of_zero: See `pla`.

    >>> from perceptron_ref import example
    >>> D = example("and")
    >>> w_t = PlainMargins(D, (0, 0, 0), D.scaled_xs, sign_of_zero=0)
    >>> w_t.correct_mistake(3)
    >>> w_t.margins(), w_t.count_mistakes(), w_t.first_mistake([3, 2, 1, 0], 0, 4)
    ([-1, -2, -2, 3], 3, 1)
    """

    xs: Rows
    ys: tuple[int, ...]
    w: Sequence[int]
    update_vectors: Sequence[Vector]
    sign_of_zero: int

    def __init__(
        self,
        data: Dataset,
        start: Sequence[int],
        update_vectors: Sequence[Vector],
        sign_of_zero: int,
    ) -> None:
        self.xs, self.ys = data.scaled_rows, data.ys
        self.w, self.update_vectors, self.sign_of_zero = start, update_vectors, sign_of_zero

    def is_mistake(self, n: int) -> bool:
        """Tell whether sign(w_t . x_n) != y_n.     Lecture 2: L2.5"""
        return sign(dot(self.w, self.xs[n]), self.sign_of_zero) != self.ys[n]

    def first_mistake(self, the_pass: Sequence[int], begin: int, end: int) -> int:
        """Return the first i with begin <= i < end such that the_pass[i] is a mistake; else `end`.
        Lecture 2: L2.5
        """
        return next((i for i in range(begin, end) if self.is_mistake(the_pass[i])), end)

    def correct_mistake(self, n: int) -> None:
        """Correct the mistake n: w_{t+1} = w_t + eta y_n x_n.     Lecture 2: L2.5

        The update vector includes eta.
        """
        self.w = add(self.w, scale(self.ys[n], self.update_vectors[n]))

    def count_mistakes(self) -> int:
        """Return the number of examples with sign(w_t . x_n) != y_n.     Lecture 2: L2.15"""
        scores_and_labels = zip(scores(self.w, self.xs), self.ys)
        sign_of_zero = self.sign_of_zero
        # a positive margin is right; only for the others sign(score) is computed
        return sum([y * s <= 0 and sign(s, sign_of_zero) != y for s, y in scores_and_labels])

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n.     Lecture 2: L2.7"""
        return self.ys[n] * dot(self.w, self.xs[n])  # type: ignore[no-any-return]

    def margins(self) -> list[int]:
        """Return y_n w_t . x_n for n = 0, ..., N-1.     Lecture 2: L2.7"""
        return list(map(mul, self.ys, scores(self.w, self.xs)))

    def margin_increase(self, n: int) -> int:
        """Return eta ||x_n||^2, by which a correction of example n raises its margin.
        Lecture 2: L2.7
        """
        # not `dot`, because both vectors may be sparse
        return dot_of_equal_indices(self.xs[n], self.update_vectors[n])
