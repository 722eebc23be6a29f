"""Write numbers as ints over a common denominator; find factors that scale vectors to norm 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain, compress, repeat
from math import gcd, isqrt
from operator import itemgetter

from ..errors import DataError, quote
from ..type_checking import TYPE_CHECKING
from .rationals import MAX_NUMBER_LENGTH, rational
from .sparse import SparseVector, scale_first_and_rest, squared_norms, stored_entries

if TYPE_CHECKING:
    from typing import Any

    from .sparse import Rows, Vector

    _DictOfInts = dict[str, int]
else:
    _DictOfInts = dict  # Python 3.8 cannot subscript it

MAX_DENOMINATOR_DIGITS = 5_000  # the denominator of 1/1, 1/2, ..., 1/10,000 has 4,349 digits
_DENOMINATOR_LIMIT = 10**MAX_DENOMINATOR_DIGITS
_MAX_CELL_LENGTH = 40  # characters of a cell that `int` reads; `rational` reads longer cells
_MAX_REMEMBERED_CELLS = 10_000
_DIGITS_AS_0 = bytes.maketrans(b"123456789", b"000000000")
_CELLS_PER_PIECE = 1_000  # a longer row is read in pieces
_MAX_EXACT_MULTIPLE_BITS = 64  # of the least common multiple of the norms in `inverse_norms`
_MAX_TOTAL_BITS = 2**34  # of a common denominator, times the count of numbers: 2 GB


class RowReader(_DictOfInts):
    """Reads rows of numbers as ints; each row has a denominator of its own.

    The reader is a dict from the text of a cell, such as "-12.5", to an int over 10^k, where k is
    the largest number of decimals so far. Most files repeat their numbers, so the reader remembers
    the first 10,000 texts. If more than seven in ten of the cells up to then had a new text, the
    reader stops looking cells up, and computes each int.

    >>> reader = RowReader()
    >>> reader.read(["7", "0.50"], str), reader.read(["1/3", "4"], str)
    ((100, 700, 50), (3, 1, 12))
    """

    def __init__(self) -> None:
        super().__init__()
        self._powers = [1]  # 10^k, ..., 10, 1
        self._common_denominator = 1  # of all numbers that were read as Fractions
        self._lookups = 0  # the number of cells looked up
        self._cells_repeat = True  # False if most cells have a new text

    def __missing__(self, cell: str) -> int:
        whole, _, decimals = cell.partition(".")
        if len(cell) > _MAX_CELL_LENGTH:
            raise ValueError(cell)
        value = int(whole + decimals) * self._powers[len(decimals)]
        if len(self) < _MAX_REMEMBERED_CELLS:
            self[cell] = value
        elif 7 * self._lookups < 10 * _MAX_REMEMBERED_CELLS:
            self._cells_repeat = False
        return value

    def read(self, cells: list[Any], location: Callable[[int], str]) -> tuple[int, ...]:
        """Return (q, q v_1, q v_2, ...) for the numbers v_1, v_2, ... in the cells.

        Args:
            cells: Texts, or any numbers that `rational` reads. A list of more than 1,000 cells is
                overwritten piece by piece, to save memory.
            location: A function that returns the location of cell i, for an error.

        Raises:
            DataError: If a cell holds no number; the message begins with its location.
        """
        if len(cells) > _CELLS_PER_PIECE:
            pieces: list[Vector] = []
            for start in range(0, len(cells), _CELLS_PER_PIECE):
                stop = start + _CELLS_PER_PIECE
                pieces.append(self.read(cells[start:stop], lambda i: location(start + i)))
                cells[start:stop] = ["0"] * (len(pieces[-1]) - 1)
            scaled, scale = over_common_denominator(pieces)
            return (scale, *chain.from_iterable([piece[1:] for piece in scaled]))
        try:
            text = ",".join(cells)
        except TypeError:
            types = {*map(type, cells)}
            if types == {float}:
                return self.read([*map(repr, cells)], location)
            return (1, *cells) if types == {int} else self._read_as_fractions(cells, location)
        try:
            if " " in text:
                cells = [*map(str.lstrip, cells)]
                text = ",".join(cells)
            # A cell of only these characters is a number if `int` reads it without its point,
            # unless a minus sign follows the point.
            if not text.encode().translate(None, b"-.0123456789,") and ".-" not in text:
                if not self._cells_repeat:
                    return self._read_equal_decimals(cells, text) or self._read_without_lookup(
                        cells
                    )
                self._lookups += len(cells)
                return (self._powers[0], *map(self.__getitem__, cells))
        except ValueError:
            pass  # a cell is not a number, or is a long number: see below
        except IndexError:  # a number with more decimals than any before
            self._powers.insert(0, 10 * self._powers[0])
            self.clear()
            self._lookups, self._cells_repeat = 0, True
            return self.read(cells, location)
        return self._read_as_fractions(cells, location)

    def _read_equal_decimals(self, cells: list[str], joined_cells: str) -> tuple[int, ...] | None:
        """Read a row if all its cells have the same number of decimals, at least one; else None.

        joined_cells: The cells, with commas between them.
        """
        size, k = len(cells), len(cells[0].partition(".")[2])
        if not 0 < k < len(self._powers) or len(joined_cells) > _MAX_CELL_LENGTH * size:
            return None
        digit_pattern = joined_cells.encode().translate(_DIGITS_AS_0) + b","
        cells_with_k_decimals = digit_pattern.count(b"." + b"0" * k + b",")
        if not cells_with_k_decimals == digit_pattern.count(b".") == size:
            return None
        values, power = [*map(int, joined_cells.replace(".", "").split(","))], self._powers[k]
        if len(values) > size:  # a cell has a comma in it
            raise ValueError(joined_cells)
        return (self._powers[0], *(values if power == 1 else [power * v for v in values]))

    def _read_without_lookup(self, cells: list[str]) -> tuple[int, ...]:
        """Read a row; ValueError for a long cell; IndexError for more decimals than ever before."""
        powers = self._powers
        if max(map(len, cells)) > _MAX_CELL_LENGTH:
            raise ValueError(max(cells, key=len))
        parts = [cell.partition(".") for cell in cells]
        ints = [int(whole + decimals) * powers[len(decimals)] for whole, _, decimals in parts]
        return (powers[0], *ints)

    def _read_as_fractions(
        self, cells: list[Any], location: Callable[[int], str]
    ) -> tuple[int, ...]:
        values: list[Fraction] = []
        try:
            for cell in cells:
                value = rational(cell)
                q = value.denominator
                self._common_denominator *= q // gcd(self._common_denominator, q)
                if self._common_denominator >= _DENOMINATOR_LIMIT:
                    raise DataError(
                        f"found {quote(cell)}, which makes the common denominator of all numbers "
                        f"longer than {MAX_DENOMINATOR_DIGITS:,} digits; expected a decimal, or a "
                        "fraction with a smaller denominator"
                    )
                values.append(value)
        except DataError as error:
            raise DataError(f"{location(len(values))}: {error}") from None
        ints, denominator = ints_and_denominator(values)
        return (denominator, *ints)


def over_common_denominator(
    rows: list[Vector], ratios: Sequence[tuple[int, int]] = ()
) -> tuple[Rows, int]:
    """Return p_n x_n / q_n for n = 0..N-1, as ints over their least common denominator.

    Args:
        rows: The x_n. The list is overwritten row by row, to save memory.
        ratios: Pairs (p_n, q_n) in lowest terms, q_n > 0. By default p_n is 1, and q_n is the first
            entry of x_n.

    Returns:
        The rows of ints, and the common denominator.

    >>> over_common_denominator([(2, 4), (2, 6)], [(1, 6), (1, 4)])
    (((2, 4), (3, 9)), 6)
    """

    def pairs() -> Iterable[tuple[int, int]]:
        return ratios or zip(repeat(1), map(itemgetter(0), rows))

    denominators = set() if ratios else {*map(itemgetter(0), rows)}
    scale = 1
    if denominators == {scale}:
        return tuple(rows), scale
    for x, (_, q) in zip(rows, pairs()):
        if scale % q:
            q //= reduce(gcd, stored_entries(x), q)
            scale *= q // gcd(scale, q)  # the least common multiple
            if denominators == {scale}:  # all rows stay as they are, as in most files
                return tuple(rows), scale
    for n, (x, (p, q)) in enumerate(zip(rows, pairs())):
        if p == 1 and q == scale:  # x_n stays as it is
            continue
        divisor = gcd(scale * p, q)  # shorter ints are faster
        p, q = scale * p // divisor, q // divisor
        if p != q:
            entries = stored_entries(x)
            values = tuple([p * v for v in entries] if q == 1 else [p * v // q for v in entries])
            rows[n] = x._replace(values=values) if isinstance(x, SparseVector) else values
    return tuple(rows), scale


def inverse_norms(rows: Rows) -> list[Fraction]:
    """Return r_n > 0 such that r_n x_n has norm 1, rounded: abs(r_n ||x_n|| - 1) <= 2^-53.

    Let x_n = g_n v_n, where g_n is the greatest common divisor of the entries of x_n. If the least
    common multiple of all rational ||v_n|| has at most 64 bits, r_n is exact for each of them.
    Every other r_n g_n is m / 2^k, where m is the int nearest to 2^k / ||v_n||, and k is the same
    for all n.

    Args:
        rows: The x_n, as ints.

    Raises:
        DataError: If an x_n is 0.

    >>> inverse_norms([(0, 3, 4), (0, 0, 7)])
    [Fraction(1, 5), Fraction(1, 7)]
    """
    row_gcds = [reduce(gcd, stored_entries(x), 0) for x in rows]
    if 0 in row_gcds:
        raise DataError(
            f"example {row_gcds.index(0)}: found only zeros, x_0 included, so no factor gives x_n "
            "length 1; expected a feature or an x_0 other than 0"
        )
    squares = [square // g**2 for square, g in zip(squared_norms(rows), row_gcds)]
    roots = [*map(isqrt, squares)]
    k, are_exact = 53 + max(roots).bit_length(), [r * r == s for r, s in zip(roots, squares)]
    common_multiple = 1
    for r in compress(roots, are_exact):
        common_multiple *= r // gcd(common_multiple, r)
    if common_multiple.bit_length() > _MAX_EXACT_MULTIPLE_BITS:
        are_exact = [False] * len(rows)
    factors = []
    for root, square, g, is_exact in zip(roots, squares, row_gcds, are_exact):
        if is_exact:
            factors.append(Fraction(1, root * g))
        else:  # floor((floor(2 z) + 1) / 2) is the int nearest to z = 2^k / sqrt(square)
            nearest = (isqrt((1 << 2 * k + 2) // square) + 1) >> 1
            factors.append(Fraction(nearest, g << k))
    return factors


def ints_and_denominator(values: Sequence[Fraction | int]) -> tuple[tuple[int, ...], int]:
    """Return numbers as ints over their common denominator.

    Returns:
        The ints, and the common denominator.

    Raises:
        DataError: If the common denominator is too long for so many numbers.

    >>> ints_and_denominator([Fraction(1, 2), Fraction(-2, 3)])
    ((3, -4), 6)
    """
    denominator = 1
    for q in {value.denominator for value in values}:
        denominator *= q // gcd(denominator, q)
        if denominator.bit_length() > min(_MAX_TOTAL_BITS // len(values), 4 * MAX_NUMBER_LENGTH):
            raise DataError(
                f"found {len(values):,} numbers whose common denominator has too many "
                "digits; expected numbers with fewer digits"
            )
    ints = [value.numerator * (denominator // value.denominator) for value in values]
    return tuple(ints), denominator


def multiply_by_unit(ints: Iterable[int], unit: Fraction) -> tuple[Fraction, ...]:
    """Return each int times `unit`.

    >>> multiply_by_unit((3, 0), Fraction(1, 6))
    (Fraction(1, 2), Fraction(0, 1))
    """
    zero, p, q = Fraction(0), unit.numerator, unit.denominator  # one zero for all zeros
    return tuple([Fraction(i * p, q) if i else zero for i in ints])


def start_and_update_vectors(
    rows: Rows,
    scale: int,
    w0: tuple[Fraction, ...] | None,
    d: int,
    eta: Fraction,
    bias_step: Fraction | int,
) -> tuple[tuple[int, ...], Sequence[Vector], Fraction]:
    """Return the initial weight vector and the update vectors of a run as ints, and their unit.

    The weights of the lecture are `unit` times these ints. Update t adds y_n update_vectors[n],
    where n = n(t). The unit contains eta, so by default the update vectors are the rows. With a
    bias step p/q, or an initial weight vector of denominator k in this unit, the unit is divided by
    q k, and all ints are multiplied by q k.

    Args:
        rows: The x_n times `scale`, as ints.
        scale: See `Dataset`.
        w0: The initial weight vector, 1 + d numbers; None for zeros.
        d: The number of features.
        eta: See `pla`.
        bias_step: An update adds y_n x_0 times this number to the weight of x_0; 1 in the lecture.

    >>> start_and_update_vectors(((2, 1),), 2, (Fraction(1, 3), Fraction(0)), 1, Fraction(1), 1)
    ((2, 0), ((6, 3),), Fraction(1, 6))
    """
    start, p, q, k = (0,) * (1 + d), bias_step.numerator, bias_step.denominator, 1
    if w0 is not None:
        start, k = ints_and_denominator([w_i * scale * q / eta for w_i in w0])
    update_vectors: Sequence[Vector] = rows
    if (p, q, k) != (1, 1, 1):
        update_vectors = tuple(
            [scale_first_and_rest(x, 0, k * q, first_factor=k * p) for x in rows]
        )
    return start, update_vectors, eta / (scale * q * k)
