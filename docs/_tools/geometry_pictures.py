"""Pictures of certificates and of distances, made from parts of the package's drawings."""

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
from perceptron_ref.drawing.svg import marker_path_data, path_element, polyline_path_data
from perceptron_ref.drawing.typography import (
    format_vector,
    format_with_equals_sign,
    math_svg,
    plain_svg,
    with_minus_signs,
)
from perceptron_ref.drawing.update import render_arrow
from perceptron_ref.exact.rationals import short_text, square_root
from perceptron_ref.theory.margins import distance, distance_from_origin, projection
from perceptron_ref.vectors import squared_norm

if TYPE_CHECKING:
    from perceptron_ref.drawing.svg import Coordinate
    from perceptron_ref.theory.margins import Length
    from perceptron_ref.theory.separability import NotSeparable

    Point = tuple[Coordinate, Coordinate]


def draw_certificate(certificate: NotSeparable) -> Picture:
    """Return a picture of a certificate in the plane.

    Lines lead from the examples of the two mixtures to the point at which the mixtures coincide.

    >>> from perceptron_ref import example
    >>> from perceptron_ref.theory.separability import separability
    >>> "Both mixtures are (0.5, 0.5)." in draw_certificate(separability(example("xor")))
    True
    """
    data, plane = certificate.data, Plane(certificate.data)
    point = _mixed_point(certificate, +1)
    assert point == _mixed_point(certificate, -1)
    point_position = plane.x_axis.to_pixel(point[0]), plane.y_axis.to_pixel(point[1])
    segments = {+1: "", -1: ""}
    for n in certificate.examples:
        segments[data.ys[n]] += polyline_path_data([plane.positions[n], point_position]) * (
            plane.positions[n] != point_position
        )
    legend_items = [
        *label_legend_items(data),
        ("line", plain_svg("mixture of the o's")),
        ("dashed", plain_svg("mixture of the x's")),
        ("ring", plain_svg("the common point")),
    ]
    sentences = [
        describe_examples(data),
        _describe_shares(certificate),
        f"Both mixtures are {format_vector(point)}.",
    ]
    shapes = [
        path_element(segments[+1], "line"),
        path_element(segments[-1], "dashed"),
        plane.render_examples(),
    ]
    body = [
        *plane.render_axes(),
        *shapes,
        path_element(marker_path_data("circle", [point_position], 8), "ring"),
    ]
    return make_captioned_picture(
        "A point that is a mixture of the o's and of the x's",
        sentences,
        body,
        plane.caption_top,
        legend_items,
    )


def _mixture_shares(certificate: NotSeparable) -> dict[int, Fraction]:
    """Return {example: share in the mixture of its label}. The shares of each label sum to 1."""
    total = Fraction(sum(certificate.coefficients), 2)
    return {n: a / total for n, a in zip(certificate.examples, certificate.coefficients)}


def _mixed_point(certificate: NotSeparable, y: int) -> tuple[Fraction, ...]:
    """Return the mixture of the examples of label y: the sum of share times x_n."""
    data, shares = certificate.data, _mixture_shares(certificate)
    return tuple(
        sum((share * data.xs[n][i] for n, share in shares.items() if data.ys[n] == y), Fraction(0))
        for i in range(1, 1 + data.d)
    )


def _describe_shares(certificate: NotSeparable) -> str:
    """Return a sentence with the share of each example in the mixture of its label."""
    listed_shares = "; ".join(
        f"{short_text(share)} of example {n}" for n, share in _mixture_shares(certificate).items()
    )
    return f"Shares in the mixtures: {listed_shares}."


def draw_distances(data: Dataset, h: Hypothesis, n: int | None = None) -> Picture:
    """Return a picture of the boundary with its distances from the origin and from example n.

    Args:
        data: examples of two features; the picture shows the origin only if they are near it.
        h: the hypothesis whose boundary is drawn.
        n: the example whose distance and projection are drawn; None for no example.

    >>> from perceptron_ref import example
    >>> picture = draw_distances(example("and"), Hypothesis([-3, 2, 2]), 0)
    >>> "nearest to the origin is (0.75, 0.75)." in picture
    True
    >>> "The projection of example 0 is (0.75, 0.75)." in picture
    True
    """
    origin, norm = (Fraction(0), Fraction(0)), square_root(squared_norm(h.w[1:]))
    foot, origin_distance = projection(h, origin), distance_from_origin(h)
    tip = [f_i + w_i / norm for f_i, w_i in zip(foot, h.w[1:])]
    plane = Plane(data)
    # wider axes, so that the picture contains the tip of the arrow
    wider_plane = Plane(Dataset([*(x[1:] for x in data.xs), tip], [*data.ys, 1]))
    plane.x_axis, plane.y_axis = wider_plane.x_axis, wider_plane.y_axis

    def to_pixels(point: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
        return plane.x_axis.to_pixel(point[0]), plane.y_axis.to_pixel(point[1])

    shapes = [
        path_element(polyline_path_data([to_pixels(origin), to_pixels(foot)]), "dashed"),
        _draw_right_angle(to_pixels(foot), to_pixels(origin)),
    ]
    shapes += [
        render_arrow(to_pixels(foot), to_pixels(tip), "line"),
        path_element(marker_path_data("circle", [to_pixels(origin)], 3), "tip"),
    ]
    items = [*label_legend_items(data), ("side", math_svg("w · x + b > 0"))]
    items.append(
        ("dashed", math_svg(f"\u2212b / |w|{_format_length(origin_distance)}, from the origin"))
    )
    sentences = [
        describe_examples(data),
        f"b and w: {format_vector(h.w)}.",
        f"The point of the boundary nearest to the origin is {format_vector(foot)}.",
    ]
    if n is not None:
        x = data.xs[n][1:]
        projected, example_distance = projection(h, x), distance(h, x)
        shapes += [
            path_element(polyline_path_data([to_pixels(x), to_pixels(projected)]), "line"),
            _draw_right_angle(to_pixels(projected), to_pixels(x)),
            path_element(marker_path_data("circle", [to_pixels(projected)], 3), "tip"),
        ]
        shapes.append(plane.render_ring(n))
        items.append(
            ("line", math_svg(f"(w · x_n + b) / |w|{_format_length(example_distance)} for n = {n}"))
        )
        sentences.append(f"The projection of example {n} is {format_vector(projected)}.")
    body = [
        *plane.render_axes(),
        plane.render_line(h.w, has_arrow=False),
        plane.render_examples(),
        *shapes,
    ]
    note = "The arrow on the boundary is w / |w|, of length 1."
    title = "The boundary and distances from it"
    return make_captioned_picture(title, sentences, body, plane.caption_top, items, [note])


def _format_length(length: Length) -> str:
    """Return " = 3/5" for a length that is rational, and otherwise " ≈ 0.7071"."""
    exact = length.exact
    return (
        format_with_equals_sign(exact)
        if exact is not None
        else with_minus_signs(f" \u2248 {length.approximate:.4f}")
    )


def _draw_right_angle(corner: Point, point: Point, size: int = 7) -> str:
    """Return a right-angle mark at a corner; one side of the angle leads to `point`."""
    dx, dy = point[0] - corner[0], point[1] - corner[1]
    length = square_root(dx**2 + dy**2)
    if not length:
        return ""
    a, b = size * dx / length, size * dy / length
    x, y = corner
    return path_element(
        polyline_path_data([(x - b, y + a), (x - b + a, y + a + b), (x + a, y + b)]), "thin"
    )
