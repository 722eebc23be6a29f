"""Step controls of a moving picture: a slider and a button, by a script in the picture itself.

A browser runs it where the picture is opened by itself. Elsewhere, as in an `<img>`, nothing of it
is seen, and the picture moves without it. It loads nothing.
"""

from __future__ import annotations

from .frames import LAST, slot
from .svg import KEY, WIDTH, escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .picture import Picture

HIGH = 44  # pixels that the script makes the picture higher

_BAR = (
    f'<body xmlns="http://www.w3.org/1999/xhtml" style="margin:0;background:none"><style>'
    f".{KEY}.stepped *{{animation:none}}"
    f".{KEY} .bar{{background:var(--paper);color:var(--ink);font:13px system-ui,sans-serif}}"
    f".{KEY} .bar *{{min-height:36px;margin:4px 0 4px 12px;vertical-align:middle}}"
    f"@media print{{.{KEY} .bar{{display:none}}}}</style>"
    '<button type="button" style="width:64px"></button>'
    '<input type="range" min="0" style="width:250px" aria-label="line"/><output></output></body>'
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
    timer = plays && setTimeout(next, at === last ? LAST : SLOT);
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
  svg.setAttribute('viewBox', '0 0 ' + box.width + ' ' + (box.height + HIGH));
  svg.setAttribute('height', high * box.height / (box.height - HIGH));
  svg.setAttribute('role', 'group');
  svg.classList.add('stepped');
  bar.removeAttribute('display');
  if (window === parent) slider.focus({preventScroll: true});
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  show(calm ? last : start, !calm);
})();
"""


def room_for(picture: Picture) -> tuple[int, int]:
    """Return width and height of the `<iframe>` in which a picture with controls is seen whole."""
    width, height = picture.size
    return width, height + HIGH * width // WIDTH + 1


def bar(frames: int) -> list[str]:
    """Return the controls, unseen, and the script that shows them below where the picture ends.

    frames: how many there are, as `in_turn` makes them.
    """
    script = " ".join(line.strip() for line in _SCRIPT.strip().splitlines())
    each = slot(frames)
    for word, value in ("SLOT", each), ("LAST", each + LAST), ("HIGH", HIGH):
        script = script.replace(word, str(value))
    return [
        f'<foreignObject class="bar" display="none" width="{WIDTH}" height="{HIGH}">{_BAR}'
        "</foreignObject>",
        f"<script>{escaped(script)}</script>",
    ]
