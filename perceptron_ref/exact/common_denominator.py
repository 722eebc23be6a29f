"""Numbers read from text as ints over one common denominator."""

from __future__ import annotations

from ..errors import DataError, shown
from .rationals import lcm, ratio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LONGEST_NUMBER = 10_000
MOST_BITS = 8_000_000_000

_LONGEST_PLAIN = 400  # characters of a number that `int` reads in one step
_REMEMBERED = 100_000  # spellings


class Numerals:
    """Reads rows of numbers as ints: `scale` times each, where `scale` grows as numbers need it.

    Files repeat themselves: a row whose spellings were all met before is only looked up. At most
    `remembered` spellings are held for that.
    """

    __slots__ = ("_factors", "_known", "_numbers", "_remembered", "scale")

    def __init__(self, remembered: int = _REMEMBERED) -> None:
        self.scale = 1
        self._remembered = remembered
        self._factors = [1]  # scale / 10^k for k = 0, 1, ... as long as it is an int
        self._known: dict[str, int] = {}
        self._numbers = 0

    def row(self, cells: Sequence[str], place: Callable[[int], str]) -> tuple[int, ...]:
        """Return (scale, scale v_1, scale v_2, ...) for the numbers v_1, v_2, ... in the cells.

        DataError for a cell that holds no number; place(i) says where cell i stands.

        >>> numerals = Numerals()
        >>> numerals.row(["7", "0.50"], str), numerals.row(["1/4"], str)
        ((2, 14, 1), (4, 1))
        """
        self._numbers += len(cells)
        try:
            values = list(map(self._known.__getitem__, cells))
        except KeyError:
            values = self._new(cells, place)
        if self._numbers * self.scale.bit_length() > MOST_BITS:
            digits = self.scale.bit_length() * 30103 // 100_000 + 1
            raise DataError(
                f"{place(0)}: found {self._numbers:,} numbers so far whose common denominator has "
                f"{digits:,} digits; expected fewer, or shorter decimals"
            )
        return (self.scale, *values)

    def _new(self, cells: Sequence[str], place: Callable[[int], str]) -> list[int]:
        before = self.scale
        try:
            values = self._plain(cells)
        except (IndexError, ValueError):
            values = self._any(cells, place)
            if self.scale != before:  # it grew on the way; now it fits the whole row
                values = self._any(cells, place)
        if len(self._known) < self._remembered:
            self._known.update(zip(cells, values))
        return values

    def _plain(self, cells: Sequence[str]) -> list[int]:
        """Read numbers such as -12.5 all at once; ValueError or IndexError if that does not do.

        It does for digits with at most one point, minus signs in front, and no more decimals than
        `scale` has. What `int` would take and `ratio` would not is sorted out first.
        """
        if max(map(len, cells)) > _LONGEST_PLAIN:
            raise ValueError
        parts = [cell.strip().partition(".") for cell in cells]
        digits = "".join([whole for whole, _, _ in parts]).replace("-", "") + "".join(
            [part for _, _, part in parts]
        )
        if not (digits.isdigit() and digits.isascii()):
            raise ValueError
        factors = self._factors
        return [int(whole + decimals) * factors[len(decimals)] for whole, _, decimals in parts]

    def _any(self, cells: Sequence[str], place: Callable[[int], str]) -> list[int]:
        values = []
        for i, cell in enumerate(cells):
            try:
                values.append(self._scaled(cell))
            except DataError as error:
                raise DataError(f"{place(i)}: {error}") from None
        return values

    def _scaled(self, text: str) -> int:
        if len(text) > LONGEST_NUMBER:
            raise DataError(
                f"found {shown(text)}; expected a number of at most {LONGEST_NUMBER:,} characters"
            )
        numerator, denominator = ratio(text)
        if self.scale % denominator:
            self._grow(denominator)
        return numerator * (self.scale // denominator)

    def _grow(self, denominator: int) -> None:
        self.scale = lcm(self.scale, denominator)
        self._known.clear()
        self._factors = [self.scale]
        while self._factors[-1] % 10 == 0:
            self._factors.append(self._factors[-1] // 10)


def at_final_scale(rows: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Return the rows at the scale of the last one; the first entry of each is its own scale.

    >>> numerals = Numerals()
    >>> at_final_scale([numerals.row([text], str) for text in ("3", "0.5", "7")])
    ((2, 6), (2, 1), (2, 14))
    """
    factor, above = 1, rows[-1][0]
    scaled = []
    for row in reversed(rows):  # backwards, so that the factor grows by small steps
        if row[0] != above:
            factor, above = factor * (above // row[0]), row[0]
        scaled.append(row if factor == 1 else tuple([factor * v for v in row]))
    return tuple(reversed(scaled))
