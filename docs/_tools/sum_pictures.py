"""A picture of a certificate: its vectors, added one after the other, return to zero."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from perceptron_ref.drawing import Picture
from perceptron_ref.drawing.caption import LINE
from perceptron_ref.drawing.frames import Frame, draw_frames, draw_heading_lines
from perceptron_ref.drawing.svg import (
    WIDTH,
    document,
    marker_path_data,
    path,
    polyline_path_data,
    text,
)
from perceptron_ref.drawing.typography import format_vector, math_svg
from perceptron_ref.drawing.update import draw_arrow

if TYPE_CHECKING:
    from perceptron_ref.theory.separability import NotSeparable

    Vector = tuple[Fraction, ...]
    Point = tuple[Fraction, Fraction]

_TOP, _BOTTOM = 2 * LINE + 24, 330
_ZERO = (Fraction(0), Fraction(0), Fraction(0))
# where a unit of each entry leads to, right and down: the third leads to the front
_UNITS = (
    (Fraction(0), Fraction(-1)),
    (Fraction(1), Fraction(0)),
    (Fraction(-3, 5), Fraction(1, 4)),
)


def draw_sum(certificate: NotSeparable) -> Picture:
    """Return an SVG of the sum of a_n y_n x_n, in space: arrow after arrow, and back to zero.

    Args:
        certificate: a certificate of examples of two features.

    >>> from perceptron_ref import example
    >>> from perceptron_ref.theory.separability import separability
    >>> picture = draw_sum(separability(example("xor")))
    >>> "(0, 0, 1); (1, 1, 1); (0, 0, 0)." in picture
    True
    >>> picture.count('class="f"'), "Plus y_{2} x_{2} = (1, 1, 0): the sum" in picture
    (3, True)
    """
    names, added = _named(certificate), _added(certificate)
    sums: list[Vector] = [_ZERO]
    for z in added:
        sums.append(tuple(s + z_i for s, z_i in zip(sums[-1], z)))
    space = _Space(sums)
    frames = []
    for k, (name, z) in enumerate(zip(names, added), start=1):
        former = [
            draw_arrow(space.at(start), space.at(end), "thin")
            for start, end in zip(sums, sums[1:k])
        ]
        now = draw_arrow(space.at(sums[k - 1]), space.at(sums[k]), "line")
        sentence = f"Plus {name} = {format_vector(z)}: the sum is {format_vector(sums[k])}."
        words = f"+ {name} = {format_vector(z)}", f"sum = {format_vector(sums[k])}"
        starts = "<g/>" * (k == len(added))  # at the last one, where the sum is zero
        frames.append(
            Frame(
                "".join([*former, now, draw_heading_lines(*map(math_svg, words))]), sentence, starts
            )
        )
    description = f"The sums: {'; '.join(map(format_vector, sums))}."
    title = "Signed examples, added one after the other"
    shapes = [*space.axes(), *draw_frames(frames)]
    return document(_BOTTOM + 30, title, description, shapes)


def _named(certificate: NotSeparable) -> list[str]:
    """Return a_n y_n x_n with its numbers; a coefficient of 1 is left out."""
    pairs = zip(certificate.examples, certificate.coefficients)
    return [f"{a} y_{{{n}}} x_{{{n}}}" if a > 1 else f"y_{{{n}}} x_{{{n}}}" for n, a in pairs]


def _added(certificate: NotSeparable) -> list[Vector]:
    """Return the vectors a_n y_n x_n."""
    xs, ys = certificate.data.xs, certificate.data.ys
    pairs = zip(certificate.examples, certificate.coefficients)
    return [tuple(a * ys[n] * x_i for x_i in xs[n]) for n, a in pairs]


class _Space:
    """The projection of vectors with three entries, seen from the front and slightly from above."""

    def __init__(self, vectors: list[Vector]) -> None:
        longest = [max(abs(z[i]) for z in vectors) or Fraction(1) for i in range(3)]
        self.ends = [
            tuple(longest[i] * Fraction(6, 5) if j == i else Fraction(0) for j in range(3))
            for i in range(3)
        ]
        flat = [_flat(z) for z in [*vectors, *self.ends]]
        left, right = min(x for x, _ in flat), max(x for x, _ in flat)
        high, low = min(y for _, y in flat), max(y for _, y in flat)
        self.unit = min((WIDTH - 120) / (right - left), (_BOTTOM - _TOP) / (low - high))
        self.left = (WIDTH - (right - left) * self.unit) / 2 - left * self.unit
        self.top = _TOP - high * self.unit

    def at(self, z: Vector) -> Point:
        """Return the pixels of a vector."""
        x, y = _flat(z)
        return self.left + x * self.unit, self.top + y * self.unit

    def axes(self) -> list[str]:
        """Return the axes with their names, and the origin."""
        shapes = []
        for i, end in enumerate(self.ends):
            x, y = self.at(end)
            shapes.append(path(polyline_path_data([self.at(_ZERO), (x, y)]), "pale"))
            beside = -20 if x < self.at(_ZERO)[0] else 5
            shapes.append(text(x + beside, y + 5, math_svg(f"x_{i}"), "tick"))
        return [*shapes, path(marker_path_data("circle", [self.at(_ZERO)], 3), "tip")]


def _flat(z: Vector) -> Point:
    return (
        sum((z_i * right for z_i, (right, _) in zip(z, _UNITS)), Fraction(0)),
        sum((z_i * down for z_i, (_, down) in zip(z, _UNITS)), Fraction(0)),
    )
