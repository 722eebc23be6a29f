"""Checks of arguments, most of which return the value in its exact form; default feature names."""

from __future__ import annotations

import operator
import re
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import inf

from ..errors import DataError, StrategyError, first_few, quote
from ..type_checking import TYPE_CHECKING
from .rationals import checked_rational, count_with_noun, exact_text, short_text
from .sequences import as_list, check_distinct

if TYPE_CHECKING:
    from typing import Any, Union

    Names = Union[tuple[str, ...], None]


def int_or_none(value: object, minimum: float = -inf, maximum: float = inf) -> int | None:
    """Return the value as an int if it is an int from `minimum` to `maximum`, else None.

    An int is any object that `operator.index` accepts, such as NumPy's. 3.0, "3" and True are not.

    >>> int_or_none(7), int_or_none(7, maximum=6), int_or_none(True)
    (7, None, None)
    """
    try:
        checked = int(operator.index(value))  # type: ignore[arg-type]
    except TypeError:
        return None
    return checked if minimum <= checked <= maximum and not isinstance(value, bool) else None


def checked_count(
    option: str, value: object, minimum: int = 0, maximum: float = inf, alternatives: str = ""
) -> int:
    """Return the value of an option as an int from `minimum` to `maximum`.

    Args:
        option: The name of the option, with which an error begins.
        value: The value.
        minimum: The smallest valid value.
        maximum: The largest valid value.
        alternatives: Other values that the caller accepts, for the message.

    Raises:
        DataError: For any other value.

    >>> checked_count("max_updates", 100)
    100
    """
    count = int_or_none(value, minimum, maximum)
    if count is None:
        within = f"of at least {minimum}" if maximum == inf else f"from {minimum} to {maximum}"
        raise DataError(f"{option}: found {quote(value)}; expected an int {within}{alternatives}")
    return count


def checked_limit(option: str, value: object, minimum: int = 0) -> int:
    """Return the value of a limit as an int: `sys.maxsize` for None, and for any larger int.

    Raises:
        DataError: If it is neither None nor an int >= minimum.
    """
    return sys.maxsize if value is None else min(checked_count(option, value, minimum), sys.maxsize)


def checked_right_in_a_row(right_in_a_row: object, N: int) -> int | None:
    """Return how many correct visits in a row end a run; None if no number ends it.

    Args:
        right_in_a_row: An int >= 1; a text such as "5N" for 5 N; or None.
        N: The number of examples.

    Raises:
        DataError: For any other value.

    >>> checked_right_in_a_row("5N", N=256)
    1280
    """
    if right_in_a_row is None:
        return None
    if isinstance(right_in_a_row, str) and re.fullmatch(r"(?a)[1-9]\d{0,17}N", right_in_a_row):
        return int(right_in_a_row[:-1]) * N
    alternatives = ', or "5N" for 5 times the number of examples'
    return checked_count("right_in_a_row", right_in_a_row, 1, alternatives=alternatives)


def checked_patience(patience: object, right_in_a_row: int | None, N: int) -> int:
    """Return the most visits that a strategy may make without an update.

    That number never exceeds `right_in_a_row`, if this is set.

    Args:
        patience: An int >= 1; None for `right_in_a_row`, or for 10 N if that is None, too.
        right_in_a_row: See `checked_right_in_a_row`; an int or None.
        N: The number of examples.

    Raises:
        DataError: For any other patience.

    >>> checked_patience(None, None, N=4), checked_patience(30, 20, N=4)
    (40, 20)
    """
    if patience is None:
        return right_in_a_row or 10 * N
    count = checked_limit("patience", patience, minimum=1)
    return min(count, right_in_a_row or count)


def checked_sign_of_zero(value: object) -> int:
    """Return the value of the option `sign_of_zero`.

    Raises:
        DataError: If it is not -1, 0 or +1.
    """
    sign = int_or_none(value, -1, 1)
    if sign is None:
        raise DataError(f"sign_of_zero: found {quote(value)}; expected -1, 0 or +1")
    return sign


def checked_positive(option: str, value: object) -> Fraction:
    """Return the value of an option as a Fraction > 0.

    Raises:
        DataError: If it is not a positive number.
    """
    number = checked_rational(option, value)
    if number <= 0:
        raise DataError(f"{option}: found {quote(value)}; expected a positive number")
    return number


def exact_vector(
    value_name: str,
    values: Iterable[object],
    length: int | None = None,
    entries_description: str | None = None,
) -> tuple[Fraction, ...]:
    """Return the entries of a vector as Fractions.

    Args:
        value_name: The name of the vector, with which an error begins.
        values: The entries, numbers as `rational` reads them.
        length: The number of entries; None if any number is valid.
        entries_description: A text that follows "expected `length` numbers" in the message. The
            default describes the weights w_0, ..., w_d.

    Raises:
        DataError: If an entry is not a number, or if there are not `length` entries.

    >>> exact_vector("w_f", [-3, "1/2"], length=2)
    (Fraction(-3, 1), Fraction(1, 2))
    """
    exact = [
        checked_rational(f"{value_name}, entry {i}", v)
        for i, v in enumerate(as_list(value_name, values))
    ]
    if length is not None and len(exact) != length:
        if entries_description is None:
            entries_description = f": w_0 and the {length - 1:,} weights of the features"
            if length == 2:
                entries_description = ": w_0 and the weight of the feature"
        count, expected_count = (count_with_noun(n, "number") for n in (len(exact), length))
        raise DataError(
            f"{value_name}: found {count}; expected {expected_count}{entries_description}"
        )
    return tuple(exact)


