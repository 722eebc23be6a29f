"""Labels in files and in arguments, and their meaning as -1 or +1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import wraps

from ..errors import DataError, did_you_mean, first_few, quote
from ..type_checking import TYPE_CHECKING
from .rationals import checked_rational, exact_text, is_number, rational

if TYPE_CHECKING:
    from typing import Optional, TypeVar, Union

    Key = Union[Fraction, str]
    LabelPair = tuple[Union[str, None], str]
    """The texts for -1 and +1; None in place of the first if all texts but the second mean -1."""
    Init = TypeVar("Init", bound=Callable[..., None])
    Location = Callable[[Optional[str]], str]
    """A function that returns the first location of a label; for None, that of all labels."""


def signs_of_labels(
    labels: Sequence[object], positive: object = None
) -> tuple[tuple[int, ...], LabelPair]:
    """Return y_n for labels passed as an argument, and the texts for -1 and +1.

    Args:
        labels: Numbers, texts, or True and False.
        positive: See `signs_of_label_texts`. If it is None, True means +1, and if all labels equal
            -1 or +1, they keep this meaning, with the texts "-1" and "+1".

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

    def location(text: str | None) -> str:
        return "labels" if text is None else f"example {texts.index(text)}"

    known_pair: LabelPair | None = None
    if positive is None and are_bools:
        known_pair = "False", "True"
    elif positive is None and {*label_comparison_keys(texts, location).values()} <= {-1, 1}:
        known_pair = "-1", "+1"
    return signs_of_label_texts(texts, location, positive, known_pair)


def _label_as_text(n: int, label: object) -> str:
    """Return the label of example n as text; a number is written in full."""
    if isinstance(label, str):
        return str.__str__(label)  # `str(label)` of a subclass may have more text
    try:
        return exact_text(label if type(label) is int else rational(label))
    except DataError:
        text = str(label)
        expected, remedy = "a finite number or a string", "Use str(label) to turn it into a string"
        if text in ("None", "nan", "<NA>", "NaT"):
            remedy = "Leave out the rows whose label is missing"
        elif is_number(text):  # infinity; as a string it would be refused, too
            expected = "a finite number"
            remedy = "Give this label another name, such as 'infinite'"
        elif isinstance(label, bytes):
            remedy = "Use label.decode() to turn it into a string"
        raise DataError(
            f"example {n}: found the label {quote(label)}; expected {expected}. {remedy}"
        ) from None


def label_comparison_keys(texts: Sequence[str], location: Location) -> dict[str, Key]:
    """Return a key for each label. Labels with equal keys, such as "1" and "1.0", are equal.

    Args:
        texts: The labels.
        location: See `Location`.

    Raises:
        DataError: If a label is empty, or a number that `rational` refuses.
    """
    keys: dict[str, Key] = {}
    for text in dict.fromkeys(texts):
        if not text:
            raise DataError(
                f"{location(text)}: found an empty label; expected a number or a non-empty string"
            )
        keys[text] = label_comparison_key(f"{location(text)}: the label", text)
    return keys


def label_comparison_key(value_name: str, text: str) -> Key:
    """Return the key of one label: the number, if the text is a number, else the text itself.

    Raises:
        DataError: If it is a number that `rational` refuses; the message begins with `value_name`.
    """
    return checked_rational(value_name, text) if is_number(text) else text


def signs_of_label_texts(
    texts: Sequence[str],
    location: Location,
    positive: object = None,
    known_pair: LabelPair | None = None,
    like_name: str = "the model",
) -> tuple[tuple[int, ...], LabelPair]:
    """Return y_n for every label, and the texts for -1 and +1.

    Without `positive` and `known_pair`, the labels must be numbers of at most two values. The
    larger value means +1; a single value means +1 if it is positive, else -1.

    Args:
        texts: The labels. Numbers are compared as numbers.
        location: See `Location`.
        positive: The label that means +1; every other label means -1.
        known_pair: The texts for -1 and +1 in a model or another file, if they are valid here.
        like_name: The words for this model or other file in a message.

    Returns:
        The y_n, and the pair of the texts for -1 and +1.

    Raises:
        DataError: If a label has no meaning; the message says where.
    """
    keys = label_comparison_keys(texts, location)
    if positive is not None:
        pair = _label_pair_for_positive(str(positive), location, keys, known_pair, like_name)
    else:
        pair = known_pair or _label_pair_by_size(location, keys)
    negative_key, positive_key = (text and label_comparison_key("labels", text) for text in pair)
    for text, key in keys.items():
        if key not in (negative_key, positive_key) and negative_key is not None:
            expected = f"{quote(pair[0])} or {quote(pair[1])}"
            raise DataError(f"{location(text)}: found the label {quote(text)}; expected {expected}")
    y_of = {text: 1 if key == positive_key else -1 for text, key in keys.items()}
    return tuple(map(y_of.__getitem__, texts)), pair


def _label_pair_for_positive(
    positive: str,
    location: Location,
    keys: dict[str, Key],
    known_pair: LabelPair | None,
    like_name: str,
) -> LabelPair:
    """Return the texts for -1 and +1, where the caller names the label for +1.

    Without a `known_pair` the named label must occur, because a misspelled name would turn all
    labels into -1. A label that means +1 in the model or the other file must not mean -1 here.
    """
    key = label_comparison_key("positive", positive)
    if known_pair not in (None, ("-1", "+1")) and key == label_comparison_key(
        "labels", known_pair[1]
    ):
        if known_pair[0] is not None:  # the caller refuses labels that are not in the pair
            return known_pair
    if known_pair is None and key not in keys.values():
        raise DataError(
            f"{location(None)}: found no label {quote(positive)}, which the argument positive "
            f"names; expected one of {first_few(list(keys), 5)}{did_you_mean(positive, keys)}"
        )
    if (
        known_pair not in (None, ("-1", "+1"))
        and key != label_comparison_key("labels", known_pair[1]) in keys.values()
    ):
        raise DataError(
            f"{location(None)}: found the label {quote(known_pair[1])}, which means +1 in "
            f"{like_name}, but the argument positive names {quote(positive)}; expected the same "
            f"label for +1. Leave out the argument positive or set it to {quote(known_pair[1])}"
        )
    negatives = [text for text in keys if keys[text] != key]
    return negatives[0] if len({keys[text] for text in negatives}) == 1 else None, positive


