"""A panel: curves against t, with a legend above; a region that no run can enter is grey."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Tuple

from ..named_tuples import NamedTuple
from ..run import Run
from .axes import LEFT, RIGHT, Axis, axis_label, padded_range, render_chart_axes
from .caption import (
    LINE_HEIGHT,
    describe_examples,
    make_captioned_picture,
    not_converged_warning,
    render_legend,
)
from .picture import Picture
from .svg import Coordinate, Point, decimal_text, path_element, polyline_path_data, text_element
from .typography import math_svg

_MAX_POINTS = 300  # of a curve
_MAX_THICK_POINTS = 150  # a curve with more points is thin, so that it stays legible

Curve = Tuple[str, str, "Iterable[Point]"]


class Panel(NamedTuple):
    """Curves against t = 0, ..., T.

    Attributes:
        title: The title, which names the values.
        T: The last t.
        curves: For each curve its CSS class, its label in the legend, and its points (t, value). If
            there are too many points, only those that `downsampled_indices` selects are drawn.
        forbidden_side: "above" or "below", if the last curve is a bound that no run can cross; this
            side is grey. "" without a bound.
        sentence: A description of the panel.
        height: The height of the vertical axis in pixels.
        y_max: The largest value on the vertical axis; by default it follows from the curves.
        integers_only: True if all values are ints.
    """

    title: str
    T: int
    curves: Sequence[Curve]
    forbidden_side: str = ""
    sentence: str = ""
    height: int = 130
    y_max: Coordinate | None = None
    integers_only: bool = False

    def render(self, top: Coordinate) -> tuple[list[str], Coordinate]:
        """Return the panel as SVG elements, and the y-coordinate of its bottom edge, in pixels.

        Args:
            top: The y-coordinate of its top edge.
        """
        body, end = render_legend(
            [(css_class, math_svg(label)) for css_class, label, _ in self.curves], top + LINE_HEIGHT
        )
        sampled_curves = []
        for css_class, _, curve in self.curves:
            points = list(curve)
            indices = downsampled_indices([value for _, value in points], _MAX_POINTS)
            sampled_curves.append((css_class, [points[i] for i in indices]))
        values = [value for _, points in sampled_curves for _, value in points]
        low, high = padded_range([0, *values])
        axis_top = int(end) + 8
        axis_bottom = axis_top + self.height
        x_axis = Axis(Fraction(0), Fraction(max(self.T, 1)), LEFT, RIGHT, integers_only=True)
        y_min = low if min(values) < 0 else Fraction(0)
        y_max = Fraction(self.y_max or high)
        y_axis = Axis(y_min, y_max, axis_bottom, axis_top, self.integers_only)
        body = [text_element(14, top + 14, axis_label(self.title, y_axis), "title"), *body]
        axes = render_chart_axes(x_axis, y_axis, math_svg("updates t"))
        paths = [
            polyline_path_data((x_axis.to_pixel(t), y_axis.to_pixel(value)) for t, value in points)
            for _, points in sampled_curves
        ]
        curves = []
        for path_data, (css_class, points) in zip(paths, sampled_curves):
            is_thin = css_class == "line" and len(points) > _MAX_THICK_POINTS
            curves.append(path_element(path_data, "thin" if is_thin else css_class))
        if self.forbidden_side:
            bound_path = paths[-1]  # the last curve is the bound
            edge = y_axis.end if self.forbidden_side == "above" else y_axis.start
            body.append(
                path_element(f"{bound_path}V{edge}H{decimal_text(x_axis.to_pixel(0))}z", "barred")
            )
        return [*body, *axes, *curves], axis_bottom + 2 * LINE_HEIGHT + 4


def draw_stacked_panels(
    run: Run, title: str, panels: Sequence[Panel], sentences: Sequence[str]
) -> Picture:
    """Return a picture of panels, one below another, with sentences in the caption."""
    body: list[str] = []
    bottom: Coordinate = 6
    for panel in panels:
        elements, bottom = panel.render(bottom)
        body += elements
    description = [
        describe_examples(run.data, has_markers=False, in_plane=False),
        *filter(None, (panel.sentence for panel in panels)),
    ]
    return make_captioned_picture(
        title, description, body, bottom, sentences=[*sentences, not_converged_warning(run)]
    )


def downsampled_indices(values: Sequence[Fraction | int], target_count: int) -> list[int]:
    """Return the indices of about `target_count` values, the smallest and the largest among them.

    If there are more values than that, they are split into `target_count` / 2 intervals. The
    smallest and the largest value of each interval, and the first and the last value of all, are
    selected. So no peak is lost, and a curve through these values covers about the same pixels.

    Args:
        values: The values.
        target_count: An even number.

    >>> downsampled_indices([1, 2, 3], 4), downsampled_indices([5, 1, 9, 2, 8, 0, 7, 7], 4)
    ([0, 1, 2], [0, 1, 2, 4, 5, 7])
    """
    N = len(values)
    if N <= target_count:
        return list(range(N))
    indices = {0, N - 1}
    for k in range(target_count // 2):
        interval = range(2 * k * N // target_count, 2 * (k + 1) * N // target_count)
        indices |= {min(interval, key=values.__getitem__), max(interval, key=values.__getitem__)}
    return sorted(indices)
