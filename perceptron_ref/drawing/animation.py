"""A moving picture of a run: the lines of w_0, w_1, ..., up to the weights found.

Lecture 2: L2.5
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..exact.common_denominator import in_units
from ..pocket import PocketRun
from ..run import Run
from .caption import captioned, in_words, labels, mistaken, of_x_0, unfinished, verdict
from .frames import BELOW_WORDS, Frame, among, in_time, words_above
from .picture import Picture
from .plane import Plane
from .still import draw_data
from .svg import WIDTH
from .words import fitted, marked, plain, said, vector

_MOST = 48  # lines shown


def draw_run(run: Run, *, still: bool = False) -> Picture:
    """Return an SVG in which the line of w_t moves, update by update.     Lecture 2: L2.5, L2.7

    It begins with the first line that can be seen (weights of zero have none) and rests on the
    weights found; for Pocket these are the ones in the pocket. A ring marks x_n(t), the mistake
    that update t corrects. A long run shows its first updates, and later ones in steps that grow
    with t (`shown_updates`). Without motion (in print, at the reader's request, in viewers other
    than browsers) the last line is seen, with the earlier ones faint behind it; pointing at the
    picture stops it. Of data with three features or more the result is `draw_margins` of the
    weights found.

    still: whether to draw the weights found alone, as `draw_data` does.

    >>> from perceptron_ref import example, pla
    >>> picture = draw_run(pla(example("and")))
    >>> picture.count('class="f"'), "prefers-reduced-motion" in picture
    (18, True)
    """
    data, T = run.data, run.updates
    if still or data.d > 2:
        return draw_data(data, run.hypothesis, unfinished(run))
    plane = Plane(data, BELOW_WORDS)
    ts, mistakes = shown_updates(T, _MOST), mistaken(run.hypothesis, data)
    frames = list(_frames(run, ts, plane, mistakes))
    items = [*labels(data), ("side", marked("h(x) = +1")), ("ring", plain("to be corrected"))]
    items += [("mistake", plain("mistake of the last line"))] * bool(mistakes)
    every = f"{len(ts)} of the {T + 1} lines are shown, ever farther apart." * (len(ts) <= T)
    algorithm = "Pocket" if isinstance(run, PocketRun) else "PLA"
    told = [
        in_words(data),
        f"{algorithm}, visiting order {run.strategy}, from w_0 = {vector(run.w0)}: "
        f"{run.status} after T = {T} updates.",
        f"w = {vector(run.w)}: {verdict(len(mistakes), data.N)}.",
    ]
    body, motion = among(plane, frames), in_time(frames) if len(frames) > 1 else ""
    title = "The line of w_t, update by update"
    sentences = [every, *of_x_0(data), unfinished(run)]
    return captioned(title, told, body, plane.end, items, sentences, motion)


def shown_updates(T: int, most: int) -> list[int]:
    """Return 0, ..., T, or at most `most` of them: all early ones, later ones in growing steps.

    A step is a share of t, as the weights of later updates differ less and less. most: at least 3.

    >>> shown_updates(5, 8), shown_updates(1000, 10)
    ([0, 1, 2, 3, 4, 5], [0, 1, 3, 7, 16, 37, 85, 194, 443, 1000])
    """
    ts, percent = list(range(T + 1)), 100
    while len(ts) > most:
        percent += 1
        ts = [0]
        while ts[-1] < T:
            ts.append(min(T, max(ts[-1] + 1, -(-ts[-1] * percent // 100))))
    return ts


def _frames(run: Run, ts: Sequence[int], plane: Plane, mistakes: Sequence[int]) -> Iterator[Frame]:
    """Yield a frame for each of the t up to T, and one for the pocket if it holds other weights."""

    def frame(
        name: str, w: Sequence[Fraction], seen: str, told: str = "", ring: int | None = None
    ) -> Frame:
        told = told or seen
        remark = "".join(f"; {words}" for words in [plane.remark(w)] if words)
        named, boxed = f"{name} = {vector(w)}", mistakes if ring is None and w == run.w else ()
        words = [marked(fitted(said(line), WIDTH - 28)) for line in (named, seen + remark)]
        sentence = f"{named}. {told[0].upper()}{told[1:]}{remark}."
        drawn = plane.line(w, ring, boxed) + words_above(*words)
        return Frame(drawn, sentence, plane.faint(w))

    wanted, N = set(ts), run.data.N
    for t, n, w, _ in run.scaled_replay():
        if t in wanted:
            corrects, told = f"corrects n({t}) = {n}", f"update {t} corrects example {n}"
            yield frame(f"t = {t}: w", in_units(w, run.unit), corrects, told, n)
    name = f"t = {run.updates}: w"
    if isinstance(run, PocketRun) and run.w != run.w_last:
        yield frame(name, run.w_last, verdict(run.mistakes_last, N))
        name = "in the pocket: w"
    yield frame(name, run.w, verdict(run.mistakes, N))
