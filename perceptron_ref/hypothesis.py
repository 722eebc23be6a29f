"""The hypothesis h(x) = sign(w . x): what it answers, its mistakes, its file."""

from __future__ import annotations

import os
from fractions import Fraction

from .dataset import checked_dataset, checked_names, listed
from .errors import DataError, shown
from .exact.integers import integer
from .exact.rationals import exact_text, lcm, rational
from .files.write import write_text
from .vectors import dot, sumprod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .dataset import Dataset

__all__ = ["Hypothesis", "count_mistakes", "sign"]

_FORMAT = "perceptron_ref hypothesis 1"


def sign(value: Fraction | int, sign_of_zero: int = 0) -> int:
    """Return +1 for value > 0, -1 for value < 0, `sign_of_zero` for 0.     Lecture 2: L2.2, L2.4

    sign_of_zero: 0 by default, which equals neither label, so that a zero score is a mistake for
        both; -1 or +1 to side with that label. DataError for any other.

    >>> sign(-7), sign(0), sign(0, sign_of_zero=-1)
    (-1, 0, -1)
    """
    at_zero = checked_sign_of_zero(sign_of_zero)
    return (value > 0) - (value < 0) or at_zero


class Hypothesis:
    """h(x) = sign(w . x) = sign(w_0 + w_1 x_1 + ... + w_d x_d).     Lecture 2: L2.2, L2.3

    Here w_0 = -threshold and x_0 = +1.

    w: the 1 + d weights w_0, ..., w_d, any exact numbers (see `rational`), in the units of the
        data.
    names: d different names for the features; x1, x2, ... where none are given.
    sign_of_zero: what h answers on the line itself: 0 ("no answer"), -1 or +1.
    labels: how -1 and +1 are written in the file that the weights were learned from; None for -1
        where any text but the other means -1.

    >>> h = Hypothesis([-3, 2, "1/2"], names=["salary", "years"])
    >>> h([1, 4]), h([1, 2]), h([1, 0])
    (1, 0, -1)
    >>> h.score([1, 4]), h.threshold, h.weights["years"]
    (Fraction(1, 1), Fraction(3, 1), Fraction(1, 2))
    """

    __slots__ = ("_labels", "_names", "_sign_of_zero", "_w")

    def __init__(
        self,
        w: Iterable[object],
        *,
        names: Iterable[str] | None = None,
        sign_of_zero: int = 0,
        labels: tuple[str | None, str] = ("-1", "+1"),
    ) -> None:
        self._w = exact_vector("w", w)
        if len(self._w) < 2:
            raise DataError(f"w: found {len(self._w)} weights; expected w_0 and at least one more")
        self._names = checked_names(names, self.d)
        self._sign_of_zero = checked_sign_of_zero(sign_of_zero)
        self._labels = _checked_labels(labels)

    @property
    def w(self) -> tuple[Fraction, ...]:
        """w_0, w_1, ..., w_d, exact."""
        return self._w

    @property
    def d(self) -> int:
        """The number of features, x_0 not counted."""
        return len(self._w) - 1

    @property
    def names(self) -> tuple[str, ...]:
        """The names of x_1, ..., x_d."""
        return self._names

    @property
    def sign_of_zero(self) -> int:
        """The answer of h where the score is zero."""
        return self._sign_of_zero

    @property
    def labels(self) -> tuple[str | None, str]:
        """How -1 and +1 are written in the data; None where any text but the other means -1."""
        return self._labels

    @property
    def threshold(self) -> Fraction:
        """The threshold that w_1 x_1 + ... + w_d x_d must pass: -w_0.     Lecture 2: L2.3"""
        return -self._w[0]

    @property
    def weights(self) -> dict[str, Fraction]:
        """w_1, ..., w_d by the names of their features.     Lecture 2: L2.2"""
        return dict(zip(self._names, self._w[1:]))

    def score(self, x: Iterable[object]) -> Fraction:
        """Return w . x, exactly, for the d numbers x_1, ..., x_d.     Lecture 2: L2.3

        x_0 = 1 is put before them.
        """
        return dot(self._w, (Fraction(1), *exact_features("x", x, self.d)))

    def __call__(self, x: Iterable[object]) -> int:
        """Return h(x) = sign(w . x) for the d numbers x_1, ..., x_d.     Lecture 2: L2.3"""
        return sign(self.score(x), self._sign_of_zero)

    def predictions(self, data: Dataset) -> list[int]:
        """Return h(x_n) for every example of the set, in order."""
        w = self._ints_for(data)
        return [sign(dot(w, x), self._sign_of_zero) for x in data.scaled_xs]

    def mistakes(self, data: Dataset) -> int:
        """Return the number of examples with h(x_n) != y_n.     Lecture 2: L2.14"""
        return count_mistakes(data, self._ints_for(data), self._sign_of_zero)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the hypothesis to a JSON file, numbers as exact text.

        An existing file is replaced in one step.
        """
        import json

        record = {
            "format": _FORMAT,
            "w": [exact_text(w_i) for w_i in self._w],
            "names": list(self._names),
            "sign_of_zero": self._sign_of_zero,
            "labels": list(self._labels),
        }
        text = json.dumps(record, indent=2, ensure_ascii=False) + "\n"
        # A name may hold a lone surrogate, which UTF-8 cannot encode; as \udXXX JSON reads it back.
        write_text(path, text.encode("utf-8", "backslashreplace").decode("utf-8"))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Hypothesis:
        """Read what `save` wrote; DataError, naming the file, for anything else."""
        import json

        try:
            with open(path, encoding="utf-8-sig") as stream:
                return cls._from_record(json.load(stream))
        except OSError as error:
            what = error.strerror or error
            raise DataError(
                f"{os.fspath(path)}: cannot be read: {what}; expected a saved model"
            ) from error
        except DataError as error:
            raise DataError(f"{os.fspath(path)}: {error}") from None
        except (ValueError, RecursionError) as error:
            raise DataError(
                f"{os.fspath(path)}: found no JSON ({error}); expected a saved model"
            ) from None

    @classmethod
    def _from_record(cls, record: object) -> Hypothesis:
        if not isinstance(record, dict) or record.get("format") != _FORMAT:
            raise DataError(
                f'expected a saved model, that is a JSON object with "format": "{_FORMAT}"'
            )
        for key in ("w", "names", "sign_of_zero", "labels"):
            if key not in record:
                raise DataError(
                    f'found no "{key}"; expected "w", "names", "sign_of_zero" and "labels"'
                )
        for key in ("w", "names"):
            texts = record[key]
            if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
                raise DataError(f"{key}: found {shown(texts)}; expected a list of texts")
        w, names, labels = record["w"], record["names"], record["labels"]
        return cls(w, names=names, sign_of_zero=record["sign_of_zero"], labels=labels)

    def _ints_for(self, data: Dataset) -> tuple[int, ...]:
        """Return w times the positive integer that makes it ints; DataError for other features."""
        checked_dataset(data)
        if data.d != self.d:
            raise DataError(
                f"found data with {data.d} features; expected {self.d}, as the hypothesis has"
            )
        return as_ints(self._w)[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hypothesis):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self._w, self._names, self._sign_of_zero, self._labels

    def __repr__(self) -> str:
        return f"<Hypothesis w=({', '.join(map(exact_text, self._w))})>"


def count_mistakes(data: Dataset, scaled_w: Sequence[int], sign_of_zero: int = 0) -> int:
    """Return how many examples have sign(w . x_n) != y_n.     Lecture 2: L2.14

    scaled_w: w times any positive number that makes it ints.
    """
    margins = (y * sumprod(scaled_w, x) for x, y in zip(data.scaled_xs, data.ys))
    return sum(
        margin <= 0 and (margin < 0 or y != sign_of_zero) for margin, y in zip(margins, data.ys)
    )


def exact_weights(what: str, values: Iterable[object], d: int) -> tuple[Fraction, ...]:
    """Return the 1 + d weights as Fractions; DataError, beginning with `what`, for anything else.

    >>> exact_weights("w_f", [-3, "1/2"], d=1)
    (Fraction(-3, 1), Fraction(1, 2))
    """
    w = exact_vector(what, values)
    _check_length(what, w, 1 + d, ": w_0 = -threshold, then d weights")
    return w


def exact_features(what: str, values: Iterable[object], d: int) -> tuple[Fraction, ...]:
    """Return the d features as Fractions; DataError, beginning with `what`, for anything else.

    >>> exact_features("x", ["0.5"], d=1)
    (Fraction(1, 2),)
    """
    x = exact_vector(what, values)
    _check_length(what, x, d, ", x_0 = 1 not among them")
    return x


def exact_vector(what: str, values: Iterable[object]) -> tuple[Fraction, ...]:
    """Return the numbers as Fractions; DataError, which names the entry of `what` that is none."""
    exact = []
    for i, value in enumerate(listed(what, values)):
        try:
            exact.append(rational(value))
        except DataError as error:
            raise DataError(f"{what}, entry {i}: {error}") from None
    return tuple(exact)


def _check_length(what: str, found: tuple[Fraction, ...], expected: int, entries: str) -> None:
    if len(found) != expected:
        raise DataError(f"{what}: found {len(found)} numbers; expected {expected}{entries}")


def as_ints(values: Sequence[Fraction]) -> tuple[tuple[int, ...], int]:
    """Return the numbers times the least positive integer that makes them ints, and that integer.

    >>> as_ints([Fraction(1, 2), Fraction(-2, 3)])
    ((3, -4), 6)
    """
    common = 1
    for value in values:
        common = lcm(common, value.denominator)
    return tuple([value.numerator * (common // value.denominator) for value in values]), common


def checked_sign_of_zero(value: object) -> int:
    """Return the value of the option `sign_of_zero`; DataError unless it is -1, 0 or +1."""
    try:
        checked = integer(value)
    except TypeError:
        checked = 2
    if -1 <= checked <= 1:
        return checked
    raise DataError(f"sign_of_zero: found {shown(value)}; expected -1, 0 or +1")


def _checked_labels(labels: object) -> tuple[str | None, str]:
    if isinstance(labels, (tuple, list)) and len(labels) == 2:
        negative, positive = labels
        texts = isinstance(positive, str) and isinstance(negative, (str, type(None)))
        if texts and negative != positive:
            return negative, positive
    raise DataError(
        f"labels: found {shown(labels)}; expected two different texts: how -1 and +1 are written"
    )
