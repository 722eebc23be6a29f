"""A panel: curves over t in one pair of axes, their legend above, grey where none can go."""

from __future__ import annotations

from fractions import Fraction

from .axes import Axis, frame, named, span
from .caption import LINE, WIDTH, legend
from .plane import LEFT, RIGHT
from .svg import decimal, marked, path, plain, polyline, text
from .words import typeset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .svg import Coordinate

    Points = Sequence[tuple[Coordinate, Fraction]]

_MANY = 150  # points: with more, a thick line becomes a blot


class Panel:
    """Curves over t = 0, ..., T.

    name: of the values, for the head of the panel. high: pixels of the axis that rises. whole:
        whether all values are ints. limits: the ends of that axis, if the curves do not decide
        them. said: the panel in words.
    """

    def __init__(
        self,
        name: str,
        T: int,
        high: int = 130,
        whole: bool = False,
        limits: tuple[Fraction, Fraction] | None = None,
    ) -> None:
        self.name, self.T, self.high, self.whole, self.limits = name, T, high, whole, limits
        self.said = ""
        self._curves: list[tuple[str, str, Points]] = []
        self._barred: tuple[Points, bool] | None = None

    def curve(self, kind: str, words: str, points: Points) -> None:
        """Add a curve: its kind of line, its words in the legend, and its points (t, value)."""
        self._curves.append((kind, words, points))

    def bar(self, points: Points, above: bool) -> None:
        """Draw a bound, and shade what lies above it, or below."""
        self._barred = points, above

    def drawn(self, top: Coordinate) -> tuple[list[str], Coordinate]:
        """Return the panel, drawn downwards from `top`, and where it ends."""
        items = [(kind, marked(words)) for kind, words, _ in self._curves]
        drawn, end = legend(items, top + LINE)
        start = int(end) + 8
        limits = self.limits or _limits(
            [value for *_, points in self._curves for _, value in points]
        )
        across = Axis(Fraction(0), Fraction(max(self.T, 1)), LEFT, RIGHT, whole=True)
        up = Axis(*limits, start + self.high, start, self.whole)
        body = [text(14, top + 14, plain(self.name + typeset(up.ticks().note)), "title"), *drawn]
        if self._barred is not None:
            points, above = self._barred
            edge = up.end if above else up.start
            bound = polyline((across.at(t), up.at(value)) for t, value in points)
            body.append(path(f"{bound}V{edge}H{decimal(across.at(0))}z", "barred"))
        body += frame(across, up, WIDTH, named("t", across, RIGHT - LEFT))
        for kind, _, points in self._curves:
            fine = "thin" if kind == "line" and len(points) > _MANY else kind
            body.append(path(polyline((across.at(t), up.at(value)) for t, value in points), fine))
        return body, start + self.high + 2 * LINE + 4


def _limits(values: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the ends of an axis that begins at 0 unless there are negative values."""
    low, high = span([0, *values])
    return (low if min(values) < 0 else Fraction(0)), high
