"""The columns of a file: features, labels, an id, and columns that are not needed.

For `read`, `fit --test`, `predict` and `margins`, a file is matched to another set or a model here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import eq
from typing import TYPE_CHECKING

from ..errors import DataError, did_you_mean, quote
from ..exact.checks import int_or_none
from ..exact.labels import first_few
from ..exact.layout import Layout
from ..exact.sequences import as_list
from . import rules
from .options import (
    DELIMITERS,
    MAX_NAMES,
    Options,
    advice,
    data_error,
    format_column_numbers,
    index_note,
    option_hint,
    shell_command,
)

if TYPE_CHECKING:
    from .options import Like


class Columns:
    """The columns of a file, by their names from a header or by indices from 0, and their uses.

    Args:
        place: The first line, for messages.
        header: The names, or None.
        width: The number of columns.
        options: The options of `read`.

    Attributes:
        features: The columns of x_1, ..., x_d.
        label: The column of the labels, or None.
        label_name: Its name, or None.
        id: The column whose texts are kept, or None.
        is_matched_by_name: True if the names of `like` gave the features.
        label_is_remembered: True if the other file or the model gave the column of the labels.
        features_are_given: True if the user, the other file or the model gave the features.
        label_is_guessed: True if the last column holds the labels only by default, and its name
            does not say so.

    Raises:
        DataError: If a column is missing, or has two uses.
    """

    place: str
    header: list[str]
    width: int
    options: Options
    id: int | None
    label: int | None
    features_are_given: bool
    label_name: str | None
    label_is_guessed: bool
    features: Sequence[int]
    is_matched_by_name: bool = False
    label_is_remembered: bool = False

    def __init__(self, place: str, header: list[str] | None, width: int, options: Options) -> None:
        self.place, self.header, self.width, self.options = place, header or [], width, options
        times = Counter(self.header)
        self._once = {name: k for k, name in enumerate(self.header) if name and times[name] == 1}
        self._other_file_columns = self._columns_in_other_file(options.like)
        self.id = None if options.id is None else self._index_of(options.id, "id")
        self.label = None if options.label is None else self._index_of(options.label, "label")
        like = options.like
        self._matches_names = like is not None and bool(
            rules.has_all_expected_names(options, self.header)
            or (self.header and like._names is not None)
        )
        chosen, left_out = self._parse_features(options.features)
        self.features_are_given = bool(chosen)
        if like is None:
            self._assign_by_default(chosen, left_out)
        elif self._matches_names:
            self._match_names(like, chosen, left_out)
        else:
            self._match_positions(like, chosen, left_out)
        self.label_name = None if self.label is None else self.name_of(self.label) or None
        self._check_column_uses()
        self._check_names()
        self._check_label_is_unambiguous()

    @property
    def layout(self) -> Layout:
        """The positions of the columns, for a model to remember."""
        features = self.features
        features = features if isinstance(features, range) else tuple(features)
        return Layout(self.width, features, self.label)

    def name_of(self, column: int) -> str:
        """Return the column's name, "" if it has none."""
        return self.header[column] if self.header else ""

    def describe_column(self, column: int) -> str:
        """Return the column's number from 1, and its name if it has one, for a message."""
        name = self.name_of(column)
        return f"column {column + 1}" + (f" ({quote(name)})" if name else "")

    def option_value_of(self, column: int) -> str:
        """Return the column as --features and --label take it: its name, else its index."""
        name = self.name_of(column)
        is_plain = len(name) <= 40 and re.fullmatch(r"[^\W\d][\w ]*", name)
        return name if is_plain and name in self._once else str(column)

    def leave_out_option(self, columns: Iterable[int]) -> str:
        """Return the option that leaves out these columns, too."""
        features = self.options.features
        given = f"{features}," if isinstance(features, str) else ""
        return option_hint(
            "features", given + ",".join([f"-{self.option_value_of(k)}" for k in columns])
        )

    def trailing_delimiter_remedy(self) -> str:
        """Return the remedy for a last column that is empty."""
        return f"{self.leave_out_option([self.label or 0])} if lines only end in a delimiter"

    def ambiguous_label_error(self, other: int) -> DataError:
        """Return the error that asks which of two columns holds the labels."""
        two = other, self.label or 0
        both = " and ".join(map(self.describe_column, two))
        options = " or ".join([option_hint("label", self.option_value_of(k)) for k in two])
        expected = f"{options}, which says where they are"
        problem = f"{both}, which may both be the labels"
        return data_error(self.place, problem, f"{expected}{index_note(options)}")

    def _index_of(self, column: object, option: str = "", typed: object = None) -> int:
        """Return the index of a column given by its name, or its index, negative from the end.

        Args:
            column: The name or the index.
            option: The option that has it; "" if the other file or the model has that name.
            typed: The value of the option, if it is not the column alone.

        Raises:
            DataError: If not exactly one column has the name.
        """
        is_name = not option
        if isinstance(column, str) and column in self._once:
            return self._once[column]
        if isinstance(column, str) and column in self._other_file_columns and not is_name:
            return self._other_file_columns[column]
        is_index = re.fullmatch(r"(?a)[+-]?\d{1,18}", column) if isinstance(column, str) else None
        index = int_or_none(int(is_index[0]) if is_index else column, -self.width, self.width - 1)
        if index is not None and not is_name and column not in self.header:
            return index % self.width
        raise self._unknown_column_error(column, option, column if typed is None else typed)

    def _unknown_column_error(self, column: object, option: str, typed: object) -> DataError:
        """Return the error for a column that is missing, or occurs twice."""
        names, times = [*self._once], [name == column for name in self.header].count(True)
        problem = f"{times} columns" if times > 1 else "no column"
        problem += f" named {quote(column)}"
        if not option:
            return self._unmatched_name_error(column, problem)
        near = did_you_mean(column, names) if isinstance(column, str) else ""
        if typed != column:
            problem += f" for {option_hint(option, typed)}"
        expected = f"one of {first_few(names, MAX_NAMES)}, or an" if names else "an"
        expected += f" index from 0 to {self.width - 1}"
        if not names and self.options.header is None:
            near = advice(f"{option_hint('header', True)} if this line holds names")
        return data_error(self.place, problem, f"{expected}{near}")

    def _unmatched_name_error(self, name: object, problem: str) -> DataError:
        """Return the error for a column of the other file or the model that is not here."""
        like, own = self.options.like, [*self._once]
        where = "the other file or the model"
        if like is not None and name in like.names:
            problem += f", a feature of {where}"
            expected = f"it among {first_few(own, MAX_NAMES)}: rename the column that holds it"
            return data_error(self.place, problem, expected if name not in self.header else "one")
        problem += f", which holds the labels in {where}"
        expected = f"it beside {first_few(own, MAX_NAMES)}"
        expected = expected if name not in self.header else "one"
        unused = [column for column in own if like is None or column not in like.names]
        layout, remedy = None if like is None else like._layout, ""
        if unused:
            label: object = unused[-1]
            if hasattr(like, "ys"):  # --label is for both files
                k = self.header.index(unused[-1])
                label = k if layout is not None and layout.label == k else None
            remedy = f"{option_hint('label', label)} if that column holds them"
            remedy = remedy if label is not None else ""
        return data_error(self.place, problem, expected, remedy)

    def _parse_features(self, features: object) -> tuple[list[int], set[int | None]]:
        """Return the columns to be taken, none for all, and those to be left out.

        features: items in text, between commas, or a sequence of items. An item is a name, an index
        from 0, or a range of either, A..D; with a minus in front, unless that is a name, it leaves
        out.
        """
        chosen: list[int] = []
        left_out: list[int] = []
        header = self.header
        items = rules.split_features_option(features) if isinstance(features, str) else features
        for item in () if items is None else as_list("features", items) or [""]:
            into, first = chosen, item
            if isinstance(item, str) and item.startswith("-") and item not in header:
                into, first = left_out, item[1:]
                if self._may_be_only_in_other_file(first):
                    continue
            last = first
            if isinstance(first, str) and ".." in first and first not in header:
                first, _, last = map(str.strip, first.partition(".."))
            columns = range(
                self._index_of(first, "features", item), self._index_of(last, "features", item) + 1
            )
            if not columns or not {*into}.isdisjoint(columns):
                expected = "each column once, and ranges from left to right"
                raise data_error(self.place, f"the features {quote(item)}", expected)
            into += columns
        return chosen, {*left_out}

    def _columns_in_other_file(self, like: Like | None) -> dict[str, int]:
        """Return the positions of the other file's columns by name, if this file has no header but
        the same number of columns.
        """
        layout = None if like is None else like._layout
        if like is None or layout is None or self.header or layout.width != self.width:
            return {}
        places = dict(zip(like._names or (), layout.features or ()))
        if like.label_name is not None and layout.label is not None:
            places[like.label_name] = layout.label
        return places

    def _may_be_only_in_other_file(self, name: str) -> bool:
        """Tell whether a column to be left out may be in the other file alone, such as an id."""
        is_index = re.fullmatch(r"(?a)[+-]?\d+", name) or ".." in name
        if is_index or name in self.header or name in self._other_file_columns:
            return False
        return self._matches_names or bool(self._other_file_columns)

    def _columns_not_left_out(self, left_out: set[int | None]) -> Sequence[int]:
        """Return the columns that are not left out: a range if they are consecutive."""
        first, end = 0, self.width
        while first in left_out:
            first += 1
        while first < end and end - 1 in left_out:
            end -= 1
        whole = range(first, end)
        return (
            [k for k in whole if k not in left_out] if any(k in left_out for k in whole) else whole
        )

    # Which columns are which

    def _assign_by_default(self, chosen: list[int], left_out: set[int | None]) -> None:
        """Every column is a feature unless --features or --label says otherwise; the last one
        that remains holds the labels.
        """
        self._leave_out_ids(chosen, left_out)
        remaining = self._columns_not_left_out({*left_out, self.label})
        if self.label is None and self.options.labelled and remaining:
            self.label, remaining = remaining[-1], remaining[:-1]
        self.features = [k for k in chosen if k not in left_out] if chosen else remaining

    def _leave_out_ids(self, chosen: list[int], left_out: set[int | None]) -> None:
        """Leave out first columns without names that number the rows, and say so."""
        for k in range(self.options.id_column_count):
            if k not in {*chosen, *left_out, self.label}:
                left_out.add(k)
                reason = "has no name and is left out, because it numbers the rows"
                self.options.add_note(f"{self.describe_column(k)} {reason}")

    def _match_names(self, like: Like, chosen: list[int], left_out: set[int | None]) -> None:
        """If both files have names, the columns are matched by name, and other columns are left
        out, with a note.
        """
        self.is_matched_by_name = self.features_are_given = True
        self.features = [self._index_of(name) for name in like.names]
        wrong = [k for k in self.features if k in left_out or (chosen and k not in chosen)]
        wrong += [k for k in chosen if k not in self.features]
        if wrong:
            hint, column = option_hint("features"), self.describe_column(wrong[0])
            problem = f"{hint} with another choice: {column}"
            expected = (
                f"the features of the other file or the model: {first_few(like.names, MAX_NAMES)}"
            )
            raise data_error(self.place, problem, expected)
        remaining = self._columns_not_left_out({*self.features, self.id, self.label})
        if self.label is None and like.label_name is not None:
            if like.label_name in self.header or self.options.labelled:
                self.label = self._index_of(like.label_name)
        elif self.label is None and self.options.labelled and len(remaining) == 1:
            self.label = remaining[0]
        self._note_left_out([k for k in remaining if k != self.label])

    def _note_left_out(self, remaining: Sequence[int]) -> None:
        """Note the columns that are not needed."""
        if remaining:
            called = [self.name_of(k) for k in remaining[:MAX_NAMES]]
            names = ", ".join(
                [quote(name) if name else f"column {k + 1}" for name, k in zip(called, remaining)]
            ) + ", ..." * (len(remaining) > MAX_NAMES)
            text = f"ignoring {names}, which the other file or the model does not have"
            if self.label is None:
                first = option_hint("label", self.option_value_of(remaining[0]))
                column = "it" if len(remaining) == 1 else "that column"
                text += f"; use {first} if {column} holds the labels"
            self.options.add_note(text)

    def _match_positions(self, like: Like, chosen: list[int], left_out: set[int | None]) -> None:
        """If a file has no names, the columns are matched by position, provided that both files
        have the same number of columns. If these numbers differ, the second file must have the
        features in their order and then, for `--test` and `margins`, the labels.
        """
        layout, remaining = like._layout, [*self._columns_not_left_out(left_out)]
        positions = range(self.width) if layout and layout.width == self.width else remaining
        is_same = layout is not None and layout.width == len(positions)
        known = layout.features if layout and is_same else None
        features = remaining if known is None else [positions[k] for k in known]
        label = positions[layout.label] if layout and is_same and layout.label is not None else None
        if self.label is None and label not in {*chosen, *left_out}:
            self.label, self.label_is_remembered = label, label is not None
        if chosen:
            self.features = [k for k in chosen if k not in left_out]
            remaining = [k for k in remaining if k not in chosen]
            if self.label is None and self.options.labelled and remaining:
                self.label = remaining[-1]
        elif is_same and not {*features} & {*left_out, self.label}:
            self.features = _range_if_consecutive(features)
        else:
            self._assign_in_file_order(like, remaining)
        self._note_matched_by_position(like)

    def _assign_in_file_order(self, like: Like, remaining: list[int]) -> None:
        """Take the features in their order, and then the labels, if there is a column for them."""
        layout = like._layout
        if self.id in remaining and len(remaining) > like.d:
            remaining.remove(self.id)
        if self.label in remaining:
            remaining.remove(self.label)
        is_last = True
        if layout is not None and layout.features and layout.label is not None:
            is_last = layout.label > max(layout.features)
        has_one_more = len(remaining) == like.d + 1
        if self.label is None and has_one_more and self.options.labelled and is_last:
            self.label = remaining.pop()
        self.features = _range_if_consecutive(remaining)

    def _note_matched_by_position(self, like: Like) -> None:
        """Note which columns are taken for which features, if only one side has names."""
        if bool(self.header) != (like._names is not None) and len(self.features) == like.d:
            names = like.names if like._names else [self.name_of(k) for k in self.features]
            lacks = "the file" if like._names else "the other file or the model"
            are = "is" if len(self.features) == 1 else "are"
            taken = f"{format_column_numbers(self.features)} {are} taken for "
            taken += first_few(names, MAX_NAMES)
            self.options.add_note(f"{taken}, by position, because {lacks} has no names")

    # Errors

    def _check_column_uses(self) -> None:
        """Refuse too few or too many features, no label, and a column of two uses."""
        options = self.options
        like, counted = options.like, f"{self.width} column{'s' * (self.width > 1)}"
        if self.label is not None and self.label in self.features:
            problem = f"{self.describe_column(self.label)} both as a feature and as the labels"
            expected = f"one of the two: change {option_hint('features')} or {option_hint('label')}"
            raise data_error(self.place, problem, expected)
        if not self.features or (self.width == 1 and like is not None and like.d > 1):
            problem, expected = f"no feature in {counted}", "at least one that is not left out"
            another = ""
            if self.width == 1:
                signs = _SIGNS[options.format or ""]
                problem, expected = f"only 1 column, with {signs} between cells", "at least 2"
                another = f"{option_hint('format')} if another sign separates the cells"
            raise data_error(self.place, problem, expected, another)
        lacks_label = options.labelled and self.label is None
        if like is not None and (len(self.features) != like.d or lacks_label):
            count = f"{like.d} feature{'s' * (like.d > 1)}"
            expected = f"{count} ({first_few(like.names, MAX_NAMES)})"
            expected += " and the labels" if options.labelled else ""
            raise data_error(self.place, counted, expected, *self._remedies_for_count(like))

    def _remedies_for_count(self, like: Like) -> list[str]:
        """Return the options that say which columns are which."""
        if len(self.features) == like.d + 1 and not self.features_are_given:
            last = self.option_value_of(self.features[-1])
            return [
                f"{option_hint('label', last)} if the last column holds the labels",
                f"{self.leave_out_option(self.features[:1])} to leave the first column out",
            ]
        if self.width <= like.d:
            return []
        example = ",".join(map(str, range(like.d))) if like.d < 4 else f"0..{like.d - 1}"
        features = f"{option_hint('features')} for the features, as in {example}"
        return [f"{features}, and {option_hint('label')} for the labels"]

    def _check_names(self) -> None:
        """Refuse columns with empty or duplicate names."""
        options, names, used = self.options, {""}, [*self.features] if self.header else []
        label = self.label if self.label_name or options.label is None else None
        used += [label] if self.header and label is not None else []
        for k in used:
            if self.name_of(k) in names:
                raise self._name_error(k, used)
            names.add(self.name_of(k))

    def _name_error(self, k: int, used: list[int]) -> DataError:
        """Return the error of a column that has no name, or that of a column before it."""
        name, place = self.name_of(k), f"{self.place}: column {k + 1}"
        if not name:
            nameless = [column for column in used if not self.name_of(column)]
            left_out = f"{self.leave_out_option(nameless)} to leave out what has no name"
            label = ""
            if k == self.label and nameless == [k]:
                left_out = self.trailing_delimiter_remedy()
                label = f"{option_hint('label', k)} if this column holds the labels"
            return data_error(place, "no name", "one", left_out, label)
        first = next(column for column in used if self.name_of(column) == name)
        problem = f"the name {quote(name)} again, that of column {first + 1}"
        if k != self.label:
            left_out = f"{self.leave_out_option([k])} to leave column {k + 1} out"
            return data_error(place, problem, "another name", left_out)
        left_out = f"{self.leave_out_option([first])} to leave column {first + 1} out"
        renamed = ""
        if k == self.width - 1:
            sign = DELIMITERS.get(self.options.format or "", " ")
            line = self.place.rpartition(":")[2]
            new = next(text for text in ("y", "label", "labels_y") if text not in self.header)
            command = shell_command(f"sed '{line}s/[^{sign}]*$/{new}/'")
            renamed = f"{command} to call the labels {new}"
        return data_error(place, problem, "another name for the labels", renamed, left_out)

    def _check_label_is_unambiguous(self) -> None:
        """Ask which column holds the labels if another column is named like labels."""
        options = self.options
        is_given = options.label is not None or options.like is not None or self.label is None
        is_named = rules.is_label_column_name(self.label_name or "")
        self.label_is_guessed = not is_given and not is_named
        for k, name in enumerate(self.header) if self.label_is_guessed else ():
            if rules.is_label_column_name(name) and (k in self.features) != self.features_are_given:
                raise self.ambiguous_label_error(k)


_SIGNS = {"csv": "commas", "semicolon": "semicolons", "tsv": "tabs", "space": "blanks"}


def _range_if_consecutive(columns: list[int]) -> Sequence[int]:
    """Return the columns, as a range if they are consecutive."""
    whole = range(columns[0], columns[0] + len(columns)) if columns else range(0)
    return whole if all(map(eq, columns, whole)) else columns
