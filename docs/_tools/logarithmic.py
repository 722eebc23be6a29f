"""A scale on which equal ratios are equally long."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10
from types import SimpleNamespace

from perceptron_ref.drawing.axes import Axis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_MANY = 7  # powers of ten: with more, every other one has a tick


class Logarithmic(Axis):
    """An axis for numbers > 0, with ticks at powers of ten, or at 1, 2 and 5 times them.

    values: what has to find room. start, end: pixels, as for any axis.
    """

    def __init__(self, values: Sequence[Fraction | float], start: int, end: int) -> None:
        exponents = [Fraction(log10(value)) for value in values]
        low, high = min(exponents), max(exponents)
        room = (high - low) / 16 or Fraction(1, 3)
        super().__init__(low - room, high + room, start, end)

    def of(self, value: Fraction | float) -> Fraction:
        """Return the pixel where the value lies.

        >>> Logarithmic([1, 100], 0, 90).of(10)
        Fraction(45, 1)
        """
        return self.at(Fraction(log10(value)))

    def ticks(self) -> SimpleNamespace:  # type: ignore[override]  # all that is asked of ticks
        """Return the ticks.

        >>> Logarithmic([1, 10**5], 0, 900).ticks().texts
        ['1', '10', '100', '1,000', '10⁴', '10⁵']
        >>> Logarithmic([0.4, 3], 0, 900).ticks().texts
        ['0.5', '1', '2']
        >>> Logarithmic([1, 10**8], 0, 900).ticks().texts
        ['1', '100', '10⁴', '10⁶', '10⁸']
        """
        powers = range(floor(self.low), floor(self.high) + 1)
        inside = [k for k in powers if k >= self.low]
        marks = [(1, k) for k in inside if len(inside) <= _MANY or k % 2 == 0]
        if len(inside) < 3:
            marks = [(digit, k) for k in powers for digit in (1, 2, 5)]
        placed = [(Fraction(log10(digit * 10.0**k)), digit, k) for digit, k in marks]
        kept = [tick for tick in placed if self.low <= tick[0] <= self.high]
        return SimpleNamespace(
            values=[place for place, _, _ in kept],
            texts=[_text(digit, k) for _, digit, k in kept],
            note="",
        )


def _text(digit: int, k: int) -> str:
    """Return digit times 10^k.

    >>> _text(5, -2), _text(1, 12), _text(2, 3)
    ('0.05', '10¹²', '2,000')
    """
    if k > 3 and digit == 1:
        return f"10{str(k).translate(_RAISED)}"
    return f"{digit * 10**k:,}" if k >= 0 else f"{digit / 10**-k:.{-k}f}"
