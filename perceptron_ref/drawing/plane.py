"""The plane of one or two features: the examples, and lines among them.     Lecture 2: L2.4"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product

from ..dataset import Dataset
from ..exact.rationals import square_root
from ..variants import unnormalized
from ..vectors import dot
from .axes import LEFT, RIGHT, Axis, padded_range, render_plane_axes
from .caption import LINE_HEIGHT, feature_ranges
from .svg import (
    ID,
    Point,
    decimal_text,
    marker_path_data,
    path_element,
    rectangle_element,
    render_example_markers,
)
from .typography import with_minus_signs

_HEIGHT, _HEIGHT_1D = 290, 100  # pixels, for two features and for one
_LEFT_1D = 16  # pixels: with one feature there are no tick labels on the left
_OUTSIDE = 240  # pixels: a point this far from the middle of a plane is outside its box
RING_GAP, _SQUARE_GAP = 6, 4  # pixels from the marker of an example to its ring or square
_MAX_STRETCH = 3  # for equal scales, a range may grow at most by this factor

# `Plane.line_transform` moves these: the line, the sides above and below it, the shaft of an arrow,
# and its tip.
_LINE_PATH = f"M-{2 * _OUTSIDE} 0H{2 * _OUTSIDE}"
_SIDES = path_element(f"{_LINE_PATH}V-{2 * _OUTSIDE}H-{2 * _OUTSIDE}z", "opposite")
_SIDES += path_element(f"{_LINE_PATH}V{2 * _OUTSIDE}H-{2 * _OUTSIDE}z", "side")
_SHAFT_PATH, _TIP = "M0 0V22", path_element("M0 30L-4.5 20H4.5z", "tip")


class Plane:
    """The positions of the examples in a box with the axes x_1 and x_2, or x_1 and y.

    With two features, both axes have the same scale, unless that would waste too much space. With
    equal scales, (w_1, w_2) is perpendicular to the line on the screen as well. For a normalized
    set, the x_n before the normalization are drawn.

    Args:
        data: A set with one or two features.
        top: The y-coordinate of the top of the box, or of the name of x_2 above it, in pixels.

    Attributes:
        x_axis: The axis of x_1.
        y_axis: The axis of x_2, or of y if there is one feature.
        box_top: The y-coordinate of the top of the box, in pixels.
        box_bottom: The y-coordinate of the bottom of the box, in pixels.
        caption_top: The y-coordinate of the top of the caption, in pixels.
        radius: The radius of the marker of an example, in pixels.
    """

    data: Dataset
    box_top: int
    box_bottom: int
    x_axis: Axis
    y_axis: Axis
    caption_top: int

    def __init__(self, data: Dataset, top: int = 8) -> None:
        self.data = data = unnormalized(data)
        ranges = [padded_range(ends) for ends in feature_ranges(data)]
        ranges = _equalize_scales(ranges) if data.d == 2 else [*ranges, (Fraction(-2), Fraction(2))]
        self.box_top = top + LINE_HEIGHT * (data.d == 2)  # leaves room for the name of x_2
        self.box_bottom = self.box_top + (_HEIGHT if data.d == 2 else _HEIGHT_1D)
        self.x_axis = Axis(*ranges[0], LEFT if data.d == 2 else _LEFT_1D, RIGHT)
        self.y_axis = Axis(*ranges[1], self.box_bottom, self.box_top)
        self.caption_top = self.box_bottom + 2 * LINE_HEIGHT + 6
        self.radius = 5 if data.N <= 60 else 4 if data.N <= 300 else 2

    @cached_property
    def positions(self) -> list[Point]:
        """The pixels of the examples."""
        xs, scale = self.data.scaled_xs, self.data.scale
        x_pixels = self.x_axis.to_pixels([x[1] for x in xs], scale)
        y_values = ([x[2] for x in xs], scale) if self.data.d == 2 else (self.data.ys, 1)
        return list(zip(x_pixels, self.y_axis.to_pixels(*y_values)))

    def render_axes(self) -> list[str]:
        """Return the axes, and the box to which lines are clipped."""
        left, right = self.x_axis.start, self.x_axis.end
        box = rectangle_element(
            left, self.box_top, right - left, self.box_bottom - self.box_top, "clip"
        )
        x_name, *y_name = self.data.names
        axes = render_plane_axes(self.x_axis, self.y_axis, x_name, *y_name)
        return [f'<clipPath id="{ID}c">{box}</clipPath>', *axes]

    def render_examples(self) -> str:
        """Return the markers of the examples: o for y = +1 and x for y = -1."""
        return render_example_markers(self.positions, self.data.ys, self.radius)

    def render_ring(self, n: int) -> str:
        """Return a ring around example n."""
        x, y = map(decimal_text, self.positions[n])
        return f'<circle class="ring" cx="{x}" cy="{y}" r="{self.radius + RING_GAP}"/>'

    def clip(self, svg: str) -> str:
        """Return SVG clipped to the box of the plane; "" for ""."""
        return f'<g clip-path="url(#{ID}c)">{svg}</g>' if svg else ""

    def render_line(
        self,
        w: Sequence[Fraction],
        ringed_example: int | None = None,
        boxed_examples: Iterable[int] = (),
        previous_w: Sequence[Fraction] | None = None,
        has_arrow: bool = True,
        margin: Fraction | None = None,
    ) -> str:
        """Return the line w . x = 0 with both sides shaded, and marks on examples.

        If w . x is 0 in the whole plane, there is neither a line nor a side.

        Args:
            w: The weights.
            ringed_example: An example to mark with a ring, or None.
            boxed_examples: The examples to mark with squares.
            previous_w: Earlier weights, whose line is dashed; or None.
            has_arrow: Draw an arrow that points to the positive side.
            margin: Draw two dashed lines where w . x is +margin and -margin; None for no lines.
        """
        shaft, tip = (_SHAFT_PATH, _TIP) if has_arrow else ("", "")
        line = path_element(_LINE_PATH + shaft, "line") + tip
        lines = self._move_to_line(w, _SIDES + line)
        if previous_w is not None:
            lines += self._move_to_line(previous_w, path_element(_LINE_PATH, "dashed"))
        if margin is not None:
            for score in (-margin, margin):
                lines += self._move_to_line(w, path_element(_LINE_PATH, "dashed"), score)
        ring = "" if ringed_example is None else self.render_ring(ringed_example)
        squares = marker_path_data(
            "square", [self.positions[n] for n in boxed_examples], self.radius + _SQUARE_GAP
        )
        return self.clip(lines) + ring + path_element(squares, "mistake")

    def _score_change_per_pixel(self, w: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
        """Return the change of w . x for one pixel to the right, and for one pixel down."""
        down = -w[2] * self.y_axis.units_per_pixel if self.data.d == 2 else Fraction(0)
        return w[1] * self.x_axis.units_per_pixel, down

    def render_trail_line(self, w: Sequence[Fraction]) -> str:
        """Return only the line w . x = 0, for the trail; "" if it is not visible."""
        if self.no_line_reason(w):
            return ""
        return f'<path transform="{self.line_transform(w)}" d="{_LINE_PATH}"/>'

    def _move_to_line(self, w: Sequence[Fraction], svg: str, score: Fraction = Fraction(0)) -> str:
        """Return SVG for the line y = 0, moved to w . x = score; "" if w . x = score everywhere."""
        transform = self.line_transform(w, score)
        return f'<g transform="{transform}">{svg}</g>' if transform else ""

    def line_transform(self, w: Sequence[Fraction], score: Fraction = Fraction(0)) -> str | None:
        """Return the SVG transform from y = 0 to w . x = score, and from y > 0 to w . x > score.

        Return None if w . x = score in the whole plane. A point that is r pixels right and s pixels
        down from the middle of the plane has w . x - score = a r + b s + c. A line far outside the
        box of the plane is moved near the box, and weights with w_1 = ... = w_d = 0 have a line
        near the box.
        """
        differences = [corner_score - score for corner_score in self._corner_scores(w)]
        if not any(differences):
            return None
        a, b = self._score_change_per_pixel(w)
        c, length = sum(differences, Fraction(0)) / 4, square_root(a * a + b * b)
        cos, sin, distance = Fraction(0), Fraction(-1), Fraction(_OUTSIDE if c > 0 else -_OUTSIDE)
        if length:
            cos, sin, distance = a / length, b / length, c / length
        distance = max(Fraction(-_OUTSIDE), min(distance, Fraction(_OUTSIDE)))
        x = Fraction(self.x_axis.start + self.x_axis.end, 2) - distance * cos
        y = Fraction(self.box_top + self.box_bottom, 2) - distance * sin
        rotation = [decimal_text(q, 4).replace("0.", ".") for q in (sin, -cos, cos, sin)]
        return f"matrix({','.join([*rotation, decimal_text(x), decimal_text(y)])})"

    def no_line_reason(self, w: Sequence[Fraction]) -> str:
        """Say why no line is visible; "" if the line is visible."""
        scores = self._corner_scores(w)
        if not any(scores):
            return "no line: w · x = 0 for every x" if any(w) else "zero weights define no line"
        if not any(w[1:]):
            return (
                f"no line: h(x) = {with_minus_signs('+1' if scores[0] > 0 else '-1')} for every x"
            )
        is_outside = min(scores) > 0 or max(scores) < 0
        return "the line lies outside the picture" if is_outside else ""

    def _corner_scores(self, w: Sequence[Fraction]) -> list[Fraction]:
        """Return w . x for the corners x of the box of the plane."""
        x_axis, y_axis = self.x_axis, self.y_axis
        corners = product([self.data.x0], (x_axis.low, x_axis.high), (y_axis.low, y_axis.high))
        return [dot(w, x[: len(w)]) for x in corners]


def _equalize_scales(ranges: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """Widen one of two ranges, so that a unit has the same length in pixels on both axes.

    If a range would become too long, return both ranges unchanged.
    """
    pixels = (RIGHT - LEFT, _HEIGHT)
    units_per_pixel = [(high - low) / length for (low, high), length in zip(ranges, pixels)]
    if max(units_per_pixel) > _MAX_STRETCH * min(units_per_pixel):
        return ranges
    coarsest = max(units_per_pixel)
    padding = [(coarsest - unit) * length / 2 for unit, length in zip(units_per_pixel, pixels)]
    return [(low - pad, high + pad) for (low, high), pad in zip(ranges, padding)]
