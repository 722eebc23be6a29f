"""Decide linear separability exactly, with a proof of either answer that a reader can check.

Let conv{y_n x_n} be the convex hull of the signed examples y_n x_n, and let p be its point nearest
to the origin. p is a mixture of some y_n x_n: a sum with positive coefficients that add up to 1 (a
convex combination). If p is not 0, it is the direction of the w_f of largest margin, and ||p|| is
rho. If p is 0, the coefficients are a certificate that no line separates. (Gordan's theorem: either
some w has y_n w . x_n > 0 for all n, or a mixture of the y_n x_n is 0, but never both.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from math import gcd
from operator import mul
from typing import Any, ClassVar, Literal, NoReturn, overload

from ..base_classes import Shown
from ..dataset import Dataset, checked_dataset
from ..errors import quote
from ..exact.checks import exact_vector
from ..exact.common_denominator import ints_and_denominator
from ..exact.rationals import count_with_noun, short_text
from ..exact.sparse import add_multiple, scores, squared_norms
from ..hypothesis import Hypothesis
from ..vectors import squared_norm
from .linear_system import divide_by_gcd
from .min_norm_point import Hull, min_norm_point

__all__ = ["NotSeparable", "R2", "Separable", "Separator", "Undecided", "separability"]


@overload
def separability(data: Dataset) -> Separable | NotSeparable: ...
@overload
def separability(
    data: Dataset, *, on_step: Callable[[int, int], object] | None = None
) -> Separable | NotSeparable | Undecided: ...
def separability(
    data: Dataset, *, on_step: Callable[[int, int], object] | None = None
) -> Separable | NotSeparable | Undecided:
    """Return the weights of largest margin with their proof, or a proof that no weights separate.
    Lecture 2: L2.8, L2.11, L2.12, L2.13

    Weights separate if y_n w . x_n > 0 for all n: a score of 0 is a mistake here.

    Args:
        data: The training examples.
        on_step: Called during the computation, to show progress, with two ints: the number of steps
            so far, and the number of examples in the mixture p. Each step brings p nearer to the
            origin, except the first exact step, which may begin at the last point of the floats.
            If it raises StopIteration, the computation stops.

    Returns:
        A `Separable` or a `NotSeparable`; an `Undecided` if `on_step` stopped the computation.

    Raises:
        DataError: If `data` is not a Dataset.

    >>> from perceptron_ref import example
    >>> separability(example("and"))
    <Separable w_f=(-3, 2, 2) rho2=1/17 bound=51 support=(1, 2, 3)>
    >>> separability(example("xor"))
    <NotSeparable examples=(0, 1, 2, 3) coefficients=(1, 1, 1, 1)>
    """
    data = checked_dataset(data)
    # for each step the coefficients of p, and about the signed square of the margin of p
    steps: list[tuple[Mapping[int, int], Fraction]] = []

    def add_step(combination: Mapping[int, int], min_product: int, P_square: int) -> None:
        steps.append((combination, Fraction(min_product * abs(min_product), P_square or 1)))
        report_step()

    def report_step() -> None:
        if steps and on_step is not None:
            on_step(len(steps), len(steps[-1][0]))

    hull = Hull(data.scaled_rows, data.ys, 1 + data.d, report_step)
    try:
        combination = min_norm_point(hull, range(data.N), None, add_step)
    except StopIteration:
        best_combination, _ = max(steps, key=lambda step: step[1])
        w = divide_by_gcd(hull.weighted_sum(best_combination))
        w_f = w if Separator(data, w).separates else None
        return Undecided(data, len(steps), w_f, *zip(*sorted(steps[-1][0].items())))
    P, (support, coefficients) = hull.weighted_sum(combination), zip(*sorted(combination.items()))
    if not any(P):
        return NotSeparable(data, support, coefficients)
    c = Fraction(data.scale, reduce(gcd, P))
    return Separable(data, divide_by_gcd(P), support, tuple([c * a_n for a_n in coefficients]))


def R2(data: Dataset) -> Fraction:
    """Return R^2 = max_n ||x_n||^2, in the units of the data.     Lecture 2: L2.10

    >>> from perceptron_ref import example
    >>> R2(example("and"))
    Fraction(3, 1)
    """
    return Fraction(max(squared_norms(data.scaled_rows)), data.scale**2)


def through_origin_phrase(data: Dataset) -> str:
    """Return " through the origin" if x_0 = 0, because then every line passes through it; else "".

    >>> from perceptron_ref import Dataset
    >>> data = Dataset([[2, 0], [5, 0]], [+1, -1])
    >>> through_origin_phrase(data), through_origin_phrase(data.with_x0(0))
    ('', ' through the origin')
    """
    return "" if data.x0 else " through the origin"


class Separator:
    """Weights w_f and their margins on D, exact, in the units of the data.

    Args:
        data: The training examples D.
        w_f: 1 + d numbers, as `rational` reads them.

    Raises:
        DataError: If w_f is not 1 + d numbers.

    >>> from perceptron_ref import example
    >>> separator = Separator(example("and"), [-3, 2, 2])
    >>> separator.separates, separator.least, separator.rho2, separator.bound
    (True, Fraction(1, 1), Fraction(1, 17), Fraction(51, 1))
    """

    def __init__(self, data: Dataset, w_f: Iterable[object]) -> None:
        self.data = data
        self.w_f: Sequence[Any] = exact_vector("w_f", w_f, 1 + data.d)

    @cached_property
    def least(self) -> Fraction:
        """min_n y_n w_f . x_n.     Lecture 2: L2.8"""
        margins, unit = margins_of(self.data, self.w_f)
        return min(margins) * unit

    @property
    def worst(self) -> int:
        """The smallest n with the smallest y_n w_f . x_n."""
        margins, _ = margins_of(self.data, self.w_f)
        return margins.index(min(margins))

    @property
    def separates(self) -> bool:
        """True if y_n w_f . x_n > 0 for all n.     Lecture 2: L2.8"""
        return self.least > 0

    @property
    def rho2(self) -> Fraction:
        """rho^2 = min_n (y_n w_f . x_n)^2 / ||w_f||^2.     Lecture 2: L2.11

        0 if w_f does not separate.
        """
        return max(self.least, Fraction(0)) ** 2 / (squared_norm(self.w_f) or 1)

    @property
    def R2(self) -> Fraction:
        """R^2 = max_n ||x_n||^2.     Lecture 2: L2.10"""
        return R2(self.data)

    @property
    def bound(self) -> Fraction:
        """R^2 / rho^2. If PLA starts at w_0 = 0, it makes at most this many updates, in any order.
        Lecture 2: L2.12

        Raises:
            ZeroDivisionError: If w_f does not separate, because rho^2 is then 0.
        """
        return self.R2 / self.rho2

    def __repr__(self) -> str:
        separates = "separates" if self.separates else "does not separate"
        return f"<Separator {separates}: least {short_text(self.least)}, for n = {self.worst}>"


@dataclass(eq=False)
class Separable(Separator, Shown):
    """D is linearly separable: the weights w_f of largest margin, with their proof.
    Lecture 2: L2.8, L2.11, L2.12

    All numbers are exact, in the units of the data. The margin is the lecture's: w_0 is part of
    ||w||, unlike in a support vector machine. `separable` is True.

    Attributes:
        data: The training examples.
        w_f: The weights w_0, ..., w_d: ints without a common factor.
        support: At most 1 + d examples that determine w_f, in ascending order. Each has the
            smallest margin.
        coefficients: c_n > 0 for the examples of the support: w_f = sum_n c_n y_n x_n.
    """

    data: Dataset
    w_f: tuple[int, ...]
    support: tuple[int, ...]
    coefficients: tuple[Fraction, ...]
    separable: ClassVar[Literal[True]] = True

    @property
    def hypothesis(self) -> Hypothesis:
        """h(x) = sign(w_f . x), the line of largest margin.     Lecture 2: L2.8"""
        return Hypothesis.learned_on(self.data, self.w_f)

    # Some type checkers do not exclude this class after `if not answer.separable`.
    @property
    def examples(self) -> NoReturn:
        raise AttributeError(
            "examples: a Separable has no such attribute, because w_f separates the data. Only a "
            "NotSeparable has examples that prove that no weights separate the data"
        )

    def verify(self) -> bool:
        """Check from the definitions that w_f separates, and that no weights have a larger margin.

        Let m = min_n y_n w_f . x_n > 0. The examples of the support have this margin, and
        w_f = sum_n c_n y_n x_n. For any w, let m(w) = min_n y_n w . x_n. Then
        ||w|| ||w_f|| >= w . w_f = sum_n c_n y_n w . x_n >= m(w) sum_n c_n. For w = w_f the three
        are equal: ||w_f||^2 = m sum_n c_n. So the margin of w, which is m(w) / ||w||, is at most
        ||w_f|| / sum_n c_n = m / ||w_f|| = rho. Lecture 2: L2.8, L2.11
        """
        data, w_f = self.data, self.w_f
        if (
            not _are_valid_coefficients(data, self.support, self.coefficients)
            or len(w_f) != 1 + data.d
        ):
            return False
        margins, _ = margins_of(data, w_f)
        m, (ints, multiple) = min(margins), ints_and_denominator(self.coefficients)
        return (
            m > 0
            and all(margins[n] == m for n in self.support)
            and [v * multiple * data.scale for v in w_f] == _weighted_sum(data, self.support, ints)
            and reduce(gcd, w_f) == 1
        )

    def __repr__(self) -> str:
        numbers = f"rho2={short_text(self.rho2)} bound={short_text(self.bound)}"
        return f"<Separable w_f={quote(self.w_f)} {numbers} support={quote(self.support)}>"


@dataclass(eq=False)
class NotSeparable(Shown):
    """A certificate that no w separates D: a mixture of some y_n x_n that is 0.
    Lecture 2: L2.13

    All numbers are exact. `separable` is False.

    Attributes:
        data: The training examples.
        examples: At most d + 2 examples, in ascending order. If any one of them is left out, no
            mixture of the others is 0.
        coefficients: a_n > 0 for these examples, ints without a common factor:
            sum_n a_n y_n x_n = 0.
    """

    data: Dataset
    examples: tuple[int, ...]
    coefficients: tuple[int, ...]
    separable: ClassVar[Literal[False]] = False

    # Some type checkers do not exclude this class after `if answer.separable`.
    @property
    def w_f(self) -> NoReturn:
        raise self._missing_attribute_error("w_f")

    @property
    def hypothesis(self) -> NoReturn:
        raise self._missing_attribute_error("hypothesis")

    @property
    def support(self) -> NoReturn:
        raise self._missing_attribute_error("support")

    @property
    def rho2(self) -> NoReturn:
        raise self._missing_attribute_error("rho2")

    @property
    def bound(self) -> NoReturn:
        raise self._missing_attribute_error("bound")

    def _missing_attribute_error(self, name: str) -> AttributeError:
        return AttributeError(
            f"{name}: a NotSeparable has no such attribute, because no weights separate the data. "
            "Its attributes `examples` and `coefficients` prove that"
        )

    def verify(self) -> bool:
        """Check that sum_n a_n y_n x_n = 0, and all a_n > 0.     Lecture 2: L2.8, L2.13

        Then sum_n a_n y_n w . x_n = 0 for any w, so not every y_n w . x_n is positive.
        """
        return _are_valid_coefficients(self.data, self.examples, self.coefficients) and not any(
            _weighted_sum(self.data, self.examples, self.coefficients)
        )

    def __repr__(self) -> str:
        coefficients = quote(self.coefficients)
        return f"<NotSeparable examples={quote(self.examples)} coefficients={coefficients}>"


@dataclass(eq=False)
class Undecided(Shown):
    """The answer of `separability` if it was stopped: a lower and an upper bound on rho^2.

    `separable` is True if w_f separates, so that only the largest margin is unknown; else None.

    Attributes:
        data: The training examples.
        steps: The number of steps before the stop.
        w_f: The weights of largest margin so far, ints without a common factor; None if they do not
            separate.
        mixture: The examples n of the last mixture p = sum_n a_n y_n x_n / sum_n a_n, in ascending
            order.
        coefficients: The a_n of these examples, ints > 0.
    """

    data: Dataset
    steps: int
    w_f: tuple[int, ...] | None
    mixture: tuple[int, ...]
    coefficients: tuple[int, ...]

    @property
    def separable(self) -> Literal[True] | None:
        """True if w_f separates; None if that is not decided.     Lecture 2: L2.8"""
        return None if self.w_f is None else True

    @property
    def hypothesis(self) -> Hypothesis | None:
        """h(x) = sign(w_f . x); None if no weights that separate were found."""
        return None if self.w_f is None else Hypothesis.learned_on(self.data, self.w_f)

    @property
    def rho2_at_least(self) -> Fraction:
        """A lower bound on rho^2: (min_n y_n w_f . x_n)^2 / ||w_f||^2, or 0.  Lecture 2: L2.11"""
        return Fraction(0) if self.w_f is None else Separator(self.data, self.w_f).rho2

    @property
    def rho2_at_most(self) -> Fraction:
        """An upper bound on rho^2: ||p||^2.     Lecture 2: L2.11"""
        P = _weighted_sum(self.data, self.mixture, self.coefficients)
        return Fraction(squared_norm(P), (self.data.scale * sum(self.coefficients)) ** 2)

    @property
    def R2(self) -> Fraction:
        """R^2 = max_n ||x_n||^2.     Lecture 2: L2.10"""
        return R2(self.data)

    @property
    def bound(self) -> Fraction | None:
        """An upper bound on R^2 / rho^2: R^2 / rho2_at_least.     Lecture 2: L2.12

        None if no weights that separate were found.
        """
        return None if self.w_f is None else self.R2 / self.rho2_at_least

    def verify(self) -> bool:
        """Check from the definitions that rho2_at_least <= rho^2 <= rho2_at_most; check w_f, too.

        `rho2_at_least` is the square of the margin of w_f, which is at most the largest margin. For
        any w, let m(w) = min_n y_n w . x_n. Then
        ||w|| ||p|| >= w . p = sum_n a_n y_n w . x_n / sum_n a_n >= m(w), so no margin m(w) / ||w||
        is larger than ||p||. Lecture 2: L2.8, L2.11
        """
        return _are_valid_coefficients(self.data, self.mixture, self.coefficients) and (
            self.w_f is None or (len(self.w_f) == 1 + self.data.d and self.rho2_at_least > 0)
        )

    def __repr__(self) -> str:
        at_least, at_most = short_text(self.rho2_at_least), short_text(self.rho2_at_most)
        steps = count_with_noun(self.steps, "step")
        rho2 = f"{at_least} <= rho2 <= {at_most}"
        return f"<Undecided separable={self.separable}: {rho2} after {steps}>"


def margins_of(data: Dataset, w: Sequence[Any]) -> tuple[list[int], Fraction]:
    """Return y_n w . x_n for n = 0..N-1 as ints, and the unit: int times unit is the margin."""
    ints, multiple = ints_and_denominator(w)
    margins = list(map(mul, data.ys, scores(ints, data.scaled_rows)))
    return margins, Fraction(1, multiple * data.scale)


def _are_valid_coefficients(
    data: Dataset, examples: tuple[int, ...], coefficients: Sequence[Fraction | int]
) -> bool:
    """Tell whether these are different examples of D, each with a coefficient > 0."""
    return (
        0 < len(examples) == len(coefficients) == len(set(examples))
        and all(0 <= n < data.N for n in examples)
        and all(c > 0 for c in coefficients)
    )


def _weighted_sum(data: Dataset, examples: Iterable[int], coefficients: Iterable[int]) -> list[int]:
    """Return sum_n a_n y_n x_n times the scale of the data."""
    total: Sequence[int] = [0] * (1 + data.d)
    for n, a_n in zip(examples, coefficients):
        total = add_multiple(total, a_n * data.ys[n], data.scaled_rows[n])
    return list(total)
