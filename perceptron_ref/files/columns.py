"""The columns of a file by their names and indices, and the items that choose among them."""

from __future__ import annotations

import re

from ..errors import DataError, did_you_mean, shown
from ..exact.labels import some
from ..exact.values import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .how import Column, Features

SHOWN = 8  # names in a message
SAID_LABEL = "label=..., --label"
SAY_LABEL = f"say which column holds the labels ({SAID_LABEL})"
SAY_FEATURES = "say which columns hold the features (features=..., --features)"
_LONGEST = 40  # characters of a name that is to be typed
_ITEMS = r'\s*((?:"(?:[^"]|"")*"|[^,"])*?)\s*(?:,|$)'
_END = r'"(?:[^"]|"")*"|(?:(?!\.\.)[^"])+'
_ITEM = rf"({_END})(?:\.\.({_END}))?"
_PLAIN = r"[^\W\d][\w ]*"  # a name that stands for nothing else


class Columns:
    """The columns of a file by their names, where it has a header, and by their indices from 0."""

    __slots__ = ("_named", "header", "width")

    def __init__(self, header: list[str] | None, width: int) -> None:
        self.header, self.width = header, width
        self._named: dict[str, list[int]] = {}
        for column, name in enumerate(header or ()):
            self._named.setdefault(name, []).append(column)

    def called(self, column: int) -> str:
        """Return the column's number from 1, and its name if it has one, for a message."""
        name = self.header[column] if self.header else ""
        return f"column {column + 1}" + (f" ({shown(name)})" if name else "")

    def spelled(self, column: int) -> str:
        """Return the column as --features and --label take it: its name, else its index."""
        name = self.header[column] if self.header else ""
        is_plain = re.fullmatch(_PLAIN, name[:_LONGEST]) and self.named(name[:_LONGEST]) == [column]
        return name if is_plain else str(column)

    def named(self, name: str) -> list[int]:
        """Return the columns of that name."""
        return self._named.get(name, [])

    def some(self, columns: list[int]) -> str:
        """Return the names of the columns, numbers from 1 where they have none, for a message."""
        names = self.header or [""] * self.width
        first = [shown(names[k]) if names[k] else f"column {k + 1}" for k in columns[:SHOWN]]
        return ", ".join(first) + (", ..." if len(columns) > SHOWN else "")

    def at(self, column: Column, of: str = "the column of the labels") -> int:
        """Return the index of a column given by its name, or its index, negative from the end."""
        by_name = self._by_name(column) if isinstance(column, str) and column else None
        if by_name is not None:
            return by_name
        try:
            index = int(column) if isinstance(column, str) else integer(column)
        except (TypeError, ValueError):
            raise self._unknown(column) from None
        if not -self.width <= index < self.width:
            raise DataError(f"found {index} as {of}; expected {-self.width} to {self.width - 1}")
        return index % self.width

    def _by_name(self, name: str) -> int | None:
        columns = self.named(name)
        if len(columns) > 1:
            raise DataError(
                f"found {len(columns)} columns named {shown(name)}; "
                f"expected an index: {' or '.join(map(str, columns))}"
            )
        return columns[0] if columns else None

    def _unknown(self, column: object) -> DataError:
        expected = "an index, as no header names the columns"
        names = [name for name in self.header or () if name]
        if names:
            near = did_you_mean(column, names) if isinstance(column, str) else ""
            expected = f"one of {some(names, SHOWN)}{near}"
        return DataError(f"found no column named {shown(column)}; expected {expected}")

    def chosen(self, features: Features) -> tuple[list[int] | None, set[int]]:
        """Return the columns to be taken, None for all, and those to be left out.

        features: items in text, between commas, or a sequence of items and indices. An item is a
        name, an index from 0, or a range of either, A..D; with a minus in front it leaves out.
        Quotes around a name say that it is one.
        """
        taken: dict[int, None] = {}  # in their order
        out: dict[int, None] = {}
        items = list(_items(features)) if isinstance(features, str) else _listed(features)
        for item in items:
            leaves_out, columns = self._item(item)
            into = out if leaves_out else taken
            for column in columns:
                if column in into:
                    raise DataError(f"features: found {self.called(column)} twice; expected once")
                into[column] = None
        return (list(taken) or None), set(out)

    def _item(self, item: Column) -> tuple[bool, list[int]]:
        """Return whether an item leaves out, and its columns; DataError for one of two meanings."""
        if not isinstance(item, str):
            return False, [self.at(item, "a feature")]
        readings = [(False, columns) for columns in self._readings(item)]
        if item.startswith("-"):
            readings += [(True, columns) for columns in self._readings(item[1:])]
        if not readings:
            self._range(item[item.startswith("-") :])  # which says why there is none
        if len(readings) > 1:
            raise DataError(
                f"features: found {shown(item)}, which is the name of a column and means others, "
                f'too; expected quotes around each name: "{item}"'
            )
        return readings[0]

    def _readings(self, text: str) -> list[list[int]]:
        """Return the columns that a text stands for, as a name, and as a range if it is one."""
        column = self._by_name(text) if text else None
        named = [] if column is None else [[column]]
        if named and ".." not in text:
            return named
        try:
            return [*named, self._range(text)]
        except DataError:
            return named

    def _range(self, text: str) -> list[int]:
        """Return the columns of a range, or of a single end."""
        match = re.fullmatch(_ITEM, text)
        if match is None:
            raise DataError(
                f"features: found {shown(text)}; expected a name, an index or a range (A..D), "
                'with a minus in front to leave it out; "..." around a name with commas'
            )
        first, last = match.groups()
        low = self._end(first.strip())
        high = low if last is None else self._end(last.strip())
        if high < low:
            raise DataError(f"features: found {shown(text)}; expected the first column first")
        return list(range(low, high + 1))

    def _end(self, text: str) -> int:
        is_name = text.startswith('"')
        column = self._by_name(text[1:-1].replace('""', '"') if is_name else text)
        if column is not None:
            return column
        if is_name or not (text.isascii() and text.isdigit() and len(text) < 10):
            hint = ""
            if re.fullmatch(r"\d+-\d+", text):
                hint = f"; a range is written {text.replace('-', '..')}"
            raise DataError(f"features: {self._unknown(text)}{hint}")
        if int(text) >= self.width:
            raise DataError(f"features: found {text}; expected an index from 0 to {self.width - 1}")
        return int(text)


def _items(text: str) -> Iterable[str]:
    """Yield what stands between the commas outside of quotes."""
    at = 0
    while at <= len(text):
        match = re.compile(_ITEMS).match(text, at)
        if match is None or not match[1]:
            raise DataError(
                f"features: found {shown(text)}; expected columns with commas between them"
            )
        yield match[1]
        at = match.end() if match[0].endswith(",") else len(text) + 1


def _listed(features: Iterable[Column]) -> list[Column]:
    try:
        items = list(features)
    except TypeError:
        items = []
    if not items:
        raise DataError(
            f"features: found {shown(features)}; expected names or indices, or text such as 'A,B'"
        )
    return items


def said_out(column: str) -> str:
    """Return the option that leaves a column out, in Python and on the command line."""
    typed = column if re.fullmatch(r"-\w+", column) else f'"{column}"'
    return f'features="{column}", --features {typed}'
