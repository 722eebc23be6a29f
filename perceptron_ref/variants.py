"""Make a data set from another one: change x_0 or lengths, select examples or features."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .errors import DataError, quote
from .exact.checks import checked_positive, int_or_none
from .exact.common_denominator import inverse_norms, over_common_denominator
from .exact.rationals import checked_rational, rational
from .exact.sparse import SparseVector, scale_first_and_rest
from .type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from .dataset import Dataset

__all__ = ["normalized", "scaled_by", "split", "with_x0"]


def with_x0(data: Dataset, x0: object) -> Dataset:
    """Return the set with another x_0 in front of the same features.     Lecture 2: L2.3

    PLA then takes another path, because x_0 = c changes two numbers: the first term of a score is
    w_0 c instead of w_0, and an update changes this term by c^2 instead of 1. With x_0 = 0 there is
    no threshold, and every line goes through the origin.

    Args:
        data: The set.
        x0: An exact number of any kind, see `rational`.

    Raises:
        DataError: If x0 is not a number. If the set is `normalized`, because its vectors would no
            longer have the length 1.

    >>> from perceptron_ref import Dataset
    >>> with_x0(Dataset([[3], [5]], [-1, +1]), "1/2").scaled_xs
    ((1, 6), (1, 10))
    """
    if data.factors is not None:
        raise DataError(
            "found a normalized set; expected a set that is not normalized. Change x_0 first, as "
            f"in D.with_x0({quote(x0)}).normalized()"
        )
    x_0 = checked_rational("x0", x0)
    if x_0 == data.x0:
        return data
    first_addend, rest_factor = (data.scale * x_0).numerator, (data.scale * x_0).denominator
    rows = [scale_first_and_rest(x, first_addend, rest_factor) for x in data.scaled_rows]
    data_with_x0 = data._copy_with(scaled_rows=rows, x0=x_0)
    return _multiply_rows(data_with_x0, [rational(1) / (rest_factor * data.scale)] * data.N)


def scaled_by(data: Dataset, q: object) -> Dataset:
    """Return the set with every x_n times q, x_0 included.     Lecture 2: L2.5, L2.12

    If PLA starts from w_0 = 0, no score changes its sign. So PLA makes the same updates, w becomes
    q times as long, and R^2/rho^2 does not change. From another start the updates may differ. The
    x_n of a `normalized` set get the length q. `D.scaled_by(q).with_x0(1)` scales only the
    features.

    Args:
        data: The set.
        q: A positive exact number, see `rational`.

    Raises:
        DataError: If q is not a positive number.

    >>> from perceptron_ref import Dataset
    >>> D = scaled_by(Dataset([[3], [5]], [-1, +1]), "1/2")
    >>> D.scaled_xs, D.scale, D.x0
    (((1, 3), (1, 5)), 2, Fraction(1, 2))
    """
    factor = checked_positive("q", q)
    return _multiply_rows(data._copy_with(x0=data.x0 * factor), [factor / data.scale] * data.N)


def normalized(data: Dataset) -> Dataset:
    """Return the set with every x_n, x_0 included, scaled to the length 1.     Lecture 2: L2.10

    1/||x_n|| is irrational for most x_n. So x_n is multiplied by a rational number r_n (see
    `factors`) with abs(r_n ||x_n|| - 1) <= 2^-53. If 1/||x_n|| is rational, r_n equals it, unless
    the common denominator of all such r_n x_n has more than 64 bits. All later arithmetic is exact.

    A positive factor changes no sign of w . x_n. So the separating lines and the mistakes of every
    w stay the same, but the updates of PLA, R and rho change. `x0` does not change, and a
    hypothesis that is learned on this set answers rows that are not normalized.

    Args:
        data: The set.

    Raises:
        DataError: If the length of an x_n is 0, which is possible if x_0 = 0.

    >>> from perceptron_ref import Dataset
    >>> normalized(Dataset([[3, 4], [0, 7]], [-1, +1], x0=0)).xs[0]
    (Fraction(0, 1), Fraction(3, 5), Fraction(4, 5))
    """
    original = unnormalized(data)
    inverses = inverse_norms(original.scaled_rows)
    factors = tuple([inverse * original.scale for inverse in inverses])
    return _multiply_rows(original._copy_with(factors=factors), inverses)


def unnormalized(data: Dataset) -> Dataset:
    """Return the set that `normalized` changed; any other set as it is."""
    if data.factors is None:
        return data
    inverses = [1 / (factor * data.scale) for factor in data.factors]
    return _multiply_rows(data._copy_with(factors=None), inverses)


def split(
    data: Dataset, size: object, *, seed: object = None, stratified: bool = False
) -> tuple[Dataset, Dataset]:
    """Split a set into two, for example for training and testing.

    Args:
        data: The set.
        size: The number of examples in the first set, an int. Or their share, an exact number
            between 0 and 1; the number of examples is then rounded down.
        seed: An int to draw the first set at random, the same on every Python; None for the first
            examples in their order.
        stratified: Whether both sets have the same share of each label, to the nearest example.

    Returns:
        The first set, and the set of all other examples. With a seed the examples of both are in
        the order of the draw, otherwise in the order of the data.

    Raises:
        DataError: If a set would be empty, or an argument cannot be used.

    >>> from perceptron_ref import Dataset
    >>> train, test = split(Dataset([[3], [5], [4], [8]], [-1, +1, -1, +1]), 3)
    >>> train.xs[2], test.N
    ((Fraction(1, 1), Fraction(4, 1)), 1)
    """
    first_size, order = _size_of_first_set(size, data.N), _shuffled_order(data.N, seed)
    first_set = set(order[:first_size])
    if stratified:
        positive, negative = ([n for n in order if data.ys[n] == y] for y in (1, -1))
        positive_size = (2 * first_size * len(positive) + data.N) // (2 * data.N)  # rounded half up
        first_set = {*positive[:positive_size], *negative[: first_size - positive_size]}
    train, test = [n for n in order if n in first_set], [n for n in order if n not in first_set]
    return _select_examples(data, train), _select_examples(data, test)


def _size_of_first_set(size: object, N: int) -> int:
    """Return the number of examples in the first set.

    Raises:
        DataError: If the size cannot be used, or one of the two sets would be empty.
    """
    number = int_or_none(size)
    if number is None:
        try:
            share = rational(size)
        except DataError:
            share = Fraction(0)
        number = int(share * N) if 0 < share < 1 else 0
    if N == 1:
        raise DataError("found 1 example; expected at least 2 examples to split")
    if not 0 < number < N:
        raise DataError(
            f"found {quote(size)} as the size of the first part of {N} examples; expected an int "
            f"from 1 to {N - 1}, or a share between 0 and 1 that leaves no part empty"
        )
    return number


def _shuffled_order(N: int, seed: object) -> list[int]:
    """Return 0, ..., N-1 in the random order of a seed; in ascending order if the seed is None.

    `Random.random` draws the same numbers in all versions of Python.
    """
    if seed is None:
        return list(range(N))
    number = int_or_none(seed)
    if number is None:
        raise DataError(f"seed: found {quote(seed)}; expected an int or None")
    from random import Random  # here, because its import is slow, and few sets are split

    draw = Random(number).random
    return sorted(range(N), key=[draw() for _ in range(N)].__getitem__)


def _select_examples(data: Dataset, examples: Sequence[int]) -> Dataset:
    """Return the set of these examples, in this order."""
    rows, ys = ([column[n] for n in examples] for column in (data.scaled_rows, data.ys))
    factors = data.factors and tuple([data.factors[n] for n in examples])
    subset = data._copy_with(scaled_rows=rows, ys=tuple(ys), N=len(ys), factors=factors)
    return _multiply_rows(subset, [rational(1) / data.scale] * len(ys))


def drop_zero_features_if_sparse(
    data: Dataset, *vectors: Sequence[object]
) -> tuple[Dataset, tuple[int, ...]]:
    """Return a sparse set without the features that are 0 in all examples; a dense set as it is.

    Then even a set with millions of features has few if it has few examples.

    Args:
        data: The set.
        vectors: Vectors of 1 + d entries. A feature also stays if it is not 0 in one of them.

    Returns:
        The set, and the indices of the entries that stay in its x_n.
    """
    indices: Sequence[int] = range(1 + data.d)
    if data.sparse_xs is not None:
        parts = map(SparseVector.from_entries, (*data.sparse_xs, *vectors))
        indices = sorted({0, 1}.union(*[v.indices for v in parts]))
    if len(indices) == 1 + data.d:
        return data, tuple(indices)
    new_index = {i: k for k, i in enumerate(indices)}
    rows = tuple([x.reindex(new_index) for x in data.sparse_xs or ()])
    unnamed = {"_names": None, "label_name": None, "_layout": None}
    return data._copy_with(scaled_rows=rows, d=len(indices) - 1, **unnamed), tuple(indices)


def _multiply_rows(data: Dataset, factors: Sequence[Fraction]) -> Dataset:
    """Return the set with each row multiplied by its factor, over a common denominator."""
    ratios = [(factor.numerator, factor.denominator) for factor in factors]
    rows, scale = over_common_denominator([*data.scaled_rows], ratios)
    return data._copy_with(scaled_rows=rows, scale=scale)
