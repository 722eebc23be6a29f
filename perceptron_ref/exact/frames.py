"""Read dicts of columns, and tables of other libraries through their public methods.

This module imports no library. It recognizes a value mainly by the attributes of its type, because
a frame may have a column of any name, and an xarray array a coordinate of any name. Methods that
read data are called inside `library_errors_as_data_errors`, which converts exceptions of a library
into a DataError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from ..errors import DataError, first_few, one_line_text, quote, type_name
from ..named_tuples import NamedTuple
from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_READABLE_DTYPES = "biufOUT"  # NumPy's letters: bool, int, uint, float, object, two kinds of text
_REMEDY_OF_DTYPE = {
    "S": ". Use .astype(str) to turn bytes into text",
    "M": ". Write each date as a number, such as the number of days since the first date",
    "m": ". Write each time as a number, such as the number of seconds",
    "c": ". Write a complex number as two features, its .real and its .imag",
}

_NEVER_CONVERTED = (DataError, KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError)


class NamedColumns(NamedTuple):
    """A table whose columns have names or other keys.

    Attributes:
        column_keys: The key of each column, as the library has it: a name, an int or a tuple.
        column_of: A function that returns the column with a key.
        drop_call: The library's call that leaves out columns, with {} in place of their keys; "" if
            it has none.
    """

    column_keys: list[Any]
    column_of: Callable[[Any], Any]
    drop_call: str = ""


@contextmanager
def library_errors_as_data_errors(
    value_name: str, value: object, passed_through: Sequence[type] = ()
) -> Iterator[None]:
    """Convert exceptions of another library into a DataError.

    These exceptions are not converted: a DataError, KeyboardInterrupt, SystemExit, GeneratorExit, a
    MemoryError, and a `Warning` that a filter has made an exception.

    Args:
        value_name: The name of the value, with which the message begins.
        value: The value that the message describes.
        passed_through: Types of other exceptions that are not converted; their subclasses are.

    Raises:
        DataError: If the code in the context raises any other exception.
    """
    try:
        yield
    except _NEVER_CONVERTED:
        raise
    except BaseException as error:  # a panic of polars is not an Exception
        if type(error) in passed_through or isinstance(error, Warning):
            raise
        expected = "rows of numbers" if value_name in ("rows", "X") else "a list or an array"
        raise DataError(
            f"{value_name}: found {describe_value(value)}, which cannot be read "
            f"({type_name(error)}: {one_line_text(error, 120)}); expected {expected}"
            f"{_conversion_hint(value)}"
        ) from error


def _conversion_hint(value: object) -> str:
    """Return the advice to convert a value with one of its methods; "" if it has none of them."""
    names = "to_pandas", "to_numpy", "tolist", "to_list"
    methods = [f".{name}()" for name in names if has_all_methods(value, name)]
    return f". Convert it first, for example with {methods[0]}" if methods else ""


def describe_value(value: object) -> str:
    """Return the text that describes a value in messages: a table's type and shape, else `quote`.

    >>> describe_value([1, 2])
    '[1, 2]'
    """
    if not is_from_library(value):
        return quote(value)
    shape = shape_of(value)
    return type_with_article(value) + ("" if shape is None else f" of shape {shape}")


def shape_of(value: Any) -> tuple[int, ...] | None:
    """Return the shape of an array or a frame; None for a value without a known shape."""
    try:
        shape = tuple(value.shape) if hasattr(type(value), "shape") else ()
    except Exception:  # a lazy table may raise any exception
        return None
    return shape if shape and all([isinstance(size, int) for size in shape]) else None


def type_with_article(value: object) -> str:
    """Return "a" or "an" and the name of a value's type.

    >>> type_with_article(7), type_with_article("7")
    ('an int', 'a str')
    """
    name = type_name(value)
    return f"{'an' if name[0] in 'aeiouAEIOU' or name == 'ndarray' else 'a'} {name}"


def is_from_library(value: Any) -> bool:
    """Tell whether the value is a table or a column of another library, not a single number."""
    if is_dataframe(value) or has_all_methods(value, "tocsr"):
        return True
    is_array = has_all_methods(value, "__array__")
    return is_array and not (hasattr(type(value), "shape") and value.shape == ())


def has_all_methods(value: object, *methods: str) -> bool:
    """Tell whether the type of the value has all these methods."""
    return all([callable(getattr(type(value), name, None)) for name in methods])


def compute_if_lazy(value_name: str, value: Any) -> Any:
    """Compute a lazy table or array of dask, polars, pyarrow or xarray; return other values as is.

    Args:
        value_name: The name of the value, for an error.
        value: Any value.

    Raises:
        DataError: If the computation fails.
    """
    for name in ("compute", "collect", "read_all"):
        if has_all_methods(value, name):
            with library_errors_as_data_errors(value_name, value):
                return getattr(value, name)()
    return value


def is_dataframe(value: object) -> bool:
    """Tell whether the value is a table whose columns have names or other keys."""
    value_type = type(value)
    return (
        _is_arrow(value)
        or (hasattr(value_type, "columns") and has_all_methods(value, "__getitem__"))
        or _field_names(value) is not None
        or hasattr(value_type, "data_vars")
        or _is_awkward_records(value)
        or _is_cursor(value)
    )


def _is_arrow(value: object) -> bool:
    return hasattr(type(value), "column_names") and has_all_methods(value, "column")


def _is_awkward_records(value: Any) -> bool:
    is_awkward = hasattr(type(value), "fields") and has_all_methods(value, "to_list", "__getitem__")
    return is_awkward and len(value.fields) > 0


def _is_cursor(value: object) -> bool:
    return has_all_methods(value, "fetchall") and hasattr(type(value), "description")


def _field_names(value: object) -> tuple[str, ...] | None:
    """Return the field names of a structured array, or of one of its records; else None."""
    if not hasattr(type(value), "dtype"):
        return None
    names = getattr(value.dtype, "names", None)  # type: ignore[attr-defined]
    return names if isinstance(names, tuple) else None


def dataframe_columns(value_name: str, value: Any) -> NamedColumns | None:
    """Return the columns of a table whose columns have keys; None for any other value.

    These tables are frames of pandas and polars, tables of pyarrow, records of awkward and NumPy,
    arrays of xarray whose second dimension has names or numbers, datasets of xarray with one
    dimension, results of database queries, and dicts of columns.

    Args:
        value_name: The name of the value, for an error.
        value: Any value.

    Raises:
        DataError: If the table cannot be read.
    """
    if isinstance(value, (list, tuple, str)):
        return None
    if isinstance(value, Mapping) and not hasattr(type(value), "data_vars"):
        return _columns_of_mapping(value_name, value)
    with library_errors_as_data_errors(value_name, value):
        if _is_cursor(value):
            return _columns_of_cursor(value_name, value)
        if _is_arrow(value):
            return NamedColumns([*value.column_names], value.column, "drop_columns({})")
        fields = _field_names(value)
        if fields is not None:
            return NamedColumns([*fields], value.__getitem__)
        if hasattr(type(value), "data_vars"):
            if len(value.sizes) != 1:
                raise DataError(
                    f"{value_name}: found an xarray Dataset with the dimensions "
                    f"{first_few([*value.sizes], 8)}; expected one dimension. Use one of its "
                    "variables, or a DataArray"
                )
            return NamedColumns([*value.data_vars], value.__getitem__, "drop_vars({})")
        if hasattr(type(value), "coords"):
            return _columns_of_xarray(value)
        if hasattr(type(value), "columns") and hasattr(type(value), "shape"):
            is_pandas = hasattr(type(value), "iloc")
            drop_call = "drop(columns={})" if is_pandas else "drop({})"
            return NamedColumns([*value.columns], value.__getitem__, drop_call)
        if _is_awkward_records(value):
            return NamedColumns([*value.fields], value.__getitem__)
    return None


def _columns_of_mapping(value_name: str, columns: Mapping[Any, Any]) -> NamedColumns:
    """Return the columns of a dict such as {"hours": [12, 3], "absences": [0, 4]}."""
    if {"data", "target"} <= columns.keys():
        name = type_name(columns)
        raise DataError(
            f"{value_name}: found a {name} with the keys data and target; expected only one of "
            f"them. For a {name} d, use d['data'] as the rows and d['target'] as the labels"
        )
    for key in columns:
        if not isinstance(key, str):
            if value_name == "labels":
                raise DataError(
                    f"labels: found a dict with the key {quote(key)}; expected a list of labels. "
                    "If the values of the dict d are the labels, use [*d.values()]"
                )
            raise DataError(
                f"{value_name}: found a dict with the key {quote(key)}; expected strings as keys. "
                "If each value of the dict d is a column, use {str(k): v for k, v in d.items()}. "
                "If each value is a row, use [*d.values()]"
            )
    return NamedColumns([*columns], columns.__getitem__)


def _columns_of_cursor(value_name: str, cursor: Any) -> NamedColumns:
    """Return the columns of a query's result, in DuckDB or any database that follows PEP 249.

    DuckDB returns a float of four bytes as a float of eight bytes, which prints other digits.
    `shortest_float32_text` restores the digits.
    """
    description = cursor.description
    if description is None:
        raise DataError(
            f"{value_name}: found a cursor without rows; expected the result of a SELECT query"
        )
    rows = cursor.fetchall()
    columns: list[Any] = [[*column] for column in zip(*rows)] or [[] for _ in description]
    for column, (_, sql_type, *_) in zip(columns, description):
        if str(sql_type).upper() == "FLOAT":
            column[:] = [shortest_float32_text(v) if isinstance(v, float) else v for v in column]
    names = [name for name, *_ in description]
    return NamedColumns(names, dict(zip(names, columns)).__getitem__)


def shortest_float32_text(value: float) -> str:
    """Return the shortest decimal that rounds to the same float of four bytes as `value`.

    >>> shortest_float32_text(0.10000000149011612)
    '0.1'
    """
    import struct  # here, because few tables need it

    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        try:
            (rounded,) = struct.unpack("f", struct.pack("f", float(text)))
        except OverflowError:  # the text is above the largest float of four bytes
            continue
        if rounded == value:
            return text
    return repr(value)


def _columns_of_xarray(array: Any) -> NamedColumns | None:
    """Return the columns of an array of xarray whose second dimension has names or numbers."""
    if len(array.dims) != 2 or array.dims[1] not in array.coords:
        return None
    dim = array.dims[1]
    keys = array.coords[dim].to_numpy().tolist()
    if {*map(type, keys)} not in ({str}, {int}):
        return None
    index_of = {key: i for i, key in enumerate(keys)}
    return NamedColumns(keys, lambda key: array.isel({dim: index_of[key]}))


def to_python_list(value_name: str, values: Any) -> Any:
    """Return an array or a column as a list of Python values; None for any other value.

    Numbers keep their exact value. A float whose size is not 8 bytes stays a number of NumPy,
    because as a Python float it could print other digits.

    Args:
        value_name: The name of the value, for an error.
        values: Any value.

    Raises:
        DataError: If an array holds neither numbers nor text, or cannot be read.
    """
    with library_errors_as_data_errors(value_name, values):
        array = _to_numpy_array(values)
        if array is None:
            return _call_to_list(values)
        dtype_letter, size = array.dtype.kind, array.dtype.itemsize
        if dtype_letter not in _READABLE_DTYPES:
            dtype_name = getattr(array.dtype, "name", array.dtype)
            raise DataError(
                f"{value_name}: found an array with the dtype {dtype_name}; "
                f"expected numbers, or labels as text{_REMEDY_OF_DTYPE.get(dtype_letter, '')}"
            )
        if not array.shape:
            raise DataError(f"{value_name}: found {quote(values)}; expected a list or an array")
        if dtype_letter == "f" and size != 8:  # a Python float has 8 bytes
            return _reshape_to_nested_lists([*array.flat], array.shape)
        if dtype_letter == "O" and any([hasattr(type(v), "dtype") for v in array.flat[:1]]):
            return array.tolist()  # rows that are arrays
        library_list = None if array is values else _call_to_list(values)
        return array.tolist() if library_list is None else library_list


def _to_numpy_array(values: Any) -> Any:
    """Return the values as a NumPy array if they are an array or can become one; else None."""
    if has_all_methods(values, "__array_finalize__"):  # NumPy's own, which may have masked entries
        return values
    if not has_all_methods(values, "__array__"):
        return None
    try:
        array = values.__array__()
    except _NEVER_CONVERTED:
        raise
    except BaseException:  # ints of 128 bits, or rows of different lengths, cannot become an array
        return None
    return array if hasattr(getattr(array, "dtype", None), "kind") else None


def _call_to_list(values: Any) -> Any:
    """Return the list that a method of the values makes; None if they have no such method."""
    for name in ("to_pylist", "tolist", "to_list"):
        if has_all_methods(values, name):
            return getattr(values, name)()
    return None


def _reshape_to_nested_lists(flat: list[Any], shape: tuple[int, ...]) -> list[Any]:
    """Return a flat list as a list of lists of the given shape."""
    for size in reversed(shape[1:]):
        flat = [flat[i : i + size] for i in range(0, len(flat), size)] if size else []
    return flat


def row_as_dict(value: Any) -> dict[Any, Any] | None:
    """Return the entries of a dict, a frame's row or a record by their keys.

    Return None for any other value, or if two keys are equal.
    """
    if isinstance(value, Mapping):
        return dict(value)
    value_type = type(value)
    with library_errors_as_data_errors("x", value):
        if hasattr(value_type, "iloc") and hasattr(value_type, "index"):
            keys = [*value.index]
        elif (
            hasattr(value_type, "coords") and len(value.dims) == 1 and value.dims[0] in value.coords
        ):
            keys = value.coords[value.dims[0]].to_numpy().tolist()
        elif _field_names(value) is not None:
            keys = [*(_field_names(value) or ())]
            return {key: value[key] for key in keys} if not value.shape else None
        elif _is_awkward_records(value):
            return {key: value[key] for key in value.fields}
        else:
            return None
        values = to_python_list("x", value)
        return dict(zip(keys, values or ())) if len({*keys}) == len(keys) else None
