"""The hypothesis h(x) = sign(w . x): its answers, its mistakes, its file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from fractions import Fraction

from .base_classes import Immutable
from .dataset import Dataset, checked_dataset
from .errors import DataError, as_sentence
from .exact.checks import (
    check_features_match,
    checked_feature_names,
    checked_sign_of_zero,
    exact_vector,
)
from .exact.common_denominator import ints_and_denominator
from .exact.labels import checked_label_name, checked_label_pair, label_of_sign
from .exact.layout import layout_as_dict, layout_from_dict
from .exact.rationals import checked_rational, count_with_noun, exact_text
from .exact.sparse import scores
from .type_checking import TYPE_CHECKING
from .vectors import dot

if TYPE_CHECKING:
    from typing import Any, Final

    from .exact.layout import Layout

__all__ = ["Hypothesis", "sign"]

_MAX_REPR_WEIGHTS = 20


def sign(value: Fraction | int, sign_of_zero: int = 0) -> int:
    """Return +1 for value > 0, -1 for value < 0, `sign_of_zero` for 0.     Lecture 2: L2.2, L2.4

    Args:
        value: A number.
        sign_of_zero: The answer for 0. With 0, a score of 0 is a mistake for both labels. With -1
            or +1, it is right for that label. The argument is not checked.

    >>> sign(-7), sign(0), sign(0, sign_of_zero=-1)
    (-1, 0, -1)
    """
    return (value > 0) - (value < 0) or sign_of_zero  # True - False is 1; 0 means value = 0


class Hypothesis(Immutable):
    """h(x) = sign(w . x) = sign(w_0 x_0 + w_1 x_1 + ... + w_d x_d).     Lecture 2: L2.2, L2.3

    The threshold is -w_0 x_0; in the lecture x_0 = +1 and w_0 = -threshold.

    Args:
        w: The 1 + d weights w_0, ..., w_d for data that are not scaled: exact numbers of any kind,
            see `rational` in exact/rationals.py.
        names: d different names for the features. The default is x1, x2, ...
        sign_of_zero: The answer of h on the line itself: 0 ("no answer"), -1 or +1.
        labels: The texts for -1 and +1 in the data; (None, "yes") if all texts but "yes" mean -1.
        x0: The x_0 of the data, an exact number. With 0 there is no threshold.
        label_name: The name of the label column in the data; None if it has no name.

    Raises:
        DataError: If an argument cannot be used; the message says which.

    >>> h = Hypothesis([-3, 2, "1/2"], names=["salary", "years"])
    >>> h([1, 4]), h([1, 2]), h([1, 0])
    (1, 0, -1)
    >>> h.score([1, 4]), h.threshold, h.weights["years"]
    (Fraction(1, 1), Fraction(3, 1), Fraction(1, 2))
    """

    w: Final[tuple[Fraction, ...]]
    """w_0, ..., w_d."""
    sign_of_zero: Final[int]
    """h(x) where w . x = 0: -1, 0 or +1."""
    labels: Final[tuple[str | None, str]]
    """The texts for -1 and +1 in the data; None for -1 if all other texts mean -1."""
    x0: Final[Fraction]
    """x_0, which h puts in front of every row."""
    label_name: Final[str | None]
    """The name of the label column, or None."""
    _layout: Layout | None = None  # the layout of the file that the data were read from

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
        weights = exact_vector("w", w)
        d = len(weights) - 1
        if d < 1:
            count_text = count_with_noun(len(weights), "weight")
            raise DataError(f"w: found {count_text}; expected w_0 and at least one more weight")
        self._set_attributes(
            w=weights,
            d=d,
            labels=checked_label_pair(labels),
            _names=checked_feature_names(names, d),
        )
        self._set_attributes(
            x0=checked_rational("x0", x0), sign_of_zero=checked_sign_of_zero(sign_of_zero)
        )
        self._set_attributes(label_name=checked_label_name(label_name))

    @classmethod
    def learned_on(cls, data: Dataset, w: Iterable[object], *, sign_of_zero: int = 0) -> Hypothesis:
        """Return h(x) = sign(w . x) with the names, the labels and the x_0 of the data.

        Args:
            data: The examples that w was learned on.
            w: See `Hypothesis`.
            sign_of_zero: See `Hypothesis`.

        >>> D = Dataset([[1, 5], [2, 3]], [-1, +1], names=["salary", "years"])
        >>> Hypothesis.learned_on(D, [-3, 2, 0]).names
        ('salary', 'years')
        """
        h = cls(
            w,
            names=data._names,
            sign_of_zero=sign_of_zero,
            labels=data.labels,
            x0=data.x0,
            label_name=data.label_name,
        )
        return h._copy_with(_layout=data._layout)

    @property
    def threshold(self) -> Fraction:
        """The threshold -w_0 x_0: if w_1 x_1 + ... + w_d x_d is above it, the answer is +1.
        Lecture 2: L2.3
        """
        return -self.w[0] * self.x0

    def with_x0(self, x0: object) -> Hypothesis:
        """Return the hypothesis with the same weights and another x_0.     Lecture 2: L2.3

        If h was learned on D.scaled_by(q), then h.with_x0(h.x0 / q) answers rows that are not
        scaled.

        Args:
            x0: An exact number.

        >>> Hypothesis([-3, 1], x0=2).with_x0(1)([4])
        1
        """
        return self._copy_with(x0=checked_rational("x0", x0))

    @property
    def weights(self) -> dict[str, Fraction]:
        """The weights w_1, ..., w_d, by the names of their features.     Lecture 2: L2.2"""
        return dict(zip(self.names, self.w[1:]))

    def score(self, x: Iterable[object]) -> Fraction:
        """Return the exact score w . x, with x_0 in front of x.     Lecture 2: L2.3

        Args:
            x: The d numbers x_1, ..., x_d. If x has names, for example as a row of a frame, the
                names of the features select the numbers.

        Raises:
            DataError: If x does not have d exact numbers; the message says what is wrong.
        """
        from .exact.tables import row_in_order_of_names  # here, because runs do not need it

        x = row_in_order_of_names(x, self._names)
        return dot(self.w, (self.x0, *exact_vector("x", x, self.d, ", without x_0")))

    def __call__(self, x: Iterable[object]) -> int:
        """Return h(x) = sign(w . x); `predict` answers many rows.     Lecture 2: L2.3

        Args:
            x: The d numbers x_1, ..., x_d.
        """
        return sign(self.score(x), self.sign_of_zero)

    def predict(self, rows: object, *, words: bool = False) -> list[Any]:
        """Return h(x) for every row of a table, in order.     Lecture 2: L2.2

        Args:
            rows: Rows as `Dataset` takes them, or a Dataset. If a frame's columns and the features
                of h have names, columns are matched by name, and other columns are ignored.
            words: Whether to return texts (see `label`) instead of -1, 0 and +1.

        Returns:
            N answers.

        Raises:
            DataError: If a number cannot be used, or the features do not match those of h.

        >>> Hypothesis([-3, 2, "1/2"]).predict([[1, 4], [1, 2], [1, 0]])
        [1, 0, -1]
        """
        if isinstance(rows, Dataset):
            data = rows
        else:
            from .exact.tables import as_table

            table = as_table(rows, self._names or ())
            if not table.cells:
                return []
            data = Dataset(table, [1] * len(table.cells), x0=self.x0)
        check_features_match(self, data)
        # w and the rows are multiplied by positive numbers, which change no sign
        w, _ = ints_and_denominator(self.w)
        answers = [sign(score, self.sign_of_zero) for score in scores(w, data.scaled_rows)]
        return [*map(self.label, answers)] if words else answers

    def label(self, answer: int) -> str:
        """Return the label of the data that an answer of h means.

        The answer 0 means "on the line". If many texts mean -1, the answer -1 gives "not" and the
        text for +1.

        Args:
            answer: -1, 0 or +1.

        Raises:
            DataError: If the answer is another number.

        >>> h = Hypothesis([-2, 1], labels=(None, "sold"))
        >>> h.label(h([5])), h.label(h([1])), h.label(h([2]))
        ('sold', 'not sold', 'on the line')
        """
        return label_of_sign(answer, self.labels)

    def mistakes(self, data: Dataset) -> int:
        """Return the number of examples with h(x_n) != y_n.     Lecture 2: L2.14

        Raises:
            DataError: If the features, x_0 or the meaning of the labels differ from those of h.
        """
        check_features_match(self, checked_dataset(data), with_labels=True)
        return sum(h_x != y for h_x, y in zip(self.predict(data), data.ys))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the hypothesis to a JSON file, atomically, with numbers as exact text.

        Args:
            path: The file; an existing file is replaced.

        Raises:
            DataError: If the file cannot be written.
        """
        from .models import write_model

        record = {
            "w": [exact_text(w_i) for w_i in self.w],
            "x0": exact_text(self.x0),
            "names": self._names,
            "sign_of_zero": self.sign_of_zero,
            "labels": self.labels,
            "label": self.label_name,
            "columns": layout_as_dict(self._layout),
        }
        write_model(path, record)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Hypothesis:
        """Read a hypothesis from a file that `save` wrote.

        Args:
            path: The JSON file.

        Raises:
            DataError: If the file cannot be read, or holds no hypothesis; the message names it.
        """
        from .models import read_model

        record = read_model(path)
        label_name, columns = record.pop("label"), record.pop("columns")
        try:
            h = cls(**record, label_name=checked_label_name(label_name, "label"))
            ints_and_denominator(h.w)  # raises DataError if the common denominator is too long
            return h._copy_with(_layout=layout_from_dict(columns, h.d))
        except DataError as error:
            text = f"{as_sentence(error)} `fit --save` writes a valid model"
            raise DataError(f"{os.fspath(path)}: {text}") from None

    def _key(self) -> tuple[object, ...]:
        """Return the values that equal hypotheses share: all attributes but the layout."""
        return tuple(sorted([item for item in vars(self).items() if item[0] != "_layout"]))

    def __repr__(self) -> str:
        w = ", ".join(map(exact_text, self.w[:_MAX_REPR_WEIGHTS])) + ", ..." * (
            self.d >= _MAX_REPR_WEIGHTS
        )
        x_0 = "" if self.x0 == 1 else f" x0={exact_text(self.x0)}"
        return f"<Hypothesis w=({w}){x_0}>"
