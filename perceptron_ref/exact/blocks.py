"""Read the numbers of many rows together, column by column.

For a few columns, or numbers with exponents, this takes less time than row by row. `RowReader`
reads the rows that `BlockReader` cannot read, and its errors name the cell.
"""

from __future__ import annotations

import re
from itertools import repeat
from operator import mul

from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_MAX_DIGITS = 40  # of a number, before or after the point
_MAX_FLOAT_DECIMALS = 22  # 10^22 is the largest power of 10 that is a float
_MAX_FLOAT_PRODUCT = 2**50  # see `_Column.ints`
_SAMPLE_SIZE = 64  # the cells of a column that show whether its numbers repeat
_MAX_REMEMBERED_CELLS = 10_000  # if more, new ones only while most repeat; at most twice as many
_MAX_EXPONENT = 400  # floats reach 308 and -324
_DIGITS_AS_0 = bytes.maketrans(b"123456789", b"000000000")


class BlockReader:
    """Reads rows of decimal text as ints over 10^k, where k is the largest number of decimals.

    A later row with more decimals raises k; rows that were returned keep their k.

    >>> reader = BlockReader()
    >>> reader.read([["7", "8"], ["0.50", "-12.25"]])
    [(100, 700, 50), (100, 800, -1225)]
    >>> reader.read([["1e1", "3.5"]]), reader.read([["1/3"]]), reader.read([["x"]])
    ([(100, 1000), (100, 350)], None, None)
    """

    def __init__(self) -> None:
        self._k = 0
        self._int_of_cell: dict[str, int] = {}  # cells read before, and their numbers times 10^k
        self._decimals: int | None = None  # the argument of the last call of `read`

    def read(
        self, columns: list[list[str]], decimals: int | None = None
    ) -> list[tuple[int, ...]] | None:
        """Return (q, q v_1, q v_2, ...) for each row, where q = 10^k.

        Args:
            columns: For each feature the cells of all rows.
            decimals: What `equal_decimals` returned, if all points were deleted from the cells.

        Returns:
            The rows; None if there are none, or if a cell holds no number, a very long number, or a
            fraction such as 1/3.
        """
        if not columns or not columns[0]:
            return None
        try:
            parsed_columns: Sequence[_Column | _IntColumn]
            if decimals is None:
                parsed_columns = [*map(_Column, columns)]
            else:
                parsed_columns = [_IntColumn(cells, decimals) for cells in columns]
            k = max([self._k, *[column.decimals for column in parsed_columns]])
            if k > self._k or decimals != self._decimals:
                self._k, self._decimals = k, decimals
                self._int_of_cell.clear()
            int_columns = [*map(self._ints_of, parsed_columns)]
        except (ValueError, OverflowError):  # from int, float or round
            return None
        return [*zip(repeat(10**self._k), *int_columns)]

    def _ints_of(self, column: _Column | _IntColumn) -> list[int]:
        """Return the numbers of a column times 10^k; ValueError if a cell holds no number."""
        int_of_cell, cells = self._int_of_cell, column.cells
        sample = cells[:_SAMPLE_SIZE]
        repeats = sum(map(int_of_cell.__contains__, sample))
        if len(int_of_cell) < _MAX_REMEMBERED_CELLS or 10 * repeats >= 9 * len(sample):
            new_cells = [*{*cells}.difference(int_of_cell)]
            if len(new_cells) + len(int_of_cell) <= 2 * _MAX_REMEMBERED_CELLS:
                if new_cells:
                    int_of_cell.update(zip(new_cells, column.ints(self._k, new_cells)))
                return [*map(int_of_cell.__getitem__, cells)]  # equal numbers share one int
        return column.ints(self._k, cells)


