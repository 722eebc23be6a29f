"""Draw axes and ticks: compute the pixel of a value, and choose round numbers for the ticks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..exact.rationals import exact_text, rounded_decimal
from .svg import WIDTH, decimal_text, path_element, text_element
from .typography import (
    component_svg,
    format_number,
    plain_svg,
    shorten_to_width,
    text_width,
    with_minus_signs,
)

LEFT, RIGHT = 58, 424  # the pixels where most horizontal axes begin and end

_MAX_LENGTH_BESIDE, _MAX_LENGTH_BELOW = 5, 9  # characters of a label beside or below an axis
_TARGET_COUNTS = 8, 6, 5, 4, 3, 2, 1  # of ticks; a vertical axis begins with 6
_TICK_LABEL_HEIGHT = 13  # pixels
_TICK_LABEL_GAP = 12  # pixels between two labels
_CORNER_RADIUS = 6  # pixels, of the edge of a plane
_DEFAULT_NAME = re.compile(r"x[1-9]\d*")


@dataclass
class Axis:
    """The values from `low` to `high` along the pixels from `start` to `end`.

    Attributes:
        low: The smallest value.
        high: The largest value.
        start: The pixel of `low`.
        end: The pixel of `high`; smaller than `start` if the axis is vertical.
        integers_only: True if all ticks must be ints.
    """

    low: Fraction
    high: Fraction
    start: int
    end: int
    integers_only: bool = False

    @property
    def units_per_pixel(self) -> Fraction:
        """The difference between the values of two neighbouring pixels."""
        return (self.high - self.low) / abs(self.end - self.start)

    def to_pixel(self, value: Fraction | int) -> Fraction:
        """Return the pixel of a value, exactly.

        >>> Axis(Fraction(0), Fraction(10), 100, 200).to_pixel(Fraction(1, 3))
        Fraction(310, 3)
        """
        return self.start + (value - self.low) * (self.end - self.start) / (self.high - self.low)

    def to_pixels(self, values: Iterable[int], scale: int) -> list[Fraction]:
        """Return the pixel of each value / scale, rounded to a tenth; ties round up.

        The method computes with ints, which takes a tenth of the time of `to_pixel`.

        >>> Axis(Fraction(0), Fraction(10), 100, 200).to_pixels([1, 2], 3)
        [Fraction(1033, 10), Fraction(1067, 10)]
        """
        # ten times the pixels of 0 and 1 / scale, plus 1/2, so that `//` rounds to the nearest int
        at_0, at_1 = (10 * self.to_pixel(Fraction(i, scale)) + Fraction(1, 2) for i in (0, 1))
        denominator = at_0.denominator * at_1.denominator
        start, step = int(at_0 * denominator), int((at_1 - at_0) * denominator)
        return [Fraction((start + step * value) // denominator, 10) for value in values]

    def ticks(self) -> Ticks:
        """Return as many ticks as fit without overlapping labels, at most nine."""
        is_horizontal = self.end > self.start
        for target_count in _TARGET_COUNTS[not is_horizontal :]:
            ticks = Ticks(self, target_count)
            min_distance = (
                _TICK_LABEL_GAP + max(map(text_width, ticks.labels), default=0)
                if is_horizontal
                else 2 * _TICK_LABEL_HEIGHT
            )
            if min_distance * self.units_per_pixel <= ticks.step:
                break
        return ticks


class Ticks:
    """About `target_count` ticks of an axis: multiples of 1, 2 or 5 times a power of ten.

    Attributes:
        step: The exact difference between neighbouring ticks.
        values: The exact values of the ticks.
        labels: The labels of the ticks. If the full numbers are too long, a common offset or a
            power of ten is left out.
        offset_text: What the labels leave out; or "".

    >>> Ticks(Axis(Fraction(0), Fraction(1), 100, 0), 5).labels
    ['0', '0.2', '0.4', '0.6', '0.8', '1']
    >>> tiny = Ticks(Axis(Fraction(0), Fraction(1, 10**30), 100, 0), 3)
    >>> tiny.labels, tiny.offset_text
    (['0', '5', '10'], ', unit 1e-31')
    >>> far_away = Ticks(Axis(Fraction(10**30), Fraction(10**30 + 4), 100, 0), 4)
    >>> far_away.labels, far_away.offset_text
    (['+0', '+1', '+2', '+3', '+4'], ' minus 1e30')
    """

    step: Fraction
    values: list[Fraction]
    labels: list[str]
    offset_text: str

    def __init__(self, axis: Axis, target_count: int) -> None:
        max_length = _MAX_LENGTH_BELOW if axis.end > axis.start else _MAX_LENGTH_BESIDE
        min_step = max(
            (axis.high - axis.low) / target_count, Fraction(1 if axis.integers_only else 0)
        )
        power = Fraction(10) ** rounded_decimal(min_step, 1).adjusted()
        self.step = next(i * power for i in (1, 2, 5, 10) if i * power >= min_step)
        exponent = rounded_decimal(self.step, 1).adjusted()
        first, last = -(-axis.low // self.step), axis.high // self.step
        self.values = [self.step * i for i in range(first, last + 1)]
        differences = [value - self.values[0] for value in self.values]
        for plus, values in ("", self.values), ("+", differences):
            for k, unit_text in (0, ""), (exponent, f", unit 1e{exponent}"):
                self.labels = [plus + exact_text(value / Fraction(10) ** k) for value in values]
                common_offset = f" minus {format_number(self.values[0], 9)}" if plus else ""
                self.offset_text = common_offset + unit_text
                if max(map(len, self.labels), default=0) <= max_length:
                    return


def padded_range(values: Sequence[Fraction | int]) -> tuple[Fraction, Fraction]:
    """Return the ends of an axis for these values, with padding on both sides.

    >>> for values in ([0, 12], [3, 3], [0]):
    ...     print(*padded_range(values))
    -1 13
    3/2 9/2
    -1 1
    """
    low, high = Fraction(min(values)), Fraction(max(values))
    padding = (high - low) / 12 or abs(low) / 2 or Fraction(1)
    return low - padding, high + padding


def render_plane_axes(
    x_axis: Axis, y_axis: Axis, x_label: str, y_label: str | None = None
) -> list[str]:
    """Return the rounded edge of a plane, its ticks, and the labels of both axes, as SVG elements.

    Args:
        x_axis: The horizontal axis.
        y_axis: The vertical axis.
        x_label: The name of the feature on the horizontal axis.
        y_label: The name of the feature on the vertical axis. If it is None, the ticks of this axis
            have no labels.
    """
    left, right, bottom, top = x_axis.start, x_axis.end, y_axis.start, y_axis.end
    r = _CORNER_RADIUS
    width, height = right - left - 2 * r, bottom - top - 2 * r
    edge = f"M{left} {top + r}q0-{r} {r}-{r}h{width}q{r} 0 {r} {r}v{height}q0 {r}-{r} {r}"
    elements = [
        *_render_ticks(x_axis, y_axis, y_label is not None),
        path_element(f"{edge}h-{width}q-{r} 0-{r}-{r}z", "edge"),
    ]
    elements.append(_text_ending_at(right, bottom + 36, axis_label(x_label, x_axis, " \u2192")))
    if y_label is None:
        return elements
    return [*elements, text_element(left, top - 8, f"\u2191 {axis_label(y_label, y_axis)}")]


def render_chart_axes(x_axis: Axis, y_axis: Axis, x_label: str, y_label: str = "") -> list[str]:
    """Return the two axes of a chart, their ticks and their labels, as SVG elements.

    Args:
        x_axis: The horizontal axis.
        y_axis: The vertical axis.
        x_label: The label of the horizontal axis, from `plain_svg` or `math_svg`.
        y_label: The label of the vertical axis, in the same form, or "".
    """
    left, right, bottom, top = x_axis.start, x_axis.end, y_axis.start, y_axis.end
    elements = [
        *_render_ticks(x_axis, y_axis),
        path_element(f"M{left} {top}V{bottom}H{right}", "axis"),
    ]
    offset_text = plain_svg(with_minus_signs(x_axis.ticks().offset_text))
    elements.append(_text_ending_at(right, bottom + 36, x_label + offset_text))
    return [*elements, text_element(left, top - 8, y_label)] if y_label else elements


def _render_ticks(x_axis: Axis, y_axis: Axis, with_y_labels: bool = True) -> list[str]:
    """Return a grid of dots at the ticks of two axes, and the labels of the ticks."""
    left, bottom = x_axis.start, y_axis.start
    x_ticks, y_ticks = x_axis.ticks(), y_axis.ticks()
    x_pixels = [x_axis.to_pixel(value) for value in x_ticks.values]
    y_pixels = [y_axis.to_pixel(value) for value in y_ticks.values]
    dots = "".join(f"M{decimal_text(x)} {decimal_text(y)}h0" for y in y_pixels for x in x_pixels)
    elements = [path_element(dots, "dots"), '<g class="tick" text-anchor="middle">']
    for x, label in zip(x_pixels, x_ticks.labels):
        text_x = min(x, WIDTH - Fraction(text_width(label), 2) - 3)  # keeps the text inside
        elements.append(text_element(text_x, bottom + 17, with_minus_signs(label)))
    elements.append('</g>\n<g class="tick" text-anchor="end">')
    if with_y_labels:
        elements += [
            text_element(left - 7, y + 5, with_minus_signs(label))
            for y, label in zip(y_pixels, y_ticks.labels)
        ]
    return [*elements, "</g>"]


def _text_ending_at(right: int, y: int, content: str) -> str:
    """Return a text that ends at a pixel, or near it if the text has tspans."""
    if "<" not in content:
        return text_element(right, y, content, anchor="end")
    # CairoSVG would draw tspans of a text with text-anchor="end" over each other
    return text_element(right - text_width(content), y, content)


def axis_label(label: str, axis: Axis, arrow: str = "") -> str:
    """Return a label with the offset text of the ticks, shortened to the width of an axis.

    The default names of features, x1, x2, ..., are written as in a formula.

    Args:
        label: The name of a feature, or of the values of a chart.
        axis: The axis of the ticks.
        arrow: An arrow after the label, or "".
    """
    offset_text = with_minus_signs(axis.ticks().offset_text)
    if _DEFAULT_NAME.fullmatch(label):
        return component_svg(label[0], label[1:], plain_svg(offset_text) + arrow)
    return (
        plain_svg(
            shorten_to_width(label, RIGHT - LEFT - text_width(f"{offset_text} \u2192"))
            + offset_text
        )
        + arrow
    )
