"""Text for a terminal; and the one place that writes to standard output and standard error.

Names of files, and texts of plugins, may hold characters that steer a terminal or feign a line. So
every line is escaped here, whole, wherever its parts come from.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction

from ..errors import escape_control_characters, one_line_text
from ..exact.rationals import is_number, rational, short_text

TOO_LONG = 10**600  # some Pythons spell ints of up to 640 digits
_MAX_SHOWN, _MAX_NAMED = 101, 20  # numbers that are all shown, in a vector or with their names
_FIRST_SHOWN = 5  # numbers that are shown of a longer vector
_LONGEST_IN_FULL = 24  # characters of a number in full


def print_line(line: str) -> None:
    """Write a line of a result to standard output; OSError if that cannot be written."""
    write(escape_control_characters(line) + "\n")


def write(text: str) -> None:
    """Write a text to standard output as it is: JSON, SVG."""
    if sys.stdout is None:  # print would lose it in silence
        raise OSError("standard output is closed")
    sys.stdout.write(text)


def print_to_stderr(line: str) -> None:
    """Write a line to standard error: a warning, an error, progress.

    If it cannot be written, a result must not suffer.
    """
    if sys.stderr is not None:  # print would take standard output in its place
        with suppress(OSError):
            sys.stderr.write(escape_control_characters(line) + "\n")
            sys.stderr.flush()


def print_error(line: str) -> None:
    """Write an error to standard error."""
    print_to_stderr(f"perceptron-ref: error: {line}")


def print_note(line: str) -> None:
    """Write a note to standard error."""
    print_to_stderr(f"note: {line}")


def program_name() -> str:
    """Return how this command line was started, as it is to be typed again."""
    path = next(iter(getattr(sys, "argv", ())), "")  # a program that embeds Python may set none
    started = os.path.basename(path)
    python = "py" if sys.platform == "win32" else "python3"
    if started.startswith("__main__"):
        return f"{python} -m perceptron_ref"
    if started.endswith(".pyz"):
        from shlex import quote

        return f"{python} {quote(path)}"
    return "perceptron-ref"


def count_with_noun(number: int, noun: str) -> str:
    """Return the number with its noun.

    >>> count_with_noun(1, "update"), count_with_noun(2000, "visit")
    ('1 update', '2,000 visits')
    """
    text = f"{number:,}" if number < TOO_LONG else short_text(number)
    return f"{text} {noun}" if number == 1 else f"{text} {noun}s"


def format_value(value: object) -> str:
    """Return a value of a record in words: long numbers shortened; None is left out.

    >>> format_value({"name": "random", "options": {"seed": 0}})
    'random, seed = 0'
    >>> format_value({"n": 16, "visit": None})
    'n = 16'
    >>> format_value(["-3", f"1/{10**30}", False])
    '(-3, about 1E-30, false)'
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, Fraction)):
        return short_text(value)
    if isinstance(value, dict):
        return ", ".join(_shorten_list([*_key_value_texts(value)], _MAX_NAMED))
    if isinstance(value, (list, tuple)):
        return f"({', '.join(_shorten_list([*map(format_value, value)]))})"
    if isinstance(value, str) and len(value) > _LONGEST_IN_FULL and is_number(value):
        return short_text(rational(value, len(value)))
    return one_line_text(value, 400)


def _key_value_texts(record: dict[str, object]) -> Iterator[str]:
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _key_value_texts(value)
        elif value is not None:
            yield ("" if key == "name" else f"{one_line_text(key, 60)} = ") + format_value(value)


def _shorten_list(texts: list[str], most: int = _MAX_SHOWN) -> list[str]:
    return (
        texts if len(texts) <= most else [*texts[:_FIRST_SHOWN], "...", f"{len(texts):,} numbers"]
    )


def format_table(records: Sequence[dict[str, object]]) -> Iterator[str]:
    """Yield records as the rows of a table below the names that any of them has a value for.

    >>> print(*format_table([{"name": "cyclic", "T": 7}, {"name": "restart", "T": 12}]), sep="\\n")
    name      T
    cyclic    7
    restart  12
    """
    rows = [
        {name: format_value(v) for name, v in record.items() if v not in (None, "")}
        for record in records
    ]
    every = dict.fromkeys(name for record in records for name in record)
    names = [name for name in every if any(name in row for row in rows)]
    cells = [[row.get(name, "") for name in names] for row in rows]
    numbers = [k for k, column in enumerate(zip(*cells)) if all(map(_is_number, column))]
    return aligned_lines([names, *cells], numbers)


def _is_number(cell: str) -> bool:
    return is_number(cell.lstrip(">").replace("about ", "") or "0")


def aligned_lines(rows: Sequence[Sequence[str]], numbers: Collection[int] = ()) -> Iterator[str]:
    """Yield the rows as aligned lines, the columns of numbers to the right.

    What a terminal would not show is escaped.
    """
    rows = [[*map(escape_control_characters, row)] for row in rows]
    widths = [max(map(_width, column)) for column in zip(*rows)]
    for row in rows:
        rooms = [" " * (width - _width(cell)) for width, cell in zip(widths, row)]
        cells = [
            room + cell if column in numbers else cell + room
            for column, (cell, room) in enumerate(zip(row, rooms))
        ]
        yield "  ".join(cells).rstrip()


def _width(cell: str) -> int:
    """Return the width of a cell in a terminal: a Chinese character takes two places.

    >>> _width("age"), _width("\u5e74\u9f61")
    (3, 4)
    """
    if cell.isascii():
        return len(cell)
    from unicodedata import east_asian_width  # here, as it takes time to load

    return len(cell) + sum(east_asian_width(c) in "FW" for c in cell)
