"""The examples of a file before they are a `Dataset`: numbers as ints, labels still as text."""

from __future__ import annotations

import re

from ..dataset import Dataset
from ..errors import DataError, shown
from ..exact.labels import Found, key_or_text, signs
from .columns import Columns
from .options import NO_LABEL, SAY_HEADER, Options, refused, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LABELS = set(  # as people call the column of the labels, in small letters
    "y label labels target class outcome response survived diagnosis \u6a19\u7c64 \u6807\u7b7e "
    "\u985e\u5225 \u7c7b\u522b".split()
)
_FEWEST = 5  # examples of which a doubt about a column is told
_LEAST_ID = 100_000  # of ids that begin alike


class Table:
    """The contents of a file.

    options: how it was read. columns: what each is for, None of a libsvm file. found: the labels
    as they are written, or None. ids: the texts of the column asked for, or None. rows: as ints,
    x_{n,0} = scale first; or their nonzeros. d: the number of features. names: theirs, or None
    without a header. notes: what was done that nobody asked for in so many words, a line each.
    """

    def __init__(self, options: Options, columns: Columns | None = None) -> None:
        self.options, self.columns = options, columns
        self.found: Found | None = None
        self.ids: list[str] | None = None if options.id is None else []
        self.rows: tuple[Any, ...] = ()
        self.scale, self.d = 1, 0
        self.names = None if options.like is None else options.like._names
        self.notes: list[str] = []
        if columns is not None:
            self.notes += [f"{options.source}: {note}" for note in columns.notes]
            if columns.label is not None:
                self.found = Found(options.source, columns.called(columns.label))
            if columns.header and options.like is None:
                self.names = tuple(map(columns.name, columns.features))

    def dataset(self, positive: str | int | None = None) -> Dataset:
        """Return the examples with their labels as -1 and +1; see `signs` for which is which."""
        columns, found, like = self.columns, self.found, self.options.like
        if found is None:
            raise refused(self.options.source, "no column of labels", "one")
        known = [] if positive is None else [str(positive)]
        known += [] if like is None else [text for text in like.labels if text is not None]
        self._check_labels(found, known)
        try:
            ys, labels = signs(found, positive, like.labels if like else None)
        except DataError as error:
            if known or columns is None:
                raise
            self._check_first_line(columns, found.texts, known)
            self._check_column(columns, found)
            advice = f", or that another column holds the labels {say('label')}"
            raise DataError(f"{error}{advice if len({*found.texts}) > 2 else ''}") from None
        if columns is not None:
            self._check_first_line(columns, found.texts, known)
            self._check_column(columns, found)
        name = None if columns is None else columns.label_name
        about = self.names, labels, self.d
        data = Dataset._from_scaled(self.rows, ys, self.scale, *about, label_name=name)
        return data if like is None else data.with_x0(like.x0)

    def unlabelled(self) -> Dataset:
        """Return the examples for prediction alone: every label is +1 and has no meaning."""
        ys, labels = (1,) * len(self.rows), ("-1", "+1")
        return Dataset._from_scaled(self.rows, ys, self.scale, self.names, labels, self.d)

    def _check_labels(self, found: Found, known: list[str]) -> None:
        """Refuse "?" among words, which may be no label, and a # that may begin a comment."""
        may_be_comments = self.options.comments is None and self.options.format != "space"
        for text in dict.fromkeys(found.texts):
            if known and text and text.casefold() in NO_LABEL and text not in known:
                told = f"a label, or that such lines are dropped {say('missing', 'drop')}"
                raise refused(found.place(text), shown(text), told)
            if may_be_comments and re.search(r"\s#", text):
                expected = "to be told whether a comment begins at the # "
                expected += "(comments=..., --comments or --no-comments)"
                raise refused(found.place(text), f"the label {shown(text)}", expected)

    def _check_first_line(self, columns: Columns, texts: list[str], known: list[str]) -> None:
        """Refuse a first line that may be names or an example: a name that is a label, or a label
        that is odd among the others.
        """
        first, others = key_or_text(texts[0]), {*map(key_or_text, dict.fromkeys(texts[1:]))}
        is_word, are_words = isinstance(first, str), any([isinstance(y, str) for y in others])
        is_odd = is_word or are_words or len(others) > 1
        if not known:  # then all should be numbers, of two values
            is_odd = not are_words and (len(others) == 2 or (is_word and bool(others)))
        told = None
        if columns.header and columns.label_name in texts:
            told = f"{shown(columns.label_name)} among the names of columns"
        elif not columns.header and is_odd and first not in others.union(map(key_or_text, known)):
            told = f"the label {shown(texts[0])} in this line alone"
        if told and not columns.by_name and self.options.header is None:
            raise refused(columns.place, told, SAY_HEADER)

    def _check_column(self, columns: Columns, found: Found) -> None:
        """Refuse the last column as that of the labels where another one is called so, or the first
        has two values as well.
        """
        features, label, options = columns.features, columns.label or 0, self.options
        is_told = options.label is not None or options.like is not None or columns.are_chosen
        if is_told or columns.name(label).casefold() in _LABELS:
            return
        may_be = [k for k in features if columns.name(k).casefold() in _LABELS]
        labels = {*map(key_or_text, dict.fromkeys(found.texts))}
        if len(labels) == 2 and len(self.rows) >= _FEWEST and len({r[1] for r in self.rows}) == 2:
            may_be.append(features[0])
        if may_be:
            one, other = (say("label", columns.spelled(k)) for k in (may_be[0], label))
            told = f"{columns.called(may_be[0])} and {columns.called(label)}, which may be labels"
            expected = f"to be told which holds them: {one} or {other}"
            raise refused(self.options.source, told, expected)

    def doubts(self) -> list[str]:
        """Return which features may number the rows, in a line each."""
        columns = self.columns
        if columns is None or columns.are_chosen or self.d < 2 or len(self.rows) < _FEWEST:
            return []
        told = "may number the rows, and is a feature; say whether to leave it out"
        return [
            f"{self.options.source}: {columns.called(k)} {told} "
            + say("features", f"-{columns.spelled(k)}")
            for i, k in enumerate(columns.features, start=1)
            if self._may_number(i)
        ]

    def _may_number(self, i: int) -> bool:
        """Tell whether feature i is a, a + 1, ..., a + N - 1, in any order; or ints, most of them
        different, that begin alike, as the numbers of students do.
        """
        N, scale = len(self.rows), self.scale
        if self.rows[0][i] % scale or self.rows[1][i] % scale:
            return False  # as most features are, so that only few are looked at whole
        values = {row[i] for row in self.rows}
        first, last = min(values), max(values)
        is_row = len(values) == N and first >= 0 and last - first == (N - 1) * scale
        begin_alike = first >= _LEAST_ID * scale and (last - first) * 10 <= first
        is_id = is_row or (begin_alike and 2 * len(values) > N)
        return is_id and not any([value % scale for value in values])
