"""Simple stand-ins for arrays and tables of NumPy, pandas, SciPy, xarray and polars, which may be
missing. As in these libraries, classes have the attributes by which the package recognises them.
"""

from __future__ import annotations

from numbers import Real
from types import SimpleNamespace


class Single:
    """A real number of another library, such as a float32, whose text has few digits."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


Real.register(Single)


class Index:
    """An integer of another library, such as NumPy's: `operator.index` converts it to an int."""

    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


class Type:
    """The type of an array's entries."""

    def __init__(self, kind, itemsize=8, names=None):
        self.kind, self.itemsize, self.names = kind, itemsize, names

    def __str__(self):
        return f"{self.kind}{self.itemsize}"


class Array:
    """An array: it iterates over `entries`, and `tolist` returns `list_entries`."""

    shape = dtype = None

    def __init__(self, entries, kind="f", itemsize=8, shape=None, list_entries=None):
        self.entries = entries
        self.list_entries = entries if list_entries is None else list_entries
        self.dtype = Type(kind, itemsize)
        if shape is None:
            is_nested = bool(entries) and isinstance(entries[0], list)
            shape = (len(entries), len(entries[0])) if is_nested else (len(entries),)
        self.shape = shape

    def __array_finalize__(self, other):
        """Mark the class as one of NumPy's."""

    def __array__(self):
        return self

    @property
    def flat(self):
        is_nested = len(self.shape) > 1
        return [v for row in self.entries for v in row] if is_nested else self.entries

    def tolist(self):
        return self.list_entries

    def __iter__(self):
        return iter(self.entries)

    def __repr__(self):
        return f"array({self.entries})"


class Column:
    """A column of a frame."""

    name = None

    def __init__(self, array, name=None):
        self.array, self.name = array, name

    def __array__(self):
        return self.array

    def __iter__(self):
        raise AssertionError("read by its array")


class Frame:
    """A frame of columns by label. `labels`: all labels, if a label occurs twice."""

    columns = shape = iloc = None

    def __init__(self, columns, labels=None):
        self.by_label = {label: Column(array, name=label) for label, array in columns.items()}
        self.columns = [*columns] if labels is None else labels
        lengths = [len(array.entries) for array in columns.values()]
        self.shape = (lengths[0] if lengths else 2, len(self.columns))

    def __getitem__(self, label):
        return self.by_label[label]

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return iter(self.columns)

    def __array__(self):
        return Array([[0.0] * self.shape[1] for _ in range(len(self))])


class Labelled:
    """A two-dimensional array of xarray, whose columns may have labels."""

    coords = None

    def __init__(self, columns, is_labelled=True):
        self.arrays, self.dims = [*columns.values()], ("row", "column")
        labels = SimpleNamespace(to_numpy=lambda: Array([*columns]))
        self.coords = {"column": labels} if is_labelled else {}

    def isel(self, indices):
        (index,) = indices.values()
        return Column(self.arrays[index])

    def __array__(self):
        return Array([[*row] for row in zip(*(array.entries for array in self.arrays))])


class LabelledRow:
    """A row of a two-dimensional array of xarray."""

    coords = None

    def __init__(self, **entries):
        labels = SimpleNamespace(to_numpy=lambda: Array([*entries]))
        self.dims, self.coords, self.entries = ("column",), {"column": labels}, entries

    def __array__(self):
        return Array([*self.entries.values()])


class Fields:
    """A one-dimensional array whose entries have fields."""

    shape = dtype = None

    def __init__(self, **fields):
        self.fields, self.dtype = fields, Type("V", names=tuple(fields))
        self.shape = (2,)

    def __getitem__(self, name):
        return self.fields[name]


class Sparse:
    """A sparse matrix in any format; `tocsr` converts it to rows."""

    def __init__(self, shape, data, indices, indptr):
        self.shape, self.parts = shape, (data, indices, indptr)

    def tocsr(self):
        self.data, self.indices, self.indptr = self.parts
        return self


class HasArray:
    """A value of another library that supports `__array__`."""

    def __init__(self, array):
        self.array = array

    def __array__(self):
        return self.array


class Panicking(BaseException):
    """The error of polars 1 for a column without an array. It is not an Exception."""


class OnlyList:
    """A column that supports `to_list`, but no `__array__`."""

    def __init__(self, entries, error=Panicking):
        self.entries, self.error = entries, error

    def __array__(self):
        raise self.error

    def to_list(self):
        return self.entries
