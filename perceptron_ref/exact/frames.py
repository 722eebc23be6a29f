"""Tables and columns of other libraries, read by the methods that these document.

No library is imported. The type of a value tells what it is, never the value itself: a frame may
have a column, and an xarray a coordinate, of any name. Every call of a foreign method happens in a
`foreign_call`, so no exception of another library comes out.
"""

from __future__ import annotations

import struct
from collections import namedtuple
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ..errors import DataError, in_one_line, quote, type_name

_KINDS = "biufOUT"  # of NumPy's types: True and False, ints, floats, objects and text
_REMEDIES = {
    "S": ": .astype(str) makes text of bytes",
    "M": ": take numbers, such as the days since the first date",
    "m": ": take numbers, such as the seconds of each time",
    "c": ": .real and .imag of complex numbers are two features",
}

_PASSING = (DataError, KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError)

# A table whose columns have labels. labels: those of its columns, as the library has them.
# column: a function that returns the column of a label. leave_out: the call that leaves out
# columns, with {} for their names; "" where the library has none.
Frame = namedtuple("Frame", "labels column leave_out", defaults=("",))


@contextmanager
def foreign_call(what: str, value: object, passing: Sequence[type] = ()) -> Iterator[None]:
    """Raise DataError for any exception of another library, with what cannot be read.

    passing: the kinds of exceptions that pass, but for kinds derived from them. So does a warning
        that the user has made an error.
    """
    try:
        yield
    except _PASSING:
        raise
    except BaseException as error:  # as polars panics with one that is no Exception
        if type(error) in passing or isinstance(error, Warning):
            raise
        raise DataError(
            f"{what}: found {describe(value)}, which cannot be read "
            f"({type_name(error)}: {in_one_line(error, 120)}); expected rows and columns of "
            "numbers: convert it first, as its .to_pandas(), .to_numpy() or .tolist() does"
        ) from error


def describe(value: object) -> str:
    """Return what a message calls a value: a table by its kind and shape, any other as `quote`.

    >>> describe([1, 2])
    '[1, 2]'
    """
    if not is_foreign(value):
        return quote(value)
    shape = shape_of(value)
    return type_name_with_article(value) + ("" if shape is None else f" of shape {shape}")


def shape_of(value: Any) -> tuple[int, ...] | None:
    """Return the shape of an array or a frame; None where there is none, or it is not known yet."""
    try:
        shape = tuple(value.shape) if hasattr(type(value), "shape") else ()
    except Exception:  # as that of a lazy table may raise
        return None
    return shape if shape and all([isinstance(size, int) for size in shape]) else None


def type_name_with_article(value: object) -> str:
    """Return the name of the type of a value with its article.

    >>> type_name_with_article(7), type_name_with_article("7")
    ('an int', 'a str')
    """
    kind = type_name(value)
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def is_foreign(value: Any) -> bool:
    """Tell whether the value is a table or a column of another library, and no single number."""
    if is_frame(value) or has_methods(value, "tocsr"):
        return True
    is_array = has_methods(value, "__array__")
    return is_array and not (hasattr(type(value), "shape") and value.shape == ())


def has_methods(value: object, *methods: str) -> bool:
    """Tell whether the type of the value has all these methods."""
    return all([callable(getattr(type(value), name, None)) for name in methods])


def load_lazy(what: str, value: Any) -> Any:
    """Return what a lazy table or array computes: that of dask, polars or pyarrow; else the value.

    An array of xarray, which may be lazy, is computed, too.
    """
    for name in ("compute", "collect", "read_all"):
        if has_methods(value, name):
            with foreign_call(what, value):
                return getattr(value, name)()
    return value


def is_frame(value: object) -> bool:
    """Tell whether the value is a table whose columns have labels."""
    kind = type(value)
    return (
        _is_arrow(value)
        or (hasattr(kind, "columns") and has_methods(value, "__getitem__"))
        or _fields(value) is not None
        or hasattr(kind, "data_vars")
        or _is_records(value)
        or _is_cursor(value)
    )


