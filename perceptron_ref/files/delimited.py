"""Rows of cells: CSV, TSV, semicolons or any white space, with or without a header that names the
columns.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import chain
from operator import index, itemgetter

from ..dataset import default_names
from ..errors import DataError, shown
from ..exact.common_denominator import Numerals, at_final_scale
from ..exact.rationals import is_number
from .labels import Found
from .table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .table import Like

DELIMITERS = {"csv": ",", "tsv": "\t", "semicolon": ";"}

_SHOWN = 8
_WORD = re.compile(r'"([^"]*)"(?!\S)|(\S+)')


class Columns:
    """Which columns hold the features, in order, and which the labels (None for a file without)."""

    __slots__ = ("features", "header", "label", "names", "width")

    def __init__(
        self, header: list[str] | None, width: int, features: list[int], label: int | None
    ) -> None:
        self.header, self.width, self.features, self.label = header, width, features, label
        self.names = None if header is None else tuple(header[column] for column in features)

    def place(self, line: str, feature: int) -> str:
        """Return file:line: column for messages about that feature."""
        return f"{line}: {self.called(self.features[feature])}"

    def called(self, column: int) -> str:
        """Return what messages call the column: its number from 1 on, and its name where it has
        one.
        """
        return (
            f"column {column + 1} ({shown(self.header[column])})"
            if self.header
            else f"column {column + 1}"
        )


def read_delimited(
    source: str,
    lines: Iterable[tuple[int, str]],
    format: str,
    label: int | str | None,
    like: Like | None,
    labelled: bool,
) -> Table:
    """Return the table of (line number, text) lines.

    label: the column of the labels by name or index; the last where it is None. like: what says
    which features there must be. labelled: whether there must be labels.
    """
    lines = iter(lines)
    first, text = next(lines)
    cells = cells_of(format, source, first, text)
    header = _header(source, first, cells)
    try:
        if like is None:
            columns = _columns(format, header, len(cells), label)
        else:
            columns = _columns_like(like, header, len(cells), label, labelled)
    except DataError as error:
        raise DataError(f"{source}:{first}: {error}") from None
    numerals, rows = Numerals(), []
    found = None if columns.label is None else Found(source, columns.called(columns.label))
    features_of = _picker(columns.features)
    for number, line in lines if header else chain([(first, text)], lines):
        cells = cells_of(format, source, number, line)
        if len(cells) != columns.width:
            odd = min(len(cells), columns.width) + 1
            raise DataError(
                f"{source}:{number}: column {odd}: found {len(cells)} columns; "
                f"expected {columns.width}, as in line {first}"
            )
        if found is not None and columns.label is not None:
            found.append(cells[columns.label].strip(), number)
        rows.append(numerals.row(features_of(cells), partial(columns.place, f"{source}:{number}")))
    if not rows:
        raise DataError(
            f"{source}:{first}: found a header and nothing below it; expected at least one example"
        )
    names = columns.names if like is None else like.names
    return Table(source, names, numerals.scale, at_final_scale(rows), found)


def cells_of(format: str, source: str, number: int, line: str) -> list[str]:
    """Return the cells of a line; quotes hold a cell together, and white space ends in a comment
    after #.
    """
    if format == "space":
        return _words(source, number, line) if '"' in line or "#" in line else line.split()
    if '"' not in line:
        return line.split(DELIMITERS[format])
    import csv

    try:
        return next(
            csv.reader([line], delimiter=DELIMITERS[format], strict=True, skipinitialspace=True)
        )
    except csv.Error as error:
        raise _unmatched(source, number, str(error)) from None


def _words(source: str, number: int, line: str) -> list[str]:
    words = []
    for quoted, bare in _WORD.findall(line):
        if bare.startswith("#"):
            break
        if '"' in bare:
            raise _unmatched(source, number, shown(bare))
        words.append(bare or quoted)
    return words


def _unmatched(source: str, number: int, what: str) -> DataError:
    return DataError(
        f"{source}:{number}: found quotes that do not match ({what}); expected them in pairs around a cell"
    )


def _header(source: str, number: int, cells: list[str]) -> list[str] | None:
    """Return the names of the columns if the cells are names: no number among them, and not all
    empty.
    """
    names = [cell.strip() for cell in cells]
    if any(map(is_number, names)) or not any(names):
        return None
    column_of: dict[str, int] = {}
    for column, name in enumerate(names):
        place = f"{source}:{number}: column {column + 1}"
        if not name:
            raise DataError(f"{place}: found no name in the header; expected one")
        if name in column_of:
            raise DataError(
                f"{place}: found the name {shown(name)} again; "
                f"expected another than that of column {column_of[name] + 1}"
            )
        column_of[name] = column
    return names


def _columns(format: str, header: list[str] | None, width: int, label: int | str | None) -> Columns:
    if width < 2:
        raise DataError(
            f"found 1 column, reading it as {format}; expected at least one feature and a label, "
            f"or another format (format=..., --format)"
        )
    at = _index_of(label, header, width)
    return Columns(header, width, [column for column in range(width) if column != at], at)


def _columns_like(
    like: Like, header: list[str] | None, width: int, label: int | str | None, labelled: bool
) -> Columns:
    """Find the features by their names if the header has them, else take all columns but that of
    the labels.
    """
    column_of = {name: column for column, name in enumerate(header or ())}
    missing = [name for name in like.names if name not in column_of]
    labels_too = "and a label" if labelled else "with or without a label"
    if header and missing and like.names != default_names(like.d):
        raise DataError(
            f"found no column named {shown(missing[0])}; expected {_some(like.names)}, {labels_too}"
        )
    if not missing:
        features = [column_of[name] for name in like.names]
    elif width == like.d:
        features = list(range(width))
    else:
        at = _index_of(label, header, width)
        features = [column for column in range(width) if column != at]
    others = sorted(set(range(width)).difference(features))
    labels = others[:1] if label is None else [_index_of(label, header, width)]
    if len(features) != like.d or others != labels or (labelled and not labels):
        counted = "1 column" if width == 1 else f"{width} columns"
        raise DataError(
            f"found {counted}; expected {like.d} features ({_some(like.names)}) {labels_too}"
        )
    return Columns(header, width, features, labels[0] if labels else None)


def _index_of(label: int | str | None, header: list[str] | None, width: int) -> int:
    """Return the column that is meant, counted from 0."""
    if label is None:
        return width - 1
    if isinstance(label, str) and header and label in header:
        return header.index(label)
    try:
        at = int(label) if isinstance(label, str) else index(label)
    except (TypeError, ValueError):
        names = f"one of {_some(header)}" if header else "an index, as no header names the columns"
        raise DataError(f"found no column named {shown(label)}; expected {names}") from None
    if not -width <= at < width:
        raise DataError(f"found {at} as the column of the labels; expected {-width} to {width - 1}")
    return at % width


def _some(names: Sequence[str]) -> str:
    return ", ".join(map(shown, names[:_SHOWN])) + (", ..." if len(names) > _SHOWN else "")


def _picker(columns: list[int]) -> Callable[[Sequence[str]], Sequence[str]]:
    """Return what takes the cells of those columns out of a row, always as a sequence."""
    if len(columns) == 1:
        return lambda cells: (cells[columns[0]],)
    return itemgetter(*columns)
