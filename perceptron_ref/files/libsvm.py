"""Read the libsvm format: a label, then index:value for each feature that is not 0.

Indices count from 1, or from 0, as scikit-learn writes them. A table of mostly zeros is stored
sparsely, so that memory and time grow with the size of the file, not with N (1 + d).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from ..errors import DataError, quote
from ..exact.common_denominator import RowReader, over_common_denominator
from ..exact.rationals import count_with_noun, noun_for_count
from ..exact.sparse import choose_dense_or_sparse
from ..exact.tables import MAX_FEATURES
from .labels import Labels
from .options import Options, ambiguity_error, data_error, format_remedies, option_hint, yes_or_no
from .table import FileTable

_MAX_LISTED_INDICES = 8  # in a message
_PAIR = re.compile(r"(\d+):(\S+)", re.ASCII)
_REASON_OF_OPTION = {
    "label": "each libsvm line begins with the label",
    "missing": "a feature that a libsvm line does not list is 0, not missing",
    "decimal": "numbers in libsvm files are written with a decimal point",
    "header": "libsvm files have no names of columns",
    "features": "a libsvm line has pairs index:value, not columns",
    "id": "a libsvm line has pairs index:value, not columns",
}


def read_libsvm(lines: Iterable[tuple[int, str]], options: Options) -> FileTable:
    """Return the table of a libsvm file. A feature that is missing in a line is 0.

    Without `like`, the largest index determines the number of features. If labels are optional, the
    first line shows whether the file has labels.

    Args:
        lines: The (line number, text) pairs of the lines.
        options: The options of `read`.

    Raises:
        DataError: If a line cannot be read, or if an option does not apply to libsvm files.
    """
    for option, reason in _REASON_OF_OPTION.items():
        value = getattr(options, option)
        if value is not None and value is not False:
            problem = f"{option_hint(option, value)} for a libsvm file"
            remedy = f"Leave out this option, because {reason}"
            raise DataError(f"{options.source}: found {problem}{format_remedies(remedy)}")
    reader = _Reader(options)
    for line_number, line in islice(lines, options.first):
        reader.read_line(line_number, line)
    return reader.build_table()


class _Reader:
    """Reads lines, and keeps their labels and features.

    Attributes:
        rows: For each line the common denominator of its values, then the values times it, as ints.
        indices: For each line 0, the index of x_0, then the indices of the values, as in the file.
        unknown_indices: The indices that `like` does not have.
        is_labelled: True if each line begins with a label.
        max_features: The largest number of features.
        has_query_ids: True if a line has a qid:n.
    """

    def __init__(self, options: Options) -> None:
        self.options, self.labels, self.row_reader = options, Labels(options), RowReader()
        self.is_labelled = options.labels_required
        self.rows: list[tuple[int, ...]] = []
        self.indices: list[tuple[int, ...]] = []
        self.unknown_indices: set[int] = set()
        self._shared_index: dict[int, int] = {}  # equal indices share one int, to save memory
        self.zero_based_is_given = options.zero_based is not None
        options.zero_based = _zero_based_if_known(options)
        self.max_features = MAX_FEATURES if options.like is None else options.like.d
        self.has_query_ids = False

    def read_line(self, line_number: int, line: str) -> None:
        """Read the label and the features of a line."""
        words, location = line.split(), f"{self.options.source}:{line_number}: column"
        self.is_labelled = self.is_labelled or (":" not in words[0] and not self.rows)
        if self.is_labelled and ":" in words[0]:
            raise data_error(f"{location} 1", quote(words[0]), "a label before the features")
        if self.is_labelled:
            self.labels.add(words.pop(0), line_number)
        first_column = 1 + self.is_labelled  # of the features, counted in words from 1
        if words and re.fullmatch(r"(?a)qid:\d+", words[0]):
            first_column, self.has_query_ids = first_column + 1, True
            del words[0]
        indices, last_index, is_ascii = [0], -1, line.isascii()
        end_index = self._end_index()
        for i, word in enumerate(words):
            digits, _, value = word.partition(":")
            is_usual_pair = is_ascii and value and digits.isdigit() and len(digits) < 10
            index = int(digits) if is_usual_pair else 0
            if not last_index < index < end_index or index == 0:
                index, value = self._parse_pair(word, last_index, f"{location} {first_column + i}")
                end_index = self._end_index()
                if index >= end_index:
                    self.unknown_indices.add(index)
                    value = ""
            words[i] = value
            if value:
                last_index = index
                indices.append(self._shared_index.setdefault(index, index))
        positions: Sequence[int] = range(len(words))
        if "" in words:
            positions = [i for i in positions if words[i]]
            words = [words[i] for i in positions]
        self.rows.append(
            self.row_reader.read(words, lambda i: f"{location} {first_column + positions[i]}")
        )
        self.indices.append(tuple(indices))

    def _end_index(self) -> int:
        """Return the largest valid index, plus 1."""
        return self.max_features + (not self.options.zero_based)

    def _parse_pair(self, word: str, last_index: int, location: str) -> tuple[int, str]:
        """Return the index and the value of a pair; note the first index 0.

        Raises:
            DataError: If the word is not a pair, or if its index is not larger than `last_index`,
                or too large.
        """
        pair, options = _PAIR.fullmatch(word), self.options
        index = int(pair[1][:18]) if pair else -1  # 18 digits already exceed the maximum
        if index == 0 and options.zero_based is None:
            options.zero_based = True
            hint = option_hint("zero_based", True)
            note = f"index 0 shows that indices count from 0 in this file, as with {hint}"
            options.add_note(note, location)
        minimum, maximum = 0 if options.zero_based else 1, MAX_FEATURES - bool(options.zero_based)
        if pair is not None and minimum <= index <= last_index:
            expected = "a larger index, because the indices on a line must increase"
            raise data_error(location, f"{quote(word)} after index {last_index:,}", expected)
        if pair is None or not minimum <= index <= maximum:
            expected = f"index:value, such as 3:0.5, with an index from {minimum:,} to {maximum:,}"
            remedy = ""
            if index == 0 and not options.zero_based:
                both = "" if options.like is None else " in both files"
                remedy = f"If indices count from 0{both}, use {option_hint('zero_based', True)}"
            raise data_error(location, quote(word), expected, remedy)
        return index, pair[2]

    def build_table(self) -> FileTable:
        """Return the table of all lines; DataError if there is no feature and no `like`."""
        options, indices = self.options, self.indices
        if options.zero_based:
            indices = [(0, *[1 + index for index in row[1:]]) for row in indices]
        self._check_index_base()
        d = self.max_features if options.like is not None else max([row[-1] for row in indices])
        if d == 0:
            expected = "at least one feature, such as 3:0.5 (index:value)"
            raise data_error(options.source, "no feature", expected)
        self._note_ignored_features()
        scaled, scale = over_common_denominator(self.rows)
        return FileTable(options, self.labels, choose_dense_or_sparse(indices, scaled, d), scale, d)

    def _check_index_base(self) -> None:
        """Ask whether indices count from 0 or 1, if `like` counts from 0 and this is doubtful.

        It is doubtful if no index is 0, and the only unknown index is d.
        """
        zero_based_is_assumed = self.options.zero_based and not self.zero_based_is_given
        if zero_based_is_assumed and self.unknown_indices == {self.max_features}:
            if all(indices[1:2] != (0,) for indices in self.indices):
                d = self.max_features
                problem = f"indices up to {d} but no index 0, although indices count from 0 in "
                problem += self.options.like_name
                answers = yes_or_no("zero_based", "indices count from 0 in this file, too")
                raise ambiguity_error(self.options.source, problem, answers)

    def _note_ignored_features(self) -> None:
        """Note the features and query ids that were ignored."""
        options = self.options
        if self.has_query_ids:
            options.add_note("ignoring qid:n, which PLA does not use")
        if self.unknown_indices:
            count = len(self.unknown_indices)
            features = count_with_noun(count, "feature")
            their = "their" if count > 1 else "its"
            indices = _format_indices(self.unknown_indices)
            options.add_note(
                f"ignoring {features} that {options.like_name} does not have ({indices}), "
                f"because {their} weight would be 0"
            )


def _zero_based_if_known(options: Options) -> bool | None:
    """Return True if indices count from 0, False if they count from 1.

    An option, `like`, or a comment of scikit-learn decides. Return None if none of them exists:
    then indices count from 1 unless an index is 0.
    """
    if options.zero_based is not None:
        return options.zero_based
    layout = None if options.like is None else options.like._layout
    if layout is not None and layout.width is None:
        return bool(layout.zero_based)
    for line_number, line in options.comment_lines:
        match = re.search("Column indices are (zero|one)-based", line)
        if match:
            options.add_note(
                f"indices count from {int(match[1] == 'one')}, as this comment says",
                f"{options.source}:{line_number}",
            )
            return match[1] == "zero"
    return None if options.like is None else False


def _format_indices(indices: set[int]) -> str:
    listed = sorted(indices)[:_MAX_LISTED_INDICES]
    noun = noun_for_count(len(indices), "index", "indices")
    return f"{noun} {', '.join(map(str, listed))}" + ", ..." * (len(indices) > len(listed))
