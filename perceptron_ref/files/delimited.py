"""Rows of cells between commas, tabs, semicolons or white space, with or without a header."""

from __future__ import annotations

import re
from functools import partial
from itertools import chain
from operator import itemgetter

from ..errors import DataError, shown
from ..exact.common_denominator import Numerals, at_final_scale
from ..exact.labels import Found
from ..exact.limits import LONGEST_NUMBER
from ..exact.rationals import is_number, ratio
from .columns import Columns, said_out
from .commas import Commas, is_number_here
from .commas import advice as of_comma
from .doubts import HOLDS_NAMES, FirstLine, check_comments, check_first_column
from .layout import LABELS, layout_of
from .missing import NO_LABEL, SAY_DROP, Dropped, is_missing
from .table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from .how import How
    from .layout import Layout
    from .like import Like

    Row = tuple[int, list[str]]

DELIMITERS = {"csv": ",", "tsv": "\t", "semicolon": ";"}

_WORD = re.compile(r'"([^"]*)"(?!\S)|(\S+)')


def read_delimited(
    source: str, lines: Iterable[tuple[int, str]], how: How, like: Like | None, labelled: bool
) -> Table:
    """Return the table of (line number, text) lines, read in the format that `how` names.

    like: the set whose features the file must have. labelled: whether there must be labels.
    """
    comments = how.comments is not False
    rows: Iterator[Row] = (
        (n, cells_of(how.format or "", source, n, line, comments)) for n, line in lines
    )
    number, cells = next(rows)
    header, rows = _below_header(number, cells, rows, how, like)
    try:
        columns = Columns(header, len(header or cells))
        layout = layout_of(columns, how, like, labelled)
    except DataError as error:
        has_words = header is None and how.header is None and not all(map(is_number, cells))
        advice = f", {HOLDS_NAMES}" if has_words and (how.features or how.label or how.id) else ""
        raise DataError(f"{source}:{number}: {error}{advice}") from None
    guess = None
    if how.header is None and not layout.by_name:
        guess = FirstLine(number, header or cells, header is not None, layout.label)
    body = _Body(source, number, how, layout, guess, labelled)
    body.read(rows)
    return body.table(like)


def _below_header(
    number: int, cells: list[str], rows: Iterator[Row], how: How, like: Like | None
) -> tuple[list[str] | None, Iterator[Row]]:
    """Return the names of the columns, if the first line holds them, and the rows of examples.

    It does if no cell is a number, and not all are empty, or if all names of `like` are there, as
    these may be years. A name fewer than there are cells in the
    next row leaves the first column without one, if that holds the names of the rows, as R writes
    them: other text than a number, or numbers from 1.
    """
    commas = _may_have_commas(how)
    has_names = how.header
    if has_names is None:
        is_blank = not any(cell.strip() for cell in cells)
        has_names = not is_blank and not any(is_number_here(cell.strip(), commas) for cell in cells)
        if like is not None and like._names is not None:
            has_names = has_names or {*like._names} <= {cell.strip() for cell in cells}
    if not has_names:
        return None, chain([(number, cells)], rows)
    names = [cell.strip() for cell in cells]
    row = next(rows, None)
    if row is None:
        return names, rows
    if len(row[1]) == len(names) + 1 and row[1][-1].strip():
        name = row[1][0].strip()
        if name == "1" or not is_number_here(name, commas):
            names.insert(0, "")
    return names, chain([row], rows)


def _may_have_commas(how: How) -> bool:
    return how.decimal == "," or (how.decimal is None and how.format == "semicolon")


