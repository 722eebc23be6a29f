"""Scales and ticks: where a value lies in a picture, and the round numbers beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..exact.rationals import exact_text, rounded_decimal
from .svg import WIDTH, decimal, path, text
from .words import component, extent, fitted, number, plain, typeset

LEFT, RIGHT = 58, 424  # the pixels of every axis across

_LONGEST_BESIDE, _LONGEST_BELOW = 5, 9  # characters of a tick's text
_HIGH = 13  # pixels of a line of ticks' texts
_GAP = 12  # pixels between them
_ROUND = 6  # pixels: the radius of an edge's corners
_NUMBERED = re.compile(r"x[1-9]\d*")


@dataclass
class Axis:
    """The values from `low` to `high` along the pixels from `start` to `end`.

    start > end for an axis that rises. whole: whether only ints are values.
    """

    low: Fraction
    high: Fraction
    start: int
    end: int
    whole: bool = False

    @property
    def per_pixel(self) -> Fraction:
        """The length of a pixel."""
        return (self.high - self.low) / abs(self.end - self.start)

    def at(self, value: Fraction | int) -> Fraction:
        """Return the pixel where the value lies, exactly.

        >>> Axis(Fraction(0), Fraction(10), 100, 200).at(Fraction(1, 3))
        Fraction(310, 3)
        """
        return self.start + (value - self.low) * (self.end - self.start) / (self.high - self.low)

    def pixels(self, values: Iterable[int], scale: int) -> list[Fraction]:
        """Return the pixels where value / scale lies for each of many values, to a tenth, halves
        upwards: by ints alone, which take a tenth of the time.

        >>> Axis(Fraction(0), Fraction(10), 100, 200).pixels([1, 2], 3)
        [Fraction(1033, 10), Fraction(1067, 10)]
        """
        first, second = (10 * self.at(Fraction(i, scale)) + Fraction(1, 2) for i in (0, 1))
        common = first.denominator * second.denominator
        start, step = int(first * common), int((second - first) * common)
        return [Fraction((start + step * value) // common, 10) for value in values]

    def ticks(self) -> Ticks:
        """Return as many ticks as their texts leave room for; a single one always has it."""
        across = self.end > self.start
        for most in (8, 6, 5, 4, 3, 2, 1)[not across :]:
            ticks = Ticks(self, most)
            room = _GAP + max(map(extent, ticks.texts), default=0) if across else 2 * _HIGH
            if room * self.per_pixel <= ticks.step:
                break
        return ticks


class Ticks:
    """The multiples of 1, 2 or 5 times a power of ten on an axis, about `most` of them.

    step, values: exact. texts: as short as there is room for. note: what was taken from the values,
    or what they count, where the texts in full would be longer.

    >>> Ticks(Axis(Fraction(0), Fraction(1), 100, 0), 5).texts
    ['0', '0.2', '0.4', '0.6', '0.8', '1']
    >>> tiny = Ticks(Axis(Fraction(0), Fraction(1, 10**30), 100, 0), 3)
    >>> tiny.texts, tiny.note
    (['0', '5', '10'], ', unit 1e-31')
    >>> far_away = Ticks(Axis(Fraction(10**30), Fraction(10**30 + 4), 100, 0), 4)
    >>> far_away.texts, far_away.note
    (['+0', '+1', '+2', '+3', '+4'], ' minus 1e30')
    """

    step: Fraction
    values: list[Fraction]
    texts: list[str]
    note: str

    def __init__(self, axis: Axis, most: int) -> None:
        longest = _LONGEST_BELOW if axis.end > axis.start else _LONGEST_BESIDE
        least = max((axis.high - axis.low) / most, Fraction(1 if axis.whole else 0))
        power = Fraction(10) ** rounded_decimal(least, 1).adjusted()
        self.step = next(i * power for i in (1, 2, 5, 10) if i * power >= least)
        exponent = rounded_decimal(self.step, 1).adjusted()
        first, last = -(-axis.low // self.step), axis.high // self.step
        self.values = [self.step * i for i in range(first, last + 1)]
        beyond = [value - self.values[0] for value in self.values]
        for plus, values in ("", self.values), ("+", beyond):
            for k, counted in (0, ""), (exponent, f", unit 1e{exponent}"):
                self.texts = [plus + exact_text(value / Fraction(10) ** k) for value in values]
                self.note = (f" minus {number(self.values[0], 9)}" if plus else "") + counted
                if max(map(len, self.texts), default=0) <= longest:
                    return


def span(values: Sequence[Fraction | int]) -> tuple[Fraction, Fraction]:
    """Return the least and the largest value of an axis that shows these, with room beyond them.

    >>> for values in ([0, 12], [3, 3], [0]):
    ...     print(*span(values))
    -1 13
    3/2 9/2
    -1 1
    """
    low, high = Fraction(min(values)), Fraction(max(values))
    beyond = (high - low) / 12 or abs(low) / 2 or Fraction(1)
    return low - beyond, high + beyond


def frame(across: Axis, up: Axis, below: str, above: str | None = None) -> list[str]:
    """Return a plane's edge, dots where its ticks cross, their numbers, and the names of both axes.

    below: the name of the axis across. above: that of the one that rises; without one its ticks
    have no numbers.
    """
    left, right, bottom, top = across.start, across.end, up.start, up.end
    width, height = right - left - 2 * _ROUND, bottom - top - 2 * _ROUND
    r = _ROUND
    edge = f"M{left} {top + r}q0-{r} {r}-{r}h{width}q{r} 0 {r} {r}v{height}q0 {r}-{r} {r}"
    drawn = [
        *_ticks(across, up, above is not None),
        path(f"{edge}h-{width}q-{r} 0-{r}-{r}z", "frame"),
    ]
    drawn.append(_ending_at(right, bottom + 36, named(below, across, " \u2192")))
    if above is None:
        return drawn
    return [*drawn, text(left, top - 8, f"\u2191 {named(above, up)}")]


def chart_axes(across: Axis, up: Axis, below: str, above: str = "") -> list[str]:
    """Return a chart's two axes, dots where their ticks cross, their numbers and their names.

    below: the name of the axis across, as `plain` or `marked` makes it. above: that of the one that
    rises.
    """
    left, right, bottom, top = across.start, across.end, up.start, up.end
    drawn = [*_ticks(across, up), path(f"M{left} {top}V{bottom}H{right}", "axis")]
    note = plain(typeset(across.ticks().note))
    drawn.append(_ending_at(right, bottom + 36, below + note))
    return [*drawn, text(left, top - 8, above)] if above else drawn


def _ticks(across: Axis, up: Axis, is_beside: bool = True) -> list[str]:
    """Return dots where the ticks of two axes cross, and the numbers of the ticks."""
    left, bottom = across.start, up.start
    under, beside = across.ticks(), up.ticks()
    columns = [across.at(value) for value in under.values]
    heights = [up.at(value) for value in beside.values]
    dots = "".join(f"M{decimal(x)} {decimal(y)}h0" for y in heights for x in columns)
    drawn = [path(dots, "dots"), '<g class="tick" text-anchor="middle">']
    for x, words in zip(columns, under.texts):
        inside = min(x, WIDTH - Fraction(extent(words), 2) - 3)
        drawn.append(text(inside, bottom + 17, typeset(words)))
    drawn.append('</g>\n<g class="tick" text-anchor="end">')
    if is_beside:
        drawn += [text(left - 7, y + 5, typeset(words)) for y, words in zip(heights, beside.texts)]
    return [*drawn, "</g>"]


def _ending_at(right: int, y: int, content: str) -> str:
    """Return a text that ends at a pixel, or near it where it has parts of its own."""
    if "<" not in content:
        return text(right, y, content, anchor="end")
    # cairosvg would lay parts of a text that is anchored at its end on each other
    return text(right - extent(content), y, content)


def named(name: str, axis: Axis, arrow: str = "") -> str:
    """Return the name of a feature, and what the ticks of its axis say of it, in its pixels.

    The names of features without names, x1, x2, ..., are set as in a formula.
    """
    note = typeset(axis.ticks().note)
    if _NUMBERED.fullmatch(name):
        return component(name[0], name[1:], plain(note) + arrow)
    return plain(fitted(name, RIGHT - LEFT - extent(f"{note} \u2192")) + note) + arrow
