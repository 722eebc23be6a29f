"""Rows of cells between commas, tabs, semicolons or white space, with or without a header."""

from __future__ import annotations

import re
from itertools import chain

from ..errors import DataError, shown
from ..exact.common_denominator import Numerals, at_final_scale
from ..exact.rationals import is_number
from .columns import Columns
from .options import DELIMITERS, NO_LABEL, SAY_HEADER, is_missing, refused, say
from .table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from .options import Like, Options

    Row = tuple[int, list[str]]

_WORD = re.compile(r'"([^"]*)"(?![^ \t])|([^ \t]+)')  # a narrow blank may stand between thousands
_PIECE = 1_000  # cells of a line that are read at once, so that a wide one takes little memory
_NAMED = 10  # lines in a message
_MAY_BE_THOUSANDS = r"[+-]?[1-9]\d{0,2}[.,]\d{3}"  # 1,234, but not 0,234


def read_delimited(
    source: str,
    lines: Iterable[tuple[int, str]],
    options: Options,
    like: Like | None,
    labelled: bool,
) -> Table:
    """Return the table of (line number, text) lines, read in the format that `options` names.

    like: the set whose features the file must have. labelled: whether there must be labels.
    """
    rows = _rows(source, lines, DELIMITERS.get(options.format or ""))
    number, cells = next(rows)
    names, rows = _below_header(number, cells, rows, options, like)
    try:
        columns = Columns(names, len(names or cells), options, like, labelled)
    except DataError as error:
        raise DataError(f"{source}:{number}: {error}") from None
    table = _Delimited(source, columns, like)
    table.read(rows, number, options, labelled)
    table.check(f"{source}:{number}", options)
    if like is None and options.label is None:
        table.check_first_column()
    return table


def _rows(source: str, lines: Iterable[tuple[int, str]], delimiter: str | None) -> Iterator[Row]:
    """Yield line numbers and cells; quotes hold a cell together, which ends in its line.

    delimiter: None for blanks and tabs.
    """
    for number, line in lines:
        try:
            is_plain = '"' not in line and (delimiter or line.isascii())
            yield number, line.split(delimiter) if is_plain else _quoted(line, delimiter)
        except ValueError as error:
            found = f"quotes that do not match ({error})"
            raise refused(f"{source}:{number}", found, "them in pairs around a cell") from None


def _quoted(line: str, delimiter: str | None) -> list[str]:
    """Return the cells of a line, maybe with quotes; ValueError for those that hold no cell."""
    if delimiter is not None:
        import csv

        try:
            return next(csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True))
        except csv.Error as error:
            raise ValueError(str(error)) from None
    found = _WORD.findall(line)
    for _, bare in found:
        if '"' in bare:
            raise ValueError(shown(bare))
    return [bare or quoted for quoted, bare in found]


def _below_header(
    number: int, cells: list[str], rows: Iterator[Row], options: Options, like: Like | None
) -> tuple[list[str] | None, Iterator[Row]]:
    """Return the names of the columns, if the first line holds them, and the rows of examples.

    It does if no cell is a number, and not all are empty, or if all names of `like` are there, as
    these may be years. A name fewer than there are cells in the next row leaves the first column
    without one, if that holds the names of the rows, as R writes them: other text than a number, or
    numbers from 1.
    """
    names = [cell.strip() for cell in cells]
    has_names = options.header
    if has_names is None:
        has_names = any(names) and not any(map(_is_number, names))
        if like is not None and like._names is not None:
            has_names = has_names or {*like._names} <= {*names}
    if not has_names:
        return None, chain([(number, cells)], rows)
    row = next(rows, None)
    if row is None:
        return names, rows
    if len(row[1]) == len(names) + 1 and row[1][-1].strip():
        if row[1][0].strip() == "1" or not _is_number(row[1][0]):
            names.insert(0, "")
    return names, chain([row], rows)


def _is_number(cell: str) -> bool:
    """Tell whether a cell is written as a number, maybe with a decimal comma."""
    return is_number(cell.replace(",", ".", 1))


