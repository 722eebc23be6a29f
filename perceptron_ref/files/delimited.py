"""Read tables with delimiters between cells: first the header, then the rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, compress, islice

from ..errors import DataError, quote
from ..exact.common_denominator import RowReader, over_common_denominator
from ..exact.rationals import count_with_noun, noun_for_count
from ..type_checking import TYPE_CHECKING
from . import rules
from .columns import Columns
from .labels import Labels
from .lines import DataLines
from .numbers import NumberFormat, bad_number_error, units_remedy
from .options import (
    DELIMITERS,
    Options,
    data_error,
    option_hint,
    remedies_for_comment_lines,
    shell_command,
)
from .table import FileTable

if TYPE_CHECKING:
    from ..exact.blocks import BlockReader

    Row = tuple[int, str, list[str]]
    """The number of a line, the line, and its cells."""

_UNESCAPE_QUOTES = """sed 's/\\\\"/""/g'"""
_MAX_LISTED_LINES = 10  # line numbers in a message
_HEADER_SAMPLE_ROWS = 10  # the rows that decide whether the first line is a header
_MAX_BLOCK_FAILURES = 3  # in succession; then all other lines are read row by row


def split_rows(lines: Iterable[tuple[int, str]], options: Options) -> Iterator[Row]:
    """Yield the number, the text and the cells of each line.

    A quoted cell may contain delimiters but no line break.
    """
    delimiter = DELIMITERS.get(options.format or "")  # None for spaces and tabs
    for line_number, line in lines:
        if '"' not in line and (delimiter or line.isascii()):
            yield line_number, line, line.split(delimiter)
        else:
            location = f"{options.source}:{line_number}"
            yield line_number, line, _quoted_cells(line, delimiter, location)


def _quoted_cells(line: str, delimiter: str | None, location: str) -> list[str]:
    """Return the cells of a line that may have quotes; DataError if its quotes do not match."""
    import csv

    if delimiter is None:  # split only at spaces and tabs: a narrow space may separate thousands
        quoted_or_tab = r'((?<![^ \t])"[^"]*(?:""[^"]*)*")|\t'
        line = re.sub(quoted_or_tab, lambda match: match[1] or " ", line)
        line, delimiter = line.strip(" "), " "
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True))
    except csv.Error as error:
        cell, is_closed = _misquoted_cell(line, delimiter)
        expected = "both quotes on the same line"
        problem = f"a cell that begins with a quote but does not end with one, {quote(cell)}"
        if is_closed:
            expected = "a delimiter or the end of the line after this quote"
            problem = f"text after the closing quote of the cell {quote(cell)}"
        remedies = _quotes_remedies(line, delimiter, is_closed)
        raise data_error(location, problem, expected, *remedies) from error


def _misquoted_cell(line: str, delimiter: str) -> tuple[str, bool]:
    """Return the first cell whose quotes do not match, and whether it has a second quote.

    >>> _misquoted_cell('1,"a, ""b"" c",5" nail,"5" nail,2', ",")
    ('"5" nail', True)
    >>> _misquoted_cell('1;"a;b";"Taipei;2', ";")
    ('"Taipei;2', False)
    """
    quoted_cell, plain_cell = '"(?:[^"]|"")*"', f"[^{re.escape(delimiter)}]*"
    any_cell = f'(?:{quoted_cell}|(?! *"){plain_cell})'
    correct_cells = re.match(f"(?: *{any_cell}{re.escape(delimiter)})*", line)
    remainder = line[correct_cells.end() :].strip() if correct_cells else line
    closed_cell = re.match(quoted_cell + plain_cell, remainder)
    return (closed_cell[0].strip(), True) if closed_cell else (remainder, False)


def _quotes_remedies(line: str, delimiter: str, is_closed: bool) -> list[str]:
    """Return the remedies for quotes that R wrote, for quotes in a cell, or for a missing quote.

    Args:
        line: The line.
        delimiter: The delimiter of the cells.
        is_closed: Whether the wrong cell has a second quote.
    """
    if '\\"' in line:
        return ['To write each \\" as "", use ' + shell_command(_UNESCAPE_QUOTES)]
    if is_closed:
        return ['Write a quote inside a cell in quotes as ""']
    missing_quote_remedy = "Add the missing quote, or delete the other one"
    if delimiter == " ":
        return [missing_quote_remedy]
    split = f", delimiter={delimiter!r}" * (delimiter != ",")
    joined = f"[' '.join(c.split()) for c in r] for r in csv.reader(sys.stdin{split})"
    program = f"import csv, sys; csv.writer(sys.stdout{split}).writerows({joined})"
    command = shell_command(f'python3 -c "{program}" <')
    return [
        missing_quote_remedy,
        f"If the cell goes on in the next lines, join them with {command}",
    ]


def read_delimited(
    lines: Iterable[tuple[int, str]], options: Options, data_lines: DataLines
) -> FileTable:
    """Return the table of a file in the format `options.format`.

    Args:
        lines: The (line number, text) pairs of the lines, at least one.
        options: The options of `read`.
        data_lines: The source of the lines, from which a block of lines can be taken.
    """
    rows = split_rows(lines, options)
    first_row = next(rows)
    location, names = _header_after_hash(first_row, options)
    first_rows = [first_row]
    if names is None:
        location, names = f"{options.source}:{first_row[0]}", [*map(str.strip, first_row[2])]
        sample_size = min(_HEADER_SAMPLE_ROWS, options.first or _HEADER_SAMPLE_ROWS)
        next_rows = [*islice(rows, sample_size)]
        if rules.is_header(location, names, [cells for _, _, cells in next_rows], options):
            first_rows = next_rows
            names = _match_names_to_width(location, names, first_row[1], first_rows, options)
        else:
            names = None
            first_rows += next_rows
            if all(_is_first_cell_quoted_but_not_second(line) for _, line, _ in first_rows):
                rules.check_quoted_first_cells(
                    location, [cells for _, _, cells in first_rows], options
                )
    width = len(names or first_row[2])
    columns = Columns(location, names, width, options, first_row[1])
    # a header may have one cell more or fewer than the rows
    model_row = first_row if len(first_row[2]) == width else first_rows[0]
    reader = _Reader(columns, model_row[0])
    return _read_rows(reader, chain(first_rows, rows), options, data_lines)


def _header_after_hash(first_row: Row, options: Options) -> tuple[str, list[str] | None]:
    """Return the location and the names of a header that a comment above the first row holds.

    The names are None if no comment holds a header.
    """
    location, names = "", None
    if options.comments is None or (options.comments and options.header):
        for line_number, line in options.comment_lines:
            cells = _cells_after_hash(line, options) if line_number < first_row[0] else []
            has_expected_names = names is not None and rules.has_all_expected_names(options, names)
            if len(cells) == len(first_row[2]) and not has_expected_names:
                location, names = f"{options.source}:{line_number}", cells
    if names is not None and rules.is_header_after_hash(location, first_row[2], names, options):
        return location, names
    return location, None


def _cells_after_hash(line: str, options: Options) -> list[str]:
    """Return the cells of a comment after its #; an empty first cell becomes "#"."""
    comment_text = line.strip(" \n").lstrip("#")
    try:
        _, _, cells = next(split_rows([(0, comment_text)], options))
    except DataError:  # a double quote without a partner, as in the sentence: 5" is the length
        return []
    return [cell.strip() or "#" * (i == 0) for i, cell in enumerate(cells)]


