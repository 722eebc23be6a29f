"""The rows of a set as ints over one denominator: another x_0, another scale, each of length 1."""

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
    from typing import Union

    from .sparse import Vector

    Rows = Union[tuple[tuple[int, ...], ...], tuple[SparseVector, ...]]
    Rescaled = tuple[Rows, int]

NEAR = 53  # bits: |r_n |x_n| - 1| is at most 2^-53, as of a float's rounding
_MOST_EXACT = 64  # bits of the common denominator of the 1/|x_n| that are rational


def with_first(rows: Sequence[Vector], scale: int, x_0: tuple[int, int]) -> Rescaled:
    """Return the rows over their least denominator with x_0 = p/q in the place of theirs.

    >>> with_first([(4, 2), (4, 6)], 4, (1, 2))
    (((1, 1), (1, 3)), 2)
    """
    p, q = x_0
    common = lcm(scale, q)
    first, rest = p * (common // q), common // scale
    return least([_joined(first, x, rest) for x in rows], common)


def times(rows: Sequence[Vector], scale: int, factor: tuple[int, int]) -> Rescaled:
    """Return the rows times p/q > 0 over their least denominator.

    >>> times([(2, 4), (2, 6)], 2, (1, 3))
    (((1, 2), (1, 3)), 3)
    """
    p, q = factor
    return least([_mapped(x, [p * v for v in _numbers(x)]) for x in rows], q * scale)


def of_length_1(rows: Sequence[Vector], scale: int) -> tuple[Rows, int, tuple[Fraction, ...]]:
    """Return r_n x_n over their least denominator, and the r_n > 0: | r_n |x_n| - 1 | <= 2^-53.

    It is 0 where |x_n| is rational, if the least common denominator of these 1/|x_n| has at most 64
    bits. Every other r_n |y_n| is the int nearest to 2^k / |y_n| over 2^k, with one k for all,
    where y_n is x_n in its least ints. DataError for an x_n of length 0.

    >>> of_length_1([(0, 3, 4), (0, 0, 7)], 1)
    (((0, 3, 4), (0, 0, 5)), 5, (Fraction(1, 5), Fraction(1, 7)))
    """
    commons = [reduce(gcd, _numbers(x), 0) for x in rows]
    if 0 in commons:
        raise DataError(
            f"example {commons.index(0)}: found x_n of length 0, x_0 included; "
            "expected vectors that can be made as long as 1: leave it out, or take another x_0"
        )
    least_ints = [_mapped(x, [v // c for v in _numbers(x)]) for x, c in zip(rows, commons)]
    squares = [sumprod(_numbers(y), _numbers(y)) for y in least_ints]
    shares, unit = _inverse_lengths(squares)
    multiplied = [_mapped(y, [m * v for v in _numbers(y)]) for y, m in zip(least_ints, shares)]
    found, denominator = least(multiplied, unit)
    factors = [rational(scale) * m / (c * unit) for m, c in zip(shares, commons)]
    return found, denominator, tuple(factors)


def divided(rows: Sequence[Vector], scale: int, factors: Sequence[Fraction]) -> Rescaled:
    """Return each row divided by its factor, over their least denominator.

    >>> divided([(0, 3, 4), (0, 0, 5)], 5, [rational("1/5"), rational("1/7")])
    (((0, 3, 4), (0, 0, 7)), 1)
    """
    parts = []
    for x, factor in zip(rows, factors):  # one by one, as their numerators have little in common
        above, below = factor.denominator, factor.numerator
        parts.append(least([_mapped(x, [above * v for v in _numbers(x)])], scale * below))
    common = reduce(lcm, [part_scale for _, part_scale in parts], 1)
    shares = [(x, common // part_scale) for (x,), part_scale in parts]
    return least([_mapped(x, [share * v for v in _numbers(x)]) for x, share in shares], common)


def least(rows: Sequence[Vector], scale: int) -> Rescaled:
    """Return the rows and their denominator without the factor that all of them have in common.

    >>> least([(2, 4), (2, 0)], 6)
    (((1, 2), (1, 0)), 3)
    """
    common = scale
    for x in rows:
        if common == 1:
            break
        common = reduce(gcd, _numbers(x), common)
    if common != 1:
        rows = [_mapped(x, [v // common for v in _numbers(x)]) for x in rows]
    return tuple(rows), scale // common


def _inverse_lengths(squares: Sequence[int]) -> tuple[list[int], int]:
    """Return ints, and the one that makes them 1 / sqrt(s) for each s, nearly or exactly."""
    roots = [isqrt(square) for square in squares]
    common = 1
    for root, square in zip(roots, squares):
        if root * root == square and common.bit_length() <= _MOST_EXACT:
            common = lcm(common, root)
    exact = common.bit_length() <= _MOST_EXACT
    k = NEAR + max(roots).bit_length()
    unit = lcm(common, 1 << k) if exact else 1 << k
    shares = []
    for root, square in zip(roots, squares):
        if exact and root * root == square:
            shares.append(unit // root)
        else:  # twice 2^k / sqrt(s), rounded down, and 1 more, halved: the nearest int
            nearest = (isqrt((1 << 2 * k + 2) // square) + 1) >> 1
            shares.append(nearest * (unit >> k))
    return shares, unit


def _numbers(x: Vector) -> Sequence[int]:
    return x.values if isinstance(x, SparseVector) else x


def _mapped(x: Vector, numbers: Sequence[int]) -> Vector:
    """Return the vector of the same form that has these numbers."""
    return (
        SparseVector(x.indices, tuple(numbers)) if isinstance(x, SparseVector) else tuple(numbers)
    )


def _joined(first: int, x: Vector, rest: int) -> Vector:
    """Return (first, rest x_1, ..., rest x_d); `first` may be 0."""
    if not isinstance(x, SparseVector):
        return (first, *[rest * v for v in x[1:]])
    had = 1 if x.indices[:1] == (0,) else 0
    indices, values = x.indices[had:], tuple([rest * v for v in x.values[had:]])
    return SparseVector((0, *indices), (first, *values)) if first else SparseVector(indices, values)
