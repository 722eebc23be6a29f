"""Tables of the numbers of a run."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from perceptron_ref.exact.rationals import exact_text


def table(header: str, rows: Iterable[Iterable[object]]) -> str:
    """Return a table. header: the cells of its first line, with " | " between them. Fractions are
    shown exactly.

    A column of words stands to the left, one of numbers to the right. A bar in a formula of the
    header is written \\lvert or \\rvert, as a plain one would end the cell.

    >>> from fractions import Fraction
    >>> print(table("t | w | order", [[0, (Fraction(1, 2), 3), "`cyclic`"]]), end="")
    | t | w | order |
    | ---: | ---: | --- |
    | 0 | (0.5, 3) | `cyclic` |
    """
    cells = [list(map(shown, row)) for row in rows]
    rules = ["---" if _are_words(column) else "---:" for column in zip(*cells)] or ["---:"] * len(
        header.split(" | ")
    )
    lines = [header, " | ".join(rules), *map(" | ".join, cells)]
    return "".join(f"| {line} |\n" for line in lines)


def _are_words(column: Iterable[str]) -> bool:
    """Return whether all cells that are not empty begin with a letter, marks aside.

    >>> _are_words(["`and`", "", "**largest** margin"]), _are_words(["0", "sum"])
    (True, False)
    """
    first = {cell.lstrip("`*$\\")[:1] for cell in column if cell}
    return bool(first) and all(map(str.isalpha, first))


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
