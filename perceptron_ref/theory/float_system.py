"""Linear systems in floats, M u = (1, 1, ..., 1), that gain and lose unknowns.     Lecture 2: L2.8

`min_norm_point` takes most of its steps with these; the last ones take `linear_system`. M is
symmetric and positive definite. K M K^T = I for a lower triangular K, the inverse of the Cholesky
factor of M. So u = K^T (K 1), where 1 is the vector of ones. Adding a row to M adds a row to K and
changes no other row of K (Gram and Schmidt). To remove an unknown, its row of K is rotated with
each row below it, until the entries of that unknown are 0 there (Givens). Rotations do not change
K^T (K 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from operator import mul

_MIN_PIVOT = 1e-9  # times the entry on the diagonal: below it rounding may decide


class FloatSystem:
    """The solution u of M u = (1, 1, ..., 1) in floats.

    `fsum` rounds each sum once. The built-in `sum` does not give the same bits on every Python.

    Attributes:
        u: The solution.
        rows: The rows of K, each up to its diagonal.
        sums: K 1, the sums of the rows of K.

    >>> system = FloatSystem()
    >>> system.add([4]), system.add([2, 2]), system.u
    (True, True, [0.0, 0.5])
    >>> system.remove(1)
    >>> system.u
    [0.25]
    """

    def __init__(self) -> None:
        self.u: list[float] = []
        self.rows: list[list[float]] = []
        self.sums: list[float] = []

    def add(self, row: Sequence[int], unit: int = 1) -> bool:
        """Add an unknown.

        Args:
            row: The new row of M times `unit`, its last entry on the diagonal.
            unit: An int > 0.

        Returns:
            False if nothing was changed, because rounding may decide whether M is then positive
            definite.
        """
        try:
            *entries, entry = [v / unit for v in row]
            h = [fsum(map(mul, row_m, entries)) for row_m in self.rows]
            pivot = entry - fsum(map(mul, h, h))
        except (ArithmeticError, ValueError):  # infinity, or NaN
            return False
        if not pivot > _MIN_PIVOT * entry:
            return False
        root, new_row = sqrt(pivot), [0.0] * len(h)
        for m, (h_m, row_m) in enumerate(zip(h, self.rows), start=1):
            new_row[:m] = [v - h_m * v_m for v, v_m in zip(new_row, row_m)]
        new_row = [*[v / root for v in new_row], 1 / root]
        self.rows.append(new_row)
        self.sums.append(fsum(new_row))
        self.u = [u_i + self.sums[-1] * v for u_i, v in zip([*self.u, 0.0], new_row)]
        return True

    def remove(self, i: int) -> None:
        """Remove the i-th unknown, with its row and column of M."""
        removed_row, removed_sum = self.rows.pop(i), self.sums.pop(i)
        entry = removed_row.pop()  # of the unknown, in the removed row
        for m in range(i, len(self.rows)):
            row, sum_of_row, removed_row = self.rows[m], self.sums[m], [*removed_row, 0.0]
            a, b = row.pop(i), entry
            entry = sqrt(a * a + b * b)
            c, s = b / entry, a / entry
            self.rows[m] = [c * v - s * w for v, w in zip(row, removed_row)]
            removed_row = [s * v + c * w for v, w in zip(row, removed_row)]
            self.sums[m] = c * sum_of_row - s * removed_sum
            removed_sum = s * sum_of_row + c * removed_sum
        del self.u[i]
        self.u = [u_m - removed_sum * v for u_m, v in zip(self.u, removed_row)]
