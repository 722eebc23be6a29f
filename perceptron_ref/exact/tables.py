"""Rows and labels as NumPy, pandas, polars, SciPy and scikit-learn hold them.

None of these is imported: what a value offers tells what it is. Numbers come out as Python's own
where these print the same, so that each stands for the decimal that it prints as.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from numbers import Integral

from ..errors import DataError, shown
from .limits import MOST_FEATURES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = [
    "Rows",
    "column",
    "is_frame",
    "is_table",
    "listed",
    "name_of",
    "opened",
    "row_by_name",
    "rows_of",
]

_PRINTED_ALIKE = "biuOUT"  # kinds of NumPy's types whose entries `tolist` gives as they print
_DOUBLE = 8  # bytes of a float that is Python's, too
_EXAMPLES = "data", "target"  # what scikit-learn's sets of examples have


class Rows:
    """The rows of a table.

    cells: for each row its numbers; of a sparse matrix those that it holds. names: those of the
    columns, or None. indices: where cells are left out, for each row 0, which is x_0's, and the
    features that its cells are. d: the number of features of such rows.
    """

    __slots__ = ("cells", "d", "indices", "names")

    def __init__(
        self,
        cells: list[list[object]],
        names: Any = None,
        indices: list[tuple[int, ...]] | None = None,
        d: int = 0,
    ) -> None:
        self.cells, self.names, self.indices, self.d = cells, names, indices, d


def listed(what: str, values: object) -> list[object]:
    """Return the values as a new list; DataError for text, sets, dicts and what is no sequence.

    >>> listed("w", (1, 2))
    [1, 2]
    """
    if not isinstance(values, (list, tuple)):
        if isinstance(values, (str, bytes, Mapping, AbstractSet)) or is_frame(values):
            raise _no_sequence(what, values)
        values = _plain(what, values)
        if not isinstance(values, Iterable):
            raise _no_sequence(what, values)
    return list(values)


def rows_of(rows: Any, by_name: tuple[str, ...] | None = None) -> Rows:
    """Return the rows of a table: a sequence of sequences, an array, a frame, a sparse matrix.

    by_name: the columns that are taken from a frame whose columns have names, in that order.
    """
    if isinstance(rows, Rows):
        return rows
    if is_frame(rows):
        return _of_frame(rows, by_name)
    if callable(getattr(rows, "tocsr", None)):
        return _of_sparse(rows)
    shape = _shape(_array(rows))
    if len(shape) > 2 or (len(shape) == 1 and not _may_nest(rows)):
        raise DataError(
            f"rows: found an array of shape {shape}; "
            "expected two dimensions, a row for each example"
            + ("; reshape(-1, 1) makes one feature of it" if len(shape) == 1 else "")
        )
    return Rows([listed(f"example {n}", row) for n, row in enumerate(listed("rows", rows))])


def column(labels: Any) -> list[object]:
    """Return the labels of a sequence, an array, or a frame of one column, as a list."""
    if is_frame(labels) and len(_columns(labels)) == 1:
        labels = labels[_columns(labels)[0]]
    shape = _shape(_array(labels))
    if len(shape) > 1 and shape[1:] != (1,):
        raise DataError(
            f"labels: found an array of shape {shape}; expected one dimension, a label for each row"
        )
    values: list[Any] = listed("labels", labels)
    return [label for (label,) in values] if len(shape) > 1 else values


def name_of(labels: Any) -> str | None:
    """Return the name of a column of labels; None for what is no column, or has no name."""
    if is_frame(labels):
        return name_of(labels[_columns(labels)[0]])
    name = None if isinstance(labels, (list, tuple)) else getattr(labels, "name", None)
    return name if name and isinstance(name, str) and _array(labels) is not None else None


def opened(examples: object) -> tuple[Any, Any, Any, tuple[str, str] | None]:
    """Return rows, labels, names and, of two classes with names, these, of a scikit-learn set.

    Such a set, a "Bunch", is a mapping with "data" and "target". Its `target_names` are the labels
    if `target` has their indices. DataError for what is no such mapping.

    >>> opened({"data": [[1], [2]], "target": [0, 1], "target_names": ["no", "yes"]})
    ([[1], [2]], ['no', 'yes'], None, ('no', 'yes'))
    """
    if not isinstance(examples, Mapping) or not all(key in examples for key in _EXAMPLES):
        raise DataError(
            "found rows without labels; expected Dataset(rows, labels), or one set of scikit-learn "
            'with "data" and "target"'
        )
    rows, target = (examples[key] for key in _EXAMPLES)
    words, names = examples.get("target_names"), examples.get("feature_names")
    if words is None or target is None:
        return rows, target, names, None
    indices: list[Any] = column(target)
    classes: list[Any] = listed("target_names", words)
    if len(classes) < 2 or not all(type(i) is int and 0 <= i < len(classes) for i in indices):
        return rows, indices, names, None
    agreed = (str(classes[0]), str(classes[1])) if len(classes) == 2 else None
    return rows, [classes[i] for i in indices], names, agreed


def is_frame(values: object) -> bool:
    """Tell whether the values are a frame, or an array whose entries have fields with names."""
    return _columns(values) is not None and hasattr(values, "shape")


def is_table(values: Any) -> bool:
    """Tell whether the values are rows, or hold some: a frame, a matrix, a list of lists.

    >>> is_table([[1, 2], [3, 4]]), is_table([1, 2]), is_table([])
    (True, False, False)
    """
    if isinstance(values, (list, tuple)):
        return any(isinstance(row, Iterable) and not isinstance(row, str) for row in values[:1])
    if is_frame(values) or callable(getattr(values, "tocsr", None)):
        return True
    return len(_shape(_array(values))) > 1


def row_by_name(row: Any, names: tuple[str, ...] | None) -> Any:
    """Return the entries of a frame's row in the order of the names, if it has them all.

    What has no names for its entries is returned as it is. DataError for a table.
    """
    if is_table(row):
        raise DataError("x: found a table; expected one row: predict(rows) answers many")
    index = None if isinstance(row, (list, tuple)) else getattr(row, "index", None)
    if names is None or index is None or callable(index):
        return row
    called = _names(list(index)) or []
    where = dict(zip(called, index))
    if len(where) < len(called) or not all(name in where for name in names):
        return row
    return [row[where[name]] for name in names]


def _columns(values: object) -> Any:
    """Return the labels of a frame's columns, or None for what is no frame."""
    if isinstance(values, (list, tuple)):
        return None
    columns = getattr(values, "columns", None)
    return getattr(getattr(values, "dtype", None), "names", None) if columns is None else columns


