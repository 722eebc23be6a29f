"""The two parts of a set: in order or drawn by a seed, both labels alike if wished."""

from __future__ import annotations

from ..errors import DataError, shown
from .rationals import rational
from .values import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def parts(
    ys: Sequence[int], size: object, seed: object, stratified: bool
) -> tuple[list[int], list[int]]:
    """Return the indices of the first part and of the other: see `Dataset.split`.

    >>> parts([1, -1, 1, -1, 1, -1], 2, None, False)
    ([0, 1], [2, 3, 4, 5])
    >>> parts([1, 1, 1, 1, -1, -1], "1/2", None, True)
    ([0, 1, 4], [2, 3, 5])
    """
    N, order = len(ys), _order(len(ys), seed)
    count = _count(size, N)
    if not stratified:
        return order[:count], order[count:]
    positive = [n for n in order if ys[n] > 0]
    of_these = (2 * count * len(positive) + N) // (2 * N)  # the nearest int, halves up
    negative = [n for n in order if ys[n] < 0]
    first = {*positive[:of_these], *negative[: count - of_these]}
    return [n for n in order if n in first], [n for n in order if n not in first]


def _count(size: object, N: int) -> int:
    """Return how many examples the first part has; DataError for none, or for all and more."""
    if N < 2:
        raise DataError("found 1 example; expected at least 2, one for each part")
    try:
        count = integer(size)
    except TypeError:
        share = rational(size)
        if not 0 < share < 1:
            raise DataError(
                f"found {shown(size)} as the size of the first part; "
                "expected an int, or a share between 0 and 1"
            ) from None
        count = int(share * N)
    if not 0 < count < N:
        raise DataError(
            f"found {shown(size)} as the size of the first part, that is {count} of {N} examples; "
            f"expected 1 to {N - 1}, so that no part is empty"
        )
    return count


def _order(N: int, seed: object) -> list[int]:
    if seed is None:
        return list(range(N))
    try:
        checked = integer(seed)
    except TypeError:
        raise DataError(f"seed: found {shown(seed)}; expected an int or None") from None
    from random import (
        Random,  # here, as its import is slow, and most sets are not split
    )

    draw = Random(checked).random  # which no version of Python changes
    keys = [draw() for _ in range(N)]
    return sorted(range(N), key=keys.__getitem__)
