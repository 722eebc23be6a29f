"""The layout of a data file: the positions of its columns, and its labels. A model keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace

from ..errors import DataError, quote
from ..type_checking import TYPE_CHECKING
from .rationals import count_with_noun

if TYPE_CHECKING:
    from typing import Any

_KEYS = "width", "features", "label", "zero_based", "negatives"
MAX_NEGATIVES = 100  # the most texts for -1 that a layout holds


class Layout(SimpleNamespace):  # a named tuple or a dataclass would take longer to load
    """The layout of a data file.

    The names of the attributes, except `negative_counts`, are keys of a saved model.

    Attributes:
        width: The number of columns; None for libsvm.
        features: The indices of the columns of x_1, ..., x_d; None for libsvm.
        label: The index of the label column, or None.
        zero_based: True if the indices in a libsvm file count from 0.
        negatives: The texts that mean -1; None if they are unknown, or more than `MAX_NEGATIVES`.
        negative_counts: The number of examples with each of these texts; None if it is unknown.
    """

    width: int | None
    features: Sequence[int] | None
    label: int | None
    zero_based: bool
    negatives: Sequence[str] | None
    negative_counts: Sequence[int] | None

    def __init__(
        self,
        width: int | None = None,
        features: Sequence[int] | None = None,
        label: int | None = None,
        zero_based: bool = False,
        negatives: Sequence[str] | None = None,
        negative_counts: Sequence[int] | None = None,
    ) -> None:
        super().__init__(width=width, features=features, label=label, zero_based=zero_based)
        self.negatives, self.negative_counts = negatives, negative_counts

    def replace(self, **attributes: object) -> Layout:
        """Return a copy of the layout in which these attributes have new values."""
        return type(self)(**{**vars(self), **attributes})


def layout_as_dict(layout: Any) -> dict[str, object] | None:
    """Return a layout in the types of JSON, without `negative_counts`; None for None."""
    if layout is None:
        return None
    record: dict[str, Any] = {**vars(layout)}
    del record["negative_counts"]
    for name in ("features", "negatives"):
        record[name] = None if record[name] is None else [*record[name]]
    return record


def layout_from_dict(record: object, d: int) -> Layout | None:
    """Return the layout from the record that `layout_as_dict` returned.

    Args:
        record: The record, or None.
        d: The number of features.

    Raises:
        DataError: If the record does not fit d features, or has another form.

    >>> layout = Layout(3, (1, 2), label=0, negatives=("0",))
    >>> layout_from_dict(layout_as_dict(layout), 2) == layout
    True
    """
    if record is None:
        return None
    if not isinstance(record, dict):
        *first_keys, last_key = _KEYS
        keys = f"{', '.join(first_keys)} and {last_key}"
        raise DataError(f"columns: found {quote(record)}; expected the keys {keys}")
    for key, is_valid, expected in _checks(d, *map(record.get, _KEYS)):
        if not is_valid:
            raise DataError(f"columns, {key}: found {quote(record.get(key))}; expected {expected}")
    width, features, label, zero_based, negatives = map(record.get, _KEYS)
    features = None if features is None else tuple(features)
    return Layout(width, features, label, bool(zero_based), negatives and tuple(negatives))


def _checks(
    d: int, width: object, features: Any, label: object, zero_based: object, negatives: object
) -> Iterator[tuple[str, bool, str]]:
    """Yield each key of a layout, whether its value is valid, and what is expected.

    The first invalid value decides; a later check may rely on the values before it.
    """
    is_width = type(width) is int and width >= d
    yield "width", width is None or is_width, f"the number of columns, at least {d}, or None"
    if isinstance(width, int):
        columns = range(width)
        indices = f"from 0 to {width - 1}"
        are_indices = isinstance(features, list) and all(_is_index(k, columns) for k in features)
        expected = f"a list of {count_with_noun(d, 'index', 'indices')} {indices}"
        yield "features", are_indices and len(features) == d, expected
        yield "label", label is None or _is_index(label, columns), f"an index {indices}, or None"
    else:
        yield "features", features is None, "None, because width is None"
        yield "label", label is None, "None, because width is None"
    yield "zero_based", isinstance(zero_based, bool), "True or False"
    texts = [] if negatives is None else negatives
    are_texts = isinstance(texts, list) and all(isinstance(text, str) for text in texts)
    yield "negatives", are_texts, "a list of strings, or None"


def _is_index(value: object, columns: range) -> bool:
    return type(value) is int and value in columns
