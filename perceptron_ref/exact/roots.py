"""Square roots of exact numbers, and lengths: exact where they are rational, else rounded."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from itertools import compress
from math import gcd, isqrt

from ..errors import DataError
from .sparse import entries, product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .sparse import Rows

_BITS = 64  # more than the 53 of a float, and far more than a picture shows


def root(square: Fraction | int, bits: int = _BITS) -> Fraction:
    """Return sqrt(square): exact where it is rational, else rounded down to `bits` bits or more.

    square: a number >= 0, however large or small.

    >>> root(Fraction(9, 4)), float(root(2))
    (Fraction(3, 2), 1.4142135623730951)
    """
    p, q = square.numerator, square.denominator
    shift = max(0, bits - (p * q).bit_length() // 2)
    return Fraction(isqrt(p * q << 2 * shift), q << shift)  # sqrt(p/q) = sqrt(p q) / q


def inverse_lengths(rows: Rows) -> list[Fraction]:
    """Return r_n > 0 that make the r_n x_n as long as 1: | r_n |x_n| - 1 | <= 2^-53.

    It is 0 where |x_n| is rational, if the least common multiple of these |v_n| has at most 64
    bits: v_n is x_n without g_n, the common factor of its entries. Every other r_n g_n is the int
    nearest to 2^k / |v_n|, over 2^k, with one k for all. DataError for an x_n of length 0.

    >>> inverse_lengths([(0, 3, 4), (0, 0, 7)])
    [Fraction(1, 5), Fraction(1, 7)]
    """
    commons = [reduce(gcd, entries(x), 0) for x in rows]
    if 0 in commons:
        raise DataError(
            f"example {commons.index(0)}: found x_n of length 0, x_0 included; "
            "expected vectors that can be made as long as 1: leave it out, or take another x_0"
        )
    squares = [product(x, x) // common**2 for x, common in zip(rows, commons)]
    roots = [*map(isqrt, squares)]
    k, are_exact = 53 + max(roots).bit_length(), [r * r == s for r, s in zip(roots, squares)]
    common = 1
    for r in compress(roots, are_exact):
        common *= r // gcd(common, r)
    if common.bit_length() > _BITS:
        are_exact = [False] * len(rows)
    factors = []
    for length, square, g, is_exact in zip(roots, squares, commons, are_exact):
        if is_exact:
            factors.append(Fraction(1, length * g))
        else:  # twice 2^k / sqrt(s), rounded down, and 1 more, halved: the nearest int
            nearest = (isqrt((1 << 2 * k + 2) // square) + 1) >> 1
            factors.append(Fraction(nearest, g << k))
    return factors
