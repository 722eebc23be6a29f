"""Numbers as ints over a common denominator, which makes all of them ints and is the least such.

It may be long only where the numbers are few: a product of numbers of k digits takes some k^2
steps, and a pass takes one for every number of the set.
"""

from __future__ import annotations

from functools import reduce
from itertools import repeat
from math import gcd, isqrt

from ..errors import DataError, shown
from .rationals import LONGEST_NUMBER, fullmatch, ratio
from .sparse import SparseVector, entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction
    from typing import Any

    from .sparse import Rows, Vector

MOST_DIGITS = 5_000  # fractions of denominators to 10,000 take 4,349
MOST_WORK = 20_000_000_000  # numbers times the square of the digits: a pass takes a second
_SHORT = 40  # digits that are never too many: products of so few take hardly longer than of one

_PLAIN = r"(?a)(?: *-?\d{1,300}(?:\.\d{1,39})?\n)*"  # numbers that `int` reads in one step
_REMEMBERED = 10_000  # spellings


class Numerals:
    """Reads rows of numbers as ints, each row over a denominator of its own.

    longest: the characters that a number may have. Files repeat themselves: a row whose spellings
    were all met before is only looked up.

    >>> numerals = Numerals()
    >>> numerals.row(["7", "0.50"], str), numerals.row(["1/3", "4"], str)
    ((100, 700, 50), (3, 1, 12))
    >>> numerals.scaled([(100, 700, 50), (3, 1, 12)])
    (((6, 42, 3), (6, 2, 24)), 6)
    """

    __slots__ = ("_common", "_count", "_known", "_longest", "_most", "_powers")

    def __init__(self, longest: int = LONGEST_NUMBER) -> None:
        self._most = longest
        self._powers = [1]  # 10^k, ..., 10, 1 for the k decimals that plain numbers have at most
        self._known: dict[str, int] = {}  # plain spellings, as ints over 10^k
        self._common, self._count = 1, 0  # the denominator of all other numbers; of how many
        self._longest: tuple[object, str] = "", ""  # what made that so long, and its place

    def row(self, cells: Sequence[object], place: Callable[[int], str]) -> tuple[int, ...]:
        """Return (q, q v_1, q v_2, ...) for the numbers v_1, v_2, ... in the cells.

        cells: text, or any numbers that `ratio` takes. place(i) says where cell i is, for the
        DataError of one that holds no number.
        """
        self._count += len(cells)
        try:
            return (self._powers[0], *map(self._known.__getitem__, cells))  # type: ignore[arg-type]
        except (KeyError, TypeError):
            return self._new(cells, place)

    def scaled(self, rows: list[Vector]) -> tuple[Rows, int]:
        """Return all rows that were read over their common denominator, and that: see `over_least`.

        DataError where it is too long for so many numbers; it names the one that made it so.
        """
        self._known.clear()
        found, scale = over_least(rows)
        number, place = self._longest
        check_denominator(max(scale, self._common), self._count, number, place=place)
        return found, scale

    def _new(self, cells: Sequence[Any], place: Callable[[int], str]) -> tuple[int, ...]:
        """Read ints, or numbers such as -12.5, all at once; others one by one."""
        try:
            is_plain = fullmatch(_PLAIN, "\n".join([*cells, ""]))
        except TypeError:
            is_plain, kinds = None, {*map(type, cells)}
            if kinds == {int}:
                return (1, *cells)
            if kinds == {float}:
                return self._new([*map(repr, cells)], place)
        if is_plain is None:
            return self._one_by_one(cells, place)
        powers, parts = self._powers, map(str.partition, cells, repeat("."))
        try:
            values = [int(whole + decimals) * powers[len(decimals)] for whole, _, decimals in parts]
        except IndexError:  # more decimals than any number before
            most = max([len(cell.partition(".")[2]) for cell in cells])
            self._powers = [10**k for k in range(most, -1, -1)]
            self._known.clear()
            return self._new(cells, place)
        if len(self._known) < _REMEMBERED:
            self._known.update(zip(cells, values))
        return (powers[0], *values)

    def _one_by_one(self, cells: Sequence[object], place: Callable[[int], str]) -> tuple[int, ...]:
        ratios: list[tuple[int, int]] = []
        try:
            for cell in cells:
                ratios.append(ratio(cell, self._most))
        except DataError as error:
            raise DataError(f"{place(len(ratios))}: {error}") from None
        for i, (_, q) in enumerate(ratios):
            if self._common % q and not too_long(self._common, self._count):
                self._common, self._longest = lcm(self._common, q), (cells[i], place(i))
        if too_long(self._common, self._count):
            return (1,)  # as `scaled` refuses them all, and only has to know how many they are
        common = reduce(lcm, {q for _, q in ratios}, 1)
        return (common, *[p * (common // q) for p, q in ratios])


def over_least(rows: list[Vector], ratios: Sequence[tuple[int, int]] = ()) -> tuple[Rows, int]:
    """Return p_n x_n / q_n for n = 0..N-1, as ints over their common denominator, and that.

    rows: a list that is not needed any more: each row makes room for the one that it becomes.
    ratios: p_n and q_n, in lowest terms; without them, 1 and the first entry of each row.

    >>> over_least([(2, 4), (2, 6)], [(1, 6), (1, 4)])
    (((2, 4), (3, 9)), 6)
    """
    ratios, scale = ratios or [(1, x[0]) for x in rows], 1
    for x, (_, q) in zip(rows, ratios):
        if scale % q:
            scale = lcm(scale, q // reduce(gcd, entries(x), q))
    for n, (p, q) in enumerate(ratios):
        rows[n] = times(rows[n], scale * p, q)
    return tuple(rows), scale


def times(x: Vector, p: int, q: int = 1) -> Vector:
    """Return p x / q, where its entries are ints.

    >>> times((2, 6), 3, 2)
    (3, 9)
    """
    common = gcd(p, q)  # as shorter ints are faster
    p, q = p // common, q // common
    if p == q:
        return x
    values = [p * v for v in entries(x)] if q == 1 else [p * v // q for v in entries(x)]
    numbers = tuple(values)
    return x._replace(values=numbers) if isinstance(x, SparseVector) else numbers


def as_ints(values: Sequence[Fraction | int]) -> tuple[tuple[int, ...], int]:
    """Return the numbers as ints over their common denominator, and that.

    >>> from fractions import Fraction
    >>> as_ints([Fraction(1, 2), Fraction(-2, 3)])
    ((3, -4), 6)
    """
    common = reduce(lcm, {value.denominator for value in values}, 1)
    return tuple([value.numerator * (common // value.denominator) for value in values]), common


def lcm(a: int, b: int) -> int:
    """Return the least common multiple of two positive ints; `math.lcm` came with Python 3.9.

    >>> lcm(4, 6)
    12
    """
    return a // gcd(a, b) * b


def too_long(scale: int, numbers: int, longest: int = MOST_DIGITS, work: int = MOST_WORK) -> str:
    """Return what a message says of a common denominator that is too long; "" if it is not.

    numbers: how many it is of. longest: the digits that it may have where they are few. work:
    numbers times the square of the digits that are not too many.

    >>> too_long(10**99, 1)
    ''
    >>> too_long(10**99, 10**8)
    'the common denominator of 100,000,000 numbers has at least 100 digits; expected at most 40'
    """
    digits = scale.bit_length() * 30103 // 100_000 + 1  # exactly, or one too many
    most = min(longest, max(_SHORT, isqrt(work // max(numbers, 1))))
    counted = f"{numbers:,} number{'s' * (numbers != 1)}"
    told = f"the common denominator of {counted} has at least {digits:,} digits"
    return f"{told}; expected at most {most:,}" if digits > most else ""


def check_denominator(
    scale: int, numbers: int, number: object, *limits: int, place: str = ""
) -> None:
    """Raise DataError for a common denominator that is `too_long`, as `number` at `place` made it.

    limits: what else that function takes.
    """
    told = too_long(scale, numbers, *limits)
    if told:
        found = f"{place and f'{place}: '}found {shown(number)}"
        raise DataError(f"{found}, with which {told}: write it with fewer digits, or leave it out")