@lru_cache(maxsize=4)
def default_feature_names(d: int) -> tuple[str, ...]:
    """Return the default names of d features: x1, ..., xd.

    >>> default_feature_names(2)
    ('x1', 'x2')
    """
    return tuple([f"x{i}" for i in range(1, d + 1)])


def checked_feature_names(names: Iterable[str] | None, d: int) -> tuple[str, ...] | None:
    """Return the names of x_1, ..., x_d, all different; None if they are the default names.

    Args:
        names: The names; None for the default names.
        d: The number of features.

    Raises:
        DataError: If d is 0, if there are not d names, if two names are equal, or if a name is
            empty or not text.

    >>> checked_feature_names(["salary", "years"], 2), checked_feature_names(["x1", "x2"], 2)
    (('salary', 'years'), None)
    """
    if d == 0:
        raise DataError("found no feature; expected at least one feature besides x_0")
    if names is None:
        return None
    texts = tuple(as_list("names", names))
    for name in texts:
        if not isinstance(name, str) or not name:
            message = f"names: found {quote(name)}; expected a non-empty string for each feature"
            joined = "df.columns = ['_'.join(map(str, name)) for name in df.columns]"
            hint = f". To flatten columns with several levels, use `{joined}`"
            raise DataError(message + hint * isinstance(name, tuple))
    check_distinct("names", texts)
    if len(texts) != d:
        count = count_with_noun(len(texts), "name")
        raise DataError(f"names: found {count}; expected {d:,}, one for each feature")
    return None if texts == default_feature_names(d) else texts


def checked_visits(yielded: object, N: int) -> Sequence[int]:
    """Return a strategy's answer as a pass that the strategy cannot change later.

    The index of one example becomes a pass of one visit; None becomes an empty pass.

    Args:
        yielded: The object that the strategy yielded.
        N: The number of examples.

    Raises:
        StrategyError: If it is not None, the index of an example, or a pass over such indices.
    """
    if yielded is None:
        return ()
    if isinstance(yielded, range):
        for index in (*yielded[:1], *yielded[-1:]):  # the other indices lie between these two
            checked_example_index(index, N, "it yielded a pass with the entry ")
        return yielded
    if not isinstance(yielded, (list, tuple)):
        alternatives = ", a pass (a range, list or tuple of such numbers), or None"
        return (checked_example_index(yielded, N, "it yielded ", alternatives),)
    visits = tuple(yielded)
    # `set(map(type, visits))`, `min` and `max` would take longer
    if [n for n in visits if type(n) is not int or not 0 <= n < N]:
        error_start = "it yielded a pass with the entry "
        visits = tuple([checked_example_index(n, N, error_start) for n in visits])
    return visits


def checked_example_index(n: object, N: int, error_start: str, alternatives: str = "") -> int:
    """Return the index of an example, an int from 0 to N-1.

    Args:
        n: The index.
        N: The number of examples.
        error_start: The text with which an error begins, such as "it yielded ".
        alternatives: Other values that the caller accepts, for the message.

    Raises:
        StrategyError: For any other value.
    """
    index = int_or_none(n, 0, N - 1)
    if index is None:
        numbers = f"an int from 0 to {N - 1}" if N > 1 else "0, as there is only one"
        raise StrategyError(
            f"{error_start}{quote(n)}; expected the number of an example ({numbers}){alternatives}"
        )
    return index


def check_features_match(
    h: Any, data: Any, with_labels: bool = False, h_name: str = "the hypothesis"
) -> None:
    """Check that data have as many features as a hypothesis, in the same order, and the same x_0.

    Names of features matter only if both have the same names, but in different orders.

    Args:
        h: The `Hypothesis`, or a `Dataset` instead.
        data: The `Dataset`.
        with_labels: Check, too, that the data do not exchange the labels for -1 and +1.
        h_name: The name of `h` in the message.

    Raises:
        DataError: If the data do not fit; the message says how to change them.
    """
    h_names, data_names, hint = h._names, data._names, ""
    if data.d != h.d:
        difference = f"with {count_with_noun(data.d, 'feature')}"
        expected = count_with_noun(h.d, "feature")
    elif h_names and data_names and h_names != data_names and {*h_names} == {*data_names}:
        difference = f"with the features {first_few(data_names, 8)}"
        expected = f"them in the order {first_few(h_names, 8)}"
        hint = ". Use read(path, like=...) for a file, or reorder the columns of the frame"
    elif data.x0 != h.x0:
        x0 = exact_text(h.x0)
        difference, expected = f"with x_0 = {short_text(data.x0)}", f"x_0 = {x0}"
        hint = f'. Use data.with_x0("{x0}")'
    elif with_labels and data.labels == h.labels[::-1]:
        difference, expected = f"whose label for +1 is {quote(data.labels[1])}", quote(h.labels[1])
        hint = f". Make the data set with positive={h.labels[1]!r}"
    else:
        return
    raise DataError(f"found data {difference}; expected {expected}, as {h_name} has{hint}")
