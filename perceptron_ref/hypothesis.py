"""h(x) = sign(w . x): the weights found, ready to be asked, counted, saved and loaded."""

from __future__ import annotations

import os
from fractions import Fraction

from .dataset import checked_dataset, checked_names, listed
from .errors import DataError, shown
from .exact.rationals import exact_text, lcm, rational
from .files.write import write_text
from .vectors import dot, sumprod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .dataset import Dataset

_FORMAT = "perceptron_ref hypothesis 1"


def sign(value: Fraction | int, sign_of_zero: int = 0) -> int:
    """Return +1 for value > 0, -1 for value < 0, and for 0 the `sign_of_zero` agreed on.

    sign_of_zero: 0 by default, which equals neither label, so that a zero score is a mistake for
    both; -1 or +1 to side with one of them. DataError for any other.     Lecture 2: L2.2, L2.4

    >>> sign(-7), sign(0), sign(0, sign_of_zero=-1)
    (-1, 0, -1)
    """
    checked_sign_of_zero(sign_of_zero)
    return (value > 0) - (value < 0) or sign_of_zero


class Hypothesis:
    """h(x) = sign(w . x) = sign(w_0 + w_1 x_1 + ... + w_d x_d), with w_0 = -threshold and x_0 = +1.

    w: the 1 + d weights w_0, ..., w_d, any exact numbers (see `rational`), in the units of the
        data.
    names: d different names for the features; x1, x2, ... where none are given.
    sign_of_zero: what h answers on the line itself: 0 ("no answer"), -1 or +1.
    labels: how -1 and +1 are written in the files that the weights were learned from.
    Lecture 2: L2.2, L2.3

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
        """What h answers where the score is zero."""
        return self._sign_of_zero

    @property
    def labels(self) -> tuple[str | None, str]:
        """How -1 and +1 were written in the data; None stands for "anything else"."""
        return self._labels

    @property
    def threshold(self) -> Fraction:
        """The threshold that the weighted sum of the features must pass: -w_0.     Lecture 2: L2.3"""
        return -self._w[0]

    @property
    def weights(self) -> dict[str, Fraction]:
        """w_1, ..., w_d by the names of their features.     Lecture 2: L2.2"""
        return dict(zip(self._names, self._w[1:]))

    def score(self, x: Iterable[object]) -> Fraction:
        """Return w . x, exactly, for the d numbers x_1, ..., x_d (x_0 = 1 is put before them).
        Lecture 2: L2.3
        """
        features = exact_vector("x", x)
        if len(features) != self.d:
            raise DataError(
                f"x: found {len(features)} numbers; expected {self.d}, x_0 = 1 not among them"
            )
        return dot(self._w, (Fraction(1), *features))

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
        """Write the hypothesis to a JSON file, numbers as exact text; an existing file is replaced
        in one step.
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
        # Half a surrogate pair, as odd names may hold, has no UTF-8; JSON writes it as
        # backslashreplace does.
        write_text(path, text.encode("utf-8", "backslashreplace").decode("utf-8"))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Hypothesis:
        """Read what `save` wrote; DataError, naming the file, for anything else."""
        import json

        try:
            with open(path, encoding="utf-8-sig") as stream:
                return cls._from_record(json.load(stream))
        except OSError as error:
            raise DataError(
                f"{os.fspath(path)}: cannot be read: {error.strerror or error}; expected a saved model"
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
            if not isinstance(record[key], list) or not all(
                isinstance(entry, str) for entry in record[key]
            ):
                raise DataError(f"{key}: found {shown(record[key])}; expected a list of texts")
        return cls(
            record["w"],
            names=record["names"],
            sign_of_zero=record["sign_of_zero"],
            labels=record["labels"],
        )

    def _ints_for(self, data: Dataset) -> tuple[int, ...]:
        """Return w times the positive integer that makes it ints, after checking that it fits the
        data.
        """
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


def exact_vector(what: str, values: Iterable[object]) -> tuple[Fraction, ...]:
    """Return the numbers as Fractions; DataError, saying which entry of `what`, for anything that
    is none.
    """
    exact = []
    for i, value in enumerate(listed(what, values)):
        try:
            exact.append(rational(value))
        except DataError as error:
            raise DataError(f"{what}, entry {i}: {error}") from None
    return tuple(exact)


def as_ints(values: Sequence[Fraction]) -> tuple[tuple[int, ...], int]:
    """Return the numbers times the least positive integer that makes them all ints, and that
    integer.

    >>> as_ints([Fraction(1, 2), Fraction(-2, 3)])
    ((3, -4), 6)
    """
    common = 1
    for value in values:
        common = lcm(common, value.denominator)
    return tuple([value.numerator * (common // value.denominator) for value in values]), common


def checked_sign_of_zero(value: int) -> int:
    """Return -1, 0 or +1 if that is what the option is; DataError otherwise."""
    if type(value) is int and -1 <= value <= 1:
        return value
    raise DataError(f"sign_of_zero: found {shown(value)}; expected -1, 0 or +1")


def _checked_labels(labels: object) -> tuple[str | None, str]:
    if isinstance(labels, (tuple, list)) and len(labels) == 2:
        negative, positive = labels
        if (
            isinstance(positive, str)
            and (negative is None or isinstance(negative, str))
            and negative != positive
        ):
            return negative, positive
    raise DataError(
        f"labels: found {shown(labels)}; expected two different texts: how -1 and +1 are written"
    )
