"""The frames of an animation: groups of which one is visible at a time, and the CSS that moves.

A group of class `f` is a frame, and so is the last one, of class `last`. It holds the parts that
change; its attribute `data-said` is a sentence on what happened. A group of class `trail` may hold
the faint line of each frame. Without motion the last frame and the whole trail are visible.
Browsers hide the other frames by `visibility`, which CSS can animate, other programs by `display`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..named_tuples import NamedTuple
from .caption import LINE
from .plane import Plane
from .svg import KEY, decimal, text
from .typography import plain_svg

BELOW_HEADING = 2 * LINE + 12  # the top of a plane below two lines of words

_EXTRA_FOR_LAST = 4_000  # milliseconds more for the last frame
_MAX_TOTAL, _MAX_DURATION = (
    24_000,
    1_200,
)  # milliseconds: of all frames together, and of each at most


class Frame(NamedTuple):
    """A frame of an animation.

    Attributes:
        svg: The parts that change, as SVG.
        sentence: A sentence on what happened.
        trail: The element that stays visible under later frames, or "".
    """

    svg: str
    sentence: str
    trail: str = ""


def draw_heading_lines(*lines: str) -> str:
    """Return lines of text at the top of a picture, as `plain_svg` or `math_svg` makes them."""
    return "".join(text(14, LINE * row - 2, line) for row, line in enumerate(lines, start=1))


def draw_plane_with_frames(plane: Plane, frames: Sequence[Frame]) -> list[str]:
    """Return the axes of a plane, the trail, the frames, and the examples over them."""
    trail, *elements = draw_frames(frames)
    return [*plane.draw_axes(), plane.clip(trail), *elements, plane.draw_examples()]


def draw_frames(frames: Sequence[Frame]) -> list[str]:
    """Return the trail, and at least one frame, all hidden but the last.

    The animation starts at the first frame with a trail, such as a visible line.

    >>> print(*draw_frames([Frame("a", "A.", "<path/>"), Frame("b", "B.")]), sep="\\n")
    <g class="trail"><path/></g>
    <g visibility="hidden" display="none">
    <g class="f" style="--i:0" data-said="A.">a</g>
    </g>
    <g class="last" data-said="B.">b</g>
    """
    *earlier, last = frames
    trail, start = (
        "".join(frame.trail or "<g/>" for frame in earlier),
        _index_of_first_with_trail(frames),
    )
    start_attribute = f' data-start="{start}"' if start else ""
    return [
        f'<g class="trail">{trail}</g>' if earlier else "",
        f'<g visibility="hidden" display="none"{start_attribute}>',
        *(
            f'<g class="f" style="--i:{i}" data-said="{plain_svg(frame.sentence)}">{frame.svg}</g>'
            for i, frame in enumerate(earlier, start=-start)
        ),
        "</g>",
        f'<g class="last" data-said="{plain_svg(last.sentence)}">{last.svg}</g>',
    ]


def _index_of_first_with_trail(frames: Sequence[Frame]) -> int:
    return next((i for i, frame in enumerate(frames) if frame.trail), 0)


def animation_css(frames: Sequence[Frame]) -> str:
    """Return the CSS that shows one frame after the other, and hides the trail."""
    N, start = len(frames), _index_of_first_with_trail(frames)
    duration = min(_MAX_DURATION, _MAX_TOTAL // N)
    period = N * duration + _EXTRA_FOR_LAST
    share, rest = (f"{decimal(Fraction(100 * i * duration) / period, 5)}%" for i in (1, N - 1))
    hidden, visible = "{visibility:hidden}", "{visibility:visible}"
    motion = [
        f".{KEY} .f{{animation:{KEY}f {period}ms step-end calc(var(--i)*{duration}ms) infinite}}",
        f".{KEY} .last{{animation:{KEY}last {period}ms step-end -{start * duration}ms infinite}}",
        f".{KEY} .trail{hidden}",
        f".{KEY}:hover *,.{KEY}:focus *{{animation-play-state:paused}}",
        f"@keyframes {KEY}f{{0%{visible}{share}{hidden}100%{hidden}}}",
        f"@keyframes {KEY}last{{0%{hidden}{rest}{visible}100%{visible}}}",
    ]
    return "\n".join(motion)
