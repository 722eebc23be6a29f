"""Convert sequences of any kind to lists, and check that names differ."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice

from ..errors import DataError, quote
from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_MAX_ENTRIES = 10_000_000  # of an iterable, which may be endless; lists and arrays may have more
_TABLE_ATTRIBUTES = ("to_table()", "to_pandas()", "toPandas()", "read()", "values")


def as_list(value_name: str, values: Any) -> list[Any]:
    """Return the values as a new list.

    Args:
        value_name: The name of the values, with which an error begins.
        values: A sequence, an array, a column of a frame, or another iterable.

    Raises:
        DataError: For text, bytes, a set, a dict, a frame, an object that is not iterable, and an
            iterable of more than 10,000,000 entries.

    >>> as_list("w", (1, 2))
    [1, 2]
    """
    if isinstance(values, (list, tuple)):
        return list(values)
    from . import frames  # here, because most sequences are lists

    values = frames.compute_if_lazy(value_name, values)
    if isinstance(values, (str, bytes, Mapping, AbstractSet)) or frames.is_dataframe(values):
        items = None
    else:
        items = frames.to_python_list(value_name, values)
        is_array = frames.has_all_methods(values, "__array__")
        if items is None and isinstance(values, Iterable) and not is_array:
            items = _collect_entries(value_name, values)
            if len(items) > _MAX_ENTRIES:
                raise DataError(
                    f"{value_name}: found more than {_MAX_ENTRIES:,} entries in "
                    f"{frames.type_with_article(values)}; expected a list for so many entries"
                )
    if not isinstance(items, list):
        value, remedy = frames.describe_value(values), _table_conversion_hint(values)
        raise DataError(
            f"{value_name}: found {value}; expected {_expected_list(value_name)}{remedy}"
        )
    return items


def _table_conversion_hint(value: Any) -> str:
    """Return a hint on how to turn a value into a table; "" if there is no hint.

    The value may be a path, or an object such as a worksheet or an opened Parquet file.
    """
    if isinstance(value, (str, os.PathLike)):
        return f". Use read({str(value)!r}) to read this file" if os.path.isfile(value) else ""
    value_type = type(value)
    if isinstance(value, (bytes, Mapping, AbstractSet)) or hasattr(value_type, "shape"):
        return ""
    names = [name for name in _TABLE_ATTRIBUTES if hasattr(value_type, name.rstrip("()"))]
    return f". Try its .{names[0]}" if names else ""


def _expected_list(value_name: str) -> str:
    """Return the words for the list that a value should be."""
    if re.fullmatch(r"example \d+", value_name):
        return "a list of numbers, one for each feature"
    return {
        "rows": "a list of rows, or a table",
        "labels": "a list of labels, or a column",
        "names": "a list of names",
        **dict.fromkeys(["w", "w0", "w_f", "x"], "a list of numbers"),
    }.get(value_name, "a list or another sequence")


def _collect_entries(value_name: str, values: Iterable[Any]) -> list[Any]:
    """Return the entries, but at most one more than `_MAX_ENTRIES`.

    An exception that an iterator raises passes through, because the user wrote that code.
    """
    if isinstance(values, Iterator):
        return list(islice(values, _MAX_ENTRIES + 1))
    from .frames import library_errors_as_data_errors

    with library_errors_as_data_errors(value_name, values):
        return list(islice(values, _MAX_ENTRIES + 1))


def check_distinct(value_name: str, names: Sequence[object]) -> None:
    """Check that names are different.

    Raises:
        DataError: If a name occurs more than once; the message begins with `value_name`.
    """
    counts = Counter(names)
    for name in counts if len(counts) < len(names) else ():
        if counts[name] > 1:
            raise DataError(
                f"{value_name}: found {quote(name)} more than once; expected different names"
            )
