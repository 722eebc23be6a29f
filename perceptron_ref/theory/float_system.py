"""Linear systems M u = (1, 1, ..., 1) in floats, with unknowns that come and go.  Lecture 2: L2.8

`min_norm_point` uses these systems for most of its steps, and `linear_system` for its last steps. M
is symmetric and positive definite. K M K^T = I for a lower triangular K, the inverse of the
Cholesky factor of M. So u = K^T (K 1), where 1 is the vector of ones. A new row of M adds a row to
K, and changes no other row of K (Gram-Schmidt). To remove an unknown, its row of K is rotated with
each row below, until these have a 0 in the column of the unknown (Givens). Rotations do not change
K^T (K 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from operator import mul

_MIN_RELATIVE_PIVOT = 1e-9  # of the entry on the diagonal; below, rounding may decide its sign


class FloatSystem:
    """The solution u of M u = (1, 1, ..., 1) in floats.

    It uses `fsum`, because the built-in `sum` does not return the same bits on every Python.

    Attributes:
        u: The solution.
        rows: The rows of K, each up to its entry on the diagonal.
        sums: K 1, the sums of the rows.

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
            row: The new row of M times `unit`, up to its entry on the diagonal.
            unit: An int > 0.

        Returns:
            True if the unknown was added. False if it was not, because rounding would decide
            whether the new M is positive definite, or because a number is too large for a float.
        """
        try:
            *entries, entry = [v / unit for v in row]
            h = [fsum(map(mul, row_m, entries)) for row_m in self.rows]
            pivot = entry - fsum(map(mul, h, h))
        except (ArithmeticError, ValueError):  # infinity, or NaN
            return False
        if not pivot > _MIN_RELATIVE_PIVOT * entry:
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
        """Remove unknown i, with its row and column of M."""
        removed_row, removed_sum = self.rows.pop(i), self.sums.pop(i)
        entry = removed_row.pop()  # in the column of the unknown
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