def _is_arrow(value: object) -> bool:
    return hasattr(type(value), "column_names") and has_methods(value, "column")


def _is_records(value: Any) -> bool:
    is_awkward = hasattr(type(value), "fields") and has_methods(value, "to_list", "__getitem__")
    return is_awkward and len(value.fields) > 0


def _is_cursor(value: object) -> bool:
    return has_methods(value, "fetchall") and hasattr(type(value), "description")


def _fields(value: object) -> tuple[str, ...] | None:
    """Return the names of the fields of an array, or of an entry of one."""
    if not hasattr(type(value), "dtype"):
        return None
    names = getattr(value.dtype, "names", None)  # type: ignore[attr-defined]
    return names if isinstance(names, tuple) else None


def frame_of(what: str, value: Any) -> Frame | None:
    """Return the columns of a table that has labels for them, or None.

    That is a frame of pandas or polars, a table of pyarrow, records of awkward or NumPy, an xarray
    whose second dimension has names, a result of a data base, or a dict of columns.
    """
    if isinstance(value, (list, tuple, str)):
        return None
    if isinstance(value, Mapping) and not hasattr(type(value), "data_vars"):
        return _of_mapping(what, value)
    with foreign_call(what, value):
        if _is_cursor(value):
            return _of_cursor(what, value)
        if _is_arrow(value):
            return Frame([*value.column_names], value.column, "drop_columns({})")
        fields = _fields(value)
        if fields is not None:
            return Frame([*fields], value.__getitem__)
        if hasattr(type(value), "data_vars"):
            if len(value.sizes) != 1:
                found = f"found a Dataset of the dimensions {quote([*value.sizes])}"
                raise DataError(f"{what}: {found}; expected one: take one variable, or a DataArray")
            return Frame([*value.data_vars], value.__getitem__, "drop_vars({})")
        if hasattr(type(value), "coords"):
            return _of_xarray(value)
        if hasattr(type(value), "columns") and hasattr(type(value), "shape"):
            is_pandas = hasattr(type(value), "iloc")
            leave_out = "drop(columns={})" if is_pandas else "drop({})"
            return Frame([*value.columns], value.__getitem__, leave_out)
        if _is_records(value):
            return Frame([*value.fields], value.__getitem__)
    return None


def _of_mapping(what: str, columns: Mapping[Any, Any]) -> Frame:
    """Return a dict of columns, such as {"hours": [12, 3], "absences": [0, 4]}."""
    if {"data", "target"} <= columns.keys():
        kind = type_name(columns)
        raise DataError(
            f"{what}: found a {kind} with data and target; expected one of these: "
            "bunch.data as the rows, bunch.target as the labels"
        )
    for label in columns:
        if not isinstance(label, str):
            raise DataError(
                f"{what}: found a dict with the key {quote(label)}; expected rows, as "
                "[*d.values()] gives them, or columns by their names as text"
            )
    return Frame([*columns], columns.__getitem__)


def _of_cursor(what: str, cursor: Any) -> Frame:
    """Return the result of a query, of DuckDB or of any data base with the interface of PEP 249.

    A float of four bytes comes as one of eight: it gets back the decimal that it prints as.
    """
    about = cursor.description
    if about is None:
        raise DataError(f"{what}: found no result of a query; expected one, as of SELECT")
    rows = cursor.fetchall()
    columns: list[Any] = [[*column] for column in zip(*rows)] or [[] for _ in about]
    for column, (_, kind, *_) in zip(columns, about):
        if str(kind).upper() == "FLOAT":
            column[:] = [shortest_decimal(v) if isinstance(v, float) else v for v in column]
    labels = [name for name, *_ in about]
    return Frame(labels, dict(zip(labels, columns)).__getitem__)