class _Body:
    """The rows of examples, as they are read."""

    def __init__(
        self,
        source: str,
        first: int,
        how: How,
        layout: Layout,
        guess: FirstLine | None,
        labelled: bool,
    ) -> None:
        self.labelled = labelled
        self.source, self.first, self.how, self.layout = source, first, how, layout
        self.guess = guess
        self.numerals = Numerals()
        self.rows: list[tuple[int, ...]] = []
        label, columns = layout.label, layout.columns
        self.found = None if label is None else Found(source, columns.called(label))
        self.ids: list[str] | None = None if layout.id is None else []
        self.dropped = Dropped(source) if how.missing else None
        self.commas = Commas(how.decimal == ",") if _may_have_commas(how) else None

    def read(self, lines: Iterable[Row]) -> None:
        """Read the rows; DataError, with the place, for one that cannot be read."""
        source, layout, numerals, rows = self.source, self.layout, self.numerals, self.rows
        width, features_of = layout.columns.width, _picker(layout.features)
        for number, cells in lines:
            place = f"{source}:{number}"
            if len(cells) != width:
                raise self._wrong_width(place, cells)
            if layout.empty:
                self._check_empty(place, cells)
            features = features_of(cells)
            if self.dropped is not None and self._lacks(cells, features):
                self.dropped.lines.append(number)
                continue
            if self.found is not None and layout.label is not None:
                self.found.append(cells[layout.label].strip(), number)
            if self.ids is not None and layout.id is not None:
                self.ids.append(cells[layout.id].strip())
            where = partial(layout.place, place)
            if self.commas is not None:
                features = self.commas.turned(features, where)
            try:
                rows.append(numerals.row(features, where))
            except DataError as error:
                raise DataError(f"{error}{self._advice(features)}") from None
            if len(rows) == self.how.first:
                break

    def table(self, like: Like | None) -> Table:
        """Return what was read; DataError if that is nothing, or the commas tell too little."""
        rows, layout, how = self.rows, self.layout, self.how
        notes = [f"{self.source}: {note}" for note in layout.notes]
        if self.dropped is not None:
            self.dropped.check_left(len(rows))
            notes += self.dropped.notes(len(rows))
        if not rows:
            raise DataError(
                f"{self.source}:{self.first}: found a header and nothing below it; "
                "expected at least one example"
            )
        if self.found is not None and how.comments is None and how.format != "space":
            check_comments(self.found)
        if self.commas is not None:
            self.commas.check(self.source, how.format or "")
            notes += self.commas.notes(self.source)
        scaled = at_final_scale(rows)
        is_told = how.label is not None or layout.is_chosen or like is not None
        if self.found is not None and not is_told:
            if (layout.label_name or "").casefold() not in LABELS:
                check_first_column(scaled, self.found.texts, self.source)
        return Table(
            self.source,
            layout.names if like is None else like._names,
            self.numerals.scale,
            scaled,
            len(scaled[0]) - 1,
            self.found,
            self.guess,
            layout=layout,
            notes=notes,
            ids=self.ids,
        )

    def _lacks(self, cells: Sequence[str], features: Sequence[str]) -> bool:
        """Tell whether a cell that is needed holds no value."""
        label = self.layout.label if self.labelled else None
        if label is not None and cells[label].strip().casefold() in NO_LABEL:
            return True
        return any(map(is_missing, features))

    def _check_empty(self, place: str, cells: Sequence[str]) -> None:
        for column in self.layout.empty:
            if cells[column].strip():
                raise DataError(
                    f"{self.source}:{self.first}: column {column + 1}: found no name in the "
                    f"header; expected one, as {shown(cells[column])} stands below ({place}), "
                    f"or to leave that column out (features=..., --features -{column})"
                )

    def _wrong_width(self, place: str, cells: Sequence[str]) -> DataError:
        found, expected = len(cells), self.layout.columns.width
        hint = ""
        if found == expected + 1 and not cells[-1].strip():
            hint = ": this line has a delimiter at its end"
        elif self.how.decimal == "," and self.how.format == "csv":
            hint = "; numbers with decimal commas stand in quotes there"
        return DataError(
            f"{place}: column {min(found, expected) + 1}: found {found} columns; "
            f"expected {expected}, as in line {self.first}{hint}"
        )

    def _advice(self, features: Sequence[str]) -> str:
        """Return which options read, or leave out, the cell that is no number."""
        at = next((i for i, cell in enumerate(features) if _is_refused(cell)), None)
        advice = ""
        if at is not None and is_missing(features[at]):
            advice = f", {SAY_DROP}"
        elif at is not None and not is_number(features[at]) and len(features) > 1:
            advice = self._of_text(self.layout.features[at], features[at])
        if not self.rows and self.guess is not None and self.guess.may_hold_names:
            advice += f", {HOLDS_NAMES}"
        return advice

    def _of_text(self, column: int, cell: str) -> str:
        if is_number_here(cell, True):
            return f", {of_comma(cell)}"
        if cell.rstrip().endswith("%") and is_number_here(cell.rstrip()[:-1], True):
            return ", without a percent sign"
        spelled, layout = self.layout.columns.spelled(column), self.layout
        advice = f", or that this column is left out ({said_out(f'-{spelled}')})"
        is_own = self.labelled and layout.columns.header and not layout.by_name
        if column == 0 and self.how.label is None and is_own:
            typed = spelled if spelled.isalnum() else f'"{spelled}"'
            advice += f', or that it holds the labels (label="{spelled}", --label {typed})'
        return advice


def _is_refused(cell: str) -> bool:
    try:
        ratio(cell, LONGEST_NUMBER)
    except DataError:
        return True
    return False


def cells_of(format: str, source: str, number: int, line: str, comments: bool = True) -> list[str]:
    """Return the cells of a line: quotes hold a cell together; with "space", # starts a comment.

    comments: whether it does.
    """
    if format == "space":
        return (
            _words(source, number, line, comments) if '"' in line or "#" in line else line.split()
        )
    if '"' not in line:
        return line.split(DELIMITERS[format])
    import csv

    delimiter = DELIMITERS[format]
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True))
    except csv.Error as error:
        raise _unmatched(source, number, str(error)) from None


def _words(source: str, number: int, line: str, comments: bool) -> list[str]:
    words = []
    for quoted, bare in _WORD.findall(line):
        if comments and bare.startswith("#"):
            break
        if '"' in bare:
            raise _unmatched(source, number, shown(bare))
        words.append(bare or quoted)
    return words


def _unmatched(source: str, number: int, what: str) -> DataError:
    return DataError(
        f"{source}:{number}: found quotes that do not match ({what}); "
        "expected them in pairs around a cell"
    )


def _picker(columns: Sequence[int]) -> Callable[[Sequence[str]], Sequence[str]]:
    """Return the function that takes the cells of those columns out of a row, as a sequence."""
    if isinstance(columns, range):
        return itemgetter(slice(columns.start, columns.stop))
    if len(columns) == 1:
        return lambda cells: (cells[columns[0]],)
    return itemgetter(*columns)
