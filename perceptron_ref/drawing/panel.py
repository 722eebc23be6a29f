"""A panel: curves over t in one pair of axes, their legend above, grey where none can go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .axes import LEFT, RIGHT, Axis, frame, named, span
from .caption import LINE, captioned, legend
from .picture import Picture
from .svg import Coordinate, Point, decimal, path, polyline, text
from .words import marked, plain, typeset

_MOST = 300  # points of a curve
_MANY = 150  # points: with more, a thick line becomes a blot


@dataclass
class Panel:
    """Curves over t = 0, ..., T.

    name: of the values, for the head of the panel. high: pixels of the axis that rises. whole:
        whether all values are ints. limits: the ends of that axis; otherwise the curves decide
        them. said: the panel in words.
    """

    name: str
    T: int
    high: int = 130
    whole: bool = False
    limits: tuple[Fraction, Fraction] | None = None
    said: str = ""
    _curves: list[tuple[str, str, list[Point]]] = field(default_factory=list)
    _barred: bool | None = None

    def curve(self, kind: str, words: str, points: Iterable[Point]) -> None:
        """Add a curve: its kind of line, its words in the legend, and its points (t, value).

        Of many points the extremes are drawn, see `extremes`.
        """
        points = list(points)
        kept = extremes([value for _, value in points], _MOST)
        self._curves.append((kind, words, [points[i] for i in kept]))

    def bound(self, words: str, points: Iterable[Point], above: bool) -> None:
        """Add a bound, a dashed curve, with grey above it, or below, where no run can go."""
        self.curve("before", words, points)
        self._barred = above

    def drawn(self, top: Coordinate) -> tuple[list[str], Coordinate]:
        """Return the panel, drawn downwards from `top`, and where it ends."""
        items = [(kind, marked(words)) for kind, words, _ in self._curves]
        drawn, end = legend(items, top + LINE)
        start = int(end) + 8
        across = Axis(Fraction(0), Fraction(max(self.T, 1)), LEFT, RIGHT, whole=True)
        up = Axis(*(self.limits or self._span()), start + self.high, start, self.whole)
        body = [text(14, top + 14, plain(self.name + typeset(up.ticks().note)), "title"), *drawn]
        axes, curves = frame(across, up, named("updates t", across)), []
        for kind, _, points in self._curves:
            line = polyline((across.at(t), up.at(value)) for t, value in points)
            curves.append(path(line, "thin" if kind == "line" and len(points) > _MANY else kind))
        if self._barred is not None:
            edge = up.end if self._barred else up.start
            body.append(path(f"{line}V{edge}H{decimal(across.at(0))}z", "barred"))
        return [*body, *axes, *curves], start + self.high + 2 * LINE + 4

    def _span(self) -> tuple[Fraction, Fraction]:
        """Return the ends of an axis that begins at 0 unless there are negative values."""
        values = [value for *_, points in self._curves for _, value in points]
        low, high = span([0, *values])
        return (low if min(values) < 0 else Fraction(0)), high


def stacked(
    panels: Iterable[Panel], title: str, told: Sequence[str], sentences: Sequence[str]
) -> Picture:
    """Return the picture of panels, one below the other; told, sentences: see `captioned`."""
    body: list[str] = []
    end: Coordinate = 6
    for panel in panels:
        drawn, end = panel.drawn(end)
        body += drawn
    return captioned(title, told, body, end, sentences=sentences)


def extremes(values: Sequence[Fraction | int], most: int) -> list[int]:
    """Return the indices of all values, or of the extremes of each of `most` / 2 stretches.

    So no peak is lost, and a curve through them covers the same pixels. The first and the last
    index are always there.

    >>> extremes([1, 2, 3], 4), extremes([5, 1, 9, 2, 8, 0, 7, 7], 4)
    ([0, 1, 2], [0, 1, 2, 4, 5, 7])
    """
    N = len(values)
    if N <= most:
        return list(range(N))
    found = {0, N - 1}
    for k in range(most // 2):
        stretch = range(2 * k * N // most, 2 * (k + 1) * N // most)
        found |= {min(stretch, key=values.__getitem__), max(stretch, key=values.__getitem__)}
    return sorted(found)
