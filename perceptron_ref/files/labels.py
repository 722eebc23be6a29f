"""The labels of a file: their texts, the errors in them, and their meaning as -1 and +1."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import compress
from sys import intern
from typing import TYPE_CHECKING

from ..errors import DataError, quote
from ..exact.labels import (
    first_few,
    label_comparison_key,
    label_comparison_keys,
    signs_of_label_texts,
)
from ..exact.layout import MAX_NEGATIVES
from . import rules
from .options import Options, advice, data_error, option_hint

if TYPE_CHECKING:
    from ..exact.labels import Key, LabelPair
    from .columns import Columns

_MAX_LABELS = 8  # labels that a message counts


class Labels:
    """The labels of a file, as it writes them.

    Attributes:
        columns: The columns of the file; None for libsvm.
        texts: One label for each example.
        lines: For each label, the line where it occurs first.
        dropped: The lines of the labels that `drop_missing` left out.
    """

    options: Options
    columns: Columns | None

    def __init__(self, options: Options, columns: Columns | None = None) -> None:
        self.options, self.columns = options, columns
        self.texts: list[str] = []
        self.lines: dict[str, int] = {}
        self.dropped: list[int] = []
        self._numbers: list[int] | None = [] if options.missing else None

    def add(self, text: str, number: int) -> None:
        """Take the label of a line."""
        self.texts.append(intern(text))  # one text for all equal labels, to save memory
        if text not in self.lines:
            self.lines[text] = number
        if self._numbers is not None:
            self._numbers.append(number)

    def add_all(self, texts: Sequence[str], numbers: Sequence[int]) -> None:
        """Take the labels of many lines."""
        lines = self.lines
        for text, number in zip(texts, numbers):
            if text not in lines:
                lines[text] = number
        self.texts += map(intern, texts)
        if self._numbers is not None:
            self._numbers += numbers

    @property
    def counts(self) -> dict[str, int]:
        """How often each label occurs, in the order of the file."""
        return {**dict.fromkeys(self.lines, 0), **Counter(self.texts)}

    @property
    def distinct_labels(self) -> set[Key]:
        """The labels, numbers as such, each once."""
        return {*label_comparison_keys([*self.lines], self.first_place_of).values()}

    def drop_missing(self, may_drop_all: bool) -> list[bool] | None:
        """Drop labels that mean a missing value, judging by the other labels.

        Return for each example whether it is kept, or None if all are. Unless `may_drop_all`, all
        are if every label is missing.
        """
        counts, known = self.counts, self._expected_labels()
        missing = {
            t
            for t in counts
            if t not in known
            and (rules.is_missing_label(t) or rules.may_be_missing_label(t, counts))
        }
        if not missing or self._numbers is None or not (may_drop_all or missing < {*counts}):
            return None
        kept = [text not in missing for text in self.texts]
        self.dropped = [number for number, is_kept in zip(self._numbers, kept) if not is_kept]
        self.texts = [*compress(self.texts, kept)]
        self.lines = {text: line for text, line in self.lines.items() if text not in missing}
        return kept

    def parse_signs(self) -> tuple[tuple[int, ...], LabelPair]:
        """Return y_n for every label, and how -1 and +1 are written; see `exact.labels.signs`."""
        agreed = None if self.options.like is None else self.options.like.labels
        try:
            ys, pair = signs_of_label_texts(
                self.texts, self.first_place_of, self.options.positive, agreed
            )
        except DataError as error:
            if self._expected_labels() or self.columns is None or len(self.lines) <= 2:
                raise
            raise DataError(f"{error}{advice(OTHER_COLUMN)}") from None
        self._check_labels_known_to_model(pair)
        return ys, pair

    def find_warnings(self, positive: str) -> list[str]:
        """Return a warning for each label that means -1 and is spelled like that for +1."""
        texts = rules.lookalike_label_warnings(self.lines, positive)
        return [f"{self.options.source}: {text}" for text in texts]

    def count_negatives(self, ys: Sequence[int]) -> dict[str, int] | None:
        """Return the texts that mean -1, and how often each occurs; None if they are many."""
        minus = {text for text, y in {*zip(self.texts, ys)} if y < 0}
        counts = {text: count for text, count in self.counts.items() if text in minus}
        return counts if len(counts) <= MAX_NEGATIVES else None

    def first_place_of(self, label: str | None) -> str:
        """Return "file:line: column" of the label's first occurrence, of None "file: column"."""
        columns = self.columns
        column = columns.describe_column(columns.label or 0) if columns else "column 1"
        line = "" if label is None else f":{self.lines[label]}"
        return f"{self.options.source}{line}: {column}"

    def _expected_labels(self) -> list[str]:
        """Return the labels that an option, another file or a model knows."""
        options = self.options
        known = [] if options.positive is None else [str(options.positive)]
        if options.like is not None:
            known += [text for text in options.like.labels if text is not None]
            layout = options.like._layout
            known += layout.negatives or () if layout else ()
        return known

    # Errors

    def check_labels(self) -> None:
        """Refuse missing labels, a first line that may be names, and labels that need an option."""
        known = self._expected_labels()
        for text in self.lines:
            self._check_is_label(text, known)
        keys = label_comparison_keys([*self.lines], self.first_place_of)
        if self.columns is not None:
            self._check_first_line_is_example(self.columns, keys, known)
        self._note_possible_missing_labels(known)
        if not known:
            self._check_two_numbers(keys)

    def _check_is_label(self, text: str, expected_labels: list[str]) -> None:
        """Refuse a missing label, several labels, and a # that may begin a comment."""
        options, columns = self.options, self.columns
        if columns is None:
            rules.check_not_several_labels(self.first_place_of(text), text)
        elif not (text or self.lines.keys() - {""} or options.like or options.label is not None):
            remedy = columns.trailing_delimiter_remedy()
            raise data_error(self.first_place_of(None), "no label", "one in each line", remedy)
        if rules.is_missing_label(text) and text not in expected_labels:
            problem = quote(text) if text else "no label"
            expected, remedy = "a label" if text else "one", ""
            if columns is not None and not options.missing:
                remedy = f"{option_hint('missing', 'drop')} to leave out lines without a label"
            raise data_error(self.first_place_of(text), problem, expected, remedy)
        is_asked = options.comments is None and options.format != "space"
        if is_asked and "#" in text and re.search(r"\s#", text):
            raise data_error(
                self.first_place_of(text), f"the label {quote(text)}", rules.ASK_ABOUT_COMMENTS
            )

    def _check_first_line_is_example(
        self, columns: Columns, keys: dict[str, Key], known: list[str]
    ) -> None:
        """Refuse a first line that may be names or an example: a name that is a label, or a label
        that is odd among the others.
        """
        first, doubt = self.texts[0], None
        others = {keys[text] for text in self.lines if text != first or self.counts[text] > 1}
        if columns.header:
            if columns.label_name in self.lines:
                doubt = f"{quote(columns.label_name)} as a name here and as a label below"
        elif rules.is_unlike_other_labels(
            keys[first], others, {label_comparison_key("positive", text) for text in known}
        ):
            doubt = f"the label {quote(first)} only in this line"
        if doubt and not columns.is_matched_by_name and self.options.header is None:
            raise data_error(columns.place, doubt, rules.ASK_ABOUT_HEADER)

    def _check_two_numbers(self, keys: dict[str, Key]) -> None:
        """Refuse words, or more than two numbers, if nothing says which one means +1; and one
        number alone, if --first may hide others.
        """
        values, first, options = {*keys.values()}, self.texts[0], self.options
        if options.first is not None and len(values) == 1 and rules.may_mean_either_sign(first):
            many = f"{options.first:,} examples" if options.first > 1 else "example"
            problem = f"only the label {quote(first)} in the first {many}"
            remedy = f"{option_hint('positive', first)} if it means +1"
            raise data_error(self.first_place_of(first), problem, "a second label", remedy)
        if len(values) <= 2 and not any(isinstance(key, str) for key in values):
            return
        counts = self.counts
        counted = _format_counts(counts)
        problem = (
            f"{len(counts):,} labels: {counted}" if len(counts) > 1 else f"the label {counted}"
        )
        means = f"{option_hint('positive', first)} if {quote(first)} means +1"
        means += " and all others -1" if len(counts) > 2 else ""
        if 2 < len(counts) <= _MAX_CLASSES:
            means += " (fit one model for each label to tell all apart)"
        other = OTHER_COLUMN if self.columns is not None and len(counts) > 2 else ""
        raise data_error(self.first_place_of(None), problem, "two numbers", means, other)

    def _check_labels_known_to_model(self, pair: LabelPair) -> None:
        """Refuse a label that another file or a model does not have, if several mean -1 there."""
        like = self.options.like
        negatives = like._layout.negatives if like is not None and like._layout else None
        if like is None or not negatives or pair[1] != like.labels[1]:
            return
        known = {label_comparison_key("label", text) for text in (pair[1], *negatives)}
        for text in self.lines:
            if label_comparison_key("label", text) not in known:
                expected = f"one of {first_few([pair[1], *negatives], _MAX_LABELS)}"
                raise data_error(self.first_place_of(text), f"the label {quote(text)}", expected)

    def _note_possible_missing_labels(self, known: list[str]) -> None:
        """Note labels that may mean a missing value."""
        counts = self.counts
        for text, count in counts.items():
            if rules.may_be_missing_label(text, counts) and text not in known:
                which = f"{count:,} labels are" if count > 1 else "a label is"
                dropped = f"{option_hint('missing', 'drop')} leaves such lines out"
                self.options.add_note(
                    f"{which} {quote(text)}; {dropped}", self.first_place_of(text)
                )


_MAX_CLASSES = 20  # more labels are hardly classes
OTHER_COLUMN = f"{option_hint('label')} if another column holds the labels"


def _format_counts(counts: dict[str, int]) -> str:
    """Return labels and how often each occurs, for a message."""
    counted = ", ".join(
        [f"{quote(text)} ({count:,})" for text, count in [*counts.items()][:_MAX_LABELS]]
    )
    return counted + ", ..." * (len(counts) > _MAX_LABELS)
