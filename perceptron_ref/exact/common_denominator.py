"""Numbers read from text as ints over one common denominator."""

from __future__ import annotations

from ..errors import DataError, shown
from .limits import LONGEST_NUMBER, SHORTER, check_denominator, digits_of, most_numbers
from .rationals import lcm, ratio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_LONGEST_PLAIN = 400  # characters of a number that `int` reads in one step
_MOST_FACTORS = 40  # decimals of a number that is read in that way
_REMEMBERED = 100_000  # spellings
_AT_ONCE = 1_000  # cells of a line that are taken apart together, as a line may have millions


class Numerals:
    """Reads rows of numbers as ints: `scale` times each, where `scale` grows as numbers need it.

    Files repeat themselves: a row whose spellings were all met before is only looked up. At most
    `remembered` spellings are held for that.
    """

    __slots__ = ("_factors", "_known", "_longest", "_most", "_numbers", "_remembered", "scale")

    def __init__(self, remembered: int = _REMEMBERED) -> None:
        self.scale = 1
        self._remembered = remembered
        self._factors = [1]  # scale / 10^k for k = 0, 1, ... as long as that is an int
        self._known: dict[str, int] = {}
        self._numbers = 0
        self._most = most_numbers(1)  # with a common denominator of that length
        self._longest = ""  # the number that made `scale` as long as it is, with its place

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
        if self._numbers > self._most:
            raise self._too_many(place(0))
        return (self.scale, *values)

    def _too_many(self, place: str) -> DataError:
        return DataError(
            f"{place}: found {self._numbers:,} numbers so far, whose common denominator has "
            f"{digits_of(self.scale):,} digits since {self._longest}; "
            f"expected at most {self._most:,} of that length: {SHORTER}"
        )

    def _new(self, cells: Sequence[str], place: Callable[[int], str]) -> list[int]:
        before = self.scale
        try:
            values = []
            for at in range(0, len(cells), _AT_ONCE):
                values += self._plain(cells[at : at + _AT_ONCE])
        except (IndexError, ValueError):
            values = self._any(cells, place)
            if self.scale != before:  # it grew on the way; now it fits the whole row
                values = self._any(cells, place)
        room = self._remembered - len(self._known)
        self._known.update(zip(cells[: max(room, 0)], values))
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
            before = self.scale
            try:
                values.append(self._scaled(cell))
            except DataError as error:
                raise DataError(f"{place(i)}: {error}") from None
            if self.scale != before:
                self._longest = f"{shown(cell)} ({place(i)})"
        return values

    def _scaled(self, text: str) -> int:
        numerator, denominator = ratio(text, LONGEST_NUMBER)
        if self.scale % denominator:
            self._grow(denominator, text)
        return numerator * (self.scale // denominator)

    def _grow(self, denominator: int, text: str) -> None:
        self.scale = lcm(self.scale, denominator)
        check_denominator(self.scale, self._numbers, text)
        self._most = most_numbers(self.scale)
        self._known.clear()
        self._factors = [self.scale]
        while self._factors[-1] % 10 == 0 and len(self._factors) <= _MOST_FACTORS:
            self._factors.append(self._factors[-1] // 10)
