"""Rows and labels as callers pass them: sequences, or tables of NumPy, pandas, polars and SciPy.

No library is imported; see `frames.py`. Numbers become Python's own if these print the same,
because a float stands for the decimal that it prints as.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from ..errors import DataError, DataWarning, quote
from ..named_tuples import NamedTuple
from .common_denominator import RowReader, over_common_denominator
from .frames import (
    Frame,
    describe,
    foreign_call,
    frame_of,
    has_methods,
    is_foreign,
    load_lazy,
    row_as_dict,
    shape_of,
    type_with_article,
)
from .labels import first_few, lookalikes
from .sequences import as_list, check_distinct
from .sparse import SparseVector, dense_or_sparse

if TYPE_CHECKING:
    from . import sparse

_MIN_EXAMPLES = 10  # in fewer a feature may separate the labels by chance
MAX_FEATURES = 1_000_000  # of sparse rows, because all weights and names are held


class Table(NamedTuple):
    """Rows of numbers as the caller passed them.

    Attributes:
        cells: For each row its numbers; for a row of a sparse matrix only the stored ones.
        d: The number of features.
        names: The names of the columns, or None.
        indices: For sparse rows, the index of each cell behind a 0, which is that of x_0; else
            None.
        labels: The labels of a frame's columns, as the frame has them, or None.
        leave_out: See `Frame`.
        is_foreign: True if the table is one of another library.
    """

    cells: list[list[Any]]
    d: int
    names: Sequence[Any] | None = None
    indices: list[tuple[int, ...]] | None = None
    labels: Sequence[Any] | None = None
    leave_out: str = ""
    is_foreign: bool = False


def table_of(rows: Any, by_name: tuple[str, ...] | None = None) -> Table:
    """Return the rows of a sequence of sequences, an array, a frame or a sparse matrix.

    Args:
        rows: The rows, or a `Table`, which is returned as it is.
        by_name: The columns to take from a table whose columns have names, in that order; () for
            columns without names, which a frame numbers from 0. None takes all columns.

    Raises:
        DataError: If the rows cannot be read; the message says where.
    """
    if isinstance(rows, Table):
        return rows
    rows = load_lazy("rows", rows)
    return _rows_of(rows, by_name)._replace(is_foreign=is_foreign(rows))


def _rows_of(rows: Any, by_name: tuple[str, ...] | None) -> Table:
    if has_methods(rows, "tocsr"):
        with foreign_call("rows", rows):
            return _of_sparse(rows)
    frame = frame_of("rows", rows)
    if frame is not None:
        return _of_frame(frame, by_name)
    _check_first_row(rows)
    values = as_list("rows", rows)
    _check_dimensions(rows, values)
    frame = None if is_foreign(rows) else _of_dicts(values)
    if frame is not None:
        return _of_frame(frame, by_name)
    if values:
        _check_row(values[0])
    cells = [as_list(f"example {n}", row) for n, row in enumerate(values)]
    d = len(cells[0]) if cells else 0
    for n, row in enumerate(cells):
        if len(row) != d:
            raise DataError(
                f"example {n}: found {len(row)} features; expected {d}, as in example 0"
            )
    return Table(cells, d)


def _check_first_row(rows: Any) -> None:
    """Refuse an iterable of other things than rows before it is read to its end."""
    if isinstance(rows, (list, tuple, str, bytes, Mapping, AbstractSet)) or is_foreign(rows):
        return
    can_restart = isinstance(rows, Iterable) and not isinstance(rows, Iterator)
    if can_restart and not has_methods(rows, "__array__") and not has_methods(rows, "tolist"):
        with foreign_call("rows", rows):
            row = next(iter(rows), ())
        _check_row(row)
        as_list("example 0", row)


def _check_row(row: Any) -> None:
    """Refuse a number or a text in place of the first row."""
    if isinstance(row, (Real, Decimal, str)):
        expected = "expected a sequence: [x] for one row x, [[v] for v in x] for one feature"
        raise DataError(f"example 0: found {quote(row)}; {expected}")


def _check_dimensions(rows: Any, values: list[Any]) -> None:
    """Refuse an array or a column that is no table of rows and columns."""
    if not is_foreign(rows) or not values:
        return
    expected = "expected rows and columns"
    if isinstance(values[0], str) or not isinstance(values[0], Iterable):
        remedy = "df[[name]] is one feature, and h(row) answers one row"
        if not hasattr(type(rows), "name"):
            remedy = "X.reshape(-1, 1) is one feature, X.reshape(1, -1) one row"
        raise DataError(f"rows: found {describe(rows)}; {expected}: {remedy}")
    if len(shape_of(rows) or ()) > 2:
        remedy = "X.reshape(len(X), -1) makes one row of each example"
        raise DataError(f"rows: found {describe(rows)}; {expected}: {remedy}")


def _of_dicts(rows: list[Any]) -> Frame | None:
    """Return the columns of rows that are dicts or named tuples; None for other rows."""
    fields = getattr(type(rows[0]), "_fields", None) if rows else None
    if fields is not None:
        rows = [row._asdict() if has_methods(row, "_asdict") else row for row in rows]
    if not rows or not isinstance(rows[0], Mapping):
        return None
    labels = [*rows[0]]
    for n, row in enumerate(rows):
        if not isinstance(row, Mapping) or row.keys() != rows[0].keys():
            names = [*row] if isinstance(row, Mapping) else row
            expected = f"expected {first_few(labels, 8)}, as in example 0"
            raise DataError(f"example {n}: found {quote(names)}; {expected}")
    return Frame(labels, lambda label: [row[label] for row in rows])


def check_counts(table: Table, ys: Sequence[int]) -> None:
    """Check that there is at least one row, and as many labels as rows.

    Raises:
        DataError: If not.
    """
    if len(table.cells) != len(ys) or not ys:
        raise DataError(
            f"found {len(table.cells)} rows and {len(ys)} labels; expected one label for each row, "
            "and at least one row"
        )


def check_label_not_among_features(table: Table, values: list[Any], name: object) -> None:
    """Check that no feature is the column of the labels.

    Args:
        table: The rows.
        values: The labels.
        name: The name of the column of the labels. A number names that column only if it holds the
            same values, because every frame numbers its columns without names.

    Raises:
        DataError: If the column of the labels is among the features.
    """
    labels = table.labels or ()
    if not isinstance(name, (str, tuple, Integral)) or name not in labels:
        return
    if isinstance(name, Integral):
        k = labels.index(name)
        if [str(row[k]) for row in table.cells] != [*map(str, values)]:
            return
    rename = "" if isinstance(name, Integral) else ", or give the labels another name"
    raise DataError(
        f"column {quote(name)}: found the labels among the features; expected the features alone: "
        f"{_without([name], table.leave_out)}{rename}"
    )


def check_same_order(rows: Any, labels: Any) -> None:
    """Check that labels of pandas have the index of the rows, in the same order.

    Rows and labels are matched by position, but the index would match them in another way.

    Raises:
        DataError: If both have the same index in different orders, or some rows were left out.
    """
    kinds = type(rows), type(labels)
    if not all([hasattr(kind, "iloc") and hasattr(kind, "index") for kind in kinds]):
        return
    with foreign_call("labels", labels):
        of_rows, of_labels = [*rows.index], [*labels.index]
        names = {*of_rows}
        differs = of_rows != of_labels and len(names) == len(of_rows) == len(of_labels)
        differs = differs and names == {*of_labels}
        lacks_rows = len(names) == len(of_rows) < len(of_labels) and names < {*of_labels}
    if lacks_rows:
        raise DataError(
            f"found {len(of_rows)} rows and {len(of_labels)} labels; expected one label for each "
            "row: y.loc[X.index] takes those of these rows"
        )
    if differs:
        raise DataError(
            "labels: found the index of the rows in another order; expected the same: "
            "y.loc[X.index] sorts by it, y.to_numpy() takes the labels as they stand"
        )


def warn_of_label_among_features(
    table: Table, rows: sparse.Rows, ys: Sequence[int], names: Any
) -> None:
    """Warn if a feature has one value in all examples of +1, and another in all of -1.

    It may be the label itself: an array may hold the labels as a column, and a frame a copy of that
    column. In Python's own lists such a feature is there on purpose.
    """
    if not table.is_foreign or len(ys) < _MIN_EXAMPLES or isinstance(rows[0], SparseVector):
        return
    example_of = {y: rows[n] for n, y in enumerate(ys)}
    if len(example_of) < 2:
        return
    suspects = [i for i, (v, w) in enumerate(zip(*example_of.values())) if v != w]
    for x, y in zip(rows, ys):
        suspects = [i for i in suspects if x[i] == example_of[y][i]]
        if not suspects:
            return
    import warnings

    warnings.warn(
        f"feature {names[suspects[0] - 1]} has one value where the label is +1 and another where "
        "it is -1, in all examples: if it is the label itself, leave it out of the rows",
        DataWarning,
        stacklevel=4,
    )


def warn_of_numbered(
    table: Table, rows: sparse.Rows, ys: Sequence[int], scale: int, names: Sequence[str]
) -> None:
    """Warn if a named column of another library may number the examples. Rows to predict may."""
    is_sparse = isinstance(rows[0], SparseVector)
    if not table.is_foreign or table.names is None or is_sparse or len({*ys}) < 2:
        return
    for i, name in enumerate(names, start=1):
        if may_number_examples(name, rows, i, scale):
            import warnings

            warnings.warn(
                f"feature {name} has a different int in each example: if it only numbers them, "
                "leave it out of the rows",
                DataWarning,
                stacklevel=4,
            )
            return


def may_number_examples(name: str, rows: Sequence[Any], i: int, scale: int) -> bool:
    """Return whether a feature, by its name, may number the examples, and has all different ints.

    Args:
        name: The name of the feature.
        rows: The examples, as ints.
        i: The index of the feature.
        scale: What the ints are multiplied by.
    """
    if len(rows) < _MIN_EXAMPLES or not _NUMBERS_EXAMPLES.fullmatch(name.strip()):
        return False
    return all(x[i] % scale == 0 for x in rows) and len({x[i] for x in rows}) == len(rows)


_NUMBERS_EXAMPLES = re.compile(
    r"(?i:(.*[ _.-])?(id|index|idx|row|no|nr|num|number)\.?)|.*[a-z]I[dD]"
    "|.*[\u7de8\u7f16\u5e8f\u5b78\u5b66][\u865f\u53f7]"  # Chinese: bianhao, xuhao, xuehao
)


def warn_of_lookalikes(values: Sequence[object], positive: str) -> None:
    """Warn of labels that look like the label for +1, and mean -1."""
    for message in lookalikes({value for value in values if isinstance(value, str)}, positive):
        import warnings

        warnings.warn(f"labels: {message}", DataWarning, stacklevel=4)


def _without(labels: Sequence[object], leave_out: str) -> str:
    """Return the advice that leaves out columns of a frame."""
    if not leave_out:
        return f"leave out {first_few(labels, 8)}"
    argument = repr(labels[0]) if len(labels) == 1 else repr([*labels])
    return f".{leave_out.format(argument)} leaves out the column{'s' * (len(labels) > 1)}"


def scaled_rows(table: Table, names: Sequence[str]) -> tuple[sparse.Rows, int]:
    """Return the rows as ints, with x_0 = 1 in front, over their least common denominator.

    Args:
        table: The rows.
        names: The names of the features, for an error.

    Returns:
        The rows of ints, and the common denominator.

    Raises:
        DataError: If a cell holds no number; the message says which, and the remedy.
    """
    reader, rows, indices = RowReader(), [], table.indices
    for n, cells in enumerate(table.cells):
        of_cells = names if indices is None else [names[i - 1] for i in indices[n][1:]]
        try:
            rows.append(reader.read(cells, lambda i: f"example {n}, feature {of_cells[i]}"))
        except DataError as error:
            raise DataError(f"{error}{_advice(table, n)}") from None
    del reader  # and the spellings that it remembers, because memory use peaks now
    scaled, scale = over_common_denominator(rows)
    return (scaled if indices is None else dense_or_sparse(indices, scaled, table.d)), scale


def _advice(table: Table, n: int) -> str:
    """Return the remedy for row n, whose entries are missing or no numbers, maybe names."""
    if table.labels is None:
        words = [[*map(_is_word, row)] for row in table.cells[:2]]
        is_header = n == 0 and len(words) == 2 and all(words[0]) and not any(words[1])
        return "; if these are names: Dataset(rows[1:], ..., names=rows[0])" * is_header
    cells_of = dict(zip(table.labels, table.cells[n]))
    missing = [name for name, cell in cells_of.items() if _is_missing(cell)]
    unfit = [name for name, cell in cells_of.items() if name not in missing and _is_unfit(cell)]
    if unfit:
        return f"; {_without(unfit, table.leave_out)}"
    drop = {"drop(columns={})": "dropna", "drop({})": "drop_nulls"}.get(table.leave_out)
    if missing and drop:
        return f"; df.{drop}(subset={missing!r}) leaves out the rows that lack it"
    return ""


def _is_missing(cell: object) -> bool:
    return cell is None or str(cell) in ("nan", "NaN", "<NA>", "NaT")


def _is_word(cell: object) -> bool:
    return isinstance(cell, str) and _is_unfit(cell)


def _is_unfit(cell: object) -> bool:
    """Tell whether an entry is no number in any notation; 1,234.5 is one, in another notation."""
    if isinstance(cell, str):
        return not re.fullmatch(r"[\d\s.,%/+-]*", cell)
    return not isinstance(cell, (Real, Decimal))


def label_column(labels: Any) -> tuple[list[Any], object]:
    """Return the labels, and the name of their column, or None.

    Args:
        labels: A sequence, an array, a column of a frame, or a table of one column.

    Raises:
        DataError: If the labels cannot be read, or are a table of several columns.
    """
    if isinstance(labels, str):
        raise DataError(
            f"labels: found the text {quote(labels)}; expected one label for each row: "
            f"df[{quote(labels)}] is that column of a frame"
        )
    labels = load_lazy("labels", labels)
    if has_methods(labels, "tocsr", "toarray"):
        _check_is_column(labels, shape_of(labels) or ())
        with foreign_call("labels", labels):
            labels = labels.toarray()
    name = labels.name if hasattr(type(labels), "name") else None
    frame = frame_of("labels", labels)
    if frame is not None:
        _check_is_column(labels, (None, len(frame.labels)))
        (name,) = frame.labels
        labels = _read(frame, name)
    _check_is_column(labels, shape_of(labels) or ())
    values = as_list("labels", labels)
    if values and (isinstance(values[0], (list, tuple)) or is_foreign(values[0])):
        rows = [as_list(f"example {n}", row) for n, row in enumerate(values)]
        for row in rows:
            _check_is_column(labels, (len(rows), len(row)))
        values = [label for (label,) in rows]
    return values, name


def _check_is_column(labels: Any, shape: Sequence[Any]) -> None:
    """Refuse a table of labels unless it has one column."""
    if len(shape) > 2 or (len(shape) == 2 and shape[1] != 1):
        N, columns = shape[0], " and ".join([f"{n} columns" for n in shape[1:]])
        rows = "" if N is None else f"{N} row{'s' * (N != 1)} and "
        raise DataError(
            f"labels: found {type_with_article(labels)} of {rows}{columns}; expected one "
            "column: one label for each row"
        )


def row_by_name(row: Any, names: tuple[str, ...] | None) -> Any:
    """Return the entries of a row in the order of `names`, if the row has names.

    Args:
        row: A row. If its entries have no names, or only numbers, it keeps its order.
        names: The names of the features, or None.

    Raises:
        DataError: If the row lacks a name, or is a table.
    """
    if len(shape_of(row) or ()) > 1 and is_foreign(row):
        one = "X.row(0, named=True)" if has_methods(row, "row") else "X.iloc[0] or X[0]"
        expected = f"one row, as {one}; predict(X) answers all rows of a table"
        raise DataError(f"x: found {describe(row)}; expected {expected}")
    by_label = None if isinstance(row, (list, tuple)) else row_as_dict(row)
    if by_label is None or (names is None and isinstance(row, Mapping)):
        return row
    by_name = {str(k) if isinstance(k, Integral) else k: v for k, v in by_label.items()}
    if names is None and {*by_label} == {*range(len(by_label))}:
        return [by_label[i] for i in range(len(by_label))]
    lacking = [name for name in names or () if name not in by_name]
    if names is None or (lacking and all([isinstance(k, Integral) for k in by_label])):
        return [*by_label.values()]
    if lacking:
        raise DataError(
            f"x: found no entry {quote(lacking[0])} among {first_few([*by_name], 8)}; "
            "expected one for each feature of the hypothesis"
        )
    return [by_name[name] for name in names]


def _of_frame(frame: Frame, by_name: tuple[str, ...] | None) -> Table:
    """Return the rows of a frame, read column by column, because each column has its own type."""
    check_distinct("columns", frame.labels)
    labels: list[Any] = frame.labels
    if by_name == () and {*labels} == {*range(len(labels))}:
        labels = sorted(labels)
    names: Sequence[object] | None = _names(labels)
    texts = [str(label) if isinstance(label, Integral) else label for label in labels]
    if by_name and (names is not None or {*by_name} <= {*texts}):
        where, names = dict(zip(texts, labels)), by_name
        lacking = [name for name in names if name not in where]
        if lacking:
            raise DataError(
                f"rows: found no column {quote(lacking[0])} among {len(labels)}; "
                "expected one for each feature of the hypothesis"
            )
        labels = [where[name] for name in names]
    parts = [_read(frame, label) for label in labels]
    if not parts:
        raise DataError("rows: found no feature; expected at least one column")
    for part, label in zip(parts, labels):
        if len(part) != len(parts[0]):
            raise DataError(
                f"column {quote(label)}: found {len(part)} entries; expected {len(parts[0])}, "
                f"as in column {quote(labels[0])}"
            )
    return Table([*map(list, zip(*parts))], len(parts), names, None, labels, frame.leave_out)


def _read(frame: Frame, label: Any) -> list[Any]:
    """Return the entries of the column with that label."""
    what = f"column {quote(label)}"
    with foreign_call(what, label):
        values = frame.column(label)
    return as_list(what, values)


def _names(columns: list[object]) -> list[object] | None:
    """Return the names of a frame's columns, ints as text; None if they are 0, 1, 2, ..."""
    if columns == [*range(len(columns))]:
        return None
    return [str(name) if isinstance(name, Integral) else name for name in columns]


def _of_sparse(matrix: Any) -> Table:
    """Return the rows of a sparse matrix of SciPy."""
    shape = tuple(matrix.shape)
    if len(shape) != 2 or shape[1] > MAX_FEATURES:
        raise DataError(
            f"rows: found a sparse matrix of shape {shape}; "
            f"expected a row for each example, of at most {MAX_FEATURES:,} features"
        )
    csr = matrix.tocsr()
    values, at, ends = (as_list("rows", part) for part in (csr.data, csr.indices, csr.indptr))
    cells, indices = [], []
    for n, (i, j) in enumerate(zip(ends, ends[1:])):
        row = dict(zip(at[i:j], values[i:j]))
        if len(row) < j - i:
            raise DataError(
                f"example {n}: found a feature twice; expected each once: sum_duplicates() adds"
            )
        cells.append([row[feature] for feature in sorted(row)])
        indices.append((0, *[1 + feature for feature in sorted(row)]))
    return Table(cells, shape[1], None, indices)
