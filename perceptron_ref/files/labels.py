"""The labels of a file: their texts, their errors, and their meaning as -1 or +1."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import compress
from sys import intern

from ..errors import DataError, first_few, quote
from ..exact.labels import (
    label_comparison_key,
    label_comparison_keys,
    signs_of_label_texts,
)
from ..exact.layout import MAX_NEGATIVES
from ..exact.rationals import count_with_noun, is_number
from ..type_checking import TYPE_CHECKING
from . import rules
from .options import Options, ambiguity_error, data_error, format_remedies, option_hint

if TYPE_CHECKING:
    from ..exact.labels import Key, LabelPair
    from .columns import Columns

_MAX_LISTED_LABELS = 8  # in a message


class Labels:
    """The labels of a file, as texts.

    Attributes:
        columns: The columns of the file; None for libsvm.
        texts: The label of each example.
        first_line_numbers: For each different label, the number of the first line that has it.
        dropped_line_numbers: The numbers of the lines that `drop_missing` left out.
        dropped_first_label: The label of the first line, if this line was dropped.
    """

    options: Options
    columns: Columns | None

    def __init__(self, options: Options, columns: Columns | None = None) -> None:
        self.options, self.columns = options, columns
        self.texts: list[str] = []
        self.first_line_numbers: dict[str, int] = {}
        self.dropped_line_numbers: list[int] = []
        self.dropped_first_label: str | None = None
        self._counts: dict[str, int] | None = None  # see `counts`
        self._line_numbers: list[int] | None = [] if options.missing else None

    def add(self, text: str, line_number: int) -> None:
        """Add the label of a line."""
        self.texts.append(intern(text))  # equal labels share one str, to save memory
        if text not in self.first_line_numbers:
            self.first_line_numbers[text] = line_number
        if self._line_numbers is not None:
            self._line_numbers.append(line_number)

    def add_all(self, texts: Sequence[str], line_numbers: Sequence[int]) -> None:
        """Add the labels of many lines."""
        first_line_numbers = self.first_line_numbers
        if not first_line_numbers.keys() >= {*texts}:
            for text, line_number in zip(texts, line_numbers):
                if text not in first_line_numbers:
                    first_line_numbers[text] = line_number
        self.texts += map(intern, texts)
        if self._line_numbers is not None:
            self._line_numbers += line_numbers

    def replace_decimal_commas(self) -> None:
        """Replace the decimal commas of labels that are numbers with points.

        Labels with commas that an option, the other file or the model names stay as they are.
        """
        if not {*self._expected_labels()}.isdisjoint(self.first_line_numbers):
            return
        numbers = {text: self._with_point(text) for text in self.first_line_numbers}
        if any(text != number for text, number in numbers.items()):
            self.texts = [numbers[text] for text in self.texts]
            for text, line_number in [*self.first_line_numbers.items()]:
                del self.first_line_numbers[text]
                self.first_line_numbers.setdefault(numbers[text], line_number)
            self._counts = None

    def _with_point(self, text: str) -> str:
        """Return a number with a point in place of its decimal comma, any other label unchanged."""
        number = text.replace(",", ".")
        is_decimal = self.options.decimal == "," or not rules.may_have_thousands_separator(text)
        return number if "," in text and is_decimal and is_number(number) else text

    @property
    def counts(self) -> dict[str, int]:
        """The number of examples with each label, in the order of the file."""
        if self._counts is None or sum(self._counts.values()) != len(self.texts):
            self._counts = {**dict.fromkeys(self.first_line_numbers, 0), **Counter(self.texts)}
        return self._counts

    @property
    def distinct_keys(self) -> set[Key]:
        """The keys of the different labels; "1" and "1.0" have one key."""
        return {*label_comparison_keys([*self.first_line_numbers], self.first_location_of).values()}

    def drop_missing(self, may_drop_all: bool) -> list[bool] | None:
        """Drop the labels that are missing values.

        A label such as "none" is a missing value only if there are two other labels or more.

        Args:
            may_drop_all: If False, nothing is dropped if every label is a missing value.

        Returns:
            For each example, whether its label remains; None if nothing is dropped.
        """
        counts, expected_labels = self.counts, self._expected_labels()
        missing_texts = {
            text
            for text in counts
            if text not in expected_labels
            and (rules.is_missing_label(text) or rules.may_be_missing_label(text, counts))
        }
        if not missing_texts or self._line_numbers is None:
            return None
        if not may_drop_all and missing_texts == {*counts}:
            return None
        has_label = [text not in missing_texts for text in self.texts]
        self.dropped_line_numbers = [*compress(self._line_numbers, [not has for has in has_label])]
        if self.dropped_first_label is None and not has_label[0]:
            self.dropped_first_label = self.texts[0]
        self.texts = [*compress(self.texts, has_label)]
        self.first_line_numbers = {
            text: line_number
            for text, line_number in self.first_line_numbers.items()
            if text not in missing_texts
        }
        return has_label

    def parse_signs(self) -> tuple[tuple[int, ...], LabelPair]:
        """Return y_n for every label, and the texts for -1 and +1; see `signs_of_label_texts`."""
        known_pair = None if self.options.like is None else self.options.like.labels
        try:
            ys, pair = signs_of_label_texts(
                self.texts,
                self.first_location_of,
                self.options.positive,
                known_pair,
                self.options.like_name,
            )
        except DataError as error:
            if self._expected_labels() or self.columns is None or len(self.first_line_numbers) <= 2:
                raise
            raise DataError(f"{error}{format_remedies(OTHER_COLUMN_REMEDY)}") from None
        self._check_labels_known_to_model(pair)
        return ys, pair

    def find_warnings(self, positive: str) -> list[str]:
        """Return a warning for each label that looks like the label for +1 but means -1."""
        warnings = rules.lookalike_label_warnings(self.first_line_numbers, positive)
        return [f"{self.first_location_of(text)}: {warnings[text]}" for text in warnings]

    def counts_of_negative_labels(self, ys: Sequence[int]) -> dict[str, int] | None:
        """Return the number of examples with each text that means -1.

        Return None if there are more than `MAX_NEGATIVES` texts.
        """
        negative_texts = {text for text, y in dict(zip(self.texts, ys)).items() if y < 0}
        counts = {text: count for text, count in self.counts.items() if text in negative_texts}
        return counts if len(counts) <= MAX_NEGATIVES else None

    def first_location_of(self, label: str | None) -> str:
        """Return the first location of a label, "file:line: column"; "file: column" for None."""
        columns = self.columns
        column = columns.describe_column(columns.label or 0) if columns else "column 1"
        line_number = "" if label is None else f":{self.first_line_numbers[label]}"
        return f"{self.options.source}{line_number}: {column}"

    def _expected_labels(self) -> list[str]:
        """Return the labels that `positive`, the other file or the model names."""
        options = self.options
        labels = [] if options.positive is None else [str(options.positive)]
        if options.like is not None:
            labels += [text for text in options.like.labels if text is not None]
            layout = options.like._layout
            labels += layout.negatives or () if layout else ()
        return labels

    # Errors

    def check_labels(self) -> None:
        """Refuse missing labels, a first line that may be a header, and ambiguous labels.

        Labels are ambiguous if an option must say which one means +1.
        """
        expected_labels = self._expected_labels()
        for text in self.first_line_numbers:
            self._check_is_label(text, expected_labels)
        keys = label_comparison_keys([*self.first_line_numbers], self.first_location_of)
        if self.columns is not None:
            self._check_first_line_is_example(self.columns, keys, expected_labels)
        self._note_possible_missing_labels(expected_labels)
        if not expected_labels:
            self._check_two_numbers(keys)

    def _check_is_label(self, text: str, expected_labels: list[str]) -> None:
        """Refuse a missing label, several labels in one cell, and a # that may begin a comment."""
        options, columns = self.options, self.columns
        labels_are_empty = self.first_line_numbers.keys() <= {""}
        if columns is None:
            rules.check_not_several_labels(self.first_location_of(text), text)
        elif labels_are_empty and not options.like and options.label is None:
            # a column with a name is no mistake, even if a delimiter ends each line
            has_name = bool(columns.label_name)
            remedy = OTHER_COLUMN_REMEDY if has_name else columns.trailing_delimiter_remedy()
            expected = "a label on each line"
            raise data_error(self.first_location_of(None), "no label", expected, remedy)
        if rules.is_missing_label(text) and text not in expected_labels:
            problem = quote(text) if text else "no label"
            remedy = ""
            if columns is not None and not options.missing:
                remedy = f"To leave out lines without a label, use {option_hint('missing', 'drop')}"
            raise data_error(self.first_location_of(text), problem, "a label", remedy)
        is_hash_ambiguous = options.comments is None and options.format != "space"
        if is_hash_ambiguous and "#" in text and re.search(r"\s#", text):
            problem = f"the label {quote(text)}, which may end in a comment"
            raise ambiguity_error(self.first_location_of(text), problem, rules.COMMENT_ANSWERS)

    def _check_first_line_is_example(
        self, columns: Columns, keys: dict[str, Key], expected_labels: list[str]
    ) -> None:
        """Refuse a first line that may be either a header or an example.

        The first line is ambiguous if it was read as a header but its name for the label column
        also occurs as a label, or if it was read as an example but no other line has its label.
        """
        dropped_label, problem = self.dropped_first_label, None
        first_label = self.texts[0] if dropped_label is None else dropped_label
        first_key = keys.get(first_label)
        if first_key is None:
            first_key = label_comparison_key("label", first_label)
        other_keys = {
            keys[text]
            for text in self.first_line_numbers
            if text != first_label or self.counts[text] > 1 or dropped_label is not None
        }
        expected_keys = {label_comparison_key("positive", text) for text in expected_labels}
        if columns.names:
            if columns.label_name in self.first_line_numbers:
                name = quote(columns.label_name)
                problem = (
                    f"{name}, which may be the name of its column, or a label, because another "
                    "line has this label, too"
                )
        elif dropped_label is not None and rules.is_missing(dropped_label):
            return
        elif rules.is_unlike_other_labels(first_key, other_keys, expected_keys):
            problem = f"the label {quote(first_label)} only on this line, "
            problem += "so it may be the name of a column"
        if problem and not columns.is_matched_by_name and self.options.header is None:
            raise ambiguity_error(columns.location, problem, rules.HEADER_ANSWERS)

    def _check_two_numbers(self, keys: dict[str, Key]) -> None:
        """Refuse labels that are words, or more than two numbers.

        With --first, refuse a single number, too, if other labels may come later in the file.
        """
        values, first_label, options = {*keys.values()}, self.texts[0], self.options
        is_single = options.first is not None and len(values) == 1
        if is_single and rules.may_mean_either_sign(first_label):
            examples = f"{options.first:,} examples" if options.first != 1 else "example"
            problem = f"only the label {quote(first_label)} in the first {examples}"
            remedies = [
                f"Use a larger {option_hint('first')}",
                f"If this label means +1, use {option_hint('positive', first_label)}",
            ]
            location = self.first_location_of(first_label)
            raise data_error(location, problem, "a second label", *remedies)
        if len(values) <= 2 and not any(isinstance(key, str) for key in values):
            return
        counts = self.counts
        counts_text = _format_counts(counts)
        problem = f"the label {counts_text}"
        if len(counts) > 1:
            problem = f"{len(counts):,} labels: {counts_text}"
        condition = f"If {quote(first_label)} means +1"
        condition += " and every other label -1" if len(counts) > 2 else ""
        remedies = [f"{condition}, use {option_hint('positive', first_label)}"]
        if 2 < len(counts) <= _MAX_CLASSES:
            remedies.append("To tell all labels apart, fit one model for each label")
        if self.columns is not None and len(counts) > 2:
            remedies.append(OTHER_COLUMN_REMEDY)
        raise data_error(self.first_location_of(None), problem, "two numbers as labels", *remedies)

    def _check_labels_known_to_model(self, pair: LabelPair) -> None:
        """Refuse a label that the other file or the model lacks, if all labels there are known."""
        like = self.options.like
        negatives = like._layout.negatives if like is not None and like._layout else None
        if like is None or not negatives or pair[1] != like.labels[1]:
            return
        known_keys = {label_comparison_key("label", text) for text in (pair[1], *negatives)}
        for text in self.first_line_numbers:
            if label_comparison_key("label", text) not in known_keys:
                known_labels = first_few([pair[1], *negatives], _MAX_LISTED_LABELS)
                expected = f"a label of {self.options.like_name}: {known_labels}"
                raise data_error(self.first_location_of(text), f"the label {quote(text)}", expected)

    def _note_possible_missing_labels(self, expected_labels: list[str]) -> None:
        """Note labels that may be missing values."""
        counts = self.counts
        for text, count in counts.items():
            if rules.may_be_missing_label(text, counts) and text not in expected_labels:
                subject = f"{count:,} labels are" if count > 1 else "1 label is"
                these_lines = "these lines" if count > 1 else "this line"
                hint = f"If so, leave out {these_lines} with {option_hint('missing', 'drop')}"
                location = self.first_location_of(text)
                note = f"{subject} {quote(text)}, which may mean that the label is missing. {hint}"
                self.options.add_note(note, location)


_MAX_CLASSES = 20  # more different labels are probably not classes
OTHER_COLUMN_REMEDY = f"If another column holds the labels, name it with {option_hint('label')}"


def _format_counts(counts: dict[str, int]) -> str:
    """Return the labels and the number of examples with each, for a message."""
    first_items = [*counts.items()][:_MAX_LISTED_LABELS]
    count_texts = [f"{count:,}" for _, count in first_items]
    count_texts[0] = count_with_noun(first_items[0][1], "example")
    items = zip(first_items, count_texts)
    text = ", ".join([f"{quote(label)} ({count_text})" for (label, _), count_text in items])
    return text + ", ..." * (len(counts) > _MAX_LISTED_LABELS)
