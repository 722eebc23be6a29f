"""Read rows and labels: Python sequences, or tables of other libraries, such as NumPy and pandas.

This module imports none of these libraries; see `frames.py`. A number of a library becomes a Python
number only if both print the same digits, because a float is read as the decimal that is printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from numbers import Integral, Real

from ..errors import DataError, DataWarning, first_few, quote
from ..named_tuples import NamedTuple
from ..type_checking import TYPE_CHECKING
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
from .id_columns import may_be_id_column
from .labels import lookalike_warnings, signs_of_labels
from .rationals import count_with_noun, noun_for_count
from .sequences import as_list, check_distinct
from .sparse import SparseVector, choose_dense_or_sparse

if TYPE_CHECKING:
    from typing import Any

    from . import sparse
    from .labels import LabelPair

_ROWS_PER_BLOCK = 500  # the rows that `BlockReader` reads together
_MAX_BLOCK_COLUMNS = 20  # `RowReader` reads wider rows in less time, except numbers with exponents
_MAX_EXPONENT_COLUMNS = 500
_MIN_EXAMPLES_FOR_WARNING = 10  # in a smaller set a feature may separate the labels by chance
MAX_FEATURES = 1_000_000  # of sparse rows; memory holds a weight and a name for each feature


class Table(NamedTuple):
    """Rows of numbers as the caller passed them.

    Attributes:
        cells: The numbers of each row; of a row of a sparse matrix only the stored ones.
        d: The number of features.
        names: The names of the columns, or None.
        indices: For each sparse row, 0 (the index of x_0) and then the index of each cell; None
            for dense rows.
        column_keys: The keys of a frame's columns, see `NamedColumns`; or None.
        drop_call: See `NamedColumns`.
        is_from_library: True if the caller passed an object of another library, such as a frame.
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
    """Check the arguments of `Dataset`, and return its examples in exact form.

    The function also warns of labels that differ little from the label for +1, and of features that
    may be the label or an ID.

    Args:
        rows: See `Dataset`.
        labels: See `Dataset`.
        names: See `Dataset`.
        positive: See `Dataset`.

    Returns:
        The x_n times the scale, as ints; the y_n; the scale; the names of the features, or None for
        the default names; the texts for -1 and +1; d; and the name of the label column, or None.

    Raises:
        DataError: If the arguments cannot be used; the message says why.
    """
    table = as_table(rows)
    label_list, label_column_name = labels_and_column_name(labels)
    check_label_not_among_features(table, label_list, label_column_name)
    check_same_index_order(rows, labels)
    ys, pair = signs_of_labels(label_list, positive)
    warn_of_lookalike_labels(label_list, pair[1])
    check_row_and_label_counts(table, ys)
    custom_names = checked_feature_names(table.names if names is None else names, table.d)
    feature_names = custom_names or default_feature_names(table.d)
    int_rows, scale = int_rows_and_denominator(table, feature_names)
    warn_of_label_among_features(table, int_rows, ys, feature_names)
    warn_of_id_columns(table, int_rows, ys, scale, feature_names)
    label_name = label_column_name or None if isinstance(label_column_name, str) else None
    return int_rows, ys, scale, custom_names, pair, table.d, label_name


