"""The layout of a data file: the positions of its columns, and its labels. A model keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from ..errors import DataError, quote
from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

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
    values = record if isinstance(record, dict) else {}
    names = "width", "features", "label", "zero_based", "negatives"
    width, features, label, zero_based, negatives = map(values.get, names)
    used_columns = [*(features or ()), *([] if label is None else [label])]
    all_columns = range(width) if isinstance(width, int) else ()
    is_table = isinstance(features, list) and len(features) == d
    is_table = is_table and all(type(k) is int and k in all_columns for k in used_columns)
    is_libsvm = width is None and features is None and label is None
    is_valid = (is_table or is_libsvm) and isinstance(zero_based, bool)
    texts = [] if negatives is None else negatives
    if not (is_valid and isinstance(texts, list) and all(isinstance(t, str) for t in texts)):
        raise DataError(
            f'"columns": found {quote(record)}; expected the columns of the file that the '
            "hypothesis was learned on, as `save` writes them"
        )
    features = None if features is None else tuple(features)
    return Layout(width, features, label, bool(zero_based), negatives and tuple(negatives))
