"""The plane of the examples, of one or two features, with lines among them.     Lecture 2: L2.4"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product

from ..dataset import Dataset
from ..exact.rationals import square_root
from ..variants import unnormalized
from ..vectors import dot
from .axes import LEFT, RIGHT, Axis, frame, span
from .caption import LINE, ranges
from .svg import KEY, Point, decimal, examples, marks, path, rectangle
from .words import typeset

_HEIGHT, _HEIGHT_OF_LINE = 290, 100
_FAR = 240  # pixels from the middle of a picture to a place outside of any picture
_MOST_STRETCHED = 3  # times longer that a feature's span may become for the sake of equal units

# what `Plane.matrix` moves to its place: the line, the sides above and below it, an arrow down
_LINE = f"M-{2 * _FAR} 0H{2 * _FAR}"
_SIDE = path(f"{_LINE}V-{2 * _FAR}H-{2 * _FAR}z", "opposite")
_SIDE += path(f"{_LINE}V{2 * _FAR}H-{2 * _FAR}z", "side")
_ARROW = "M0 0V17M-4 12L0 18L4 12"


class Plane:
    """The places of the examples in a picture with the axes x_1 and x_2, or x_1 and y.

    data: of one or two features. top: the pixel where the picture begins. Where that does not waste
    much room, a unit of x_1 is as long as one of x_2, so that w is perpendicular to its line in the
    picture as it is in the plane. The points of a normalized set are drawn where they were.
    """

    data: Dataset
    top: int
    bottom: int
    across: Axis
    up: Axis
    end: int

    def __init__(self, data: Dataset, top: int = 8) -> None:
        self.data = data = unnormalized(data)
        spans = [span(ends) for ends in ranges(data)]
        spans = _undistorted(spans) if data.d == 2 else [*spans, (Fraction(-2), Fraction(2))]
        self.top = top + LINE * (data.d == 2)  # the name of x_2 stands above
        self.bottom = self.top + (_HEIGHT if data.d == 2 else _HEIGHT_OF_LINE)
        self.across, self.up = Axis(*spans[0], LEFT, RIGHT), Axis(*spans[1], self.bottom, self.top)
        self.end = self.bottom + 2 * LINE + 6
        self.radius = 5 if data.N <= 60 else 4 if data.N <= 300 else 2

    @cached_property
    def places(self) -> list[Point]:
        """The pixels of the examples."""
        xs, scale = self.data.scaled_xs, self.data.scale
        across = self.across.pixels([x[1] for x in xs], scale)
        beside = ([x[2] for x in xs], scale) if self.data.d == 2 else (self.data.ys, 1)
        return list(zip(across, self.up.pixels(*beside)))

    def frame(self) -> list[str]:
        """Return the axes, and the box that clips the lines."""
        box = rectangle(LEFT, self.top, RIGHT - LEFT, self.bottom - self.top, "clip")
        below, *above = self.data.names
        drawn = frame(self.across, self.up, below, *above)
        return [f'<clipPath id="{KEY}c">{box}</clipPath>', *drawn]

    def points(self) -> str:
        """Return the examples, o for y = +1 and x for y = -1."""
        return examples(self.places, self.data.ys, self.radius)

    def ring(self, n: int) -> str:
        """Return a ring around example n."""
        x, y = self.places[n]
        return f'<circle class="ring" cx="{decimal(x)}" cy="{decimal(y)}" r="{self.radius + 6}"/>'

    def clipped(self, drawn: str) -> str:
        """Return what is drawn, cut off at the edges of the plane; nothing for nothing."""
        return f'<g clip-path="url(#{KEY}c)">{drawn}</g>' if drawn else ""

    def line(
        self,
        w: Sequence[Fraction],
        ring: int | None = None,
        boxed: Iterable[int] = (),
        before: Sequence[Fraction] | None = None,
        arrow: str = _ARROW,
        gap: Fraction | None = None,
    ) -> str:
        """Return the line w . x = 0 with its positive side; nothing for weights of zero.

        ring: the example that gets a ring. boxed: the examples that get squares. before: earlier
            weights, whose line is dashed. arrow: into the positive side. gap: |w . x| on two dashed
            lines beside it.
        """
        lines = self._moved(w, _SIDE + path(_LINE + arrow, "line"))
        if before is not None:
            lines += self._moved(before, path(_LINE, "before"))
        if gap is not None:
            lines += self._moved(w, path(self._gap_lines(w, gap), "before"))
        ringed = "" if ring is None else self.ring(ring)
        squares = marks("square", [self.places[n] for n in boxed], self.radius + 4)
        return self.clipped(lines) + ringed + path(squares, "mistake")

    def _gap_lines(self, w: Sequence[Fraction], gap: Fraction) -> str:
        """Return the lines w . x = gap and w . x = -gap, where w . x = 0 is y = 0."""
        a, b = self._slopes(w)
        pixels = gap / square_root(a * a + b * b)
        lines = [decimal(side * pixels) for side in (-1, 1)] if pixels < _FAR else []
        return "".join(f"M-{2 * _FAR} {y}H{2 * _FAR}" for y in lines)

    def _slopes(self, w: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
        """Return by how much w . x grows with a pixel to the right, and with one down."""
        down = -w[2] * self.up.per_pixel if self.data.d == 2 else Fraction(0)
        return w[1] * self.across.per_pixel, down

    def faint(self, w: Sequence[Fraction]) -> str:
        """Return the line w . x = 0 alone, for a trail; nothing where none can be seen."""
        return "" if self.remark(w) else f'<path transform="{self.matrix(w)}" d="{_LINE}"/>'

    def _moved(self, w: Sequence[Fraction], drawn: str) -> str:
        matrix = self.matrix(w)
        return f'<g transform="{matrix}">{drawn}</g>' if matrix else ""

    def matrix(self, w: Sequence[Fraction]) -> str | None:
        """Return the transform that takes the line y = 0 to w . x = 0, and y > 0 to w . x > 0; None
        for weights of zero, that of x_0 = 0 left out.

        In pixels from the middle of the picture w . x is a right + b down + c. A line far outside
        is moved to just outside, and so is that of w_1 = ... = w_d = 0.
        """
        corners = self._corners(w)
        if not any(corners):
            return None
        a, b = self._slopes(w)
        c, length = sum(corners, Fraction(0)) / 4, square_root(a * a + b * b)
        cos, sin, distance = Fraction(0), Fraction(-1), Fraction(_FAR if c > 0 else -_FAR)
        if length:
            cos, sin, distance = a / length, b / length, c / length
        distance = max(Fraction(-_FAR), min(distance, Fraction(_FAR)))
        x = Fraction(LEFT + RIGHT, 2) - distance * cos
        y = Fraction(self.top + self.bottom, 2) - distance * sin
        turn = [decimal(q, 4).replace("0.", ".") for q in (sin, -cos, cos, sin)]
        return f"matrix({','.join([*turn, decimal(x), decimal(y)])})"

    def remark(self, w: Sequence[Fraction]) -> str:
        """Return why no line can be seen, or ""."""
        corners = self._corners(w)
        if not any(corners):
            return "weights of zero draw no line"
        if not any(w[1:]):
            return f"no line: h(x) = {typeset('+1' if corners[0] > 0 else '-1')} for every x"
        outside = min(corners) > 0 or max(corners) < 0
        return "the line lies outside of the picture" if outside else ""

    def _corners(self, w: Sequence[Fraction]) -> list[Fraction]:
        """Return w . x for the x in the corners of the picture."""
        across, up = self.across, self.up
        corners = product([self.data.x0], (across.low, across.high), (up.low, up.high))
        return [dot(w, x[: len(w)]) for x in corners]


def _undistorted(spans: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """Return both spans, one made longer so that units are equal, unless that is too much."""
    pixels = (RIGHT - LEFT, _HEIGHT)
    units = [(high - low) / room for (low, high), room in zip(spans, pixels)]
    if max(units) > _MOST_STRETCHED * min(units):
        return spans
    beyond = [(max(units) - unit) * room / 2 for unit, room in zip(units, pixels)]
    return [(low - more, high + more) for (low, high), more in zip(spans, beyond)]