def as_table(rows: Any, column_names: tuple[str, ...] | None = None) -> Table:
    """Return the rows of a sequence of sequences, an array, a frame or a sparse matrix.

    Args:
        rows: The rows, or a `Table`, which is returned as it is.
        column_names: The names of the columns to take, in this order; ignored if the columns have
            no names. None and () take all columns; () also sorts them by key if the keys are
            0, ..., d-1.

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
        return _table_from_columns(rows, columns, column_names)
    _check_first_row_of_iterable(rows)
    values = as_list("rows", rows)
    _check_two_dimensions(rows, values)
    columns = None if is_from_library(rows) else _columns_of_dicts(values)
    if columns is not None:
        return _table_from_columns(rows, columns, column_names)
    if values:
        _check_row_is_sequence(values[0])
    cells = [as_list(f"example {n}", row) for n, row in enumerate(values)]
    d = len(cells[0]) if cells else 0
    for n, row in enumerate(cells):
        if len(row) != d:
            raise DataError(
                f"example {n}: found {count_with_noun(len(row), 'feature')}; expected {d:,}, as "
                "in example 0"
            )
    return Table(cells, d)


def _check_first_row_of_iterable(rows: Any) -> None:
    """Refuse an iterable whose first entry is not a row, before reading all its entries."""
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
        expected = "expected a row, that is, a list of numbers. "
        if isinstance(row, str):
            expected += "For a file, use read(PATH). For lines, use [line.split() for line in rows]"
        else:
            expected += "If rows is a single row, use [rows]. If it is a single feature, use "
            expected += "[[v] for v in rows]"
        raise DataError(f"example 0: found {quote(row)}; {expected}")


def _check_two_dimensions(rows: Any, values: list[Any]) -> None:
    """Refuse an array or a column of a library unless it has two dimensions."""
    if not is_from_library(rows) or not values:
        return
    expected = "expected rows and columns"
    if isinstance(values[0], str) or not isinstance(values[0], Iterable):
        hint = "For one feature, use df[[name]]. To predict one row, use h(row)"
        if not hasattr(type(rows), "name"):
            hint = "For one feature, use X.reshape(-1, 1). For one row, use X.reshape(1, -1)"
        raise DataError(f"rows: found {describe_value(rows)}; {expected}. {hint}")
    if len(shape_of(rows) or ()) > 2:
        hint = "To make each example one row, use X.reshape(len(X), -1)"
        raise DataError(f"rows: found {describe_value(rows)}; {expected}. {hint}")


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
            problem = f"the keys {first_few([*row], 8)}" if isinstance(row, Mapping) else quote(row)
            expected = f"a dict with the keys {first_few(keys, 8)}, as in example 0"
            raise DataError(f"example {n}: found {problem}; expected {expected}")
    return NamedColumns(keys, lambda key: [row[key] for row in rows])


def check_row_and_label_counts(table: Table, ys: Sequence[int]) -> None:
    """Check that there is at least one row, and one label for each row.

    Raises:
        DataError: If there are no rows, or if the counts differ.
    """
    N = len(table.cells)
    if not N and not ys:
        raise DataError("found no rows; expected at least one row and its label")
    if N != len(ys):
        raise DataError(f"{_describe_counts(N, len(ys))}; expected one label for each row")


def _describe_counts(rows: int, labels: int) -> str:
    """Return the beginning of the error about different numbers of rows and labels."""
    return f"found {count_with_noun(rows, 'row')} and {count_with_noun(labels, 'label')}"


def check_label_not_among_features(table: Table, labels: list[Any], name: object) -> None:
    """Check that the label column is not among the features.

    Args:
        table: The rows.
        labels: The labels.
        name: The name of the label column. An int counts as its name only if that column of the
            rows holds the same values, because every frame numbers its unnamed columns.

    Raises:
        DataError: If the label column is among the features.
    """
    column_keys = table.column_keys or ()
    if not isinstance(name, (str, tuple, Integral)) or name not in column_keys:
        return
    if isinstance(name, Integral):
        k = column_keys.index(name)
        if [str(row[k]) for row in table.cells] != [*map(str, labels)]:
            return
    rename = "" if isinstance(name, Integral) else ". Or give the labels another name"
    raise DataError(
        f"column {quote(name)}: found the labels among the features; expected only features. "
        f"{_drop_columns_hint([name], table.drop_call)}{rename}"
    )


def check_same_index_order(rows: Any, labels: Any) -> None:
    """Check that the index of pandas rows and labels does not contradict their positions.

    A `Dataset` matches rows and labels by position, whereas pandas matches them by index.

    Raises:
        DataError: If the rows and the labels have the same index values in different orders, or if
            the labels have all index values of the rows and more. An index with equal values is
            not checked.
    """
    types = type(rows), type(labels)
    if not all([hasattr(type_, "iloc") and hasattr(type_, "index") for type_ in types]):
        return
    with library_errors_as_data_errors("labels", labels):
        row_index, label_index = [*rows.index], [*labels.index]
        row_keys, label_keys = {*row_index}, {*label_index}
        are_distinct = len(row_keys) == len(row_index)
        same_length = len(row_index) == len(label_index)
        is_reordered = are_distinct and same_length and row_keys == label_keys
        is_reordered = is_reordered and row_index != label_index
        lacks_rows = are_distinct and len(row_index) < len(label_index) and row_keys < label_keys
    if lacks_rows:
        raise DataError(
            f"{_describe_counts(len(row_index), len(label_index))}; expected one label for each "
            "row. To select the labels of these rows, use y.loc[X.index]"
        )
    if is_reordered:
        raise DataError(
            "labels: found the index values of the rows in another order; expected them in the "
            "order of the rows. To reorder the labels, use y.loc[X.index]. To keep their order, "
            "use y.to_numpy()"
        )


def warn_of_label_among_features(
    table: Table, rows: sparse.Rows, ys: Sequence[int], names: Any
) -> None:
    """Warn if a feature has one value in all examples of +1, and another in all of -1.

    That feature may be the label itself, because arrays and frames often hold the labels as a
    column. Sparse rows, fewer than ten examples, and Python's own lists are not checked: in a list
    the caller chose each feature.
    """
    is_sparse = isinstance(rows[0], SparseVector)
    if not table.is_from_library or len(ys) < _MIN_EXAMPLES_FOR_WARNING or is_sparse:
        return
    example_of = {y: rows[n] for n, y in enumerate(ys)}
    if len(example_of) < 2:
        return
    suspect_indices = [i for i, (u, v) in enumerate(zip(*example_of.values())) if u != v]
    for x, y in zip(rows, ys):
        suspect_indices = [i for i in suspect_indices if x[i] == example_of[y][i]]
        if not suspect_indices:
            return
    import warnings

    warnings.warn(
        f"feature {names[suspect_indices[0] - 1]} has one value in all examples with label +1 and "
        "another in all with label -1. If this feature is the label itself, leave it out of "
        "the rows",
        DataWarning,
        stacklevel=5,
    )


def warn_of_id_columns(
    table: Table, rows: sparse.Rows, ys: Sequence[int], scale: int, names: Sequence[str]
) -> None:
    """Warn if a named column of another library may be an ID column.

    Examples that all have one label are not checked: `predict` passes its rows under one
    placeholder label, and rows to predict may keep their ID column.
    """
    is_sparse = isinstance(rows[0], SparseVector)
    if not table.is_from_library or table.names is None or is_sparse or len({*ys}) < 2:
        return
    for i, name in enumerate(names, start=1):
        if may_be_id_column(name, rows, i, scale):
            import warnings

            warnings.warn(
                f"feature {name} has a different int in each example. If it only numbers the "
                "examples, leave it out of the rows",
                DataWarning,
                stacklevel=5,
            )
            return


def warn_of_lookalike_labels(values: Sequence[object], positive: str) -> None:
    """Warn of labels that look like the label for +1 but mean -1."""
    first_examples: dict[str, int] = {}
    for n, value in enumerate(values):
        if isinstance(value, str):
            first_examples.setdefault(value, n)
    for text, message in lookalike_warnings(first_examples, positive).items():
        import warnings

        location = f"example {first_examples[text]}"
        warnings.warn(f"{location}: {message}", DataWarning, stacklevel=5)


def _drop_columns_hint(column_keys: Sequence[object], drop_call: str) -> str:
    """Return the advice to leave out columns: the frame's own call, if there is one."""
    columns = noun_for_count(len(column_keys), "column")
    if not drop_call:
        return f"Leave out the {columns} {first_few(column_keys, 8)}"
    argument = repr(column_keys[0] if len(column_keys) == 1 else [*column_keys])
    return f"To leave out the {columns}, use .{drop_call.format(argument)}"


