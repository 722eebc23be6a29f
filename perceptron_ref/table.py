"""A file's examples on their way into a `Dataset`: numbers scaled to ints as they are met, labels still text."""

from __future__ import annotations

from .dataset import Dataset
from .errors import DataError, shown
from .labels import Found, signs
from .rationals import lcm, ratio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    class Like(Protocol):
        """A Dataset or a Hypothesis: what another file's columns and labels are to agree with."""

        @property
        def d(self) -> int: ...
        @property
        def names(self) -> tuple[str, ...]: ...
        @property
        def labels(self) -> tuple[str | None, str]: ...


LONGEST_NUMBER = 10_000
MOST_ENTRIES = 100_000_000
_REMEMBERED = 100_000


class Table:
    """What a file holds.

    source: the file's name, for messages. names: those of the features, or None where it gives none.
    scaled_xs: the rows as ints: x_{n,0} = scale first. found: the labels as they are written, or None without labels.
    """

    def __init__(
        self,
        source: str,
        names: tuple[str, ...] | None,
        scale: int,
        scaled_xs: tuple[tuple[int, ...], ...],
        found: Found | None,
    ) -> None:
        self.source, self.names, self.scale, self.scaled_xs, self.found = source, names, scale, scaled_xs, found

    def dataset(self, positive: str | None = None, like: Like | None = None) -> Dataset:
        """Return the examples with their labels as -1 and +1; see `signs` for which is which."""
        if self.found is None:
            raise DataError(f"{self.source}: found no column of labels; expected one")
        ys, labels = signs(self.found, positive, like.labels if like else None)
        return Dataset._from_scaled(self.scaled_xs, ys, self.scale, self.names, labels)

    def unlabelled(self) -> Dataset:
        """Return the examples for prediction alone, each with the label +1 that nobody is to look at."""
        return Dataset._from_scaled(self.scaled_xs, (1,) * len(self.scaled_xs), self.scale, self.names, ("-1", "+1"))


class Numerals(dict[str, int]):
    """Reads every spelling of a number once: text -> `scale` times the number, an int.

    The scale grows when a number needs it, and what was remembered at the old scale is forgotten.
    """

    def __init__(self) -> None:
        self.scale = 1
        self._factors: dict[int, int] = {}

    def __missing__(self, text: str) -> int:
        if len(self) >= _REMEMBERED:
            self.clear()
        value = self[text] = self._scaled(text)
        return value

    def row(self, cells: Sequence[str], place: Callable[[int], str]) -> tuple[int, ...]:
        """Return (scale, scale v_1, scale v_2, ...) for the numbers in the cells: the first entry tells the scale.

        DataError for a cell that holds no number; place(i) tells where cell i stands.
        """
        before = self.scale
        try:
            values = tuple(map(self.__getitem__, cells))
            if self.scale != before:  # it grew on the way; now it fits the whole row
                values = tuple(map(self.__getitem__, cells))
        except DataError:
            raise self._located(cells, place) from None
        return (self.scale, *values)

    def _located(self, cells: Sequence[str], place: Callable[[int], str]) -> DataError:
        for i, cell in enumerate(cells):
            try:
                self._scaled(cell)
            except DataError as error:
                return DataError(f"{place(i)}: {error}")
        raise AssertionError("every cell holds a number")

    def at_final_scale(self, rows: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
        """Return the rows as they would be, had all been read at the scale that the last one needed."""
        scale = self.scale
        return tuple(
            row if row[0] == scale else tuple(v * factor for v in row) for row in rows for factor in (scale // row[0],)
        )

    def _scaled(self, text: str) -> int:
        if len(text) > LONGEST_NUMBER:
            raise DataError(f"found {shown(text)}; expected a number of at most {LONGEST_NUMBER:,} characters")
        whole, _, decimals = text.partition(".")
        digits = whole + decimals
        if digits.isdigit() and digits.isascii() and len(digits) < 1000:  # the plainest spelling, read without `ratio`
            factor = self._factors.get(len(decimals))
            if factor is not None:
                return int(digits) * factor
        numerator, denominator = ratio(text)
        if self.scale % denominator:
            self.scale = lcm(self.scale, denominator)
            self.clear()
            self._factors = {k: self.scale // 10**k for k in range(40) if self.scale % 10**k == 0}
        return numerator * (self.scale // denominator)
