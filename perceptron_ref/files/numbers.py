"""Numbers in the cells of a file: decimal commas, thousands, fractions, and remedies."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from ..errors import DataError, quote
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
from .options import advice, data_error, option_hint, shell_command

if TYPE_CHECKING:
    from ..exact.sparse import Rows
    from .options import Options

    Where = Callable[[int], str]
    """The place of cell i of a line."""

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
            problem = "no decimal comma, because commas separate the cells here"
            another = f"{option_hint('format', 'semicolon')} if semicolons separate the cells"
            raise data_error(options.source, problem, 'numbers in quotes, as in "0,5"', another)
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
                remedy = ""
                if may_be_thousands:
                    remedy = _delete_thousands(self.columns, ".")
                elif options.format != "csv":
                    remedy = f"{_edit_cells(self.columns, 'y/./,/')} to make them commas"
                reason = "commas are decimal in this file"
                if self.is_given:
                    reason = f"of {option_hint('decimal', ',')}"
                expected = f"a comma and no point, because {reason}"
                raise data_error(where(i), quote(cell), expected, remedy)
            if not self.has_decimal_comma and (may_be_thousands or not self.is_given):
                text = f"commas are read as decimal, as in {quote(cell)}"
                given = f"this is what {option_hint('decimal', separator)} means"
                options.add_note(f"{text}; {given}", where(i))
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
        problem = f"{quote(cell)}, which may be {point} or {whole}"
        expected = f"{option_hint('decimal', separator)} if it is {point}, "
        expected += f"or {whole} without a separator"
        return data_error(place, problem, expected, _delete_thousands(self.columns, separator))

    def _check_fractions_and_dates(self, cells: list[str], where: Where) -> None:
        for i, cell in enumerate(map(str.strip, cells)):
            if "/" not in cell or not is_number(cell):
                continue
            if rules.is_date(cell):
                left_out = _leave_out_remedy(self.columns, [self.columns.features[i]])
                problem = f"{quote(cell)}, which looks like a date"
                raise data_error(where(i), problem, "a fraction such as 3/7", left_out)
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
            f"found numbers such as {written}, read as written; if the number meant is {meant}, "
            "write the file with fewer digits"
        )


def _edit_cells(columns: Columns, script: str) -> str:
    """Return the command that edits the lines below the header by a script of sed."""
    lines = f"{int(columns.place.rpartition(':')[2]) + 1},$" if columns.header else ""
    return shell_command(f"sed '{lines}{script}'")


def _delete_thousands(columns: Columns, separator: str) -> str:
    """Return how to delete thousands separators: by a command, or in the spreadsheet."""
    if separator == "," and columns.options.format == "csv":  # which has commas between cells, too
        return "a spreadsheet to delete thousands separators"
    script = "s/\\.//g" if separator == "." else f"s/{separator}//g"
    return (
        f"{_edit_cells(columns, script)} (or a spreadsheet) to delete thousands separators, here "
        "and in each file that `predict` reads"
    )


def bad_number_error(
    columns: Columns, cells: list[str], i: int, line: int, is_first: bool, error: DataError
) -> DataError:
    """Return the error of a cell that is not a number, with the likeliest remedies.

    Args:
        columns: The columns of the file.
        cells: The cells of the features in the line.
        i: The index of the cell.
        line: The number of the line.
        is_first: Whether it is the first line of data.
        error: The error, without remedies.
    """
    delete = shell_command(f"sed {line}d")
    if columns.header and [*map(str.strip, cells)] == [*map(columns.name_of, columns.features)]:
        place = f"{columns.options.source}:{line}"
        problem = "the names of the columns again"
        return data_error(place, problem, "an example", f"{delete} to delete this line")
    cell, left_out = cells[i].strip(), [columns.features[i]]
    kind, remedies = "", []
    if is_first and columns.header and cells[1:] and not any(map(rules.looks_like_number, cells)):
        remedies.append(f"{delete} if this line holds units or other remarks")
    if rules.is_missing(cell):
        drop = option_hint("missing", "drop")
        remedies.append(f"{drop} to leave out lines in which a number is missing")
    elif re.fullmatch(r"(?a)[+-]?\d{1,3}(\.\d{3})+(,\d*)?", cell):
        kind, left_out = ", without thousands separators", []
        remedies.append(_delete_thousands(columns, "."))
    elif re.fullmatch(WITH_THOUSANDS, cell):
        left_out = []
        if is_number(cell.replace(",", ".", 1)) and columns.options.decimal != ",":
            point = cell.replace(",", ".")
            remedies.append(f"{option_hint('decimal', ',')} if this is {point}")
        remedies.append(_delete_thousands(columns, ","))
    elif is_number(cell):
        left_out = []  # the error says enough
    elif is_number(cell.replace(",", ".")):
        remedies.append(f"{option_hint('decimal', ',')} if commas are decimal in this file")
        left_out = []
    elif _is_nonnumeric_text(cell):
        kind = "" if remedies else "; a column of two words can be written with 0 and 1"
        remedies += _text_remedies(columns, left_out[0], is_first)
        left_out = [k for k, text in zip(columns.features, cells) if _is_nonnumeric_text(text)]
    else:
        kind = _kind_of_cell(cell)
        if re.search(r"\s", cell) and not re.fullmatch(_UNIT, cell):
            remedies.append(f"{option_hint('format', 'space')} if blanks separate the cells")
    remedies += [_leave_out_remedy(columns, left_out), _header_remedy(columns, is_first)]
    return DataError(f"{error}{kind}{advice(*dict.fromkeys(remedies))}")


_DATE = r"(?a)\d{4}[-./]\d{1,2}[-./]\d{1,2}.*|\d{1,2}[-./]\d{1,2}[-./](\d{2}|\d{4})\b.*"
_CLOCK_TIME = r"(?a)\d{1,3}:\d{2}(:\d{2}(\.\d*)?)?"
_THOUSANDS = r"(?a)[+-]?\d{1,3}([ '\u2019\xa0\u2009\u202f]\d{3})+([.,]\d*)?"
_PERCENT = r"(?a)[+-]?[\d.,]+ ?%"
_UNIT = (
    r"[+-]?[0-9.,]+ ?([^\W\d_]+\d?|[$\u00a3\u00a5\u20ac\u00b0]\w?)"
    r"|[$\u00a3\u00a5\u20ac] ?[+-]?[0-9.,]+"
)


def _kind_of_cell(cell: str) -> str:
    """Return what a cell that begins like a number looks like, and how to write it as one."""
    if re.fullmatch(_DATE, cell):
        return "; a date can be written as the number of days since the first one"
    if re.fullmatch(_CLOCK_TIME, cell):
        return "; a time can be written as a number of hours or minutes"
    if re.fullmatch(_PERCENT, cell):
        return "; a percentage is written without the sign %"
    if re.fullmatch(_UNIT, cell):
        return "; a number is written without its unit"
    if re.fullmatch(_THOUSANDS, cell):
        return ", with a decimal point and no thousands separators"
    return ", written with the digits 0 to 9, the sign - and a point alone"


def _text_remedies(columns: Columns, column: int, is_first: bool) -> list[str]:
    """Return the remedies for a word: it is a name, or a label."""
    label = option_hint("label", columns.option_value_of(column))
    return [
        _header_remedy(columns, is_first),
        f"{label} if this column holds the labels" if columns.label_is_guessed else "",
    ]


def _leave_out_remedy(columns: Columns, left_out: list[int]) -> str:
    """Return the remedy to leave these columns out, if other columns remain."""
    if not left_out or len(columns.features) <= len(left_out) or columns.options.like is not None:
        return ""
    which = "this column" if len(left_out) == 1 else "the columns of words"
    return f"{columns.leave_out_option(left_out)} to leave out {which}"


def _header_remedy(columns: Columns, is_first: bool) -> str:
    """Return the remedy that a first line holds the names of the columns."""
    if not is_first or columns.header or columns.options.header is not None:
        return ""
    return f"{option_hint('header', True)} if this line holds the names of the columns"


def _is_nonnumeric_text(cell: str) -> bool:
    """Tell whether a cell is not empty and does not begin like a number."""
    return not rules.is_missing(cell) and re.match(r"\W*\d", cell) is None