def int_rows_and_denominator(table: Table, names: Sequence[str]) -> tuple[sparse.Rows, int]:
    """Return the rows as ints, with x_0 = 1 in front, over their least common denominator.

    Args:
        table: The rows.
        names: The names of the features, for error messages.

    Returns:
        The rows of ints, and the common denominator.

    Raises:
        DataError: If a cell holds no number; the message names the cell and a remedy.
    """
    row_reader, block_reader, rows, indices = RowReader(), BlockReader(), [], table.indices
    fits_block_reader = indices is None and table.cells and _fits_block_reader(table.cells[0])
    for start in range(0, len(table.cells), _ROWS_PER_BLOCK):
        block = table.cells[start : start + _ROWS_PER_BLOCK]
        text_columns = _text_columns(block) if fits_block_reader else None
        block_ints = text_columns and block_reader.read(text_columns)
        if block_ints:
            rows += block_ints
            continue
        for n, cells in enumerate(block, start):
            cell_names = names if indices is None else [names[i - 1] for i in indices[n][1:]]
            try:
                rows.append(
                    row_reader.read(cells, lambda i: f"example {n}, feature {cell_names[i]}")
                )
            except DataError as error:
                raise DataError(f"{error}{_bad_cell_hint(table, n)}") from None
    del row_reader, block_reader  # frees the cells that they remember: memory use peaks below
    scaled, scale = over_common_denominator(rows)
    return (scaled if indices is None else choose_dense_or_sparse(indices, scaled, table.d)), scale


