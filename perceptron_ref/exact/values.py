"""Checks of values that callers pass: ints, numbers, vectors, names, visits, a hypothesis' data."""

from __future__ import annotations

import operator
import re
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any, Union

from ..errors import DataError, StrategyError, quote
from .labels import first_few
from .rationals import checked_rational, exact_text, short_text
from .tables import as_list, check_distinct

if TYPE_CHECKING:
    Names = Union[tuple[str, ...], None]


def int_within(value: object, least: float = -inf, most: float = inf) -> int | None:
    """Return the value as an int if it is one from `least` to `most`, else None.

    An int is what `operator.index` takes, as NumPy's are; 3.0, "3" and True are none.

    >>> int_within(7), int_within(7, most=6), int_within(True)
    (7, None, None)
    """
    try:
        checked = int(operator.index(value))  # type: ignore[arg-type]
    except TypeError:
        return None
    return checked if least <= checked <= most and not isinstance(value, bool) else None


def checked_count(
    option: str, value: object, least: int = 0, most: float = inf, or_else: str = ""
) -> int:
    """Return the value of an option that counts, as an int; DataError unless it is >= least, and
    <= most. or_else: what else may be given, for the message.

    >>> checked_count("max_updates", 100)
    100
    """
    count = int_within(value, least, most)
    if count is None:
        within = f"of at least {least}" if most == inf else f"from {least} to {most}"
        raise DataError(f"{option}: found {quote(value)}; expected an int {within}{or_else}")
    return count


def checked_limit(option: str, value: object, least: int = 0) -> int:
    """Return a `checked_count`; the largest int that Python counts to in place of None and more."""
    return sys.maxsize if value is None else min(checked_count(option, value, least), sys.maxsize)


def checked_right_in_a_row(right_in_a_row: object, N: int) -> int | None:
    """Return how many visits in a row without a mistake are enough; None if no number is.

    right_in_a_row: an int of at least 1, or a text such as "5N" for 5 N.

    >>> checked_right_in_a_row("5N", N=256)
    1280
    """
    if right_in_a_row is None:
        return None
    if isinstance(right_in_a_row, str) and re.fullmatch(r"(?a)[1-9]\d{0,17}N", right_in_a_row):
        return int(right_in_a_row[:-1]) * N
    many = ', or a text such as "5N", so many times the number of examples'
    return checked_count("right_in_a_row", right_in_a_row, 1, or_else=many)


def checked_patience(patience: object, right_in_a_row: int | None, N: int) -> int:
    """Return how many visits of w_t a strategy chooses: 10 N by default; at most `right_in_a_row`.

    >>> checked_patience(None, None, N=4), checked_patience(30, 20, N=4)
    (40, 20)
    """
    if patience is None:
        return right_in_a_row or 10 * N
    count = checked_limit("patience", patience, least=1)
    return min(count, right_in_a_row or count)


def checked_sign_of_zero(value: object) -> int:
    """Return the value of the option `sign_of_zero`; DataError unless it is -1, 0 or +1."""
    checked = int_within(value, -1, 1)
    if checked is None:
        raise DataError(f"sign_of_zero: found {quote(value)}; expected -1, 0 or +1")
    return checked


def checked_positive(option: str, value: object) -> Fraction:
    """Return the value of an option as a Fraction; DataError unless it is a positive number."""
    checked = checked_rational(option, value)
    if checked <= 0:
        raise DataError(f"{option}: found {quote(value)}; expected a positive number")
    return checked


def exact_vector(
    what: str,
    values: Iterable[object],
    length: int | None = None,
    entries: str = ": w_0, then d weights",
) -> tuple[Fraction, ...]:
    """Return the numbers as Fractions; DataError, which names the entry of `what` that is none.

    length: how many there must be. entries: what these are, for the message.

    >>> exact_vector("w_f", [-3, "1/2"], length=2)
    (Fraction(-3, 1), Fraction(1, 2))
    """
    exact = [checked_rational(f"{what}, entry {i}", v) for i, v in enumerate(as_list(what, values))]
    if length is not None and len(exact) != length:
        raise DataError(f"{what}: found {len(exact)} numbers; expected {length}{entries}")
    return tuple(exact)


