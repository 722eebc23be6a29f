"""Is D linearly separable? Decided exactly, with a proof either way that can be checked by hand.

It depends on how near conv{y_n x_n}, the hull of the examples signed by their labels, comes to the
origin. Where it keeps away, its nearest point p is the direction of the separator of largest
margin, and |p| is rho. Where p = 0, the weights that mix p from the examples are the proof that no
line separates (Gordan).
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import gcd
from operator import neg

from ..dataset import checked_dataset
from ..exact.rationals import exact_text
from ..vectors import squared_norm, sumprod
from .min_norm_point import nearest_point

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..dataset import Dataset


def separability(
    data: Dataset, *, on_step: Callable[[Step], object] | None = None
) -> Separable | NotSeparable:
    """Return the separator of largest margin with its proof, or the proof that no weights separate.

    on_step: called with a `Step` whenever an example joins those that p is mixed from, to show how
    it goes. What separates has y_n w . x_n > 0 for all n: a tie is a mistake here.
    Lecture 2: L2.8, L2.11, L2.12, L2.13

    >>> from perceptron_ref import example
    >>> separability(example("and"))
    <Separable w_f=(-3, 2, 2) rho2=1/17 bound=51 support=(1, 2, 3)>
    >>> separability(example("xor"))
    <NotSeparable examples=(0, 1, 2, 3) coefficients=(1, 1, 1, 1)>
    """
    checked_dataset(data)
    zs = [x if y > 0 else tuple(map(neg, x)) for x, y in zip(data.scaled_xs, data.ys)]
    steps = 0

    def joined(size: int) -> None:
        nonlocal steps
        steps += 1
        if on_step is not None:
            on_step(Step(steps, size))

    weights, P = nearest_point(zs, on_join=joined)
    support = tuple(sorted(weights))
    if not any(P):
        return NotSeparable(data, support, tuple(weights[n] for n in support))
    common = reduce(gcd, P)
    return Separable(
        data,
        tuple(P_i // common for P_i in P),
        Fraction(squared_norm(P), (sum(weights.values()) * data.scale) ** 2),
        Fraction(max([sumprod(z, z) for z in zs]), data.scale**2),
        support,
        tuple(Fraction(weights[n] * data.scale, common) for n in support),
    )


class Step:
    """How far `separability` is: how often an example joined those that p is mixed from, and how
    many they are now.
    """

    __slots__ = ("steps", "support")

    def __init__(self, steps: int, support: int) -> None:
        self.steps, self.support = steps, support

    def __repr__(self) -> str:
        return f"<Step {self.steps}: {self.support} examples in the support>"


class Separable:
    """D is linearly separable: the separator of largest margin, and what proves it.
    Lecture 2: L2.8, L2.11, L2.12

    All numbers are exact, in the units of the data with x_0 = 1. The margin is the lecture's: w_0
    is part of |w|, as it is not in a support vector machine's. `separable` is True.
    """

    __slots__ = ("_R2", "_coefficients", "_data", "_rho2", "_support", "_w_f")
    separable = True

    def __init__(
        self,
        data: Dataset,
        w_f: tuple[int, ...],
        rho2: Fraction,
        R2: Fraction,
        support: tuple[int, ...],
        coefficients: tuple[Fraction, ...],
    ) -> None:
        self._data, self._w_f, self._rho2, self._R2 = data, w_f, rho2, R2
        self._support, self._coefficients = support, coefficients

    @property
    def data(self) -> Dataset:
        """The examples that the record is about."""
        return self._data

    @property
    def w_f(self) -> tuple[int, ...]:
        """The separator of largest margin, w_0, ..., w_d: ints without a common factor."""
        return self._w_f

    @property
    def rho2(self) -> Fraction:
        """rho^2 = min_n (y_n w_f . x_n)^2 / |w_f|^2, the largest that any weights reach.
        Lecture 2: L2.11
        """
        return self._rho2

    @property
    def R2(self) -> Fraction:
        """R^2 = max_n |x_n|^2.     Lecture 2: L2.11"""
        return self._R2

    @property
    def bound(self) -> Fraction:
        """R^2 / rho^2: from w_0 = 0 PLA makes no more updates than this, whatever the order.
        Lecture 2: L2.12
        """
        return self._R2 / self._rho2

    @property
    def support(self) -> tuple[int, ...]:
        """The examples that fix w_f, at most 1 + d of them, each of smallest margin: indices from
        0, rising.
        """
        return self._support

    @property
    def coefficients(self) -> tuple[Fraction, ...]:
        """c_n > 0 for the examples of the support: w_f = sum_n c_n y_n x_n."""
        return self._coefficients

    def verify(self) -> bool:
        """Tell, by the definitions alone, whether w_f separates and no weights have a larger
        margin.

        Let m = min_n y_n w_f . x_n > 0, attained on all of the support, where w_f = sum_n c_n y_n
        x_n. Any w has |w| |w_f| >= w . w_f = sum_n c_n y_n w . x_n >= (sum_n c_n) min_n y_n w .
        x_n. As |w_f|^2 = m sum_n c_n, its margin min_n y_n w . x_n / |w| is at most |w_f| / sum_n
        c_n = m / |w_f| = rho.     Lecture 2: L2.8, L2.11
        """
        data, w_f, unit = self._data, self._w_f, self._data.scale
        if not _is_mixture(data, self._support, self._coefficients) or len(w_f) != 1 + data.d:
            return False
        margins = [y * sumprod(w_f, x) for x, y in zip(data.scaled_xs, data.ys)]
        m = min(margins)
        return (
            m > 0
            and all(margins[n] == m for n in self._support)
            and _mixed(data, self._support, self._coefficients) == [unit * w_i for w_i in w_f]
            and reduce(gcd, w_f) == 1
            and self._rho2 * unit**2 * squared_norm(w_f) == m**2
            and self._R2 * unit**2 == max([sumprod(x, x) for x in data.scaled_xs])
        )

    def __repr__(self) -> str:
        shown = f"w_f={_brief(self._w_f)} rho2={_brief(self._rho2)} bound={_brief(self.bound)}"
        return f"<Separable {shown} support={_brief(self._support)}>"


class NotSeparable:
    """No weights separate D: some of its examples, signed by their labels and mixed, cancel out
    (Gordan).

    All numbers are exact. `separable` is False.     Lecture 2: L2.13
    """

    __slots__ = ("_coefficients", "_data", "_examples")
    separable = False

    def __init__(
        self, data: Dataset, examples: tuple[int, ...], coefficients: tuple[int, ...]
    ) -> None:
        self._data, self._examples, self._coefficients = data, examples, coefficients

    @property
    def data(self) -> Dataset:
        """The examples that the record is about."""
        return self._data

    @property
    def examples(self) -> tuple[int, ...]:
        """The examples that cancel out, at most d + 2 of them, none of which can be spared: indices
        from 0, rising.
        """
        return self._examples

    @property
    def coefficients(self) -> tuple[int, ...]:
        """a_n > 0 for these examples, ints without a common factor: sum_n a_n y_n x_n = 0."""
        return self._coefficients

    def verify(self) -> bool:
        """Tell, by re-adding, whether sum_n a_n y_n x_n = 0 with all a_n > 0.

        Then sum_n a_n y_n w . x_n = 0 for any w, so not every y_n w . x_n is positive.
        Lecture 2: L2.8, L2.13
        """
        if not _is_mixture(self._data, self._examples, self._coefficients):
            return False
        return not any(_mixed(self._data, self._examples, self._coefficients))

    def __repr__(self) -> str:
        return f"<NotSeparable examples={_brief(self._examples)} coefficients={_brief(self._coefficients)}>"


def _is_mixture(
    data: Dataset, examples: tuple[int, ...], coefficients: tuple[Fraction | int, ...]
) -> bool:
    """Tell whether these are examples of the set, at least one and each once, and as many positive
    coefficients.
    """
    return (
        0 < len(examples) == len(coefficients) == len(set(examples))
        and all(0 <= n < data.N for n in examples)
        and all(c > 0 for c in coefficients)
    )


def _mixed(
    data: Dataset, examples: tuple[int, ...], coefficients: tuple[Fraction | int, ...]
) -> list[Fraction | int]:
    """Return sum_n c_n y_n x_n, times `data.scale`."""
    signed = [c * data.ys[n] for n, c in zip(examples, coefficients)]
    return [sumprod(signed, column) for column in zip(*(data.scaled_xs[n] for n in examples))]


def _brief(numbers: Fraction | tuple[int, ...]) -> str:
    text = (
        f"({', '.join(map(exact_text, numbers))})"
        if isinstance(numbers, tuple)
        else exact_text(numbers)
    )
    return text if len(text) <= 60 else f"{text[:57]}..."
