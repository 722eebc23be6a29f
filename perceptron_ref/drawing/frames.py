"""The frames of a picture: groups of which one is seen at a time, the motion that shows them, and
step controls, a slider and a button, to go through them.

A group of class `f` is a frame, and so is the last one, of class `last`. It holds all that changes,
and says in `data-said`, in a sentence, what happened. A group of class `trail` may hold the faint
line of each frame. Without motion the last frame is seen, and the whole trail.

A browser runs the script of the controls where the picture is opened by itself. Elsewhere, as in an
`<img>`, nothing of it is seen, and the picture moves without it. It loads nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from .caption import LINE
from .picture import Picture
from .plane import Plane
from .svg import KEY, WIDTH, decimal, text
from .words import escaped, plain

BELOW_WORDS = 2 * LINE + 12  # the top of a plane below two lines of words
_HIGH = 44  # pixels that the script makes the picture higher

_LAST = 4_000  # milliseconds more for the last frame
_ALL, _LONGEST = 24_000, 1_200  # milliseconds: of all frames together, and of each at most

_BAR = (
    f'<foreignObject class="bar" display="none" width="{WIDTH}" height="{_HIGH}">'
    f'<body xmlns="http://www.w3.org/1999/xhtml" style="margin:0;background:none"><style>'
    f".{KEY}.stepped *{{animation:none}}"
    f".{KEY} .bar{{background:var(--paper);color:var(--ink);font:13px system-ui,sans-serif}}"
    f".{KEY} .bar *{{min-height:36px;margin:4px 0 4px 12px;vertical-align:middle}}"
    f"@media print{{.{KEY} .bar{{display:none}}}}</style>"
    '<button type="button" style="width:64px"></button>'
    '<input type="range" min="0" style="width:250px" aria-label="line"/><output></output></body>'
    "</foreignObject>"
)

# The slider has its own keys: left, right, Home, End.
_SCRIPT = """
(() => {
  const svg = document.currentScript.ownerSVGElement, one = what => svg.querySelector(what);
  const frames = [...svg.querySelectorAll('.f, .last')], last = frames.length - 1;
  const trail = [...svg.querySelectorAll('.trail > *')], bar = one('.bar');
  const slider = one('input'), button = one('button'), count = one('output');
  const start = +(one('[data-start]') || svg).getAttribute('data-start');
  let at = last, timer = 0;
  const see = (element, seen) =>
    element.setAttribute('visibility', seen ? 'visible' : 'hidden');
  function show(frame, plays) {
    clearTimeout(timer);
    at = slider.value = frame;
    frames.forEach((f, i) => see(f, i === at));
    trail.forEach((f, i) => see(f, i < at));
    slider.setAttribute('aria-valuetext', frames[at].getAttribute('data-said'));
    count.textContent = at + 1 + ' / ' + (last + 1);
    button.textContent = plays ? 'Pause' : 'Play';
    const next = () => show(at === last ? start : at + 1, true);
    timer = plays && setTimeout(next, at === last ? %(last)d : %(each)d);
  }
  slider.max = last;
  slider.oninput = () => show(+slider.value, false);
  button.onclick = () => timer ? show(at, false) : show(at === last ? start : at, true);
  svg.addEventListener('keydown', event => {
    if (event.key !== ' ' || event.target === button) return;
    event.preventDefault();
    button.click();
  });
  const box = svg.viewBox.baseVal, high = svg.height.baseVal.value;
  bar.setAttribute('y', box.height);
  svg.setAttribute('viewBox', '0 0 ' + box.width + ' ' + (box.height + %(high)d));
  svg.setAttribute('height', high * box.height / (box.height - %(high)d));
  svg.setAttribute('role', 'group');
  svg.classList.add('stepped');
  bar.removeAttribute('display');
  if (window === parent) slider.focus({preventScroll: true});
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  show(calm ? last : start, !calm);
})();
"""


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
    <g visibility="hidden">
    <g class="f" style="--i:0" data-said="A.">a</g>
    </g>
    <g class="last" data-said="B.">b</g>
    """
    *earlier, last = frames
    trail, start = "".join(frame.faint or "<g/>" for frame in earlier), _start(frames)
    begin = f' data-start="{start}"' if start else ""
    return [
        f'<g class="trail">{trail}</g>' if earlier else "",
        f'<g visibility="hidden"{begin}>',
        *(
            f'<g class="f" style="--i:{i}" data-said="{plain(frame.said)}">{frame.drawn}</g>'
            for i, frame in enumerate(earlier, start=-start)
        ),
        "</g>",
        f'<g class="last" data-said="{plain(last.said)}">{last.drawn}</g>',
    ]


def _start(frames: Sequence[Frame]) -> int:
    return next((i for i, frame in enumerate(frames) if frame.faint), 0)


def in_time(frames: Sequence[Frame]) -> tuple[str, list[str]]:
    """Return the CSS that shows each of the frames in its time, and no trail; and the controls,
    unseen, with the script that shows them below where the picture ends.
    """
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
    script = _SCRIPT % {"each": each, "last": each + _LAST, "high": _HIGH}
    in_a_line = " ".join(line.strip() for line in script.strip().splitlines())
    return "\n".join(motion), [_BAR, f"<script>{escaped(in_a_line)}</script>"]


def room_for(picture: Picture) -> tuple[int, int]:
    """Return width and height of the `<iframe>` in which a picture with controls is seen whole."""
    width, height = picture.size
    return width, height + _HIGH * width // WIDTH + 1
