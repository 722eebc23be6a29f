"""A moving picture of a run: the lines of w_0, w_1, ..., up to the weights found.

Lecture 2: L2.5
"""

from __future__ import annotations

from fractions import Fraction

from ..hypothesis import Hypothesis
from ..pocket import PocketRun
from ..run import in_units
from .caption import LINE, WIDTH, below, in_words, labels, mistaken, verdict
from .margins import draw_margins
from .plane import Plane, half_plane
from .sampling import shown_updates
from .svg import KEY, decimal, document, plain, text
from .words import fitted, spoken, typeset, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..run import Run

_MOST = 48  # lines shown
_TOP = 2 * LINE + 12  # below two lines of text
# milliseconds: of all lines together, and of each at most and at least
_ALL, _LONGEST, _SHORTEST = 24_000, 1_200, 500
_LAST = 4_000  # milliseconds more for the last line
_STAYS = Fraction(1, 2)  # the share of its time that a line stands before it turns


class Frame:
    """One state of the picture: weights, the example corrected next or None, two lines of words."""

    __slots__ = ("n", "w", "words")

    def __init__(self, w: tuple[Fraction, ...], n: int | None, *words: str) -> None:
        self.w, self.n, self.words = w, n, words


def draw_run(run: Run) -> str:
    """Return an SVG in which the line of w_t moves, update by update.     Lecture 2: L2.5, L2.7

    It rests on the weights found; for Pocket these are the ones in the pocket. A ring marks x_n(t),
    the mistake that update t corrects. A long run shows its first updates, and later ones in steps
    that grow with t (`shown_updates`). Without motion (in print, at the reader's request, in
    viewers other than browsers) only the last line is seen; pointing at the picture stops it. Of
    data with three features or more the result is `draw_margins` of the weights found.

    >>> from perceptron_ref import example, pla
    >>> picture = draw_run(pla(example("and")))
    >>> picture.count('class="f"'), "prefers-reduced-motion" in picture
    (18, True)
    """
    if run.data.d > 2:
        return draw_margins(run.data, run.hypothesis)
    plane = Plane(run.data, _TOP)
    ts = shown_updates(run.updates, _MOST)
    frames = list(_frames(run, ts, plane))
    mistakes = mistaken(run.hypothesis, run.data)
    items = [*labels(run.data), ("side", plain("h(x) = +1")), ("ring", plain("to be corrected"))]
    items += [("mistake", "mistake of the last line")] * bool(mistakes)
    every = f"{len(ts)} of the {run.updates + 1} lines are shown, ever farther apart."
    captions, end = below(plane.end, items, [every] if len(ts) <= run.updates else [])
    clock = Clock(len(frames))
    body = [
        *plane.frame(),
        plane.clipped(_line(plane, frames)),
        *plane.points(),
        *_seen(plane, frames, clock, mistakes),
        *captions,
    ]
    algorithm = "Pocket" if isinstance(run, PocketRun) else "PLA"
    description = (
        f"{in_words(run.data)} {algorithm}, visiting order {run.strategy}, from "
        f"w_0 = {spoken(run.w0)}: {run.status} after T = {run.updates} updates. "
        f"w = {spoken(run.w)}: {verdict(len(mistakes), run.data.N)}."
    )
    motion = _motion(plane, frames, clock) if len(frames) > 1 else ""
    return document(WIDTH, end, "The line of w_t, update by update", description, body, motion)


def _frames(run: Run, ts: list[int], plane: Plane) -> Iterator[Frame]:
    """Yield a frame for each of the t up to T, and one for the pocket if it holds other weights."""
    data, wanted = run.data, set(ts)
    w_T = run.w0
    for t, n, w, w_next in run.scaled_replay():
        if t in wanted:
            w_t = in_units(w, run.unit)
            yield Frame(w_t, n, _named(t, w_t), _because(f"corrects n({t}) = {n}", plane, w_t))
        if t + 1 == run.updates:
            w_T = in_units(w_next, run.unit)
    h = Hypothesis(w_T, sign_of_zero=run.sign_of_zero)
    found = verdict(h.mistakes(data), data.N)
    yield Frame(w_T, None, _named(run.updates, w_T), _because(found, plane, w_T))
    if run.w != w_T:
        found = verdict(run.mistakes, data.N)
        held = f"in the pocket: w = {vector(run.w)}"
        yield Frame(run.w, None, held, _because(found, plane, run.w))


