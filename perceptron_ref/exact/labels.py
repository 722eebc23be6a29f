"""Labels in files and calls, and their meaning as -1 and +1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Optional, TypeVar, Union, cast

from ..errors import DataError, did_you_mean, quote
from .rationals import checked_rational, exact_text, is_number, rational

if TYPE_CHECKING:
    Key = Union[Fraction, str]
    LabelPair = tuple[Union[str, None], str]
    """The texts for -1 and +1; None for -1 if every text other than that for +1 means -1."""
    Init = TypeVar("Init", bound=Callable[..., None])
    Place = Callable[[Optional[str]], str]
    """A function that says where a label first occurs; for None, where the labels are."""


def signs_of_labels(
    labels: Sequence[object], positive: object = None
) -> tuple[tuple[int, ...], LabelPair]:
    """Return y_n for the labels of a call, and the texts for -1 and +1.

    Args:
        labels: Numbers, texts, or True and False.
        positive: See `signs_of_label_texts`. Without it True is +1, and labels that equal -1 or +1
            keep their meaning, with the texts "-1" and "+1".

    Raises:
        DataError: See `signs_of_label_texts`.

    >>> signs_of_labels([1, -1.0]), signs_of_labels([0, 1])
    (((1, -1), ('-1', '+1')), ((-1, 1), ('0', '1')))
    >>> signs_of_labels(["no", "yes"], positive="yes")
    ((-1, 1), ('no', 'yes'))
    """
    types = {getattr(getattr(label, "dtype", None), "kind", type(label)) for label in labels}
    are_bools = bool(types) and types <= {bool, "b"}  # Python's, or NumPy's
    texts = [
        str(bool(label)) if are_bools else _label_as_text(n, label)
        for n, label in enumerate(labels)
    ]

    def place(text: str | None) -> str:
        return "labels" if text is None else f"example {texts.index(text)}"

    known_pair: LabelPair | None = None
    if positive is None and are_bools:
        known_pair = "False", "True"
    elif positive is None and {*label_comparison_keys(texts, place).values()} <= {-1, 1}:
        known_pair = "-1", "+1"
    return signs_of_label_texts(texts, place, positive, known_pair)


def _label_as_text(n: int, label: object) -> str:
    """Return the text of the label of example n; a number is written in full."""
    if isinstance(label, str):
        return str.__str__(label)  # because subclasses add to the text
    try:
        return exact_text(label if type(label) is int else rational(label))
    except DataError:
        message = f"example {n}: found the label {quote(label)}; expected a finite number or a text"
        if str(label) in ("None", "nan", "<NA>", "NaT"):
            message += ": leave out the rows whose label is missing"
        else:
            message += ", as str(label) is"
        raise DataError(message) from None


def label_comparison_keys(texts: Sequence[str], place: Place) -> dict[str, Key]:
    """Return a key for each label: equal keys are equal labels, so "1" and "1.0" share one.

    Args:
        texts: The labels.
        place: See `Place`.

    Raises:
        DataError: If a label is empty, or a number that `rational` refuses.
    """
    keys: dict[str, Key] = {}
    for text in dict.fromkeys(texts):
        if not text:
            raise DataError(f"{place(text)}: found no label; expected one")
        keys[text] = label_comparison_key(f"{place(text)}: the label", text)
    return keys


def label_comparison_key(value_name: str, text: str) -> Key:
    """Return the key of one label: a number if it is one, else the text.

    Raises:
        DataError: If it is a number that `rational` refuses; the message begins with `value_name`.
    """
    return checked_rational(value_name, text) if is_number(text) else text


def signs_of_label_texts(
    texts: Sequence[str], place: Place, positive: object = None, known_pair: LabelPair | None = None
) -> tuple[tuple[int, ...], LabelPair]:
    """Return y_n for every label, and the texts for -1 and +1.

    Without `positive` and `known_pair` the labels must be numbers of at most two values. The larger
    is +1; a single value is +1 if it is above 0.

    Args:
        texts: The labels. Numbers are compared as numbers.
        place: See `Place`.
        positive: The label that means +1; every other label means -1.
        known_pair: The texts for -1 and +1 in another file, if this one uses the same.

    Returns:
        The y_n, and the pair of the texts for -1 and +1.

    Raises:
        DataError: If a label has no meaning; the message says where.
    """
    keys = label_comparison_keys(texts, place)
    if positive is not None:
        pair = _label_pair_for_positive(str(positive), place, keys, known_pair)
    else:
        pair = known_pair or _label_pair_by_size(place, keys)
    minus, plus = (text and label_comparison_key("labels", text) for text in pair)
    for text, key in keys.items():
        if key not in (minus, plus) and minus is not None:
            expected = f"{quote(pair[0])} or {quote(pair[1])}"
            raise DataError(f"{place(text)}: found the label {quote(text)}; expected {expected}")
    y_of = {text: 1 if key == plus else -1 for text, key in keys.items()}
    return tuple(map(y_of.__getitem__, texts)), pair


def _label_pair_for_positive(
    positive: str, place: Place, keys: dict[str, Key], known_pair: LabelPair | None
) -> LabelPair:
    """Return the texts for -1 and +1 if the user names the label for +1.

    That label must occur, because a typing error would make all labels -1. The label for +1 of
    another file must not mean -1 here.
    """
    key = label_comparison_key("positive", positive)
    if known_pair not in (None, ("-1", "+1")) and key == label_comparison_key(
        "labels", known_pair[1]
    ):
        if known_pair[0] is not None:  # any other label is refused later
            return known_pair
    if known_pair is None and key not in keys.values():
        raise DataError(
            f"{place(None)}: found no label {quote(positive)} for positive=... (--positive); "
            f"expected one of {first_few(list(keys), 5)}{did_you_mean(positive, keys)}"
        )
    if (
        known_pair not in (None, ("-1", "+1"))
        and key != label_comparison_key("labels", known_pair[1]) in keys.values()
    ):
        raise DataError(
            f"{place(None)}: found the label {quote(known_pair[1])}, which means +1 in the model "
            "or the other file; expected it for +1 here, too, not "
            f"{quote(positive)} from positive=... (--positive)"
        )
    others = [text for text in keys if keys[text] != key]
    return others[0] if len({keys[text] for text in others}) == 1 else None, positive


def _label_pair_by_size(place: Place, keys: dict[str, Key]) -> LabelPair:
    text_of: dict[Fraction, str] = {}
    for text, key in keys.items():
        if isinstance(key, str) or (key not in text_of and len(text_of) == 2):
            others = f" beside {' and '.join(map(quote, text_of.values()))}" if text_of else ""
            raise DataError(
                f"{place(text)}: found the label {quote(text)}{others}; expected two "
                "different numbers. Use positive=... (--positive) to name the one that means +1"
            )
        text_of.setdefault(key, text)
    low, high = min(text_of), max(text_of)
    if low != high:
        return text_of[low], text_of[high]
    return ("-1", text_of[high]) if high > 0 else (text_of[low], "+1")


def label_of_sign(sign: int, pair: LabelPair) -> str:
    """Return the text for an answer: -1, +1, or 0, which is "on the line".

    Args:
        sign: -1, 0 or +1.
        pair: The texts for -1 and +1. If the text for -1 is None, it is "not " and
            the text for +1.

    Raises:
        DataError: For any other answer.

    >>> label_of_sign(-1, ("0", "1")), label_of_sign(-1, (None, "sold"))
    ('0', 'not sold')
    """
    negative, positive = pair
    words = {-1: f"not {positive}" if negative is None else negative, 0: "on the line", 1: positive}
    if sign not in words:
        raise DataError(f"found {quote(sign)} as an answer; expected -1, 0 or +1")
    return words[sign]


def first_few(texts: Sequence[object], maximum: int) -> str:
    """Return the first `maximum` texts, quoted, and ", ..." if there are more.

    >>> first_few(["a", "b", "c"], 2)
    "'a', 'b', ..."
    """
    return ", ".join(map(quote, texts[:maximum])) + (", ..." if len(texts) > maximum else "")


def checked_label_name(name: object) -> str | None:
    """Return the name of the column of the labels.

    Raises:
        DataError: If it is neither None nor a text that is not empty.
    """
    if name is None or (isinstance(name, str) and name):
        return name
    raise DataError(f"label_name: found {quote(name)}; expected a text that is not empty, or None")


def checked_label_pair(labels: object) -> LabelPair:
    """Return the texts for -1 and +1.

    Raises:
        DataError: If they are not two different texts; the text for -1 may be None.
    """
    if isinstance(labels, (tuple, list)) and len(labels) == 2 and labels[0] != labels[1]:
        negative, positive = labels
        if isinstance(positive, str) and (negative is None or isinstance(negative, str)):
            return negative, positive
    raise DataError(
        f"labels: found {quote(labels)}; expected two different texts: how -1 and +1 are written"
    )


def lookalike_warnings(texts: Iterable[str], positive: str) -> list[str]:
    """Return a warning for each label that looks like the label for +1, and means -1.

    >>> lookalike_warnings(["yes", "Yes.", "no"], "yes")
    ["the label 'Yes.' means -1; only 'yes' means +1"]
    """
    warnings = []
    for text in texts:
        is_other = text != positive and not (is_number(text) and is_number(positive))
        if is_other and _lookalike_key(text) == _lookalike_key(positive):
            minus, plus = _quote_showing_difference(text, positive)
            warnings.append(f"the label {minus} means -1; only {plus} means +1")
    return warnings


def _lookalike_key(text: str) -> str:
    """Return the text without capitals, quotes, end points, accents and invisible characters."""
    text = text.replace("\u2212", "-")
    if text.isascii():
        visible = text.replace(" ", "")
    else:
        from unicodedata import category, normalize  # here, as it takes time to load

        text = normalize("NFKD", text)
        visible = "".join([c for c in text if category(c) not in ("Mn", "Cf", "Zs")])
    return visible.strip("\"'`.\u201c\u201d\u2018\u2019\u00ab\u00bb").casefold()


def _quote_showing_difference(text: str, positive: str) -> tuple[str, str]:
    """Quote two texts; if they would look the same, escape characters that are not ASCII."""
    from unicodedata import normalize

    quoted = ascii if normalize("NFKC", text) == normalize("NFKC", positive) else quote
    return quoted(text), quoted(positive)


def explain_missing_labels(init: Init) -> Init:
    """Let a constructor say where the labels belong if they are missing, or named by an option."""

    @wraps(init)
    def checked_init(self: object, *arguments: object, **options: object) -> None:
        if "label" in options:
            column = quote(options["label"])
            raise DataError(
                f"found the option label={column}; expected the labels themselves behind the rows, "
                f"as in Dataset(df.drop(columns={column}), df[{column}]); `read` takes label for "
                "a file"
            )
        if not ("labels" in options or arguments[1:]):
            raise DataError("found no labels; expected Dataset(rows, labels)")
        init(self, *arguments, **options)

    return cast("Init", checked_init)
