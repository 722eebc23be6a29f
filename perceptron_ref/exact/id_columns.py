"""Recognize ID columns: features that only number the examples, such as a customer number."""

from __future__ import annotations

from collections.abc import Sequence

from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_MIN_EXAMPLES = 10  # fewer examples may have different ints by chance
_ID_WORDS = tuple("id index idx row no nr num number".split())
_ENGLISH_SUFFIXES = tuple(  # as in customer_id
    separator + word for separator in " _.-" for word in _ID_WORDS
)
_GERMAN_SUFFIXES = "nr", "nummer"  # as in Kundennr
_CHINESE_SUFFIXES = tuple(  # bianhao, xuhao, xuehao
    first + second for first in "\u7de8\u7f16\u5e8f\u5b78\u5b66" for second in "\u865f\u53f7"
)


def may_be_id_column(name: str, rows: Sequence[Any], i: int, scale: int) -> bool:
    """Tell whether a feature has the name of an ID column, and a different int in each example.

    The answer is False for fewer than ten examples.

    Args:
        name: The name of the feature.
        rows: The x_n times `scale`, as ints.
        i: The index of the feature.
        scale: See `Dataset`.
    """
    if len(rows) < _MIN_EXAMPLES or not is_id_column_name(name.strip()):
        return False
    return all(x[i] % scale == 0 for x in rows) and len({x[i] for x in rows}) == len(rows)


def is_id_column_name(name: str) -> bool:
    """Tell whether a name is usual for an ID column.

    >>> [is_id_column_name(name) for name in ("Row no.", "customerID", "Kundennr.", "paid")]
    [True, True, True, False]
    """
    lowered = name.lower()
    lowered = lowered[:-1] if lowered.endswith(".") else lowered
    is_camel_case = name.endswith(("Id", "ID")) and "a" <= name[-3:-2] <= "z"
    return (
        is_camel_case
        or lowered in _ID_WORDS
        or lowered.endswith(_ENGLISH_SUFFIXES + _GERMAN_SUFFIXES)
        or name.endswith(_CHINESE_SUFFIXES)
    )
