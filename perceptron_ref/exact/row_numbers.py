"""Whether a feature only numbers the examples, as an index or a customer's number does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_MIN_EXAMPLES = 10  # fewer may have different ints by chance
_WORDS = tuple("id index idx row no nr num number".split())
_LAST_WORDS = tuple(mark + word for mark in " _.-" for word in _WORDS)  # as in customer_id
_GERMAN_ENDS = "nr", "nummer"  # as in Kundennr
_CHINESE_ENDS = tuple(  # bianhao, xuhao, xuehao
    first + second for first in "\u7de8\u7f16\u5e8f\u5b78\u5b66" for second in "\u865f\u53f7"
)


def may_number_examples(name: str, rows: Sequence[Any], i: int, scale: int) -> bool:
    """Return whether a feature, by its name, may number the examples, and has all different ints.

    Args:
        name: The name of the feature.
        rows: The examples, as ints.
        i: The index of the feature.
        scale: What the ints are multiplied by.
    """
    if len(rows) < _MIN_EXAMPLES or not is_name_of_numbers(name.strip()):
        return False
    return all(x[i] % scale == 0 for x in rows) and len({x[i] for x in rows}) == len(rows)


def is_name_of_numbers(name: str) -> bool:
    """Tell whether a feature with this name may number the examples.

    >>> [is_name_of_numbers(name) for name in ("Row no.", "customerID", "Kundennr.", "paid")]
    [True, True, True, False]
    """
    lowered = name.lower()
    lowered = lowered[:-1] if lowered.endswith(".") else lowered
    is_camel_case = name.endswith(("Id", "ID")) and "a" <= name[-3:-2] <= "z"
    ends = _LAST_WORDS + _GERMAN_ENDS
    return (
        lowered in _WORDS or lowered.endswith(ends) or is_camel_case or name.endswith(_CHINESE_ENDS)
    )
