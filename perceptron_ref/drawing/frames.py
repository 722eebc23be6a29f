"""The frames of a picture: groups of which one is seen at a time, and the motion that shows them.

A group of class `f` is a frame, and so is the last one, of class `last`. It holds all that changes,
and says in `data-said`, in a sentence, what happened. A group of class `trail` may hold the faint
line of each frame. Without motion the last frame is seen, and the whole trail.
"""

from __future__ import annotations

from fractions import Fraction

from .caption import LINE
from .svg import KEY, decimal, plain, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .plane import Plane

BELOW_WORDS = 2 * LINE + 12  # the top of a plane below two lines of words
LAST = 4_000  # milliseconds more for the last frame

_ALL, _LONGEST = 24_000, 1_200  # milliseconds: of all frames together, and of each at most


class Frame:
    """A line among the examples.

    w: its weights. n: the example that gets a ring, or None. words: up to two short lines, as
        `plain` or `marked` makes them. said: what happened, in a sentence. dashed: the weights of
        a second line. boxed: the examples that get squares.
    """

    __slots__ = ("boxed", "dashed", "n", "said", "w", "words")

    def __init__(
        self,
        w: Sequence[Fraction],
        n: int | None,
        words: Sequence[str],
        said: str,
        dashed: Sequence[Fraction] | None = None,
        boxed: Sequence[int] = (),
    ) -> None:
        self.w, self.n, self.words, self.said = w, n, words, said
        self.dashed, self.boxed = dashed, boxed

    def drawn(self, plane: Plane) -> str:
        """Return the line, the ring, the squares and the words."""
        before = plane.line_before(self.dashed) if self.dashed else ""
        return "".join(
            [
                plane.clipped(plane.line(self.w), before),
                "" if self.n is None else plane.ring(self.n),
                plane.boxes(self.boxed),
                *(text(14, LINE * row - 2, line) for row, line in enumerate(self.words, start=1)),
            ]
        )


def among_points(plane: Plane, frames: Sequence[Frame]) -> tuple[list[str], int]:
    """Return the plane, the frames and the points over them, and which frame to start at.

    That is the first one whose line can be seen.
    """
    seen = [i for i, frame in enumerate(frames) if not plane.remark(frame.w)]
    start = min(seen, default=0)
    return [
        *plane.frame(),
        plane.clipped(trail(plane.faint(frame.w) for frame in frames[:-1])),
        *in_turn([(frame.drawn(plane), frame.said) for frame in frames], start),
        *plane.points(),
    ], start


def slot(frames: int) -> int:
    """Return how many milliseconds each of so many frames stays."""
    return min(_LONGEST, _ALL // frames)


def trail(elements: Iterable[str]) -> str:
    """Return the faint lines of all frames but the last: an element of each, "" for one without.

    >>> trail(["", '<path d="M0 0L1 2"/>'])
    '<g class="trail"><g/><path d="M0 0L1 2"/></g>'
    """
    drawn = [element or "<g/>" for element in elements]
    return f'<g class="trail">{"".join(drawn)}</g>' if drawn else ""


def in_turn(frames: Sequence[tuple[str, str]], start: int = 0) -> list[str]:
    """Return the frames, all but the last unseen.

    frames: (what is drawn, what happened) of each, one at least. start: the frame to start at.

    >>> print(*in_turn([("a", "A."), ("b", "B.")]), sep="")
    <g visibility="hidden"><g class="f" style="--i:0" data-said="A.">a</g></g><g class="last" \
data-said="B.">b</g>
    """
    begin = f' data-start="{start}"' if start else ""
    drawn = [f'<g visibility="hidden"{begin}>']
    for i, (frame, said) in enumerate(frames[:-1], start=-start):
        drawn.append(f'<g class="f" style="--i:{i}" data-said="{plain(said)}">{frame}</g>')
    frame, said = frames[-1]
    return [*drawn, "</g>", f'<g class="last" data-said="{plain(said)}">{frame}</g>']


def motion(frames: int, start: int = 0) -> str:
    """Return the CSS that shows each of the frames in its time, and no trail."""
    each = slot(frames)
    every = frames * each + LAST
    share, rest = (f"{decimal(Fraction(100 * i * each) / every, 5)}%" for i in (1, frames - 1))
    hidden, visible = "{visibility:hidden}", "{visibility:visible}"
    return "\n".join(
        [
            f".{KEY} .f{{animation:{KEY}f {every}ms step-end calc(var(--i)*{each}ms) infinite}}",
            f".{KEY} .last{{animation:{KEY}last {every}ms step-end -{start * each}ms infinite}}",
            f".{KEY} .trail{hidden}",
            f".{KEY}:hover *,.{KEY}:focus *{{animation-play-state:paused}}",
            f"@keyframes {KEY}f{{0%{visible}{share}{hidden}100%{hidden}}}",
            f"@keyframes {KEY}last{{0%{hidden}{rest}{visible}100%{visible}}}",
        ]
    )
