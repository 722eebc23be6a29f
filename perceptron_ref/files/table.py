"""The examples of a file before they are a `Dataset`: numbers as ints, labels still as text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..dataset import Dataset
from ..errors import DataError, shown
from ..exact.labels import key_of, keys_of, signs
from .columns import Columns
from .options import NO_LABEL, SAY_COMMENTS, SAY_HEADER, Options, refused, say

_FEWEST = 5  # examples; `Table` doubts no column of fewer
_MANY = 10  # examples; of fewer 3, 1, 4, 0, 2 may count something
_LEAST_ID = 100_000  # of ids that begin alike
# names of columns of ids, the last in Chinese; R's X, but not x; pandas' Unnamed: 0
_ID = (
    r"(?i:(.*[\W_])?(p?id|nr|no|num|index|row|key|code|account|client|customer|patient|student)\W?|"
    r".*(nummer|number|nr)|unnamed: 0)|X|.*[a-z]I[dD]|.*[\u865f\u53f7]"
)


class Table:
    """The contents of a file.

    options: how it was read. found: the labels as they are written, or None. lines: where each one
    occurs first. rows, scale, d: the numbers as ints, x_{n,0} = scale first, or their nonzeros; and
    how many features there are. columns: what each is for, None of a libsvm file. ids: the texts of
    the column asked for, or None. unlabelled: the examples for prediction alone: every label is +1
    and has no meaning. notes: what `read` did that no option told it, and which features may number
    the rows, a line each. dropped: how many examples were left out.
    """

    def __init__(
        self,
        options: Options,
        found: list[str] | None,
        lines: dict[str, int],
        rows: tuple[object, ...],
        scale: int,
        d: int,
        columns: Columns | None = None,
        ids: list[str] | None = None,
        dropped: int = 0,
    ) -> None:
        self.options, self.found, self.columns, self.ids = options, found, columns, ids
        self._lines = lines
        names = None if options.like is None else options.like._names
        if options.like is None and columns is not None and columns.header:
            names = tuple(map(columns.name, columns.features))
        about = (1,) * len(rows), scale, names, ("-1", "+1"), d
        self.unlabelled = Dataset._from_scaled(rows, *about)
        self.notes = [*options.notes, *self._doubts(dropped)]

    def dataset(self, positive: str | int | None = None) -> Dataset:
        """Return the examples with their labels as -1 and +1; see `signs` for which is which."""
        columns, found, like = self.columns, self.found, self.options.like
        if found is None:
            raise refused(self.options.source, "no column of labels", "one")
        known = [] if positive is None else [str(positive)]
        known += [] if like is None else [text for text in like.labels if text is not None]
        self._check_labels(known)
        if columns is not None:
            self._check_place(columns, found, known)
        try:
            ys, labels = signs(found, self._place, positive, like.labels if like else None)
        except DataError as error:
            if known or columns is None or len(self._lines) <= 2:
                raise
            advice = f"or that another column holds the labels {say('label')}"
            raise DataError(f"{error}, {advice}") from None
        name = None if columns is None else columns.label_name
        data = self.unlabelled._changed(ys=ys, labels=labels, label_name=name)
        return data if like is None else data.with_x0(like.x0)

    def _place(self, label: str | None) -> str:
        """Return "file:line: column" of the label's first occurrence, of None "file: column"."""
        columns = self.columns
        column = columns.called(columns.label or 0) if columns else "column 1"
        line = "" if label is None else f":{self._lines[label]}"
        return f"{self.options.source}{line}: {column}"

    def _check_labels(self, known: list[str]) -> None:
        """Refuse "?" among words, which may be no label, and a # that may begin a comment."""
        for text in self._lines:
            if known and text and text.casefold() in NO_LABEL and text not in known:
                told = f"a label, or that such lines are dropped {say('missing', 'drop')}"
                raise refused(self._place(text), shown(text), told)
            is_asked = self.options.comments is None and self.options.format != "space"
            if is_asked and re.search(r"\s#", text):
                raise refused(self._place(text), f"the label {shown(text)}", SAY_COMMENTS)

    def _check_place(self, columns: Columns, texts: list[str], known: list[str]) -> None:
        """Refuse a first line that may be names or an example: a name that is a label, or a label
        that is odd among the others. And the last column as that of the labels where the first
        has two values as well.
        """
        key = keys_of(texts, self._place)
        first, others = key[texts[0]], {key[text] for text in dict.fromkeys(texts[1:])}
        is_word, are_words = isinstance(first, str), any([isinstance(y, str) for y in others])
        keys = {key_of("positive", text) for text in known}
        is_odd = bool(keys & others) and (is_word or are_words or len(others) > 1)
        if not known:  # then all should be numbers, of two values
            is_odd = not are_words and (len(others) == 2 or (is_word and bool(others)))
        told = None
        if columns.header and columns.label_name in texts:
            told = f"{shown(columns.label_name)} among the names of columns"
        elif not columns.header and is_odd and first not in others | keys:
            told = f"the label {shown(texts[0])} in this line alone"
        if told and not columns.by_name and self.options.header is None:
            raise refused(columns.place, told, SAY_HEADER)
        are_two = len({first, *others}) == 2 and len(texts) >= _FEWEST
        if columns.asks and not columns.are_chosen and are_two:
            if len({row[1] for row in self.unlabelled.rows}) == 2:
                raise columns.which_label(columns.features[0])

    def _doubts(self, dropped: int) -> Iterator[str]:
        """Yield which features may number the rows, in a line each.

        Such a feature is a, a + 1, ..., a + N - 1, but for as many as were dropped: of many rows in
        any order, of few rising or falling; or ints, most of them different, that begin alike, as
        the numbers of students do; or different ints whose name says so.
        """
        columns, rows, scale = self.columns, self.unlabelled.rows, self.unlabelled.scale
        N = len(rows)
        if columns is None or columns.are_chosen or len(columns.features) < 2 or N < _FEWEST:
            return
        for i, k in enumerate(columns.features, start=1):
            if rows[0][i] % scale or rows[1][i] % scale:
                continue  # as most features do, so that only few are looked at whole
            column = [row[i] for row in rows]
            values = set(column)
            first, last = min(values), max(values)
            is_id = first >= _LEAST_ID * scale and (last - first) * 10 <= first
            is_id = is_id and 2 * len(values) > N
            if len(values) == N and first >= 0:
                in_order = N >= _MANY or sorted(values) in (column, column[::-1])
                counts = in_order and last - first <= (N - 1 + dropped) * scale
                is_id = is_id or counts or re.fullmatch(_ID, columns.name(k)) is not None
            if is_id and not any([value % scale for value in values]):
                told = "may number the rows, and is a feature; say whether to leave it out"
                option = columns.without([k], self.options)
                yield f"{self.options.source}: {columns.called(k)} {told} {option}"
