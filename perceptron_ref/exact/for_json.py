"""Weights and names as JSON has them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

MOST_LISTED = 1_000  # features; of more, a file holds the weights that are not 0, by index


def weights_for_json(w: Sequence[Any], spelled: Callable[[Any], object]) -> object:
    """Return the weights for JSON: all in a list, or of many those that are not 0, by index.

    w: 1 + d weights; many are those of more than 1,000 features. spelled: how JSON has a weight.

    >>> from perceptron_ref.exact.rationals import exact_text, rational
    >>> weights_for_json([rational("1/3"), rational(0)], exact_text)
    ['1/3', '0']
    >>> weights_for_json([0, 7] + [0] * 1000, int)
    {'1': 7}
    """
    if len(w) <= 1 + MOST_LISTED:
        return [spelled(w_i) for w_i in w]
    return {str(i): spelled(w_i) for i, w_i in enumerate(w) if w_i}


def names_for_json(named: Any) -> list[str] | None:
    """Return the names of the features for JSON; None for more than 1,000 without own names."""
    return None if named._names is None and named.d > MOST_LISTED else list(named.names)
