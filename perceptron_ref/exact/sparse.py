"""Sparse vectors, which hold only their nonzeros, and arithmetic on sparse and dense vectors."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import compress, repeat
from operator import itemgetter, mul

from ..errors import DataError
from ..named_tuples import NamedTuple
from ..type_checking import TYPE_CHECKING

MAX_NUMBERS = 100_000_000  # in all dense rows of a set, zeros included: about 0.8 GB of references
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Number = TypeVar("Number", int, Fraction)
    Vector = Any  # a sequence of ints, or a `SparseVector`
    Rows = tuple[Any, ...]  # vectors, all dense or all sparse, each with 1 + d entries

if sys.version_info >= (3, 12) and not TYPE_CHECKING:
    from math import sumprod
else:

    def sumprod(u: Sequence[Number], v: Sequence[Number]) -> Number:
        """Return u . v as `math.sumprod` of Python 3.12 does, but without checking the lengths."""
        return sum(map(mul, u, v))  # type: ignore[no-any-return]


class SparseVector(NamedTuple):
    """The vector whose entry indices[k] is values[k] for k = 0, 1, ...; all other entries are 0.

    Attributes:
        indices: Ascending ints >= 0.
        values: One nonzero int for each index, so that equal vectors have equal attributes.

    >>> x = SparseVector((0, 3), (10, -7))
    >>> x.to_dense(5), x.dot([1, 2, 3, 4, 5])
    ((10, 0, 0, -7, 0), -18)
    """

    indices: tuple[int, ...]
    values: tuple[int, ...]

    @classmethod
    def from_entries(cls, entries: Vector, indices: Sequence[int] | None = None) -> SparseVector:
        """Return the sparse form of a vector.

        Args:
            entries: The entries of the vector; or a sparse vector, which is returned as it is.
            indices: The ascending indices of the entries. The default is 0, 1, ...

        >>> SparseVector.from_entries((10, 0, 0, -7, 0))
        SparseVector(indices=(0, 3), values=(10, -7))
        """
        if isinstance(entries, SparseVector):
            return entries
        nonzero_indices: Iterable[int] = range(len(entries)) if indices is None else indices
        if 0 in entries:
            nonzero_indices = compress(nonzero_indices, entries)
            entries = filter(None, entries)
        return cls(tuple(nonzero_indices), tuple(entries))

    def dot(self, w: Sequence[Any]) -> Any:
        """Return w . x, where w has an entry for every index of x.     Lecture 2: L2.3"""
        if len(self.indices) > 1:
            return sumprod(itemgetter(*self.indices)(w), self.values)
        return sum([w[i] * value for i, value in zip(self.indices, self.values)])

    def reindex(self, new_index_of: Mapping[int, int]) -> SparseVector:
        """Return the vector with entry i moved to index new_index_of[i].

        The mapping keeps the order of the indices.
        """
        return self._replace(indices=tuple([new_index_of[i] for i in self.indices]))

    def to_dense(self, length: int) -> tuple[int, ...]:
        """Return all entries, zeros included."""
        return tuple(add_multiple([0] * length, 1, self))


def stored_entries(x: Vector) -> Sequence[int]:
    """Return the entries of a dense vector, or the nonzeros of a sparse one."""
    return x.values if isinstance(x, SparseVector) else x


def scale_first_and_rest(
    x: Vector, first_addend: int, rest_factor: int, first_factor: int = 0
) -> Vector:
    """Return (first_factor x_0 + first_addend, rest_factor x_1, ..., rest_factor x_d).

    >>> scale_first_and_rest((4, 2), 3, 5)
    (3, 10)
    >>> scale_first_and_rest((4, 2), 0, 1, first_factor=5)
    (20, 2)
    """
    if not isinstance(x, SparseVector):
        return (first_factor * x[0] + first_addend, *[rest_factor * x_i for x_i in x[1:]])
    first = first_factor * dict(zip(*x)).get(0, 0) + first_addend
    indices, values = zip((0, first), *[(i, rest_factor * x_i) for i, x_i in zip(*x) if i])
    return SparseVector.from_entries(values, indices)


def add_multiple(w: Sequence[Any], c: int, x: Vector) -> Sequence[Any]:
    """Return w + c x.

    Args:
        w: A dense vector. If x is sparse and w is a list, the function changes w and returns it.
        c: A number.
        x: A dense or a sparse vector.

    >>> add_multiple((1, 1, 1), -1, (1, 2, 3))
    (0, -1, -2)
    >>> add_multiple((1, 1, 1), 2, SparseVector((0, 2), (5, 7)))
    [11, 1, 15]
    """
    if isinstance(x, SparseVector):
        w_next = w if isinstance(w, list) else list(w)
        for i, x_i in zip(x.indices, x.values):
            w_next[i] += c * x_i
        return w_next
    return tuple([w_i + c * x_i for w_i, x_i in zip(w, x)])


def dot_of_equal_indices(u: Vector, v: Vector) -> int:
    """Return u . v for dense vectors, or for sparse vectors with the same indices."""
    return sumprod(stored_entries(u), stored_entries(v))


def scores(w: Sequence[int], xs: Sequence[Vector]) -> Iterator[int]:
    """Yield w . x_n for n = 0..N-1; the x_n are all dense or all sparse.     Lecture 2: L2.3

    >>> [*scores([1, 10], [(3, 4), (5, 6)])]
    [43, 65]
    """
    if isinstance(xs[0], SparseVector):
        return (x.dot(w) for x in xs)
    return map(sumprod, repeat(w), xs)


def squared_norms(xs: Sequence[Vector]) -> Iterator[int]:
    """Yield ||x_n||^2 for n = 0..N-1; the x_n are all dense or all sparse.

    >>> [*squared_norms([(3, 4), (5, 6)])]
    [25, 61]
    """
    vs = [x.values for x in xs] if isinstance(xs[0], SparseVector) else xs
    return map(sumprod, vs, vs)


def dense_rows(rows: Sequence[SparseVector], d: int) -> tuple[tuple[int, ...], ...]:
    """Return the rows as dense vectors of 1 + d entries.

    Raises:
        DataError: If the dense rows would hold more than `MAX_NUMBERS` numbers.
    """
    if len(rows) * (1 + d) > MAX_NUMBERS:
        raise DataError(
            f"found {len(rows):,} rows of {d:,} features; expected at most {MAX_NUMBERS:,} "
            "numbers, zeros included, because this computation needs all of them. Leave out "
            "examples or features"
        )
    return tuple([x.to_dense(1 + d) for x in rows])


def choose_dense_or_sparse(
    indices: Sequence[tuple[int, ...]], rows: Sequence[tuple[int, ...]], d: int
) -> tuple[SparseVector, ...] | tuple[tuple[int, ...], ...]:
    """Return the rows of a data set: sparse if that takes less memory, else dense.

    They are sparse if fewer than a quarter of the N (1 + d) numbers are nonzero, or if dense rows
    would hold more than `MAX_NUMBERS` numbers.

    Args:
        indices: For each row the ascending indices of its numbers. The first is 0, for x_0.
        rows: The numbers of each row.
        d: The number of features.

    >>> choose_dense_or_sparse([(0, 2)], [(10, 7)], d=2)
    ((10, 0, 7),)
    >>> choose_dense_or_sparse([(0, 9)], [(10, 7)], d=9)
    (SparseVector(indices=(0, 9), values=(10, 7)),)
    """
    vectors = tuple(map(SparseVector.from_entries, rows, indices))
    nonzeros, numbers = sum([len(x.values) for x in vectors]), len(vectors) * (1 + d)
    is_sparse = 4 * nonzeros < numbers or numbers > MAX_NUMBERS
    return vectors if is_sparse else dense_rows(vectors, d)
