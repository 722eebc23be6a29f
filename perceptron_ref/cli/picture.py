"""Examples of two features and the line between them, drawn in text.

All is computed in ints, so that every example is in its very cell.
"""

from __future__ import annotations

from fractions import Fraction

from ..exact.rationals import shortened
from ..hypothesis import sign
from ..variants import as_given
from .text import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..hypothesis import Hypothesis

LEGEND = "o is +1, x is -1, capital letters are mistakes, # is both, dots are the line"


def picture(data: Dataset, h: Hypothesis, width: int = 61, height: int = 21) -> list[str]:
    """Return the lines of a picture: x_1 to the right, x_2 upwards.     Lecture 2: L2.4"""
    data = as_given(data)
    across, up = _Axis(data, 1, width), _Axis(data, 2, height)
    canvas = [[" "] * width for _ in range(height)]
    for column, row in _boundary(h, across, up):
        canvas[row][column] = "."
    for x, y, answer in zip(data.scaled_xs, data.ys, h.predictions(data)):
        cell, mark = canvas[up.cell(x[2])], "o" if y > 0 else "x"
        column = across.cell(x[1])
        mark = mark if answer == y else mark.upper()
        taken = cell[column] in "oxOX#" and cell[column].lower() != mark.lower()
        cell[column] = "#" if taken else mark
    edge = f"+{'-' * width}+"
    rows = ["|" + "".join(cells) + "|" for cells in reversed(canvas)]
    return [
        f"{printable(data.names[1])}: {up.span}, upwards",
        edge,
        *rows,
        edge,
        f"{printable(data.names[0])}: {across.span}, to the right",
        LEGEND,
    ]


class _Axis:
    """The values of a feature, from the least to the largest, spread over a number of cells."""

    def __init__(self, data: Dataset, feature: int, cells: int) -> None:
        values = [x[feature] for x in data.scaled_xs]
        self.least, self.most, self.cells, self.scale = min(values), max(values), cells, data.scale
        ends = (Fraction(end, self.scale) for end in (self.least, self.most))
        self.span = " to ".join(map(shortened, ends))
        if self.least == self.most:
            self.least, self.most = self.least - 1, self.most + 1

    def cell(self, value: int) -> int:
        """Return the cell whose middle is nearest to the value."""
        length = self.most - self.least
        return (2 * (value - self.least) * (self.cells - 1) + length) // (2 * length)

    def middle(self, cell: int) -> Fraction:
        """Return the value in the middle of the cell, in the units of the data."""
        return Fraction(
            self.least * (self.cells - 1) + (self.most - self.least) * cell,
            self.scale * (self.cells - 1),
        )


def _boundary(h: Hypothesis, across: _Axis, up: _Axis) -> list[tuple[int, int]]:
    """Return the cells (column, row) where the score is 0 or changes its sign towards the next."""
    right = [h.w[1] * across.middle(column) for column in range(across.cells)]
    above = [h.w[2] * up.middle(row) - h.threshold for row in range(up.cells)]
    signs = [[sign(a + b) for a in right] for b in above]
    found = []
    for row, line in enumerate(signs):
        for column, here in enumerate(line):
            beside = line[column + 1] if column + 1 < len(line) else here
            over = signs[row + 1][column] if row + 1 < len(signs) else here
            if here == 0 or here * beside < 0 or here * over < 0:
                found.append((column, row))
    return found