class _Delimited(Table):
    """The table of a file with columns.

    decimal: "," or ".", or None between semicolons as long as no number told. has_commas: whether
        a number had one. dropped: the lines with a missing cell.
    """

    columns: Columns

    def read(self, lines: Iterable[Row], first: int, options: Options, labelled: bool) -> None:
        """Read the rows; DataError, with the place, for one that cannot be read."""
        columns, numerals, number = self.columns, Numerals(), first
        label, id, features = columns.label, columns.id, columns.features
        rows: list[tuple[int, ...]] = []
        self.dropped: list[int] = []
        self.decimal = options.decimal or (None if options.format == "semicolon" else ".")
        self.has_commas = False
        self.first = first if options.header is None and columns.header is None else None
        at_fault = 0  # the cell whose place was asked for last

        def where(i: int) -> str:
            nonlocal at_fault
            at_fault = i
            return f"{self.source}:{number}: {columns.called(features[i])}"

        for number, cells in lines:
            width = len(cells)
            if width != columns.width:
                place = f"{self.source}:{number}: column {min(width, columns.width) + 1}"
                expected = f"{columns.width}, as in line {first}"
                raise refused(place, f"{width} columns", expected)
            text = "" if label is None else cells[label].strip()
            name = "" if id is None else cells[id].strip()
            cells = _picked(cells, features)
            if options.missing:
                needs_label = labelled and label is not None
                if (needs_label and text.casefold() in NO_LABEL) or any(map(is_missing, cells)):
                    self.dropped.append(number)
                    continue
            if self.found is not None:
                self.found.append(text, number)
            if self.ids is not None:
                self.ids.append(name)
            if self.decimal != ".":
                self._put_points(cells, where)
            try:
                rows.append(row_of(cells, numerals, where))
            except DataError as error:
                advice = self._advice(features[at_fault], cells[at_fault], options, not rows)
                raise DataError(f"{error}{advice}") from None
            if len(rows) == options.first:
                break
        self.rows, self.scale = at_final_scale(rows) if rows else (), numerals.scale
        self.d = len(features)

    def _put_points(self, cells: list[str], where: Callable[[int], str]) -> None:
        """Put points for decimal commas; cells that are no numbers stay.

        Between semicolons the first number with either sign tells which one is decimal; DataError
        if it may stand between thousands.
        """
        for i, cell in enumerate(cells):
            if not ("," in cell or "." in cell) or not _is_number(cell):
                continue
            if self.decimal is None:
                self._decide(cell.strip(), where(i))
            if self.decimal == "," and "," in cell:
                cells[i] = cell.replace(",", ".", 1)
                self.has_commas = True
            elif self.decimal == ",":
                expected = f"a comma and no point before decimals {say('decimal', ',')}"
                raise refused(where(i), shown(cell), expected)

    def _decide(self, cell: str, place: str) -> None:
        self.decimal = "," if "," in cell else "."
        said = say("decimal", self.decimal)
        if re.fullmatch(_MAY_BE_THOUSANDS, cell):
            found = f"{shown(cell)}, which may have decimals or thousands"
            expected = f"to be told that they are decimals {said}, or nothing between thousands"
            raise refused(place, found, expected)
        if self.decimal == ",":
            told = f"commas are read as decimal, as in {shown(cell)} ({place}); say so by"
            self.notes.append(f"{self.source}: {told} {said[1:-1]}")

    def _advice(self, column: int, cell: str, options: Options, is_first: bool) -> str:
        """Return which options read, or leave out, the cell that is no number."""
        columns, advice = self.columns, ""
        if is_missing(cell):
            advice = f", or that such lines are dropped {say('missing', 'drop')}"
        elif re.fullmatch(r"[+-]?\d[\d.,'\s]*[.,'\s][\d.,'\s]*", cell.strip()):
            advice = f", with nothing between thousands, or another format {say('format')}, or "
            advice += f"that commas are decimal {say('decimal', ',')}"
        elif not is_number(cell) and len(columns.features) > 1:
            spelled = columns.spelled(column)
            advice = f", or that this column is left out {say('features', '-' + spelled)}"
            if column == 0 and options.label is None and not columns.by_name:
                advice += f", or that it holds the labels {say('label', spelled)}"
        if is_first and self.first is not None:
            advice += f", or that this line holds the names of the columns {say('header', True)}"
        return advice

    def check(self, place: str, options: Options) -> None:
        """Raise DataError if nothing was read, or what may mean something else; tell what was
        dropped. place: that of the first line.
        """
        columns, found, dropped = self.columns, self.found, len(self.dropped)
        if not self.rows and dropped:
            out = f"at least one example (columns are left out by {say('features')[1:]}"
            raise refused(self.source, f"a missing cell in each of {dropped:,} lines", out)
        if not self.rows:
            raise refused(place, "a header and nothing below it", "at least one example")
        if options.decimal == "," and options.format == "csv" and not self.has_commas:
            expected = f'decimal commas in quotes ("0,5"), or another format {say("format")}'
            raise refused(self.source, "no comma in a number", expected)
        texts = {} if found is None else dict.fromkeys(found.texts)
        if options.header is None and columns.header and not columns.by_name:
            for name in columns.header:
                if name and (is_missing(name) or (name == columns.label_name and name in texts)):
                    raise refused(place, f"{shown(name)} among the names of columns", SAY_HEADER)
        if found is not None and options.comments is None and options.format != "space":
            odd = next((text for text in texts if re.search(r"\s#", text)), None)
            if odd is not None:
                expected = "to be told whether a comment begins at the #"
                say_comments = "(comments=..., --comments or --no-comments)"
                told = f"the label {shown(odd)}"
                raise refused(found.place(odd), told, f"{expected} {say_comments}")
        if dropped:
            lines = "line " if dropped == 1 else "lines "
            lines += ", ".join(map(str, self.dropped[:_NAMED])) + ", ..." * (dropped > _NAMED)
            counted = f"{dropped:,} of {len(self.rows) + dropped:,} examples dropped"
            self.notes.append(f"{self.source}: {counted}, as a cell is missing: {lines}")


def _picked(cells: list[str], columns: Sequence[int]) -> list[str]:
    """Return the cells of those columns; where these stand side by side, the list itself, cut."""
    if not isinstance(columns, range):
        return [cells[column] for column in columns]
    del cells[columns.stop :], cells[: columns.start]
    return cells


def row_of(cells: list[str], numerals: Numerals, where: Callable[[int], str]) -> tuple[int, ...]:
    """Return the scale and the numbers; the text of a wide line is let go piece by piece."""
    if len(cells) <= _PIECE:
        return numerals.row(cells, where)
    pieces = []
    for at in range(0, len(cells), _PIECE):
        piece = cells[at : at + _PIECE]
        pieces.append(numerals.row(piece, lambda i: where(at + i)))
        cells[at : at + _PIECE] = ["0"] * len(piece)
    scaled = at_final_scale(pieces)
    return tuple(chain(scaled[0][:1], chain.from_iterable(piece[1:] for piece in scaled)))
