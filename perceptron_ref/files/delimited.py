"""Tables whose rows are cells between delimiters: their header, then their rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Tuple

from ..errors import DataError
from ..exact.common_denominator import RowReader, over_common_denominator
from . import rules
from .columns import Columns
from .labels import Labels
from .numbers import NumberFormat, bad_number_hint
from .options import DELIMITERS, Options, data_error, edit, option_hint
from .table import FileTable

if TYPE_CHECKING:
    Row = Tuple[int, str, list[str]]
    """The number of a line, the line, and its cells."""

_UNESCAPE_QUOTES = """sed 's/\\\\"/""/g'"""
_MAX_LINES = 10  # lines in a message, and those that tell whether rows have names


def split_rows(lines: Iterable[tuple[int, str]], options: Options) -> Iterator[Row]:
    """Yield line numbers, lines and cells; quotes hold a cell together, which ends in its line."""
    delimiter = DELIMITERS.get(options.format or "")  # None for blanks and tabs
    for number, line in lines:
        if '"' not in line and (delimiter or line.isascii()):
            yield number, line, line.split(delimiter)
        else:
            yield number, line, _quoted_cells(line, delimiter, f"{options.source}:{number}")


def _quoted_cells(line: str, delimiter: str | None, place: str) -> list[str]:
    """Return the cells of a line, maybe with quotes; DataError for those that hold no cell."""
    import csv

    if delimiter is None:  # a narrow blank may stand between thousands
        quoted_or_tab = r'((?<![^ \t])"[^"]*(?:""[^"]*)*")|\t'
        line = re.sub(quoted_or_tab, lambda match: match[1] or " ", line)
        line, delimiter = line.strip(" "), " "
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True))
    except csv.Error as error:
        expected = f"them in pairs around a cell, in one line{_quotes_hint(line, delimiter)}"
        raise data_error(place, f"quotes that do not match ({error})", expected) from None


def _quotes_hint(line: str, delimiter: str) -> str:
    """Return the command that mends quotes: those of R, or a cell of several lines."""
    if '\\"' in line:
        return f": {edit(_UNESCAPE_QUOTES)}"
    if line.count('"') % 2 == 0 or delimiter == " ":
        return ""
    split = f", delimiter={delimiter!r}" * (delimiter != ",")
    joined = f"[' '.join(c.split()) for c in r] for r in csv.reader(sys.stdin{split})"
    program = f"import csv, sys; csv.writer(sys.stdout{split}).writerows({joined})"
    return ": " + edit(f'python3 -c "{program}" <')


def read_delimited(lines: Iterable[tuple[int, str]], options: Options) -> FileTable:
    """Return the table of (line number, text) lines, read in the format that `options` names."""
    rows = split_rows(lines, options)
    first = next(rows)
    place, names = _header_after_hash(first, options)
    held = [first]
    if names is None:
        place, names = f"{options.source}:{first[0]}", [*map(str.strip, first[2])]
        below = [*islice(rows, min(_MAX_LINES, options.first or _MAX_LINES))]
        if rules.is_header(place, names, [cells for _, _, cells in below], options):
            held = below
            names = _match_names_to_width(place, names, first[1], held, options)
        else:
            names = None
            held += below
            if all(_is_only_first_cell_quoted(line) for _, line, _ in held):
                rules.check_quoted_first_cells(place, [cells for _, _, cells in held], options)
    width = len(names or first[2])
    columns = Columns(place, names, width, options)
    return _read_rows(columns, chain(held, rows), options)


def _header_after_hash(first: Row, options: Options) -> tuple[str, list[str] | None]:
    """Return the place of a line behind # above the first one, and the names that it holds, or
    None.
    """
    place, names = "", None
    if options.comments is None:
        for number, line in options.comment_lines:
            cells = _cells_after_hash(line, options) if number < first[0] else []
            is_known = names is not None and rules.has_all_expected_names(options, names)
            if len(cells) == len(first[2]) and not is_known:
                place, names = f"{options.source}:{number}", cells
    if names is not None and rules.is_header_after_hash(place, first[2], names, options):
        return place, names
    return place, None


def _cells_after_hash(line: str, options: Options) -> list[str]:
    """Return the cells behind a #; the name of the first one is # where it has none."""
    bare = line.strip(" \n").lstrip("#")
    try:
        _, _, names = next(split_rows([(0, bare)], options))
    except DataError:  # a comment with a quote in it
        return []
    return [name.strip() or "#" * (not i) for i, name in enumerate(names)]


