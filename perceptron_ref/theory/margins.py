"""Margins of examples, distances from the decision boundary, and projections on it (N.4, N.5).

The boundary is {x in R^d : w . x + b = 0}: here w and x have d entries, one for each feature, and
b = w_0 x_0 is the bias. What is rational is exact. A length that needs a root is a `Length`: its
sign, its exact square, and a float for people. What is no hypothesis or no data set is a DataError.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import total_ordering
from math import inf

from ..dataset import Dataset, checked_dataset
from ..errors import DataError, shown
from ..exact.rationals import exact_text, root
from ..exact.values import check_fit, exact_vector
from ..hypothesis import Hypothesis
from ..variants import as_given
from ..vectors import add, scale, squared_norm
from .separability import margins_of


@total_ordering
@dataclass(frozen=True)
class Length:
    """A signed length, sign * sqrt(square), which may be irrational; lengths compare exactly.

    sign: -1, 0 or +1. square: a Fraction.

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
        """The length where it is rational, else None."""
        length = root(self.square)
        return self.sign * length if length**2 == self.square else None

    @property
    def approximate(self) -> float:
        """The length as a float, right to its last places; beyond all floats inf, or 0.0, signed.

        `in_words` has its digits however large or small it is.
        """
        try:
            return self.sign * float(root(self.square))
        except OverflowError:
            return self.sign * inf

    def in_words(self, digits: int = 12) -> str:
        """Return the length rounded to that many digits, for people to read.

        >>> Length(-1, Fraction(2)).in_words(), Length(1, Fraction(2) * 10**800).in_words(3)
        ('-1.41421356237', '1.41E+400')
        """
        near = self.sign * root(self.square, 4 * digits + 64)  # zeros at its end are digits, too
        return str(Context(prec=digits).divide(Decimal(near.numerator), Decimal(near.denominator)))

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
    """Return y_n (w . x_n + b) for every example; the margin of the set is the least of them.
    Lecture 2: N.5

    >>> functional_margins(Hypothesis([-5, 3, 4]), Dataset([[1, 1], [0, 0]], [+1, -1]))
    [Fraction(2, 1), Fraction(5, 1)]
    """
    check_fit(_checked(h), checked_dataset(data))
    margins, unit = margins_of(data, h.w)
    return [margin * unit for margin in margins]


def geometric_margins(h: Hypothesis, data: Dataset) -> list[Length]:
    """Return y_n (w . x_n + b) / |w| for every example; the margin of the set is the least of them.
    Lecture 2: N.5

    Of a `normalized` set they are the distances of the x_n as they were given, since the boundary
    is among these.

    >>> geometric_margins(Hypothesis([-5, 3, 4]), Dataset([[1, 1], [0, 0]], [+1, -1]))
    [<Length 0.4>, <Length 1>]
    """
    given = as_given(checked_dataset(data))
    margins, square = functional_margins(h, given), _squared_norm(h)
    return [_over(margin, square) for margin in margins]


def distance(h: Hypothesis, x: Iterable[object]) -> Length:
    """Return (w . x + b) / |w|, the distance of x from the boundary, negative on the side of -1.
    Lecture 2: N.5

    >>> distance(Hypothesis([0, 1, 1]), [1, 1])
    <Length sqrt(2)>
    """
    return _over(_checked(h).score(x), _squared_norm(h))


def distance_from_origin(h: Hypothesis) -> Length:
    """Return -b / |w|, the distance of the boundary from the origin, measured along w.
    Lecture 2: N.4

    >>> distance_from_origin(Hypothesis([-5, 3, 4]))
    <Length 1>
    """
    return _over(_checked(h).threshold, _squared_norm(h))


def projection(h: Hypothesis, x: Iterable[object]) -> tuple[Fraction, ...]:
    """Return x - ((w . x + b) / |w|^2) w, the point of the boundary nearest to x: exact, no root.
    Lecture 2: N.5

    >>> projection(Hypothesis([0, 1, 1]), [1, 3])
    (Fraction(-1, 1), Fraction(1, 1))
    """
    point, w = exact_vector("x", x, _checked(h).d, ", x_0 not among them"), h.w[1:]
    return tuple(add(point, scale(-h.score(point) / _squared_norm(h), w)))


def _checked(h: object) -> Hypothesis:
    if not isinstance(h, Hypothesis):
        raise DataError(
            f"found {shown(h)} as the hypothesis; expected a Hypothesis, as Hypothesis(w) makes"
        )
    return h


def _squared_norm(h: Hypothesis) -> Fraction:
    """Return |w|^2, the bias left out."""
    square = squared_norm(h.w[1:])
    if square == 0:
        raise DataError("found w_1 = ... = w_d = 0; expected weights that draw a boundary")
    return square


def _over(value: Fraction, square: Fraction) -> Length:
    """Return value / |w|. square: |w|^2."""
    return Length((value > 0) - (value < 0), value**2 / square)
