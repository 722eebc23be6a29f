"""Values and rows of tables, as pages show them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from perceptron_ref.exact.rationals import exact_text

MINUS = "\N{MINUS SIGN}"
WORD_OR_CODE = re.compile("[a-z`]")
HYPHEN_AT_START_OF_NUMBER = re.compile(r"(?<!\S)-(?=\d)")


def rows(table: Iterable[Iterable[object]]) -> str:
    """Return the rows of a table in Markdown. The page itself has the heading.

    >>> print(rows([[0, (Fraction(1, 2), 3), "`cyclic`"]]))
    | 0 | (0.5, 3) | `cyclic` |
    """
    return "\n".join(
        f"| {' | '.join(_cell_with_minus_signs(format_value(cell)) for cell in row)} |"
        for row in table
    )


def _cell_with_minus_signs(cell: str) -> str:
    """Return a cell with minus signs, unless it contains words or code."""
    return cell if WORD_OR_CODE.search(cell) else HYPHEN_AT_START_OF_NUMBER.sub(MINUS, cell)


def format_value(value: object) -> str:
    """Return the text of a value for a page.

    Vectors are in parentheses, fractions are exact, and floats have four decimal places. Negative
    numbers get a true minus sign; strings are returned unchanged.

    >>> format_value((Fraction(1, 3), -1)), format_value(0.5), format_value("-1")
    ('(1/3, −1)', '0.5000', '-1')
    """
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(map(format_value, value)) + ")"
    if isinstance(value, Fraction):
        return exact_text(value).replace("-", MINUS)
    if isinstance(value, float):
        return f"{value:.4f}".replace("-", MINUS)
    return str(value).replace("-", MINUS) if isinstance(value, int) else str(value)
