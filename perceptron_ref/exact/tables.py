"""Rows and labels as callers pass them: sequences, or tables of NumPy, pandas, polars and SciPy.

No library is imported; see `frames.py`. Numbers become Python's own if these print the same,
because a float is read as the decimal that it prints as.
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
from .blocks import BlockReader
from .checks import checked_feature_names, default_feature_names
from .common_denominator import RowReader, over_common_denominator
from .frames import (
    NamedColumns,
    compute_if_lazy,
    dataframe_columns,
    describe_value,
    has_all_methods,
    is_from_library,
    library_errors_as_data_errors,
    row_as_dict,
    shape_of,
    type_with_article,
)
from .labels import first_few, lookalike_warnings, signs_of_labels
from .row_numbers import may_be_id_column
from .sequences import as_list, check_distinct
from .sparse import SparseVector, choose_dense_or_sparse

if TYPE_CHECKING:
    from . import sparse
    from .labels import LabelPair

_BLOCK_ROWS = 500  # that are read at once
_MIN_EXAMPLES = 10  # in fewer a feature may separate the labels by chance
MAX_FEATURES = 1_000_000  # of sparse rows, because all weights and names are held


class Table(NamedTuple):
    """Rows of numbers as the caller passed them.

    Attributes:
        cells: For each row its numbers; for a row of a sparse matrix only the stored ones.
        d: The number of features.
        names: The names of the columns, or None.
        indices: For each sparse row, 0 (the index of x_0) and then the index of each cell; None
            for dense rows.
        column_keys: The keys of a frame's columns, see `NamedColumns`; or None.
        drop_call: See `NamedColumns`.
        is_from_library: True if the table is one of another library.
    """

    cells: list[list[Any]]
    d: int
    names: Sequence[Any] | None = None
    indices: list[tuple[int, ...]] | None = None
    column_keys: Sequence[Any] | None = None
    drop_call: str = ""
    is_from_library: bool = False


def checked_examples(
    rows: object, labels: Iterable[object], names: Iterable[str] | None, positive: object
) -> tuple[sparse.Rows, tuple[int, ...], int, tuple[str, ...] | None, LabelPair, int, str | None]:
    """Return what `Dataset` makes of its arguments, all of it checked.

    It also warns of labels and features that look like an oversight.

    Args:
        rows: See `Dataset`.
        labels: See `Dataset`.
        names: See `Dataset`.
        positive: See `Dataset`.

    Returns:
        The x_n as ints, with x_0 = 1; the y_n; the scale of the ints; the names of the features, or
        None; the texts for -1 and +1; d; and the name of the labels, or None.
    """
    table = as_table(rows)
    values, label = labels_and_column_name(labels)
    check_label_not_among_features(table, values, label)
    check_same_index_order(rows, labels)
    ys, pair = signs_of_labels(values, positive)
    warn_of_lookalike_labels(values, pair[1])
    check_row_and_label_counts(table, ys)
    own_names = checked_feature_names(table.names if names is None else names, table.d)
    feature_names = own_names or default_feature_names(table.d)
    ints, scale = int_rows_and_denominator(table, feature_names)
    warn_of_label_among_features(table, ints, ys, feature_names)
    warn_of_id_columns(table, ints, ys, scale, feature_names)
    label_name = label if label and isinstance(label, str) else None
    return ints, ys, scale, own_names, pair, table.d, label_name


def as_table(rows: Any, column_names: tuple[str, ...] | None = None) -> Table:
    """Return the rows of a sequence of sequences, an array, a frame or a sparse matrix.

    Args:
        rows: The rows, or a `Table`, which is returned as it is.
        column_names: The columns to take from a table whose columns have names, in that order; ()
            for columns without names, which a frame numbers from 0. None takes all columns.

    Raises:
        DataError: If the rows cannot be read; the message says where.
    """
    if isinstance(rows, Table):
        return rows
    rows = compute_if_lazy("rows", rows)
    return _table_from_rows(rows, column_names)._replace(is_from_library=is_from_library(rows))


def _table_from_rows(rows: Any, column_names: tuple[str, ...] | None) -> Table:
    if has_all_methods(rows, "tocsr"):
        with library_errors_as_data_errors("rows", rows):
            return _table_from_sparse(rows)
    columns = dataframe_columns("rows", rows)
    if columns is not None:
        return _table_from_columns(columns, column_names)
    _check_first_row_of_iterable(rows)
    values = as_list("rows", rows)
    _check_two_dimensions(rows, values)
    columns = None if is_from_library(rows) else _columns_of_dicts(values)
    if columns is not None:
        return _table_from_columns(columns, column_names)
    if values:
        _check_row_is_sequence(values[0])
    cells = [as_list(f"example {n}", row) for n, row in enumerate(values)]
    d = len(cells[0]) if cells else 0
    for n, row in enumerate(cells):
        if len(row) != d:
            raise DataError(
                f"example {n}: found {len(row)} features; expected {d}, as in example 0"
            )
    return Table(cells, d)


def _check_first_row_of_iterable(rows: Any) -> None:
    """Refuse an iterable of other things than rows before it is read to its end."""
    if isinstance(rows, (list, tuple, str, bytes, Mapping, AbstractSet)) or is_from_library(rows):
        return
    can_restart = isinstance(rows, Iterable) and not isinstance(rows, Iterator)
    if (
        can_restart
        and not has_all_methods(rows, "__array__")
        and not has_all_methods(rows, "tolist")
    ):
        with library_errors_as_data_errors("rows", rows):
            row = next(iter(rows), ())
        _check_row_is_sequence(row)
        as_list("example 0", row)


def _check_row_is_sequence(row: Any) -> None:
    """Refuse a number or a text in place of the first row."""
    if isinstance(row, (Real, Decimal, str)):
        expected = "expected a sequence: [x] for one row x, [[v] for v in x] for one feature"
        raise DataError(f"example 0: found {quote(row)}; {expected}")


def _check_two_dimensions(rows: Any, values: list[Any]) -> None:
    """Refuse an array or a column that does not have rows and columns."""
    if not is_from_library(rows) or not values:
        return
    expected = "expected rows and columns"
    if isinstance(values[0], str) or not isinstance(values[0], Iterable):
        hint = "df[[name]] is one feature, and h(row) answers one row"
        if not hasattr(type(rows), "name"):
            hint = "X.reshape(-1, 1) is one feature, X.reshape(1, -1) one row"
        raise DataError(f"rows: found {describe_value(rows)}; {expected}: {hint}")
    if len(shape_of(rows) or ()) > 2:
        hint = "X.reshape(len(X), -1) makes one row of each example"
        raise DataError(f"rows: found {describe_value(rows)}; {expected}: {hint}")


def _columns_of_dicts(rows: list[Any]) -> NamedColumns | None:
    """Return the columns of rows that are dicts or named tuples; None for other rows."""
    fields = getattr(type(rows[0]), "_fields", None) if rows else None
    if fields is not None:
        rows = [row._asdict() if has_all_methods(row, "_asdict") else row for row in rows]
    if not rows or not isinstance(rows[0], Mapping):
        return None
    keys = [*rows[0]]
    for n, row in enumerate(rows):
        if not isinstance(row, Mapping) or row.keys() != rows[0].keys():
            names = [*row] if isinstance(row, Mapping) else row
            expected = f"expected {first_few(keys, 8)}, as in example 0"
            raise DataError(f"example {n}: found {quote(names)}; {expected}")
    return NamedColumns(keys, lambda key: [row[key] for row in rows])


def check_row_and_label_counts(table: Table, ys: Sequence[int]) -> None:
    """Check that there is at least one row, and one label for each row.

    Raises:
        DataError: If not.
    """
    if len(table.cells) != len(ys) or not ys:
        raise DataError(
            f"found {len(table.cells)} rows and {len(ys)} labels; expected one label for each row, "
            "and at least one row"
        )


def check_label_not_among_features(table: Table, labels: list[Any], name: object) -> None:
    """Check that no feature is the column of the labels.

    Args:
        table: The rows.
        labels: The labels.
        name: The name of the column of the labels. A number names that column only if it holds the
            same values, because every frame numbers its columns without names.

    Raises:
        DataError: If the column of the labels is among the features.
    """
    column_keys = table.column_keys or ()
    if not isinstance(name, (str, tuple, Integral)) or name not in column_keys:
        return
    if isinstance(name, Integral):
        k = column_keys.index(name)
        if [str(row[k]) for row in table.cells] != [*map(str, labels)]:
            return
    rename = "" if isinstance(name, Integral) else ", or give the labels another name"
    raise DataError(
        f"column {quote(name)}: found the labels among the features; expected the features alone: "
        f"{_drop_columns_hint([name], table.drop_call)}{rename}"
    )


def check_same_index_order(rows: Any, labels: Any) -> None:
    """Check that labels of pandas have the index of the rows, in the same order.

    Rows and labels are matched by position, but the index would match them in another way.

    Raises:
        DataError: If both have the same index in different orders, or some rows were left out.
    """
    types = type(rows), type(labels)
    if not all([hasattr(type_, "iloc") and hasattr(type_, "index") for type_ in types]):
        return
    with library_errors_as_data_errors("labels", labels):
        row_index, label_index = [*rows.index], [*labels.index]
        names = {*row_index}
        differs = row_index != label_index and len(names) == len(row_index) == len(label_index)
        differs = differs and names == {*label_index}
        lacks_rows = len(names) == len(row_index) < len(label_index) and names < {*label_index}
    if lacks_rows:
        raise DataError(
            f"found {len(row_index)} rows and {len(label_index)} labels; "
            "expected one label for each row: y.loc[X.index] takes those of these rows"
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
    if not table.is_from_library or len(ys) < _MIN_EXAMPLES or isinstance(rows[0], SparseVector):
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
        stacklevel=5,
    )


def warn_of_id_columns(
    table: Table, rows: sparse.Rows, ys: Sequence[int], scale: int, names: Sequence[str]
) -> None:
    """Warn if a named column of another library may be an ID column.

    Rows to predict, which all get one label here, may have such a column.
    """
    is_sparse = isinstance(rows[0], SparseVector)
    if not table.is_from_library or table.names is None or is_sparse or len({*ys}) < 2:
        return
    for i, name in enumerate(names, start=1):
        if may_be_id_column(name, rows, i, scale):
            import warnings

            warnings.warn(
                f"feature {name} has a different int in each example: if it only numbers them, "
                "leave it out of the rows",
                DataWarning,
                stacklevel=5,
            )
            return


def warn_of_lookalike_labels(values: Sequence[object], positive: str) -> None:
    """Warn of labels that look like the label for +1, and mean -1."""
    for message in lookalike_warnings(
        {value for value in values if isinstance(value, str)}, positive
    ):
        import warnings

        warnings.warn(f"labels: {message}", DataWarning, stacklevel=5)


def _drop_columns_hint(column_keys: Sequence[object], drop_call: str) -> str:
    """Return the advice that leaves out columns of a frame."""
    if not drop_call:
        return f"leave out {first_few(column_keys, 8)}"
    argument = repr(column_keys[0] if len(column_keys) == 1 else [*column_keys])
    return f".{drop_call.format(argument)} leaves out the column{'s' * (len(column_keys) > 1)}"


def int_rows_and_denominator(table: Table, names: Sequence[str]) -> tuple[sparse.Rows, int]:
    """Return the rows as ints, with x_0 = 1 in front, over their least common denominator.

    Args:
        table: The rows.
        names: The names of the features, for an error.

    Returns:
        The rows of ints, and the common denominator.

    Raises:
        DataError: If a cell holds no number; the message says which, and the remedy.
    """
    reader, block_reader, rows, indices = RowReader(), BlockReader(), [], table.indices
    for start in range(0, len(table.cells), _BLOCK_ROWS):
        block = table.cells[start : start + _BLOCK_ROWS]
        columns = _text_columns(block) if indices is None and table.d <= _BLOCK_ROWS else None
        at_once = columns and block_reader.read(columns)
        if at_once:
            rows += at_once
            continue
        for n, cells in enumerate(block, start):
            cell_names = names if indices is None else [names[i - 1] for i in indices[n][1:]]
            try:
                rows.append(reader.read(cells, lambda i: f"example {n}, feature {cell_names[i]}"))
            except DataError as error:
                raise DataError(f"{error}{_bad_cell_hint(table, n)}") from None
    del reader, block_reader  # and the spellings that they remember, because memory use peaks now
    scaled, scale = over_common_denominator(rows)
    return (scaled if indices is None else choose_dense_or_sparse(indices, scaled, table.d)), scale


def _text_columns(rows: list[list[Any]]) -> list[list[str]] | None:
    """Return the columns of texts, floats and ints as text; None if the first row has only ints,
    which take less time row by row, or if there are other numbers.
    """
    if {*map(type, rows[0])} == {int}:
        return None
    columns = [*zip(*rows)]
    types = [{*map(type, column)} for column in columns]
    if not all([k <= {float, int} or k == {str} for k in types]):
        return None
    try:
        return [[*map(str if k == {str} else repr, c)] for c, k in zip(columns, types)]
    except ValueError:  # an int of very many digits
        return None


def _bad_cell_hint(table: Table, n: int) -> str:
    """Return the remedy for row n, which has missing entries or text, maybe the names."""
    if table.column_keys is None:
        words = [[*map(_is_nonnumeric_text, row)] for row in table.cells[:2]]
        is_header = n == 0 and len(words) == 2 and all(words[0]) and not any(words[1])
        return "; if these are names: Dataset(rows[1:], ..., names=rows[0])" * is_header
    cells_of = dict(zip(table.column_keys, table.cells[n]))
    missing = [name for name, cell in cells_of.items() if _is_missing(cell)]
    unfit = [
        name for name, cell in cells_of.items() if name not in missing and _is_not_number(cell)
    ]
    if unfit:
        return f"; {_drop_columns_hint(unfit, table.drop_call)}"
    drop = {"drop(columns={})": "dropna", "drop({})": "drop_nulls"}.get(table.drop_call)
    if missing and drop:
        return f"; df.{drop}(subset={missing!r}) leaves out the rows that lack it"
    return ""


def _is_missing(cell: object) -> bool:
    return cell is None or str(cell) in ("nan", "NaN", "<NA>", "NaT")


def _is_nonnumeric_text(cell: object) -> bool:
    return isinstance(cell, str) and _is_not_number(cell)


def _is_not_number(cell: object) -> bool:
    """Tell whether an entry is not a number in any notation; 1,234.5 is a number in another one."""
    if isinstance(cell, str):
        return not re.fullmatch(r"[\d\s.,%/+-]*", cell)
    return not isinstance(cell, (Real, Decimal))


def labels_and_column_name(labels: Any) -> tuple[list[Any], object]:
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
    labels = compute_if_lazy("labels", labels)
    if has_all_methods(labels, "tocsr", "toarray"):
        _check_single_column(labels, shape_of(labels) or ())
        with library_errors_as_data_errors("labels", labels):
            labels = labels.toarray()
    name = labels.name if hasattr(type(labels), "name") else None
    columns = dataframe_columns("labels", labels)
    if columns is not None:
        _check_single_column(labels, (None, len(columns.column_keys)))
        (name,) = columns.column_keys
        labels = _read_column(columns, name)
    _check_single_column(labels, shape_of(labels) or ())
    values = as_list("labels", labels)
    if values and (isinstance(values[0], (list, tuple)) or is_from_library(values[0])):
        rows = [as_list(f"example {n}", row) for n, row in enumerate(values)]
        for row in rows:
            _check_single_column(labels, (len(rows), len(row)))
        values = [label for (label,) in rows]
    return values, name


def _check_single_column(labels: Any, shape: Sequence[Any]) -> None:
    """Refuse a table of labels unless it has one column."""
    if len(shape) > 2 or (len(shape) == 2 and shape[1] != 1):
        N, columns = shape[0], " and ".join([f"{n} columns" for n in shape[1:]])
        rows = "" if N is None else f"{N} row{'s' * (N != 1)} and "
        raise DataError(
            f"labels: found {type_with_article(labels)} of {rows}{columns}; expected one "
            "column: one label for each row"
        )


def row_in_order_of_names(row: Any, names: tuple[str, ...] | None) -> Any:
    """Return the entries of a row in the order of `names`, if the row has names.

    Args:
        row: A row. If its entries have no names, or only numbers, it keeps its order.
        names: The names of the features, or None.

    Raises:
        DataError: If the row lacks a name, or is a table.
    """
    if len(shape_of(row) or ()) > 1 and is_from_library(row):
        example_row = "X.row(0, named=True)" if has_all_methods(row, "row") else "X.iloc[0] or X[0]"
        expected = f"one row, as {example_row}; predict(X) answers all rows of a table"
        raise DataError(f"x: found {describe_value(row)}; expected {expected}")
    by_name = None if isinstance(row, (list, tuple)) else row_as_dict(row)
    if by_name is None or (names is None and isinstance(row, Mapping)):
        return row
    value_of = {str(k) if isinstance(k, Integral) else k: v for k, v in by_name.items()}
    if names is None and {*by_name} == {*range(len(by_name))}:
        return [by_name[i] for i in range(len(by_name))]
    lacking = [name for name in names or () if name not in value_of]
    if names is None or (lacking and all([isinstance(k, Integral) for k in by_name])):
        return [*by_name.values()]
    if lacking:
        raise DataError(
            f"x: found no entry {quote(lacking[0])} among {first_few([*value_of], 8)}; "
            "expected one for each feature of the hypothesis"
        )
    return [value_of[name] for name in names]


def _table_from_columns(columns: NamedColumns, column_names: tuple[str, ...] | None) -> Table:
    """Return the rows of a frame, read column by column, because each column has its own type."""
    check_distinct("columns", columns.column_keys)
    keys: list[Any] = columns.column_keys
    if column_names == () and {*keys} == {*range(len(keys))}:
        keys = sorted(keys)
    names: Sequence[object] | None = _column_names(keys)
    texts = [str(key) if isinstance(key, Integral) else key for key in keys]
    if column_names and (names is not None or {*column_names} <= {*texts}):
        key_of, names = dict(zip(texts, keys)), column_names
        lacking = [name for name in names if name not in key_of]
        if lacking:
            raise DataError(
                f"rows: found no column {quote(lacking[0])} among {len(keys)}; "
                "expected one for each feature of the hypothesis"
            )
        keys = [key_of[name] for name in names]
    parts = [_read_column(columns, key) for key in keys]
    if not parts:
        raise DataError("rows: found no feature; expected at least one column")
    for part, key in zip(parts, keys):
        if len(part) != len(parts[0]):
            raise DataError(
                f"column {quote(key)}: found {len(part)} entries; expected {len(parts[0])}, "
                f"as in column {quote(keys[0])}"
            )
    return Table([*map(list, zip(*parts))], len(parts), names, None, keys, columns.drop_call)


def _read_column(columns: NamedColumns, key: Any) -> list[Any]:
    """Return the entries of the column with that key."""
    value_name = f"column {quote(key)}"
    with library_errors_as_data_errors(value_name, key):
        values = columns.column_of(key)
    return as_list(value_name, values)


def _column_names(keys: list[object]) -> list[object] | None:
    """Return the names of a frame's columns, ints as text; None if they are 0, 1, 2, ..."""
    if keys == [*range(len(keys))]:
        return None
    return [str(name) if isinstance(name, Integral) else name for name in keys]


def _table_from_sparse(matrix: Any) -> Table:
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
        features = at[i:j]
        row = dict(zip(features, values[i:j]))
        if len(row) < j - i:
            twice = next(feature for feature in features if features.count(feature) > 1)
            raise DataError(
                f"example {n}, feature x{1 + twice}: found two entries; expected one: call "
                "sum_duplicates() of the matrix first, which adds them up"
            )
        cells.append([row[feature] for feature in sorted(row)])
        indices.append((0, *[1 + feature for feature in sorted(row)]))
    return Table(cells, shape[1], None, indices)
