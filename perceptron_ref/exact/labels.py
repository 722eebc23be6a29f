"""Labels as files and calls write them, and their meaning as -1 and +1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Optional, Union

from ..errors import DataError, did_you_mean, quote
from .rationals import checked_rational, exact_text, is_number, rational

if TYPE_CHECKING:
    Key = Union[Fraction, str]
    Pair = tuple[Union[str, None], str]
    """How -1 and +1 are written; None for -1 where any other text, or none, means it."""
    Place = Callable[[Optional[str]], str]
    """Where a label first occurs; of None, where the labels are."""


def signs_of_labels(
    labels: Sequence[object], positive: object = None
) -> tuple[tuple[int, ...], Pair]:
    """Return what `signs_of_texts` does for the labels of a call: numbers, texts, True and False.

    Without `positive`, labels that are all equal to -1 or +1 are those, written "-1" and "+1"; and
    where all are True or False, True is +1.

    >>> signs_of_labels([1, -1.0]), signs_of_labels([0, 1])
    (((1, -1), ('-1', '+1')), ((-1, 1), ('0', '1')))
    >>> signs_of_labels(["no", "yes"], positive="yes")
    ((-1, 1), ('no', 'yes'))
    """
    kinds = {getattr(getattr(label, "dtype", None), "kind", type(label)) for label in labels}
    truths = bool(kinds) and kinds <= {bool, "b"}  # Python's, or NumPy's
    texts = [str(bool(label)) if truths else _spelled(n, label) for n, label in enumerate(labels)]

    def place(text: str | None) -> str:
        return "labels" if text is None else f"example {texts.index(text)}"

    agreed: Pair | None = None
    if positive is None and truths:
        agreed = "False", "True"
    elif positive is None and {*label_keys(texts, place).values()} <= {-1, 1}:
        agreed = "-1", "+1"
    return signs_of_texts(texts, place, positive, agreed)


def _spelled(n: int, label: object) -> str:
    """Return how the label of example n is written: text as it is, a number in full."""
    if isinstance(label, str):
        return str.__str__(label)  # as subclasses say more than the text
    try:
        return exact_text(label if type(label) is int else rational(label))
    except DataError:
        told = f"example {n}: found the label {quote(label)}; expected a finite number or a text"
        if str(label) in ("None", "nan", "<NA>", "NaT"):
            told += ": leave out the rows whose label is missing"
        raise DataError(told) from None


def label_keys(texts: Sequence[str], place: Place) -> dict[str, Key]:
    """Return each label as a number if it is one, so that "1" and "1.0" are equal, else as it is;
    DataError, with the place, for one that is empty or a number that cannot be.
    """
    keys: dict[str, Key] = {}
    for text in dict.fromkeys(texts):
        if not text:
            raise DataError(f"{place(text)}: found no label; expected one")
        keys[text] = label_key(f"{place(text)}: the label", text)
    return keys


def label_key(what: str, text: str) -> Key:
    """Return a label as a number if it is one; DataError, beginning with `what`, if none can be."""
    return checked_rational(what, text) if is_number(text) else text


def signs_of_texts(
    texts: Sequence[str], place: Place, positive: object = None, agreed: Pair | None = None
) -> tuple[tuple[int, ...], Pair]:
    """Return y_n for every label, and how -1 and +1 are written: (negative, positive).

    A negative of None stands for "anything else", where there are several others, or none.

    positive: the label that means +1; any other means -1. agreed: the pair of another file. Without
        either the labels must be numbers, of two values: the larger is +1; where all are the same,
        they are +1 if positive.
    Numbers are compared as numbers, however they are spelled. DataError, with the place, for a
    label that fits none.
    """
    keys = label_keys(texts, place)
    if positive is not None:
        pair = _pair_with(str(positive), place, keys, agreed)
    else:
        pair = agreed or _larger_is_positive(place, keys)
    minus, plus = (text and label_key("labels", text) for text in pair)
    for text, key in keys.items():
        if key not in (minus, plus) and minus is not None:
            expected = f"{quote(pair[0])} or {quote(pair[1])}"
            raise DataError(f"{place(text)}: found the label {quote(text)}; expected {expected}")
    y_of = {text: 1 if key == plus else -1 for text, key in keys.items()}
    return tuple(map(y_of.__getitem__, texts)), pair


def _pair_with(positive: str, place: Place, keys: dict[str, Key], agreed: Pair | None) -> Pair:
    """Return how -1 and +1 are written where a label was asked for as that for +1.

    It must be in the file, as a typing error would make all labels -1; or, where another file
    agreed on labels, must not turn them around: the label for +1 there would mean -1 here.
    """
    key = label_key("positive", positive)
    if agreed not in (None, ("-1", "+1")) and key == label_key("labels", agreed[1]):
        if agreed[0] is not None:  # then the file has no other label
            return agreed
    if agreed is None and key not in keys.values():
        raise DataError(
            f"{place(None)}: found no label {quote(positive)}; "
            f"expected one of {first_few(list(keys), 5)}{did_you_mean(positive, keys)}"
        )
    if (
        agreed not in (None, ("-1", "+1"))
        and key != label_key("labels", agreed[1]) in keys.values()
    ):
        raise DataError(
            f"{place(None)}: found the label {quote(agreed[1])}, +1 to the model or the other file"
            f"; expected another than {quote(positive)} for +1 (positive=..., --positive)"
        )
    others = [text for text in keys if keys[text] != key]
    return others[0] if len({keys[text] for text in others}) == 1 else None, positive


def _larger_is_positive(place: Place, keys: dict[str, Key]) -> Pair:
    spelled: dict[Fraction, str] = {}
    for text, key in keys.items():
        if isinstance(key, str) or (key not in spelled and len(spelled) == 2):
            beside = f" beside {' and '.join(map(quote, spelled.values()))}" if spelled else ""
            raise DataError(
                f"{place(text)}: found the label {quote(text)}{beside}; expected two "
                "different numbers, or the name of the one that means +1 (positive=..., --positive)"
            )
        spelled.setdefault(key, text)
    low, high = min(spelled), max(spelled)
    if low != high:
        return spelled[low], spelled[high]
    return ("-1", spelled[high]) if high > 0 else (spelled[low], "+1")


def label_text(answer: int, pair: Pair) -> str:
    """Return how the data write -1 or +1; "not" and the other where any text means -1.

    0, which is neither, is "on the line"; DataError for any other answer.

    >>> label_text(-1, ("0", "1")), label_text(-1, (None, "sold")), label_text(+1, (None, "sold"))
    ('0', 'not sold', 'sold')
    """
    negative, positive = pair
    words = {-1: f"not {positive}" if negative is None else negative, 0: "on the line", 1: positive}
    if answer not in words:
        raise DataError(f"found {quote(answer)} as an answer; expected -1, 0 or +1")
    return words[answer]


def first_few(texts: Sequence[object], most: int) -> str:
    """Return the first of the texts as a message quotes them, with ", ..." if there are more.

    >>> first_few(["a", "b", "c"], 2)
    "'a', 'b', ..."
    """
    return ", ".join(map(quote, texts[:most])) + (", ..." if len(texts) > most else "")


def checked_label_name(name: object) -> str | None:
    """Return the value of that option; DataError unless it is a text, not empty, or None."""
    if name is None or (isinstance(name, str) and name):
        return name
    raise DataError(f"label_name: found {quote(name)}; expected a text that is not empty, or None")


def checked_labels(labels: object) -> Pair:
    """Return the value of that option; DataError unless it is a pair of different texts."""
    if isinstance(labels, (tuple, list)) and len(labels) == 2 and labels[0] != labels[1]:
        negative, positive = labels
        if isinstance(positive, str) and (negative is None or isinstance(negative, str)):
            return negative, positive
    raise DataError(
        f"labels: found {quote(labels)}; expected two different texts: how -1 and +1 are written"
    )


def lookalikes(texts: Iterable[str], positive: str) -> list[str]:
    """Return which labels are spelled like that for +1, and mean -1, in words.

    >>> lookalikes(["yes", "Yes.", "no"], "yes")
    ["the label 'Yes.' means -1; only 'yes' means +1"]
    """
    shared, told = _spelling(positive), []
    for text in texts:
        is_other = text != positive and not (is_number(text) and is_number(positive))
        if is_other and _spelling(text) == shared:
            other, one = _told_apart(text, positive)
            told.append(f"the label {other} means -1; only {one} means +1")
    return told


def _spelling(text: str) -> str:
    """Return what labels share that differ in capitals, quotes, a point, accents, the unseen."""
    from unicodedata import category, normalize

    text = normalize("NFKD", text.replace("\u2212", "-"))
    seen = "".join([c for c in text if category(c) not in ("Mn", "Cf", "Zs")])
    return seen.strip("\"'`.\u201c\u201d\u2018\u2019\u00ab\u00bb").casefold()


def _told_apart(text: str, other: str) -> tuple[str, str]:
    """Return two texts in quotes, all but ASCII escaped where they would look the same."""
    from unicodedata import normalize

    words = ascii if normalize("NFKC", text) == normalize("NFKC", other) else quote
    return words(text), words(other)
