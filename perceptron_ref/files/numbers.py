"""Numbers in the cells of a file: decimal commas, thousands, fractions; and what is none."""

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
from .options import refused, say

if TYPE_CHECKING:
    from ..exact.sparse import Rows
    from .options import Options

    Where = Callable[[int], str]
    """Where cell i of a line is."""

_HOW_TO = "docs/how-to/own-file.md"
_ARRAYS = "docs/how-to/arrays.md"
_DECIMALS = 10**15  # a float keeps every number of at most 15 digits
_NEAR = Fraction(1, 2**50)  # how far, relative to it, a few roundings of a float move a number
_FEW, _LOOKED_AT = 12, 1_000  # digits of a number that may be meant; numbers that tell


class Numbers:
    """What the numbers of a file tell of how they are written.

    The first number with a comma or a point sets `options.decimal`, where no option tells.
    are_settled: whether points are decimal in all lines to come.
    """

    columns: Columns
    options: Options
    has_comma: bool
    has_fraction: bool
    is_told: bool
    rows: int
    example: tuple[str, str]

    def __init__(self, columns: Columns) -> None:
        self.columns, self.options = columns, columns.options
        self.has_comma = self.has_fraction = self.are_settled = False
        options = self.options
        self.is_told = options.decimal is not None
        options.decimal = options.decimal or (None if options.format == "semicolon" else ".")
        self.rows = 0  # while points may stand between thousands
        self.pointed: dict[int, int] | None = None if self.is_told else {}  # by columns
        self.example = "", ""  # the first such cell, and its place

    def check(self, line: str, cells: list[str], where: Where) -> None:
        """Put points for decimal commas in the cells of a line; note fractions, refuse dates."""
        if self.options.decimal != ".":
            self._put_points(cells, where)
        elif self.pointed is not None:
            self.rows += 1
            if "." in line:
                self._doubt_points(cells, where)
        self.are_settled = self.options.decimal == "." and self.pointed is None
        if "/" in line:
            self._check_fractions(cells, where)

    def finish(self) -> None:
        """Refuse decimal commas that are nowhere; ask whether points stand between thousands."""
        options = self.options
        if options.decimal == "," and options.format == "csv" and not self.has_comma:
            expected = f'decimal commas in quotes ("0,5"), or another format {say("format")}'
            raise refused(options.source, "no comma in a number", expected)
        counts = [*(self.pointed or {}).values()]
        # where some are without a point, or in a spreadsheet's text, thousands are likely
        if counts and (options.format == "tsv" or min(counts) < self.rows):
            raise self._thousands(*self.example, ".")

    def _put_points(self, cells: list[str], where: Where) -> None:
        """Put points for decimal commas; cells that are no numbers stay."""
        options = self.options
        for i, cell in enumerate(map(str.strip, cells)):
            sign, point = "," if "," in cell else ".", cell.replace(",", ".", 1)
            if sign not in cell or not is_number(point):
                continue
            may_be_thousands = rules.may_be_thousands(cell)
            if options.decimal is None and may_be_thousands:
                raise self._thousands(cell, where(i), sign)
            options.decimal = options.decimal or sign
            if options.decimal == ".":
                self.pointed = None
                break
            if sign == ".":
                expected = "a comma and no point before decimals"
                if may_be_thousands:
                    expected += f", or no point between thousands: {_piped('tr -d .')}"
                elif options.format != "csv":
                    expected += f", as in others: {_piped('tr . ,')}"
                raise refused(where(i), quote(cell), expected)
            if not self.has_comma and (may_be_thousands or not self.is_told):
                told = f"commas are read as decimal, as in {quote(cell)} {say('decimal', sign)}"
                options.note(told, where(i))
            cells[i], self.has_comma = point, True

    def _doubt_points(self, cells: list[str], where: Where) -> None:
        """Count the cells of each column whose points may stand between thousands, until a number
        shows that they do not.
        """
        pointed = {} if self.pointed is None else self.pointed
        for i, cell in enumerate(map(str.strip, cells)):
            if rules.may_be_thousands(cell):
                pointed[i] = pointed.get(i, 0) + 1
                self.example = self.example if self.example[0] else (cell, where(i))
            elif "." in cell or len(cell.lstrip("+-")) > 3:
                self.pointed = None
                return

    @staticmethod
    def _thousands(cell: str, place: str, sign: str) -> Exception:
        whole, point = cell.replace(sign, ""), cell.replace(",", ".")
        found = f"{quote(cell)}, which may be {whole} or {point}"
        expected = f"{whole}, or that it has decimals {say('decimal', sign)}"
        if sign == ".":
            expected += f", or no point between thousands ({_piped('tr -d .')})"
        return refused(place, found, expected)

    def _check_fractions(self, cells: list[str], where: Where) -> None:
        for i, cell in enumerate(map(str.strip, cells)):
            if "/" not in cell or not is_number(cell):
                continue
            if rules.is_date(cell):
                expected = (
                    f"a fraction such as 3/7{_left_out(self.columns, [self.columns.features[i]])}"
                )
                raise refused(where(i), f"{quote(cell)}, which may be a date", expected)
            if not self.has_fraction and not re.search("/0+$", cell):
                self.has_fraction = True
                value = exact_text(rational(cell))
                told = f"{quote(cell)} is read as a fraction{'' if value == cell else ', ' + value}"
                self.options.note(told, where(i))


