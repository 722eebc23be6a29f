"""The examples of a file before they are a `Dataset`: numbers as ints, labels still as text."""

from __future__ import annotations

from ..dataset import Dataset
from ..errors import DataError, shown
from ..exact.labels import Found, key_or_text, signs
from ..exact.rationals import is_number
from .columns import LABELS
from .options import NO_LABEL, SAY_HEADER, refused, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .columns import Columns
    from .options import Like

_FEWEST = 5  # examples of which a doubt about a column is told
_LEAST_ID = 100_000  # of ids that begin alike


class Table:
    """The contents of a file.

    source: the file's name, for messages. columns: what each is for, None of a libsvm file.
    found: the labels as they are written, or None without labels. names: those of the features, or
        None without a header. rows: as ints, x_{n,0} = scale first; or their nonzeros. d: the
        number of features. ids: the texts of the column asked for.
    first: the number of the first line, where it was taken for an example, though it may hold
        names. notes: what was done that nobody asked for in so many words, a line each.
    """

    def __init__(self, source: str, columns: Columns | None, like: Like | None) -> None:
        self.source, self.columns = source, columns
        self.found: Found | None = Found(source, "column 1")
        self.names = None if like is None else like._names
        self.ids: list[str] | None = None
        self.first: int | None = None
        self.notes: list[str] = []
        self.rows: tuple[Any, ...] = ()
        self.scale, self.d = 1, 0
        if columns is not None:
            self.notes += [f"{source}: {note}" for note in columns.notes]
            self.ids = None if columns.id is None else []
            label = columns.label
            self.found = None if label is None else Found(source, columns.called(label))
            if like is None and columns.header is not None:
                self.names = tuple(map(columns.name, columns.features))

    def dataset(self, positive: str | int | None = None, like: Like | None = None) -> Dataset:
        """Return the examples with their labels as -1 and +1; see `signs` for which is which."""
        if self.found is None:
            raise refused(self.source, "no column of labels", "one")
        known = [] if positive is None else [str(positive)]
        known += [] if like is None else [text for text in like.labels if text is not None]
        self._check_labels(self.found, known)
        text, *others = self.found.texts
        try:
            ys, labels = signs(self.found, positive, like.labels if like else None)
        except DataError as error:
            advice = ""
            are_numbers = others and all(map(is_number, others)) and text not in others
            are_two = len({*others}) == 2 or not is_number(text)
            if self.first is not None and not known and are_numbers and are_two:
                advice = f", or that line {self.first} holds names {say('header', True)}"
            elif self.columns is not None and not known and len({*others}) > 2:
                advice = f", or that another column holds the labels {say('label')}"
            raise DataError(f"{error}{advice}") from None
        self._check_first(self.found.texts, known)
        name = None if self.columns is None else self.columns.label_name
        about = self.names, labels, self.d
        data = Dataset._from_scaled(self.rows, ys, self.scale, *about, label_name=name)
        return data if like is None else data.with_x0(like.x0)

    def _check_labels(self, found: Found, known: list[str]) -> None:
        """Refuse labels such as "?" among words, which may say that there is none."""
        for text in dict.fromkeys(found.texts) if known else ():
            if text and text.casefold() in NO_LABEL and text not in known:
                told = f"a label, or that such lines are dropped {say('missing', 'drop')}"
                raise refused(found.place(text), shown(text), told)

    def _check_first(self, texts: list[str], known: list[str]) -> None:
        """Refuse a first line whose label is in no other, and odd among them: it may hold names."""
        first, others = key_or_text(texts[0]), {*map(key_or_text, {*texts[1:]})}
        is_alone = first not in {*others, *map(key_or_text, known)}
        are_odd = len(others) > 1 or any([isinstance(other, str) for other in others])
        if self.first is not None and is_alone and (isinstance(first, str) or (known and are_odd)):
            told = f"the label {shown(texts[0])} in this line alone"
            raise refused(f"{self.source}:{self.first}", told, SAY_HEADER)

    def check_first_column(self) -> None:
        """Refuse labels in the last column where the first one alone has two values as well."""
        columns, found = self.columns, self.found
        if columns is None or columns.is_chosen or found is None or len(self.rows) < _FEWEST:
            return
        if (columns.label_name or "").casefold() in LABELS or len({*found.texts}) != 2:
            return
        values = (len({row[i] for row in self.rows}) for i in range(1, self.d + 1))
        if self.d > 1 and next(values) == 2 and all(count > 2 for count in values):
            told = "two values in the first column, as in the last, and in no other"
            say_label = "(label=..., --label 0 or --label -1)"
            raise refused(self.source, told, f"to be told which holds the labels {say_label}")

    def doubts(self) -> list[str]:
        """Return which features may number the rows, in a line each."""
        columns, told = self.columns, []
        if columns is None or columns.is_chosen or self.d < 2 or len(self.rows) < _FEWEST:
            return []
        for i, column in enumerate(columns.features, start=1):
            if self._may_number(i):
                out = say("features", f"-{columns.spelled(column)}")
                told.append(
                    f"{self.source}: {columns.called(column)} may number the rows, and is a "
                    f"feature; say whether to leave it out {out}"
                )
        return told

    def _may_number(self, i: int) -> bool:
        """Tell whether feature i is a, a + 1, ..., a + N - 1, in any order; or different ints that
        begin alike, as the numbers of students do.
        """
        N, scale = len(self.rows), self.scale
        if self.rows[0][i] % scale or self.rows[1][i] % scale:
            return False  # as most features are, so that only few are looked at whole
        values = {row[i] for row in self.rows}
        first, last = min(values), max(values)
        begin_alike = first >= _LEAST_ID * scale and (last - first) * 100 <= first
        is_row = first >= 0 and last - first == (N - 1) * scale
        are_different = len(values) == N and not any([value % scale for value in values])
        return (begin_alike or is_row) and are_different

    def unlabelled(self) -> Dataset:
        """Return the examples for prediction alone: every label is +1 and has no meaning."""
        ys, labels = (1,) * len(self.rows), ("-1", "+1")
        return Dataset._from_scaled(self.rows, ys, self.scale, self.names, labels, self.d)