def _label_pair_by_size(location: Location, keys: dict[str, Key]) -> LabelPair:
    """Return the texts for -1 and +1 of labels that are numbers of one or two values."""
    text_of: dict[Fraction, str] = {}
    for text, key in keys.items():
        if isinstance(key, str) or (key not in text_of and len(text_of) == 2):
            beside = f" beside {' and '.join(map(quote, text_of.values()))}" if text_of else ""
            raise DataError(
                f"{location(text)}: found the label {quote(text)}{beside}; expected two different "
                "numbers as labels. Use the argument positive to name the label that means +1"
            )
        text_of.setdefault(key, text)
    smaller, larger = min(text_of), max(text_of)
    if smaller != larger:
        return text_of[smaller], text_of[larger]
    return ("-1", text_of[larger]) if larger > 0 else (text_of[smaller], "+1")


def label_of_sign(sign: int, pair: LabelPair) -> str:
    """Return the text for the sign of an answer; the text for 0 is "on the line".

    Args:
        sign: -1, 0 or +1.
        pair: The texts for -1 and +1. None for -1 stands for "not " before the text for +1.

    Raises:
        DataError: For any other sign.

    >>> label_of_sign(-1, ("0", "1")), label_of_sign(-1, (None, "sold"))
    ('0', 'not sold')
    """
    negative, positive = pair
    if negative is None:
        negative = f"not {positive}"
    text_of = {-1: negative, 0: "on the line", 1: positive}
    if sign not in text_of:
        raise DataError(f"found {quote(sign)} as an answer; expected -1, 0 or +1")
    return text_of[sign]


def checked_label_name(name: object, value_name: str = "label_name") -> str | None:
    """Return the name of the label column, or None.

    Args:
        name: The name.
        value_name: What a message calls it.

    Raises:
        DataError: If the name is empty, or neither a text nor None.
    """
    if name is None or (isinstance(name, str) and name):
        return name
    raise DataError(f"{value_name}: found {quote(name)}; expected a non-empty string or None")


def checked_label_pair(labels: object) -> LabelPair:
    """Return the texts for -1 and +1; the text for -1 may be None.

    Raises:
        DataError: If `labels` is not a pair of different texts, or of None and a text.
    """
    if isinstance(labels, (tuple, list)) and len(labels) == 2 and labels[0] != labels[1]:
        negative, positive = labels
        if isinstance(positive, str) and (negative is None or isinstance(negative, str)):
            return negative, positive
    raise DataError(
        f"labels: found {quote(labels)}; expected two different strings, the labels for -1 and +1"
    )


def lookalike_warnings(texts: Iterable[str], positive: str) -> dict[str, str]:
    """Return a warning for each label that looks like the label for +1 but means -1.

    >>> print(lookalike_warnings(["yes", "Yes.", "no"], "yes")["Yes."])
    the label 'Yes.' means -1; only 'yes' means +1. If it should mean +1, too, write it as 'yes'
    """
    warnings = {}
    for text in texts:
        are_numbers = is_number(text) and is_number(positive)
        looks_equal = _lookalike_key(text) == _lookalike_key(positive)
        if text != positive and looks_equal and not are_numbers:
            quoted_text, quoted_positive = _quote_showing_difference(text, positive)
            warnings[text] = (
                f"the label {quoted_text} means -1; only {quoted_positive} means +1. If it should "
                f"mean +1, too, write it as {quoted_positive}"
            )
    return warnings


def _lookalike_key(text: str) -> str:
    """Return a key that is equal for texts that look alike.

    The key is the case-folded text without spaces, accents, invisible characters, and without
    quotes and full stops at either end.
    """
    text = text.replace("\u2212", "-")
    if text.isascii():
        visible = text.replace(" ", "")
    else:
        from unicodedata import category, normalize  # here, because loading it takes time

        text = normalize("NFKD", text)
        visible = "".join([c for c in text if category(c) not in ("Mn", "Cf", "Zs")])
    return visible.strip("\"'`.\u201c\u201d\u2018\u2019\u00ab\u00bb").casefold()


def _quote_showing_difference(text: str, positive: str) -> tuple[str, str]:
    """Quote two texts. If they look the same, escape their characters that are not ASCII."""
    from unicodedata import normalize

    quote_text = ascii if normalize("NFKC", text) == normalize("NFKC", positive) else quote
    return quote_text(text), quote_text(positive)


def explain_missing_labels(init: Init) -> Init:
    """Decorate `__init__` of `Dataset` with an error that explains where the labels belong.

    The error is raised if no labels are passed, or if an option `label` names their column.
    """

    @wraps(init)
    def checked_init(self: object, *arguments: object, **options: object) -> None:
        if "label" in options:
            column = quote(options["label"])
            raise DataError(
                f"found the option label={column}; expected the labels themselves after the rows. "
                f"For a frame df, write Dataset(df.drop(columns={column}), df[{column}])"
            )
        if not ("labels" in options or arguments[1:]):
            raise DataError("found rows but no labels; expected both, as in Dataset(rows, labels)")
        init(self, *arguments, **options)

    return checked_init  # type: ignore[return-value]