def shortest_decimal(value: float) -> str:
    """Return the shortest decimal that is, in four bytes, the same float.

    >>> shortest_decimal(0.10000000149011612)
    '0.1'
    """
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        try:
            (read,) = struct.unpack("f", struct.pack("f", float(text)))
        except OverflowError:  # rounded up beyond all of them
            continue
        if read == value:
            return text
    return repr(value)


def _of_xarray(array: Any) -> Frame | None:
    """Return the columns of an array of xarray whose second dimension has names or numbers."""
    if len(array.dims) != 2 or array.dims[1] not in array.coords:
        return None
    dim = array.dims[1]
    labels = array.coords[dim].to_numpy().tolist()
    if {*map(type, labels)} not in ({str}, {int}):
        return None
    at = {label: i for i, label in enumerate(labels)}
    return Frame(labels, lambda label: array.isel({dim: at[label]}))


def foreign_list(what: str, values: Any) -> Any:
    """Return the list of Python's own values in an array or a column; None for any other value.

    Numbers keep their exact value, and a float that is not of 8 bytes stays what it is, as it
    prints fewer digits than Python's float of the same value.
    """
    with foreign_call(what, values):
        array = _array(values)
        if array is None:
            return _own_list(values)
        kind, size = array.dtype.kind, array.dtype.itemsize
        if kind not in _KINDS:
            found = f"{what}: found an array of {quote(str(array.dtype))}"
            expected = f"expected numbers, or labels as text{_REMEDIES.get(kind, '')}"
            raise DataError(f"{found}; {expected}")
        if not array.shape:
            raise DataError(f"{what}: found {quote(values)}; expected a sequence")
        if kind == "f" and size != 8:  # bytes of a float of Python's
            return _nested([*array.flat], array.shape)
        if kind == "O" and any([hasattr(type(v), "dtype") for v in array.flat[:1]]):
            return array.tolist()  # rows that are arrays
        own = None if array is values else _own_list(values)
        return array.tolist() if own is None else own


def _array(values: Any) -> Any:
    """Return the NumPy array that the values are or offer; None where there is none."""
    if has_methods(values, "__array_finalize__"):  # a class of NumPy's, which may hide some entries
        return values
    if not has_methods(values, "__array__"):
        return None
    try:
        array = values.__array__()
    except _PASSING:
        raise
    except BaseException:  # as for ints of 128 bits, or rows of different lengths
        return None
    return array if hasattr(getattr(array, "dtype", None), "kind") else None


def _own_list(values: Any) -> Any:
    """Return the list that the library makes of the values, or None."""
    for name in ("to_pylist", "tolist", "to_list"):
        if has_methods(values, name):
            return getattr(values, name)()
    return None


def _nested(flat: list[Any], shape: tuple[int, ...]) -> list[Any]:
    """Return the entries of an array as a list of lists of its shape."""
    for size in reversed(shape[1:]):
        flat = [flat[i : i + size] for i in range(0, len(flat), size)] if size else []
    return flat


def row_as_dict(value: Any) -> dict[Any, Any] | None:
    """Return the entries of one row by their names: of a dict, a frame's row or a record."""
    kind = type(value)
    if isinstance(value, Mapping):
        return dict(value)
    with foreign_call("x", value):
        if hasattr(kind, "iloc") and hasattr(kind, "index"):
            labels = [*value.index]
        elif hasattr(kind, "coords") and len(value.dims) == 1 and value.dims[0] in value.coords:
            labels = value.coords[value.dims[0]].to_numpy().tolist()
        elif _fields(value) is not None:
            labels = [*(_fields(value) or ())]
            return {label: value[label] for label in labels} if not value.shape else None
        elif _is_records(value):
            return {label: value[label] for label in value.fields}
        else:
            return None
        values = foreign_list("x", value)
        return dict(zip(labels, values or ())) if len({*labels}) == len(labels) else None
