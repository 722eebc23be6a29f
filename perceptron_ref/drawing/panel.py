"""A panel: curves over t in one pair of axes, their legend above, grey where none can go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Tuple

from ..named_tuples import NamedTuple
from ..run import Run
from .axes import LEFT, RIGHT, Axis, chart_axes, named, span
from .caption import LINE, captioned, in_words, legend, unfinished
from .picture import Picture
from .svg import Coordinate, Point, decimal, path, polyline, text
from .words import marked

_MOST = 300  # points of a curve
_MANY = 150  # points: with more, a thick line becomes a blot

Curve = Tuple[str, str, "Iterable[Point]"]


class Panel(NamedTuple):
    """Curves over t = 0, ..., T.

    name: of the values, for the head of the panel. curves: the kind of line, its words in the
        legend, and the points (t, value), of which the extremes are drawn, see `extremes`. barred:
        whether the last curve is a bound, with grey above it, or below, where no run can go. said:
        the panel in words. high: pixels of the axis that rises. most: where that axis ends;
        otherwise the curves decide it. whole: whether all values are ints.
    """

    name: str
    T: int
    curves: Sequence[Curve]
    barred: str = ""
    said: str = ""
    high: int = 130
    most: Coordinate | None = None
    whole: bool = False

    def drawn(self, top: Coordinate) -> tuple[list[str], Coordinate]:
        """Return the panel, drawn downwards from `top`, and where it ends."""
        drawn, end = legend([(kind, marked(words)) for kind, words, _ in self.curves], top + LINE)
        lines = []
        for kind, _, curve in self.curves:
            points = list(curve)
            kept = extremes([value for _, value in points], _MOST)
            lines.append((kind, [points[i] for i in kept]))
        values = [value for _, points in lines for _, value in points]
        low, high = span([0, *values])
        start = int(end) + 8
        across = Axis(Fraction(0), Fraction(max(self.T, 1)), LEFT, RIGHT, whole=True)
        ends = low if min(values) < 0 else Fraction(0), Fraction(self.most or high)
        up = Axis(*ends, start + self.high, start, self.whole)
        body = [text(14, top + 14, named(self.name, up), "title"), *drawn]
        axes, curves = chart_axes(across, up, marked("updates t")), []
        for kind, points in lines:
            line = polyline((across.at(t), up.at(value)) for t, value in points)
            curves.append(path(line, "thin" if kind == "line" and len(points) > _MANY else kind))
        if self.barred:
            edge = up.end if self.barred == "above" else up.start
            body.append(path(f"{line}V{edge}H{decimal(across.at(0))}z", "barred"))
        return [*body, *axes, *curves], start + self.high + 2 * LINE + 4


def stacked(run: Run, title: str, panels: Sequence[Panel], sentences: Sequence[str]) -> Picture:
    """Return the picture of panels on a run, one below the other; sentences: see `captioned`."""
    body: list[str] = []
    end: Coordinate = 6
    for panel in panels:
        drawn, end = panel.drawn(end)
        body += drawn
    told = [in_words(run.data), *filter(None, (panel.said for panel in panels))]
    return captioned(title, told, body, end, sentences=[*sentences, unfinished(run)])


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
