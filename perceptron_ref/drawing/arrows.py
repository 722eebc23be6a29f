"""w_t, y_n x_n and their sum w_{t+1} as arrows in the plane that they span.     Lecture 2: L2.7"""

from __future__ import annotations

from fractions import Fraction

from ..exact.roots import root
from ..vectors import dot, squared_norm
from .caption import LINE, WIDTH
from .svg import decimal, marked, path, polyline, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .svg import Coordinate

    Point = tuple[Fraction, Fraction]

_SIDE = 84  # pixels to the left and right of the arrows, for their names
_HIGHEST = 150
_LANE = 14  # pixels between arrows that would lie on each other
_ZERO = (Fraction(0), Fraction(0))


def arrows(
    w: Sequence[Fraction], moved: Sequence[Fraction], names: tuple[str, str, str], top: Coordinate
) -> tuple[list[str], Coordinate]:
    """Return w, what an update adds, and their sum as arrows below `top`, and where they end.

    All 1 + d entries count: lengths and angles are true. names: of the three, with subscripts.
    """
    tips = _in_their_plane(w, moved)
    columns = [Fraction(0), *(x for x, _ in tips)]
    width, height = max(columns) - min(columns), tips[1][1]
    sizes = (WIDTH - 2 * _SIDE, width), (_HIGHEST, height)
    unit = min([room / size for room, size in sizes if size], default=Fraction(1))
    lane = 0 if height or not any(w) else _LANE
    left = (WIDTH - width * unit) / 2 - min(columns) * unit
    foot = top + LINE + (height * unit or Fraction(2 * lane))

    def at(point: Point, row: int) -> Point:
        return left + point[0] * unit, foot - point[1] * unit - row * lane

    ends = [at(tip, row) for row, tip in enumerate(tips)]
    starts = [at(_ZERO, row) for row in range(3)]
    w_t, x_n, w_next = names
    if not any(w):
        named = text(ends[2][0], foot - 10, marked(f"{w_next} = {x_n}"), anchor="end")
        return [_arrow(starts[2], ends[2], "line"), named], foot + LINE // 2
    return [
        path("".join(polyline([ends[i], ends[2]]) for i in (0, 1) if not lane), "grid"),
        *(
            _arrow(start, end, kind)
            for start, end, kind in zip(starts, ends, ("before", "thin", "line"))
        ),
        text(ends[0][0], foot + 17, marked(w_t), anchor="middle"),
        text(ends[1][0], ends[1][1] - 8, marked(x_n), anchor="end"),
        text(ends[2][0], ends[2][1] - 8, marked(w_next if any(tips[2]) else f"{w_next} = 0")),
    ], foot + LINE + 2


def _in_their_plane(w: Sequence[Fraction], moved: Sequence[Fraction]) -> tuple[Point, Point, Point]:
    """Return the tips of the three, up to a common factor, with w_t along the first axis.

    With z = y_n x_n these are (|w_t|^2, 0) for w_t, (w_t . z, h) for z, and their sum, where
    h^2 = |w_t|^2 |z|^2 - (w_t . z)^2.
    """
    if not any(w):
        tip = Fraction(any(moved)), Fraction(0)
        return _ZERO, tip, tip
    along, beside = squared_norm(w), dot(w, moved)
    h = root(along * squared_norm(moved) - beside**2)
    return (along, Fraction(0)), (beside, h), (along + beside, h)


def _arrow(start: Point, end: Point, kind: str) -> str:
    """Return an arrow; nothing for a vector of zero."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = root(across**2 + down**2)
    if not length:
        return ""
    cos, sin, back = (decimal(q / length, 4) for q in (across, down, -down))
    turn = f"matrix({cos},{sin},{back},{cos},{decimal(end[0])},{decimal(end[1])})"
    tip = path("M1 0L-9-4.5V4.5z", "tip")
    return f'{path(polyline([start, end]), kind)}<g transform="{turn}">{tip}</g>'
