"""The hyperplane with the largest distance from its nearest example.     On this site: N.5

A hard-margin support vector machine finds the same hyperplane. In `separability`, ||w|| includes
w_0. Here it does not include b = w_0 x_0. The hyperplane is half-way between the convex hulls of
the positive and the negative examples, where these are nearest to each other. So w has the
direction of the point nearest to the origin in the hull of all differences x_i - x_j with y_i = +1
and y_j = -1. A few examples determine this point, so the computation begins with one example of
each label. Then, in each step, it adds at most one example of each label.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import count, product
from math import gcd

from ..dataset import Dataset, checked_dataset
from ..errors import DataError
from ..exact.common_denominator import ints_and_denominator
from ..exact.sparse import SparseVector, add_multiple, scores
from ..hypothesis import Hypothesis
from ..type_checking import TYPE_CHECKING
from ..variants import unnormalized
from .linear_system import divide_by_gcd
from .margins import Length, geometric_margins
from .min_norm_point import Hull, min_norm_point
from .separability import Separator, margins_of

if TYPE_CHECKING:
    from ..exact.sparse import Vector

__all__ = ["SvmSeparator", "svm_margin", "svm_separator"]


class SvmSeparator(Separator):
    """The separator with the largest distance from its nearest example, with its proof.
    On this site: N.5

    Attributes:
        data: The training examples.
        w_f: The weights w_0, ..., w_d: ints without a common factor.
        support: The examples that determine the hyperplane, in ascending order. They are nearest to
            it.
        coefficients: c_n > 0 for the examples of the support: w_i = sum_n c_n y_n x_{n,i} for
            i = 1, ..., d, and sum_n c_n y_n = 0.
    """

    def __init__(
        self, data: Dataset, w_f: Sequence[int], coefficients: Mapping[int, Fraction]
    ) -> None:
        super().__init__(data, w_f)
        self.w_f: tuple[int, ...] = tuple(w_f)
        self.support: tuple[int, ...] = tuple(sorted(coefficients))
        self.coefficients: tuple[Fraction, ...] = tuple([coefficients[n] for n in self.support])

    @property
    def hypothesis(self) -> Hypothesis:
        """h(x) = sign(w_f . x)."""
        return Hypothesis.learned_on(self.data, self.w_f)

    @property
    def margin(self) -> Length:
        """min_n y_n (w . x_n + b) / ||w||, where ||w|| excludes b.     On this site: N.5"""
        return min(geometric_margins(self.hypothesis, self.data))

    def verify(self) -> bool:
        """Check from the definitions that no hyperplane has a larger distance.

        Let m = min_n y_n (w . x_n + b) > 0; the examples of the support have it. For any hyperplane
        (v, a) with ||v|| = ||w||, the sum of c_n y_n (v . x_n + a) is v . w <= ||w||^2, because
        sum_n c_n y_n = 0. So its smallest margin is at most ||w||^2 / sum_n c_n, and for (w, b) the
        two are equal.
        """
        (margins, _), total = margins_of(self.data, self.w_f), [Fraction(0)] * (1 + self.data.d)
        for n, c_n in zip(self.support, self.coefficients):
            x = self.data.xs[n]
            total = [t + c_n * self.data.ys[n] * x_i for t, x_i in zip(total, x)]
        return (
            min(margins) > 0
            and all(margins[n] == min(margins) for n in self.support)
            and all(c_n > 0 for c_n in self.coefficients)
            and sum(c * self.data.ys[n] for n, c in zip(self.support, self.coefficients)) == 0
            and tuple(total[1:]) == self.w_f[1:]
        )

    def __repr__(self) -> str:
        return f"<SvmSeparator w_f={self.w_f} margin={self.margin!r} support={self.support}>"


def svm_separator(
    data: Dataset, *, on_step: Callable[[int, int], object] | None = None
) -> SvmSeparator | None:
    """Return the hyperplane with the largest distance from its nearest example, exactly.
    On this site: N.5

    Args:
        data: The training examples; x_0 must not be 0. For a `normalized` set, the x_n before the
            normalization are used.
        on_step: Called during the computation, to show progress, with two ints: the number of steps
            so far, and the number of differences of examples in the combination. If it raises
            StopIteration, the result is None.

    Returns:
        The separator, or None if no hyperplane separates, if all labels are the same, or if
        `on_step` stopped the search.

    Raises:
        DataError: If `data` is not a Dataset, or x_0 = 0.

    >>> from perceptron_ref import example
    >>> svm_separator(example("and"))
    <SvmSeparator w_f=(-3, 2, 2) margin=<Length sqrt(0.125)> support=(1, 2, 3)>
    """
    data = unnormalized(checked_dataset(data))
    if not data.x0:
        raise DataError(
            "found x_0 = 0; expected an x_0 other than 0, because a support vector machine needs a "
            "threshold"
        )
    steps = count(1)

    def report(combination: Mapping[int, int], min_product: int, P_square: int) -> None:
        if on_step is not None:
            on_step(next(steps), len(combination))

    plus, minus = ([n for n in range(data.N) if data.ys[n] == y] for y in (1, -1))
    active_plus, active_minus = {*plus[:1]}, {*minus[:1]}  # the hull is that of their differences
    while active_plus and active_minus:
        pairs = [*product(sorted(active_plus), sorted(active_minus))]
        differences = [_difference(*(data.scaled_rows[n] for n in pair)) for pair in pairs]
        hull = Hull(differences, (1,) * len(pairs), 1 + data.d)
        try:
            combination = min_norm_point(hull, range(len(pairs)), None, report)
        except StopIteration:
            break
        P = hull.weighted_sum(combination)
        if not any(P):
            break  # the hulls of the two labels meet
        score_of = [*scores(P, data.scaled_rows)]
        i, j = min(plus, key=score_of.__getitem__), max(minus, key=score_of.__getitem__)
        min_active_score = min([score_of[n] for n in active_plus])
        max_active_score = max([score_of[n] for n in active_minus])
        if score_of[i] == min_active_score and score_of[j] == max_active_score:
            coefficients = {pairs[k]: a_k for k, a_k in combination.items()}
            return _separator(data, P, score_of[i] + score_of[j], coefficients)
        # Each new example makes ||p|| smaller, so no set of active examples occurs twice. Therefore
        # examples with coefficient 0 can be dropped.
        active_plus = {pairs[k][0] for k in combination} | {i}
        active_minus = {pairs[k][1] for k in combination} | {j}
    return None


def svm_margin(
    data: Dataset, *, on_step: Callable[[int, int], object] | None = None
) -> Length | None:
    """Return the largest min_n y_n (w . x_n + b) / ||w|| of all w and b: that of `svm_separator`.
    On this site: N.5

    Args:
        data: See `svm_separator`.
        on_step: See `svm_separator`.

    Returns:
        The margin; None if `svm_separator` returns None.

    >>> from perceptron_ref import example
    >>> svm_margin(example("and")).in_words(5)
    '0.35355'
    """
    separator = svm_separator(data, on_step=on_step)
    return None if separator is None else separator.margin


def _difference(u: Vector, v: Vector) -> Vector:
    """Return u - v; it is sparse if u and v are sparse."""
    if not isinstance(u, SparseVector) or not isinstance(v, SparseVector):
        return tuple(add_multiple(u, -1, v))
    entries = dict(zip(*u))
    for i, v_i in zip(*v):
        entries[i] = entries.get(i, 0) - v_i
    return SparseVector.from_entries(*zip(*[(entries[i], i) for i in sorted(entries)]))


def _separator(
    data: Dataset,
    P: Sequence[int],
    twice_midpoint_score: int,
    pair_coefficients: Mapping[tuple[int, int], int],
) -> SvmSeparator:
    """Return the separator half-way between the hulls.

    Args:
        data: The training examples.
        P: The weighted sum of the differences, in the units of `scaled_rows`.
        twice_midpoint_score: Twice the score P . x of the point half-way between the hulls, in the
            same units.
        pair_coefficients: The coefficient of each difference (i, j) in P.
    """
    # b is minus the score of the midpoint, divided by `scale` for the units of the data.
    w_0 = Fraction(-twice_midpoint_score, 2 * data.scale) / data.x0
    ints, multiple = ints_and_denominator([w_0, *P[1:]])
    w_f = divide_by_gcd(ints)
    unit = Fraction(multiple, reduce(gcd, ints)) * data.scale
    coefficients: dict[int, Fraction] = {}
    for pair, coefficient in pair_coefficients.items():
        for n in pair:
            coefficients[n] = coefficients.get(n, Fraction(0)) + coefficient * unit
    return SvmSeparator(data, w_f, coefficients)
