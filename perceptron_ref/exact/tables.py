"""Rows and labels as callers hold them: in sequences, or as NumPy, pandas, polars and SciPy do.

None of these is imported: what a value offers tells what it is. Numbers come out as Python's own
where these print the same, so that each stands for the decimal that it prints as.
"""

from __future__ import annotations

from collections import Counter, namedtuple
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from numbers import Integral

from ..errors import DataError, shown
from .common_denominator import Numerals, over_least
from .sparse import held

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from . import sparse

MOST_FEATURES = 1_000_000  # of sparse rows, as weights and names are that many, zeros or not

# The rows of a table, as they were given. cells: for each row its numbers; of a sparse matrix those
# that it holds. d: the number of features. names: those of the columns, or None. indices: where
# cells are left out, for each row 0, which is x_0's, and the features that its cells are.
Table = namedtuple("Table", "cells d names indices", defaults=(None, None))


def listed(what: str, values: Any) -> list[Any]:
    """Return the values as a new list; DataError for text, sets, dicts and what is no sequence.

    Of an array, numbers that print as Python's own become these: a float of 4 bytes prints fewer
    digits than the same number of 8, and stays as it is.

    >>> listed("w", (1, 2))
    [1, 2]
    """
    if isinstance(values, (list, tuple)):
        return list(values)
    refused = isinstance(values, (str, bytes, Mapping, AbstractSet)) or _columns(values) is not None
    array = None if refused else _array(values)
    if array is not None:
        kind = array.dtype.kind
        if kind not in "biufOUT":  # of NumPy's types: numbers, True and False, objects and text
            found = f"found an array of {shown(str(array.dtype))}"
            raise DataError(f"{what}: {found}; expected numbers, or labels as text")
        is_short = kind == "f" and array.dtype.itemsize != 8  # bytes of a float of Python's
        values = array if is_short and array.shape else array.tolist()
    if refused or not isinstance(values, Iterable):
        raise DataError(f"{what}: found {shown(values)}; expected a sequence")
    return list(values)


def rows_of(rows: Any, by_name: tuple[str, ...] | None = None) -> Table:
    """Return the rows of a table: a sequence of sequences, an array, a frame, a sparse matrix.

    by_name: the columns that are taken from a frame whose columns have names, in that order.
    """
    if isinstance(rows, Table):
        return rows
    if _columns(rows) is not None:
        return _of_frame(rows, by_name)
    if callable(getattr(rows, "tocsr", None)):
        return _of_sparse(rows)
    cells = [listed(f"example {n}", row) for n, row in enumerate(listed("rows", rows))]
    d = len(cells[0]) if cells else 0
    for n, row in enumerate(cells):
        if len(row) != d:
            found = f"example {n}: found {len(row)} features"
            raise DataError(f"{found}; expected {d}, as in example 0")
    return Table(cells, d)


def check_counts(table: Table, ys: Sequence[int]) -> None:
    """Raise DataError unless there are rows, and as many labels."""
    if len(table.cells) != len(ys) or not ys:
        found = f"found {len(table.cells)} rows and {len(ys)} labels"
        raise DataError(f"{found}; expected one label for each row, and at least one row")


def scaled_rows(table: Table, names: Sequence[str]) -> tuple[sparse.Rows, int]:
    """Return the rows, x_0 = 1 in front, times the least common denominator of all, and that."""
    numerals, rows, indices = Numerals(), [], table.indices
    for n, cells in enumerate(table.cells):
        named = names if indices is None else [names[i - 1] for i in indices[n][1:]]
        rows.append(numerals.row(cells, lambda i: f"example {n}, feature {named[i]}"))
    del numerals  # with the spellings that it knows, as now memory peaks
    scaled, scale = over_least(rows)
    return (scaled if indices is None else held(indices, scaled, table.d)), scale


def column(labels: Any) -> tuple[list[Any], str | None]:
    """Return the labels of a sequence, an array, or a frame's column, and its name or None."""
    values, name = listed("labels", labels), getattr(labels, "name", None)
    return values, name if name and isinstance(name, str) else None


def row_by_name(row: Any, names: tuple[str, ...] | None) -> Any:
    """Return the entries of a frame's row in the order of the names, if it has them all.

    What has no names for its entries is returned as it is.
    """
    index = getattr(row, "index", None)
    if names is None or index is None or callable(index):  # as that of a list is
        return row
    where = dict(zip(_names(list(index)) or (), index))
    if len(where) < len(index) or not where.keys() >= {*names}:
        return row
    return [row[where[name]] for name in names]


def _columns(values: object) -> Any:
    """Return the labels of a frame's columns, or the names of an array's fields; else None."""
    fields = getattr(getattr(values, "dtype", None), "names", None)
    return getattr(values, "columns", fields) if hasattr(values, "shape") else None


def _of_frame(frame: Any, by_name: tuple[str, ...] | None) -> Table:
    """Return the rows of a frame, column by column, as each has a type of its own."""
    columns = list(_columns(frame))
    check_different("columns", columns)
    names: Sequence[object] | None = _names(columns)
    if by_name is not None and names is not None:
        where, names = dict(zip(names, columns)), by_name
        lacking = [name for name in names if name not in where]
        if lacking:
            raise DataError(
                f"rows: found no column {shown(lacking[0])} among {len(columns)}; "
                "expected one for each feature of the hypothesis"
            )
        columns = [where[name] for name in names]
    parts = [listed(f"column {shown(name)}", frame[name]) for name in columns]
    return Table([*map(list, zip(*parts))] if parts else [[]] * len(frame), len(parts), names)


def check_different(what: str, names: Sequence[object]) -> None:
    """Raise DataError, beginning with `what`, where a name is there twice."""
    name, times = Counter(names).most_common(1)[0] if names else ("", 0)
    if times > 1:
        raise DataError(f"{what}: found {shown(name)} twice; expected different names")


def _names(columns: list[object]) -> list[object] | None:
    """Return the names of a frame's columns, ints as text; None if they are only counted."""
    if columns == [*range(len(columns))]:
        return None
    return [str(name) if isinstance(name, Integral) else name for name in columns]


def _of_sparse(matrix: Any) -> Table:
    """Return the rows of a sparse matrix of SciPy's by what they hold."""
    shape = tuple(matrix.shape)
    if len(shape) != 2 or shape[1] > MOST_FEATURES:
        raise DataError(
            f"rows: found a sparse matrix of shape {shape}; "
            f"expected a row for each example, of at most {MOST_FEATURES:,} features"
        )
    csr = matrix.tocsr()
    values, at, ends = (listed("rows", part) for part in (csr.data, csr.indices, csr.indptr))
    cells, indices = [], []
    for n, (i, j) in enumerate(zip(ends, ends[1:])):
        row = dict(zip(at[i:j], values[i:j]))
        if len(row) < j - i:
            found = f"example {n}: found a feature twice"
            raise DataError(f"{found}; expected each once: sum_duplicates() adds")
        cells.append([row[feature] for feature in sorted(row)])
        indices.append((0, *[1 + feature for feature in sorted(row)]))
    return Table(cells, shape[1], None, indices)


def _array(values: Any) -> Any:
    """Return the NumPy array that the values are or offer, or None."""
    convert = getattr(values, "to_numpy", None)
    if convert is None and hasattr(getattr(values, "dtype", None), "kind"):
        return values
    convert = convert or getattr(values, "__array__", None)
    return _array(convert()) if callable(convert) else None
