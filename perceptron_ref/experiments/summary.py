"""Exact statistics of some numbers: mean, median, quartiles, least and most."""

from __future__ import annotations

from fractions import Fraction

from ..errors import DataError
from ..exact.rationals import in_digits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Summary"]


class Summary:
    """Numbers, in their order, and their statistics: all of them exact.

    numbers: ints or Fractions, one at least; DataError for none. They can be counted, indexed and
    gone through.

    >>> updates = Summary([9, 4, 20, 5])
    >>> len(updates), updates[0], updates.least, updates.most
    (4, 9, 4, 20)
    >>> updates.mean, updates.median, updates.quartiles
    (Fraction(19, 2), Fraction(7, 1), (Fraction(19, 4), Fraction(7, 1), Fraction(47, 4)))
    """

    __slots__ = ("_numbers", "_sorted")

    def __init__(self, numbers: Iterable[Fraction | int]) -> None:
        self._numbers = tuple(numbers)
        self._sorted = sorted(self._numbers)
        if not self._numbers:
            raise DataError("found no number; expected one at least, to have a mean")

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, index: int) -> Fraction | int:
        return self._numbers[index]

    def __iter__(self) -> Iterator[Fraction | int]:
        return iter(self._numbers)

    @property
    def least(self) -> Fraction | int:
        """The least of the numbers."""
        return self._sorted[0]

    @property
    def most(self) -> Fraction | int:
        """The largest of the numbers."""
        return self._sorted[-1]

    @property
    def mean(self) -> Fraction:
        """Their sum by how many they are."""
        return Fraction(sum(self._numbers)) / len(self)

    @property
    def median(self) -> Fraction:
        """The number in the middle; where two are there, half of their sum."""
        return self.quantile(Fraction(1, 2))

    @property
    def quartiles(self) -> tuple[Fraction, Fraction, Fraction]:
        """The quantiles of 1/4, 1/2 and 3/4."""
        return self.quantile(Fraction(1, 4)), self.median, self.quantile(Fraction(3, 4))

    def quantile(self, p: Fraction) -> Fraction:
        """Return the number a share p of the way from the least to the most, both included.

        Sorted, v_0 <= ... <= v_{m-1}, that is the one at place p (m - 1); between two places it
        lies on the straight line from one number to the next. The same as
        `statistics.quantiles(..., method="inclusive")` and NumPy's default, but exact.

        >>> Summary([1, 2, 3, 10]).quantile(Fraction(3, 4))
        Fraction(19, 4)
        """
        place = p * (len(self) - 1)
        below = int(place)
        low, high = self._sorted[below], self._sorted[min(below + 1, len(self) - 1)]
        return low + (place - below) * (high - low)

    def __eq__(self, other: object) -> bool:
        return self._numbers == other._numbers if isinstance(other, Summary) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._numbers)

    def __repr__(self) -> str:
        named = {"mean": self.mean, "median": self.median, "least": self.least, "most": self.most}
        texts = [f"{name} {in_digits(number, 6)}" for name, number in named.items()]
        return f"<Summary of {len(self):,}: {', '.join(texts)}>"
