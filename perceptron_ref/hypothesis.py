"""The hypothesis h(x) = sign(w . x): what it answers, and its mistakes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .dataset import Dataset, checked_dataset
from .errors import DataError
from .exact.common_denominator import as_ints
from .exact.labels import checked_label_name, checked_labels, word_for
from .exact.layout import checked_layout, layout_record
from .exact.rationals import checked_rational, exact_text
from .exact.sparse import scores
from .exact.tables import row_by_name, rows_of
from .exact.values import check_fit, checked_names, checked_sign_of_zero, exact_vector
from .models import read_model, write_model
from .objects import Named
from .vectors import dot

if TYPE_CHECKING:
    from .exact.layout import Layout

__all__ = ["Hypothesis", "sign"]

_MOST_SHOWN = 20  # weights in a repr


def sign(value: Fraction | int, sign_of_zero: int = 0) -> int:
    """Return +1 for value > 0, -1 for value < 0, `sign_of_zero` for 0.     Lecture 2: L2.2, L2.4

    sign_of_zero: 0 by default, which equals neither label, so that a zero score is a mistake for
        both; -1 or +1 to side with that label. DataError for any other.

    >>> sign(-7), sign(0), sign(0, sign_of_zero=-1)
    (-1, 0, -1)
    """
    at_zero = checked_sign_of_zero(sign_of_zero)
    return (value > 0) - (value < 0) or at_zero


class Hypothesis(Named):
    """h(x) = sign(w . x) = sign(w_0 x_0 + w_1 x_1 + ... + w_d x_d).     Lecture 2: L2.2, L2.3

    The threshold is -w_0 x_0; in the lecture x_0 = +1 and w_0 = -threshold.

    w: the 1 + d weights w_0, ..., w_d, any exact numbers (see `rational`), in the units of the
        data.
    names: d different names for the features; x1, x2, ... where none are given.
    sign_of_zero: what h answers on the line itself: 0 ("no answer"), -1 or +1.
    labels: how -1 and +1 are written in the file that the weights were learned from; None for -1
        where every text but that of +1 means -1.
    x0: the x_0 of the data, any exact number; with 0 there is no threshold.
    label_name: the name of the column of the labels in the file that the weights were learned from.

    >>> h = Hypothesis([-3, 2, "1/2"], names=["salary", "years"])
    >>> h([1, 4]), h([1, 2]), h([1, 0])
    (1, 0, -1)
    >>> h.score([1, 4]), h.threshold, h.weights["years"]
    (Fraction(1, 1), Fraction(3, 1), Fraction(1, 2))
    """

    w: tuple[Fraction, ...]
    sign_of_zero: int
    labels: tuple[str | None, str]
    x0: Fraction
    label_name: str | None
    _layout: Layout | None = None  # of the file that it was learned from

    def __init__(
        self,
        w: Iterable[object],
        *,
        names: Iterable[str] | None = None,
        sign_of_zero: int = 0,
        labels: tuple[str | None, str] = ("-1", "+1"),
        x0: object = 1,
        label_name: str | None = None,
    ) -> None:
        exact = exact_vector("w", w)
        if len(exact) < 2:
            raise DataError(f"w: found {len(exact)} weights; expected w_0 and at least one more")
        vars(self).update(w=exact, d=len(exact) - 1, labels=checked_labels(labels))
        vars(self).update(_names=checked_names(names, self.d), x0=checked_rational("x0", x0))
        vars(self).update(sign_of_zero=checked_sign_of_zero(sign_of_zero))
        vars(self).update(label_name=checked_label_name(label_name))

    @property
    def threshold(self) -> Fraction:
        """The threshold that w_1 x_1 + ... + w_d x_d must pass: -w_0 x_0, so 0 where x_0 = 0.
        Lecture 2: L2.3
        """
        return -self.w[0] * self.x0

    def with_x0(self, x0: object) -> Hypothesis:
        """Return the hypothesis of the same weights for data of another x_0.     Lecture 2: L2.3

        x0: any exact number. If h was learned on D.scaled_by(q), then h.with_x0(h.x0 / q) answers
        rows that are not scaled.

        >>> Hypothesis([-3, 1], x0=2).with_x0(1)([4])
        1
        """
        return self._changed(x0=checked_rational("x0", x0))

    @property
    def weights(self) -> dict[str, Fraction]:
        """w_1, ..., w_d by the names of their features.     Lecture 2: L2.2"""
        return dict(zip(self.names, self.w[1:]))

    def score(self, x: Iterable[object]) -> Fraction:
        """Return w . x, exactly, for the d numbers x_1, ..., x_d.     Lecture 2: L2.3

        x_0 is put before them. In a frame's row they are found by the names of the features.
        """
        x = row_by_name(x, self._names)
        return dot(self.w, (self.x0, *exact_vector("x", x, self.d, ", x_0 not among them")))

    def __call__(self, x: Iterable[object]) -> int:
        """Return h(x) = sign(w . x) for the d numbers x_1, ..., x_d.     Lecture 2: L2.3

        `predict` answers many rows.
        """
        return sign(self.score(x), self.sign_of_zero)

    def predict(self, rows: object, *, words: bool = False) -> list[Any]:
        """Return h(x) for every row of a table, in order.     Lecture 2: L2.2

        rows: what `Dataset` takes for rows, or a Dataset. Where a frame's columns have names, and
            the features of h, too, the columns are found by them, whatever else is there.
        words: answer in the words of the data, see `label`, instead of -1, 0 and +1.
        DataError, with its place, for what `Dataset` refuses.

        >>> Hypothesis([-3, 2, "1/2"]).predict([[1, 4], [1, 2], [1, 0]])
        [1, 0, -1]
        """
        if not isinstance(rows, Dataset):
            table = rows_of(rows, self._names)
            if not table.cells:
                return []
            rows = Dataset(table, [1] * len(table.cells), x0=self.x0)
        check_fit(self, rows)
        w, _ = as_ints(self.w)  # times a positive number, as `rows.rows` is: the signs are the same
        answers = [sign(score, self.sign_of_zero) for score in scores(w, rows.rows)]
        return [*map(self.label, answers)] if words else answers

    def label(self, answer: int) -> str:
        """Return an answer of h in the words of the data: how they write that label.

        Where any text but that for +1 means -1, that is "not" and the text; 0 is "on the line".
        DataError for what h does not answer.

        >>> h = Hypothesis([-2, 1], labels=(None, "sold"))
        >>> h.label(h([5])), h.label(h([1])), h.label(h([2]))
        ('sold', 'not sold', 'on the line')
        """
        return word_for(answer, self.labels)

    def mistakes(self, data: Dataset) -> int:
        """Return the number of examples with h(x_n) != y_n.     Lecture 2: L2.14

        DataError for a set of other features, or x_0, or with the labels the other way round.
        """
        check_fit(self, checked_dataset(data), by_labels=True)
        return sum(h_x != y for h_x, y in zip(self.predict(data), data.ys))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the hypothesis to a JSON file, numbers as exact text.

        Names are null where they are x1, x2, ... An existing file is replaced in one step.
        """
        record = {
            "w": [exact_text(w_i) for w_i in self.w],
            "x0": exact_text(self.x0),
            "names": self._names,
            "sign_of_zero": self.sign_of_zero,
            "labels": self.labels,
            "label": self.label_name,
            "columns": layout_record(self._layout),
        }
        write_model(path, record)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Hypothesis:
        """Read what `save` wrote; DataError, naming the file, for anything else."""
        record = read_model(path)
        label_name, columns = record.pop("label"), record.pop("columns")
        try:
            h = cls(**record, label_name=label_name)
            as_ints(h.w)  # DataError where the common denominator would be too long
            return h._changed(_layout=checked_layout(columns, h.d))
        except DataError as error:
            raise DataError(f"{os.fspath(path)}: {error}") from None

    def _key(self) -> tuple[object, ...]:
        """Return what two equal hypotheses share: all but the layout of a file."""
        return tuple(sorted([item for item in vars(self).items() if item[0] != "_layout"]))

    def __repr__(self) -> str:
        w = ", ".join(map(exact_text, self.w[:_MOST_SHOWN])) + ", ..." * (self.d >= _MOST_SHOWN)
        x_0 = "" if self.x0 == 1 else f" x0={exact_text(self.x0)}"
        return f"<Hypothesis w=({w}){x_0}>"
