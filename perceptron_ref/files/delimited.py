"""Tables whose rows are cells between delimiters: their header, then their rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, compress, islice
from typing import TYPE_CHECKING

from ..errors import DataError
from ..exact.common_denominator import RowReader, over_common_denominator
from . import rules
from .columns import Columns
from .labels import Labels
from .lines import DataLines
from .numbers import NumberFormat, bad_number_error
from .options import (
    DELIMITERS,
    Options,
    data_error,
    no_comments_remedy,
    option_hint,
    shell_command,
)
from .table import FileTable

if TYPE_CHECKING:
    from ..exact.blocks import BlockReader

    Row = tuple[int, str, list[str]]
    """The number of a line, the line, and its cells."""

_UNESCAPE_QUOTES = """sed 's/\\\\"/""/g'"""
_MAX_LINES_SHOWN = 10  # in a message
_HEADER_SAMPLE = 10  # rows that decide whether the first line is a header
_MAX_BLOCK_FAILURES = 3


def split_rows(lines: Iterable[tuple[int, str]], options: Options) -> Iterator[Row]:
    """Yield line numbers, lines and cells.

    A quoted cell may contain delimiters but no line break.
    """
    delimiter = DELIMITERS.get(options.format or "")  # None for blanks and tabs
    for number, line in lines:
        if '"' not in line and (delimiter or line.isascii()):
            yield number, line, line.split(delimiter)
        else:
            yield number, line, _quoted_cells(line, delimiter, f"{options.source}:{number}")


def _quoted_cells(line: str, delimiter: str | None, place: str) -> list[str]:
    """Return the cells of a line, some of them quoted; DataError if quotes do not match."""
    import csv

    if delimiter is None:  # a narrow blank may separate thousands
        quoted_or_tab = r'((?<![^ \t])"[^"]*(?:""[^"]*)*")|\t'
        line = re.sub(quoted_or_tab, lambda match: match[1] or " ", line)
        line, delimiter = line.strip(" "), " "
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True))
    except csv.Error as error:
        expected = "them in pairs around a cell, in one line"
        problem = f"quotes that do not match ({error})"
        raise data_error(place, problem, expected, _quotes_remedy(line, delimiter)) from None


def _quotes_remedy(line: str, delimiter: str) -> str:
    """Return the command that repairs quotes: those of R, or a cell of several lines."""
    if '\\"' in line:
        return shell_command(_UNESCAPE_QUOTES)
    if line.count('"') % 2 == 0 or delimiter == " ":
        return ""
    split = f", delimiter={delimiter!r}" * (delimiter != ",")
    joined = f"[' '.join(c.split()) for c in r] for r in csv.reader(sys.stdin{split})"
    program = f"import csv, sys; csv.writer(sys.stdout{split}).writerows({joined})"
    return shell_command(f'python3 -c "{program}" <')


def read_delimited(
    lines: Iterable[tuple[int, str]], options: Options, data_lines: DataLines
) -> FileTable:
    """Return the table of (line number, text) lines, read in the format that `options` names.

    data_lines: where the lines come from, which also has many at once.
    """
    rows = split_rows(lines, options)
    first = next(rows)
    place, names = _header_after_hash(first, options)
    first_rows = [first]
    if names is None:
        place, names = f"{options.source}:{first[0]}", [*map(str.strip, first[2])]
        below = [*islice(rows, min(_HEADER_SAMPLE, options.first or _HEADER_SAMPLE))]
        if rules.is_header(place, names, [cells for _, _, cells in below], options):
            first_rows = below
            names = _match_names_to_width(place, names, first[1], first_rows, options)
        else:
            names = None
            first_rows += below
            if all(_is_only_first_cell_quoted(line) for _, line, _ in first_rows):
                rules.check_quoted_first_cells(
                    place, [cells for _, _, cells in first_rows], options
                )
    width = len(names or first[2])
    columns = Columns(place, names, width, options)
    return _read_rows(columns, chain(first_rows, rows), options, data_lines)


def _header_after_hash(first: Row, options: Options) -> tuple[str, list[str] | None]:
    """Return the place of a line after # above the first one, and its names, or None."""
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
    """Return the cells after a #; a first cell without text is named #."""
    bare = line.strip(" \n").lstrip("#")
    try:
        _, _, names = next(split_rows([(0, bare)], options))
    except DataError:  # a comment with a quote in it
        return []
    return [name.strip() or "#" * (not i) for i, name in enumerate(names)]


def _match_names_to_width(
    place: str, names: list[str], header: str, rows: list[Row], options: Options
) -> list[str]:
    """Return the names of the columns, one for each cell of a row, even if the header has one name
    too few or too many; DataError for a title, or if no row follows.
    """
    if not rows:
        problem = "the names of the columns and nothing below them"
        raise data_error(place, problem, "at least one example", no_comments_remedy(options))
    cells = [row for _, _, row in rows]
    rules.check_no_title_with_empty_cells(place, names, [*map(str.strip, cells[0])])
    width = len(cells[0])
    rules.check_no_sign_before_names(place, names, width)
    if names[-1] == "" and width == len(names) - 1:
        options.add_note("the header ends with an extra delimiter, which is ignored")
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
    """Tell whether the first cell of a line is in quotes, and the second is not."""
    return re.match(r'\s*"[^"]*"[\s,;]+[^"\s,;]', line) is not None


