"""One update of a run: the lines before and after it, and the vectors as arrows.

Lecture 2: L2.5, L2.7
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice

from ..errors import DataError, quote
from ..exact.checks import checked_count
from ..exact.common_denominator import multiply_by_unit
from ..exact.rationals import square_root
from ..run import Run
from ..vectors import add, dot, squared_norm
from .caption import (
    LINE_HEIGHT,
    describe_examples,
    label_legend_items,
    make_captioned_picture,
    sentences_about_scaling,
)
from .picture import Picture
from .plane import Plane
from .svg import (
    WIDTH,
    Coordinate,
    Point,
    decimal_text,
    path_element,
    polyline_path_data,
    text_element,
)
from .typography import (
    format_number,
    format_vector,
    format_with_equals_sign,
    math_svg,
    text_width,
    with_minus_signs,
)

_NAME_WIDTH = 84  # pixels to the left and to the right of the arrows, for their names
_NAME_BESIDE, _NAME_ABOVE, _NAME_BELOW = 4, 8, 17  # pixels from the tip of an arrow to its name
_MAX_HEIGHT = 150  # pixels of the arrows


def draw_update(run: Run, t: int) -> Picture:
    """Return an SVG of update t: w_{t+1} = w_t + eta y_n x_n, n = n(t).     Lecture 2: L2.5, L2.7

    With one or two features, the lines of w_t and w_{t+1} are drawn among the examples. The arrows
    show the vectors, including x_0 and w_0, in the plane that they span, so their lengths and
    angles are true for any number of features.

    Args:
        run: A run of PLA or Pocket.
        t: The number of the update, from 0 to T-1.

    Raises:
        DataError: If the run has no update t.

    >>> from perceptron_ref import example, pla
    >>> "Update 2 corrects example 2<" in draw_update(pla(example("or")), 2)
    True
    """
    if checked_count("t", t, 0) >= run.updates:
        if not run.updates:
            raise DataError("run: found no updates; expected a run with at least one update")
        raise DataError(f"t: found {quote(t)}; expected an update from 0 to {run.updates - 1}")
    data, n = run.data, run.n[t]
    x, y = data.xs[n], data.ys[n]
    _, _, *scaled = next(islice(run.replay_in_ints(), t, None))
    w, w_next = (multiply_by_unit(v, run.unit) for v in scaled)
    change = add(w_next, [-w_i for w_i in w])
    margin, next_margin = y * dot(w, x), y * dot(w_next, x)
    names = f"w_{{{t}}}", "y_n x_n", f"w_{{{t + 1}}}"
    if list(change) != [y * x_i for x_i in x]:  # another eta, or a separate bias
        names = names[0], f"{names[2]} \u2212 {names[0]}", names[2]
    body: list[str] = []
    legend_items: list[tuple[str, str]] = []
    sentences = [
        with_minus_signs(f"{names[0]} = {format_vector(w)}; n({t}) = {n}, y_n = {y:+d}"),
        f"{names[2]} = {format_vector(w_next)}",
        f"y_n {names[0]} · x_n{format_with_equals_sign(margin)}, "
        f"y_n {names[2]} · x_n{format_with_equals_sign(next_margin)}: "
        f"{format_number(next_margin - margin)} more",
    ]
    end: Coordinate = 0
    if data.d <= 2:
        plane = Plane(data)
        body = [
            *plane.render_axes(),
            plane.render_line(w_next, n, previous_w=w),
            plane.render_examples(),
        ]
        end = plane.caption_top
        legend_items = [
            *label_legend_items(data),
            ("ring", math_svg(f"x_n, n = {n}")),
            ("dashed", math_svg(f"line of {names[0]}")),
            ("side", math_svg(f"line of {names[2]}; h(x) = +1 on this side")),
        ]
        reasons = [(names[0], plane.no_line_reason(w)), (names[2], plane.no_line_reason(w_next))]
        sentences += [f"{name}: {reason}" for name, reason in reasons if reason]
        sentences += sentences_about_scaling(data)
    arrows, end = render_vector_sum(w, change, names, end + 10)
    title = f"Update {t} corrects example {n}"
    in_plane = data.d <= 2
    description = [describe_examples(data, has_markers=in_plane, in_plane=in_plane)]
    return make_captioned_picture(
        title, description, [*body, *arrows], end, legend_items, sentences
    )


def render_vector_sum(
    w: Sequence[Fraction], change: Sequence[Fraction], names: tuple[str, str, str], top: Coordinate
) -> tuple[list[str], Coordinate]:
    """Return w, its change and their sum as arrows, and the y-coordinate of their bottom edge.

    Lengths and angles are those of vectors with 1 + d entries. w points to the right; if w is zero,
    its change points to the right.

    Args:
        w: The weights before the update.
        change: The vector that an update adds.
        names: The names of w, its change and their sum, which may have subscripts.
        top: The y-coordinate of their top edge, in pixels.
    """
    direction = w if any(w) else change  # of the horizontal axis
    products = [(dot(direction, v), v) for v in (w, change, add(w, change))]
    # The tip of v times ||direction|| is (direction . v, h) with
    # h^2 = ||direction||^2 ||v||^2 - (direction . v)^2.
    tips = [(x, square_root(squared_norm(direction) * squared_norm(v) - x**2)) for x, v in products]
    end_xs = [Fraction(0), *(x for x, _ in tips)]  # of the tails and the tips
    width, height = max(end_xs) - min(end_xs), tips[1][1]
    sizes = (WIDTH - 2 * _NAME_WIDTH, width), (_MAX_HEIGHT, height)
    pixels_per_unit = min([pixels / size for pixels, size in sizes if size], default=Fraction(1))
    origin_x = (WIDTH - width * pixels_per_unit) / 2 - min(end_xs) * pixels_per_unit
    origin_y = top + LINE_HEIGHT + height * pixels_per_unit
    ends = [(origin_x + x * pixels_per_unit, origin_y - y * pixels_per_unit) for x, y in tips]
    elements = [path_element(polyline_path_data([ends[0], ends[2], ends[1]]), "faint")]
    elements += [
        render_arrow((origin_x, origin_y), end, css_class)
        for end, css_class in zip(ends, ("dashed", "thin", "line"))
    ]
    labels = [math_svg(name if any(tip) else f"{name} = 0") for name, tip in zip(names, tips)]
    # no text has the anchor "end", because CairoSVG would draw its tspans over each other
    offsets = (
        (0, _NAME_BELOW, "middle"),
        (-_NAME_BESIDE - text_width(labels[1]), -_NAME_ABOVE, "start"),
        (_NAME_BESIDE, -_NAME_ABOVE, "start"),
    )
    for label, (x, y), (right, down, anchor) in zip(labels, ends, offsets):
        elements.append(text_element(x + right, y + down, label, anchor=anchor))
    return elements, origin_y + LINE_HEIGHT + 2


def render_arrow(start: Point, end: Point, css_class: str) -> str:
    """Return an arrow; "" if start and end are equal."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = square_root(dx**2 + dy**2)
    if not length:
        return ""
    cos, sin, minus_sin = (decimal_text(q / length, 4) for q in (dx, dy, -dy))
    transform = (
        f"matrix({cos},{sin},{minus_sin},{cos},{decimal_text(end[0])},{decimal_text(end[1])})"
    )
    tip = path_element("M1 0L-9-4.5V4.5z", "tip")
    shaft = path_element(polyline_path_data([start, end]), css_class)
    return f'{shaft}<g transform="{transform}">{tip}</g>'
