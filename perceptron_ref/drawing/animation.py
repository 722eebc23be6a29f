"""A moving picture of a run: the lines of w_0, w_1, ..., up to the weights found.

Lecture 2: L2.5
"""

from __future__ import annotations

from fractions import Fraction

from ..errors import DataError
from ..hypothesis import Hypothesis
from ..pocket import PocketRun
from ..run import in_units
from .caption import LINE, WIDTH, below, in_words, labels, mistaken, of_x_0, unfinished, verdict
from .controls import STYLE, bar
from .plane import Plane, half_plane
from .sampling import shown_updates
from .still import draw_data
from .svg import KEY, decimal, document, plain, text
from .words import fitted, spoken, typeset, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..run import Run
    from .picture import Picture

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


def draw_run(run: Run, *, still: bool = False, controls: bool = False) -> Picture:
    """Return an SVG in which the line of w_t moves, update by update.     Lecture 2: L2.5, L2.7

    It rests on the weights found; for Pocket these are the ones in the pocket. A ring marks x_n(t),
    the mistake that update t corrects. A long run shows its first updates, and later ones in steps
    that grow with t (`shown_updates`). Without motion (in print, at the reader's request, in
    viewers other than browsers) only the last line is seen; pointing at the picture stops it. Of
    data with three features or more the result is `draw_margins` of the weights found.

    still: whether to draw the weights found alone, as `draw_data` does.
    controls: whether the picture, opened in a browser by itself, has buttons and keys to play it,
        to stop it and to go from line to line. They take a script inside of the picture, which
        loads nothing; where it does not run, the picture is as without it. DataError for a picture
        that does not move.

    >>> from perceptron_ref import example, pla
    >>> picture = draw_run(pla(example("and")))
    >>> picture.count('class="f"'), "prefers-reduced-motion" in picture
    (18, True)
    """
    if not still and run.data.d <= 2:
        return _moving(run, controls)
    if controls:
        found = "a still picture" if still else f"data with {run.data.d} features"
        raise DataError(
            f"controls: found {found}; expected a picture that moves, of one or two features"
        )
    return draw_data(run.data, run.hypothesis, unfinished(run))


def _moving(run: Run, controls: bool) -> Picture:
    plane, note = Plane(run.data, _TOP), unfinished(run)
    ts = shown_updates(run.updates, _MOST)
    frames = list(_frames(run, ts, plane))
    mistakes = mistaken(run.hypothesis, run.data)
    items = [*labels(run.data), ("side", plain("h(x) = +1")), ("ring", plain("to be corrected"))]
    items += [("mistake", "mistake of the last line")] * bool(mistakes)
    every = f"{len(ts)} of the {run.updates + 1} lines are shown, ever farther apart."
    sentences = [every] * (len(ts) <= run.updates) + of_x_0(run.data) + [note]
    captions, end = below(plane.end, items, filter(None, sentences))
    clock, moves = Clock(len(frames)), len(frames) > 1
    body = [
        *plane.frame(),
        plane.clipped(_line(plane, frames)),
        *plane.points(),
        *_seen(plane, frames, mistakes, controls and moves),
        *captions,
    ]
    algorithm = "Pocket" if isinstance(run, PocketRun) else "PLA"
    description = (
        f"{in_words(run.data)} {algorithm}, visiting order {run.strategy}, from "
        f"w_0 = {spoken(run.w0)}: {run.status} after T = {run.updates} updates. "
        f"w = {spoken(run.w)}: {verdict(len(mistakes), run.data.N)}. {note}".rstrip()
    )
    title = "The line of w_t, update by update"
    if not moves:
        return document(WIDTH, end, title, description, body)
    motion, style = _motion(plane, frames, clock), ""
    if controls:
        body += bar(end, clock.slot, clock.slot + _LAST)
        style = STYLE
    return document(WIDTH, end, title, description, body, motion, style)


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
    h = Hypothesis(w_T, sign_of_zero=run.sign_of_zero, x0=data.x0)
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
    unseen = "" if plane.matrix(frames[-1].w) else ' opacity="0"'
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


def _seen(plane: Plane, frames: list[Frame], mistakes: list[int], controls: bool) -> list[str]:
    """Return the rings and words that appear in turn; without motion, those of the last line.

    controls: whether each is to say where its line lies.
    """
    lines = [f' data-line="{plane.matrix(frame.w) or ""}"' if controls else "" for frame in frames]
    drawn = ['<g visibility="hidden">']
    for i, (frame, line) in enumerate(zip(frames[:-1], lines)):
        ring = "" if frame.n is None else plane.ring(frame.n)
        drawn.append(f'<g class="f" style="--i:{i}"{line}>{ring}{_words(frame)}</g>')
    last = f'<g class="last"{lines[-1]}>{plane.boxes(mistakes)}{_words(frames[-1])}</g>'
    return [*drawn, "</g>", last]


def _words(frame: Frame) -> str:
    shown = [plain(fitted(words, WIDTH - 28)) for words in frame.words]
    return "".join(text(14, LINE * row - 2, words) for row, words in enumerate(shown, start=1))


def _motion(plane: Plane, frames: list[Frame], clock: Clock) -> str:
    """Return the CSS that turns the line, and shows each frame's ring and words in its time."""
    drawn = [plane.matrix(frame.w) is not None for frame in frames]
    places = []
    for i, matrix in enumerate(_matrices(plane, frames)):
        until = "100%" if i + 1 == len(frames) else clock.percent(i + _STAYS)
        opacity = "" if all(drawn) else f";opacity:{int(drawn[i])}"
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
