"""Rows of numbers as ints over one common denominator."""

from __future__ import annotations

from itertools import repeat

from ..errors import DataError
from .limits import LONGEST_NUMBER, SHORT, check_denominator
from .rationals import fullmatch, lcm, ratio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_PLAIN = r"(?: *-?\d{1,300}(?:\.\d{1,40})?\n)*"  # numbers that `int` reads in one step
_REMEMBERED = 10_000  # spellings
_SHORT = 10**SHORT  # denominators that are never too long


class Numerals:
    """Reads rows of numbers as ints: `scale` times each, where `scale` grows as numbers need it.

    longest: the characters that a number may have. Files repeat themselves: a row whose spellings
    were all met before is only looked up.
    """

    __slots__ = ("_factors", "_known", "_longest", "_most", "_numbers", "scale")

    def __init__(self, longest: int = LONGEST_NUMBER) -> None:
        self.scale = 1
        self._most = longest
        self._factors = [1]  # scale / 10^k for k = 0, 1, ... as long as that is an int
        self._known: dict[str, int] = {}
        self._numbers = 0
        self._longest: tuple[object, str] = 1, ""  # what made `scale` so long, and its place

    def row(self, cells: Sequence[object], place: Callable[[int], str]) -> tuple[int, ...]:
        """Return (scale, scale v_1, scale v_2, ...) for the numbers v_1, v_2, ... in the cells.

        cells: text, or any numbers that `ratio` takes. DataError for a cell that holds none, and
        for what makes the common denominator too long; place(i) says where cell i is.

        >>> numerals = Numerals()
        >>> numerals.row(["7", "0.50"], str), numerals.row(["1/4"], str)
        ((2, 14, 1), (4, 1))
        """
        self._numbers += len(cells)
        try:
            values = list(map(self._known.__getitem__, cells))  # type: ignore[arg-type]
        except (KeyError, TypeError):
            values = self._new(cells, place)
        if self.scale > _SHORT:
            self._check()
        return (self.scale, *values)

    def _new(self, cells: Sequence[Any], place: Callable[[int], str]) -> list[int]:
        """Read numbers such as -12.5 all at once, others one by one."""
        factors = self._factors
        try:
            if not fullmatch(_PLAIN, "\n".join([*cells, ""])):
                raise ValueError
            parts = map(str.partition, cells, repeat("."))
            values = [
                int(whole + decimals) * factors[len(decimals)] for whole, _, decimals in parts
            ]
        except (IndexError, TypeError, ValueError):
            return self._any(cells, place)
        if len(self._known) < _REMEMBERED:
            self._known.update(zip(cells, values))
        return values

    def _any(self, cells: Sequence[Any], place: Callable[[int], str]) -> list[int]:
        scale, kinds = self.scale, {*map(type, cells)}
        if kinds == {int}:
            return [*cells] if scale == 1 else [scale * v for v in cells]
        if kinds == {float}:  # most print as numbers that are read at once
            return self._new([*map(repr, cells)], place)
        ratios: list[tuple[int, int]] = []
        try:
            for cell in cells:
                ratios.append(ratio(cell, self._most))
        except DataError as error:
            raise DataError(f"{place(len(ratios))}: {error}") from None
        for i, (_, q) in enumerate(ratios):
            if scale % q:
                self.scale = scale = lcm(scale, q)
                self._longest = cells[i], place(i)
                self._check()
                self._known.clear()
                self._factors = [scale // 10**k for k in range(41) if scale % 10**k == 0]
        return [p if q == scale else p * (scale // q) for p, q in ratios]

    def _check(self) -> None:
        """Raise DataError where the scale is too long for as many numbers."""
        number, where = self._longest
        check_denominator(self.scale, self._numbers, number, place=where)


def at_final_scale(rows: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Return the rows at the scale of the last one; the first entry of each is its own scale.

    >>> at_final_scale([(1, 3), (2, 1), (2, 14)])
    ((2, 6), (2, 1), (2, 14))
    """
    scaled = []
    for row in rows:
        factor = rows[-1][0] // row[0]
        scaled.append(row if factor == 1 else tuple([factor * v for v in row]))
    return tuple(scaled)