class _Column:
    """The cells of one column.

    Args:
        cells: The cells, at least one.

    Attributes:
        cells: The cells without spaces around them.
        decimals: A number k such that all numbers times 10^k are ints.
        is_uniform: True if all numbers have the same number of decimals, and no exponent.

    Raises:
        ValueError: If a cell holds characters that do not belong to a number.
    """

    def __init__(self, cells: list[str]) -> None:
        text = ",".join(cells)
        if " " in text:
            cells = [*map(str.strip, cells)]
            text = ",".join(cells)
        self.cells, encoded = cells, text.encode()
        digit_pattern = encoded.translate(_DIGITS_AS_0) + b","
        if b".-" in digit_pattern or b"0" * (_MAX_DIGITS + 1) in digit_pattern:
            raise ValueError(text)
        unusual_bytes = encoded.translate(None, b"-.0123456789,")
        points, decimals = digit_pattern.count(b"."), len(cells[0].partition(".")[2])
        same_decimals = len(cells)  # the number of cells with as many decimals as the first
        if points:
            same_decimals = digit_pattern.count(b"." + b"0" * decimals + b",")
        self.is_uniform = not unusual_bytes and same_decimals == len(cells)
        self.is_uniform = self.is_uniform and points in (0, len(cells))
        if not self.is_uniform:  # find the largest number of decimals
            decimals = 0
            while b"." + b"0" * (decimals + 1) in digit_pattern:
                decimals += 1
        if unusual_bytes:  # 1e-3 has three decimals more than 1
            decimals -= _smallest_exponent(text, unusual_bytes)
        self.decimals = decimals if points or unusual_bytes else 0

    def ints(self, k: int, cells: Sequence[str]) -> list[int]:
        """Return the numbers in some cells of this column times 10^k; k is at least `decimals`."""
        if self.is_uniform:
            text = ",".join(cells).replace(".", "")
            values = [*map(int, text.split(","))]
            if len(values) != len(cells):  # a cell has a comma in it
                raise ValueError(text)
            return _products(10 ** (k - self.decimals), values)
        if k <= _MAX_FLOAT_DECIMALS:
            # float(cell) and its product with 10^k are rounded. If the product is below 2^50, both
            # errors together are less than 1/2, so `__round__` returns the exact int.
            products = map(mul, map(float, cells), repeat(float(10**k)))
            values = [*map(float.__round__, products)]
            if max(values) < _MAX_FLOAT_PRODUCT and min(values) > -_MAX_FLOAT_PRODUCT:
                return values
        powers, parts = [10**i for i in range(k, -1, -1)], [cell.partition(".") for cell in cells]
        return [int(whole + decimals) * powers[len(decimals)] for whole, _, decimals in parts]


class _IntColumn:
    """The cells of one column from which the caller has deleted all points; see `_Column`."""

    def __init__(self, cells: list[str], decimals: int) -> None:
        self.cells, self.decimals = cells, decimals

    def ints(self, k: int, cells: Sequence[str]) -> list[int]:
        """Return the numbers in some cells of this column times 10^k; k is at least `decimals`."""
        return _products(10 ** (k - self.decimals), [*map(int, cells)])


def _products(factor: int, values: list[int]) -> list[int]:
    """Return the values times a factor, which is 1 for most columns."""
    return values if factor == 1 else [factor * v for v in values]


def equal_decimals(text: str, delimiter: str, are_features: Sequence[bool]) -> int | None:
    """Return k if all features in some lines have k decimals; None if this is not certain.

    If the function returns k, the points can be deleted before the lines are split. Each cell of a
    feature then is its number times 10^k, as `int` reads it, or no number at all, which `int`
    refuses. Deleting the points is valid for these reasons:

    - What is left of a line without everything but delimiters and points is the same for all lines:
      each feature has exactly one point, or none has any, and no other cell has one.
    - As many points have exactly k digits and then the end of a cell after them as there are cells
      of features. So "1.-5" and "1.5e3" are not among them.
    - No cell has more than 40 digits in a row, or an underscore, which `int` reads over.

    Args:
        text: Lines in ASCII, each with a line end.
        delimiter: The delimiter of the cells.
        are_features: For each cell of a line, whether it holds a feature.

    >>> equal_decimals("0.25,-3.50,yes\\n.75,12.00,no\\n", ",", [True, True, False])
    2
    """
    encoded, delimiter_and_ends = text.encode(), f"{delimiter}\n".encode()
    has_points = "." in text
    points_of_line = ["." if is_feature and has_points else "" for is_feature in are_features]
    skeleton_of_line = f"{delimiter.join(points_of_line)}\n".encode()
    other_bytes = bytes({*range(128)}.difference(b".", delimiter_and_ends))
    line_count = text.count("\n")
    if encoded.translate(None, other_bytes) != skeleton_of_line * line_count or "_" in text:
        return None
    table = bytes.maketrans(b"123456789" + delimiter_and_ends, b"000000000,,")
    digit_pattern = encoded.translate(table)
    k = 0
    if has_points:
        first_point = digit_pattern.index(b".")
        k = digit_pattern.index(b",", first_point) - first_point - 1
        point_count = line_count * sum(are_features)
        if not k or digit_pattern.count(b"." + b"0" * k + b",") != point_count:
            return None
    return None if b"0" * (_MAX_DIGITS + 1) in digit_pattern else k


def _smallest_exponent(text: str, unusual_bytes: bytes) -> int:
    """Return the smallest exponent in a text, or 0 if none is negative.

    Args:
        text: Cells, joined by commas.
        unusual_bytes: The characters of the text except digits, points, commas and minus signs.

    Raises:
        ValueError: If a character belongs to no number, or an exponent exceeds `_MAX_EXPONENT`.
    """
    exponents = [0, *map(int, {*re.findall(r"[eE]([-+]?\d+)", text)})]
    if unusual_bytes.translate(None, b"eE+") or max(map(abs, exponents)) > _MAX_EXPONENT:
        raise ValueError(text)
    return min(exponents)
