"""Operations on vectors u = (u_0, u_1, ..., u_d), which are plain sequences of numbers.

If the entries are exact (ints or Fractions), the results are exact, because nothing here divides or
rounds. The second of two vectors may be a `SparseVector`, which holds only its nonzeros.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from fractions import Fraction

from .errors import DataError
from .exact.sparse import SparseVector, add_multiple
from .exact.sparse import sumprod as sumprod
from .type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeVar

    Number = TypeVar("Number", int, Fraction)

__all__ = ["add", "dot", "scale", "squared_norm"]


def dot(u: Sequence[Number], v: Sequence[Number]) -> Number:
    """Return u . v = u_0 v_0 + u_1 v_1 + ... + u_d v_d.     Lecture 2: L2.3

    Args:
        u: Numbers u_0, ..., u_d.
        v: As many numbers, or a sparse vector, whose length is not checked.

    Raises:
        DataError: If the lengths differ.

    >>> dot([1, 2, 3], [4, 5, 6])
    32
    """
    if isinstance(v, SparseVector):
        return v.dot(u)
    if len(u) != len(v):
        raise _length_error(u, v)
    return sumprod(u, v)


def add(u: Sequence[Number], v: Sequence[Number]) -> list[Number]:
    """Return u + v = (u_0 + v_0, u_1 + v_1, ..., u_d + v_d).     Lecture 2: L2.5

    Args:
        u: Numbers u_0, ..., u_d.
        v: As many numbers, or a sparse vector, whose length is not checked.

    Raises:
        DataError: If the lengths differ.

    >>> add([1, 2, 3], [4, 5, 6])
    [5, 7, 9]
    """
    if isinstance(v, SparseVector):
        return list(add_multiple(tuple(u), 1, v))
    if len(u) != len(v):
        raise _length_error(u, v)
    return list(map(operator.add, u, v))


def scale(c: Number, v: Sequence[Number]) -> list[Number]:
    """Return c v = (c v_0, c v_1, ..., c v_d).     Lecture 2: L2.5

    `Dataset.scale` is something else: a number.

    Args:
        c: A number.
        v: Numbers v_0, ..., v_d, or a sparse vector; then the result is sparse, too.

    >>> scale(-1, [4, 5, 6])
    [-4, -5, -6]
    """
    if isinstance(v, SparseVector):
        return v._replace(values=tuple(scale(c, v.values)))
    return [c * v_i for v_i in v]


def squared_norm(v: Sequence[Number]) -> Number:
    """Return ||v||^2 = v . v = v_0^2 + v_1^2 + ... + v_d^2.     Lecture 2: L2.7

    Args:
        v: Numbers v_0, ..., v_d; not a sparse vector.

    >>> squared_norm([3, 4])
    25
    """
    return sumprod(v, v)


def _length_error(u: Sequence[Number], v: Sequence[Number]) -> DataError:
    """Return the error about two vectors of different lengths."""
    return DataError(
        f"found vectors of {len(u)} and {len(v)} entries; expected vectors of the same length"
    )
