"""Vectors as plain sequences of numbers: u = (u_0, u_1, ..., u_d).

Exact whenever the entries are (ints, Fractions): nothing here divides or rounds. The second of two
vectors may be a `SparseVector`, which holds its nonzeros alone.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from .errors import DataError
from .exact.sparse import SparseVector, added
from .exact.sparse import sumprod as sumprod

__all__ = ["add", "dot", "scale", "squared_norm"]

if TYPE_CHECKING:
    Number = TypeVar("Number", int, Fraction)


def dot(u: Sequence[Number], v: Sequence[Number]) -> Number:
    """Return u . v = u_0 v_0 + u_1 v_1 + ... + u_d v_d.     Lecture 2: L2.3

    u, v: as many numbers each; DataError otherwise. Of a sparse v that is not checked.

    >>> dot([1, 2, 3], [4, 5, 6])
    32
    """
    if isinstance(v, SparseVector):
        return v.dot(u)  # type: ignore[no-any-return]
    if len(u) != len(v):
        raise _different_lengths(u, v)
    return sumprod(u, v)


def add(u: Sequence[Number], v: Sequence[Number]) -> list[Number]:
    """Return u + v = (u_0 + v_0, u_1 + v_1, ..., u_d + v_d).     Lecture 2: L2.5

    u, v: as many numbers each; DataError otherwise. Of a sparse v that is not checked.

    >>> add([1, 2, 3], [4, 5, 6])
    [5, 7, 9]
    """
    if isinstance(v, SparseVector):
        return list(added(tuple(u), 1, v))
    if len(u) != len(v):
        raise _different_lengths(u, v)
    return list(map(operator.add, u, v))


def scale(c: Number, v: Sequence[Number]) -> list[Number]:
    """Return c v = (c v_0, c v_1, ..., c v_d).

    c: a number; v: a sequence of numbers.     Lecture 2: L2.5

    >>> scale(-1, [4, 5, 6])
    [-4, -5, -6]
    """
    if isinstance(v, SparseVector):
        return v._replace(values=tuple(scale(c, v.values)))  # type: ignore[return-value]
    return [c * v_i for v_i in v]


def squared_norm(v: Sequence[Number]) -> Number:
    """Return |v|^2 = v . v = v_0^2 + v_1^2 + ... + v_d^2.

    v: a sequence of numbers, not sparse.     Lecture 2: L2.7

    >>> squared_norm([3, 4])
    25
    """
    return sumprod(v, v)


def _different_lengths(u: Sequence[Number], v: Sequence[Number]) -> DataError:
    return DataError(
        f"found vectors of {len(u)} and {len(v)} entries; expected two of the same length"
    )