def _named(t: int, w_t: tuple[Fraction, ...]) -> str:
    return f"t = {t}: w = {vector(w_t)}"


def _because(what: str, plane: Plane, w: tuple[Fraction, ...]) -> str:
    """Return the words, and why no line can be seen if there is none."""
    return typeset("; ".join(filter(None, [what, plane.remark(w)])))


class Clock:
    """The times of the frames in milliseconds; the last one stays longer."""

    __slots__ = ("all", "frames", "slot")

    def __init__(self, frames: int) -> None:
        self.frames, self.slot = frames, max(_SHORTEST, min(_LONGEST, _ALL // frames))
        self.all = frames * self.slot + _LAST

    def percent(self, slots: Fraction | int, places: int = 2) -> str:
        """Return the share of the whole time after so many frames."""
        return f"{decimal(Fraction(slots * self.slot * 100) / self.all, places)}%"


def _line(plane: Plane, frames: list[Frame]) -> str:
    """Return the line that turns, at its last place."""
    matrices = _matrices(plane, frames)
    if not any(matrices):
        return ""
    unseen = "" if any(frames[-1].w) else ' opacity="0"'
    return f'<g class="turn" transform="{matrices[-1]}"{unseen}>{half_plane()}</g>'


def _matrices(plane: Plane, frames: list[Frame]) -> list[str | None]:
    """Return the place of each line; for weights of zero that of the next line, or the last."""
    matrices = [plane.matrix(frame.w) for frame in frames]
    forwards = range(len(matrices))
    for order in (reversed(forwards), forwards):
        beside = None
        for i in order:
            beside = matrices[i] = matrices[i] or beside
    return matrices


def _seen(plane: Plane, frames: list[Frame], clock: Clock, mistakes: list[int]) -> list[str]:
    """Return the rings and words that appear in turn; without motion, those of the last line."""
    drawn = ['<g visibility="hidden">']
    for i, frame in enumerate(frames[:-1]):
        ring = "" if frame.n is None else plane.ring(frame.n)
        drawn.append(f'<g class="f" style="--i:{i}">{ring}{_words(frame)}</g>')
    return [*drawn, "</g>", f'<g class="last">{plane.boxes(mistakes)}{_words(frames[-1])}</g>']


def _words(frame: Frame) -> str:
    shown = [plain(fitted(words, WIDTH - 28)) for words in frame.words]
    return "".join(text(14, LINE * row - 2, words) for row, words in enumerate(shown, start=1))


def _motion(plane: Plane, frames: list[Frame], clock: Clock) -> str:
    """Return the CSS that turns the line, and shows each frame's ring and words in its time."""
    fades = not all(any(frame.w) for frame in frames)
    places = []
    for i, (frame, matrix) in enumerate(zip(frames, _matrices(plane, frames))):
        until = "100%" if i + 1 == len(frames) else clock.percent(i + _STAYS)
        opacity = f";opacity:{int(any(frame.w))}" if fades else ""
        places.append(f"{clock.percent(i)},{until}{{transform:{matrix}{opacity}}}")
    how = "ease-in-out" if plane.data.d == 2 else "step-end"  # on a line there is no room to turn
    hidden, visible = "{visibility:hidden}", "{visibility:visible}"
    second, last = clock.percent(1, 5), clock.percent(len(frames) - 1, 5)
    in_turn = f"step-end calc(var(--i)*{clock.slot}ms)"
    return "\n".join(
        [
            f".{KEY} .turn{{animation:{KEY}turn {clock.all}ms {how} infinite}}",
            f".{KEY} .f{{animation:{KEY}f {clock.all}ms {in_turn} infinite}}",
            f".{KEY} .last{{animation:{KEY}last {clock.all}ms step-end infinite}}",
            f".{KEY}:hover *,.{KEY}:focus *{{animation-play-state:paused}}",
            f"@keyframes {KEY}turn{{{''.join(places)}}}",
            f"@keyframes {KEY}f{{0%{visible}{second}{hidden}100%{hidden}}}",
            f"@keyframes {KEY}last{{0%{hidden}{last}{visible}100%{visible}}}",
        ]
    )
