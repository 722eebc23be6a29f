"""The mistakes of w_t and of the weights in the pocket over t.     Lecture 2: L2.15"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

from ..errors import DataError
from ..pocket import PocketRun
from .caption import WIDTH, below, in_words, unfinished, verdict
from .panel import Panel
from .sampling import extremes
from .svg import document
from .words import spoken, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..run import Run
    from .picture import Picture

_MOST = 300  # points of a curve


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
    T = run.updates
    _, met, kept = zip(*run.history)
    panel = Panel("Mistakes (L2.15)", T, high=240, whole=True)
    panel.curve("pale", "of w_t", [(t, Fraction(met[t])) for t in extremes(met, _MOST)])
    panel.curve("line", "of the pocket", _steps(kept))
    unavoidable = ""
    if fewest is not None:
        unavoidable = f" No line makes fewer than {fewest}."
        panel.curve("before", "of the best line", [(0, Fraction(fewest)), (T, Fraction(fewest))])
    drawn, end = panel.drawn(6)
    found = f"T = {T}; w = {vector(run.w)}: {verdict(kept[-1], run.data.N)}"
    note = unfinished(run)
    captions, end = below(end, [], [found, *[note] * bool(note)])
    description = (
        f"{in_words(run.data)} After T = {T} updates w_T makes {met[-1]} mistakes, and "
        f"the pocket {kept[-1]} of {run.data.N}, with w = {spoken(run.w)}.{unavoidable} {note}"
    ).rstrip()
    title = "Mistakes of w_t and of the pocket over t"
    return document(WIDTH, end, title, description, [*drawn, *captions])


def _steps(kept: Sequence[int]) -> list[tuple[int, Fraction]]:
    """Return the corners of a curve that rises and falls in steps.

    >>> [(t, int(mistakes)) for t, mistakes in _steps([4, 4, 2, 2])]
    [(0, 4), (2, 4), (2, 2), (3, 2)]
    """
    changes = (t for t in range(1, len(kept)) if kept[t] != kept[t - 1])
    corners = chain.from_iterable(((t, kept[t - 1]), (t, kept[t])) for t in changes)
    every = ((0, kept[0]), *corners, (len(kept) - 1, kept[-1]))
    return [(t, Fraction(mistakes)) for t, mistakes in every]