def _of_frame(frame: Any, by_name: tuple[str, ...] | None) -> Rows:
    """Return the rows of a frame, column by column, as each has a type of its own."""
    columns = list(_columns(frame))
    if len(set(columns)) < len(columns):
        twice = next(name for i, name in enumerate(columns) if name in columns[:i])
        raise DataError(f"found two columns {shown(twice)}; expected different names")
    names = _names(columns)
    if by_name is not None and names is not None:
        names, columns = [*by_name], _chosen(dict(zip(names, columns)), by_name)
    parts = [listed(f"column {shown(name)}", frame[name]) for name in columns]
    cells = list(map(list, zip(*parts))) if parts else [[] for _ in range(len(frame))]
    return Rows(cells, names)


def _names(columns: list[object]) -> list[object] | None:
    """Return the names of a frame's columns, ints as text; None if they are only counted."""
    if columns == [*range(len(columns))]:
        return None
    return [str(name) if isinstance(name, Integral) else name for name in columns]


def _chosen(columns: dict[object, object], names: tuple[str, ...]) -> list[object]:
    """Return the columns of these names; DataError for one that is not there."""
    for name in names:
        if name not in columns:
            raise DataError(
                f"rows: found no column {shown(name)} among {len(columns)}; "
                "expected one for each feature of the hypothesis"
            )
    return [columns[name] for name in names]


def _of_sparse(matrix: Any) -> Rows:
    """Return the rows of a sparse matrix of SciPy's by what they hold."""
    shape = _shape(matrix)
    if len(shape) != 2 or shape[1] > MOST_FEATURES:
        raise DataError(
            f"rows: found a sparse matrix of shape {shape}; "
            f"expected a row for each example, of at most {MOST_FEATURES:,} features"
        )
    csr = matrix.tocsr()
    values: list[Any]
    values, at, ends = (listed("rows", part) for part in (csr.data, csr.indices, csr.indptr))
    pairs: list[dict[Any, object]] = [dict(zip(at[i:j], values[i:j])) for i, j in _pieces(ends)]
    for n, (pair, (i, j)) in enumerate(zip(pairs, _pieces(ends))):
        if len(pair) < j - i:
            raise DataError(
                f"example {n}: found a feature twice; expected each once: sum_duplicates() adds"
            )
    ascending = [sorted(pair) for pair in pairs]
    cells = [[pair[i] for i in features] for pair, features in zip(pairs, ascending)]
    return Rows(cells, None, [(0, *[1 + i for i in row]) for row in ascending], shape[1])


def _pieces(ends: list[Any]) -> Iterator[tuple[int, int]]:
    return zip(ends, ends[1:])


def _array(values: Any) -> Any:
    """Return the NumPy array that the values are or offer, or None."""
    if isinstance(values, (list, tuple)):
        return None
    if callable(getattr(values, "to_numpy", None)):
        values = values.to_numpy()
    elif _kind(values) is None and callable(getattr(values, "__array__", None)):
        values = values.__array__()
    return values if _kind(values) is not None and hasattr(values, "tolist") else None


def _kind(values: object) -> str | None:
    kind = getattr(getattr(values, "dtype", None), "kind", None)
    return kind if isinstance(kind, str) else None


def _plain(what: str, values: object) -> Any:
    """Return an array as lists of numbers and texts; any other value as it is."""
    array = _array(values)
    if array is None:
        return values
    kind = _kind(array) or ""
    if kind in _PRINTED_ALIKE or (kind == "f" and array.dtype.itemsize == _DOUBLE):
        return array.tolist()
    if kind == "f":  # a float of 4 bytes prints fewer digits than the same number of 8
        return [list(row) for row in array] if len(array.shape) > 1 else list(array)
    raise DataError(
        f"{what}: found an array of {shown(str(array.dtype))}; expected numbers, or labels as text"
    )


def _shape(array: Any) -> tuple[int, ...]:
    return tuple(getattr(array, "shape", ()))


def _may_nest(values: object) -> bool:
    """Tell whether the entries of an array may be rows."""
    return _kind(_array(values)) == "O"


def _no_sequence(what: str, values: object) -> DataError:
    return DataError(f"{what}: found {shown(values)}; expected a sequence")
