"""Margins, distances from the decision boundary, and the corrections that a mistake needs.
On this site: N.4, N.5, L2.17

The boundary is {x in R^d : w . x + b = 0}. Here w and x have d entries, one for each feature, and
b = w_0 x_0 is the bias. All numbers are exact. A `Length` stores the sign and the square of a
number that may be irrational.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering

from ..dataset import Dataset, checked_dataset
from ..errors import DataError, quote
from ..exact.checks import (
    check_features_match,
    checked_positive,
    checked_sign_of_zero,
    exact_vector,
)
from ..exact.rationals import exact_text, rounded_decimal, square_root
from ..hypothesis import Hypothesis
from ..variants import unnormalized
from ..vectors import add, dot, scale, squared_norm
from .separability import margins_of

__all__ = [
    "Length",
    "corrections_needed",
    "distance",
    "distance_from_origin",
    "functional_margins",
    "geometric_margins",
    "projection",
]


@total_ordering
@dataclass(frozen=True)
class Length:
    """A signed length, sign * sqrt(square), which may be irrational. Comparisons are exact.

    Attributes:
        sign: -1, 0 or +1.
        square: The square of the length.

    >>> Length(-1, Fraction(9, 4)).exact, Length(1, Fraction(2)).exact
    (Fraction(-3, 2), None)
    >>> Length(1, Fraction(2)).approximate
    1.4142135623730951
    >>> Length(1, Fraction(2)) > Length(-1, Fraction(9, 4))
    True
    """

    sign: int
    square: Fraction

    @property
    def exact(self) -> Fraction | None:
        """The length if it is rational, else None."""
        length = square_root(self.square)
        return self.sign * length if length**2 == self.square else None

    @property
    def approximate(self) -> float:
        """The length as a float. Beyond the range of floats it is infinity or 0.0, with its sign.

        `in_words` has no such limits.
        """
        return float(self.in_words(25))

    def in_words(self, digits: int = 12) -> str:
        """Return the length as decimal text, rounded to `digits` significant digits.

        Args:
            digits: The number of significant digits.

        >>> Length(-1, Fraction(2)).in_words(), Length(1, Fraction(2) * 10**800).in_words(3)
        ('-1.41421356237', '1.41E+400')
        """
        # zeros at the end of a rounded root stay, because they are significant digits
        approximation = self.sign * square_root(self.square, 4 * digits + 64)
        return str(rounded_decimal(approximation, digits))

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Length):
            return NotImplemented
        return self.sign * self.square < other.sign * other.square

    def __repr__(self) -> str:
        exact = self.exact
        if exact is not None:
            return f"<Length {exact_text(exact)}>"
        return f"<Length {'-' if self.sign < 0 else ''}sqrt({exact_text(self.square)})>"


def functional_margins(h: Hypothesis, data: Dataset) -> list[Fraction]:
    """Return y_n (w . x_n + b) for every example; the margin of the set is the smallest one.
    On this site: N.5

    Args:
        h: The hypothesis.
        data: The examples, with the features of the hypothesis.

    Raises:
        DataError: If `h` is not a `Hypothesis`, if `data` is not a `Dataset`, or if they do not
            fit together.

    >>> functional_margins(Hypothesis([-5, 3, 4]), Dataset([[1, 1], [0, 0]], [+1, -1]))
    [Fraction(2, 1), Fraction(5, 1)]
    """
    check_features_match(_checked_hypothesis(h), checked_dataset(data))
    margins, unit = margins_of(data, h.w)
    return [margin * unit for margin in margins]


def geometric_margins(h: Hypothesis, data: Dataset) -> list[Length]:
    """Return y_n (w . x_n + b) / ||w|| for every example; the smallest is the margin of the set.
    On this site: N.5

    For a `normalized` set, the x_n before the normalization are used, because the boundary lies in
    their space.

    Args:
        h: The hypothesis.
        data: The examples, with the features of the hypothesis.

    Raises:
        DataError: If `h` is not a `Hypothesis`, if `data` is not a `Dataset`, if they do not fit
            together, or if all of w_1, ..., w_d are 0.

    >>> geometric_margins(Hypothesis([-5, 3, 4]), Dataset([[1, 1], [0, 0]], [+1, -1]))
    [<Length 0.4>, <Length 1>]
    """
    original = unnormalized(checked_dataset(data))
    margins, square = functional_margins(h, original), _squared_norm_of_weights(h)
    return [_divide_by_root(margin, square) for margin in margins]


def distance(h: Hypothesis, x: Iterable[object]) -> Length:
    """Return (w . x + b) / ||w||, the distance of x from the boundary; negative where h is -1.
    On this site: N.5

    Args:
        h: The hypothesis.
        x: d numbers.

    Raises:
        DataError: If `h` is not a `Hypothesis`, if x is not d numbers, or if all of w_1, ..., w_d
            are 0.

    >>> distance(Hypothesis([0, 1, 1]), [1, 1])
    <Length sqrt(2)>
    """
    return _divide_by_root(_checked_hypothesis(h).score(x), _squared_norm_of_weights(h))


def distance_from_origin(h: Hypothesis) -> Length:
    """Return -b / ||w||, the distance of the boundary from the origin, measured along w.
    On this site: N.4

    Args:
        h: The hypothesis.

    Raises:
        DataError: If `h` is not a `Hypothesis`, or if all of w_1, ..., w_d are 0.

    >>> distance_from_origin(Hypothesis([-5, 3, 4]))
    <Length 1>
    """
    return _divide_by_root(_checked_hypothesis(h).threshold, _squared_norm_of_weights(h))


def projection(h: Hypothesis, x: Iterable[object]) -> tuple[Fraction, ...]:
    """Return x - ((w . x + b) / ||w||^2) w, the point of the boundary nearest to x, exact.
    On this site: N.5

    Args:
        h: The hypothesis.
        x: d numbers.

    Raises:
        DataError: If `h` is not a `Hypothesis`, if x is not d numbers, or if all of w_1, ..., w_d
            are 0.

    >>> projection(Hypothesis([0, 1, 1]), [1, 3])
    (Fraction(-1, 1), Fraction(1, 1))
    """
    point, w = exact_vector("x", x, _checked_hypothesis(h).d, ", without x_0"), h.w[1:]
    return tuple(add(point, scale(-h.score(point) / _squared_norm_of_weights(h), w)))


def corrections_needed(
    w: Iterable[object],
    x: Iterable[object],
    y: int,
    eta: object = 1,
    sign_of_zero: int = 0,
) -> int:
    """Return the least k with sign((w + k eta y x) . x) = y: floor(-y w . x / (eta ||x||^2)) + 1.
    Lecture 2: L2.7; on this site: L2.17

    k successive updates on (x, y) correct a mistake of w. If (x, y) is not a mistake, k is 0.
    If sign(0) is y, a score of 0 is enough: k = ceil(-y w . x / (eta ||x||^2)).

    Args:
        w: 1 + d weights.
        x: 1 + d numbers, beginning with x_0.
        y: -1 or +1.
        eta: The learning rate, see `pla`.
        sign_of_zero: The convention for sign(0), see `pla`.

    Raises:
        DataError: If an argument is invalid; and for a mistake at x = 0, because no update changes
            its score.

    >>> corrections_needed([0, -7], [1, 2], +1)
    3
    >>> corrections_needed([0, -5], [1, 2], +1), corrections_needed([0, -5], [1, 2], +1, 1, +1)
    (3, 2)
    """
    w = exact_vector("w", w)
    x = exact_vector("x", x, len(w), f", x_0 first, because w has {len(w):,} weights")
    if y not in (-1, 1):
        raise DataError(f"y: found {quote(y)}; expected -1 or +1")
    margin, growth = y * dot(w, x), checked_positive("eta", eta) * squared_norm(x)
    k = corrections_from_margin(margin, growth, checked_sign_of_zero(sign_of_zero) == y)
    if k is None:
        raise DataError(
            "x: found only zeros; expected at least one other number, because the score of zeros "
            "is 0, whatever w is"
        )
    return k


def corrections_from_margin(margin: Fraction, growth: Fraction, zero_is_right: bool) -> int | None:
    """Return the number of corrections that a margin needs; None if no number is enough.
    On this site: L2.17

    Args:
        margin: y w . x.
        growth: eta ||x||^2, by which each correction raises the margin.
        zero_is_right: True if a margin of 0 is not a mistake.

    >>> corrections_from_margin(Fraction(-14), Fraction(5), zero_is_right=False)
    3
    """
    if margin > 0 or (margin == 0 and zero_is_right):
        return 0
    if growth == 0:
        return None
    quotient = -margin / growth
    return -(-quotient // 1) if zero_is_right else quotient // 1 + 1


def _checked_hypothesis(h: object) -> Hypothesis:
    if not isinstance(h, Hypothesis):
        raise DataError(
            f"found {quote(h)} as the hypothesis; expected a Hypothesis, such as run.hypothesis"
        )
    return h


def _squared_norm_of_weights(h: Hypothesis) -> Fraction:
    """Return ||w||^2, without the bias.

    Raises:
        DataError: If w is 0.
    """
    square = squared_norm(h.w[1:])
    if square == 0:
        raise DataError(
            "found a hypothesis with w_1 = ... = w_d = 0, which has no decision boundary; expected "
            "at least one of w_1, ..., w_d other than 0"
        )
    return square


def _divide_by_root(value: Fraction, square: Fraction) -> Length:
    """Return value / sqrt(square) as a length."""
    return Length((value > 0) - (value < 0), value**2 / square)