@lru_cache(maxsize=4)
def default_names(d: int) -> tuple[str, ...]:
    """Return the lecture's letters for d features without names: x1, ..., xd.

    >>> default_names(2)
    ('x1', 'x2')
    """
    return tuple([f"x{i}" for i in range(1, d + 1)])


def checked_names(names: Iterable[str] | None, d: int) -> tuple[str, ...] | None:
    """Return d different names for x_1, ..., x_d, or None where they are the default ones.

    DataError for names that are too few or too many, empty, no texts, or not all different.

    >>> checked_names(["salary", "years"], 2), checked_names(["x1", "x2"], 2)
    (('salary', 'years'), None)
    """
    if d == 0:
        raise DataError("found no feature; expected at least one beside x_0")
    if names is None:
        return None
    checked = tuple(as_list("names", names))
    for name in checked:
        if not isinstance(name, str) or not name:
            told = f"names: found {quote(name)}; expected texts, none of them empty"
            join = ": df.columns = ['_'.join(map(str, name)) for name in df.columns] joins several"
            raise DataError(told + join * isinstance(name, tuple))
    check_distinct("names", checked)
    if len(checked) != d:
        raise DataError(f"names: found {len(checked)}; expected {d}, one for each feature")
    return None if checked == default_names(d) else checked


def checked_pass(answer: object, N: int) -> Sequence[int]:
    """Return what a strategy yielded as a pass: a copy, so that no strategy can change it later.

    A single example is a pass of one; None is an empty pass.
    """
    if answer is None:
        return ()
    if isinstance(answer, range):
        for end in (*answer[:1], *answer[-1:]):  # they bound the rest
            checked_index(end, N, "it yielded a pass with ")
        return answer
    if not isinstance(answer, (list, tuple)):
        or_else = ", a pass (a range, list or tuple of them), or None"
        return (checked_index(answer, N, "it yielded ", or_else),)
    visits = tuple(answer)
    if set(map(type, visits)) != {int} or min(visits) < 0 or max(visits) >= N:
        visits = tuple([checked_index(n, N, "it yielded a pass with ") for n in visits])
    return visits


def checked_index(n: object, N: int, found: str, or_else: str = "") -> int:
    """Return the index of an example; StrategyError, beginning with `found`, otherwise."""
    index = int_within(n, 0, N - 1)
    if index is None:
        raise StrategyError(f"{found}{quote(n)}; expected an int from 0 to {N - 1}{or_else}")
    return index


def check_fit(h: Any, data: Any, by_labels: bool = False, whose: str = "the hypothesis") -> None:
    """Raise DataError where data have not as many features as a hypothesis, the same in another
    order, or another x_0; by_labels: or its labels the other way round. whose: for the message.
    """
    ours, theirs, advice = h._names, data._names, ""
    if data.d != h.d:
        found, expected = f"with {data.d} features", str(h.d)
    elif ours and theirs and ours != theirs and sorted(ours) == sorted(theirs):
        found, expected = (
            f"with the features {first_few(theirs, 8)}",
            f"the order {first_few(ours, 8)}",
        )
        advice = ": predict(frame) and read(path, like=...) find them by name"
    elif data.x0 != h.x0:
        x0 = exact_text(h.x0)
        found, expected = f"with x_0 = {short_text(data.x0)}", f"x_0 = {x0}"
        advice = f': take data.with_x0("{x0}"), or --x0 {x0}'
    elif by_labels and data.labels == h.labels[::-1]:
        found, expected = f"whose label for +1 is {quote(data.labels[1])}", quote(h.labels[1])
        advice = " (positive=...)"
    else:
        return
    raise DataError(f"found data {found}; expected {expected}, as {whose} has{advice}")
