"""Square roots of exact numbers: exact where they are rational, else to 64 bits."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from .rationals import exponent_of

_BITS = 64  # more than the 53 of a float, and far more than a picture shows


def root(square: Fraction | int) -> Fraction:
    """Return sqrt(square): exact where it is rational, else rounded down to 64 bits or more.

    square: a number >= 0, however large or small.

    >>> root(Fraction(9, 4)), float(root(2))
    (Fraction(3, 2), 1.4142135623730951)
    """
    rational = rational_root(square)
    if rational is not None:
        return rational
    p, q = square.numerator, square.denominator
    shift = max(0, _BITS + (q.bit_length() - p.bit_length()) // 2)
    return Fraction(isqrt((p << 2 * shift) // q), 1 << shift)


def rational_root(square: Fraction | int) -> Fraction | None:
    """Return sqrt(square) where it is rational, else None.

    >>> rational_root(Fraction(9, 4)), rational_root(2)
    (Fraction(3, 2), None)
    """
    p, q = isqrt(square.numerator), isqrt(square.denominator)
    return Fraction(p, q) if p * p == square.numerator and q * q == square.denominator else None


def root_in_words(square: Fraction, digits: int = 12) -> str:
    """Return sqrt(square), for square > 0, rounded to so many digits: for people to read.

    The digits are right however large or small the number is: floor(sqrt(s) + 1/2) is half of
    floor(sqrt(4 s)) + 1.

    >>> root_in_words(Fraction(2)), root_in_words(Fraction(2) * 10**800)
    ('1.41421356237', '1.41421356237E+400')
    """
    from decimal import Context

    k = exponent_of(square) // 2 - digits + 1
    rounded = (isqrt(int(4 * square / Fraction(100) ** k)) + 1) // 2
    return str(Context(prec=digits).create_decimal(f"{rounded}E{k}"))