def _fits_block_reader(row: list[Any]) -> bool:
    """Tell whether `BlockReader` takes less time than `RowReader` on rows such as this one."""
    has_exponents = isinstance(row[0], str) and "e" in row[0].lower()
    return len(row) <= (_MAX_EXPONENT_COLUMNS if has_exponents else _MAX_BLOCK_COLUMNS)


def _text_columns(rows: list[list[Any]]) -> list[list[str]] | None:
    """Return the columns of the rows as text, or None if `RowReader` has to read the rows.

    `RowReader` reads rows of ints in less time. Only `RowReader` reads numbers of other types, and
    columns that mix numbers and text.
    """
    if {*map(type, rows[0])} == {int}:
        return None
    columns = [*zip(*rows)]
    column_types = [{*map(type, column)} for column in columns]
    if not all([types <= {float, int} or types == {str} for types in column_types]):
        return None
    try:
        return [
            [*map(str if types == {str} else repr, column)]
            for column, types in zip(columns, column_types)
        ]
    except ValueError:  # an int of very many digits
        return None


def _bad_cell_hint(table: Table, n: int) -> str:
    """Return the remedy for row n, which holds a missing value or text, or is a header."""
    if table.column_keys is None:
        is_text = [[*map(_is_nonnumeric_text, row)] for row in table.cells[:2]]
        is_header = n == 0 and len(is_text) == 2 and all(is_text[0]) and not any(is_text[1])
        return ". If row 0 holds the names, use Dataset(rows[1:], ..., names=rows[0])" * is_header
    cell_of = dict(zip(table.column_keys, table.cells[n]))
    incomplete_columns = [key for key, cell in cell_of.items() if _is_missing(cell)]
    nonnumeric_columns = [
        key
        for key, cell in cell_of.items()
        if key not in incomplete_columns and not _may_be_number(cell)
    ]
    if nonnumeric_columns:
        return f". {_drop_columns_hint(nonnumeric_columns, table.drop_call)}"
    drop_method = {"drop(columns={})": "dropna", "drop({})": "drop_nulls"}.get(table.drop_call)
    if incomplete_columns and drop_method:
        dropped = f"df.{drop_method}(subset={incomplete_columns!r})"
        return f". To leave out the rows with missing values, use {dropped}"
    return ""


def _is_missing(cell: object) -> bool:
    return cell is None or str(cell) in ("nan", "NaN", "<NA>", "NaT")


def _is_nonnumeric_text(cell: object) -> bool:
    return isinstance(cell, str) and not _may_be_number(cell)


def _may_be_number(cell: object) -> bool:
    """Tell whether a cell is a number, or text with only the characters of one, such as 1,234.5."""
    if isinstance(cell, str):
        return bool(re.fullmatch(r"[\d\s.,%/+-]*", cell))
    return isinstance(cell, (Real, Decimal))


