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
    """Return the indices of the first part and of the other: see `variants.split`.

    >>> parts([1, -1, 1, -1, 1, -1], 2, None, False)
    ([0, 1], [2, 3, 4, 5])
    >>> parts([1, 1, 1, 1, -1, -1], "1/2", None, True)
    ([0, 1, 4], [2, 3, 5])
    """
    N = len(ys)
    try:
        count = integer(size)
    except TypeError:
        share = rational(size)
        count = int(share * N) if 0 < share < 1 else 0
    if not 0 < count < N:
        raise DataError(
            f"found {shown(size)} as the size of the first part of {N} examples; expected an int "
            f"from 1 to {N - 1}, or a share between 0 and 1, so that no part is empty"
        )
    order: Sequence[int] = range(N) if seed is None else _drawn(N, seed)
    positive = [n for n in order if ys[n] > 0]
    negative = [n for n in order if ys[n] < 0]
    of_these = (2 * count * len(positive) + N) // (2 * N)  # the nearest int, halves up
    first = (
        {*positive[:of_these], *negative[: count - of_these]} if stratified else {*order[:count]}
    )
    return [n for n in order if n in first], [n for n in order if n not in first]


def _drawn(N: int, seed: object) -> list[int]:
    """Return 0..N-1 in an order drawn by `Random.random`, which no version of Python changes."""
    try:
        checked = integer(seed)
    except TypeError:
        raise DataError(f"seed: found {shown(seed)}; expected an int or None") from None
    from random import Random  # here, as its import is slow, and most sets are not split

    draw = Random(checked).random
    keys = [draw() for _ in range(N)]
    return sorted(range(N), key=keys.__getitem__)
