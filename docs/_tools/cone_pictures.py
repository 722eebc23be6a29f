"""Pictures of a proof that cuts the plane of the weights (w_0, w_1) into cones."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from perceptron_ref import Dataset
from perceptron_ref.drawing import Picture
from perceptron_ref.drawing.caption import LINE_HEIGHT, make_captioned_picture
from perceptron_ref.drawing.frames import PLANE_TOP, Frame, render_frames, render_heading_lines
from perceptron_ref.drawing.svg import (
    WIDTH,
    decimal_text,
    path_element,
    polyline_path_data,
    text_element,
)
from perceptron_ref.drawing.typography import format_vector, math_svg, plain_svg
from perceptron_ref.exact.rationals import square_root

if TYPE_CHECKING:
    from perceptron_ref.theory.cone_tree import ConeTree

    Ray = tuple[int, ...]
    Point = tuple[Fraction, Fraction]

_RADIUS = 150
_CENTRE = Fraction(WIDTH, 2), Fraction(PLANE_TOP + 2 * LINE_HEIGHT + _RADIUS)


class _Cone:
    """A cone of weights.

    Attributes:
        rays: its two sides.
        common_mistakes: the number of examples that every w in the cone gets wrong.
        parts: the two cones into which a cut divides it; empty without a cut.
    """

    def __init__(self, rays: tuple[Ray, Ray], data: Dataset) -> None:
        self.rays, self.parts = rays, list[_Cone]()
        margins_of_examples = (
            [y * (p[0] * x[0] + p[1] * x[1]) for p in rays] for x, y in zip(data.scaled_xs, data.ys)
        )
        self.common_mistakes = sum(max(pair) <= 0 for pair in margins_of_examples)


def draw_cones(data: Dataset, tree: ConeTree, fewest_mistakes: int) -> Picture:
    """Return a picture of the plane of w = (w_0, w_1), first in four cones, then after each cut.

    Args:
        data: examples of one feature.
        tree: the cuts. Its axes must be those of w.
        fewest_mistakes: the number of mistakes of the best w.

    >>> from perceptron_ref.theory.cone_tree import ConeTree
    >>> data = Dataset([[-1], [1]], [-1, +1])
    >>> draw_cones(data, ConeTree(((1, 0), (0, 1)), (None,) * 4), 0)
    <Picture 440 x 458: Cones of weights>
    """
    assert tree.axes == ((1, 0), (0, 1))
    cones = _quarter_cones(data, tree)
    frames = [_draw_frame(cones, data, fewest_mistakes, "w = (w_0, w_1), in four cones")]
    cut_number = 0
    while cuttable := [cone for cone in cones if cone.parts]:
        cut_number += 1
        cone = min(cuttable, key=lambda cone: cone.common_mistakes)
        (cut_ray,) = {*cone.parts[0].rays} & {*cone.parts[1].rays} - {*cone.rays}
        i = cones.index(cone)
        cones[i : i + 1] = cone.parts
        frames.append(
            _draw_frame(
                cones,
                data,
                fewest_mistakes,
                f"cut {cut_number}, along w = {format_vector(cut_ray)}",
                cut_ray,
            )
        )
    sentences = [
        f"{data.N} examples of one feature.",
        f"In the end every w in every cone makes at least {fewest_mistakes} mistakes.",
    ]
    legend_items = [
        ("side", plain_svg("may contain a better w")),
        ("barred", plain_svg("finished")),
        ("thin", plain_svg("the line of an example")),
        ("line", plain_svg("the new cut")),
    ]
    bottom = _CENTRE[1] + _RADIUS + LINE_HEIGHT
    return make_captioned_picture(
        "Cones of weights", sentences, render_frames(frames), bottom, legend_items
    )


def _quarter_cones(data: Dataset, tree: ConeTree) -> list[_Cone]:
    """Return the four cones between the axes, cut as the tree says."""
    cones = [_Cone(((a, 0), (0, b)), data) for a, b in product((1, -1), repeat=2)]
    cones_to_cut = cones[::-1]
    for cut in tree.cuts:
        cone = cones_to_cut.pop()
        if cut is not None:
            i, j, a, b = cut
            p, q = cone.rays[i], cone.rays[j]
            cut_ray = a * p[0] + b * q[0], a * p[1] + b * q[1]
            for replaced in (i, j):
                first, second = (
                    cut_ray if k == replaced else ray for k, ray in enumerate(cone.rays)
                )
                cone.parts.append(_Cone((first, second), data))
            cones_to_cut += reversed(cone.parts)
    return cones


def _draw_frame(
    cones: list[_Cone],
    data: Dataset,
    fewest_mistakes: int,
    heading: str,
    cut_ray: Ray | None = None,
) -> Frame:
    """Return a frame with the cones, their numbers of mistakes, and a line for each example."""
    open_count = sum(cone.common_mistakes < fewest_mistakes for cone in cones)
    claim = f"{open_count} of {len(cones)} cones may contain a w of fewer than "
    claim += f"{fewest_mistakes} mistakes"
    shapes = [
        _draw_sector(cone, "side" if cone.common_mistakes < fewest_mistakes else "barred")
        for cone in cones
    ]
    for x in sorted(set(data.scaled_xs)):
        shapes.append(
            path_element(
                polyline_path_data([_end_of_ray((-x[1], x[0])), _end_of_ray((x[1], -x[0]))]), "thin"
            )
        )
    if cut_ray:
        shapes.append(path_element(polyline_path_data([_CENTRE, _end_of_ray(cut_ray)]), "line"))
    shapes += [_draw_mistake_count(cone) for cone in cones]
    right, top = _CENTRE[0] + _RADIUS, _CENTRE[1] - _RADIUS
    shapes.append(text_element(right + 10, _CENTRE[1] + 5, math_svg("w_1")))
    shapes.append(text_element(_CENTRE[0], top - 26, math_svg("w_0"), anchor="middle"))
    return Frame(
        "".join([*shapes, render_heading_lines(math_svg(heading), plain_svg(claim))]),
        f"{heading}: {claim}.",
    )


def _end_of_ray(ray: Ray) -> Point:
    """Return the point, in pixels, where a ray meets the circle: w_1 points right, w_0 up."""
    length = square_root(Fraction(ray[0] ** 2 + ray[1] ** 2))
    return _CENTRE[0] + _RADIUS * ray[1] / length, _CENTRE[1] - _RADIUS * ray[0] / length


def _draw_sector(cone: _Cone, css_class: str) -> str:
    """Return the SVG of the part of the circle that lies in a cone."""
    p, q = cone.rays
    is_clockwise = p[1] * q[0] - p[0] * q[1] <= 0  # from p to q
    (x1, y1), (x2, y2) = _end_of_ray(p), _end_of_ray(q)
    arc = f"A{_RADIUS} {_RADIUS} 0 0 {int(is_clockwise)} {decimal_text(x2)} {decimal_text(y2)}"
    return path_element(f"{polyline_path_data([_CENTRE, (x1, y1)])}{arc}z", css_class)


def _draw_mistake_count(cone: _Cone) -> str:
    """Return the number of common mistakes as a label outside the middle of the arc."""
    (x1, y1), (x2, y2) = _end_of_ray(cone.rays[0]), _end_of_ray(cone.rays[1])
    middle = (x1 + x2) / 2 - _CENTRE[0], (y1 + y2) / 2 - _CENTRE[1]
    length = square_root(middle[0] ** 2 + middle[1] ** 2)
    right, down = (m * (_RADIUS + 14) / length for m in middle)
    return text_element(
        _CENTRE[0] + right, _CENTRE[1] + down + 5, str(cone.common_mistakes), "tick", "middle"
    )
