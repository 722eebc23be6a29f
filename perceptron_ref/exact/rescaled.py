"""The rows of a set times other factors, as ints over their least denominator."""

from __future__ import annotations

from functools import reduce
from math import gcd, isqrt

from ..errors import DataError
from .rationals import lcm, rational
from .sparse import SparseVector, sumprod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from .rows import Rows
    from .sparse import Vector

_NEAR = 53  # bits: |r_n |x_n| - 1| is at most 2^-53, as of a float's rounding
_MOST_EXACT = 64  # bits of the common denominator of the 1/|x_n| that are rational


def rescaled(rows: Sequence[Vector], factors: Sequence[Fraction]) -> tuple[Rows, int]:
    """Return factors[n] rows[n], for n = 0..N-1, as ints over their least denominator.

    >>> rescaled([(2, 4), (2, 6)], [rational("1/6"), rational("1/4")])
    (((2, 4), (3, 9)), 6)
    """
    ratios = [(factor.numerator, factor.denominator) for factor in factors]
    # The least denominator of each row alone: large numerators of the factors cancel there.
    denominators = {q // gcd(_common(x) * p, q) for x, (p, q) in zip(rows, ratios)}
    scale = reduce(lcm, denominators, 1)
    return tuple([times(x, scale * p, q) for x, (p, q) in zip(rows, ratios)]), scale


def at_least_scale(rows: Sequence[Vector], scale: int) -> tuple[Rows, int]:
    """Return the rows over `scale` as ints over their least denominator.

    >>> at_least_scale([(2, 4), (2, 6)], 6)
    (((1, 2), (1, 3)), 3)
    """
    common = scale
    for x in rows:
        if common == 1:
            return tuple(rows), scale
        common = reduce(gcd, _numbers(x), common)
    return tuple([times(x, 1, common) for x in rows]), scale // common


def times(x: Vector, p: int, q: int = 1) -> Vector:
    """Return p x / q, where its entries are ints.

    >>> times((2, 6), 3, 2)
    (3, 9)
    """
    common = gcd(p, q)  # as shorter ints are faster
    p, q = p // common, q // common
    values = [p * v for v in _numbers(x)] if q == 1 else [p * v // q for v in _numbers(x)]
    numbers = tuple(values)
    return x._replace(values=numbers) if isinstance(x, SparseVector) else numbers


def with_first(x: Vector, first: int, rest: int) -> Vector:
    """Return (first, rest x_1, ..., rest x_d); `first` may be 0.

    >>> with_first((4, 2), 3, 5), with_first(SparseVector((1,), (2,)), 3, 5).dense(2)
    ((3, 10), (3, 10))
    """
    if not isinstance(x, SparseVector):
        return (first, *[rest * v for v in x[1:]])
    had = 1 if x.indices[:1] == (0,) else 0
    values = [rest * v for v in x.values[had:]]
    return SparseVector.of((first, *values), (0, *x.indices[had:]))


def inverse_lengths(rows: Sequence[Vector]) -> list[Fraction]:
    """Return r_n > 0 that make the r_n x_n as long as 1: | r_n |x_n| - 1 | <= 2^-53.

    It is 0 where |x_n| is rational, if the least common denominator of these 1/|x_n| has at most 64
    bits. Every other r_n |y_n| is the int nearest to 2^k / |y_n| over 2^k, with one k for all,
    where y_n is x_n in its least ints. DataError for an x_n of length 0.

    >>> inverse_lengths([(0, 3, 4), (0, 0, 7)])
    [Fraction(1, 5), Fraction(1, 7)]
    """
    commons = list(map(_common, rows))
    if 0 in commons:
        raise DataError(
            f"example {commons.index(0)}: found x_n of length 0, x_0 included; "
            "expected vectors that can be made as long as 1: leave it out, or take another x_0"
        )
    squares = [sumprod(_numbers(x), _numbers(x)) // c**2 for x, c in zip(rows, commons)]
    roots = [isqrt(square) for square in squares]
    product, k = 1, _NEAR + max(roots).bit_length()
    for root, square in zip(roots, squares):
        if root * root == square and product.bit_length() <= _MOST_EXACT:
            product = lcm(product, root)
    factors = []
    for root, square, common in zip(roots, squares, commons):
        if root * root == square and product.bit_length() <= _MOST_EXACT:
            factors.append(rational(1) / (root * common))
        else:  # twice 2^k / sqrt(s), rounded down, and 1 more, halved: the nearest int
            nearest = (isqrt((1 << 2 * k + 2) // square) + 1) >> 1
            factors.append(rational(nearest) / (common << k))
    return factors


def _common(x: Vector) -> int:
    """Return the greatest common divisor of the entries."""
    return reduce(gcd, _numbers(x), 0)


def _numbers(x: Vector) -> Sequence[int]:
    numbers: Sequence[int] = x.values if isinstance(x, SparseVector) else x
    return numbers
