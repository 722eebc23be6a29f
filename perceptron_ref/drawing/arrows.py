"""w_t, y_n x_n and their sum w_{t+1} as arrows in the plane that they span.     Lecture 2: L2.7"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..exact.roots import root
from ..vectors import add, dot, squared_norm
from .caption import LINE, WIDTH
from .svg import Coordinate, decimal, marked, path, polyline, text

_SIDE = 84  # pixels to the left and right of the arrows, for their names
_HIGHEST = 150
_LANE = 14  # pixels between arrows that would lie on each other


def arrows(
    w: Sequence[Fraction], moved: Sequence[Fraction], names: tuple[str, str, str], top: Coordinate
) -> tuple[list[str], Coordinate]:
    """Return w, what an update adds, and their sum as arrows below `top`, and where they end.

    All 1 + d entries count: lengths and angles are true. names: of the three, with indices.
    """
    tips = _in_their_plane(w, moved)
    columns = [Fraction(0), *(x for x, _ in tips)]
    width, height = max(columns) - min(columns), tips[1][1]
    sizes = (WIDTH - 2 * _SIDE, width), (_HIGHEST, height)
    unit = min([room / size for room, size in sizes if size], default=Fraction(1))
    lane = 0 if height or not any(w) else _LANE
    left = (WIDTH - width * unit) / 2 - min(columns) * unit
    foot = top + LINE + height * unit + 2 * lane
    starts = [(left, foot - row * lane) for row in range(3)]
    ends = [(left + x * unit, foot - y * unit - row * lane) for row, (x, y) in enumerate(tips)]
    drawn = [path("".join(polyline([ends[i], ends[2]]) for i in (0, 1) if not lane), "grid")]
    drawn += map(_arrow, starts, ends, ("before", "thin", "line"))
    places = ((0, 17, "middle"), (-4, -8, "end"), (4, -8, "start"))
    for name, tip, end, (x, y, anchor) in zip(names, tips, ends, places):
        words = name if any(tip) else f"{name} = 0"
        drawn.append(text(end[0] + x, end[1] + y, marked(words), anchor=anchor))
    return drawn, foot + LINE + 2


def _in_their_plane(
    w: Sequence[Fraction], moved: Sequence[Fraction]
) -> list[tuple[Fraction, Fraction]]:
    """Return the tips of the three, up to a common factor, with w_t along the first axis.

    If w_t is zero, that axis lies along the second. A tip v is at (axis . v, h) with
    h^2 = |axis|^2 |v|^2 - (axis . v)^2.
    """
    axis = w if any(w) else moved
    along = [(dot(axis, v), v) for v in (w, moved, add(w, moved))]
    return [(x, root(squared_norm(axis) * squared_norm(v) - x**2)) for x, v in along]


def _arrow(
    start: tuple[Coordinate, Coordinate], end: tuple[Coordinate, Coordinate], kind: str
) -> str:
    """Return an arrow; nothing for a vector of zero."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = root(across**2 + down**2)
    if not length:
        return ""
    cos, sin, back = (decimal(q / length, 4) for q in (across, down, -down))
    turn = f"matrix({cos},{sin},{back},{cos},{decimal(end[0])},{decimal(end[1])})"
    tip = path("M1 0L-9-4.5V4.5z", "tip")
    return f'{path(polyline([start, end]), kind)}<g transform="{turn}">{tip}</g>'
