"""Tables of the numbers of a run."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from perceptron_ref.rationals import exact_text


def table(header: str, rows: Iterable[Iterable[object]]) -> str:
    """Return a table. header: the cells of its first line, with " | " between them. Fractions are shown exactly.

    A bar in a formula of the header is written \\lvert or \\rvert, as a plain one would end the cell.

    >>> from fractions import Fraction
    >>> print(table("t | w", [[0, (Fraction(1, 2), 3)]]), end="")
    | t | w |
    | ---: | ---: |
    | 0 | (0.5, 3) |
    """
    lines = [f"| {header} |", "|" + " ---: |" * len(header.split(" | "))]
    lines += ["| " + " | ".join(map(shown, row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def shown(value: object) -> str:
    """Return a value as a page shows it: a vector in brackets, a fraction exactly, a float to four places.

    >>> shown((Fraction(1, 3), -1)), shown(0.5)
    ('(1/3, -1)', '0.5000')
    """
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(map(shown, value)) + ")"
    if isinstance(value, Fraction):
        return exact_text(value)
    return f"{value:.4f}" if isinstance(value, float) else str(value)