def _match_names_to_width(
    place: str, names: list[str], header: str, rows: list[Row], options: Options
) -> list[str]:
    """Return the names of the columns, one for each cell of the first rows below the header, where
    one is missing or too many; DataError for a title, or no row.
    """
    if not rows:
        hint = (
            f", or that # begins no comment {option_hint('comments', False)}"
            if options.comment_lines
            else ""
        )
        raise data_error(place, "a header and nothing below it", f"at least one example{hint}")
    cells = [row for _, _, row in rows]
    rules.check_no_title_with_empty_cells(place, names, [*map(str.strip, cells[0])])
    width = len(cells[0])
    rules.check_no_sign_before_names(place, names, width)
    if names[-1] == "" and width == len(names) - 1:
        options.add_note("the header has one delimiter more than the lines, and no column is there")
        return names[:-1]
    if width == len(names) + 1:
        same = [row for row in cells if len(row) == width]
        are_quoted = all(_is_only_first_cell_quoted(line) for _, line, _ in rows)
        if not rules.is_first_column_unnamed(place, names, same, options, are_quoted):
            return [*names, ""]
        options.id_column_count = 1
        return ["", *names]
    if options.format == "space":
        rules.check_indented_names(place, header, [line for _, line, _ in rows])
    columns = zip(*[row for row in cells if len(row) == len(names)])
    are_ids = [rules.is_unnamed_id_column(name, column) for name, column in zip(names, columns)]
    options.id_column_count = [*are_ids, False].index(False)
    return names


def _is_only_first_cell_quoted(line: str) -> bool:
    """Tell whether the first cell of a line stands in quotes, and the second does not."""
    return re.match(r'\s*"[^"]*"[\s,;]+[^"\s,;]', line) is not None


def _read_rows(columns: Columns, rows: Iterable[Row], options: Options) -> FileTable:
    """Return the table of the rows; DataError, with the place, for one that cannot be read."""
    reader = _Reader(columns)
    for number, line, cells in rows:
        reader.read_row(number, line, cells)
        if len(reader.rows) == options.first:
            break
    return reader.build_table()


