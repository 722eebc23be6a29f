"""Other sets of the same examples: another x_0, another length, fewer of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from .errors import DataError, quote
from .exact.checks import checked_positive, int_within
from .exact.common_denominator import inverse_lengths, over_common_denominator
from .exact.rationals import checked_rational, rational
from .exact.sparse import SparseVector, with_first

if TYPE_CHECKING:
    from .dataset import Dataset

__all__ = ["normalized", "scaled_by", "split", "with_x0"]


def with_x0(data: Dataset, x0: object) -> Dataset:
    """Return the set with another x_0 in front of the same features.     Lecture 2: L2.3

    x0: any exact number, see `rational`. With x_0 = c the weight w_0 c of an example stands
    where w_0 stands with x_0 = 1, and an update moves it by c^2: PLA takes another path. With
    x_0 = 0 there is no threshold: every line goes through the origin. DataError for a
    `normalized` set, whose vectors would be no longer as long as 1.

    >>> from perceptron_ref import Dataset
    >>> with_x0(Dataset([[3], [5]], [-1, +1]), "1/2").scaled_xs
    ((1, 6), (1, 10))
    """
    if data.factors is not None:
        raise DataError(
            "found a normalized set; expected one that is not: take x_0 first, as in "
            "D.with_x0(0).normalized()"
        )
    x_0 = checked_rational("x0", x0)
    if x_0 == data.x0:
        return data
    first, rest = (data.scale * x_0).numerator, (data.scale * x_0).denominator
    rows = [with_first(x, first, rest) for x in data.scaled_rows]
    changed = data._changed(scaled_rows=rows, x0=x_0)
    return _times(changed, [rational(1) / (rest * data.scale)] * data.N)


def scaled_by(data: Dataset, q: object) -> Dataset:
    """Return the set with every x_n times q, x_0 included.     Lecture 2: L2.5

    q: a positive exact number, see `rational`. From w_0 = 0 that changes no score's sign, so
    PLA takes the same path, R^2/rho^2 stays, and w alone is q times as long. Only from another
    start it is another path. The x_n of a `normalized` set are then q long, though it keeps that
    name. To scale the features alone: `D.scaled_by(q).with_x0(1)`.

    >>> from perceptron_ref import Dataset
    >>> D = scaled_by(Dataset([[3], [5]], [-1, +1]), "1/2")
    >>> D.scaled_xs, D.scale, D.x0
    (((1, 3), (1, 5)), 2, Fraction(1, 2))
    """
    factor = checked_positive("q", q)
    return _times(data._changed(x0=data.x0 * factor), [factor / data.scale] * data.N)


def normalized(data: Dataset) -> Dataset:
    """Return the set with every x_n, x_0 included, made as long as 1.     Lecture 2: L2.10

    1/|x_n| is irrational for most x_n. So x_n is multiplied by a rational r_n (see `factors`)
    with | r_n |x_n| - 1 | <= 2^-53, and by 1/|x_n| itself where that is rational, if all such
    r_n x_n have a common denominator of at most 64 bits. What follows is exact again.

    A positive factor changes no sign of w . x_n. So the lines that separate, and the mistakes
    of any w, are those of the set as it was; the path of PLA, R and rho are others. `x0` stays,
    and a hypothesis of this set answers the rows as they were. DataError for an x_n of length
    0, as there may be with x_0 = 0.

    >>> from perceptron_ref import Dataset
    >>> normalized(Dataset([[3, 4], [0, 7]], [-1, +1], x0=0)).xs[0]
    (Fraction(0, 1), Fraction(3, 5), Fraction(4, 5))
    """
    given = unnormalized(data)
    shares = inverse_lengths(given.scaled_rows)
    factors = tuple([share * given.scale for share in shares])
    return _times(given._changed(factors=factors), shares)


def unnormalized(data: Dataset) -> Dataset:
    """Return the set without what `normalized` did, or the set itself."""
    if data.factors is None:
        return data
    shares = [1 / (factor * data.scale) for factor in data.factors]
    return _times(data._changed(factors=None), shares)


def split(
    data: Dataset, size: object, *, seed: object = None, stratified: bool = False
) -> tuple[Dataset, Dataset]:
    """Return two sets, say for training and for testing: `size` examples, and the others.

    size: how many the first set takes, an int; or the share of the examples that it takes, an
        exact number between 0 and 1, rounded down to whole examples.
    seed: None takes the examples in their order; an int, in an order drawn by it, the same on
        every Python. stratified: take both labels in equal shares, to the nearest example.
    DataError where a set would be empty.

    >>> from perceptron_ref import Dataset
    >>> train, test = split(Dataset([[3], [5], [4], [8]], [-1, +1, -1, +1]), 3)
    >>> train.xs[2], test.N
    ((Fraction(1, 1), Fraction(4, 1)), 1)
    """
    count, order = _count(size, data.N), _order(data.N, seed)
    first = set(order[:count])
    if stratified:
        positive, negative = ([n for n in order if data.ys[n] == y] for y in (1, -1))
        nearest = (2 * count * len(positive) + data.N) // (2 * data.N)  # halves up
        first = {*positive[:nearest], *negative[: count - nearest]}
    train, test = [n for n in order if n in first], [n for n in order if n not in first]
    return _subset(data, train), _subset(data, test)


def _count(size: object, N: int) -> int:
    """Return how many examples the first part has; DataError for none, or for all and more."""
    count = int_within(size)
    if count is None:
        share = rational(size)
        count = int(share * N) if 0 < share < 1 else 0
    if not 0 < count < N:
        raise DataError(
            f"found {quote(size)} as the size of the first part of {N} examples; expected an int "
            f"from 1 to {N - 1}, or a share between 0 and 1, so that no part is empty"
        )
    return count


def _order(N: int, seed: object) -> list[int]:
    """Return 0..N-1, drawn by `Random.random`, which no version of Python changes, if by a seed."""
    if seed is None:
        return list(range(N))
    checked = int_within(seed)
    if checked is None:
        raise DataError(f"seed: found {quote(seed)}; expected an int or None")
    from random import Random  # here, as its import is slow, and most sets are not split

    draw = Random(checked).random
    return sorted(range(N), key=[draw() for _ in range(N)].__getitem__)


def _subset(data: Dataset, examples: Sequence[int]) -> Dataset:
    """Return the set of these examples, in that order."""
    rows, ys = ([column[n] for n in examples] for column in (data.scaled_rows, data.ys))
    factors = data.factors and tuple([data.factors[n] for n in examples])
    changed = data._changed(scaled_rows=rows, ys=tuple(ys), N=len(ys), factors=factors)
    return _times(changed, [rational(1) / data.scale] * len(ys))


def without_zero_features(
    data: Dataset, *kept: Sequence[object]
) -> tuple[Dataset, tuple[int, ...]]:
    """Return the set without the features that are 0 in all examples, and the indices left.

    A sparse set of few examples has few others, however many its file names. A dense set, and one
    with all of its features, stays as it is. kept: vectors; where one is not 0 stays.
    """
    left: Sequence[int] = range(1 + data.d)
    if data.sparse_xs is not None:
        vectors = map(SparseVector.of, (*data.sparse_xs, *kept))
        left = sorted({0, 1}.union(*[v.indices for v in vectors]))
    if len(left) == 1 + data.d:
        return data, tuple(left)
    at = {i: k for k, i in enumerate(left)}
    rows = tuple([x.reindex(at) for x in data.sparse_xs or ()])
    unnamed = {"_names": None, "label_name": None, "_layout": None}
    return data._changed(scaled_rows=rows, d=len(left) - 1, **unnamed), tuple(left)


def _times(data: Dataset, factors: Sequence[Fraction]) -> Dataset:
    """Return the set with each of its rows times a factor."""
    ratios = [(factor.numerator, factor.denominator) for factor in factors]
    rows, scale = over_common_denominator([*data.scaled_rows], ratios)
    return data._changed(scaled_rows=rows, scale=scale)
