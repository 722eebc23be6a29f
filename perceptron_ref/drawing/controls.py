"""Step controls of a moving picture: buttons and keys, by a script in the picture itself.

A browser runs it where the picture is opened by itself. Elsewhere, as in an `<img>`, nothing of it
is seen, and the picture moves without it. It loads nothing.
"""

from __future__ import annotations

from .caption import WIDTH
from .frames import LAST, slot
from .svg import KEY, decimal, escaped, path, plain, rectangle, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .svg import Coordinate

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
(function () {
  var svg = document.currentScript.ownerSVGElement;
  function all(what) { return Array.prototype.slice.call(svg.querySelectorAll(what)); }
  var frames = all('.f').concat(all('.last')), last = frames.length - 1, at = last, timer = 0;
  var trail = all('.trail > *'), said = svg.querySelector('.said');
  var count = svg.querySelector('.count'), sign = svg.querySelector('[data-do=play] .tip');
  var begin = svg.querySelector('[data-start]');
  var first = begin ? +begin.getAttribute('data-start') : 0;
  var name = svg.querySelector('[data-do=play] title'), play = sign.getAttribute('d');
  var box = svg.viewBox.baseVal, high = svg.height.baseVal.value;
  function see(element, seen) {
    element.setAttribute('visibility', seen ? 'visible' : 'hidden');
  }
  function show(frame) {
    at = Math.max(0, Math.min(last, frame));
    frames.forEach(function (f, i) { see(f, i === at); });
    trail.forEach(function (f, i) { see(f, i < at); });
    count.textContent = at + 1 + ' / ' + (last + 1);
    if (!timer) say();
  }
  function say() { said.textContent = frames[at].getAttribute('data-said'); }
  function stop() {
    clearTimeout(timer);
    timer = 0;
    sign.setAttribute('d', play);
    name.textContent = 'Play (space bar)';
    say();
  }
  function start(frame) {
    sign.setAttribute('d', 'PAUSE');
    name.textContent = 'Pause (space bar)';
    timer = 1;
    show(frame);
    var next = at === last ? first : at + 1;
    timer = setTimeout(function () { start(next); }, at === last ? LAST : SLOT);
  }
  var act = {
    first: function () { stop(); show(0); },
    back: function () { stop(); show(at - 1); },
    play: function () { if (timer) stop(); else start(at === last ? first : at); },
    next: function () { stop(); show(at + 1); },
    last: function () { stop(); show(last); }
  };
  var keys = {
    Home: 'first', ArrowLeft: 'back', ' ': 'play', Spacebar: 'play', ArrowRight: 'next', End: 'last'
  };
  all('.button').forEach(function (button) {
    button.addEventListener('click', act[button.getAttribute('data-do')]);
  });
  svg.addEventListener('keydown', function (event) {
    var on = document.activeElement, does = on ? on.getAttribute('data-do') : '';
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (!does || !(event.key === ' ' || event.key === 'Enter')) does = keys[event.key];
    if (!act.hasOwnProperty(does)) return;
    event.preventDefault();
    act[does]();
  });
  svg.setAttribute('viewBox', '0 0 ' + box.width + ' ' + (box.height + HIGH));
  svg.setAttribute('height', high * box.height / (box.height - HIGH));
  svg.setAttribute('role', 'group');
  svg.classList.add('stepped');
  svg.querySelector('.bar').removeAttribute('display');
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) show(last); else start(first);
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
    each = slot(frames)
    known = {"PAUSE": _PAUSE, "SLOT": str(each), "LAST": str(each + LAST), "HIGH": str(HIGH)}
    script = "".join(f"{line.strip()} " for line in _SCRIPT.strip().splitlines())
    for word, value in known.items():
        script = script.replace(word, value)
    return [*drawn, "</g><!-- bar -->", f"<script>{escaped(script.strip())}</script>"]
