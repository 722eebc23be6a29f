"""Write tables for spreadsheets, which keep 15 digits of a number and read 1/3 as a date."""

from __future__ import annotations

import os
from collections.abc import Iterable
from fractions import Fraction

from ..disk import write_file
from ..exact.rationals import exact_text, rounded_text

_MAX_CELL_LENGTH = 24  # characters of a number that a table holds in full
_ROUNDED_DIGITS = 17  # significant digits of any other number


class NumberText(str):
    """A number that is already text; a table may still give it a decimal comma."""

    __slots__ = ()


def write_table(
    path: str | os.PathLike[str],
    rows: Iterable[Iterable[object]],
    *,
    has_decimal_commas: bool = False,
) -> None:
    """Write a table for a spreadsheet; see `Repeated.to_csv` for the form of numbers.

    Args:
        path: The file. An existing file is replaced atomically.
        rows: The cells of each row.
        has_decimal_commas: Write numbers such as 0,5, with semicolons between cells.
    """
    import csv
    import io

    stream, delimiter = io.StringIO(), ";" if has_decimal_commas else ","
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
    writer.writerows([[_format_cell(value, has_decimal_commas) for value in row] for row in rows])
    write_file(path, stream.getvalue())


def _format_cell(value: object, has_decimal_commas: bool) -> object:
    """Return an int, a Fraction or a NumberText as text; return any other value unchanged."""
    if isinstance(value, (int, Fraction)):
        text = exact_text(value)
        if len(text) > _MAX_CELL_LENGTH or "/" in text:  # a spreadsheet would read 1/3 as a date
            text = rounded_text(value, _ROUNDED_DIGITS)
    elif isinstance(value, NumberText):
        text = value
    else:
        return value
    return text.replace(".", ",") if has_decimal_commas else text