def note_rounded(rows: Rows, scale: int, options: Options) -> None:
    """Note numbers that a float changed on their way to the file, such as 0.30000000000000004.

    These have more decimals than a float keeps, and most of them are next to a short number.
    """
    if scale <= _DECIMALS:
        return
    long = (v for x in rows for v in stored_entries(x)[1:] if v * _DECIMALS % scale)
    near, others = [], 0
    for v in islice(long, _LOOKED_AT):
        number = Fraction(v, scale)
        short = rational(rounded_text(number, _FEW))
        if 0 < abs(number - short) <= _NEAR * abs(number):
            near.append((number, short))
        elif number != short:
            others += 1
    if len(near) > others:
        written, meant = rounded_text(near[0][0], 20), short_text(near[0][1])
        options.note(
            f"found numbers such as {written}, read as written; if floats made them of {meant} and "
            f"the like, write fewer digits ({_ARRAYS}#changed)"
        )


def _piped(edit: str) -> str:
    return f"{edit} < FILE | perceptron-ref fit -"


def advice(columns: Columns, cells: list[str], at: int, first_line: int = 0) -> str:
    """Return which options read, or leave out, a cell that is no number, and others of words.

    cells: those of the features in its line. first_line: its number, if it is the first one.
    """
    if columns.header and [*map(str.strip, cells)] == [columns.name(k) for k in columns.features]:
        return "; the names of the columns stand here again: delete that line"
    cell, out = cells[at].strip(), [columns.features[at]]
    if rules.is_missing(cell):
        told = f", or that such lines are dropped {say('missing', 'drop')}"
    elif re.fullmatch(r"(?a)[+-]?\d{1,3}(\.\d{3})+(,\d*)?", cell):
        told, out = f", with nothing between thousands: {_piped('tr -d .')}", []
    elif is_number(cell) or re.fullmatch(WITH_THOUSANDS, cell):
        told, out = "", []  # the error says enough
        if columns.options.format != "csv" and columns.options.decimal != ",":
            told = f" ({_piped('tr -d ,')})" * bool(re.fullmatch(WITH_THOUSANDS, cell))
    elif is_number(cell.replace(",", ".")):
        told, out = f", or that commas are decimal {say('decimal', ',')}", []
    elif _is_word(cell):
        told, out = _of_words(columns, cells, out)
    else:
        told = ", in the digits 0 to 9, without a unit, and with nothing between thousands"
        told += f" ({_HOW_TO}#spreadsheet)"
        if re.search(r"\s", cell):
            told += f", or another format {say('format')}"
    if first_line and columns.header and cells[1:] and not any(map(rules.is_number_like, cells)):
        told += f", or that this line is deleted (sed {first_line}d FILE | perceptron-ref fit -)"
    return told + _left_out(columns, out) + _names_here(columns, bool(first_line))


def _of_words(columns: Columns, cells: list[str], out: list[int]) -> tuple[str, list[int]]:
    """Return the advice for words, and the columns that have any."""
    told = f", with 0 and 1 for two words ({_HOW_TO}#words)"
    if columns.asks:
        told += f", or that it holds the labels {say('label', columns.spelled(out[0]))}"
    return told, [k for k, text in zip(columns.features, cells) if _is_word(text)]


def _left_out(columns: Columns, out: list[int]) -> str:
    """Return the advice to leave these columns out, if others are left."""
    if not out or len(columns.features) <= len(out) or columns.options.like is not None:
        return ""
    which = "this column is" if len(out) == 1 else "these are"
    return f", or that {which} left out {columns.without(out)}"


def _names_here(columns: Columns, is_first: bool) -> str:
    """Return the advice that a first line holds the names of the columns."""
    if not is_first or columns.header or columns.options.header is not None:
        return ""
    return f", or that this line holds the names of the columns {say('header', True)}"


def _is_word(cell: str) -> bool:
    """Tell whether a cell has something in it that does not begin as numbers do."""
    return not rules.is_missing(cell) and re.match(r"\W*\d", cell) is None
