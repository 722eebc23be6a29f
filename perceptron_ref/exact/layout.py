"""Where the columns of a file stood, and which labels it had: what a model remembers of it."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

from ..errors import DataError, quote

MAX_NEGATIVES = 100  # labels that are remembered

# width: how many columns the file had, None for libsvm. features: the indices of those of
# x_1, ..., x_d. label: that of the labels, or None. zero_based: whether its indices counted from 0,
# as libsvm's do not. negatives: the texts that meant -1, and counts: how often each was there; None
# where they are too many, or not known.
Layout = namedtuple("Layout", "width features label zero_based negatives counts")


def layout_record(layout: Any) -> dict[str, object] | None:
    """Return a layout as JSON has it, without the counts."""
    if layout is None:
        return None
    record: dict[str, Any] = dict(zip(layout._fields, layout))
    del record["counts"]
    for name in ("features", "negatives"):
        record[name] = None if record[name] is None else [*record[name]]
    return record


def checked_layout(record: object, d: int) -> Layout | None:
    """Return the layout that `layout_record` wrote; DataError for anything else.

    >>> checked_layout(layout_record(Layout(3, range(1, 3), 0, False, ("0",), None)), 2)
    Layout(width=3, features=(1, 2), label=0, zero_based=False, negatives=('0',), counts=None)
    """
    if record is None:
        return None
    known = record if isinstance(record, dict) else {}
    width, features, label, zero_based, negatives = map(known.get, Layout._fields[:-1])
    used = [*(features or ()), *([] if label is None else [label])]
    columns = range(width) if isinstance(width, int) else ()
    is_table = isinstance(features, list) and len(features) == d
    is_table = is_table and all(type(k) is int and k in columns for k in used)
    is_libsvm = width is None and features is None and label is None
    is_right = (is_table or is_libsvm) and isinstance(zero_based, bool)
    texts = [] if negatives is None else negatives
    if not (is_right and isinstance(texts, list) and all(isinstance(t, str) for t in texts)):
        raise DataError(f'"columns": found {quote(record)}; expected what `fit --save` wrote')
    features = None if features is None else tuple(features)
    return Layout(width, features, label, zero_based, negatives and tuple(negatives), None)