def _read_rows(
    columns: Columns, rows: Iterable[Row], options: Options, data_lines: DataLines
) -> FileTable:
    """Return the table of the rows; DataError, with the place, if one cannot be read."""
    reader = _Reader(columns)
    for number, line, cells in rows:
        reader.read_row(number, line, cells)
        if len(reader.rows) == options.first:
            break
        if number == data_lines.number:  # no line after it was taken
            reader.read_blocks(data_lines)
    return reader.build_table()


class _Reader:
    """The rows that were read so far.

    Attributes:
        rows: The numbers as ints, after their common denominator.
        line_number: The number of the line.
        feature_index: The index of the feature whose place was asked for last.
        dropped: The lines that were left out because a cell is missing.
        block_failures: How many blocks in succession had to be read row by row.
    """

    def __init__(self, columns: Columns) -> None:
        self.columns, self.options = columns, columns.options
        self.number_format, self.row_reader = NumberFormat(columns), RowReader()
        self.block_reader: BlockReader | None = None  # made when there is a block
        self.labels = Labels(columns.options, columns)
        self.rows: list[tuple[int, ...]] = []
        self.ids: list[str] = []
        self.dropped: list[int] = []
        self.line_number = self.feature_index = self.block_failures = 0

    def place_of_cell(self, i: int) -> str:
        """Return the place of the cell of feature i."""
        self.feature_index = i
        called = self.columns.describe_column(self.columns.features[i])
        return f"{self.options.source}:{self.line_number}: {called}"

    def read_row(self, line_number: int, line: str, cells: list[str]) -> None:
        """Read a row."""
        columns, self.line_number = self.columns, line_number
        if len(cells) != columns.width:
            raise self._width_error(line, cells)
        text = "" if columns.label is None else cells[columns.label].strip()
        name = "" if columns.id is None else cells[columns.id].strip()
        cells = _select_cells(cells, columns.features)
        if self.options.missing and self._has_missing_cell(text, cells):
            self.dropped.append(line_number)
            return
        if "/" in line or not self.number_format.are_settled:
            self.number_format.normalize_row(line, cells, self.place_of_cell)
        try:
            self.rows.append(self.row_reader.read(cells, self.place_of_cell))
        except DataError as error:
            self._check_trailing_delimiter(text)
            raise bad_number_error(
                columns, cells, self.feature_index, line_number, not self.rows, error
            ) from None
        if columns.label is not None:
            self.labels.add(text, line_number)
        if columns.id is not None:
            self.ids.append(name)

    def read_blocks(self, data_lines: DataLines) -> None:
        """Read the next lines, many at once, until some must be read row by row."""
        while self.options.first is None and self.block_failures < _MAX_BLOCK_FAILURES:
            block = data_lines.next_block()
            if block is None:
                return
            if not self._read_block(*block):
                self.block_failures += 1
                data_lines.put_back(*block)
                return
            self.block_failures = 0

    def _read_block(self, line_number: int, text: str) -> bool:
        """Read lines without quotes; return False, and read none, if only `read_row` can."""
        if self.block_reader is None:
            from ..exact.blocks import BlockReader  # here, because a small file has no block

            self.block_reader = BlockReader()
        columns, count = self.columns, text.count("\n")
        if text[-1] != "\n":
            text, count = text + "\n", count + 1
        delimiter, width = DELIMITERS.get(self.options.format or ""), columns.width + 1
        end = f"{delimiter or ' '}\0{delimiter or ' '}"  # a cell of its own, which no line has
        cells = text.replace("\n", end).split(delimiter)[: count * width]
        is_rectangular = cells[columns.width :: width].count("\0") == count
        if not is_rectangular or not self.number_format.are_settled_in(text):
            return False
        numbers: Sequence[int] = range(line_number, line_number + count)
        features = [cells[k::width] for k in columns.features]
        labels = [] if columns.label is None else [*map(str.strip, cells[columns.label :: width])]
        ids = [] if columns.id is None else [*map(str.strip, cells[columns.id :: width])]
        dropped: list[int] = []
        if self.options.missing:
            if self.options.labelled and any(map(rules.is_missing_label, {*labels})):
                return False
            if any(["" in column for column in features]):
                kept = ["" not in row for row in zip(*features)]
                if not all([any(row) for row in zip(*features)]):  # maybe only delimiters
                    return False
                features = [[*compress(column, kept)] for column in features]
                labels, ids = [*compress(labels, kept)], [*compress(ids, kept)]
                dropped = [n for n, is_kept in zip(numbers, kept) if not is_kept]
                numbers = [*compress(numbers, kept)]
        rows = self.block_reader.read(features)
        if rows is None:
            return False
        self.number_format.rows += len(rows)
        self.rows += rows
        self.labels.add_all(labels, numbers)
        self.ids += ids
        self.dropped += dropped
        return True

    def _check_trailing_delimiter(self, text: str) -> None:
        """Refuse a last column that has no label if the first row cannot be read: each line ends
        with a delimiter, and the labels are among the features.
        """
        columns, options = self.columns, self.options
        is_default = options.label is None and options.like is None and columns.label is not None
        if is_default and not text and not self.rows:
            label = columns.label or 0
            place = f"{options.source}:{self.line_number}: {columns.describe_column(label)}"
            raise data_error(place, "no label", "one", columns.trailing_delimiter_remedy())

    def _has_missing_cell(self, text: str, cells: list[str]) -> bool:
        return (self.options.labelled and rules.is_missing_label(text)) or any(
            map(rules.is_missing, cells)
        )

    def _width_error(self, line: str, cells: list[str]) -> DataError:
        """Return the error of a row that has more cells than the first line, or fewer."""
        columns, width = self.columns, len(cells)
        place = f"{self.options.source}:{self.line_number}: column {min(width, columns.width) + 1}"
        expected, remedy = f"{columns.width}, as in {columns.place}", ""
        if self.options.format == "tsv" and len(line.split()) == columns.width:
            remedy = f"{option_hint('format', 'space')} if blanks separate the cells"
        elif self.options.format != "space" and width == 1 < columns.width - 1:
            remedy = shell_command(f"sed {self.line_number}d") + " if this line is a remark"
        problem = f"{width} column{'s' * (width > 1)}"
        return data_error(place, problem, expected, remedy)

    def build_table(self) -> FileTable:
        """Return the table of all rows."""
        options = self.options
        self.number_format.check_after_last_row()
        rules.check_cells_after_hash(options)
        self._drop_rows_without_label()
        if self.dropped:
            self._note_dropped_rows()
        self._note_skipped_lines()
        about = *over_common_denominator(self.rows), len(self.columns.features)
        ids = None if self.columns.id is None else self.ids
        return FileTable(options, self.labels, *about, ids)

    def _drop_rows_without_label(self) -> None:
        """Drop the examples whose label means a missing value, judging by the other labels.

        Where labels are not needed, as to predict, a file may lack all of them.
        """
        if self.options.missing and self.columns.label is not None:
            kept = self.labels.drop_missing(may_drop_all=self.options.labelled)
            if kept is not None:
                self.dropped = sorted([*self.dropped, *self.labels.dropped])
                self.rows = [row for row, is_kept in zip(self.rows, kept) if is_kept]
                self.ids = [name for name, is_kept in zip(self.ids, kept) if is_kept]

    def _note_dropped_rows(self) -> None:
        """Note the lines that were dropped; DataError if no line is left."""
        dropped, count, options = self.dropped, len(self.rows), self.options
        if not count:
            problem = "a missing cell in every line"
            left_out = f"{option_hint('features')} to leave out the columns with missing cells"
            raise data_error(options.source, problem, "at least one example", left_out)
        counted = f"{len(dropped):,} of {count + len(dropped):,} examples dropped"
        options.add_note(f"{counted}, because a cell is missing: {_lines_text(dropped)}")

    def _note_skipped_lines(self) -> None:
        """Note the lines that hold delimiters alone, and those that begin with # and may be
        examples, because they have the same number of cells.
        """
        options, skipped = self.options, []
        delimiter = DELIMITERS.get(options.format or "")
        for number, line in options.comment_lines if options.comments is None else ():
            cells = line.split(delimiter)
            if len(cells) == self.columns.width and any(map(rules.looks_like_number, cells[1:])):
                skipped.append(number)
        if options.delimiter_lines:
            options.add_note(f"{_lines_text(options.delimiter_lines)} skipped: only delimiters")
        if skipped:
            begin, them = ("they begin", "them") if len(skipped) > 1 else ("it begins", "it")
            reads = f"{option_hint('comments', False)} reads {them}"
            options.add_note(f"{_lines_text(skipped)} skipped, because {begin} with #; {reads}")


def _lines_text(numbers: list[int]) -> str:
    text = ", ".join(map(str, numbers[:_MAX_LINES_SHOWN]))
    more = ", ..." * (len(numbers) > _MAX_LINES_SHOWN)
    return f"line{'s' * (len(numbers) > 1)} {text}{more}"


def _select_cells(cells: list[str], columns: Sequence[int]) -> list[str]:
    """Return the cells of those columns; if these are consecutive, the same list, cut."""
    if not isinstance(columns, range):
        return [cells[column] for column in columns]
    del cells[columns.stop :], cells[: columns.start]
    return cells
