"""The columns of a file, and how they match those of another file: features, labels, id, unused.

The other file is a data set or a model, for `read`, `fit --test`, `predict` and `margins`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import eq

from ..errors import DataError, did_you_mean, first_few, quote
from ..exact.checks import int_or_none
from ..exact.layout import Layout
from ..exact.rationals import count_with_noun, noun_for_count
from ..exact.sequences import as_list
from ..type_checking import TYPE_CHECKING
from . import rules
from .options import (
    DELIMITERS,
    MAX_NAMES,
    Options,
    ambiguity_error,
    data_error,
    format_column_numbers,
    format_remedies,
    option_hint,
    shell_command,
    split_features_option,
)

if TYPE_CHECKING:
    from .options import Like


class Columns:
    """The columns of a file and their uses. A column is an index from 0.

    In this class `like` is the other data set or the model that the file must agree with.

    Args:
        location: The location of the first line, for messages.
        names: The names of the columns, or None.
        width: The number of columns.
        options: The options of `read`.
        first_line: The first line with cells.

    Attributes:
        features: The columns of x_1, ..., x_d.
        label: The label column, or None.
        label_name: The name of the label column, or None.
        id: The ID column, whose texts are kept; or None.
        is_matched_by_name: True if the features were found by the names in `like`.
        label_is_matched_by_position: True if the label column is where it is in `like`.
        features_are_given: True if --features includes columns, or if the names in `like`
            determined the features.
        label_is_guessed: True if the last column is the label column only by default, and its name
            is not usual for a label column.

    Raises:
        DataError: If a column is missing, or if it has two uses.
    """

    location: str
    names: list[str]
    width: int
    options: Options
    id: int | None
    label: int | None
    features_are_given: bool
    label_name: str | None
    label_is_guessed: bool
    features: Sequence[int]
    is_matched_by_name: bool = False
    label_is_matched_by_position: bool = False

    def __init__(
        self,
        location: str,
        names: list[str] | None,
        width: int,
        options: Options,
        first_line: str,
    ) -> None:
        self.location, self.names, self.width, self.options = location, names or [], width, options
        self._first_line = first_line
        counts = Counter(self.names)
        self._column_of_unique_name = {
            name: k for k, name in enumerate(self.names) if name and counts[name] == 1
        }
        self._other_file_columns = self._columns_in_other_file(options.like)
        self.id = None if options.id is None else self._index_of(options.id, "id")
        self.label = None if options.label is None else self._index_of(options.label, "label")
        like = options.like
        self._matches_names = like is not None and bool(
            rules.has_all_expected_names(options, self.names)
            or (self.names and like._names is not None)
        )
        included, excluded = self._parse_features(options.features)
        self.features_are_given = bool(included)
        if like is None:
            self._assign_by_default(included, excluded)
        elif self._matches_names:
            self._match_names(like, included, excluded)
        else:
            self._match_positions(like, included, excluded)
        self.label_name = None if self.label is None else self.name_of(self.label) or None
        self._check_column_uses()
        self._check_names()
        self._check_label_is_unambiguous()

    @property
    def layout(self) -> Layout:
        """The positions of the columns; a model keeps them."""
        features = self.features
        features = features if isinstance(features, range) else tuple(features)
        return Layout(self.width, features, self.label)

    def name_of(self, column: int) -> str:
        """Return the name of a column; "" if it has none."""
        return self.names[column] if self.names else ""

    def describe_column(self, column: int) -> str:
        """Return the number of a column, counted from 1, and its name, if any, for a message."""
        name = self.name_of(column)
        return f"column {column + 1}" + (f" ({quote(name)})" if name else "")

    def option_value_of(self, column: int) -> str:
        """Return the value that names a column for --features and --label.

        This is the name of the column if no other column has it, and it is short and consists of
        letters, digits, underscores and spaces, with no digit or space in front; else the index.
        """
        name = self.name_of(column)
        is_plain = len(name) <= 40 and re.fullmatch(r"[^\W\d][\w ]*", name)
        return name if is_plain and name in self._column_of_unique_name else str(column)

    def _features_option(self) -> str:
        """Return the option --features with its current value, if that is a text."""
        features = self.options.features
        return option_hint("features", features if isinstance(features, str) else None)

    def option_to_leave_out(self, columns: Iterable[int]) -> str:
        """Return the option --features with its current value, extended to leave out `columns`."""
        features = self.options.features
        current_value = f"{features}," if isinstance(features, str) else ""
        return option_hint(
            "features", current_value + ",".join([f"-{self.option_value_of(k)}" for k in columns])
        )

    def trailing_delimiter_remedy(self) -> str:
        """Return the remedy for an empty last column."""
        left_out = self.option_to_leave_out([self.label or 0])
        delimiter = _DELIMITER_NAMES[self.options.format or ""]
        return f"If this column is empty because each line ends with a {delimiter}, use {left_out}"

    def ambiguous_label_error(self, candidate: int) -> DataError:
        """Return the error that asks whether `candidate` or the default column is the label."""
        candidates = candidate, self.label or 0
        both = " and ".join(map(self.describe_column, candidates))
        label_hints = [option_hint("label", self.option_value_of(k)) for k in candidates]
        answers = [
            f"If column {k + 1} holds the labels, use {label_hint}"
            for k, label_hint in zip(candidates, label_hints)
        ]
        return ambiguity_error(self.location, f"{both}, which may both hold the labels", *answers)

    def _index_of(self, column: object, option: str = "", option_value: object = None) -> int:
        """Return the index of a column from its name, or from an index that may be negative.

        A negative index counts from the end.

        Args:
            column: The name or the index.
            option: The option that names the column; "" if `like` names it.
            option_value: The value of the option, if `column` is only a part of the value.

        Raises:
            DataError: If no column has the name or the index, or if two columns have the name.
        """
        must_be_name = not option
        if isinstance(column, str) and column in self._column_of_unique_name:
            return self._column_of_unique_name[column]
        if isinstance(column, str) and column in self._other_file_columns and not must_be_name:
            return self._other_file_columns[column]
        index_match = None
        if isinstance(column, str):
            index_match = re.fullmatch(r"(?a)[+-]?\d{1,18}", column)
        index_or_name = int(index_match[0]) if index_match else column
        index = int_or_none(index_or_name, -self.width, self.width - 1)
        if index is not None and not must_be_name and column not in self.names:
            return index % self.width
        raise self._unknown_column_error(
            column, option, column if option_value is None else option_value
        )

    def _unknown_column_error(self, column: object, option: str, option_value: object) -> DataError:
        """Return the error for a column that is missing, or whose name occurs twice."""
        unique_names = [*self._column_of_unique_name]
        count = [name == column for name in self.names].count(True)
        problem = f"{count} columns" if count > 1 else "no column"
        problem += f" named {quote(column)}"
        if not option:
            return self._unmatched_name_error(column, problem)
        hint = did_you_mean(column, unique_names) if isinstance(column, str) else ""
        if option_value != column:
            problem += f" for {option_hint(option, option_value)}"
        expected = f"one of {first_few(unique_names, MAX_NAMES)}, or an" if unique_names else "an"
        expected += f" index from 0 to {self.width - 1}"
        if not unique_names and self.options.header is None:
            condition = "If this line holds the names of the columns"
            hint = format_remedies(f"{condition}, use {option_hint('header', True)}")
        return data_error(self.location, problem, f"{expected}{hint}")

    def _unmatched_name_error(self, name: object, problem: str) -> DataError:
        """Return the error for a column of `like` that this file does not have exactly once."""
        like, unique_names = self.options.like, [*self._column_of_unique_name]
        like_name = self.options.like_name
        rename_others = f"Rename every other column named {quote(name)}"
        if like is not None and name in like.names:
            if name in self.names:
                expected = f"only one column for this feature of {like_name}"
                return data_error(self.location, problem, expected, rename_others)
            problem += f" among {first_few(unique_names, MAX_NAMES)}"
            rename = f"Rename the column that holds this feature to {quote(name)}"
            return data_error(
                self.location, problem, f"a column for each feature of {like_name}", rename
            )
        if name in self.names:
            expected = f"only one label column, as in {like_name}"
            return data_error(self.location, problem, expected, rename_others)
        problem += f" among {first_few(unique_names, MAX_NAMES)}"
        expected = f"a label column with this name, as in {like_name}"
        unused_names = [name for name in unique_names if like is None or name not in like.names]
        layout, remedy = None if like is None else like._layout, ""
        if unused_names:
            label: object = unused_names[-1]
            if hasattr(like, "ys"):  # `like` is another file, and --label applies to both files
                k = self.names.index(unused_names[-1])
                label = k if layout is not None and layout.label == k else None
            condition = f"If {quote(unused_names[-1])} holds the labels"
            remedy = f"{condition}, use {option_hint('label', label)}"
            remedy = remedy if label is not None else ""
        return data_error(self.location, problem, expected, remedy)

    def _parse_features(self, features: object) -> tuple[list[int], set[int | None]]:
        """Return the columns that --features includes (possibly none), and those that it excludes.

        Args:
            features: A sequence of items, or a text of items with commas between them. An item is a
                name, an index from 0, or a range A..D of names or indices. A minus in front of an
                item excludes it, unless a column has the name with the minus.
        """
        included: list[int] = []
        excluded: list[int] = []
        names = self.names
        items = split_features_option(features) if isinstance(features, str) else features
        for item in () if items is None else as_list("features", items) or [""]:
            selected, first = included, item
            if isinstance(item, str) and item.startswith("-") and item not in names:
                selected, first = excluded, item[1:]
                if self._may_be_only_in_other_file(first):
                    continue
            last = first
            if isinstance(first, str) and ".." in first and first not in names:
                first, _, last = map(str.strip, first.partition(".."))
            columns = range(
                self._index_of(first, "features", item), self._index_of(last, "features", item) + 1
            )
            if not columns:
                problem = f"the range {quote(item)} in {self._features_option()}"
                minus = "-" if selected is excluded else ""
                expected = f"the left column first, as in '{minus}{last}..{first}'"
                raise data_error(self.location, problem, expected)
            repeated = next((k for k in columns if k in selected), None)
            if repeated is not None:
                problem = f"{self.describe_column(repeated)} twice in {self._features_option()}"
                raise data_error(self.location, problem, "each column once")
            selected += columns
        return included, {*excluded}

    def _columns_in_other_file(self, like: Like | None) -> dict[str, int]:
        """Return the positions of the columns of `like` by name.

        The dict is empty if this file has a header, or another number of columns.
        """
        layout = None if like is None else like._layout
        if like is None or layout is None or self.names or layout.width != self.width:
            return {}
        position_of = dict(zip(like._names or (), layout.features or ()))
        if like.label_name is not None and layout.label is not None:
            position_of[like.label_name] = layout.label
        return position_of

    def _may_be_only_in_other_file(self, name: str) -> bool:
        """Tell whether a column to exclude, such as an ID, may be only in the other file."""
        is_index = re.fullmatch(r"(?a)[+-]?\d+", name) or ".." in name
        if is_index or name in self.names or name in self._other_file_columns:
            return False
        return self._matches_names or bool(self._other_file_columns)

    def _columns_except(self, excluded: set[int | None]) -> Sequence[int]:
        """Return the columns that are not in `excluded`, as a range if they are consecutive."""
        start, stop = 0, self.width
        while start in excluded:
            start += 1
        while start < stop and stop - 1 in excluded:
            stop -= 1
        columns = range(start, stop)
        if any(k in excluded for k in columns):
            return [k for k in columns if k not in excluded]
        return columns

    # The use of each column

    def _assign_by_default(self, included: list[int], excluded: set[int | None]) -> None:
        """Assign the columns if there is no `like`.

        By default the last column is the label column, and all others are features.
        """
        self._exclude_ids(included, excluded)
        remaining = self._columns_except({*excluded, self.label})
        if self.label is None and self.options.labels_required and remaining:
            self.label, remaining = remaining[-1], remaining[:-1]
        self.features = [k for k in included if k not in excluded] if included else remaining

    def _exclude_ids(self, included: list[int], excluded: set[int | None]) -> None:
        """Exclude the unnamed leading columns that number the rows, with a note on each."""
        for k in range(self.options.id_column_count):
            if k not in {*included, *excluded, self.label}:
                excluded.add(k)
                reason = "has no name and is left out, because it only numbers or names the rows"
                self.options.add_note(f"{self.describe_column(k)} {reason}")

    def _match_names(self, like: Like, included: list[int], excluded: set[int | None]) -> None:
        """Match the columns by name.

        If both files have names, the columns are matched by name. Other columns are left out,
        with a note.
        """
        self.is_matched_by_name = self.features_are_given = True
        self.features = [self._index_of(name) for name in like.names]
        like_name = self.options.like_name
        left_out = [k for k in self.features if k in excluded or (included and k not in included)]
        for k in [*left_out, *(k for k in included if k not in self.features)]:
            verb = "leaves out" if k in left_out else "includes"
            reason = "needs this feature" if k in left_out else "has no such feature"
            column = f"{self.describe_column(k)}, but {like_name} {reason}"
            problem = f"{self._features_option()}, which {verb} {column}"
            expected = f"the features of {like_name}: {first_few(like.names, MAX_NAMES)}"
            remedy = f"Without {option_hint('features')}, these are used"
            raise data_error(self.location, problem, expected, remedy)
        remaining = self._columns_except({*self.features, self.id, self.label})
        if self.label is None and like.label_name is not None:
            if like.label_name in self.names or self.options.labels_required:
                self.label = self._index_of(like.label_name)
        elif self.label is None and self.options.labels_required and len(remaining) == 1:
            self.label = remaining[0]
        self._note_unused_columns([k for k in remaining if k != self.label])

    def _note_unused_columns(self, columns: Sequence[int]) -> None:
        """Note that these columns are ignored."""
        if columns:
            texts = [
                quote(self.name_of(k)) if self.name_of(k) else f"column {k + 1}"
                for k in columns[:MAX_NAMES]
            ]
            names = ", ".join(texts) + ", ..." * (len(columns) > MAX_NAMES)
            note = f"ignoring {names}, which {self.options.like_name} does not have"
            if self.label is None:
                label_option = option_hint("label", self.option_value_of(columns[0]))
                note += f". If {texts[0]} holds the labels, use {label_option}"
            self.options.add_note(note)

    def _match_positions(self, like: Like, included: list[int], excluded: set[int | None]) -> None:
        """Match the columns by position.

        If a file has no names, and both files have the same number of columns, the columns are
        matched by position. If the numbers of columns differ, the second file must begin with the
        features, in the same order as the first file; for `--test` and `margins`, the labels
        follow.
        """
        layout, remaining = like._layout, [*self._columns_except(excluded)]
        positions = range(self.width) if layout and layout.width == self.width else remaining
        same_width = layout is not None and layout.width == len(positions)
        like_features = layout.features if layout and same_width else None
        features = remaining if like_features is None else [positions[k] for k in like_features]
        like_label = layout.label if layout and same_width else None
        label = None if like_label is None else positions[like_label]
        if self.label is None and label not in {*included, *excluded}:
            self.label, self.label_is_matched_by_position = label, label is not None
        if included:
            self.features = [k for k in included if k not in excluded]
            remaining = [k for k in remaining if k not in included]
            if self.label is None and self.options.labels_required and remaining:
                self.label = remaining[-1]
        elif same_width and not {*features} & {*excluded, self.label}:
            self.features = _range_if_consecutive(features)
        else:
            self._assign_in_file_order(like, remaining)
        self._note_matched_by_position(like)

    def _assign_in_file_order(self, like: Like, remaining: list[int]) -> None:
        """Use the remaining columns as features; of d + 1 columns, the last may hold the labels."""
        layout = like._layout
        if self.id in remaining and len(remaining) > like.d:
            remaining.remove(self.id)
        if self.label in remaining:
            remaining.remove(self.label)
        label_is_last = True  # in `like`
        if layout is not None and layout.features and layout.label is not None:
            label_is_last = layout.label > max(layout.features)
        has_one_more = len(remaining) == like.d + 1
        if self.label is None and has_one_more and self.options.labels_required and label_is_last:
            self.label = remaining.pop()
        self.features = _range_if_consecutive(remaining)

    def _note_matched_by_position(self, like: Like) -> None:
        """Note which feature each column is, if only the file or only `like` has names."""
        if bool(self.names) != (like._names is not None) and len(self.features) == like.d:
            names = like.names if like._names else [self.name_of(k) for k in self.features]
            nameless_source = "this file" if like._names else self.options.like_name
            verb = "is" if len(self.features) == 1 else "are"
            note = f"{format_column_numbers(self.features)} {verb} matched by position with "
            note += f"the {noun_for_count(len(names), 'feature')} {first_few(names, MAX_NAMES)}"
            self.options.add_note(f"{note}, because {nameless_source} has no column names")

    # Errors

    def _check_column_uses(self) -> None:
        """Refuse too few or too many features, a missing label, and a column with two uses."""
        options = self.options
        like, column_count = options.like, count_with_noun(self.width, "column")
        if self.label is not None and self.label in self.features:
            column = self.describe_column(self.label)
            problem = f"{column} used both as a feature and as the labels"
            change = f"Change {option_hint('features')} or {option_hint('label')}"
            raise data_error(self.location, problem, "only one of these uses", change)
        if not self.features or (self.width == 1 and like is not None and like.d > 1):
            problem = f"no column of features among {column_count}"
            expected = "at least one column that is not left out and does not hold the labels"
            remedy = f"Change {option_hint('features')} or {option_hint('label')}"
            if self.width == 1:
                raise self._only_column_error()
            raise data_error(self.location, problem, expected, remedy)
        lacks_label = options.labels_required and self.label is None
        if like is not None and (len(self.features) != like.d or lacks_label):
            count = count_with_noun(like.d, "feature")
            expected = f"{count} ({first_few(like.names, MAX_NAMES)})"
            expected += " and the labels" if options.labels_required else ""
            remedies = self._wrong_count_remedies(like)
            raise data_error(self.location, column_count, expected, *remedies)

    def _only_column_error(self) -> DataError:
        """Return the error for a single column, with the formats whose delimiter is in its line."""
        options = self.options
        expected = "at least 2: the features and the labels"
        if options.like is not None and not options.labels_required:
            expected = count_with_noun(options.like.d, "feature")
        answers = [
            f"{_DELIMITER_NAMES[name]}s separate the cells, use {option_hint('format', name)}"
            for name, delimiter in {**DELIMITERS, "space": " "}.items()
            if name != options.format and delimiter in self._first_line.strip()
        ]
        remedy = "If " + "; if ".join(answers) if answers else ""
        return data_error(self.location, "only 1 column", expected, remedy)

    def _wrong_count_remedies(self, like: Like) -> list[str]:
        """Return the options that assign the columns, if there are too many of them."""
        if self.options.labels_required and hasattr(
            like, "ys"
        ):  # the other file has the same options
            names = f"the columns of {self.options.like_name}"
            return [f"Give this file {names}, in the same order"] if self.width > like.d else []
        if len(self.features) == like.d + 1 and not self.features_are_given:
            last = self.option_value_of(self.features[-1])
            return [
                f"If the last column holds the labels, use {option_hint('label', last)}",
                f"To leave out the first column, use {self.option_to_leave_out(self.features[:1])}",
            ]
        if self.width <= like.d:
            return []
        example = ",".join(map(str, range(like.d))) if like.d < 4 else f"0..{like.d - 1}"
        which = f"{like.d} columns are the features" if like.d > 1 else "column is the feature"
        features = f"If the first {which}, use {option_hint('features', example)}"
        if not self.options.labels_required:
            condition = "If the file has labels, name their column with"
            return [features, f"{condition} {option_hint('label')}"]
        return [f"{features}, and name the label column with {option_hint('label')}"]

    def _check_names(self) -> None:
        """Refuse columns with empty or duplicate names."""
        options, used_names = self.options, {""}
        used_columns = [*self.features] if self.names else []
        label = self.label if self.label_name or options.label is None else None
        used_columns += [label] if self.names and label is not None else []
        for k in used_columns:
            if self.name_of(k) in used_names:
                raise self._name_error(k, used_columns)
            used_names.add(self.name_of(k))

    def _name_error(self, k: int, used_columns: list[int]) -> DataError:
        """Return the error for column k, which has no name, or the name of an earlier column."""
        name, location = self.name_of(k), f"{self.location}: column {k + 1}"
        if not name:
            nameless_columns = [column for column in used_columns if not self.name_of(column)]
            which = "this column" if nameless_columns == [k] else "the columns without a name"
            remedy = f"To leave out {which}, use {self.option_to_leave_out(nameless_columns)}"
            label_remedy = ""
            if k == self.label and nameless_columns == [k]:
                remedy = self.trailing_delimiter_remedy()
                label_remedy = f"If this column holds the labels, use {option_hint('label', k)}"
            return data_error(location, "no name", "a name for each column", remedy, label_remedy)
        earlier_column = next(column for column in used_columns if self.name_of(column) == name)
        problem = f"the name {quote(name)}, which column {earlier_column + 1} has, too"
        if k != self.label:
            remedy = f"To leave out column {k + 1}, use {self.option_to_leave_out([k])}"
            return data_error(location, problem, "another name", remedy)
        leave_out = self.option_to_leave_out([earlier_column])
        remedy = f"To leave out column {earlier_column + 1}, use {leave_out}"
        rename_remedy = ""
        if k == self.width - 1:
            delimiter = DELIMITERS.get(self.options.format or "", " ")
            line_number = self.location.rpartition(":")[2]
            new_name = next(text for text in ("y", "label", "labels_y") if text not in self.names)
            command = shell_command(f"sed '{line_number}s/[^{delimiter}]*$/{new_name}/'")
            rename_remedy = f"To name the label column {quote(new_name)}, use {command}"
        return data_error(location, problem, "another name for the labels", rename_remedy, remedy)

    def _check_label_is_unambiguous(self) -> None:
        """Ask which column holds the labels if some other column has a usual label name, and the
        last column has none.
        """
        options = self.options
        is_given = options.label is not None or options.like is not None or self.label is None
        has_usual_name = rules.is_label_column_name(self.label_name or "")
        self.label_is_guessed = not is_given and not has_usual_name
        for k, name in enumerate(self.names) if self.label_is_guessed else ():
            if rules.is_label_column_name(name) and (k in self.features) != self.features_are_given:
                raise self.ambiguous_label_error(k)


_DELIMITER_NAMES = {"csv": "comma", "semicolon": "semicolon", "tsv": "tab", "space": "space"}


def _range_if_consecutive(columns: list[int]) -> Sequence[int]:
    """Return the columns, as a range if they are consecutive."""
    span = range(columns[0], columns[0] + len(columns)) if columns else range(0)
    return span if all(map(eq, columns, span)) else columns
