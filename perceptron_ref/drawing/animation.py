"""A moving picture of a run: the lines of w_0, w_1, ..., up to the weights found.

Lecture 2: L2.5
"""

from __future__ import annotations

from ..errors import DataError
from ..hypothesis import Hypothesis
from ..pocket import PocketRun
from ..run import in_units
from .caption import WIDTH, below, in_words, labels, mistaken, of_x_0, unfinished, verdict
from .controls import STYLE, bar
from .frames import BELOW_WORDS, Frame, among_points, motion
from .language import said
from .plane import Plane
from .sampling import shown_updates
from .still import draw_data
from .svg import document, plain
from .words import fitted, spoken, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from ..run import Run
    from .picture import Picture

_MOST = 48  # lines shown


def draw_run(run: Run, *, still: bool = False, controls: bool = False) -> Picture:
    """Return an SVG in which the line of w_t moves, update by update.     Lecture 2: L2.5, L2.7

    It begins with the first line that can be seen (weights of zero have none) and rests on the
    weights found; for Pocket these are the ones in the pocket. A ring marks x_n(t), the mistake
    that update t corrects. A long run shows its first updates, and later ones in steps that grow
    with t (`shown_updates`). Without motion (in print, at the reader's request, in viewers other
    than browsers) the last line is seen, with the earlier ones faint behind it; pointing at the
    picture stops it. Of data with three features or more the result is `draw_margins` of the
    weights found.

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
    plane, note = Plane(run.data, BELOW_WORDS), unfinished(run)
    ts = shown_updates(run.updates, _MOST)
    frames = list(_frames(run, ts, plane))
    frames[-1].boxed = mistakes = mistaken(run.hypothesis, run.data)
    items = [*labels(run.data), ("side", plain("h(x) = +1")), ("ring", plain("to be corrected"))]
    items += [("mistake", plain("mistake of the last line"))] * bool(mistakes)
    every = f"{len(ts)} of the {run.updates + 1} lines are shown, ever farther apart."
    sentences = [every] * (len(ts) <= run.updates) + of_x_0(run.data) + [note]
    captions, end = below(plane.end, items, filter(None, sentences))
    drawn, start = among_points(plane, frames)
    body = [*drawn, *captions]
    algorithm = "Pocket" if isinstance(run, PocketRun) else "PLA"
    description = (
        f"{in_words(run.data)} {algorithm}, visiting order {run.strategy}, from "
        f"w_0 = {spoken(run.w0)}: {run.status} after T = {run.updates} updates. "
        f"w = {spoken(run.w)}: {verdict(len(mistakes), run.data.N)}. {note}".rstrip()
    )
    title = "The line of w_t, update by update"
    if len(frames) == 1:
        return document(WIDTH, end, title, description, body)
    if controls:
        body += bar(end, len(frames))
    moves, style = motion(len(frames), start), STYLE if controls else ""
    return document(WIDTH, end, title, description, body, moves, style)


def _frames(run: Run, ts: list[int], plane: Plane) -> Iterator[Frame]:
    """Yield a frame for each of the t up to T, and one for the pocket if it holds other weights."""
    data, wanted = run.data, set(ts)

    def frame(
        w: tuple[Fraction, ...], named: str, seen: str, told: str = "", n: int | None = None
    ) -> Frame:
        remark = "".join(f"; {words}" for words in [plane.remark(w)] if words)
        named, what = f"{named} = {vector(w)}", told or seen
        words = [plain(fitted(said(line), WIDTH - 28)) for line in (named, seen + remark)]
        return Frame(w, n, words, f"{named}. {what[0].upper()}{what[1:]}{remark}.")

    w_T = run.w0
    for t, n, w, w_next in run.scaled_replay():
        if t in wanted:
            corrects, says = f"corrects n({t}) = {n}", f"update {t} corrects example {n}"
            yield frame(in_units(w, run.unit), f"t = {t}: w", corrects, says, n)
        if t + 1 == run.updates:
            w_T = in_units(w_next, run.unit)
    h = Hypothesis(w_T, sign_of_zero=run.sign_of_zero, x0=data.x0)
    yield frame(w_T, f"t = {run.updates}: w", verdict(h.mistakes(data), data.N))
    if run.w != w_T:
        yield frame(run.w, "in the pocket: w", verdict(run.mistakes, data.N))
