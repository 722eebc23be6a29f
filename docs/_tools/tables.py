"""Tables of the numbers of a run."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from perceptron_ref.exact.rationals import exact_text


def rows(cells: Iterable[Iterable[object]]) -> str:
    """Return the rows of a table whose heading stands in the page, above the name of the rows.

    >>> print(rows([[0, (Fraction(1, 2), 3), "`cyclic`"]]))
    | 0 | (0.5, 3) | `cyclic` |
    """
    return "\n".join(f"| {' | '.join(map(shown, row))} |" for row in cells)


def shown(value: object) -> str:
    """Return a value as a page shows it: a vector in brackets, a fraction exactly, a float to four
    places.

    >>> shown((Fraction(1, 3), -1)), shown(0.5)
    ('(1/3, -1)', '0.5000')
    """
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(map(shown, value)) + ")"
    if isinstance(value, Fraction):
        return exact_text(value)
    return f"{value:.4f}" if isinstance(value, float) else str(value)