def labels_and_column_name(labels: Any) -> tuple[list[Any], object]:
    """Return the labels as a list, and the name of their column; None if it has no name.

    Args:
        labels: A sequence, an array, a column of a frame, or a table of one column.

    Raises:
        DataError: If the labels cannot be read, or are a table of several columns.
    """
    if isinstance(labels, str):
        raise DataError(
            f"labels: found the text {quote(labels)}; expected one label for each row. "
            f"If {quote(labels)} names a column of a frame df, pass df[{quote(labels)}]"
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
        labels = _read_column(labels, columns, name)
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
        rows = "" if N is None else f"{count_with_noun(N, 'row')} and "
        raise DataError(
            f"labels: found {type_with_article(labels)} of {rows}{columns}; expected one "
            "column, with one label for each row"
        )


def row_in_order_of_names(row: Any, names: tuple[str, ...] | None) -> Any:
    """Return the entries of a row in the order of `names`, if the row has names.

    Args:
        row: A row. If its entries have no keys, it is returned as it is. If its keys are ints that
            do not include all `names`, its entries keep their order.
        names: The names of the features. If None, a dict is returned as it is; any other row with
            the keys 0, ..., d-1 is sorted by key.

    Raises:
        DataError: If the row has names but lacks one of `names`, or if it is a table.
    """
    if len(shape_of(row) or ()) > 1 and is_from_library(row):
        example_row = "X.iloc[0]" if hasattr(type(row), "iloc") else "X[0]"
        if has_all_methods(row, "row"):
            example_row = "X.row(0, named=True)"
        expected = f"one row, such as {example_row}. For a whole table, use predict(X)"
        raise DataError(f"x: found {describe_value(row)}; expected {expected}")
    entry_of_key = None if isinstance(row, (list, tuple)) else row_as_dict(row)
    if entry_of_key is None or (names is None and isinstance(row, Mapping)):
        return row
    entry_of_name = {str(k) if isinstance(k, Integral) else k: v for k, v in entry_of_key.items()}
    if names is None and {*entry_of_key} == {*range(len(entry_of_key))}:
        return [entry_of_key[i] for i in range(len(entry_of_key))]
    missing_names = [name for name in names or () if name not in entry_of_name]
    if names is None or (missing_names and all([isinstance(k, Integral) for k in entry_of_key])):
        return [*entry_of_key.values()]
    if missing_names:
        raise DataError(
            f"x: found no entry {quote(missing_names[0])} among {first_few([*entry_of_name], 8)}; "
            "expected an entry for each feature of the hypothesis"
        )
    return [entry_of_name[name] for name in names]


def _table_from_columns(
    frame: Any, columns: NamedColumns, column_names: tuple[str, ...] | None
) -> Table:
    """Return the rows of a frame. It is read column by column, as each has a type of its own."""
    check_distinct("columns", columns.column_keys)
    keys: list[Any] = columns.column_keys
    if column_names == () and {*keys} == {*range(len(keys))}:
        keys = sorted(keys)
    names: Sequence[object] | None = _column_names(keys)
    key_texts = [str(key) if isinstance(key, Integral) else key for key in keys]
    if column_names and (names is not None or {*column_names} <= {*key_texts}):
        key_of, names = dict(zip(key_texts, keys)), column_names
        missing_names = [name for name in names if name not in key_of]
        if missing_names:
            raise DataError(
                f"rows: found no column {quote(missing_names[0])} among {first_few(keys, 8)}; "
                "expected a column for each feature of the hypothesis"
            )
        keys = [key_of[name] for name in names]
    entry_lists = [_read_column(frame, columns, key) for key in keys]
    if not entry_lists:
        raise DataError("rows: found no column; expected at least one column of features")
    for entries, key in zip(entry_lists, keys):
        if len(entries) != len(entry_lists[0]):
            raise DataError(
                f"column {quote(key)}: found {len(entries)} entries; expected "
                f"{len(entry_lists[0])}, as in column {quote(keys[0])}"
            )
    cells = [*map(list, zip(*entry_lists))]
    return Table(cells, len(keys), names, None, keys, columns.drop_call)


def _read_column(frame: Any, columns: NamedColumns, key: Any) -> list[Any]:
    """Return the entries of the column with this key; an error describes the frame."""
    value_name = f"column {quote(key)}"
    with library_errors_as_data_errors(value_name, frame):
        column = columns.column_of(key)
    return as_list(value_name, column)


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
            f"rows: found a sparse matrix of shape {shape}; expected rows and columns, with at "
            f"most {MAX_FEATURES:,} columns"
        )
    csr = matrix.tocsr()
    values, column_indices, row_pointers = (
        as_list("rows", array) for array in (csr.data, csr.indices, csr.indptr)
    )
    cells, indices = [], []
    for n, (start, stop) in enumerate(zip(row_pointers, row_pointers[1:])):
        row_columns = column_indices[start:stop]
        value_of = dict(zip(row_columns, values[start:stop]))
        if len(value_of) < stop - start:
            duplicate = next(k for k in row_columns if row_columns.count(k) > 1)
            raise DataError(
                f"example {n}, feature x{1 + duplicate}: found two entries; expected one entry. "
                "To add them up, call the method sum_duplicates() of the matrix"
            )
        cells.append([value_of[k] for k in sorted(value_of)])
        indices.append((0, *[1 + k for k in sorted(value_of)]))
    return Table(cells, shape[1], None, indices)
