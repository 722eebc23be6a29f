"""Decimal commas, as in 0,5: said by an option, or recognised between semicolons."""

from __future__ import annotations

import re

from ..errors import DataError, shown
from ..exact.rationals import is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SAY_COMMA = 'decimal=",", --decimal ,'
SAY_POINT = 'decimal=".", --decimal .'

# compiled where they are needed: few files have such cells
# Digits in groups of three, as between thousands; spaces may be narrow or hold lines together
_GROUPS = r"[+-]?\d{1,3}(?:[.,'\s]\d{3})+(?:[.,]\d*)?"
_MAY_BE_GROUPS = r"[+-]?[1-9]\d{0,2}[.,]\d{3}"  # 1,234, but not 0,234


def is_number_here(cell: str, commas: bool) -> bool:
    """Tell whether a cell is written as a number, where a comma may be decimal.

    >>> is_number_here("0,5", True), is_number_here("0,5", False), is_number_here("1,2,3", True)
    (True, False, False)
    """
    return is_number(cell) or (commas and is_number(cell.replace(",", ".", 1)))


def advice(cell: str) -> str:
    """Return what may be meant by a comma in a number, where commas are not decimal.

    >>> advice("0,5")
    'or that commas are decimal (decimal=",", --decimal ,)'
    """
    if re.fullmatch(_MAY_BE_GROUPS, cell.strip()):
        return f"or none between thousands, or that commas are decimal ({SAY_COMMA})"
    return f"or that commas are decimal ({SAY_COMMA})"


class Commas:
    """The commas in the numbers of a file, turned into points.

    said: whether somebody said that they are decimal; if not, that is decided by the whole file.
    """

    __slots__ = ("clear", "comma", "point", "said", "sure")

    def __init__(self, said: bool) -> None:
        self.said = said
        self.comma = self.point = self.clear = ""  # the first of each, with its place
        self.sure = False  # whether a point was met that cannot stand between thousands

    def turned(self, cells: Sequence[str], place: Callable[[int], str]) -> Sequence[str]:
        """Return the cells with points for decimal commas; those that are no numbers stay.

        place(i) says where cell i stands. DataError for separators between thousands, and for a
        decimal point where commas are decimal.
        """
        signs = "," if self.sure else ",."  # once such a point was met, others tell nothing new
        if not any([sign in cell for cell in cells for sign in (",." if self.said else signs)]):
            return cells
        return [
            self._turned(cell, i, place) if "," in cell or "." in cell else cell
            for i, cell in enumerate(cells)
        ]

    def _turned(self, cell: str, i: int, place: Callable[[int], str]) -> str:
        turned = cell.replace(",", ".", 1)
        if not is_number(turned):
            if "," in cell and re.fullmatch(_GROUPS, cell.strip()):
                raise DataError(
                    f"{place(i)}: found {shown(cell)}, with a separator between thousands; "
                    "expected a number without"
                )
            return cell
        if turned == cell:
            if self.said:
                raise DataError(
                    f"{place(i)}: found {shown(cell)}; expected a decimal comma and no point, "
                    f"as commas are decimal ({SAY_COMMA})"
                )
            self.point = self.point or f"{shown(cell)} ({place(i)})"
            self.sure = self.sure or not re.fullmatch(_MAY_BE_GROUPS, cell.strip())
            return cell
        found = f"{shown(cell)} ({place(i)})"
        self.comma = self.comma or found
        if not self.clear and not re.fullmatch(_MAY_BE_GROUPS, cell.strip()):
            self.clear = found
        return turned

    def check(self, source: str, format: str) -> None:
        """Raise DataError where the file as a whole does not tell what its commas are."""
        if self.said:
            if format == "csv" and not self.comma:
                raise DataError(
                    f"{source}: found no comma in a number; expected numbers with decimal commas "
                    'in quotes ("0,5"), as commas stand between the cells of a csv file'
                )
        elif self.comma and self.point:
            raise DataError(
                f"{source}: found {self.comma} and {self.point}; expected commas or points before "
                "decimals, not both"
            )
        elif (self.comma and not self.clear) or (self.point and not self.sure):
            sign, option = ("comma", SAY_COMMA) if self.comma else ("point", SAY_POINT)
            raise DataError(
                f"{source}: found {self.comma or self.point}, whose {sign} may be decimal or stand "
                f"between thousands; expected to be told that it is decimal ({option}), "
                "or no separator between thousands"
            )

    def notes(self, source: str) -> list[str]:
        """Return that commas were taken for decimal, in a line, where nobody said so."""
        if self.said or not self.comma:
            return []
        return [f"{source}: commas are read as decimal, as in {self.clear}; say so by {SAY_COMMA}"]
