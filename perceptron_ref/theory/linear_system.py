"""Linear systems of ints, solved exactly: M u = v (1, 1, ..., 1). Lecture 2: L2.8, L2.13

A few unknowns are eliminated without fractions (Bareiss, 1968): all entries are determinants, and
these get long. Many unknowns are solved digit by digit to the base of a prime (Dixon, 1982): if
M y = b modulo p, the rest (b - M y) / p is ints again, and its solution gives the next digit. From
enough digits Euclid's algorithm finds the fractions.
"""

from __future__ import annotations

from functools import reduce
from math import gcd, isqrt, prod

from ..vectors import sumprod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Matrix = Sequence[Sequence[int]]

_PRIME = (1 << 127) - 1
_FEW = 8  # unknowns


def solved(
    matrix: Matrix,
    *,
    p: int = _PRIME,
    few: int = _FEW,
    on_digit: Callable[[], object] = lambda: None,
) -> tuple[int, ...] | None:
    """Return ints u without a common factor with M u = (v, v, ..., v), v > 0; None if det M = 0.

    matrix: M, symmetric, no w . M w < 0. p: a prime. few: up to so many unknowns are eliminated, as
    all are where a minor of M is 0 modulo p. on_digit: called again and again where there are more;
    it may raise, to stop.

    >>> solved([[2, 1], [1, 3]]), solved([[10, 4], [4, 3]])
    ((2, 1), (-1, 6))
    """
    factors = _factors(matrix, p, on_digit) if len(matrix) > few else None
    if factors is None:
        return _eliminated(matrix)
    return primitive(_lifted(matrix, *factors, p, on_digit))


def _eliminated(matrix: Matrix) -> tuple[int, ...] | None:
    """Return u by Gauss and Jordan, without fractions: every division is exact."""
    rows, before = [[*row, 1] for row in matrix], 1
    for j in range(len(rows)):
        pivot, *above = rows[j]
        if pivot == 0:
            return None
        rows = [
            [(pivot * v - row[0] * u) // before for v, u in zip(row[1:], above)] for row in rows
        ]
        rows[j], before = above, pivot
    return primitive([u for (u,) in rows])


def _factors(
    matrix: Matrix, p: int, tick: Callable[[], object]
) -> tuple[list[list[int]], list[int]] | None:
    """Return L below its diagonal of ones, and 1/D_0, 1/D_1, ..., with M = L D L^T modulo p; None
    where some D_j is 0 modulo p.
    """
    rows = [[v % p for v in row[i:]] for i, row in enumerate(matrix)]  # from the diagonal on
    lower: list[list[int]] = [[] for _ in matrix]
    inverses = []
    for j, above in enumerate(rows):
        if above[0] == 0:
            return None
        inverses.append(pow(above[0], -1, p))
        for i in range(j + 1, len(rows)):
            factor = above[i - j] * inverses[j] % p
            lower[i].append(factor)
            rows[i] = [(v - factor * u) % p for v, u in zip(rows[i], above[i - j :])]
        tick()
    return lower, inverses


def _lifted(
    matrix: Matrix, lower: Matrix, inverses: Sequence[int], p: int, tick: Callable[[], object]
) -> list[int]:
    """Return a multiple of the solution of M x = 1, by the factors of M modulo p.

    Numerators and denominators are at most det M, the product of the M_ii at most (Hadamard).
    """
    size = len(matrix)
    # the columns of L below its diagonal, the last one first, and each from below
    upper = [[lower[i][j] for i in reversed(range(j + 1, size))] for j in reversed(range(size))]
    enough = 2 * prod([row[i] for i, row in enumerate(matrix)]) ** 2
    rest, x, modulus = [1] * size, [0] * size, 1
    while modulus <= enough:
        z: list[int] = []
        for b, row in zip(rest, lower):
            z.append((b - sumprod(row, z)) % p)
        y: list[int] = []  # its last entry first
        for z_i, inverse, column in zip(reversed(z), reversed(inverses), upper):
            y.append((z_i * inverse - sumprod(column, y)) % p)
        y.reverse()
        rest = [(b - sumprod(row, y)) // p for b, row in zip(rest, matrix)]
        x = [x_i + modulus * y_i for x_i, y_i in zip(x, y)]
        modulus *= p
        tick()
    v = 1
    for x_i in x:
        v *= _denominator(v * x_i % modulus, modulus)
    u = [v * x_i % modulus for x_i in x]
    return [u_i if 2 * u_i <= modulus else u_i - modulus for u_i in u]


def _denominator(residue: int, modulus: int) -> int:
    """Return the b > 0 of the fraction a / b = residue modulo `modulus` with short a and b.

    >>> _denominator(2 * pow(3, -1, 10007) % 10007, 10007)
    3
    """
    limit = isqrt(modulus // 2)
    above, below, b_above, b = modulus, residue, 0, 1
    while below > limit:
        quotient, remainder = divmod(above, below)
        above, below = below, remainder
        b_above, b = b, b_above - quotient * b
    return abs(b)


def primitive(v: Sequence[int]) -> tuple[int, ...]:
    """Return v without the common factor of its entries.

    >>> primitive([4, -6])
    (2, -3)
    """
    common = reduce(gcd, v)
    return tuple([v_i // common for v_i in v])
