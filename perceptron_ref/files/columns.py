"""The columns of a file: which hold the features, the labels, an id, or nothing of use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ..errors import DataError, did_you_mean, shown
from ..exact.labels import some
from ..exact.tables import listed
from ..exact.values import int_within
from .options import Options, refused, say

_LABELS = set(  # as people call the column of the labels, in small letters
    "y label labels target class outcome response result passed approved survived diagnosis "
    "bestanden \u6a19\u7c64 \u6807\u7b7e \u985e\u5225 \u7c7b\u522b \u53ca\u683c".split()
)
_SHOWN = 8  # names in a message


class Columns:
    """The columns of a file, by their names from a header or by indices from 0, and their uses.

    place: the first line, for messages. header: the names, if any. width: how many there are.
    are_ids: whether the first column has no name and numbers or names the rows.
    DataError for a column that is not there, or has two uses.
    features: the columns of x_1, ..., x_d. label, label_name: that of the labels, and its name, or
    None. id: the one whose texts are kept, or None. by_name: whether the names of `like` told the
    features. are_chosen: whether these or the user did. asks: whether the last column holds the
    labels by default alone, and is not called so.
    """

    def __init__(
        self, place: str, header: list[str] | None, width: int, options: Options, are_ids: bool
    ) -> None:
        self.place, self.header, self.width = place, header or [], width
        times = Counter(self.header)
        self._once = {name: k for k, name in enumerate(self.header) if name and times[name] == 1}
        like = options.like
        self.by_name = bool(header) and like is not None and like._names is not None
        self.id = None if options.id is None else self._at(options.id)
        self.label = None if options.label is None else self._at(options.label)
        if self.label is None and like is not None and like.label_name is not None:
            if like.label_name in self.header or (self.by_name and options.labelled):
                self.label = self._at(like.label_name, is_name=True)
        self.features = self._features(options, are_ids)
        self.label_name = None if self.label is None else self.name(self.label) or None
        self._check(options)
        is_told = options.label is not None or like is not None or self.label is None
        self.asks = not is_told and (self.label_name or "").casefold() not in _LABELS
        for k, name in enumerate(self.header) if self.asks else ():
            if name.casefold() in _LABELS and (k in self.features) != self.are_chosen:
                raise self.which_label(k)

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
        return name if is_plain and name in self._once else str(column)

    def without(self, out: Iterable[int], options: Options) -> str:
        """Return the option that leaves out these columns, too."""
        given = f"{options.features}," if isinstance(options.features, str) else ""
        return say("features", given + ",".join([f"-{self.spelled(k)}" for k in out]))

    def which_label(self, other: int) -> DataError:
        """Return the error that asks whether another column holds the labels."""
        two = other, self.label or 0
        told = " and ".join(map(self.called, two))
        said = " or ".join([say("label", self.spelled(k)) for k in two])
        return refused(self.place, f"{told}, which may be labels", f"to be told which one: {said}")

    def _at(self, column: object, is_name: bool = False) -> int:
        """Return the index of a column given by its name, or its index, negative from the end.

        is_name: whether it is no index. DataError without such a column, or with two of that name.
        """
        if isinstance(column, str) and column in self._once:
            return self._once[column]
        is_index = re.fullmatch(r"(?a)[+-]?\d{1,18}", column) if isinstance(column, str) else None
        index = int_within(int(is_index[0]) if is_index else column, -self.width, self.width - 1)
        if index is not None and not is_name and column not in self.header:
            return index % self.width
        names, times = [*self._once], [name == column for name in self.header].count(True)
        found = f"{times} columns" if times > 1 else "no column"
        expected = f"one of {some(names, _SHOWN)}" if names else f"a header {say('header', True)}"
        other = f"an index from {-self.width} to {self.width - 1}"
        expected += f", or {'a header that has that name once' if is_name else other}"
        near = did_you_mean(column, names) if isinstance(column, str) else ""
        raise refused(self.place, f"{found} named {shown(column)}", f"{expected}{near}")

    def _features(self, options: Options, are_ids: bool) -> Sequence[int]:
        """Return the columns of the features: those that `like` names, or the user chose, or all
        that are not left out. The last that is left holds the labels, if no other is named.
        """
        like, header = options.like, self.header
        taken, out = self._chosen(options.features)
        if self.by_name and like is not None:
            taken = [self._at(name, is_name=True) for name in like.names]
            out = {*taken, self.id}
        elif self.id is not None and like is not None and self.width > like.d:
            out.add(self.id)
        self.are_chosen = bool(taken)
        if are_ids and not self.by_name and 0 not in {*taken, *out, self.label}:
            out.add(0)
            told = "column 1 has no name and is left out, as one that numbers the rows"
            options.notes.append(f"{options.source}: {told}")
        left = self._rest({*out, self.label})
        if self.label is None and options.labelled and left:
            if not self.by_name or len(left) == 1:
                self.label, left = left[-1], left[:-1]
        if self.by_name and left:
            told = some([header[k] or f"column {k + 1}" for k in left], _SHOWN)
            told += "; --label says which one holds labels" if self.label is None else ""
            left_out = "columns that are not needed are left out"
            options.notes.append(f"{options.source}: {left_out}: {told}")
        return [k for k in taken if self.by_name or k not in out] if taken else left

    def _chosen(self, features: object) -> tuple[list[int], set[int | None]]:
        """Return the columns to be taken, none for all, and those to be left out.

        features: items in text, between commas, or a sequence of items. An item is a name, an index
        from 0, or a range of either, A..D; with a minus in front, where that is no name, it leaves
        out.
        """
        taken: list[int] = []
        out: list[int] = []
        header = self.header
        if isinstance(features, str):
            features = [*map(str.strip, features.split(","))]
        for item in () if features is None else listed("features", features) or [""]:
            into, first = taken, item
            if isinstance(item, str) and item.startswith("-") and item not in header:
                into, first = out, item[1:]
            last = first
            if isinstance(first, str) and ".." in first and first not in header:
                first, _, last = map(str.strip, first.partition(".."))
            columns = range(self._at(first), self._at(last) + 1)
            if not columns or not {*into}.isdisjoint(columns):
                expected = "each column once, and the first of a range first"
                raise refused(self.place, f"the features {shown(item)}", expected)
            into += columns
        return taken, {*out}

    def _rest(self, out: set[int | None]) -> Sequence[int]:
        """Return the columns that are not left out: a range, if they stand side by side."""
        left = range(self.width)
        while left and left[0] in out:
            left = left[1:]
        while left and left[-1] in out:
            left = left[:-1]
        return left if out.isdisjoint(left) else [k for k in left if k not in out]

    def _check(self, options: Options) -> None:
        """Refuse too few or too many features, no label, a column of two uses, and columns whose
        names are none, or not different.
        """
        like, counted = options.like, f"{self.width} column{'s' * (self.width > 1)}"
        if self.label is not None and self.label in self.features:
            found = f"{self.called(self.label)} among the features, and as the column of the labels"
            raise refused(self.place, found, f"another for these {say('label')}")
        if not self.features:
            found = f"no feature in {counted} of {options.format}"
            expected = f"at least one that is not left out, or another format {say('format')}"
            raise refused(self.place, found, expected)
        lacks_label = options.labelled and self.label is None
        if like is not None and (len(self.features) != like.d or lacks_label):
            expected = f"{like.d} features ({some(like.names, _SHOWN)}), and labels, if any: "
            expected += f"say which columns hold them {say('features')} {say('label')}"
            raise refused(self.place, counted, expected)
        names, used = {""}, [*self.features] if self.header else []
        if self.header and self.label is not None and (self.label_name or options.label is None):
            used.append(self.label)
        for k in used:
            if self.name(k) in names:
                found = f"the name {shown(self.name(k))}"
                nameless = [each for each in used if not self.name(each)]
                left = self.without([k] if self.name(k) else nameless, options)
                expected = f"one of its own, or that it is left out {left}"
                raise refused(f"{self.place}: column {k + 1}", found, expected)
            names.add(self.name(k))
