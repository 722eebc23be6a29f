"""Numbers in the cells of a file: decimal commas, thousands, fractions, and remedies."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from ..errors import quote
from ..exact.rationals import (
    WITH_THOUSANDS,
    exact_text,
    is_number,
    rational,
    rounded_text,
    short_text,
)
from ..exact.sparse import stored_entries
from . import rules
from .columns import Columns
from .options import data_error, option_hint, shell_command

if TYPE_CHECKING:
    from ..exact.sparse import Rows
    from .options import Options

    Where = Callable[[int], str]
    """The place of cell i of a line."""

_OWN_FILE_PAGE = "docs/how-to/own-file.md"
_ARRAYS_PAGE = "docs/how-to/arrays.md"
_FLOAT_SCALE = 10**15  # a float keeps every number of at most 15 digits
_ROUNDING_ERROR = Fraction(
    1, 2**50
)  # how far, relative to it, a few roundings of a float move a number
_SHORT_DIGITS = 12  # the digits of a number that a user may have typed
_MAX_SAMPLE = 1_000  # the numbers that are examined


class NumberFormat:
    """How the numbers of a file are written: with decimal commas, thousands or fractions.

    Without an option, the first number with a comma or a point sets `options.decimal`.

    Args:
        columns: The columns of the file.

    Attributes:
        are_settled: True if points are decimal in all lines to come.
    """

    columns: Columns
    options: Options
    has_decimal_comma: bool
    has_fraction: bool
    is_given: bool
    are_settled: bool
    rows: int
    example: tuple[str, str]

    def __init__(self, columns: Columns) -> None:
        self.columns, self.options = columns, columns.options
        self.has_decimal_comma = self.has_fraction = self.are_settled = False
        options = self.options
        self.is_given = options.decimal is not None
        options.decimal = options.decimal or (None if options.format == "semicolon" else ".")
        self.rows = 0  # as long as points may separate thousands
        self.pointed: dict[int, int] | None = None if self.is_given else {}  # by columns
        self.example = "", ""  # the first such cell, and its place

    def normalize_row(self, line: str, cells: list[str], where: Where) -> None:
        """Replace decimal commas by points in the cells of a line; note fractions, refuse dates."""
        if self.options.decimal != ".":
            self._replace_decimal_commas(cells, where)
        elif self.pointed is not None:
            self.rows += 1
            if "." in line:
                self._count_possible_thousands(cells, where)
        self.are_settled = self.options.decimal == "." and self.pointed is None
        if "/" in line:
            self._check_fractions_and_dates(cells, where)

    def are_settled_in(self, text: str) -> bool:
        """Tell whether each point in these lines is decimal, and no comma is in a number."""
        if self.are_settled:
            return True
        is_decimal_open = self.options.format == "semicolon" and "," in text
        return self.options.decimal != "," and "." not in text and not is_decimal_open

    def check_after_last_row(self) -> None:
        """Refuse decimal=',' if no number has a comma; ask whether points separate thousands."""
        options = self.options
        if options.decimal == "," and options.format == "csv" and not self.has_decimal_comma:
            expected = (
                f'decimal commas in quotes ("0,5"), or another format {option_hint("format")}'
            )
            raise data_error(options.source, "no comma in a number", expected)
        counts = [*(self.pointed or {}).values()]
        # if some numbers have no point, or in text from a spreadsheet, thousands are likely
        if counts and (options.format == "tsv" or min(counts) < self.rows):
            raise self._thousands_error(*self.example, ".")

    def _replace_decimal_commas(self, cells: list[str], where: Where) -> None:
        """Replace decimal commas by points; other cells stay as they are."""
        options = self.options
        for i, cell in enumerate(map(str.strip, cells)):
            separator, point = "," if "," in cell else ".", cell.replace(",", ".", 1)
            if separator not in cell or not is_number(point):
                continue
            may_be_thousands = rules.may_have_thousands_separator(cell)
            if options.decimal is None and may_be_thousands:
                raise self._thousands_error(cell, where(i), separator)
            options.decimal = options.decimal or separator
            if options.decimal == ".":
                self.pointed = None
                break
            if separator == ".":
                expected = "a comma and no point before decimals"
                if may_be_thousands:
                    how = _delete_thousands(self.columns, ".")
                    expected += f", or no point between thousands: {how}"
                elif options.format != "csv":
                    expected += f", as in others: {_edit_cells(self.columns, 'y/./,/')}"
                raise data_error(where(i), quote(cell), expected)
            if not self.has_decimal_comma and (may_be_thousands or not self.is_given):
                text = f"commas are read as decimal, as in {quote(cell)}"
                options.add_note(f"{text} {option_hint('decimal', separator)}", where(i))
            cells[i], self.has_decimal_comma = point, True

    def _count_possible_thousands(self, cells: list[str], where: Where) -> None:
        """Count the cells of each column whose points may separate thousands, until a number
        shows that they do not.
        """
        pointed = {} if self.pointed is None else self.pointed
        for i, cell in enumerate(map(str.strip, cells)):
            if rules.may_have_thousands_separator(cell):
                pointed[i] = pointed.get(i, 0) + 1
                self.example = self.example if self.example[0] else (cell, where(i))
            elif "." in cell or len(cell.lstrip("+-")) > 3:
                self.pointed = None
                return

    def _thousands_error(self, cell: str, place: str, separator: str) -> Exception:
        whole, point = cell.replace(separator, ""), cell.replace(",", ".")
        problem = f"{quote(cell)}, which may be {whole} or {point}"
        expected = (
            f"to be told that it has decimals {option_hint('decimal', separator)}, or {whole}"
        )
        if separator == ".":
            expected += f": {_delete_thousands(self.columns, separator)}"
        return data_error(place, problem, expected)

    def _check_fractions_and_dates(self, cells: list[str], where: Where) -> None:
        for i, cell in enumerate(map(str.strip, cells)):
            if "/" not in cell or not is_number(cell):
                continue
            if rules.is_date(cell):
                others = _leave_out_hint(self.columns, [self.columns.features[i]])
                expected = f"a fraction such as 3/7{others}"
                raise data_error(where(i), f"{quote(cell)}, which may be a date", expected)
            if not self.has_fraction and not re.search("/0+$", cell):
                self.has_fraction = True
                value = exact_text(rational(cell))
                text = f"{quote(cell)} is read as a fraction{'' if value == cell else ', ' + value}"
                self.options.add_note(text, where(i))


def note_float_rounding(rows: Rows, scale: int, options: Options) -> None:
    """Note numbers that were rounded as floats before the file was written.


    Such a number, as 0.30000000000000004, has more decimals than a float keeps. A note is added if
    most of them are close to a short number.
    """
    if scale <= _FLOAT_SCALE:
        return
    long = (v for x in rows for v in stored_entries(x)[1:] if v * _FLOAT_SCALE % scale)
    near, others = [], 0
    for v in islice(long, _MAX_SAMPLE):
        number = Fraction(v, scale)
        short = rational(rounded_text(number, _SHORT_DIGITS))
        if 0 < abs(number - short) <= _ROUNDING_ERROR * abs(number):
            near.append((number, short))
        elif number != short:
            others += 1
    if len(near) > others:
        written, meant = rounded_text(near[0][0], 20), short_text(near[0][1])
        options.add_note(
            f"found numbers such as {written}, read as written; if floats made them of {meant} and "
            f"the like, write fewer digits ({_ARRAYS_PAGE}#changed)"
        )


def _edit_cells(columns: Columns, script: str) -> str:
    """Return the command that edits the lines below the header by a script of sed."""
    lines = f"{int(columns.place.rpartition(':')[2]) + 1},$" if columns.header else ""
    return shell_command(f"sed '{lines}{script}'")


def _delete_thousands(columns: Columns, separator: str) -> str:
    """Return how to delete thousands separators: in the spreadsheet, or by a command."""
    script = "s/\\.//g" if separator == "." else f"s/{separator}//g"
    return (
        "in the spreadsheet, format the numbers without a separator, or type "
        f"{_edit_cells(columns, script)} (and the same for a file that `predict` reads)"
    )


def bad_number_hint(columns: Columns, cells: list[str], i: int, first_line: int = 0) -> str:
    """Return the remedy for a cell that is not a number: the options that read it or leave it out.

    Args:
        columns: The columns of the file.
        cells: The cells of the features in the line.
        i: The index of the cell.
        first_line: The number of the line if it is the first one, else 0.
    """
    if columns.header and [*map(str.strip, cells)] == [
        columns.name_of(k) for k in columns.features
    ]:
        return "; the names of the columns stand here again: delete that line"
    cell, left_out = cells[i].strip(), [columns.features[i]]
    if rules.is_missing(cell):
        text = f", or that such lines are dropped {option_hint('missing', 'drop')}"
    elif re.fullmatch(r"(?a)[+-]?\d{1,3}(\.\d{3})+(,\d*)?", cell):
        text, left_out = f", with nothing between thousands: {_delete_thousands(columns, '.')}", []
    elif is_number(cell) or re.fullmatch(WITH_THOUSANDS, cell):
        text, left_out = "", []  # the error says enough
        if columns.options.format != "csv" and columns.options.decimal != ",":
            is_large = bool(re.fullmatch(WITH_THOUSANDS, cell))
            text = f": {_delete_thousands(columns, ',')}" * is_large
    elif is_number(cell.replace(",", ".")):
        text, left_out = f", or that commas are decimal {option_hint('decimal', ',')}", []
    elif _is_nonnumeric_text(cell):
        text, left_out = _text_column_hint(columns, cells, left_out)
    else:
        text = ", in the digits 0 to 9, without a unit, and with nothing between thousands"
        text += f" ({_OWN_FILE_PAGE}#spreadsheet)"
        if re.search(r"\s", cell):
            text += f", or another format {option_hint('format')}"
    if first_line and columns.header and cells[1:] and not any(map(rules.looks_like_number, cells)):
        text += f", or that this line is deleted ({shell_command(f'sed {first_line}d')})"
    return text + _leave_out_hint(columns, left_out) + _header_hint(columns, bool(first_line))


def _text_column_hint(
    columns: Columns, cells: list[str], left_out: list[int]
) -> tuple[str, list[int]]:
    """Return the remedy for words, and the columns that have any."""
    text = f", with 0 and 1 for two words ({_OWN_FILE_PAGE}#words)"
    if columns.label_is_guessed:
        column = columns.option_value_of(left_out[0])
        text += f", or that it holds the labels {option_hint('label', column)}"
    return text, [k for k, text in zip(columns.features, cells) if _is_nonnumeric_text(text)]


def _leave_out_hint(columns: Columns, left_out: list[int]) -> str:
    """Return the remedy to leave these columns out, if other columns remain."""
    if not left_out or len(columns.features) <= len(left_out) or columns.options.like is not None:
        return ""
    which = "this column is" if len(left_out) == 1 else "these are"
    return f", or that {which} left out {columns.leave_out_option(left_out)}"


def _header_hint(columns: Columns, is_first: bool) -> str:
    """Return the remedy that a first line holds the names of the columns."""
    if not is_first or columns.header or columns.options.header is not None:
        return ""
    return f", or that this line holds the names of the columns {option_hint('header', True)}"


def _is_nonnumeric_text(cell: str) -> bool:
    """Tell whether a cell is not empty and does not begin like a number."""
    return not rules.is_missing(cell) and re.match(r"\W*\d", cell) is None
