"""Linear systems of ints, solved exactly, digit by digit to the base of a prime (Dixon, 1982).

Elimination in ints makes long numbers of all k^2 entries. Modulo a prime p they stay short, and
what solves M x = b modulo p also solves it modulo p^2, p^3, ...: where M y = b modulo p, the rest
(b - M y) / p is ints again, and its solution gives the next digit. From enough digits Euclid's
algorithm finds the fractions. The line of largest margin needs it.     Lecture 2: L2.8
"""

from __future__ import annotations

from math import isqrt, prod

from ..engine.packed import packed, unpacked, width
from ..vectors import sumprod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Optional

    Matrix = Sequence[Sequence[int]]
    Solution = Optional[tuple[list[int], int]]

_PRIME = 268_435_399  # below 2^28: so many products of two digits add up to less than 2^63
_PACKED_FROM = 96  # unknowns: with more, rows are packed
_BLOCK = 64  # of them are eliminated at once


def solved(
    matrix: Matrix,
    p: int = _PRIME,
    *,
    on_digit: Callable[[], object] | None = None,
    packed_from: int = _PACKED_FROM,
) -> Solution:
    """Return ints u > 0 and v > 0, without a common factor, with M u = (v, v, ..., v); None if no
    such ints were found.

    matrix: M, symmetric, positive definite, and such that u_i <= v. It is searched to the end that
    Hadamard's bound sets, det M <= product of the M_ii, but nothing is sought where a minor of M is
    0 modulo p. on_digit: called again and again where there are many unknowns; it may raise, to
    stop. packed_from: for tests.

    >>> solved([[2, 1], [1, 3]])
    ([2, 1], 5)
    """
    tick = on_digit if on_digit and len(matrix) >= packed_from else lambda: None
    try:
        system = (_Packed if len(matrix) >= packed_from else _Plain)(matrix, p, tick)
    except ValueError:  # no inverse
        return None
    enough = 2 * prod([row[i] for i, row in enumerate(matrix)]) ** 2
    rest, digits, modulus = [1] * len(matrix), [], 1
    while modulus <= enough:
        y = system.solution(rest)
        digits.append(y)
        rest = [(b - product) // p for b, product in zip(rest, system.products(y))]
        modulus *= p
        tick()
    v, x = 1, [_joined(list(places), p) for places in zip(*digits)]
    for x_i in x:
        v *= _denominator(v * x_i % modulus, modulus)
        tick()
    u = [v * x_i % modulus for x_i in x]
    return (u, v) if min(u) > 0 and all([sumprod(row, u) == v for row in matrix]) else None


class _Plain:
    """M, and how to solve M y = b modulo p: by its factors."""

    def __init__(self, matrix: Matrix, p: int, tick: Callable[[], object]) -> None:
        self.matrix, self.p = matrix, p
        self.lower, self.inverses = _factors(matrix, p)
        self.upper = _columns(self.lower)

    def solution(self, rest: list[int]) -> list[int]:
        """Return y with M y = rest modulo p, all y_i from 0 to p - 1."""
        p = self.p
        z: list[int] = []
        for b, row in zip(rest, self.lower):
            z.append((b - sumprod(row, z)) % p)
        y: list[int] = []  # its last entry first
        for z_i, inverse, column in zip(reversed(z), reversed(self.inverses), self.upper):
            y.append((z_i * inverse - sumprod(column, y)) % p)
        return y[::-1]

    def products(self, y: list[int]) -> list[int]:
        """Return M y."""
        return [sumprod(row, y) for row in self.matrix]


class _Packed(_Plain):
    """The same for many unknowns: by its inverse modulo p. All products with a row are one long
    product, see `packed`.
    """

    def __init__(self, matrix: Matrix, p: int, tick: Callable[[], object]) -> None:
        size, self.p = len(matrix), p
        largest = max([max(max(row), -min(row)) for row in matrix])
        self.size = size
        self.k, self.k_p = width(size * largest * p), width((1 + _BLOCK + size) * p * p)
        self.rows = self._packed_rows(matrix, self.k)
        self.inverse = self._packed_rows(_inverse(matrix, p, tick), self.k_p)

    def _packed_rows(self, rows: Matrix, k: int) -> list[int]:
        return [packed(row, self.size, k) for row in rows]

    def solution(self, rest: list[int]) -> list[int]:
        p = self.p
        product = sumprod([b % p for b in rest], self.inverse)  # symmetric: rows are columns
        return [v % p for v in unpacked(product, self.size, self.k_p)]

    def products(self, y: list[int]) -> list[int]:
        return list(unpacked(sumprod(y, self.rows), self.size, self.k))


def _inverse(matrix: Matrix, p: int, tick: Callable[[], object]) -> list[list[int]]:
    """Return the inverse of M modulo p, by Gauss and Jordan, a block of unknowns at a time.

    In the place of M = (A B; C D) stand in the end A^-1, A^-1 B, -C A^-1 and D - C A^-1 B, where A
    is the block; and so on with the next block of that. ValueError where some A has no inverse.
    """
    size = len(matrix)
    rows = [[v % p for v in row] for row in matrix]
    k = width((1 + _BLOCK) * p * p)
    for begin in range(0, size, _BLOCK):
        end = min(begin + _BLOCK, size)
        inverse = _inverse_of_block([row[begin:end] for row in rows[begin:end]], p)
        for i in range(begin, end):
            rows[i][begin:end] = [int(i == j) for j in range(begin, end)]
        block = [packed(row, size, k) for row in rows[begin:end]]
        for i in range(begin, end):
            rows[i] = [v % p for v in unpacked(sumprod(inverse[i - begin], block), size, k)]
        block = [packed(row, size, k) for row in rows[begin:end]]
        for i in (*range(begin), *range(end, size)):
            factors = rows[i][begin:end]
            rows[i][begin:end] = [0] * len(factors)
            taken = unpacked(sumprod(factors, block), size, k)
            rows[i] = [(v - t) % p for v, t in zip(rows[i], taken)]
            tick()
    return rows


def _inverse_of_block(block: list[list[int]], p: int) -> list[list[int]]:
    """Return the inverse of a block, symmetric modulo p, modulo p."""
    system = _Plain(block, p, lambda: None)
    size = len(block)
    return [system.solution([int(i == j) for j in range(size)]) for i in range(size)]


def _joined(digits: list[int], p: int) -> int:
    """Return the number with those digits to the base p, the lowest first.

    >>> _joined([3, 2, 1], 10)
    123
    """
    while len(digits) > 1:
        digits += [0] * (len(digits) % 2)
        digits = [low + p * high for low, high in zip(digits[::2], digits[1::2])]
        p *= p
    return digits[0]


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
