"""Text for a terminal: counts, vectors, names without control characters, aligned rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction

from ..errors import escaped
from ..exact.rationals import in_digits, shortened

TOO_LONG = 10**600  # some Pythons spell ints of up to 640 digits
WIDE = 100  # features; of the weights of more a person is shown a part
_FIRST = 5
_LONG = 10  # digits


def counted(number: int, what: str) -> str:
    """Return the number with its noun.

    >>> counted(1, "update"), counted(2000, "visit")
    ('1 update', '2,000 visits')
    """
    text = f"{number:,}" if number < TOO_LONG else shortened(number)
    return f"{text} {what}" if number == 1 else f"{text} {what}s"


def vector(numbers: Iterable[Fraction | int]) -> str:
    """Return the numbers in parentheses, each shortened; of more than 101 the first five.

    >>> vector([-3, 2, 10**30]), vector(range(1000))
    ('(-3, 2, about 1E+30)', '(0, 1, 2, 3, 4, ..., 1,000 numbers)')
    """
    numbers = list(numbers)
    if len(numbers) > 1 + WIDE:
        return f"({', '.join(map(shortened, numbers[:_FIRST]))}, ..., {len(numbers):,} numbers)"
    return f"({', '.join(map(shortened, numbers))})"


def readable(w: Sequence[Fraction | int]) -> tuple[list[str], str]:
    """Return the texts of weights whose length means nothing, and how they were scaled, or "".

    If one has ten digits or more, all are divided by the largest and rounded.

    >>> readable([3 * 10**12, -(10**12)])
    (['1', '-0.333333'], 'divided by the largest and rounded; --json has them exact')
    """
    texts = [shortened(w_i) for w_i in w]
    if max(sum(map(str.isdigit, text)) for text in texts) < _LONG:
        return texts, ""
    exact = [Fraction(w_i) for w_i in w]
    most = max(map(abs, exact))
    scaled = [in_digits(w_i / most, 6) for w_i in exact]
    return scaled, "divided by the largest and rounded; --json has them exact"


def printable(text: object, longest: int = 60) -> str:
    """Return a name, or what an error says, in one line, escaped, and cut where it is too long."""
    line = escaped(" ".join(str(text).split()))
    return line if len(line) <= longest else line[: longest - 3] + "..."


def aligned(rows: Sequence[Sequence[str]], numbers: Collection[int] = ()) -> Iterator[str]:
    """Yield the rows as aligned lines, the columns of numbers to the right.

    A shorter row leaves its last cells empty. What a terminal would not show is escaped.

    >>> print(*aligned([["name", "T"], ["cyclic", "7"], ["restart", "12"]], [1]), sep="\\n")
    name      T
    cyclic    7
    restart  12
    """
    rows = [[*map(escaped, row)] for row in rows]
    columns = range(max(map(len, rows)))
    widths = [max(len(row[column]) for row in rows if column < len(row)) for column in columns]
    for row in rows:
        cells = [
            f"{cell:{'>' if column in numbers else '<'}{width}}"
            for column, cell, width in zip(columns, row, widths)
        ]
        yield "  ".join(cells).rstrip()
