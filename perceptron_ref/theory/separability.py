"""Linear separability, decided exactly, with a proof either way that can be checked by hand.

The answer lies in conv{y_n x_n}, the hull of the examples signed by their labels, and in p, its
point nearest to the origin, a mixture of some of them. Where p != 0, it is the direction of the
separator of largest margin, and |p| is rho. Where p = 0, the shares of the mixture are a
certificate that no line separates. (Gordan's theorem: either some w has y_n w . x_n > 0 for all n,
or a mixture of the y_n x_n is 0, never both.)
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import gcd
from operator import neg

from ..dataset import checked_dataset
from ..exact.rationals import exact_text
from ..exact.sparse import SparseVector, product
from ..exact.values import as_ints
from ..notebook import Shown
from ..variants import without_zeros
from ..vectors import squared_norm, sumprod
from .linear_system import primitive
from .min_norm_point import min_norm_point

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..dataset import Dataset


def separability(
    data: Dataset, *, on_step: Callable[[Step], object] | None = None
) -> Separable | NotSeparable | Undecided:
    """Return the separator of largest margin with its proof, or the proof that no weights separate.
    Lecture 2: L2.8, L2.11, L2.12, L2.13

    Weights separate if y_n w . x_n > 0 for all n: a tie is a mistake here. on_step: called with a
    `Step` whenever p has come nearer to the origin, and again and again meanwhile, to show
    progress. If it raises StopIteration, the answer is `Undecided`, with what is known.

    >>> from perceptron_ref import example
    >>> separability(example("and"))
    <Separable w_f=(-3, 2, 2) rho2=1/17 bound=51 support=(1, 2, 3)>
    >>> separability(example("xor"))
    <NotSeparable examples=(0, 1, 2, 3) coefficients=(1, 1, 1, 1)>
    """
    less, left = without_zeros(checked_dataset(data))
    found = _found(less, on_step)
    if less is not data:  # what is 0 in all examples is 0 in p, too
        found.data = data
        if not isinstance(found, NotSeparable) and found.w_f is not None:
            found.w_f = SparseVector(left, found.w_f).dense(1 + data.d)
    return found


def _found(
    data: Dataset, on_step: Callable[[Step], object] | None
) -> Separable | NotSeparable | Undecided:
    """Search, and return the answer, or what is known when `on_step` stops it."""
    zs = [x if y > 0 else tuple(map(neg, x)) for x, y in zip(data.scaled_xs, data.ys)]
    met = _Met(on_step, _shortest(data))
    try:
        # P = sum_n shares[n] z_n, which has p's direction
        shares, P = min_norm_point(zs, on_step=met.came_to, on_digit=met.tick)
    except StopIteration:
        w_f = primitive(met.widest) if any(met.widest) and _least(data, met.widest) else None
        mixture, coefficients = zip(*sorted(met.shares.items()))
        return Undecided(data, met.step.steps, w_f, mixture, coefficients)
    support = tuple(sorted(shares))
    if not any(P):
        return NotSeparable(data, support, tuple(shares[n] for n in support))
    w_f = primitive(P)
    return Separable(
        data,
        w_f,
        rho2=Fraction(squared_norm(P), (sum(shares.values()) * data.scale) ** 2),
        R2=R2(data),
        support=support,
        coefficients=tuple(Fraction(shares[n] * data.scale, reduce(gcd, P)) for n in support),
    )


class _Met:
    """What the search has met so far, for when `on_step` stops it.

    step: the last. shares: the mixture that it came to. widest: the P of largest margin, about; a P
    of zeros before one was met that may separate.
    """

    def __init__(self, on_step: Callable[[Step], object] | None, shortest: int) -> None:
        self.on_step, self.step, self.shares = on_step, Step(0, 0), {shortest: 1}
        self.widest: Sequence[int] = (0,)
        self.margin2 = Fraction(0)

    def came_to(self, shares: dict[int, int], P: list[int], least: int) -> None:
        """Take note of a step, and call `on_step`. least: about the least z_n . P."""
        self.step, self.shares = Step(self.step.steps + 1, len(shares)), shares
        if least > 0 and Fraction(least**2, squared_norm(P)) > self.margin2:
            self.widest, self.margin2 = P, Fraction(least**2, squared_norm(P))
        self.tick()

    def tick(self) -> None:
        """Call `on_step`."""
        if self.on_step is not None:
            self.on_step(self.step)


def R2(data: Dataset) -> Fraction:
    """Return R^2 = max_n |x_n|^2, in the units of the data.     Lecture 2: L2.10

    >>> from perceptron_ref import example
    >>> R2(example("and"))
    Fraction(3, 1)
    """
    return Fraction(max([product(x, x) for x in data.rows]), data.scale**2)


class Step:
    """The progress of `separability`.

    steps: how often p came nearer to the origin. support: how many examples it is mixed from.
    """

    __slots__ = ("steps", "support")

    def __init__(self, steps: int, support: int) -> None:
        self.steps, self.support = steps, support

    def __repr__(self) -> str:
        return f"<Step {self.steps}: {self.support} examples in the support>"


class Separable(Shown):
    """D is linearly separable: the separator of largest margin, and what proves it.
    Lecture 2: L2.8, L2.11, L2.12

    All numbers are exact, in the units of the data. The margin is the lecture's: w_0
    is part of |w|, as it is not in a support vector machine's. `separable` is True.

    data: the examples. w_f: the separator, w_0, ..., w_d: ints without a common factor.
    rho2: rho^2 = min_n (y_n w_f . x_n)^2 / |w_f|^2, the largest that any weights reach.
    R2: R^2 = max_n |x_n|^2.
    support: the examples that fix w_f, at most 1 + d of them, each of smallest margin, rising.
    coefficients: c_n > 0 for the examples of the support: w_f = sum_n c_n y_n x_n.
    """

    __slots__ = ("R2", "coefficients", "data", "rho2", "support", "w_f")
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
        self.data, self.w_f, self.rho2, self.R2 = data, w_f, rho2, R2
        self.support, self.coefficients = support, coefficients

    @property
    def bound(self) -> Fraction:
        """R^2 / rho^2: from w_0 = 0 PLA makes no more updates than this, whatever the order.
        Lecture 2: L2.12
        """
        return self.R2 / self.rho2

    def verify(self) -> bool:
        """Tell, by the definitions, whether w_f separates and no weights have a larger margin.

        Let m = min_n y_n w_f . x_n > 0, attained on all of the support; w_f = sum_n c_n y_n x_n.
        For any w, |w| |w_f| >= w . w_f = sum_n c_n y_n w . x_n >= (sum_n c_n) min_n y_n w . x_n.
        For w_f itself that is |w_f|^2 = m sum_n c_n. So the margin of w, min_n y_n w . x_n / |w|,
        is at most |w_f| / sum_n c_n = m / |w_f| = rho.     Lecture 2: L2.8, L2.11
        """
        data, w_f = self.data, self.w_f
        if not _is_mixture(data, self.support, self.coefficients) or len(w_f) != 1 + data.d:
            return False
        margins = [y * score for score, y in zip(data._scores(w_f), data.ys)]
        least = min(margins)
        m = Fraction(least, data.scale)
        return (
            m > 0
            and all(margins[n] == least for n in self.support)
            and list(w_f) == _mixed(data, self.support, self.coefficients)
            and self.rho2 == m**2 / squared_norm(w_f)
            and self.R2 == R2(data)
            and reduce(gcd, w_f) == 1
        )

    def __repr__(self) -> str:
        shown = f"w_f={_brief(self.w_f)} rho2={_brief(self.rho2)} bound={_brief(self.bound)}"
        return f"<Separable {shown} support={_brief(self.support)}>"


class NotSeparable(Shown):
    """A certificate that no w separates D: a mixture of y_n x_n that is 0.     Lecture 2: L2.13

    All numbers are exact. `separable` is False.

    data: the examples. examples: those in the mixture, at most d + 2 of them, rising; without any
    of them the others do not cancel out.
    coefficients: a_n > 0 for these, ints without a common factor: sum_n a_n y_n x_n = 0.
    """

    __slots__ = ("coefficients", "data", "examples")
    separable = False

    def __init__(
        self, data: Dataset, examples: tuple[int, ...], coefficients: tuple[int, ...]
    ) -> None:
        self.data, self.examples, self.coefficients = data, examples, coefficients

    def verify(self) -> bool:
        """Tell, by adding, whether sum_n a_n y_n x_n = 0, all a_n > 0.     Lecture 2: L2.8, L2.13

        Then sum_n a_n y_n w . x_n = 0 for any w, so not every y_n w . x_n is positive.
        """
        return _is_mixture(self.data, self.examples, self.coefficients) and not any(
            _mixed(self.data, self.examples, self.coefficients)
        )

    def __repr__(self) -> str:
        coefficients = _brief(self.coefficients)
        return f"<NotSeparable examples={_brief(self.examples)} coefficients={coefficients}>"


class Undecided(Shown):
    """The answer of a `separability` that was stopped: bounds on rho^2 from both sides.

    `separable` is True where w_f separates, so that the largest margin alone is unknown; else None.

    data: the examples. steps: how many were made.
    w_f: the weights of largest margin that were met, ints without a common factor; None where none
    of them separates. least: rho^2 of w_f, (min_n y_n w_f . x_n)^2 / |w_f|^2, or 0.
    most: |p|^2 for the mixture p = sum_n a_n y_n x_n / sum_n a_n that the last step came to.
    mixture: its examples n, rising; coefficients: their a_n, ints > 0.
    R2: R^2 = max_n |x_n|^2.
    """

    __slots__ = ("R2", "coefficients", "data", "least", "mixture", "most", "steps", "w_f")

    def __init__(
        self,
        data: Dataset,
        steps: int,
        w_f: tuple[int, ...] | None,
        mixture: tuple[int, ...],
        coefficients: tuple[int, ...],
    ) -> None:
        self.data, self.steps, self.w_f = data, steps, w_f
        self.mixture, self.coefficients = mixture, coefficients
        self.least, self.most, self.R2 = _least(data, w_f), _most(data, self), R2(data)

    @property
    def separable(self) -> bool | None:
        """True where w_f separates, else None: not decided.     Lecture 2: L2.8"""
        return None if self.w_f is None else True

    @property
    def bound(self) -> Fraction | None:
        """R^2 / least >= R^2 / rho^2, where w_f is known, else None.     Lecture 2: L2.12"""
        return None if self.w_f is None else self.R2 / self.least

    def verify(self) -> bool:
        """Tell, by the definitions, whether least <= rho^2 <= most, and w_f, if any, separates.

        w_f has the margin of which `least` is the square, so the largest is no less. And for any w,
        |w| |p| >= w . p = sum_n a_n y_n w . x_n / sum_n a_n >= min_n y_n w . x_n, so no margin is
        larger than |p|.     Lecture 2: L2.8, L2.11
        """
        data = self.data
        return (
            _is_mixture(data, self.mixture, self.coefficients)
            and (self.w_f is None or len(self.w_f) == 1 + data.d)
            and self.least == _least(data, self.w_f)
            and (self.w_f is None or self.least > 0)
            and self.most == _most(data, self)
            and self.R2 == R2(data)
        )

    def __repr__(self) -> str:
        least, most = _brief(self.least), _brief(self.most)
        known = "separable" if self.separable else "undecided"
        return f"<Undecided {known}: {least} <= rho2 <= {most} after {self.steps} steps>"


def _least(data: Dataset, w: Sequence[int] | None) -> Fraction:
    """Return the square of the margin of w where it separates, or 0."""
    if w is None:
        return Fraction(0)
    least = min([y * score for score, y in zip(data._scores(w), data.ys)])
    return Fraction(max(least, 0) ** 2, squared_norm(w) * data.scale**2)


def _most(data: Dataset, found: Undecided) -> Fraction:
    """Return |p|^2."""
    P = _mixed(data, found.mixture, found.coefficients)
    return squared_norm(P) / sum(found.coefficients) ** 2


def _shortest(data: Dataset) -> int:
    """Return the first n of least |x_n|."""
    lengths = [product(x, x) for x in data.rows]
    return lengths.index(min(lengths))


def _is_mixture(
    data: Dataset, examples: tuple[int, ...], coefficients: Sequence[Fraction | int]
) -> bool:
    """Tell whether these are examples of D, each once, with a coefficient > 0 for each."""
    return (
        0 < len(examples) == len(coefficients) == len(set(examples))
        and all(0 <= n < data.N for n in examples)
        and all(c > 0 for c in coefficients)
    )


def _mixed(
    data: Dataset, examples: tuple[int, ...], coefficients: Sequence[Fraction | int]
) -> list[Fraction]:
    """Return sum_n c_n y_n x_n."""
    shares, multiple = as_ints([Fraction(c) for c in coefficients])
    signed = [share * data.ys[n] for n, share in zip(examples, shares)]
    if data.sparse_xs is not None:
        mixed = [Fraction(0)] * (1 + data.d)
        for n, share in zip(examples, signed):
            for i, value in zip(data.sparse_xs[n].indices, data.sparse_xs[n].values):
                mixed[i] += Fraction(share * value, multiple * data.scale)
        return mixed
    columns = zip(*[data.scaled_xs[n] for n in examples])
    return [Fraction(sumprod(signed, column), multiple * data.scale) for column in columns]


def _brief(numbers: Fraction | tuple[int, ...]) -> str:
    if isinstance(numbers, tuple):
        text = f"({', '.join(map(exact_text, numbers))})"
    else:
        text = exact_text(numbers)
    return text if len(text) <= 60 else f"{text[:57]}..."
