"""Linear systems in floats, M u = (1, 1, ..., 1), that gain and lose unknowns.     Lecture 2: L2.8

`min_norm_point` takes most of its steps with these; the last ones take `linear_system`. M is
symmetric and positive definite. K M K^T = 1 for a lower triangular K, so u = K^T (K 1). A row more
of M is a row more of K, and changes no other one (Gram and Schmidt). Where an unknown leaves, each
row of K below is turned together with the one that goes, until the entries of that unknown are 0
(Givens); turned rows give the same K^T (K 1).
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
        sums: K 1.

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
        length, new = sqrt(pivot), [0.0] * len(h)
        for m, (h_m, row_m) in enumerate(zip(h, self.rows), start=1):
            new[:m] = [v - h_m * v_m for v, v_m in zip(new, row_m)]
        new = [*[v / length for v in new], 1 / length]
        self.rows.append(new)
        self.sums.append(fsum(new))
        self.u = [u_i + self.sums[-1] * v for u_i, v in zip([*self.u, 0.0], new)]
        return True

    def remove(self, i: int) -> None:
        """Remove the i-th unknown, with its row and column of M."""
        gone, sum_of_gone = self.rows.pop(i), self.sums.pop(i)
        entry = gone.pop()  # of the unknown, in the row that goes
        for m in range(i, len(self.rows)):
            row, sum_of_row, gone = self.rows[m], self.sums[m], [*gone, 0.0]
            a, b = row.pop(i), entry
            entry = sqrt(a * a + b * b)
            c, s = b / entry, a / entry
            self.rows[m] = [c * v - s * w for v, w in zip(row, gone)]
            gone = [s * v + c * w for v, w in zip(row, gone)]
            self.sums[m] = c * sum_of_row - s * sum_of_gone
            sum_of_gone = s * sum_of_row + c * sum_of_gone
        del self.u[i]
        self.u = [u_m - sum_of_gone * v for u_m, v in zip(self.u, gone)]
