"""Labels as files and calls write them, and their meaning as -1 and +1."""

from __future__ import annotations

from ..errors import DataError, did_you_mean, shown
from .limits import LONGEST_LABEL
from .rationals import exact_text, is_number, ratio, rational

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

_SHOWN = 5


class Found:
    """The labels of a file: their texts, and for messages the line and column of each."""

    __slots__ = ("column", "lines", "source", "texts")
    advice = "name the one that means +1 (positive=..., --positive)"

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

    @property
    def everywhere(self) -> str:
        """The place of all labels: "file: column"."""
        return f"{self.source}: {self.column}"


class Given(Found):
    """The labels of a call: texts as they are, numbers written in full, True and False."""

    __slots__ = ()
    advice = "name the one that means +1 (positive=...)"
    everywhere = "labels"

    def __init__(self, labels: Sequence[object]) -> None:
        super().__init__("labels", "")
        self.texts = [_spelled(n, label) for n, label in enumerate(labels)]

    def place(self, text: str) -> str:
        """Return "example n" of the label's first occurrence."""
        return f"example {self.texts.index(text)}"


def _spelled(n: int, label: object) -> str:
    """Return how the label of example n is written."""
    if isinstance(label, str):
        return str.__str__(label)  # as subclasses say more than the text
    if is_truth(label):
        return str(bool(label))
    try:
        return exact_text(rational(label))
    except DataError:
        raise DataError(
            f"example {n}: found the label {shown(label)}; expected a finite number or a text"
        ) from None


def is_truth(value: object) -> bool:
    """Tell whether the value is True or False, be it NumPy's.

    >>> is_truth(False), is_truth(0)
    (True, False)
    """
    return isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", None) == "b"


def signs_of(
    labels: Sequence[object], positive: object = None, agreed: tuple[str, str] | None = None
) -> tuple[tuple[int, ...], tuple[str | None, str]]:
    """Return what `signs` does for the labels of a call: numbers, texts, True and False.

    agreed: the pair of the classes' names. Without it and `positive`, labels that are all numbers
        equal to -1 or +1 are those, written "-1" and "+1", and True is +1 where all others are
        False.

    >>> signs_of([1, -1.0]), signs_of([0, 1]), signs_of(["no", "yes"], positive="yes")
    (((1, -1), ('-1', '+1')), ((-1, 1), ('0', '1')), ((-1, 1), ('no', 'yes')))
    """
    ys = None if positive is not None or agreed else _minus_or_plus_1(labels)
    if ys is not None or not labels:
        return ys or (), ("-1", "+1")
    if positive is not None:
        return signs(Given(labels), str(positive))
    if agreed is None and all(map(is_truth, labels)):
        agreed = "False", "True"
    return signs(Given(labels), agreed=agreed)


def _minus_or_plus_1(labels: Sequence[object]) -> tuple[int, ...] | None:
    """Return the labels as ints if each is a number that equals -1 or +1."""
    ys = []
    for label in labels:
        try:
            y, q = ratio(label)
        except DataError:
            return None
        if y not in (-1, 1) or q != 1:
            return None
        ys.append(y)
    return tuple(ys)


def signs(
    found: Found, positive: object = None, agreed: tuple[str | None, str] | None = None
) -> tuple[tuple[int, ...], tuple[str | None, str]]:
    """Return y_n for every label, and how -1 and +1 are written: (negative, positive).

    A negative of None stands for "anything else", where there are several others, or none.

    positive: the label that means +1; any other means -1. agreed: the pair of another file. Without
        either the labels must be numbers, of two values: the larger is +1; where all are the same,
        they are +1 if positive.
    Numbers are compared as numbers, however they are spelled. DataError, with the place, for a
    label that fits none.
    """
    values = {text: _value(found, text) for text in dict.fromkeys(found.texts)}
    if positive is not None:
        pair: tuple[str | None, str] = (None, _known(found, str(positive), values, agreed is None))
        _check_agreed(found, str(positive), values, agreed)
        others = [text for text, value in values.items() if value != key_of(pair[1])]
        if len({values[text] for text in others}) == 1:
            pair = (others[0], pair[1])
    else:
        pair = agreed or _larger_is_positive(found, values)
    y_of = {text: _sign(found, text, value, pair) for text, value in values.items()}
    return tuple(map(y_of.__getitem__, found.texts)), pair


