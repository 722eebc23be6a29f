"""The mistakes of w_t and of the weights in the pocket over t.     Lecture 2: L2.15"""

from __future__ import annotations

from fractions import Fraction

from ..errors import DataError
from ..pocket import PocketRun
from ..run import Run
from .caption import captioned, in_words, unfinished, verdict
from .panel import Panel
from .picture import Picture
from .words import spoken, vector


def draw_pocket(run: Run, fewest: int | None = None) -> Picture:
    """Return an SVG of the mistakes of w_t and of the pocket over t.     Lecture 2: L2.15, L2.16

    fewest: the mistakes that no line can avoid, if known (`perceptron_ref.theory.optimum`), drawn
        as a line. DataError for a run that is not one of `pocket`.

    >>> from perceptron_ref import example, pocket
    >>> "the pocket 2 of 4" in draw_pocket(pocket(example("xor"), max_updates=9), fewest=1)
    True
    """
    if not isinstance(run, PocketRun):
        raise DataError("found a run without a pocket; expected one of `pocket`")
    T, N = run.updates, run.data.N
    panel = Panel("Mistakes (L2.15)", T, high=240, whole=True)
    panel.curve("pale", "of w_t", [(t, Fraction(met)) for t, met, _ in run.history])
    steps = [(0, Fraction(run.history[0][2]))]
    for t, _, kept in run.history:
        if kept != steps[-1][1] or t == T:
            steps += [(t, steps[-1][1]), (t, Fraction(kept))]
    panel.curve("line", "of the pocket", steps)
    unavoidable = ""
    if fewest is not None:
        unavoidable = f" No line makes fewer than {fewest}."
        panel.curve("before", "of the best line", [(0, Fraction(fewest)), (T, Fraction(fewest))])
    drawn, end = panel.drawn(6)
    _, met, kept = run.history[-1]
    note = unfinished(run)
    description = (
        f"{in_words(run.data)} After T = {T} updates w_T makes {met} mistakes, and "
        f"the pocket {kept} of {N}, with w = {spoken(run.w)}.{unavoidable} {note}"
    ).rstrip()
    sentences = [f"T = {T}; w = {vector(run.w)}: {verdict(kept, N)}", note]
    title = "Mistakes of w_t and of the pocket over t"
    return captioned(title, description, drawn, end, sentences=sentences)
