"""Labels as files write them, and their meaning as -1 and +1."""

from __future__ import annotations

from ..errors import DataError, shown
from ..exact.limits import LONGEST_LABEL
from ..exact.rationals import is_number, rational

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

_SHOWN = 5


class Found:
    """The labels of a file: their texts, and for messages the line and column of each."""

    __slots__ = ("column", "lines", "source", "texts")

    def __init__(self, source: str, column: str) -> None:
        self.source, self.column = source, column
        self.texts: list[str] = []
        self.lines: list[int] = []

    def append(self, text: str, line: int) -> None:
        """Add the next example's label, as it is written on that line."""
        self.texts.append(text)
        self.lines.append(line)

    def place(self, text: str) -> str:
        """Return "file:line: column" of the label's first occurrence."""
        return f"{self.source}:{self.lines[self.texts.index(text)]}: {self.column}"


def signs(
    found: Found, positive: str | int | None = None, agreed: tuple[str | None, str] | None = None
) -> tuple[tuple[int, ...], tuple[str | None, str]]:
    """Return y_n for every label, and how -1 and +1 are written: (negative, positive).

    A negative of None stands for "anything else".

    positive: the label that means +1; any other means -1. agreed: the pair of another file. Without
        either the labels must be numbers, of two values: the larger is +1; where all are the same,
        they are +1 if positive.
    Numbers are compared as numbers, however they are spelled. DataError, with the place, for a
    label that fits none.
    """
    values = {text: _value(found, text) for text in dict.fromkeys(found.texts)}
    if positive is not None:
        pair: tuple[str | None, str] = (None, _known(found, str(positive), values, agreed is None))
    else:
        pair = agreed or _larger_is_positive(found, values)
    y_of = {text: _sign(found, text, value, pair) for text, value in values.items()}
    return tuple(map(y_of.__getitem__, found.texts)), pair


def some(texts: Sequence[str], most: int) -> str:
    """Return the first of the texts as a message quotes them, with ", ..." if there are more.

    >>> some(["a", "b", "c"], 2)
    "'a', 'b', ..."
    """
    return ", ".join(map(shown, texts[:most])) + (", ..." if len(texts) > most else "")


def _known(found: Found, positive: str, values: dict[str, Fraction | str], required: bool) -> str:
    """Return the label asked for; DataError if it is required in the file and not there.

    Without that check a typing error would make all labels -1.
    """
    try:
        key = key_of(positive)
    except DataError as error:
        raise DataError(f"positive: {error}") from None
    if required and key not in values.values():
        raise DataError(
            f"{found.source}: {found.column}: found no label {shown(positive)}; "
            f"expected one of {some(list(values), _SHOWN)}"
        )
    return positive


def _sign(found: Found, text: str, value: Fraction | str, pair: tuple[str | None, str]) -> int:
    negative, positive = pair
    if value == key_of(positive):
        return 1
    if negative is None or value == key_of(negative):
        return -1
    expected = f"{shown(negative)} or {shown(positive)}"
    raise DataError(f"{found.place(text)}: found the label {shown(text)}; expected {expected}")


def _larger_is_positive(found: Found, values: dict[str, Fraction | str]) -> tuple[str, str]:
    advice = "name the one that means +1 (positive=..., --positive)"
    spelled: dict[Fraction, str] = {}
    for text, value in values.items():
        if isinstance(value, str):
            raise DataError(
                f"{found.place(text)}: found the label {shown(text)}; "
                f"expected a number, or {advice}"
            )
        if value not in spelled and len(spelled) == 2:
            others = " and ".join(map(shown, spelled.values()))
            raise DataError(
                f"{found.place(text)}: found the label {shown(text)} beside {others}; "
                f"expected two different labels, or {advice}"
            )
        spelled.setdefault(value, text)
    low, high = min(spelled), max(spelled)
    if low != high:
        return spelled[low], spelled[high]
    return ("-1", spelled[high]) if high > 0 else (spelled[low], "+1")


def _value(found: Found, text: str) -> Fraction | str:
    if not text:
        raise DataError(f"{found.place(text)}: found no label; expected one")
    if len(text) > LONGEST_LABEL:
        raise DataError(
            f"{found.place(text)}: found the label {shown(text)}; "
            f"expected one of at most {LONGEST_LABEL:,} characters"
        )
    try:
        return key_of(text)
    except DataError as error:
        raise DataError(f"{found.place(text)}: the label: {error}") from None


def key_of(text: str) -> Fraction | str:
    """Return the label as a number if it is one, so that equal ones are told; else as it is."""
    return rational(text) if is_number(text) else text
