"""Exact statistics of some numbers: mean, median, quartiles, least and most."""

from __future__ import annotations

from fractions import Fraction
from typing import Tuple, Union

from ..exact.rationals import in_digits

__all__ = ["Summary"]


class Summary(Tuple[Union[int, Fraction], ...]):
    """Numbers, in their order, and their statistics: all of them exact.

    numbers: ints or Fractions, one at least. They are a tuple, so that `statistics` takes them as
    they are.

    >>> updates = Summary([9, 4, 20, 5])
    >>> len(updates), updates[0], updates.least, updates.most
    (4, 9, 4, 20)
    >>> updates.mean, updates.median, updates.quartiles
    (Fraction(19, 2), Fraction(7, 1), (Fraction(19, 4), Fraction(7, 1), Fraction(47, 4)))
    """

    __slots__ = ()

    @property
    def least(self) -> Fraction | int:
        """The least of the numbers."""
        return min(self)

    @property
    def most(self) -> Fraction | int:
        """The largest of the numbers."""
        return max(self)

    @property
    def mean(self) -> Fraction:
        """Their sum by how many they are."""
        return Fraction(sum(self)) / len(self)

    @property
    def median(self) -> Fraction:
        """The number in the middle; where two are there, half of their sum."""
        return self.quartiles[1]

    @property
    def quartiles(self) -> tuple[Fraction, Fraction, Fraction]:
        """The quantiles of 1/4, 1/2 and 3/4, as `statistics.quantiles(..., method="inclusive")`.

        Sorted, v_0 <= ... <= v_{m-1}, that of p is the number at place p (m - 1); between two
        places it lies on the straight line from one number to the next. NumPy has the same.
        """
        from statistics import quantiles

        numbers = [*map(Fraction, self if len(self) > 1 else self * 2)]  # two at least
        low, middle, high = quantiles(numbers, n=4, method="inclusive")
        return low, middle, high

    def __repr__(self) -> str:
        named = {"mean": self.mean, "median": self.median, "least": self.least, "most": self.most}
        texts = [f"{name} {in_digits(number, 6)}" for name, number in named.items()]
        return f"<Summary of {len(self):,}: {', '.join(texts)}>"
