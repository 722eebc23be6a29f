"""Text for a terminal: all output of the command line, except --help and --version.

argparse writes these two. The names of files and the texts of plugins may contain control
characters, which could erase or forge lines in a terminal. So the functions that print a line
escape these characters in the whole line; `write` prints a text as it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction

from ..errors import escape_control_characters, one_line_text
from ..exact.rationals import is_number, rational, short_text

# the first int that `str` must not convert, because Python can be configured to refuse more than
# 640 digits; 600 leaves a margin
TOO_LONG = 10**600
_MAX_NUMBERS = 101  # a longer vector is not shown whole
_MAX_ENTRIES = 20  # a longer record is not shown whole
_FIRST_NUMBERS = 5  # the first numbers are shown in place of a longer vector or record
_MAX_NUMBER_LENGTH = 24  # a number of more characters is rounded


def print_line(line: str) -> None:
    """Write a line of a result to standard output; raise OSError if that fails."""
    write(escape_control_characters(line) + "\n")


def write(text: str) -> None:
    """Write a text such as JSON or SVG to standard output, without escapes."""
    if sys.stdout is None:  # `print` would lose the text in silence
        raise OSError("standard output is closed")
    sys.stdout.write(text)


def print_to_stderr(line: str) -> None:
    """Write a line to standard error: a warning, an error, or progress.

    If this fails, the line is lost, and the command goes on.
    """
    if sys.stderr is not None:  # `print` would write to standard output instead
        with suppress(OSError):
            sys.stderr.write(escape_control_characters(line) + "\n")
            sys.stderr.flush()


def stderr_is_terminal() -> bool:
    """Tell whether standard error is a terminal; in a file, lines of progress would be noise."""
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except (AttributeError, OSError, ValueError):  # a stand-in without the method, or a closed file
        return False


def print_error(line: str) -> None:
    """Write an error to standard error."""
    print_to_stderr(f"perceptron-ref: error: {line}")


def print_note(line: str) -> None:
    """Write a note to standard error."""
    print_to_stderr(f"note: {line}")


def program_name() -> str:
    """Return the words that start this program, as a user types them."""
    path = next(iter(getattr(sys, "argv", ())), "")  # absent in some programs that embed Python
    file_name = os.path.basename(path)
    python = "py" if sys.platform == "win32" else "python3"
    if file_name.startswith("__main__"):
        return f"{python} -m perceptron_ref"
    if file_name.endswith(".pyz"):
        from shlex import quote

        return f"{python} {quote(path)}"
    return "perceptron-ref"


def format_value(value: object) -> str:
    """Return a value of a record as text, with long numbers rounded and long lists shortened.

    Entries of a dict that are None are left out.

    >>> format_value({"name": "random", "options": {"seed": 0}})
    'random, seed = 0'
    >>> format_value({"n": 16, "visit": None})
    'n = 16'
    >>> format_value(["-3", f"1/{10**30}", False])
    '(-3, about 1E-30, false)'
    >>> format_value({f"k{i}": "abc" for i in range(30)})
    'k0 = abc, k1 = abc, k2 = abc, k3 = abc, k4 = abc, ..., 30 entries'
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, Fraction)):
        return short_text(value)
    if isinstance(value, dict):
        return ", ".join(_shorten_list([*_key_value_texts(value)], _MAX_ENTRIES, "entries"))
    if isinstance(value, (list, tuple)):
        return f"({', '.join(_shorten_list([*map(format_value, value)]))})"
    if isinstance(value, str) and len(value) > _MAX_NUMBER_LENGTH and is_number(value):
        return short_text(rational(value, len(value)))
    return one_line_text(value, 400)


def _key_value_texts(record: dict[str, object]) -> Iterator[str]:
    """Yield "key = value" for each entry of a record, nested records included.

    For the key "name", yield only the value.
    """
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _key_value_texts(value)
        elif value is not None:
            yield ("" if key == "name" else f"{one_line_text(key, 60)} = ") + format_value(value)


def _shorten_list(
    texts: list[str], max_length: int = _MAX_NUMBERS, noun: str = "numbers"
) -> list[str]:
    """Return a list; if it is too long, its first texts, "..." and its length: "1,500 numbers"."""
    if len(texts) <= max_length:
        return texts
    return [*texts[:_FIRST_NUMBERS], "...", f"{len(texts):,} {noun}"]


def format_table(records: Sequence[dict[str, object]]) -> Iterator[str]:
    """Return the lines of a table: a head, then a row for each record.

    Columns without any value are left out, and columns of numbers are aligned to the right.

    >>> print(*format_table([{"name": "cyclic", "T": 7}, {"name": "restart", "T": 12}]), sep="\\n")
    name      T
    cyclic    7
    restart  12
    """
    rows = [
        {name: format_value(value) for name, value in record.items() if value not in (None, "")}
        for record in records
    ]
    all_names = dict.fromkeys(name for record in records for name in record)
    names = [name for name in all_names if any(name in row for row in rows)]
    cells = [[row.get(name, "") for name in names] for row in rows]
    number_columns = [k for k, column in enumerate(zip(*cells)) if all(map(_is_number, column))]
    return aligned_lines([names, *cells], number_columns)


def _is_number(cell: str) -> bool:
    """Tell whether a cell is empty or a number, which "about" or ">" may precede."""
    return is_number(cell.lstrip(">").replace("about ", "") or "0")


def aligned_lines(
    rows: Sequence[Sequence[str]], number_columns: Collection[int] = ()
) -> Iterator[str]:
    """Yield the rows as aligned lines, with control characters escaped.

    Args:
        rows: The cells of each row, all rows of the same length.
        number_columns: The indices of the columns that are aligned to the right.
    """
    rows = [[*map(escape_control_characters, row)] for row in rows]
    widths = [max(map(_width, column)) for column in zip(*rows)]
    for row in rows:
        paddings = [" " * (width - _width(cell)) for width, cell in zip(widths, row)]
        cells = [
            padding + cell if column in number_columns else cell + padding
            for column, (cell, padding) in enumerate(zip(row, paddings))
        ]
        yield "  ".join(cells).rstrip()


def _width(cell: str) -> int:
    """Return the width of a cell in a terminal, where a Chinese character is two columns wide.

    >>> _width("age"), _width("\u5e74\u9f61")
    (3, 4)
    """
    if cell.isascii():
        return len(cell)
    from unicodedata import east_asian_width  # imported here, because its import takes time

    return len(cell) + sum(east_asian_width(c) in "FW" for c in cell)
