"""Numbers and vectors that callers pass: exact, and checked with their place."""

from __future__ import annotations

import operator
import sys

from ..errors import DataError, StrategyError, shown
from .limits import LONGEST_NUMBER, LONGEST_TEXT
from .rationals import lcm, ratio, rational
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


def checked_ratio(what: str, value: object, longest: int = LONGEST_NUMBER) -> tuple[int, int]:
    """Return the number as (p, q), see `ratio`; DataError, beginning with `what`, for another.

    >>> checked_ratio("x0", "0.5")
    (1, 2)
    """
    try:
        return ratio(value, longest)
    except DataError as error:
        raise DataError(f"{what}: {error}") from None


def exact_weights(what: str, values: Iterable[object], d: int) -> tuple[Fraction, ...]:
    """Return the 1 + d weights as Fractions; DataError, beginning with `what`, for anything else.

    >>> exact_weights("w_f", [-3, "1/2"], d=1)
    (Fraction(-3, 1), Fraction(1, 2))
    """
    w = exact_vector(what, values)
    _check_length(what, w, 1 + d, ": w_0, then d weights")
    return w


def exact_features(what: str, values: Iterable[object], d: int) -> tuple[Fraction, ...]:
    """Return the d features as Fractions; DataError, beginning with `what`, for anything else.

    >>> exact_features("x", ["0.5"], d=1)
    (Fraction(1, 2),)
    """
    x = exact_vector(what, values)
    _check_length(what, x, d, ", x_0 not among them")
    return x


def exact_vector(what: str, values: Iterable[object]) -> tuple[Fraction, ...]:
    """Return the numbers as Fractions; DataError, which names the entry of `what` that is none."""
    exact, zero = [], rational(0)  # one for all, as a sparse set has many
    for i, value in enumerate(listed(what, values)):
        try:
            exact.append(zero if type(value) is int and value == 0 else rational(value))
        except DataError as error:
            raise DataError(f"{what}, entry {i}: {error}") from None
    return tuple(exact)


def _check_length(what: str, found: tuple[Fraction, ...], expected: int, entries: str) -> None:
    if len(found) != expected:
        raise DataError(f"{what}: found {len(found)} numbers; expected {expected}{entries}")


def as_ints(values: Sequence[Fraction | int]) -> tuple[tuple[int, ...], int]:
    """Return the numbers times the least positive integer that makes them ints, and that integer.

    >>> from fractions import Fraction
    >>> as_ints([Fraction(1, 2), Fraction(-2, 3)])
    ((3, -4), 6)
    """
    common = 1
    for denominator in {value.denominator for value in values}:
        common = lcm(common, denominator)
    return tuple([value.numerator * (common // value.denominator) for value in values]), common


def checked_sign_of_zero(value: object) -> int:
    """Return the value of the option `sign_of_zero`; DataError unless it is -1, 0 or +1."""
    if type(value) is int and -1 <= value <= 1:
        return value
    try:
        checked = integer(value)
    except TypeError:
        checked = 2
    if -1 <= checked <= 1:
        return checked
    raise DataError(f"sign_of_zero: found {shown(value)}; expected -1, 0 or +1")


def checked_pass(answer: object, N: int) -> Sequence[int]:
    """Return the visits of a pass, or of one example: a copy, which nobody changes meanwhile."""
    if isinstance(answer, range):
        for end in (*answer[:1], *answer[-1:]):  # they bound the rest
            checked_index(end, N, "it yielded a pass with ")
        return answer
    if isinstance(answer, (list, tuple)):
        visits = tuple(answer)
        if set(map(type, visits)) == {int} and 0 <= min(visits) and max(visits) < N:
            return visits  # all are plain ints: no need to look at each
        return tuple([checked_index(n, N, "it yielded a pass with ") for n in visits])
    return (checked_index(answer, N, "it yielded ", OR_A_PASS),)


def checked_index(n: object, N: int, found: str, or_else: str = "") -> int:
    """Return the index of an example; StrategyError, beginning with `found`, otherwise."""
    try:
        index = integer(n)
    except TypeError:
        index = -1
    if 0 <= index < N:
        return index
    raise StrategyError(f"{found}{shown(n)}; expected an int from 0 to {N - 1}{or_else}")


def checked_x0(value: object) -> Fraction:
    p, q = checked_ratio("x0", value, LONGEST_TEXT)
    return rational(p) / q
