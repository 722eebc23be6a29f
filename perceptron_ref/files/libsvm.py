"""The libsvm format: a label, then index:value for each feature that is not 0, indices from 1, or
from 0 as scikit-learn writes them.

A table that is mostly zeros is stored sparsely, as its nonzeros alone: memory and time grow with
the size of the file, not with N (1 + d).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from ..errors import quote
from ..exact.common_denominator import RowReader, over_common_denominator
from ..exact.sparse import choose_dense_or_sparse
from ..exact.tables import MAX_FEATURES
from .labels import Labels
from .options import Options, data_error, option_hint, yes_or_no
from .table import FileTable

_PAIR = re.compile(r"(\d+):(\S+)", re.ASCII)
_NO_COLUMNS = "no such option for a libsvm file, because"
_REASONS = {
    "label": "the label always comes first in a line",
    "missing": "a feature that is not written is 0, and none can be missing",
    "decimal": "its numbers have decimal points",
    "header": "it has no names of columns",
    "features": "it has no columns",
    "id": "it has no columns",
}


def read_libsvm(lines: Iterable[tuple[int, str]], options: Options) -> FileTable:
    """Return the table of (line number, text) lines; a feature that a line leaves out is zero.

    Without `like` the largest index is the number of features. If labels are optional, the first
    line shows whether there are any.
    """
    for option, reason in _REASONS.items():
        value = getattr(options, option)
        if value is not None and value is not False:
            given = option_hint(option, value)
            raise data_error(options.source, given, f"{_NO_COLUMNS} {reason}")
    reader = _Reader(options)
    for number, line in islice(lines, options.first):
        reader.read_line(number, line)
    return reader.build_table()


class _Reader:
    """The lines that were read so far.

    Attributes:
        rows: The values as ints, after their common denominator.
        indices: For each row 0, the index of x_0, and the indices of its values, as in the file.
        unknown_indices: Indices that `like` does not have.
    """

    def __init__(self, options: Options) -> None:
        self.options, self.labels, self.reader = options, Labels(options), RowReader()
        self.is_labelled = options.labelled
        self.rows: list[tuple[int, ...]] = []
        self.indices: list[tuple[int, ...]] = []
        self.unknown_indices: set[int] = set()
        self._indices_seen: dict[int, int] = {}  # so that equal indices are one int
        self.is_zero_based_given = options.zero_based is not None
        options.zero_based = _zero_based_if_known(options)
        self.max_index = MAX_FEATURES if options.like is None else options.like.d
        self.has_query = False

    def read_line(self, number: int, line: str) -> None:
        """Read a line."""
        words, place = line.split(), f"{self.options.source}:{number}: column"
        self.is_labelled = self.is_labelled or (":" not in words[0] and not self.rows)
        if self.is_labelled and ":" in words[0]:
            raise data_error(f"{place} 1", quote(words[0]), "a label before the features")
        if self.is_labelled:
            self.labels.add(words.pop(0), number)
        first = 1 + self.is_labelled
        if words and re.fullmatch(r"(?a)qid:\d+", words[0]):
            first, self.has_query = first + 1, True
            del words[0]
        row, last, is_ascii = [0], -1, line.isascii()
        end = self._index_limit()
        for i, word in enumerate(words):
            digits, _, value = word.partition(":")
            is_plain = is_ascii and value and digits.isdigit() and len(digits) < 10
            index = int(digits) if is_plain else 0
            if not last < index < end or index == 0:
                index, value = self._parse_pair(word, last, f"{place} {first + i}")
                end = self._index_limit()
                if index >= end:
                    self.unknown_indices.add(index)
                    value = ""
            words[i] = value
            if value:
                last = index
                row.append(self._indices_seen.setdefault(index, index))
        positions: Sequence[int] = range(len(words))
        if "" in words:
            positions = [i for i in positions if words[i]]
            words = [words[i] for i in positions]
        self.rows.append(self.reader.read(words, lambda i: f"{place} {first + positions[i]}"))
        self.indices.append(tuple(row))

    def _index_limit(self) -> int:
        """Return the index after that of the last feature."""
        return self.max_index + (not self.options.zero_based)

    def _parse_pair(self, word: str, last: int, place: str) -> tuple[int, str]:
        """Return index and value; DataError unless the index is larger than the last one."""
        pair, options = _PAIR.fullmatch(word), self.options
        index = int(pair[1][:18]) if pair else -1  # more digits are too large as well
        if index == 0 and options.zero_based is None:
            options.zero_based = True
            given = option_hint("zero_based", True)
            text = f"indices count from 0, so x1 has index 0, as with {given}"
            options.add_note(text, place)
        least = max(last + 1, 0 if options.zero_based else 1)
        most = MAX_FEATURES - bool(options.zero_based)
        if pair is None or not least <= index <= most:
            expected = f"index:value, such as 3:0.5, with an index from {least:,} to {most:,}"
            remedy = ""
            if index == 0 and not options.zero_based:
                both = "" if options.like is None else " in both files"
                remedy = f"{option_hint('zero_based', True)} if indices count from 0{both}"
            raise data_error(place, quote(word), expected, remedy)
        return index, pair[2]

    def build_table(self) -> FileTable:
        """Return the table of all lines."""
        options, indices = self.options, self.indices
        if options.zero_based:
            indices = [(0, *[1 + index for index in row[1:]]) for row in indices]
        self._check_index_base()
        d = self.max_index if options.like is not None else max([row[-1] for row in indices])
        if d == 0:
            raise data_error(options.source, "no feature", "index:value after at least one label")
        self._note_ignored_features()
        scaled, scale = over_common_denominator(self.rows)
        return FileTable(options, self.labels, choose_dense_or_sparse(indices, scaled, d), scale, d)

    def _check_index_base(self) -> None:
        """Ask whether indices start at 0 or 1 if none is 0 and the largest is one too many."""
        is_open = self.options.zero_based and not self.is_zero_based_given
        if is_open and {*self.unknown_indices} == {self.max_index}:
            if all(row[1:2] != (0,) for row in self.indices):
                last = self.max_index
                problem = f"indices up to {last} and no 0, while the other file's count from 0"
                expected = yes_or_no("zero_based", "they count from 0 here, too")
                raise data_error(self.options.source, problem, expected)

    def _note_ignored_features(self) -> None:
        """Note the features and query ids that were ignored."""
        options = self.options
        if self.has_query:
            options.add_note("ignoring qid:n, which PLA does not use")
        if self.unknown_indices:
            count = len(self.unknown_indices)
            counted = f"{count:,} features" if count > 1 else "a feature"
            indices = _format_indices(self.unknown_indices)
            options.add_note(
                f"ignoring {counted} that the other file or the model does not have, because the "
                f"weight would be 0: {indices}"
            )


def _zero_based_if_known(options: Options) -> bool | None:
    """Return whether indices count from 0, by an option, a model, or a comment of scikit-learn's;
    None if only an index 0 would tell.
    """
    if options.zero_based is not None:
        return options.zero_based
    layout = None if options.like is None else options.like._layout
    if layout is not None and layout.width is None:
        return bool(layout.zero_based)
    for number, line in options.comment_lines:
        match = re.search("Column indices are (zero|one)-based", line)
        if match:
            options.add_note(
                f"indices count from {int(match[1] == 'one')}, as the comment says",
                f"{options.source}:{number}",
            )
            return match[1] == "zero"
    return None if options.like is None else False


def _format_indices(indices: set[int]) -> str:
    named = sorted(indices)[:8]
    return f"index {', '.join(map(str, named))}" + ", ..." * (len(indices) > len(named))
