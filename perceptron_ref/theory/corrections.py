"""The least number of corrections that one mistake needs."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ..errors import DataError, shown
from ..exact.values import checked_positive, checked_sign_of_zero, exact_vector
from ..vectors import dot, squared_norm


def corrections_needed(
    w: Iterable[object],
    x: Iterable[object],
    y: int,
    eta: object = 1,
    sign_of_zero: int = 0,
) -> int:
    """Return the least k with sign((w + k eta y x) . x) = y: floor(-y w . x / (eta |x|^2)) + 1.
    Lecture 2: L2.7, k times; L2.17 on the site, an addition to the lecture

    That many updates in a row on (x, y), with no other between them, make a mistake of w right; 0
    where it is none. Where sign(0) is y a score of 0 will do: ceil(-y w . x / (eta |x|^2)).

    w: 1 + d weights. x: 1 + d numbers, x_0 among them. y: -1 or +1. eta, sign_of_zero: see `pla`.
    DataError for any other, and for a mistake at x = 0, whose score no update moves.

    >>> corrections_needed([0, -7], [1, 2], +1)
    3
    >>> corrections_needed([0, -5], [1, 2], +1), corrections_needed([0, -5], [1, 2], +1, 1, +1)
    (3, 2)
    """
    w, x = exact_vector("w", w), exact_vector("x", x)
    if len(w) != len(x):
        raise DataError(f"x: found {len(x)} numbers; expected {len(w)}, x_0 first, as w has")
    if y not in (-1, 1):
        raise DataError(f"y: found {shown(y)}; expected -1 or +1")
    margin, growth = y * dot(w, x), checked_positive("eta", eta) * squared_norm(x)
    k = corrections_of(margin, growth, checked_sign_of_zero(sign_of_zero) == y)
    if k is None:
        raise DataError("x: found zeros alone; expected another number, or no update moves w . x")
    return k


def corrections_of(margin: Fraction, growth: Fraction, zero_is_right: bool) -> int | None:
    """Return the least k for y w . x and eta |x|^2; None where no number of corrections will do.
    Lecture 2: L2.17

    >>> corrections_of(Fraction(-14), Fraction(5), zero_is_right=False)
    3
    """
    if margin > 0 or (margin == 0 and zero_is_right):
        return 0
    if growth == 0:
        return None
    steps = -margin / growth
    return -(-steps // 1) if zero_is_right else steps // 1 + 1
