"""Vectors packed in long ints, to compute all their products with a vector, or a weighted sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt

from ..engine.packed import bytes_per_lane, pack, unpack
from ..exact.sparse import sumprod

_ROW_LANE_BYTES = 16  # enough for coefficients of 53 bits, which come from floats


class Members:
    """The z_n that have joined a corral of a hull, by their n.

    Args:
        entries: The number of entries of each z_n.
        max_product: The largest z_n . z_n, which is also the largest z_m . z_n.

    >>> members = Members(entries=2, max_product=25)
    >>> members.add_and_multiply(7, [3, 4]), members.add_and_multiply(5, [0, -5])
    ({7: 25}, {7: -20, 5: 25})
    >>> members.weighted_sum({7: 2, 5: 1})
    [6, 3]
    """

    def __init__(self, entries: int, max_product: int) -> None:
        self._entries, self._k = entries, bytes_per_lane(max_product)
        self._max_entry = isqrt(max_product) + 1
        self._columns = [0] * entries  # column i packs entry i of all members
        self._rows: dict[int, int] = {}  # row n packs z_n

    def add_and_multiply(self, n: int, z: Sequence[int]) -> dict[int, int]:
        """Add z_n if it is not a member yet; return {m: z_n . z_m} for all members m."""
        if n not in self._rows:
            self._rows[n] = pack(z, self._entries, _ROW_LANE_BYTES) if self._fits(1) else 0
            bits = 8 * self._k
            self._columns = [(column << bits) + z_i for column, z_i in zip(self._columns, z)]
        return dict(zip(self._rows, unpack(sumprod(z, self._columns), len(self._rows), self._k)))

    def weighted_sum(self, coefficients: Mapping[int, int]) -> list[int] | None:
        """Return sum_n a_n z_n for the coefficients {n: a_n > 0}.

        Return None if the coefficients are too large for the lanes, or if a z_n is not a member.
        """
        if (
            not self._fits(sum(coefficients.values()))
            or not coefficients.keys() <= self._rows.keys()
        ):
            return None
        packed_sum = sumprod([*coefficients.values()], [self._rows[n] for n in coefficients])
        return unpack(packed_sum, self._entries, _ROW_LANE_BYTES)

    def _fits(self, coefficient_sum: int) -> bool:
        return (coefficient_sum * self._max_entry).bit_length() < 8 * _ROW_LANE_BYTES
