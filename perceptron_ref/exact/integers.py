"""Integers as callers pass them: whatever `operator.index` takes, a bool refused."""

from __future__ import annotations

import operator
import sys

from ..errors import DataError, shown


def integer(value: object) -> int:
    """Return the value as an int; TypeError for a bool and for what `operator.index` refuses.

    So an int of NumPy is welcome, and 3.0, "3" and True are not.

    >>> integer(7)
    7
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        raise TypeError(f"found {shown(value)}; expected an int")
    return int(operator.index(value))  # type: ignore[arg-type]


def checked_count(option: str, value: object, least: int = 0) -> int:
    """Return the value of an option that counts, as an int; DataError unless it is >= least.

    >>> checked_count("max_updates", 100)
    100
    """
    try:
        count = integer(value)
    except TypeError:
        count = least - 1
    if count < least:
        raise DataError(f"{option}: found {shown(value)}; expected an int of at least {least}")
    return count


def checked_multiple(option: str, value: object, N: int) -> int:
    """Return an int >= 1, or 5 N for a text such as "5N"; DataError for anything else.

    >>> checked_multiple("right_in_a_row", "5N", N=256)
    1280
    """
    if isinstance(value, str) and value[-1:] == "N" and value.isascii():
        times = value[:-1]
        if times.isdigit() and len(times) < 19 and int(times) > 0:
            return int(times) * N
    try:
        count = integer(value)
    except TypeError:
        count = 0
    if count < 1:
        raise DataError(
            f"{option}: found {shown(value)}; expected an int of at least 1, or a text such as "
            '"5N", so many times the number of examples'
        )
    return count


def checked_limit(option: str, value: int | None, least: int = 0) -> int:
    return sys.maxsize if value is None else min(checked_count(option, value, least), sys.maxsize)


def checked_row(right_in_a_row: int | str | None, patience: int | None, N: int) -> int | None:
    """Return how many visits in a row without a mistake are enough; None if no number is."""
    if right_in_a_row is None:
        return None
    if patience is not None:
        raise DataError(
            f"found patience={shown(patience)} and right_in_a_row={shown(right_in_a_row)}; "
            "expected one of them: leave patience out, and the strategy may make all visits of the "
            "row"
        )
    return checked_multiple("right_in_a_row", right_in_a_row, N)
