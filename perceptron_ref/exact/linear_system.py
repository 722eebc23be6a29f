"""Linear systems of ints, solved exactly, digit by digit to the base of a prime (Dixon, 1982).

Elimination in ints makes long numbers of all k^2 entries. Modulo a prime p they stay short, and
what solves M x = b modulo p also solves it modulo p^2, p^3, ...: where M y = b modulo p, the rest
(b - M y) / p is ints again, and its solution gives the next digit. From enough digits Euclid's
algorithm finds the fractions.
"""

from __future__ import annotations

from math import isqrt, prod

from ..vectors import sumprod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Optional

    Solution = Optional[tuple[list[int], int]]

_PRIME = 268_435_399  # below 2^28: so many products of two digits add up to less than 2^63


def solved(matrix: Sequence[Sequence[int]], p: int = _PRIME) -> Solution:
    """Return ints u > 0 and v > 0, without a common factor, with M u = (v, v, ..., v); None if no
    such ints were found.

    matrix: M, symmetric, positive definite, and such that u_i <= v. It is searched to the end that
    Hadamard's bound sets, det M <= product of the M_ii, but nothing is sought where a minor of M is
    0 modulo p.

    >>> solved([[2, 1], [1, 3]])
    ([2, 1], 5)
    """
    try:
        lower, inverses = _factors(matrix, p)
    except ValueError:  # no inverse
        return None
    upper = _columns(lower)
    bound = prod([row[i] for i, row in enumerate(matrix)])
    rest, x, modulus = [1] * len(matrix), [0] * len(matrix), 1
    while modulus <= 2 * bound * bound:
        z: list[int] = []
        for b, row in zip(rest, lower):
            z.append((b - sumprod(row, z)) % p)
        y: list[int] = []  # its last entry first
        for z_i, inverse, column in zip(reversed(z), reversed(inverses), upper):
            y.append((z_i * inverse - sumprod(column, y)) % p)
        y.reverse()
        x = [x_i + modulus * y_i for x_i, y_i in zip(x, y)]
        rest = [(b - sumprod(row, y)) // p for b, row in zip(rest, matrix)]
        modulus *= p
    v = 1
    for x_i in x:
        v *= _denominator(v * x_i % modulus, modulus)
    u = [v * x_i % modulus for x_i in x]
    return (u, v) if all([sumprod(row, u) == v for row in matrix]) and min(u) > 0 else None


def _factors(matrix: Sequence[Sequence[int]], p: int) -> tuple[list[list[int]], list[int]]:
    """Return L below its diagonal of ones, and 1/D_0, 1/D_1, ..., with M = L D L^T modulo p.

    ValueError where some D_j is 0 modulo p.
    """
    rows = [[v % p for v in row[i:]] for i, row in enumerate(matrix)]  # from the diagonal on
    lower: list[list[int]] = [[] for _ in matrix]
    inverses = []
    for j, above in enumerate(rows):
        inverses.append(pow(above[0], -1, p))
        for i in range(j + 1, len(rows)):
            factor = above[i - j] * inverses[j] % p
            lower[i].append(factor)
            rows[i] = [(v - factor * u) % p for v, u in zip(rows[i], above[i - j :])]
    return lower, inverses


def _columns(lower: list[list[int]]) -> list[list[int]]:
    """Return the columns of L below its diagonal, the last one first, and each from below."""
    size = len(lower)
    return [[lower[i][j] for i in reversed(range(j + 1, size))] for j in reversed(range(size))]


def _denominator(residue: int, modulus: int) -> int:
    """Return the b of the fraction a / b = residue modulo `modulus` with short a and b.

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