class _Reader:
    """The rows that were read so far.

    Attributes:
        rows: The numbers as ints, behind their common denominator.
        number: The number of the line.
        at: The cell whose place was asked for last.
        dropped: The lines that were left out because a cell is missing.
    """

    def __init__(self, columns: Columns) -> None:
        self.columns, self.options = columns, columns.options
        self.numbers, self.reader = NumberFormat(columns), RowReader()
        self.labels = Labels(columns.options, columns)
        self.rows: list[tuple[int, ...]] = []
        self.ids: list[str] = []
        self.dropped: list[int] = []
        self.number = self.at = 0

    def place_of_cell(self, i: int) -> str:
        """Return the place of the cell of feature i."""
        self.at = i
        called = self.columns.describe_column(self.columns.features[i])
        return f"{self.options.source}:{self.number}: {called}"

    def read_row(self, number: int, line: str, cells: list[str]) -> None:
        """Read a row."""
        columns, self.number = self.columns, number
        if len(cells) != columns.width:
            raise self._width_error(line, cells)
        text = "" if columns.label is None else cells[columns.label].strip()
        name = "" if columns.id is None else cells[columns.id].strip()
        cells = _select_cells(cells, columns.features)
        if self.options.missing and self._has_missing_cell(text, cells):
            self.dropped.append(number)
            return
        if "/" in line or not self.numbers.are_settled:
            self.numbers.normalize_row(line, cells, self.place_of_cell)
        try:
            self.rows.append(self.reader.read(cells, self.place_of_cell))
        except DataError as error:
            self._check_trailing_delimiter(text)
            hint = bad_number_hint(columns, cells, self.at, 0 if self.rows else number)
            raise DataError(f"{error}{hint}") from None
        if columns.label is not None:
            self.labels.add(text, number)
        if columns.id is not None:
            self.ids.append(name)

    def _check_trailing_delimiter(self, text: str) -> None:
        """Refuse a last column that has no label where the first row cannot be read: a delimiter
        stands behind each line, and the labels are among the features.
        """
        columns, options = self.columns, self.options
        is_default = options.label is None and options.like is None and columns.label is not None
        if is_default and not text and not self.rows:
            place = f"{options.source}:{self.number}: {columns.describe_column(columns.label or 0)}"
            left = columns.leave_out_option([columns.label or 0])
            raise data_error(place, "no label", f"one, or that it is left out {left}")

    def _has_missing_cell(self, text: str, cells: list[str]) -> bool:
        return (self.options.labelled and rules.is_missing_label(text)) or any(
            map(rules.is_missing, cells)
        )

    def _width_error(self, line: str, cells: list[str]) -> DataError:
        """Return the error of a row that has more cells than the first line, or fewer."""
        columns, width = self.columns, len(cells)
        place = f"{self.options.source}:{self.number}: column {min(width, columns.width) + 1}"
        expected = f"{columns.width}, as in {columns.place}"
        if self.options.format == "tsv" and len(line.split()) == columns.width:
            expected += ', or that blanks stand between cells (format="space", --format space)'
        elif self.options.format != "space" and width == 1 < columns.width - 1:
            deleted = edit(f"sed {self.number}d")
            expected += f", or that this line is deleted ({deleted})"
        return data_error(place, f"{width} columns", expected)

    def build_table(self) -> FileTable:
        """Return the table of all rows."""
        options = self.options
        self.numbers.check_after_last_row()
        rules.check_cells_after_hash(options)
        self._drop_rows_without_label()
        if self.dropped:
            self._note_dropped_rows()
        self._note_skipped_lines()
        about = *over_common_denominator(self.rows), len(self.columns.features)
        ids = None if self.columns.id is None else self.ids
        return FileTable(options, self.labels, *about, ids)

    def _drop_rows_without_label(self) -> None:
        """Leave out the examples whose label is none, as the others show."""
        if self.options.missing and self.options.labelled:
            kept = self.labels.drop_missing()
            if kept is not None:
                self.dropped = sorted([*self.dropped, *self.labels.dropped])
                self.rows = [row for row, is_kept in zip(self.rows, kept) if is_kept]
                self.ids = [name for name, is_kept in zip(self.ids, kept) if is_kept]

    def _note_dropped_rows(self) -> None:
        """Note the lines that were dropped; DataError if no other was there."""
        dropped, count, options = self.dropped, len(self.rows), self.options
        if not count:
            out = f"at least one example (columns are left out by {option_hint('features')[1:]}"
            raise data_error(
                options.source, f"a missing cell in each of {len(dropped):,} lines", out
            )
        counted = f"{len(dropped):,} of {count + len(dropped):,} examples dropped"
        options.add_note(f"{counted}, as a cell is missing: {_lines_text(dropped)}")

    def _note_skipped_lines(self) -> None:
        """Note the lines that hold delimiters alone, and those that begin with # and may be
        examples: they have as many cells.
        """
        options, skipped = self.options, []
        delimiter = DELIMITERS.get(options.format or "")
        for number, line in options.comment_lines if options.comments is None else ():
            cells = line.split(delimiter)
            if len(cells) == self.columns.width and any(map(rules.looks_like_number, cells[1:])):
                skipped.append(number)
        if options.delimiter_lines:
            options.add_note(
                f"{_lines_text(options.delimiter_lines)} passed over, as delimiters alone stand "
                "there"
            )
        if skipped:
            reason = "passed over, as a # begins them (comments=False, --no-comments reads them)"
            options.add_note(f"{_lines_text(skipped)} {reason}")


def _lines_text(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:_MAX_LINES])) + ", ..." * (len(numbers) > _MAX_LINES)
    return f"line{'s' * (len(numbers) > 1)} {shown}"


def _select_cells(cells: list[str], columns: Sequence[int]) -> list[str]:
    """Return the cells of those columns; where these stand side by side, the list itself, cut."""
    if not isinstance(columns, range):
        return [cells[column] for column in columns]
    del cells[columns.stop :], cells[: columns.start]
    return cells