def are_known(texts: Sequence[str], pair: tuple[str | None, str]) -> bool:
    """Tell whether a column that nobody named can hold nothing but the labels of that pair.

    Where any text but one means -1, that one has to be a word, and to be met among words.

    >>> are_known(["1", "0", "1"], ("0", "1")), are_known(["1", "2", "3"], ("0", "1"))
    (True, False)
    >>> are_known(["no", "yes"], (None, "yes")), are_known(["Ann", "Bob"], (None, "yes"))
    (True, False)
    """
    negative, positive = pair
    if negative is None:
        return positive in texts and not any(map(is_number, texts))
    return {*map(key_or_text, texts)} <= {key_of(negative), key_of(positive)}


def word_for(answer: int, pair: tuple[str | None, str]) -> str:
    """Return how the data write -1 or +1; "not" and the other where any text means -1.

    0, which is neither, is "on the line"; DataError for any other answer.

    >>> word_for(-1, ("0", "1")), word_for(-1, (None, "sold")), word_for(+1, (None, "sold"))
    ('0', 'not sold', 'sold')
    """
    negative, positive = pair
    words = {-1: f"not {positive}" if negative is None else negative, 0: "on the line", 1: positive}
    if answer not in words:
        raise DataError(f"found {shown(answer)} as an answer; expected -1, 0 or +1")
    return words[answer]


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
        near = did_you_mean(positive, values)
        raise DataError(
            f"{found.everywhere}: found no label {shown(positive)}; "
            f"expected one of {some(list(values), _SHOWN)}{near}"
        )
    return positive


def _check_agreed(
    found: Found,
    positive: str,
    values: dict[str, Fraction | str],
    agreed: tuple[str | None, str] | None,
) -> None:
    """Refuse a label for +1 that turns the other file's around: its own, met here, would mean -1.

    The pair "-1", "+1" may be nobody's words, as of weights made by hand.
    """
    if agreed is None or agreed == ("-1", "+1") or key_of(agreed[1]) == key_of(positive):
        return
    if key_of(agreed[1]) in values.values():
        raise DataError(
            f"{found.everywhere}: found the label {shown(agreed[1])}, which means +1 to the model "
            f"or the other file; expected it not to mean -1, as with {shown(positive)} for +1 "
            "(positive=..., --positive)"
        )


def _sign(found: Found, text: str, value: Fraction | str, pair: tuple[str | None, str]) -> int:
    negative, positive = pair
    if value == key_of(positive):
        return 1
    if negative is None or value == key_of(negative):
        return -1
    expected = f"{shown(negative)} or {shown(positive)}"
    raise DataError(f"{found.place(text)}: found the label {shown(text)}; expected {expected}")


def _larger_is_positive(found: Found, values: dict[str, Fraction | str]) -> tuple[str, str]:
    advice = found.advice
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


def key_or_text(text: str) -> Fraction | str:
    """Return the same; as it is also a number that cannot be read, which is told elsewhere."""
    try:
        return key_of(text)
    except DataError:
        return text


def checked_label_name(name: object) -> str | None:
    if name is None or (isinstance(name, str) and name):
        return name
    raise DataError(f"label_name: found {shown(name)}; expected a text that is not empty, or None")


def checked_labels(labels: object) -> tuple[str | None, str]:
    if isinstance(labels, (tuple, list)) and len(labels) == 2:
        negative, positive = labels
        texts = isinstance(positive, str) and isinstance(negative, (str, type(None)))
        if texts and negative != positive:
            return negative, positive
    raise DataError(
        f"labels: found {shown(labels)}; expected two different texts: how -1 and +1 are written"
    )
