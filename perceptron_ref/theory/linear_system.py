"""Solve linear systems of ints exactly: M u = v (1, 1, ..., 1), M symmetric.     Lecture 2: L2.8

`min_norm_point` solves few of these systems, because it takes most of its steps in floats.
Elimination computes ints as long as the determinants of M. The digits of the solution are shorter
(Dixon, 1982). Let W be the inverse of M modulo a prime p. Modulo p, the solution X of M X = 1 is
W 1: these are the first digits of X to the base p. The next digits solve M X' = (1 - M W 1) / p,
and so on, until the digits determine the fractions X. At the end M u = v (1, 1, ..., 1) is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd, prod

from ..engine.packed import bytes_per_lane, pack, unpack
from ..type_checking import TYPE_CHECKING
from ..vectors import sumprod

if TYPE_CHECKING:
    Matrix = Sequence[Sequence[int]]

_MAX_ELIMINATION_SIZE = 16  # up to this many unknowns, elimination is faster
_PRIME = 2**27 - 39  # the sum of up to 512 products of smaller numbers has at most 63 bits


def solve(matrix: Matrix, on_row: Callable[[], object] = lambda: None) -> tuple[int, ...] | None:
    """Return ints u without a common factor, M u = (v, v, ..., v), v > 0; None if det M = 0.

    Args:
        matrix: M, symmetric, with w . M w >= 0 for all w.
        on_row: Called repeatedly. It may raise an exception to stop the computation.

    >>> solve([[2, 1], [1, 3]]), solve([[10, 4], [4, 3]])
    ((2, 1), (-1, 6))
    """
    is_large = len(matrix) > _MAX_ELIMINATION_SIZE
    u = _solve_with_p_adic_digits(matrix, on_row) if is_large else None
    return u or _eliminate(matrix, on_row)


def _eliminate(matrix: Matrix, on_row: Callable[[], object]) -> tuple[int, ...] | None:
    """Return u; eliminate without fractions, as every division is exact (Bareiss, 1968).

    M stays symmetric, so only the part of each row from the diagonal on is stored.
    """
    rows = [[*row[i:], 1] for i, row in enumerate(matrix)]
    last_pivot = 1
    for j, pivot_row in enumerate(rows):
        pivot = pivot_row[0]
        if pivot == 0:
            return None
        for i in range(j + 1, len(rows)):
            factor = pivot_row[i - j]
            rows[i] = [
                (pivot * v - factor * u) // last_pivot for v, u in zip(rows[i], pivot_row[i - j :])
            ]
        last_pivot = pivot
        on_row()
    u: list[int] = []  # det M times the solution of M u = 1
    for pivot, *coefficients, right_side in reversed(rows):
        u.insert(0, (last_pivot * right_side - sumprod(coefficients, u)) // pivot)
    return divide_by_gcd(u)


def _solve_with_p_adic_digits(
    matrix: Matrix, on_row: Callable[[], object]
) -> tuple[int, ...] | None:
    """Return u from the digits of X to the base p; None if p divides det M, also if det M = 0.

    Rows are packed: each entry of a vector is multiplied by a whole row. By Hadamard's inequality,
    det M is at most the product of the diagonal of M, and the numerators of X are at most `size`
    times this product.
    """
    size, max_determinant = len(matrix), prod([row[i] for i, row in enumerate(matrix)])
    k_W = bytes_per_lane(size * _PRIME**2)
    k_M = bytes_per_lane(size * _PRIME * max(map(max, matrix)))
    W = _packed_inverse_modulo_prime(matrix, k_W, on_row)
    if W is None:
        return None
    M = [pack(row, size, k_M) for row in matrix]
    x, remainder, power = [0] * size, [1] * size, 1
    while power <= 2 * size * max_determinant**2:  # M x + power remainder = (1, 1, ..., 1)
        digits = _unpack_modulo_prime(sumprod([r % _PRIME for r in remainder], W), size, k_W)
        x = [x_i + power * digit for x_i, digit in zip(x, digits)]
        products = unpack(sumprod(digits, M), size, k_M)
        remainder = [(r - v) // _PRIME for r, v in zip(remainder, products)]
        power *= _PRIME
        on_row()
    v = 1  # becomes the smallest v such that v X consists of ints
    max_numerator = size * max_determinant
    for x_i in x:
        remainder_i = v * x_i % power
        if max_numerator < remainder_i < power - max_numerator:  # v X_i is not an int yet
            # a convergent of v x_i / power has the denominator of v X_i
            v *= Fraction(remainder_i, power).limit_denominator(max_determinant).denominator
    u = [(v * x_i + power // 2) % power - power // 2 for x_i in x]
    return divide_by_gcd(u) if all(sumprod(row, u) == v for row in matrix) else None


def _packed_inverse_modulo_prime(
    matrix: Matrix, lane_bytes: int, on_row: Callable[[], object]
) -> list[int] | None:
    """Return the packed rows of the inverse modulo p (Gauss-Jordan); None if it does not exist."""
    size, lane = len(matrix), (1 << 8 * lane_bytes) - 1
    rows = [pack([v % _PRIME for v in row], size, lane_bytes) for row in matrix]
    for j, row in enumerate(rows):
        pivot = _unpack_modulo_prime(row, size, lane_bytes)
        if pivot[j] == 0:
            return None
        reciprocal, pivot[j] = pow(pivot[j], -1, _PRIME), 1
        pivot_row = rows[j] = pack([v * reciprocal % _PRIME for v in pivot], size, lane_bytes)
        shift = 8 * lane_bytes * (size - 1 - j)
        for i in range(size):
            if i != j:
                entry = rows[i] >> shift & lane
                rows[i] += -entry % _PRIME * pivot_row - (entry << shift)
        on_row()
    return [pack(_unpack_modulo_prime(row, size, lane_bytes), size, lane_bytes) for row in rows]


def _unpack_modulo_prime(packed_row: int, size: int, lane_bytes: int) -> list[int]:
    """Return the entries of a packed row, modulo p."""
    return [v % _PRIME for v in unpack(packed_row, size, lane_bytes)]


def divide_by_gcd(v: Sequence[int]) -> tuple[int, ...]:
    """Return v divided by the greatest common divisor of its entries, or v if v = 0.

    >>> divide_by_gcd([4, -6]), divide_by_gcd([-3]), divide_by_gcd([0, 0])
    ((2, -3), (-1,), (0, 0))
    """
    divisor = reduce(gcd, v, 0)
    return tuple([v_i // divisor for v_i in v] if divisor else v)
