"""Ints and vectors that callers pass: exact, and checked with their place."""

from __future__ import annotations

import operator
import sys
from functools import reduce
from math import inf

from ..errors import DataError, StrategyError, shown
from .limits import LONGEST_TEXT
from .rationals import checked_rational, lcm
from .tables import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

OR_A_PASS = ", a pass (a range, list or tuple of them), or None"


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


def int_within(value: object, least: int, most: float = inf) -> int | None:
    """Return the value as an int if it is one from `least` to `most`, else None."""
    try:
        checked = integer(value)
    except TypeError:
        return None
    return checked if least <= checked <= most else None


def checked_count(option: str, value: object, least: int = 0, or_else: str = "") -> int:
    """Return the value of an option that counts, as an int; DataError unless it is >= least.

    or_else: what else may be given, for the message.

    >>> checked_count("max_updates", 100)
    100
    """
    count = int_within(value, least)
    if count is None:
        expected = f"an int of at least {least}{or_else}"
        raise DataError(f"{option}: found {shown(value)}; expected {expected}")
    return count


def checked_limit(option: str, value: int | None, least: int = 0) -> int:
    """Return the same, or the largest int that Python counts to in place of None and more."""
    return sys.maxsize if value is None else min(checked_count(option, value, least), sys.maxsize)


def checked_row(right_in_a_row: object, patience: int | None, N: int) -> int | None:
    """Return how many visits in a row without a mistake are enough; None if no number is.

    right_in_a_row: an int of at least 1, or a text such as "5N" for 5 N.

    >>> checked_row("5N", None, N=256)
    1280
    """
    if right_in_a_row is None:
        return None
    if patience is not None:
        raise DataError(
            f"found patience={shown(patience)} and right_in_a_row={shown(right_in_a_row)}; "
            "expected one of them: leave patience out, and the strategy may make all visits of the "
            "row"
        )
    if isinstance(right_in_a_row, str) and right_in_a_row[-1:] == "N":
        times = right_in_a_row[:-1]
        if times.isascii() and times.isdigit() and len(times) < 19 and int(times) > 0:
            return int(times) * N
    many = ', or a text such as "5N", so many times the number of examples'
    return checked_count("right_in_a_row", right_in_a_row, 1, many)


def checked_sign_of_zero(value: object) -> int:
    """Return the value of the option `sign_of_zero`; DataError unless it is -1, 0 or +1."""
    if type(value) is int and -1 <= value <= 1:  # which is asked at every visit
        return value
    checked = int_within(value, -1, 1)
    if checked is None:
        raise DataError(f"sign_of_zero: found {shown(value)}; expected -1, 0 or +1")
    return checked


def checked_x0(value: object) -> Fraction:
    """Return the value of the option `x0` of a hypothesis, whose digits may be many."""
    return checked_rational("x0", value, LONGEST_TEXT)


def exact_weights(what: str, values: Iterable[object], d: int) -> tuple[Fraction, ...]:
    """Return the 1 + d weights as Fractions; DataError, beginning with `what`, for anything else.

    >>> exact_weights("w_f", [-3, "1/2"], d=1)
    (Fraction(-3, 1), Fraction(1, 2))
    """
    return exact_vector(what, values, 1 + d, ": w_0, then d weights")


def exact_features(what: str, values: Iterable[object], d: int) -> tuple[Fraction, ...]:
    """Return the d features as Fractions; DataError, beginning with `what`, for anything else.

    >>> exact_features("x", ["0.5"], d=1)
    (Fraction(1, 2),)
    """
    return exact_vector(what, values, d, ", x_0 not among them")


def exact_vector(
    what: str, values: Iterable[object], length: int | None = None, entries: str = ""
) -> tuple[Fraction, ...]:
    """Return the numbers as Fractions; DataError, which names the entry of `what` that is none.

    length: how many there must be. entries: what these are, for the message.
    """
    exact = [
        checked_rational(f"{what}, entry {i}", value, LONGEST_TEXT)
        for i, value in enumerate(listed(what, values))
    ]
    if length is not None and len(exact) != length:
        raise DataError(f"{what}: found {len(exact)} numbers; expected {length}{entries}")
    return tuple(exact)


def as_ints(values: Sequence[Fraction | int]) -> tuple[tuple[int, ...], int]:
    """Return the numbers times the least positive integer that makes them ints, and that integer.

    >>> from fractions import Fraction
    >>> as_ints([Fraction(1, 2), Fraction(-2, 3)])
    ((3, -4), 6)
    """
    common = reduce(lcm, {value.denominator for value in values}, 1)
    return tuple([value.numerator * (common // value.denominator) for value in values]), common


def checked_pass(answer: object, N: int) -> Sequence[int]:
    """Return the visits of a pass, or of one example: a copy, which nobody changes meanwhile."""
    if isinstance(answer, range):
        for end in (*answer[:1], *answer[-1:]):  # they bound the rest
            checked_index(end, N, "it yielded a pass with ")
        return answer
    if not isinstance(answer, (list, tuple)):
        return (checked_index(answer, N, "it yielded ", OR_A_PASS),)
    visits = tuple(answer)
    if set(map(type, visits)) != {int} or min(visits) < 0 or max(visits) >= N:
        visits = tuple([checked_index(n, N, "it yielded a pass with ") for n in visits])
    return visits


def checked_index(n: object, N: int, found: str, or_else: str = "") -> int:
    """Return the index of an example; StrategyError, beginning with `found`, otherwise."""
    index = int_within(n, 0, N - 1)
    if index is None:
        raise StrategyError(f"{found}{shown(n)}; expected an int from 0 to {N - 1}{or_else}")
    return index
