"""The columns of a file: which hold the features, the labels, an id, or nothing of use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain

from ..errors import DataError, did_you_mean, shown
from ..exact.labels import some
from ..exact.values import integer
from .options import refused, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from .options import Column, Features, Like, Options

LABELS = set(  # as people call the column of the labels, in small letters
    "y label labels target class outcome response survived diagnosis \u6a19\u7c64 \u6807\u7b7e "
    "\u985e\u5225 \u7c7b\u522b".split()
)
_SHOWN = 8  # names in a message


class Columns:
    """The columns of a file, by their names from a header or by indices from 0, and their uses.

    header: the names, or None. like: the set whose features the file must have. labelled: whether
        there must be labels. DataError for a column that is not there, or has two uses.
    features: the columns of x_1, ..., x_d. label: that of the labels, or None. id: the one whose
        texts are kept, or None.
    by_name: whether the features were found by the names of `like`. is_chosen: whether by these or
        by the user's. notes: what was left out, in words.
    """

    def __init__(
        self,
        header: list[str] | None,
        width: int,
        options: Options,
        like: Like | None,
        labelled: bool,
    ) -> None:
        self.header, self.width = header, width
        self.features: Sequence[int] = ()
        self.notes: list[str] = []
        self.by_name = bool(header) and like is not None and like._names is not None
        self.id = None if options.id is None else self.at(options.id, "the column to be repeated")
        self.label = None if options.label is None else self.at(options.label)
        if self.label is None and like is not None and like.label_name is not None:
            if like.label_name in (header or ()) or (self.by_name and labelled):
                self.label = self._named(like.label_name)
        self.is_chosen = self.by_name or options.features is not None
        if self.by_name and like is not None:
            self._find(like, labelled)
        else:
            self._take(options, like, labelled)
        self._check(like, labelled)
        if header:
            self._check_names(options.label is not None)

    @property
    def label_name(self) -> str | None:
        """The name of the column of the labels, or None."""
        return None if self.label is None else self.name(self.label) or None

    def name(self, column: int) -> str:
        """Return the column's name, "" if it has none."""
        return self.header[column] if self.header else ""

    def called(self, column: int) -> str:
        """Return the column's number from 1, and its name if it has one, for a message."""
        name = self.name(column)
        return f"column {column + 1}" + (f" ({shown(name)})" if name else "")

    def spelled(self, column: int) -> str:
        """Return the column as --features and --label take it: its name, else its index."""
        name = self.name(column)
        is_plain = len(name) <= 40 and re.fullmatch(r"[^\W\d][\w ]*", name)
        return name if is_plain and (self.header or []).count(name) == 1 else str(column)

    def at(self, column: Column, of: str = "the column of the labels") -> int:
        """Return the index of a column given by its name, or its index, negative from the end."""
        if isinstance(column, str) and column and column in (self.header or ()):
            return self._named(column)
        try:
            index = int(column) if isinstance(column, str) else integer(column)
        except (TypeError, ValueError):
            return self._named(column)
        if not -self.width <= index < self.width:
            raise DataError(f"found {index} as {of}; expected {-self.width} to {self.width - 1}")
        return index % self.width

    def _named(self, name: Column) -> int:
        """Return the only column of that name; DataError without one, or with two."""
        named = [k for k, other in enumerate(self.header or ()) if other and other == name]
        if len(named) == 1:
            return named[0]
        found = f"{len(named) or 'no'} column{'s' * bool(named)} named {shown(name)}"
        expected = f"an index: {' or '.join(map(str, named))}"
        names = list(filter(None, self.header or ()))
        if not named and names:
            near = did_you_mean(name, names) if isinstance(name, str) else ""
            expected = f"one of {some(names, _SHOWN)}{near}"
        elif not named:
            expected = f"an index, or a header that names the columns {say('header', True)}"
        raise DataError(f"found {found}; expected {expected}")

    def _chosen(self, features: Features | None) -> tuple[list[int] | None, set[int | None]]:
        """Return the columns to be taken, None for all, and those to be left out.

        features: items in text, between commas as in a csv file, or a sequence of items and
        indices. An item is a name, an index from 0, or a range of either, A..D; with a minus in
        front, where that is no name, it leaves out.
        """
        taken: list[int] = []
        out: list[int] = []
        for item in [] if features is None else _items(features):
            header, into = self.header or (), taken
            if isinstance(item, str) and item.startswith("-") and item not in header:
                item, into = item[1:], out
            first, last = item, item
            if isinstance(item, str) and ".." in item and item not in header:
                first, _, last = map(str.strip, item.partition(".."))
            low, high = self.at(first, "a feature"), self.at(last, "a feature")
            if high < low:
                raise refused("features", shown(item), "the first column first")
            into += range(low, high + 1)
            if len({*into}) < len(into):
                raise refused("features", f"{self.called(high)} twice", "it once")
        return (taken or None), {*out}

    def _rest(self, out: Container[int | None]) -> Sequence[int]:
        """Return the columns that are not left out: a range, if they stand side by side."""
        left = range(self.width)
        while left and left[0] in out:
            left = left[1:]
        while left and left[-1] in out:
            left = left[:-1]
        return [k for k in left if k not in out] if any(k in out for k in left) else left

    def _find(self, like: Like, labelled: bool) -> None:
        """Find the features by the names of another set, and tell what is left out."""
        header = self.header or []
        where = dict(zip(reversed(header), range(self.width - 1, -1, -1)))  # the first of a name
        self.features = [where[name] if name in where else self._named(name) for name in like.names]
        used = {*self.features, self.label, self.id}
        for k, name in enumerate(header):
            if where[name] != k and where[name] in used:
                self._named(name)  # which says that there are two
        left = [k for k in range(self.width) if k not in used]
        if self.label is None and labelled and len(left) == 1:
            self.label = left.pop()
        if left:
            told = some([header[k] or f"column {k + 1}" for k in left], _SHOWN)
            if self.label is None:
                would = f"labels would stand in {shown(like.label_name)} (or --label)"
                told += f"; {would if like.label_name else '--label says which one holds labels'}"
            self.notes.append(f"columns that are not needed are left out: {told}")

    def _take(self, options: Options, like: Like | None, labelled: bool) -> None:
        """Take all columns that are not left out as features, but the last as that of the labels,
        if there must be one.
        """
        if self.width < 2 and like is None:
            found = f"1 column, reading it as {options.format}"
            expected = f"at least one feature and a label, or another format {say('format')}"
            raise DataError(f"found {found}; expected {expected}")
        taken, out = self._chosen(options.features)
        if self.header and not self.name(0) and not {0} & {*(taken or ()), *out, self.label}:
            out.add(0)
            self.notes.append("column 1 has no name and is left out, as one that numbers the rows")
        if self.id is not None and like is not None and self.width > like.d:
            out.add(self.id)
        left = self._rest(out)
        if self.label is None and left and labelled:
            self.label = left[-1]
            if like is None and taken is None:
                self._check_names_of_labels(left)
        self.features = self._rest({*out, self.label})
        if taken is not None:
            self.features = [k for k in taken if k not in out]

    def _check_names_of_labels(self, left: Sequence[int]) -> None:
        """Refuse the last column as that of the labels where another one is called so."""
        called_so = [k for k in left if self.name(k).casefold() in LABELS]
        if called_so and left[-1] not in called_so:
            spelled = self.spelled(called_so[0])
            raise DataError(
                f"found {self.called(called_so[0])}, which looks like that of the labels, before "
                f"{self.called(left[-1])}; expected to be told: label={spelled!r}, --label "
                f"{spelled}; or --label {self.spelled(left[-1])}"
            )

    def _check(self, like: Like | None, labelled: bool) -> None:
        """Refuse too few or too many features, no label, and a column of two uses."""
        if self.label is not None and self.label in self.features:
            found = f"{self.called(self.label)} among the features, and as the column of the labels"
            raise DataError(f"found {found}; expected another for these {say('label')}")
        if like is not None:
            if len(self.features) != like.d or (labelled and self.label is None):
                counted = "1 column" if self.width == 1 else f"{self.width} columns"
                label = "and a label" if labelled else "with or without a label"
                raise DataError(
                    f"found {counted}; expected {like.d} features ({some(like.names, _SHOWN)}) "
                    f"{label}: say which columns hold them {say('features')} {say('label')}"
                )
        if not self.features:
            raise DataError("found no feature; expected at least one that is not left out")

    def _check_names(self, label_is_told: bool) -> None:
        """Refuse a column that is used and has no name, or that of another such column."""
        is_needed = self.label_name is not None or not label_is_told
        labels = [self.label] if self.label is not None and is_needed else []
        names = list(map(self.name, chain(self.features, labels)))
        if "" not in names and len({*names}) == len(names):
            return
        name = "" if "" in names else Counter(names).most_common(1)[0][0]
        first, *again = sorted(k for k in chain(self.features, labels) if self.name(k) == name)
        found, expected = "no name in the header", "one"
        if name:
            found = f"the name {shown(name)} again"
            expected = f"another than that of column {first + 1}"
        k = again[0] if name else first
        out = f"or that it is left out {say('features', f'-{k}')}"
        raise refused(f"column {k + 1}", found, f"{expected}, {out}")


def _items(features: Features) -> list[Column]:
    """Return the items of a text, or of a sequence."""
    items: list[Column] = []
    if isinstance(features, str):
        import csv

        for cells in csv.reader([features], skipinitialspace=True):
            items += [cell.strip() for cell in cells]
    elif isinstance(features, Iterable):
        items += features
    if not items or "" in items:
        expected = "names or indices, as in a list or a text such as 'A,B'"
        raise refused("features", shown(features), expected)
    return items
