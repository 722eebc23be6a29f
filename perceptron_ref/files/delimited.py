"""Rows of cells between commas, tabs, semicolons or white space, with or without a header."""

from __future__ import annotations

import re
from functools import partial
from itertools import chain
from operator import itemgetter

from ..dataset import default_names
from ..errors import DataError, shown
from ..exact.common_denominator import Numerals, at_final_scale
from ..exact.integers import integer
from ..exact.rationals import is_number
from .doubts import HOLDS_NAMES, FirstLine
from .labels import Found, some
from .table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .table import Like

DELIMITERS = {"csv": ",", "tsv": "\t", "semicolon": ";"}

_SHOWN = 8  # names in a message
_WORD = re.compile(r'"([^"]*)"(?!\S)|(\S+)')


class Layout:
    """The columns of the features, in order, and the column of the labels, None without labels."""

    __slots__ = ("features", "header", "label", "names", "width")

    def __init__(
        self, header: list[str] | None, width: int, features: list[int], label: int | None
    ) -> None:
        self.header, self.width, self.features, self.label = header, width, features, label
        self.names = None if header is None else tuple(header[column] for column in features)

    def place(self, line: str, feature: int) -> str:
        """Return "file:line: column" for a message about that feature."""
        return f"{line}: {self.called(self.features[feature])}"

    def called(self, column: int) -> str:
        """Return the column's number from 1, and its name if it has one, for a message."""
        name = f" ({shown(self.header[column])})" if self.header else ""
        return f"column {column + 1}{name}"


def read_delimited(
    source: str,
    lines: Iterable[tuple[int, str]],
    format: str,
    label: int | str | None,
    like: Like | None,
    labelled: bool,
    header: bool | None,
    comments: bool | None,
) -> Table:
    """Return the table of (line number, text) lines.

    label: the column of the labels by name or index; the last where it is None. like: the set whose
        features the file must have. labelled: whether there must be labels. header: whether the
        first line holds names; None to look. comments: whether words that start with # begin one.
    """
    lines = iter(lines)
    first, text = next(lines)
    split = partial(cells_of, format, source, comments=comments is not False)
    cells = split(first, text)
    names = _header(source, first, cells, header)
    try:
        layout = _layout(format, names, len(cells), label, like, labelled)
    except DataError as error:
        raise DataError(f"{source}:{first}: {error}") from None
    numerals, rows = Numerals(), []
    found = None if layout.label is None else Found(source, layout.called(layout.label))
    features_of = _picker(layout.features)
    guess = None
    if header is None:
        guess = FirstLine(first, cells, names is not None, layout.label)
    for number, line in lines if names else chain([(first, text)], lines):
        cells, place = split(number, line), f"{source}:{number}"
        if len(cells) != layout.width:
            raise _wrong_width(place, len(cells), layout.width, first)
        if found is not None and layout.label is not None:
            found.append(cells[layout.label].strip(), number)
        try:
            rows.append(numerals.row(features_of(cells), partial(layout.place, place)))
        except DataError as error:
            if rows or guess is None or not guess.may_hold_names:
                raise
            raise DataError(f"{error}, {HOLDS_NAMES}") from None
    if not rows:
        raise DataError(
            f"{source}:{first}: found a header and nothing below it; expected at least one example"
        )
    own_names = layout.names if like is None else like._names
    scaled, said = at_final_scale(rows), format == "space" or comments is not None
    d = len(scaled[0]) - 1
    return Table(source, own_names, numerals.scale, scaled, d, found, guess, said)


def _wrong_width(place: str, found: int, expected: int, first: int) -> DataError:
    return DataError(
        f"{place}: column {min(found, expected) + 1}: found {found} columns; "
        f"expected {expected}, as in line {first}"
    )


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


def _header(source: str, number: int, cells: list[str], header: bool | None) -> list[str] | None:
    """Return the names of the columns if the cells are names: none a number, and not all empty.

    header: whether they are, where somebody said so.
    """
    names = [cell.strip() for cell in cells]
    if header is None:
        header = any(names) and not any(map(is_number, names))
    if not header:
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


def _layout(
    format: str,
    header: list[str] | None,
    width: int,
    label: int | str | None,
    like: Like | None,
    labelled: bool,
) -> Layout:
    if like is not None:
        return _layout_like(like, header, width, label, labelled)
    if width < 2:
        raise DataError(
            f"found 1 column, reading it as {format}; expected at least one feature and a label, "
            f"or another format (format=..., --format)"
        )
    at = _index_of(label, header, width)
    return Layout(header, width, _all_but(at, width), at)


def _layout_like(
    like: Like, header: list[str] | None, width: int, label: int | str | None, labelled: bool
) -> Layout:
    """Find the features by name if the header has them, else take all columns but the labels'."""
    column_of = {name: column for column, name in enumerate(header or ())}
    missing = [name for name in like.names if name not in column_of]
    labels_too = "and a label" if labelled else "with or without a label"
    names = some(like.names, _SHOWN)
    if header and missing and like.names != default_names(like.d):
        raise DataError(
            f"found no column named {shown(missing[0])}; expected {names}, {labels_too}"
        )
    if not missing:
        features = [column_of[name] for name in like.names]
    elif width == like.d:
        features = list(range(width))
    else:
        features = _all_but(_index_of(label, header, width), width)
    others = sorted(set(range(width)).difference(features))
    labels = others[:1] if label is None else [_index_of(label, header, width)]
    if len(features) != like.d or others != labels or (labelled and not labels):
        counted = "1 column" if width == 1 else f"{width} columns"
        raise DataError(f"found {counted}; expected {like.d} features ({names}) {labels_too}")
    return Layout(header, width, features, labels[0] if labels else None)


def _all_but(column: int, width: int) -> list[int]:
    return [other for other in range(width) if other != column]


def _index_of(label: int | str | None, header: list[str] | None, width: int) -> int:
    """Return the column of the labels, counted from 0; the last where `label` is None."""
    if label is None:
        return width - 1
    if isinstance(label, str) and header and label in header:
        return header.index(label)
    try:
        at = int(label) if isinstance(label, str) else integer(label)
    except (TypeError, ValueError):
        expected = "an index, as no header names the columns"
        if header:
            expected = f"one of {some(header, _SHOWN)}"
        raise DataError(f"found no column named {shown(label)}; expected {expected}") from None
    if not -width <= at < width:
        raise DataError(f"found {at} as the column of the labels; expected {-width} to {width - 1}")
    return at % width


def _picker(columns: list[int]) -> Callable[[Sequence[str]], Sequence[str]]:
    """Return the function that takes the cells of those columns out of a row, as a sequence."""
    if len(columns) == 1:
        return lambda cells: (cells[columns[0]],)
    return itemgetter(*columns)
