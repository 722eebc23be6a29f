"""Step controls of a moving picture: buttons and keys, by a script in the picture itself.

A browser runs it where the picture is opened by itself. Elsewhere, as in an `<img>`, nothing of it
is seen, and the picture moves without it. It loads nothing.
"""

from __future__ import annotations

from .caption import WIDTH
from .frames import LAST, slot
from .svg import KEY, Coordinate, decimal, escaped, path, plain, rectangle, text

HIGH = 44  # pixels that the script makes the picture higher

_WIDE, _TALL, _GAP = 48, 36, 8  # of a button: large enough for a finger

# name, what it says, its sign around the middle of the button
_BUTTONS = (
    ("first", "First line (Home)", "M7-7v14l-11-7zM-6-7h-2v14h2z"),
    ("back", "One line back (left arrow)", "M5-7v14l-11-7z"),
    ("play", "Play (space bar)", "M-5-8v16l13-8z"),
    ("next", "Next line (right arrow)", "M-5-7v14l11-7z"),
    ("last", "Last line (End)", "M-7-7v14l11-7zM6-7h2v14h-2z"),
)
_PAUSE = "M-6-7h4v14h-4zM2-7h4v14h-4z"

STYLE = "\n".join(
    [
        f".{KEY}.stepped *{{animation:none}}",
        f".{KEY} .button{{touch-action:manipulation}}",
        f".{KEY} .button *{{-webkit-user-select:none;user-select:none}}",
        f".{KEY} .button:focus{{outline:2px solid var(--ink);outline-offset:-2px}}",
        f".{KEY} .said{{opacity:0}}",
        f"@media print{{.{KEY} .bar{{display:none}}}}",
    ]
)

_SCRIPT = """
(() => {
  const svg = document.currentScript.ownerSVGElement;
  const one = what => svg.querySelector(what), all = what => [...svg.querySelectorAll(what)];
  const frames = all('.f, .last'), last = frames.length - 1, trail = all('.trail > *');
  const start = +(one('[data-start]') || svg).getAttribute('data-start');
  const sign = one('[data-do=play] .tip'), signs = [sign.getAttribute('d'), 'PAUSE'];
  let at = last, timer = 0;
  function see(element, seen) {
    element.setAttribute('visibility', seen ? 'visible' : 'hidden');
  }
  function show(frame, plays) {
    clearTimeout(timer);
    at = Math.max(0, Math.min(last, frame));
    frames.forEach((f, i) => see(f, i === at));
    trail.forEach((f, i) => see(f, i < at));
    one('.count').textContent = at + 1 + ' / ' + (last + 1);
    sign.setAttribute('d', signs[+plays]);
    one('[data-do=play] title').textContent = (plays ? 'Pause' : 'Play') + ' (space bar)';
    if (!plays) one('.said').textContent = frames[at].getAttribute('data-said');
    timer = plays && setTimeout(play, at === last ? LAST : SLOT);
  }
  const play = () => show(at === last ? start : at + 1, true);
  const act = {
    first: () => show(0, false),
    back: () => show(at - 1, false),
    play: () => timer ? show(at, false) : show(at === last ? start : at, true),
    next: () => show(at + 1, false),
    last: () => show(last, false)
  };
  const keys = {Home: 'first', ArrowLeft: 'back', ' ': 'play', ArrowRight: 'next', End: 'last'};
  all('.button').forEach(b => b.addEventListener('click', act[b.getAttribute('data-do')]));
  svg.addEventListener('keydown', event => {
    const on = document.activeElement?.getAttribute('data-do');
    const does = on && /^( |Enter)$/.test(event.key) ? on : keys[event.key];
    if (!does || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act[does]();
  });
  const box = svg.viewBox.baseVal, high = svg.height.baseVal.value;
  svg.setAttribute('viewBox', '0 0 ' + box.width + ' ' + (box.height + HIGH));
  svg.setAttribute('height', high * box.height / (box.height - HIGH));
  svg.setAttribute('role', 'group');
  svg.classList.add('stepped');
  one('.bar').removeAttribute('display');
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  show(calm ? last : start, !calm);
})();
"""


def bar(end: Coordinate, frames: int) -> list[str]:
    """Return the buttons, unseen below where the picture ends, and the script that shows them.

    frames: how many there are, as `frames` makes them.
    """
    left = _GAP
    drawn = [f'<g class="bar" display="none" transform="translate(0 {decimal(end)})">']
    drawn.append(rectangle(0, 0, WIDTH, HIGH, "paper"))
    for name, says, sign in _BUTTONS:
        drawn.append(
            f'<g class="button" data-do="{name}" role="button" tabindex="0" '
            f'transform="translate({left} 2)"><title>{plain(says)}</title>'
            f"{rectangle(0, 0, _WIDE, _TALL, 'key')}"
            f'<g transform="translate({_WIDE // 2} {_TALL // 2})" pointer-events="none">'
            f"{path(sign, 'tip')}</g></g>"
        )
        left += _WIDE + _GAP
    drawn.append(text(left + _GAP, 25, "", "count"))
    drawn.append('<text class="said" role="status" aria-live="polite" font-size="1"></text>')
    script = " ".join(line.strip() for line in _SCRIPT.strip().splitlines())
    each = slot(frames)
    for word, value in ("PAUSE", _PAUSE), ("SLOT", each), ("LAST", each + LAST), ("HIGH", HIGH):
        script = script.replace(word, str(value))
    return [*drawn, "</g><!-- bar -->", f"<script>{escaped(script)}</script>"]
