"""A picture of the proof by cones for data with one feature: the plane of the weights is cut into
cones.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from perceptron_ref import Dataset
from perceptron_ref.drawing import Picture
from perceptron_ref.drawing.caption import LINE, make_captioned_picture
from perceptron_ref.drawing.frames import BELOW_HEADING, Frame, draw_frames, draw_heading_lines
from perceptron_ref.drawing.svg import WIDTH, decimal, path, polyline_path_data, text
from perceptron_ref.drawing.typography import format_vector, math_svg, plain_svg
from perceptron_ref.exact.rationals import square_root

if TYPE_CHECKING:
    from perceptron_ref.theory.cone_tree import ConeTree

    Ray = tuple[int, ...]
    Point = tuple[Fraction, Fraction]

_RADIUS = 150
_CENTRE = Fraction(WIDTH, 2), Fraction(BELOW_HEADING + 2 * LINE + _RADIUS)


class _Cone:
    """Two rays, the mistakes that every w between them makes, and the two halves, if it is cut."""

    def __init__(self, rays: tuple[Ray, Ray], data: Dataset) -> None:
        self.rays, self.halves = rays, list[_Cone]()
        margins = (
            [y * (p[0] * x[0] + p[1] * x[1]) for p in rays] for x, y in zip(data.scaled_xs, data.ys)
        )
        self.least = sum(max(pair) <= 0 for pair in margins)


def draw_cones(data: Dataset, tree: ConeTree, fewest: int) -> Picture:
    """Return an SVG of the plane of w = (w_0, w_1): cut by cut, until each cone is done with.

    Args:
        data: examples of one feature.
        tree: its cones, whose axes are those of w.
        fewest: the mistakes of the best w.

    >>> from perceptron_ref.theory.cone_tree import ConeTree
    >>> data = Dataset([[-1], [1]], [-1, +1])
    >>> draw_cones(data, ConeTree(((1, 0), (0, 1)), (None,) * 4), 0)
    <Picture 440 x 458: Cones of weights>
    """
    assert tree.axes == ((1, 0), (0, 1))
    cones = _roots(data, tree)
    frames = [_frame(cones, data, fewest, "w = (w_0, w_1), in four cones")]
    k = 0
    while cuttable := [cone for cone in cones if cone.halves]:
        k += 1
        cone = min(cuttable, key=lambda cone: cone.least)
        (new,) = {*cone.halves[0].rays} & {*cone.halves[1].rays} - {*cone.rays}
        at = cones.index(cone)
        cones[at : at + 1] = cone.halves
        frames.append(_frame(cones, data, fewest, f"cut {k}, along w = {format_vector(new)}", new))
    sentences = [
        f"{data.N} examples of one feature.",
        f"In the end every cone has {fewest} mistakes at least.",
    ]
    items = [
        ("side", plain_svg("may hide a better w")),
        ("barred", plain_svg("done with")),
        ("thin", plain_svg("the line of an example")),
        ("line", plain_svg("the new cut")),
    ]
    end = _CENTRE[1] + _RADIUS + LINE
    return make_captioned_picture("Cones of weights", sentences, draw_frames(frames), end, items)


def _roots(data: Dataset, tree: ConeTree) -> list[_Cone]:
    """Return the four cones between the axes, each with its halves."""
    roots = [_Cone(((a, 0), (0, b)), data) for a, b in product((1, -1), repeat=2)]
    waiting = roots[::-1]
    for cut in tree.cuts:
        cone = waiting.pop()
        if cut is not None:
            i, j, a, b = cut
            p, q = cone.rays[i], cone.rays[j]
            new = a * p[0] + b * q[0], a * p[1] + b * q[1]
            for out in (i, j):
                first, second = (new if k == out else ray for k, ray in enumerate(cone.rays))
                cone.halves.append(_Cone((first, second), data))
            waiting += reversed(cone.halves)
    return roots


def _frame(
    cones: list[_Cone], data: Dataset, fewest: int, words: str, new: Ray | None = None
) -> Frame:
    """Return the cones with their numbers, and the lines of the examples."""
    still = sum(cone.least < fewest for cone in cones)
    below = f"{still} of {len(cones)} cones may hide a w of fewer than {fewest} mistakes"
    shapes = [_sector(cone, "side" if cone.least < fewest else "barred") for cone in cones]
    for x in sorted(set(data.scaled_xs)):
        shapes.append(path(polyline_path_data([_at((-x[1], x[0])), _at((x[1], -x[0]))]), "thin"))
    if new:
        shapes.append(path(polyline_path_data([_CENTRE, _at(new)]), "line"))
    shapes += [_number(cone) for cone in cones]
    across, top = _CENTRE[0] + _RADIUS, _CENTRE[1] - _RADIUS
    shapes.append(text(across + 10, _CENTRE[1] + 5, math_svg("w_1")))
    shapes.append(text(_CENTRE[0], top - 26, math_svg("w_0"), anchor="middle"))
    return Frame(
        "".join([*shapes, draw_heading_lines(math_svg(words), plain_svg(below))]),
        f"{words}: {below}.",
        "<g/>" * (not new),
    )


def _at(ray: Ray, radius: int = _RADIUS) -> Point:
    """Return the pixels of the end of a ray: w_1 to the right, w_0 up."""
    length = square_root(Fraction(ray[0] ** 2 + ray[1] ** 2))
    return _CENTRE[0] + radius * ray[1] / length, _CENTRE[1] - radius * ray[0] / length


def _sector(cone: _Cone, kind: str) -> str:
    p, q = cone.rays
    is_left = p[1] * q[0] - p[0] * q[1] > 0  # from p to q against the clock
    (x, y), (v, w) = _at(p), _at(q)
    arc = f"A{_RADIUS} {_RADIUS} 0 0 {int(not is_left)} {decimal(v)} {decimal(w)}"
    return path(f"{polyline_path_data([_CENTRE, (x, y)])}{arc}z", kind)


def _number(cone: _Cone) -> str:
    """Return the least number of mistakes as a label, outside the middle of the arc."""
    (x, y), (v, w) = _at(cone.rays[0]), _at(cone.rays[1])
    middle = (y + w) / 2 - _CENTRE[1], (x + v) / 2 - _CENTRE[0]
    length = square_root(middle[0] ** 2 + middle[1] ** 2)
    across, down = (m * (_RADIUS + 14) / length for m in reversed(middle))
    return text(_CENTRE[0] + across, _CENTRE[1] + down + 5, str(cone.least), "tick", "middle")
