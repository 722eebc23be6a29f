"""The frames of an animation, one of which is visible at a time, and the CSS that animates them.

Each frame is an SVG group, of class `last` for the last frame and `f` for the others. It contains
the parts that change, and its attribute `data-said` is a sentence that says what happens. A group
of class `trail` may hold a faint line for each frame but the last. Without motion, the last frame
and the whole trail are visible. Browsers hide the other frames with `visibility`, which CSS can
animate, and other programs hide them with `display`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..named_tuples import NamedTuple
from .caption import LINE_HEIGHT
from .plane import Plane
from .svg import ID, decimal_text, text_element
from .typography import plain_svg

PLANE_TOP = 2 * LINE_HEIGHT + 12  # pixels: the top of a plane below a heading of two lines

_LAST_FRAME_EXTRA = 4_000  # extra milliseconds for the last frame
_MAX_TOTAL_DURATION = 24_000  # milliseconds, of all frames without these extra milliseconds
_MAX_FRAME_DURATION = 1_200  # milliseconds


class Frame(NamedTuple):
    """A frame of an animation.

    Attributes:
        svg: The parts that change, as SVG.
        sentence: A sentence that says what happens.
        trail: A faint element, which is visible only without motion; or "".
    """

    svg: str
    sentence: str
    trail: str = ""


def render_heading_lines(*lines: str) -> str:
    """Return lines of text, from `plain_svg` or `math_svg`, for the top of a picture."""
    return "".join(
        text_element(14, LINE_HEIGHT * row - 2, line) for row, line in enumerate(lines, start=1)
    )


def render_plane_with_frames(plane: Plane, frames: Sequence[Frame]) -> list[str]:
    """Return the axes of a plane, the trail, the frames, and the examples over them."""
    trail, *elements = render_frames(frames)
    return [*plane.render_axes(), plane.clip(trail), *elements, plane.render_examples()]


def render_frames(frames: Sequence[Frame]) -> list[str]:
    """Return the trail and the frames; all frames except the last are hidden.

    The animation starts with the first frame that has an element in the trail; for a run, this is
    the first visible line.

    Args:
        frames: At least one frame.

    >>> print(*render_frames([Frame("a", "A.", "<path/>"), Frame("b", "B.")]), sep="\\n")
    <g class="trail"><path/></g>
    <g visibility="hidden" display="none">
    <g class="f" style="--i:0" data-said="A.">a</g>
    </g>
    <g class="last" data-said="B.">b</g>
    """
    *earlier, last = frames
    trail = "".join(frame.trail or "<g/>" for frame in earlier)
    start = _index_of_first_with_trail(frames)
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
    """Return the CSS that shows one frame after another, and hides the trail."""
    frame_count, start = len(frames), _index_of_first_with_trail(frames)
    duration = min(_MAX_FRAME_DURATION, _MAX_TOTAL_DURATION // frame_count)
    period = frame_count * duration + _LAST_FRAME_EXTRA
    first_end, last_start = (
        f"{decimal_text(Fraction(100 * i * duration) / period, 5)}%" for i in (1, frame_count - 1)
    )
    hidden, visible = "{visibility:hidden}", "{visibility:visible}"
    motion = [
        f".{ID} .f{{animation:{ID}f {period}ms step-end calc(var(--i)*{duration}ms) infinite}}",
        f".{ID} .last{{animation:{ID}last {period}ms step-end -{start * duration}ms infinite}}",
        f".{ID} .trail{hidden}",
        f".{ID}:hover *,.{ID}:focus *{{animation-play-state:paused}}",
        f"@keyframes {ID}f{{0%{visible}{first_end}{hidden}100%{hidden}}}",
        f"@keyframes {ID}last{{0%{hidden}{last_start}{visible}100%{visible}}}",
    ]
    return "\n".join(motion)