def _match_names_to_width(
    location: str, names: list[str], header_line: str, rows: list[Row], options: Options
) -> list[str]:
    """Return one name for each column, even if the header has one name too few or too many.

    Args:
        location: The location of the header.
        names: The names in the header.
        header_line: The line of the header.
        rows: The next rows.
        options: The options of `read`.

    Raises:
        DataError: If the header is a title or does not fit the rows, or if no row follows.
    """
    if not rows:
        problem = "the names of the columns, but no line below them"
        raise data_error(
            location, problem, "at least one example", *remedies_for_comment_lines(options)
        )
    cell_rows = [cells for _, _, cells in rows]
    rules.check_no_title_with_empty_cells(location, names, [*map(str.strip, cell_rows[0])], options)
    width = len(cell_rows[0])
    if names[-1] == "" and width == len(names) - 1:
        options.add_note("the header ends with an extra delimiter, which is ignored")
        return names[:-1]
    if width == len(names) + 1:
        full_rows = [cells for cells in cell_rows if len(cells) == width]
        first_cells_are_quoted = all(
            _is_first_cell_quoted_but_not_second(line) for _, line, _ in rows
        )
        if not rules.is_first_column_unnamed(
            location, names, full_rows, options, first_cells_are_quoted
        ):
            return [*names, ""]
        options.id_column_count = 1
        return ["", *names]
    if options.format == "space":
        rules.check_indented_names(location, header_line, [line for _, line, _ in rows])
    columns = zip(*[cells for cells in cell_rows if len(cells) == len(names)])
    are_ids = [rules.is_unnamed_id_column(name, column) for name, column in zip(names, columns)]
    options.id_column_count = [*are_ids, False].index(False)
    return names


