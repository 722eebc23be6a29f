"""Pictures of lines, distances, certificates and bounds for the pages, made of the parts of the
package's drawings.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from perceptron_ref import Dataset, Hypothesis
from perceptron_ref.drawing import Picture
from perceptron_ref.drawing.caption import (
    describe_examples,
    label_legend_items,
    make_captioned_picture,
)
from perceptron_ref.drawing.plane import Plane
from perceptron_ref.drawing.svg import marker_path_data, path, polyline_path_data
from perceptron_ref.drawing.typography import (
    format_vector,
    format_with_equals_sign,
    math_svg,
    plain_svg,
    with_minus_signs,
)
from perceptron_ref.drawing.update import draw_arrow
from perceptron_ref.exact.rationals import short_text, square_root
from perceptron_ref.theory.margins import distance, distance_from_origin, projection
from perceptron_ref.vectors import squared_norm

if TYPE_CHECKING:
    from perceptron_ref.drawing.svg import Coordinate
    from perceptron_ref.theory.margins import Length
    from perceptron_ref.theory.separability import NotSeparable

    Point = tuple[Coordinate, Coordinate]


def draw_certificate(certificate: NotSeparable) -> Picture:
    """Return an SVG of a certificate in the plane: the examples of each label that it mixes, and
    their common point.

    >>> from perceptron_ref import example
    >>> from perceptron_ref.theory.separability import separability
    >>> "Both mixtures are (0.5, 0.5)." in draw_certificate(separability(example("xor")))
    True
    """
    data, plane = certificate.data, Plane(certificate.data)
    point = _mixture(certificate, +1)
    assert point == _mixture(certificate, -1)
    place = plane.x_axis.to_pixel(point[0]), plane.y_axis.to_pixel(point[1])
    ways = {+1: "", -1: ""}
    for n in certificate.examples:
        ways[data.ys[n]] += polyline_path_data([plane.positions[n], place]) * (
            plane.positions[n] != place
        )
    items = [
        *label_legend_items(data),
        ("line", plain_svg("what mixes the o")),
        ("before", plain_svg("what mixes the x")),
        ("ring", plain_svg("the point that both give")),
    ]
    sentences = [
        describe_examples(data),
        _in_words(certificate),
        f"Both mixtures are {format_vector(point)}.",
    ]
    shapes = [path(ways[+1], "line"), path(ways[-1], "before"), plane.draw_examples()]
    body = [*plane.draw_axes(), *shapes, path(marker_path_data("circle", [place], 8), "ring")]
    return make_captioned_picture(
        "The point that both labels can be mixed to", sentences, body, plane.caption_top, items
    )


def _parts(certificate: NotSeparable) -> dict[int, Fraction]:
    """Return by how much each example goes into the mixture of its label: both have the sum 1."""
    total = Fraction(sum(certificate.coefficients), 2)
    return {n: a / total for n, a in zip(certificate.examples, certificate.coefficients)}


def _mixture(certificate: NotSeparable, y: int) -> tuple[Fraction, ...]:
    """Return the point that the examples of one label are mixed to."""
    data, parts = certificate.data, _parts(certificate)
    return tuple(
        sum((part * data.xs[n][i] for n, part in parts.items() if data.ys[n] == y), Fraction(0))
        for i in range(1, 1 + data.d)
    )


def _in_words(certificate: NotSeparable) -> str:
    parts = "; ".join(
        f"{short_text(part)} of example {n}" for n, part in _parts(certificate).items()
    )
    return f"Parts of the mixtures: {parts}."


def draw_distances(data: Dataset, h: Hypothesis, n: int | None = None) -> Picture:
    """Return an SVG of the boundary, its distance from the origin, and that of example n with its
    projection.

    Args:
        data: examples of two features, near enough to the origin that the picture shows it.
        h: the hypothesis whose boundary is drawn.
        n: the example whose distance is drawn, if any.

    >>> from perceptron_ref import example
    >>> picture = draw_distances(example("and"), Hypothesis([-3, 2, 2]), 0)
    >>> "nearest to the origin is (0.75, 0.75)." in picture
    True
    >>> "The projection of example 0 is (0.75, 0.75)." in picture
    True
    """
    origin, length = (Fraction(0), Fraction(0)), square_root(squared_norm(h.w[1:]))
    foot, far = projection(h, origin), distance_from_origin(h)
    tip = [f_i + w_i / length for f_i, w_i in zip(foot, h.w[1:])]
    plane, wider = Plane(data), Plane(Dataset([*(x[1:] for x in data.xs), tip], [*data.ys, 1]))
    plane.x_axis, plane.y_axis = wider.x_axis, wider.y_axis  # the arrow's tip is in the picture

    def at(point: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
        return plane.x_axis.to_pixel(point[0]), plane.y_axis.to_pixel(point[1])

    shapes = [
        path(polyline_path_data([at(origin), at(foot)]), "before"),
        _square_corner(at(foot), at(origin)),
    ]
    shapes += [
        draw_arrow(at(foot), at(tip), "line"),
        path(marker_path_data("circle", [at(origin)], 3), "tip"),
    ]
    items = [*label_legend_items(data), ("side", math_svg("w · x + b > 0"))]
    items.append(("before", math_svg(f"\u2212b / |w|{_equals(far)}, from the origin")))
    sentences = [
        describe_examples(data),
        f"b and w: {format_vector(h.w)}.",
        f"The point of the boundary nearest to the origin is {format_vector(foot)}.",
    ]
    if n is not None:
        x = data.xs[n][1:]
        p, s = projection(h, x), distance(h, x)
        shapes += [
            path(polyline_path_data([at(x), at(p)]), "line"),
            _square_corner(at(p), at(x)),
            path(marker_path_data("circle", [at(p)], 3), "tip"),
        ]
        shapes.append(plane.draw_ring(n))
        items.append(("line", math_svg(f"(w · x_n + b) / |w|{_equals(s)} for n = {n}")))
        sentences.append(f"The projection of example {n} is {format_vector(p)}.")
    body = [
        *plane.draw_axes(),
        plane.draw_line(h.w, has_arrow=False),
        plane.draw_examples(),
        *shapes,
    ]
    note = "The arrow on the boundary is w / |w|, of length 1."
    title = "The boundary and distances from it"
    return make_captioned_picture(title, sentences, body, plane.caption_top, items, [note])


def _equals(length: Length) -> str:
    exact = length.exact
    return (
        format_with_equals_sign(exact)
        if exact is not None
        else with_minus_signs(f" \u2248 {length.approximate:.4f}")
    )


def _square_corner(corner: Point, end: Point, size: int = 7) -> str:
    """Return the sign of a right angle at a corner, one of whose sides goes to `end`."""
    across, down = end[0] - corner[0], end[1] - corner[1]
    length = square_root(across**2 + down**2)
    if not length:
        return ""
    a, b = size * across / length, size * down / length
    x, y = corner
    return path(
        polyline_path_data([(x - b, y + a), (x - b + a, y + a + b), (x + a, y + b)]), "thin"
    )
