"""Tables of the numbers of a run."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from perceptron_ref.exact.rationals import exact_text

MINUS = "\N{MINUS SIGN}"
WORDS = re.compile("[a-z`]")
NEGATIVE = re.compile(r"(?<!\S)-(?=\d)")  # a hyphen before a number


def rows(cells: Iterable[Iterable[object]]) -> str:
    """Return the rows of a table whose heading stands in the page, above the name of the rows.

    >>> print(rows([[0, (Fraction(1, 2), 3), "`cyclic`"]]))
    | 0 | (0.5, 3) | `cyclic` |
    """
    return "\n".join(f"| {' | '.join(_with_minus(shown(cell)) for cell in row)} |" for row in cells)


def _with_minus(cell: str) -> str:
    """Return a cell of numbers alone with their sign in the place of hyphens."""
    return cell if WORDS.search(cell) else NEGATIVE.sub(MINUS, cell)


def shown(value: object) -> str:
    """Return a value as a page shows it: a vector in brackets, a fraction exactly, a float to four
    places, and all with the sign of numbers.

    >>> shown((Fraction(1, 3), -1)), shown(0.5), shown("-1")
    ('(1/3, −1)', '0.5000', '-1')
    """
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(map(shown, value)) + ")"
    if isinstance(value, Fraction):
        return exact_text(value).replace("-", MINUS)
    if isinstance(value, float):
        return f"{value:.4f}".replace("-", MINUS)
    return str(value).replace("-", MINUS) if isinstance(value, int) else str(value)
