"""Rows of cells: CSV, TSV, semicolons or any white space, with or without a header that names the columns."""

from __future__ import annotations

import re
from itertools import chain
from operator import itemgetter

from .dataset import default_names
from .errors import DataError, shown
from .labels import Found
from .rationals import is_number
from .table import Numerals, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .table import Like

DELIMITERS = {"csv": ",", "tsv": "\t", "semicolon": ";"}

_WORD = re.compile(r'"([^"]*)"|(\S+)')


class Columns:
    """Which columns hold the features, in order, and which the labels (None for a file without)."""

    __slots__ = ("features", "header", "label", "names", "width")

    def __init__(self, header: list[str] | None, width: int, features: list[int], label: int | None) -> None:
        self.header, self.width, self.features, self.label = header, width, features, label
        self.names = None if header is None else tuple(header[column] for column in features)

    def place(self, source: str, line: int, column: int) -> str:
        """Return file:line: column for messages, with the column's name where it has one."""
        name = f" ({self.header[column]})" if self.header else ""
        return f"{source}:{line}: column {column + 1}{name}"


def read_delimited(
    source: str,
    lines: Iterable[tuple[int, str]],
    format: str,
    label: int | str | None,
    like: Like | None,
    labelled: bool,
) -> Table:
    """Return the table of (line number, text) lines.

    label: the column of the labels by name or index; the last where it is None. like: what says which features
    there must be. labelled: whether there must be labels.
    """
    lines = iter(lines)
    first, text = next(lines)
    cells = cells_of(format, source, first, text)
    header = _header(source, first, cells)
    try:
        columns = _columns_like(like, header, len(cells), label, labelled) if like else _columns(header, len(cells), label)
    except DataError as error:
        raise DataError(f"{source}:{first}: {error}") from None
    numerals, rows = Numerals(), []
    found = None if columns.label is None else Found(source, columns.label + 1)
    pick = _picker(columns.features)
    for number, text in lines if header else chain([(first, text)], lines):
        cells = cells_of(format, source, number, text)
        if len(cells) != columns.width:
            odd = min(len(cells), columns.width) + 1
            raise DataError(
                f"{source}:{number}: column {odd}: found {len(cells)} columns; expected {columns.width}, as in line {first}"
            )
        if found is not None and columns.label is not None:
            found.append(cells[columns.label].strip(), number)
        rows.append(numerals.row(pick(cells), lambda i: columns.place(source, number, columns.features[i])))
    if not rows:
        raise DataError(f"{source}:{first}: found a header and nothing below it; expected at least one example")
    names = like.names if like else columns.names
    return Table(source, names, numerals.scale, numerals.at_final_scale(rows), found)


def cells_of(format: str, source: str, number: int, line: str) -> list[str]:
    """Return the cells of a line; quotes hold cells together, and white space ends in a comment after #."""
    if format == "space":
        if '"' in line or "#" in line:
            words = [quoted or word for quoted, word in _WORD.findall(line)]
            comment = next((i for i, word in enumerate(words) if word.startswith("#")), None)
            return words[:comment]
        return line.split()
    if '"' not in line:
        return line.split(DELIMITERS[format])
    import csv

    try:
        return next(csv.reader([line], delimiter=DELIMITERS[format], strict=True, skipinitialspace=True))
    except csv.Error as error:
        raise DataError(f"{source}:{number}: found quotes that do not match ({error}); expected them in pairs") from None


def _header(source: str, number: int, cells: list[str]) -> list[str] | None:
    """Return the names of the columns if the cells are names: no number among them, and not all empty."""
    names = [cell.strip() for cell in cells]
    if any(map(is_number, names)) or not any(names):
        return None
    for column, name in enumerate(names):
        if not name:
            raise DataError(f"{source}:{number}: column {column + 1}: found no name in the header; expected one")
        if name in names[:column]:
            raise DataError(
                f"{source}:{number}: column {column + 1}: found the name {shown(name)} again; "
                f"expected another than that of column {names.index(name) + 1}"
            )
    return names


def _columns(header: list[str] | None, width: int, label: int | str | None) -> Columns:
    if width < 2:
        raise DataError("found 1 column; expected at least one feature and a label")
    at = _index_of(label, header, width)
    return Columns(header, width, [column for column in range(width) if column != at], at)


def _columns_like(
    like: Like, header: list[str] | None, width: int, label: int | str | None, labelled: bool
) -> Columns:
    if header and set(like.names) <= set(header):
        features = [header.index(name) for name in like.names]
        others = [column for column in range(width) if column not in features]
    elif header and like.names != default_names(like.d):
        missing = [name for name in like.names if name not in header]
        raise DataError(f"found no column named {shown(missing[0])}; expected {', '.join(like.names)}, and a label")
    else:
        others = [] if label is None and width == like.d else [_index_of(label, header, width)]
        features = [column for column in range(width) if column not in others]
    at = others[0] if label is None and others else None if label is None else _index_of(label, header, width)
    if len(features) != like.d or len(others) > 1 or at in features or (labelled and at is None):
        raise DataError(f"found {width} columns; expected {like.d} features ({', '.join(like.names)}) and a label")
    return Columns(header, width, features, at)


def _index_of(label: int | str | None, header: list[str] | None, width: int) -> int:
    """Return the column that is meant, counted from 0."""
    if label is None:
        return width - 1
    if isinstance(label, str) and header and label in header:
        return header.index(label)
    try:
        index = int(label)
    except ValueError:
        names = f"one of {', '.join(header)}" if header else "an index, as no header names the columns"
        raise DataError(f"found no column named {shown(label)}; expected {names}") from None
    if not -width <= index < width:
        raise DataError(f"found {index} as the column of the labels; expected {-width} to {width - 1}")
    return index % width


def _picker(columns: list[int]) -> Callable[[Sequence[str]], Sequence[str]]:
    """Return what takes the cells of those columns out of a row, always as a sequence."""
    if len(columns) == 1:
        return lambda cells: (cells[columns[0]],)
    return itemgetter(*columns)
