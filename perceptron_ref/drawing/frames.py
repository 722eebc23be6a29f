"""The frames of a picture: groups of which one is seen at a time, and the motion that shows them.

A group of class `f` is a frame, and so is the last one, of class `last`. It holds all that changes,
and says in `data-said`, in a sentence, what happened. A group of class `trail` may hold the faint
line of each frame. Without motion the last frame is seen, and the whole trail. Browsers hide the
other frames by `visibility`, which CSS can animate, other programs by `display`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..named_tuples import NamedTuple
from .caption import LINE
from .plane import Plane
from .svg import KEY, decimal, text
from .words import plain

BELOW_WORDS = 2 * LINE + 12  # the top of a plane below two lines of words

_LAST = 4_000  # milliseconds more for the last frame
_ALL, _LONGEST = 24_000, 1_200  # milliseconds: of all frames together, and of each at most


class Frame(NamedTuple):
    """A picture, a sentence that says what happened, and the element that stays behind, or ""."""

    drawn: str
    said: str
    faint: str = ""


def words_above(*words: str) -> str:
    """Return short lines of words, as `plain` or `marked` makes them, at the top of a picture."""
    return "".join(text(14, LINE * row - 2, line) for row, line in enumerate(words, start=1))


def among(plane: Plane, frames: Sequence[Frame]) -> list[str]:
    """Return the plane with the frames in turn, the examples over them."""
    trail, *shown = in_turn(frames)
    return [*plane.frame(), plane.clipped(trail), *shown, plane.points()]


def in_turn(frames: Sequence[Frame]) -> list[str]:
    """Return the trail, and the frames, one at least, all but the last unseen. The one to start at
    is the first with something that stays behind, such as a line that can be seen.

    >>> print(*in_turn([Frame("a", "A.", "<path/>"), Frame("b", "B.")]), sep="\\n")
    <g class="trail"><path/></g>
    <g visibility="hidden" display="none">
    <g class="f" style="--i:0" data-said="A.">a</g>
    </g>
    <g class="last" data-said="B.">b</g>
    """
    *earlier, last = frames
    trail, start = "".join(frame.faint or "<g/>" for frame in earlier), _start(frames)
    begin = f' data-start="{start}"' if start else ""
    return [
        f'<g class="trail">{trail}</g>' if earlier else "",
        f'<g visibility="hidden" display="none"{begin}>',
        *(
            f'<g class="f" style="--i:{i}" data-said="{plain(frame.said)}">{frame.drawn}</g>'
            for i, frame in enumerate(earlier, start=-start)
        ),
        "</g>",
        f'<g class="last" data-said="{plain(last.said)}">{last.drawn}</g>',
    ]


def _start(frames: Sequence[Frame]) -> int:
    return next((i for i, frame in enumerate(frames) if frame.faint), 0)


def in_time(frames: Sequence[Frame]) -> str:
    """Return the CSS that shows each of the frames in its time, and no trail."""
    N, start = len(frames), _start(frames)
    each = min(_LONGEST, _ALL // N)
    every = N * each + _LAST
    share, rest = (f"{decimal(Fraction(100 * i * each) / every, 5)}%" for i in (1, N - 1))
    hidden, visible = "{visibility:hidden}", "{visibility:visible}"
    motion = [
        f".{KEY} .f{{animation:{KEY}f {every}ms step-end calc(var(--i)*{each}ms) infinite}}",
        f".{KEY} .last{{animation:{KEY}last {every}ms step-end -{start * each}ms infinite}}",
        f".{KEY} .trail{hidden}",
        f".{KEY}:hover *,.{KEY}:focus *{{animation-play-state:paused}}",
        f"@keyframes {KEY}f{{0%{visible}{share}{hidden}100%{hidden}}}",
        f"@keyframes {KEY}last{{0%{hidden}{rest}{visible}100%{visible}}}",
    ]
    return "\n".join(motion)