def _is_first_cell_quoted_but_not_second(line: str) -> bool:
    """Tell whether the first cell of a line is in quotes, and the second is not."""
    return re.match(r'\s*"[^"]*"[\s,;]+[^"\s,;]', line) is not None


def _read_rows(
    reader: _Reader, rows: Iterable[Row], options: Options, data_lines: DataLines
) -> FileTable:
    """Return the table of the rows; DataError, with the location, if a row cannot be read."""
    for line_number, line, cells in rows:
        reader.read_row(line_number, line, cells)
        if len(reader.rows) == options.first:
            break
        if line_number == data_lines.line_number:  # `rows` has read no line beyond this one
            reader.read_blocks(data_lines)
    return reader.build_table()


class _Reader:
    """Reads rows, and keeps their numbers, labels and IDs.

    Args:
        columns: The columns of the file.
        model_line_number: The number of the first line with a cell for each column, for messages.

    Attributes:
        rows: For each row the common denominator of its numbers, then the numbers times it, as
            ints.
        line_number: The number of the line that is being read.
        feature_index: The index of the feature whose location `location_of_cell` returned last.
        dropped_line_numbers: The numbers of the lines left out because a cell is missing.
        block_failures: The number of blocks in succession that had to be read row by row.
    """

    line_number: int
    feature_index: int

    def __init__(self, columns: Columns, model_line_number: int) -> None:
        self.columns, self.options = columns, columns.options
        self.model_line_number = model_line_number
        self.number_format, self.row_reader = NumberFormat(columns), RowReader()
        self.block_reader: BlockReader | None = None  # created for the first block
        self.labels = Labels(columns.options, columns)
        self.rows: list[tuple[int, ...]] = []
        self.ids: list[str] = []
        self.dropped_line_numbers: list[int] = []
        self.block_failures = 0

    def location_of_cell(self, i: int) -> str:
        """Return the location of the cell of feature i."""
        self.feature_index = i
        column = self.columns.describe_column(self.columns.features[i])
        return f"{self.options.source}:{self.line_number}: {column}"

    def read_row(self, line_number: int, line: str, cells: list[str]) -> None:
        """Read the numbers, the label and the ID of a row; DataError if a cell cannot be read."""
        columns, self.line_number = self.columns, line_number
        if len(cells) != columns.width:
            raise self._width_error(line, cells)
        label = "" if columns.label is None else cells[columns.label].strip()
        row_id = "" if columns.id is None else cells[columns.id].strip()
        cells = _select_cells(cells, columns.features)
        if self.options.missing and self._has_missing_cell(label, cells):
            if not self.rows and not self.dropped_line_numbers and not columns.names:
                rules.check_dropped_line_holds_no_names(
                    columns.location, [*map(str.strip, cells)], self.options
                )
                self.labels.dropped_first_label = label
            self.dropped_line_numbers.append(line_number)
            return
        if "/" in line or not self.number_format.is_plain:
            self.number_format.normalize_row(line, cells, self.location_of_cell)
        try:
            self.rows.append(self.row_reader.read(cells, self.location_of_cell))
        except DataError as error:
            self._check_trailing_delimiter(label, cells)
            raise bad_number_error(
                columns, cells, self.feature_index, line_number, not self.rows, error
            ) from None
        if columns.label is not None:
            self.labels.add(label, line_number)
        if columns.id is not None:
            self.ids.append(row_id)

    def read_blocks(self, data_lines: DataLines) -> None:
        """Read the next lines in blocks, until a block must be read row by row."""
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
        """Read a block of lines without quotes.

        Return False, and read nothing, if the lines must be read by `read_row`.

        Args:
            line_number: The number of the first line.
            text: The lines.
        """
        from ..exact.blocks import BlockReader, equal_decimals  # here: a small file has no block

        self.block_reader = self.block_reader or BlockReader()
        columns, count = self.columns, text.count("\n")
        if text[-1] != "\n":
            text, count = text + "\n", count + 1
        delimiter, width = DELIMITERS.get(self.options.format or ""), columns.width + 1
        if not self.number_format.needs_no_normalizing(text):
            return False
        decimals = None
        if columns.id not in columns.features:  # an ID keeps its point
            are_features = [*map({*columns.features}.__contains__, range(columns.width))]
            decimals = equal_decimals(text, delimiter or " ", are_features)
        if decimals:
            text = text.replace(".", "")
        # Replace each line end with a cell that no line has, so that a row of the block has `width`
        # cells, this cell included. If a line has more or fewer cells, it is in another column.
        end_cell = f"{delimiter or ' '}\0{delimiter or ' '}"
        cells = text.replace("\n", end_cell).split(delimiter)[: count * width]
        if cells[columns.width :: width].count("\0") != count:
            return False
        line_numbers: Sequence[int] = range(line_number, line_number + count)
        features = [cells[k::width] for k in columns.features]
        labels = [] if columns.label is None else [*map(str.strip, cells[columns.label :: width])]
        ids = [] if columns.id is None else [*map(str.strip, cells[columns.id :: width])]
        dropped_line_numbers: list[int] = []
        if self.options.missing:
            if self.options.labels_required and any(map(rules.is_missing_label, {*labels})):
                return False
            if any(["" in column for column in features]):
                is_complete = ["" not in row for row in zip(*features)]
                # a row without a feature may be a line that holds only delimiters
                if not all([any(row) for row in zip(*features)]):
                    return False
                features = [[*compress(column, is_complete)] for column in features]
                labels, ids = [*compress(labels, is_complete)], [*compress(ids, is_complete)]
                dropped_line_numbers = [
                    n for n, complete in zip(line_numbers, is_complete) if not complete
                ]
                line_numbers = [*compress(line_numbers, is_complete)]
        rows = self.block_reader.read(features, decimals)
        if rows is None:
            return False
        self.number_format.row_count += len(rows)
        self.rows += rows
        self.labels.add_all(labels, line_numbers)
        self.ids += ids
        self.dropped_line_numbers += dropped_line_numbers
        return True

    def _check_trailing_delimiter(self, label: str, cells: list[str]) -> None:
        """Refuse an empty label if the first row cannot be read.

        In such a file each line ends with a delimiter, and the labels are among the features.
        """
        columns, options = self.columns, self.options
        is_default = options.label is None and options.like is None and columns.label is not None
        if is_default and not label and not self.rows:
            column = columns.describe_column(columns.label or 0)
            location = f"{options.source}:{self.line_number}: {column}"
            remedies = (
                columns.trailing_delimiter_remedy(),
                units_remedy(columns, cells, self.line_number),
            )
            raise data_error(location, "no label", "a label", *remedies)

    def _has_missing_cell(self, label: str, cells: list[str]) -> bool:
        return (self.options.labels_required and rules.is_missing_label(label)) or any(
            map(rules.is_missing, cells)
        )

    def _width_error(self, line: str, cells: list[str]) -> DataError:
        """Return the error for a row with more or fewer cells than the table has columns."""
        columns, width = self.columns, len(cells)
        location = f"{self.options.source}:{self.line_number}"
        model_location = f"{self.options.source}:{self.model_line_number}"
        expected = f"{count_with_noun(columns.width, 'cell')}, as in {model_location}"
        remedy, may_be_remark = "", columns.width > 2 or not rules.looks_like_number(line)
        if self.options.format == "tsv" and len(line.split()) == columns.width:
            remedy = f"If spaces separate the cells, use {option_hint('format', 'space')}"
        elif self.options.format == "space" and columns.names and not self.rows:
            remedy = "If a name of a column contains a space, write it without the space"
        elif self.options.format != "space" and width == 1 and may_be_remark:
            delete_command = shell_command(f"sed {self.line_number}d")
            remedy = f"If this line is a remark, use {delete_command} to delete it"
        elif width > columns.width:
            remedy = "If a cell contains a delimiter, put this cell in quotes"
        else:
            remedy = "Complete this line, or delete it"
        problem = f"{count_with_noun(width, 'cell')} on this line"
        return data_error(location, problem, expected, remedy)

    def build_table(self) -> FileTable:
        """Return the table of all rows."""
        options = self.options
        self.number_format.check_after_last_row()
        if options.decimal != ".":
            self.labels.replace_decimal_commas()
        rules.check_cells_after_hash(options)
        self._drop_rows_without_label()
        if self.dropped_line_numbers:
            self._note_dropped_rows()
        self._note_skipped_lines()
        rows, scale = over_common_denominator(self.rows)
        ids = None if self.columns.id is None else self.ids
        return FileTable(options, self.labels, rows, scale, len(self.columns.features), ids)

    def _drop_rows_without_label(self) -> None:
        """With `--missing drop`, drop the rows whose label is missing; see `Labels.drop_missing`.

        If labels are optional and all of them are missing, no row is dropped.
        """
        if self.options.missing and self.columns.label is not None:
            has_label = self.labels.drop_missing(may_drop_all=self.options.labels_required)
            if has_label is not None:
                self.dropped_line_numbers = sorted(
                    [*self.dropped_line_numbers, *self.labels.dropped_line_numbers]
                )
                self.rows = [*compress(self.rows, has_label)]
                self.ids = [*compress(self.ids, has_label)]

    def _note_dropped_rows(self) -> None:
        """Note the lines that were dropped; DataError if no line remains."""
        line_numbers, row_count = self.dropped_line_numbers, len(self.rows)
        options = self.options
        if not row_count:
            problem = "a missing cell on every line"
            leave_out = option_hint("features", "-COLUMN")
            remedy = f"Leave out the columns with missing cells, as in {leave_out}"
            raise data_error(options.source, problem, "at least one complete example", remedy)
        dropped_count = len(line_numbers)
        count = f"dropped {dropped_count:,} of {row_count + dropped_count:,} examples"
        lines = _format_line_numbers(line_numbers)
        options.add_note(f"{count}, because a cell is missing on {lines}")

    def _note_skipped_lines(self) -> None:
        """Note the skipped lines that hold only delimiters, and comments that may be examples.

        A comment may be an example if it has as many cells as a row.
        """
        options, skipped_line_numbers = self.options, []
        delimiter = DELIMITERS.get(options.format or "")
        for line_number, line in options.comment_lines if options.comments is None else ():
            cells = line.split(delimiter)
            if len(cells) == self.columns.width and any(map(rules.looks_like_number, cells[1:])):
                skipped_line_numbers.append(line_number)
        if options.delimiter_line_numbers:
            lines = _format_line_numbers(options.delimiter_line_numbers)
            hold = "hold" if len(options.delimiter_line_numbers) > 1 else "holds"
            options.add_note(f"skipped {lines}, which {hold} only delimiters")
        if skipped_line_numbers:
            begin, are_examples = "begins", "it is an example"
            if len(skipped_line_numbers) > 1:
                begin, are_examples = "begin", "they are examples"
            hint = f"If {are_examples}, use {option_hint('comments', False)}"
            if self.columns.label == 0 or 0 in self.columns.features:
                hint = f"If {are_examples}, delete the #"  # the first cell is a number or a label
            lines = _format_line_numbers(skipped_line_numbers)
            options.add_note(f"skipped {lines}, which {begin} with #. {hint}")


def _format_line_numbers(line_numbers: list[int]) -> str:
    text = ", ".join(map(str, line_numbers[:_MAX_LISTED_LINES]))
    more = ", ..." * (len(line_numbers) > _MAX_LISTED_LINES)
    return f"{noun_for_count(len(line_numbers), 'line')} {text}{more}"


def _select_cells(cells: list[str], columns: Sequence[int]) -> list[str]:
    """Return the cells of these columns. If the columns are consecutive, the list itself is cut."""
    if not isinstance(columns, range):
        return [cells[column] for column in columns]
    del cells[columns.stop :], cells[: columns.start]
    return cells
