"""Vectors packed in long ints: their products with one vector, and their mixtures, at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt

from ..engine.packed import bytes_per_lane, pack, unpack
from ..exact.sparse import sumprod

_ROW_LANE = 16  # bytes: room for shares of floats, of 53 bits


class Members:
    """The z_n that have joined a corral of a hull, by their n.

    Args:
        entries: The number of entries of each z_n.
        most: The largest z_n . z_n. No z_m . z_n is larger.

    >>> members = Members(entries=2, most=25)
    >>> members.products(7, [3, 4]), members.products(5, [0, -5])
    ({7: 25}, {7: -20, 5: 25})
    >>> members.weighted_sum({7: 2, 5: 1})
    [6, 3]
    """

    def __init__(self, entries: int, most: int) -> None:
        self._entries, self._largest, self._k = entries, isqrt(most) + 1, bytes_per_lane(most)
        self._columns = [0] * entries  # for each entry those of all members, packed
        self._rows: dict[int, int] = {}  # each z_n, packed

    def products(self, n: int, z: Sequence[int]) -> dict[int, int]:
        """Return z_n . z_m for every member m, n included, which becomes one. z: z_n."""
        if n not in self._rows:
            self._rows[n] = pack(z, self._entries, _ROW_LANE) if self._fits(1) else 0
            bits = 8 * self._k
            self._columns = [(column << bits) + z_i for column, z_i in zip(self._columns, z)]
        return dict(zip(self._rows, unpack(sumprod(z, self._columns), len(self._rows), self._k)))

    def weighted_sum(self, shares: Mapping[int, int]) -> list[int] | None:
        """Return sum_n a_n z_n for shares {n: a_n > 0}; None if these are too long, or a z_n is no
        member.
        """
        if not self._fits(sum(shares.values())) or not shares.keys() <= self._rows.keys():
            return None
        packed = sumprod([*shares.values()], [self._rows[n] for n in shares])
        return unpack(packed, self._entries, _ROW_LANE)

    def _fits(self, share: int) -> bool:
        return (share * self._largest).bit_length() < 8 * _ROW_LANE
