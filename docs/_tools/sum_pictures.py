"""Pictures of a certificate as a sum of vectors, which ends at zero, beside its examples."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from perceptron_ref.drawing import Picture
from perceptron_ref.drawing.frames import Frame, render_frames
from perceptron_ref.drawing.svg import (
    WIDTH,
    build_document,
    marker_path_data,
    path_element,
    polyline_path_data,
    render_example_markers,
    text_element,
)
from perceptron_ref.drawing.typography import format_vector, math_svg, plain_svg
from perceptron_ref.drawing.update import render_arrow
from perceptron_ref.exact.rationals import square_root

if TYPE_CHECKING:
    from perceptron_ref.theory.separability import NotSeparable

    Vector = tuple[Fraction, ...]
    Point = tuple[Fraction, Fraction]

_TITLE_Y, _TOP_PIXELS, _BOTTOM_PIXELS = 18, 52, 316
_SUM_LEFT, _SUM_RIGHT = 182, WIDTH - 28  # the part of the picture with the sum
_NAME_DISTANCE = 9  # pixels from an arrow to its name
_PLANE_LEFT, _PLANE_TOP, _PLANE_SIZE = 26, 96, 104  # the plane of the examples, in pixels
_ZERO = (Fraction(0), Fraction(0), Fraction(0))
# (right, down) for one unit of each entry; the third entry points to the viewer
_UNIT_DIRECTIONS = (
    (Fraction(0), Fraction(-1)),
    (Fraction(1), Fraction(0)),
    (Fraction(-3, 5), Fraction(1, 4)),
)


def draw_sum(certificate: NotSeparable) -> Picture:
    """Return a picture of the sum of all a_n y_n x_n in space, beside a plane of the examples.

    Each term has a frame, in which its arrow is opaque and its example has a grey disc.

    Args:
        certificate: a certificate for examples of two features, which are not all equal in any.

    >>> from perceptron_ref import example
    >>> from perceptron_ref.theory.separability import separability
    >>> picture = draw_sum(separability(example("xor")))
    >>> "(0, 0, 1); (1, 1, 1); (0, 0, 0)." in picture
    True
    >>> picture.count('class="f"'), "Plus y_{2} x_{2} = (1, 1, 0): the sum" in picture
    (3, True)
    >>> picture.count("--ink:var(--plus)"), picture.count("--ink:var(--minus)")
    (5, 5)
    """
    names, terms = _term_names(certificate), _terms(certificate)
    ys = [certificate.data.ys[n] for n in certificate.examples]
    sums: list[Vector] = [_ZERO]
    for z in terms:
        sums.append(tuple(s + z_i for s, z_i in zip(sums[-1], z)))
    projection = _Projection(sums)
    frames = []
    for k, (term_name, z) in enumerate(zip(names, terms), start=1):
        arrows = [
            _draw_term(
                projection.to_pixels(start),
                projection.to_pixels(end),
                name,
                y,
                is_new=j == k,
            )
            for j, (start, end, name, y) in enumerate(
                zip(sums, sums[1 : k + 1], names, ys), start=1
            )
        ]
        sentence = f"Plus {term_name} = {format_vector(z)}: the sum is {format_vector(sums[k])}."
        shapes = [_draw_examples(certificate, certificate.examples[k - 1]), *arrows]
        frames.append(Frame("".join(shapes), sentence))
    description = f"The sums: {'; '.join(map(format_vector, sums))}."
    title = "Signed examples, added one after the other"
    titles = [
        text_element(_PLANE_LEFT - 8, _TITLE_Y, plain_svg("the examples"), anchor="start"),
        text_element(_SUM_LEFT, _TITLE_Y, math_svg("their y_n x_n, added"), anchor="start"),
    ]
    shapes = [*titles, *projection.render_axes(), *render_frames(frames)]
    return build_document(_BOTTOM_PIXELS + 30, title, description, shapes)


def _draw_examples(certificate: NotSeparable, new_example: int) -> str:
    """Return the plane of the examples with their names, and a disc at the example just added."""
    data = certificate.data
    length, bottom = _PLANE_SIZE + 26, _PLANE_TOP + _PLANE_SIZE
    axes = [
        path_element(f"M{_PLANE_LEFT} {bottom - length}v{length}h{length}", "pale"),
        text_element(_PLANE_LEFT + length + 4, bottom + 5, math_svg("x_1"), "tick"),
        text_element(_PLANE_LEFT - 5, bottom - length - 6, math_svg("x_2"), "tick"),
    ]
    lowest, sizes = [], []
    for i in (1, 2):
        values = [x[i] for x in data.xs]
        lowest.append(min(values))
        sizes.append(max(values) - lowest[-1])
    points = {}
    for n in certificate.examples:
        right, up = ((data.xs[n][i + 1] - lowest[i]) / sizes[i] for i in (0, 1))
        points[n] = (
            _PLANE_LEFT + _PLANE_SIZE * right,
            _PLANE_TOP + _PLANE_SIZE * (1 - up),
        )
    disc = path_element(marker_path_data("circle", [points[new_example]], 15), "barred")
    names = [text_element(x + 11, y - 9, plain_svg(f"{n}")) for n, (x, y) in points.items()]
    markers = render_example_markers(points.values(), [data.ys[n] for n in points], 7)
    return "".join([*axes, disc, markers, *names])


def _draw_term(start: Point, end: Point, name: str, y: int, is_new: bool) -> str:
    """Return the arrow of a term in the colour of its label, with its name beside the middle."""
    right, down = end[0] - start[0], end[1] - start[1]
    length = square_root(right**2 + down**2)
    side_x, side_y = down / length, -right / length  # a unit vector to the left of the arrow
    anchor = "start" if side_x >= 0 else "end"
    middle_x, middle_y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    position = middle_x + _NAME_DISTANCE * side_x, middle_y + _NAME_DISTANCE * side_y + 5
    colour = "plus" if y > 0 else "minus"
    arrow, text = render_arrow(start, end, "line"), math_svg(name)
    if not is_new:
        arrow = f'<g opacity=".55">{arrow}</g>'
    shapes = arrow + text_element(*position, text, anchor=anchor)
    return f'<g style="--ink:var(--{colour});fill:var(--{colour})">{shapes}</g>'


def _term_names(certificate: NotSeparable) -> list[str]:
    """Return a name for each term a_n y_n x_n, such as "2 y_{3} x_{3}"; a_n = 1 is left out."""
    pairs = zip(certificate.examples, certificate.coefficients)
    return [f"{a} y_{{{n}}} x_{{{n}}}" if a > 1 else f"y_{{{n}}} x_{{{n}}}" for n, a in pairs]


def _terms(certificate: NotSeparable) -> list[Vector]:
    """Return the terms a_n y_n x_n."""
    xs, ys = certificate.data.xs, certificate.data.ys
    pairs = zip(certificate.examples, certificate.coefficients)
    return [tuple(a * ys[n] * x_i for x_i in xs[n]) for n, a in pairs]


class _Projection:
    """A projection of three dimensions to pixels, from the front and slightly from above.

    Its scale makes the given vectors and the axes fit into the picture.
    """

    def __init__(self, vectors: list[Vector]) -> None:
        axis_lengths = [max(abs(z[i]) for z in vectors) or Fraction(1) for i in range(3)]
        self.axis_ends = [
            tuple(axis_lengths[i] * Fraction(6, 5) if j == i else Fraction(0) for j in range(3))
            for i in range(3)
        ]
        points = [_project(z) for z in [*vectors, *self.axis_ends]]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        self.pixels_per_unit = min(
            (_SUM_RIGHT - _SUM_LEFT) / (right - left),
            (_BOTTOM_PIXELS - _TOP_PIXELS) / (bottom - top),
        )
        self.left = (_SUM_LEFT + _SUM_RIGHT - (right + left) * self.pixels_per_unit) / 2
        self.top = _TOP_PIXELS - top * self.pixels_per_unit

    def to_pixels(self, z: Vector) -> Point:
        """Return the point of a vector in pixels."""
        x, y = _project(z)
        return self.left + x * self.pixels_per_unit, self.top + y * self.pixels_per_unit

    def render_axes(self) -> list[str]:
        """Return the SVG of the axes with their names, of the origin, and of the floor x_0 = 0."""
        _, across, forward = self.axis_ends
        corner = tuple(a + b for a, b in zip(across, forward))
        floor = [self.to_pixels(z) for z in (_ZERO, across, corner, forward)]
        shapes = [path_element(f"{polyline_path_data(floor)}z", "barred")]
        for i, end in enumerate(self.axis_ends):
            x, y = self.to_pixels(end)
            shapes.append(path_element(polyline_path_data([self.to_pixels(_ZERO), (x, y)]), "pale"))
            text_offset = -20 if x < self.to_pixels(_ZERO)[0] else 5
            shapes.append(text_element(x + text_offset, y + 5, math_svg(f"x_{i}"), "tick"))
        return [
            *shapes,
            path_element(marker_path_data("circle", [self.to_pixels(_ZERO)], 3), "tip"),
        ]


def _project(z: Vector) -> Point:
    """Return the point of a vector, in units of the axes, to the right and down."""
    return (
        sum((z_i * right for z_i, (right, _) in zip(z, _UNIT_DIRECTIONS)), Fraction(0)),
        sum((z_i * down for z_i, (_, down) in zip(z, _UNIT_DIRECTIONS)), Fraction(0)),
    )
