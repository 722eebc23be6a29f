"""Linear systems of ints, solved exactly: M u = v (1, 1, ..., 1), M symmetric.     Lecture 2: L2.8

Elimination makes ints as long as determinants of all k^2 entries of M. Most often floats save it.
They propose W, about the inverse of M. Then x = W r solves M x = r up to a rest r - M x that is
much shorter than r; what solves M x' = rest adds the next bits to x, and so on. All rests are ints,
exact, so enough bits of u / v determine v. In the end ints decide: M u = v (1, 1, ..., 1).
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import frexp, fsum, gcd, inf, prod
from operator import mul, sub

from ..engine.packed import packed, unpacked, width
from ..vectors import sumprod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Matrix = Sequence[Sequence[int]]

__all__ = ["bordered", "primitive", "solved", "unbordered"]

_FEW = 16  # unknowns: elimination alone is faster


def solved(matrix: Matrix, on_row: Callable[[], object] = lambda: None) -> tuple[int, ...] | None:
    """Return ints u without a common factor with M u = (v, v, ..., v), v > 0; None if det M = 0.

    matrix: M, symmetric, no w . M w < 0. on_row: called again and again; it may raise, to stop.

    >>> solved([[2, 1], [1, 3]]), solved([[10, 4], [4, 3]])
    ((2, 1), (-1, 6))
    """
    u = _refined(matrix, on_row) if len(matrix) > _FEW else None
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


def _refined(matrix: Matrix, on_row: Callable[[], object]) -> tuple[int, ...] | None:
    """Return u by way of floats; None where they are not near enough, as where det M = 0.

    W, times 2^shift, and M are packed row by row: a product with a vector is one of long ints. The
    sums of |1 - M W| by column are below 1 / (256 k), so M has an inverse, and each step leaves a
    rest that is shorter by 7 bits at least.
    """
    size, diagonal = len(matrix), [row[i] for i, row in enumerate(matrix)]
    unit, bits = min(diagonal).bit_length(), (size * max(diagonal)).bit_length()
    inverse: list[list[float]] = []
    for i, row in enumerate(matrix):
        if not bordered(inverse, row[: i + 1], 1 << unit):
            return None
        on_row()
    largest = max(map(max, inverse))
    exponent = 53 - frexp(largest)[1]
    if largest == inf or unit + exponent < 8 + size.bit_length():
        return None
    proposed = [[int(v * 2.0**exponent) for v in row] for row in inverse]
    shift, top = unit + exponent, bits + 45  # bits of a rest, of which up to 45 go in a step
    reach = size << 53 + top
    k_W, k_M = width(reach), width(max(reach >> shift, 1 << 53) << bits)
    W = [packed(row, size, k_W) for row in proposed]
    M = [packed(row, size, k_M) for row in matrix]
    for i, row in enumerate(proposed):
        column = unpacked(sumprod(row, M), size, k_M)
        column[i] -= 1 << shift
        if sum(map(abs, column)) * size >> shift - 8:
            return None
        on_row()
    x, rest, E = [0] * size, [1] * size, 0
    enough = prod(diagonal).bit_length() + 8 * k_M + 64
    while E < enough:  # M x + rest = 2^E (1, ..., 1)
        room = top - max(map(int.bit_length, rest))
        E, rest = E + room, [r << room for r in rest]
        digits = [v >> shift for v in unpacked(sumprod(rest, W), size, k_W)]
        rest = list(map(sub, rest, unpacked(sumprod(digits, M), size, k_M)))
        x = [(v << room) + digit for v, digit in zip(x, digits)]
        on_row()
    v = _denominator(x, rest, E, prod(diagonal))
    u = [(v * x_i + (1 << E - 1)) >> E for x_i in x]
    return primitive(u) if all(sumprod(row, u) == v for row in matrix) else None


def _denominator(x: list[int], rest: list[int], E: int, most: int) -> int:
    """Return the v <= most with ints v X_i, where M X = 1 and M x + rest = 2^E (1, ..., 1).

    The sum of all X_i is x . (1 + rest / 2^E) / 2^E, for twice as many bits as any of them: of
    rest / 2^E, the square is left out. Its denominator is v or a little less.
    """
    total = Fraction((sum(x) << E) + sumprod(x, rest), 1 << 2 * E)
    v = total.limit_denominator(most).denominator
    for x_i in x:
        part = Fraction((v * x_i) % (1 << E) >> E - 64, 1 << 64)
        v *= part.limit_denominator(1 << 20).denominator
    return v


def bordered(inverse: list[list[float]], row: Sequence[int], unit: int) -> bool:
    """Change the inverse of a symmetric matrix M / unit into that with one more row and column.

    row: of M, its last entry on the diagonal. False where nothing was changed, since rounding may
    decide whether the new matrix has an inverse. A sum is rounded once, by `fsum`: built-in `sum`
    has not the same bits on every Python.
    """
    try:
        *entries, entry = [v / unit for v in row]
        h = [fsum(map(mul, above, entries)) for above in inverse]
        pivot = entry - fsum(map(mul, h, entries))
    except (ArithmeticError, ValueError):  # infinity, or NaN
        return False
    if not pivot > 1e-9 * entry:
        return False
    last = [-h_m / pivot for h_m in h]
    for m, factor in enumerate(last):
        inverse[m] = [*[v - factor * h_n for v, h_n in zip(inverse[m], h)], factor]
    inverse.append([*last, 1 / pivot])
    return True


def unbordered(inverse: list[list[float]], i: int) -> None:
    """Change the inverse of a symmetric matrix into that without its i-th row and column."""
    gone = inverse.pop(i)
    pivot = gone.pop(i)
    for m, row in enumerate(inverse):
        factor = row.pop(i) / pivot
        inverse[m] = [v - factor * u for v, u in zip(row, gone)]


def primitive(v: Sequence[int]) -> tuple[int, ...]:
    """Return v without the common factor of its entries.

    >>> primitive([4, -6])
    (2, -3)
    """
    common = reduce(gcd, v) or 1  # of zeros
    return tuple([v_i // common for v_i in v])
