"""Linear systems of ints, solved exactly: M u = v (1, 1, ..., 1), M symmetric.     Lecture 2: L2.8

`min_norm_point` needs few: floats take most of its steps. Elimination makes ints as long as
determinants of all k^2 entries of M. Digits are shorter (Dixon, 1982). Let W be the inverse of M
modulo a prime p. The solution of M X = 1 is, modulo p, W 1: the first digits of X to the base p.
Then M X' = (1 - M W 1) / p has the next ones, and so on, until there are enough digits to tell the
fractions X. In the end M u = v (1, 1, ..., 1) is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd, prod
from typing import TYPE_CHECKING

from ..engine.packed import lane_width, pack, unpack
from ..vectors import sumprod

if TYPE_CHECKING:
    Matrix = Sequence[Sequence[int]]

_FEW = 16  # unknowns: elimination is faster
_PRIME = 2**27 - 39  # hundreds of products of numbers below it have 63 bits in sum


def solved(matrix: Matrix, on_row: Callable[[], object] = lambda: None) -> tuple[int, ...] | None:
    """Return ints u without a common factor with M u = (v, v, ..., v), v > 0; None if det M = 0.

    matrix: M, symmetric, no w . M w < 0. on_row: called again and again; it may raise, to stop.

    >>> solved([[2, 1], [1, 3]]), solved([[10, 4], [4, 3]])
    ((2, 1), (-1, 6))
    """
    u = _lifted(matrix, on_row) if len(matrix) > _FEW else None
    return u or _eliminated(matrix, on_row)


def _eliminated(matrix: Matrix, on_row: Callable[[], object]) -> tuple[int, ...] | None:
    """Return u by elimination without fractions (Bareiss, 1968): every division is exact.

    M stays symmetric, so each row is kept from its diagonal on.
    """
    rows = [[*row[i:], 1] for i, row in enumerate(matrix)]
    before = 1
    for j, above in enumerate(rows):
        pivot = above[0]
        if pivot == 0:
            return None
        for i in range(j + 1, len(rows)):
            factor = above[i - j]
            rows[i] = [(pivot * v - factor * u) // before for v, u in zip(rows[i], above[i - j :])]
        before = pivot
        on_row()
    u: list[int] = []  # det M times the solution of M u = 1
    for pivot, *rest, right in reversed(rows):
        u.insert(0, (before * right - sumprod(rest, u)) // pivot)
    return primitive(u)


def _lifted(matrix: Matrix, on_row: Callable[[], object]) -> tuple[int, ...] | None:
    """Return u by the digits of X to the base p; None where M has no inverse modulo p: p divides
    det M, as it does where that is 0.

    Rows are packed: a product with a vector is one of long ints. By Hadamard, det M is no more than
    `most`, the product of the diagonal, and the numerators of X are no more than k times that.
    """
    size, most = len(matrix), prod([row[i] for i, row in enumerate(matrix)])
    k_W, k_M = lane_width(size * _PRIME**2), lane_width(size * _PRIME * max(map(max, matrix)))
    W = _inverse(matrix, k_W, on_row)
    if W is None:
        return None
    M = [pack(row, size, k_M) for row in matrix]
    x, rest, power = [0] * size, [1] * size, 1
    while power <= 2 * size * most**2:  # M x + power rest = (1, 1, ..., 1)
        digits = _digits(sumprod([r % _PRIME for r in rest], W), size, k_W)
        x = [x_i + power * digit for x_i, digit in zip(x, digits)]
        products = unpack(sumprod(digits, M), size, k_M)
        rest = [(r - v) // _PRIME for r, v in zip(rest, products)]
        power *= _PRIME
        on_row()
    v = 1  # the least with v X in ints
    for x_i in x:  # a convergent of x_i / power has the denominator of X_i
        v *= Fraction(v * x_i % power, power).limit_denominator(most).denominator
    u = [(v * x_i + power // 2) % power - power // 2 for x_i in x]
    return primitive(u) if all(sumprod(row, u) == v for row in matrix) else None


def _inverse(matrix: Matrix, k: int, on_row: Callable[[], object]) -> list[int] | None:
    """Return the rows of the inverse modulo p, each packed in lanes of k bytes; None where there is
    none (Gauss and Jordan).
    """
    size, lane = len(matrix), (1 << 8 * k) - 1
    rows = [pack([v % _PRIME for v in row], size, k) for row in matrix]
    for j, row in enumerate(rows):
        pivot = _digits(row, size, k)
        if pivot[j] == 0:
            return None
        reciprocal, pivot[j] = pow(pivot[j], -1, _PRIME), 1
        above = rows[j] = pack([v * reciprocal % _PRIME for v in pivot], size, k)
        at = 8 * k * (size - 1 - j)
        for i in range(size):
            if i != j:
                entry = rows[i] >> at & lane
                rows[i] += -entry % _PRIME * above - (entry << at)
        on_row()
    return [pack(_digits(row, size, k), size, k) for row in rows]


def _digits(row: int, size: int, k: int) -> list[int]:
    """Return what is packed, modulo p."""
    return [v % _PRIME for v in unpack(row, size, k)]


def primitive(v: Sequence[int]) -> tuple[int, ...]:
    """Return v without the common factor of its entries.

    >>> primitive([4, -6]), primitive([-3])
    ((2, -3), (-1,))
    """
    common = reduce(gcd, v, 0) or 1  # of zeros
    return tuple([v_i // common for v_i in v])
