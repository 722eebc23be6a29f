"""Examples of two features and the line between them, drawn in text.

All is computed exactly, so that every example is in its very cell.
"""

from __future__ import annotations

from fractions import Fraction

from ..dataset import Dataset
from ..exact.rationals import shortened
from ..hypothesis import Hypothesis, sign
from ..variants import as_given
from .text import printable

LEGEND = "o is +1, x is -1, capital letters are mistakes, # is both, dots are the line"


def picture(data: Dataset, h: Hypothesis, width: int = 61, height: int = 21) -> list[str]:
    """Return the lines of a picture: x_1 to the right, x_2 upwards.     Lecture 2: L2.4"""
    data = as_given(data)
    columns, rows = _middles(data, 1, width), _middles(data, 2, height)
    right = [h.w[1] * value for value in columns]
    signs = [[sign(x + h.w[2] * value - h.threshold) for x in right] for value in rows]
    canvas = [
        ["." if _is_boundary(signs, i, j) else " " for j in range(width)] for i in range(height)
    ]
    for x, y, answer in zip(data.scaled_xs, data.ys, h.predictions(data)):
        mark = "o" if y > 0 else "x"
        row, column = canvas[_cell(x[2], rows, data.scale)], _cell(x[1], columns, data.scale)
        is_other = row[column].lower() in {"o", "x", "#"} - {mark}
        row[column] = "#" if is_other else mark if answer == y else mark.upper()
    edge = f"+{'-' * width}+"
    lines = ["|" + "".join(row) + "|" for row in reversed(canvas)]
    across, up = (_span(data, feature) for feature in (1, 2))
    return [f"{up}, upwards", edge, *lines, edge, f"{across}, to the right", LEGEND]


def _span(data: Dataset, feature: int) -> str:
    values = [Fraction(x[feature], data.scale) for x in data.scaled_xs]
    name = printable(data.names[feature - 1])
    return f"{name}: {shortened(min(values))} to {shortened(max(values))}"


def _middles(data: Dataset, feature: int, cells: int) -> list[Fraction]:
    """Return the values in the middle of each cell, from the least value to the largest."""
    values = [x[feature] for x in data.scaled_xs]
    least, most = min(values), max(values)
    if least == most:
        least, most = least - 1, most + 1
    step = Fraction(most - least, data.scale * (cells - 1))
    return [Fraction(least, data.scale) + step * cell for cell in range(cells)]


def _cell(value: int, middles: list[Fraction], scale: int) -> int:
    """Return the cell whose middle is nearest to the value, the upper one of two."""
    return int((Fraction(value, scale) - middles[0]) / (middles[1] - middles[0]) + Fraction(1, 2))


def _is_boundary(signs: list[list[int]], i: int, j: int) -> bool:
    """Tell whether the score is 0 there, or changes its sign to the right or above."""
    right = signs[i][j + 1 : j + 2]
    above = [row[j] for row in signs[i + 1 : i + 2]]
    return signs[i][j] == 0 or any(signs[i][j] * other < 0 for other in right + above)
