"""The plane of the examples, of one or two features, with lines among them.     Lecture 2: L2.4"""

from __future__ import annotations

from fractions import Fraction

from ..exact.roots import root
from ..exact.values import as_ints
from ..variants import as_given
from .axes import Axis, frame, named, span
from .caption import LINE, WIDTH
from .svg import KEY, circles, crosses, decimal, path, polyline, rectangle, squares
from .words import typeset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..dataset import Dataset
    from .svg import Coordinate

LEFT, RIGHT = 58, 424
_HEIGHT, _HEIGHT_OF_LINE = 290, 100
_FAR = 240  # pixels from the middle of a picture to a place outside of any picture
_MOST_STRETCHED = 3  # times longer that a feature's span may become for the sake of equal units
_LEAN = 2_000  # examples: with more, places are whole pixels
_ARROW = "M0 0V17M-4 12L0 18L4 12"


class Plane:
    """The places of the examples in a picture with the axes x_1 and x_2, or x_1 and y.

    data: of one or two features. top: the pixel where the picture begins. Where that does not waste
    much room, a unit of x_1 is as long as one of x_2, so that w is perpendicular to its line in the
    picture as it is in the plane. The points of a normalized set are drawn where they were.
    """

    def __init__(self, data: Dataset, top: int = 8) -> None:
        self.data = data = as_given(data)
        if data.d == 1:
            self.top, self.bottom = top, top + _HEIGHT_OF_LINE
            spans = [_span(data, 1), (Fraction(-2), Fraction(2))]
        else:
            self.top, self.bottom = top + LINE, top + LINE + _HEIGHT
            spans = _undistorted(_span(data, 1), _span(data, 2))
        self.across, self.up = Axis(*spans[0], LEFT, RIGHT), Axis(*spans[1], self.bottom, self.top)
        self.end = self.bottom + 2 * LINE + 6
        self.radius = 5 if data.N <= 60 else 4 if data.N <= 300 else 2
        self._fine = "" if self.radius > 2 else "fine"

    def place(self, n: int) -> tuple[Coordinate, Coordinate]:
        """Return the pixels of example n."""
        if self.data.N > _LEAN:
            return self.places([n])[0]
        x, scale = self.data.scaled_xs[n], self.data.scale
        up = self.up.at(Fraction(x[2], scale) if self.data.d == 2 else self.data.ys[n])
        return self.across.at(Fraction(x[1], scale)), up

    def places(self, examples: Sequence[int]) -> list[tuple[Coordinate, Coordinate]]:
        """Return the pixels of the examples; of a large set whole ones, and each place once."""
        data = self.data
        if data.N <= _LEAN:
            return list(map(self.place, examples))
        xs = [data.scaled_xs[n] for n in examples]
        across = self.across.pixels([x[1] for x in xs], data.scale)
        if data.d == 2:
            up = self.up.pixels([x[2] for x in xs], data.scale)
        else:
            up = self.up.pixels([data.ys[n] for n in examples], 1)
        return list(dict.fromkeys(zip(across, up)))

    def frame(self) -> list[str]:
        """Return the axes, and the box that clips the lines."""
        box = rectangle(LEFT, self.top, RIGHT - LEFT, self.bottom - self.top, "clip")
        axes = zip(self.data.names, (self.across, self.up))
        names = [named(name, axis, RIGHT - LEFT) for name, axis in axes]
        below, above = (*names, "")[:2]
        drawn = frame(self.across, self.up, WIDTH, below, above, rows=self.data.d == 2)
        return [f'<clipPath id="{KEY}c">{box}</clipPath>', *drawn]

    def points(self, mistakes: Sequence[int] = ()) -> list[str]:
        """Return the examples, o for y = +1 and x for y = -1, and a square around each mistake."""
        ys = self.data.ys
        positive, negative = (
            self.places([n for n, y in enumerate(ys) if y == label]) for label in (+1, -1)
        )
        return [
            path(circles(positive, self.radius), f"o{self._fine}"),
            path(crosses(negative, self.radius), f"x{self._fine}"),
            self.boxes(mistakes),
        ]

    def boxes(self, mistakes: Sequence[int]) -> str:
        """Return a square around each of the mistakes."""
        return path(squares(self.places(mistakes), self.radius + 4), "mistake")

    def ring(self, n: int) -> str:
        """Return a ring around example n."""
        x, y = self.place(n)
        return f'<circle class="ring" cx="{decimal(x)}" cy="{decimal(y)}" r="{self.radius + 6}"/>'

    def clipped(self, *drawn: str) -> str:
        """Return the drawn parts, cut off at the edges of the plane; nothing for nothing."""
        parts = "".join(drawn)
        return f'<g clip-path="url(#{KEY}c)">{parts}</g>' if parts else ""

    def line(self, w: Sequence[Fraction]) -> str:
        """Return the line w . x = 0 with its positive side; nothing for weights of zero."""
        matrix = self.matrix(w)
        return f'<g transform="{matrix}">{_half_plane()}</g>' if matrix else ""

    def line_before(self, w: Sequence[Fraction]) -> str:
        """Return the line w . x = 0 of earlier weights, dashed; nothing for weights of zero."""
        matrix, line = self.matrix(w), path(f"M{-2 * _FAR} 0H{2 * _FAR}", "before")
        return f'<g transform="{matrix}">{line}</g>' if matrix else ""

    def faint(self, w: Sequence[Fraction]) -> str:
        """Return the line w . x = 0 alone, for a trail; nothing where none can be seen."""
        placed = self._placed(w)
        if placed is None or self.remark(w):
            return ""
        cos, sin, x, y = placed
        ends = [(x - far * sin, y + far * cos) for far in (-_FAR, _FAR)]
        return f'<path d="{polyline(ends)}"/>'

    def matrix(self, w: Sequence[Fraction]) -> str | None:
        """Return the transform that takes `_half_plane` to w . x >= 0; None for weights of zero,
        that of x_0 = 0 left out.
        """
        placed = self._placed(w)
        if placed is None:
            return None
        cos, sin, x, y = placed
        turn = [decimal(q, 4).replace("0.", ".") for q in (sin, -cos, cos, sin)]
        return f"matrix({','.join([*turn, decimal(x), decimal(y)])})"

    def _placed(
        self, w: Sequence[Fraction]
    ) -> tuple[Fraction, Fraction, Fraction, Fraction] | None:
        """Return the direction in which w . x rises, (cos, sin), and the place (x, y) on the line
        that is closest to the middle of the picture; None for weights of zero.

        In pixels from the middle of the picture w . x is a multiple of a right + b down + c. A line
        far outside is moved to just outside, and so is that of w_1 = ... = w_d = 0.
        """
        right = w[1] * self.across.per_pixel
        down = -w[2] * self.up.per_pixel if self.data.d == 2 else Fraction(0)
        (a, b, c), _ = as_ints([right, down, self._score(w, Fraction(1, 2), Fraction(1, 2))])
        if not a and not b:
            if not c:
                return None
            cos, sin, distance = Fraction(0), Fraction(-1), Fraction(_FAR if c > 0 else -_FAR)
        else:
            length = root(a * a + b * b)
            cos, sin, distance = (q / length for q in (a, b, c))
        distance = max(Fraction(-_FAR), min(distance, Fraction(_FAR)))
        x = Fraction(LEFT + RIGHT, 2) - distance * cos
        y = Fraction(self.top + self.bottom, 2) - distance * sin
        return cos, sin, x, y

    def remark(self, w: Sequence[Fraction]) -> str:
        """Return why no line can be seen, or ""."""
        b = w[0] * self.data.x0
        if not b and not any(w[1:]):
            return "weights of zero draw no line"
        if not any(w[1:]):
            return f"no line: h(x) = {typeset('+1' if b > 0 else '-1')} for every x"
        corners = [self._score(w, a, b) for a in (0, 1) for b in (0, 1)]
        outside = min(corners) > 0 or max(corners) < 0
        return "the line lies outside of the picture" if outside else ""

    def _score(self, w: Sequence[Fraction], a: Fraction | int, b: Fraction | int) -> Fraction:
        """Return w . x for the x at these shares of the way across and up."""
        x_1 = self.across.low + a * (self.across.high - self.across.low)
        x_2 = self.up.low + b * (self.up.high - self.up.low)
        return w[0] * self.data.x0 + w[1] * x_1 + (w[2] * x_2 if self.data.d == 2 else 0)


def _half_plane() -> str:
    """Return a line with its positive side, before `matrix` moves it to its place."""
    far = 2 * _FAR
    side = path(f"M-{far} 0H{far}V{far}H-{far}z", "side")
    return side + path(f"M-{far} 0H{far}{_ARROW}", "line")


def _span(data: Dataset, i: int) -> tuple[Fraction, Fraction]:
    values = [x[i] for x in data.scaled_xs]
    return span([Fraction(min(values), data.scale), Fraction(max(values), data.scale)])


def _undistorted(*spans: tuple[Fraction, Fraction]) -> list[tuple[Fraction, Fraction]]:
    """Return both spans, one made longer so that units are equal, unless that is too much."""
    units = [(high - low) / pixels for (low, high), pixels in zip(spans, (RIGHT - LEFT, _HEIGHT))]
    if max(units) > _MOST_STRETCHED * min(units):
        return list(spans)
    longer = []
    for (low, high), pixels in zip(spans, (RIGHT - LEFT, _HEIGHT)):
        more = (max(units) * pixels - (high - low)) / 2
        longer.append((low - more, high + more))
    return longer
