"""Both sides of the convergence proof's inequalities over t, as curves.
Lecture 2: L2.9, L2.10, L2.11, L2.12
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from ..errors import DataError
from ..exact.rationals import shortened
from ..theory.bias import BiasRun
from ..theory.convergence import Replayed, Separator
from ..theory.separability import Separable, separability
from ..vectors import squared_norm
from .caption import WIDTH, below, in_words
from .panel import Panel
from .sampling import extremes
from .svg import decimal, document
from .words import equals, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..pla import Run
    from .svg import Coordinate

_MOST = 300  # points of a curve
_SQUARES = 40  # points of the curve of a square root, closer to each other where it bends
_BITS = 40  # of a cosine


def draw_derivation(run: Run, w_f: Iterable[object] | None = None) -> str:
    """Return an SVG of both sides of the proof's three inequalities over t.
    Lecture 2: L2.9, L2.10, L2.11, L2.12

    What no run can enter is grey: w_f . w_t stays above t min_n y_n w_f . x_n, |w_t|^2 below t R^2,
    and the cosine of their angle above sqrt(t) rho / R. Without w_0 = 0 the first two count from
    w_0, and the angle is left out.
    w_f: 1 + d weights that separate D; where none are given, those of largest margin. Where no
        weights separate, the
    squared length is drawn alone: it needs none. DataError for weights that do not separate, and
        for a `BiasRun`.

    >>> from perceptron_ref import example, pla
    >>> "|w_T|^2 = 29 is at most 54." in draw_derivation(pla(example("and")))
    True
    """
    if isinstance(run, BiasRun):
        raise DataError("found a run with a bias of its own; expected one of `pla` or `pocket`")
    if not run.updates:
        raise DataError("found a run without an update; expected one at least, to be drawn over t")
    replayed, separator = Replayed(run), _separator(run, w_f)
    panels = [_length(replayed)]
    sentences = [
        "No line separates these examples: there is no w_f to align with, and no bound on T."
    ]
    if separator is not None:
        panels.insert(0, _alignment(replayed, separator))
        sentences = [f"w_f = {vector(separator.w_f)}", f"T = {run.updates}"]
        if not any(run.w0):
            panels.append(_cosine(replayed, separator))
            sentences[1] += f" ≤ R²/ρ²{equals(separator.bound)} (L2.12)"
    body: list[str] = []
    end: Coordinate = 6
    for panel in panels:
        drawn, end = panel.drawn(end)
        body += drawn
    captions, end = below(end, [], sentences)
    description = " ".join([in_words(run.data), *(panel.said for panel in panels), *sentences[-1:]])
    return document(
        WIDTH, end, "Both sides of the convergence proof over t", description, [*body, *captions]
    )


def _separator(run: Run, w_f: Iterable[object] | None) -> Separator | None:
    """Return the weights to hold the run against, or None where no weights separate."""
    if w_f is None:
        found = separability(run.data)
        return Separator(run.data, found.w_f) if isinstance(found, Separable) else None
    separator = Separator(run.data, w_f)
    if not separator.separates:
        least = shortened(separator.least * separator.unit / run.data.scale)
        raise DataError(
            f"w_f does not separate the examples: y_n w_f . x_n = {least} for n = {separator.worst}; "
            "expected weights with y_n w_f . x_n > 0 for all n"
        )
    return separator


def _alignment(replayed: Replayed, separator: Separator) -> Panel:
    """w_f . w_t >= w_f . w_0 + t eta min_n y_n w_f . x_n.     Lecture 2: L2.9"""
    run, aligned = replayed.run, replayed.aligned(separator)
    unit, least = run.unit * separator.unit, run.step * separator.least
    panel = Panel("Alignment (L2.9)", run.updates)
    bound = [(t, (aligned[0] + t * least) * unit) for t in (0, run.updates)]
    panel.said = (
        f"w_f . w_T = {shortened(aligned[-1] * unit)} is at least {shortened(bound[-1][1])}."
    )
    panel.bar(bound, above=False)
    panel.curve("line", "w_f · w_t", [(t, aligned[t] * unit) for t in extremes(aligned, _MOST)])
    panel.curve(
        "before", f"{_from(run, 'w_f · w_0')}t {_times(run, 'η ')}min_n y_n w_f · x_n", bound
    )
    return panel


def _length(replayed: Replayed) -> Panel:
    """|w_t|^2 <= |w_0|^2 + t eta^2 R^2.     Lecture 2: L2.10"""
    run, lengths = replayed.run, replayed.lengths
    unit, most = run.unit**2, run.step**2 * max(map(squared_norm, run.data.scaled_xs))
    panel = Panel("Squared length (L2.10)", run.updates)
    bound = [(t, (lengths[0] + t * most) * unit) for t in (0, run.updates)]
    panel.said = f"|w_T|^2 = {shortened(lengths[-1] * unit)} is at most {shortened(bound[-1][1])}."
    panel.bar(bound, above=True)
    panel.curve("line", "|w_t|²", [(t, lengths[t] * unit) for t in extremes(lengths, _MOST)])
    panel.curve("before", f"{_from(run, '|w_0|²')}t {_times(run, 'η²')}R²", bound)
    return panel


def _cosine(replayed: Replayed, separator: Separator) -> Panel:
    """1 >= cos(w_f, w_t) >= sqrt(t) rho / R, from w_0 = 0.     Lecture 2: L2.11"""
    run, aligned = replayed.run, replayed.aligned(separator)
    length = squared_norm(separator.w)
    cosines = [_root(a * a, length * w2) for a, w2 in zip(aligned[1:], replayed.lengths[1:])]
    p, q = separator.bound.numerator, separator.bound.denominator
    panel = Panel("Cosine of the angle (L2.11)", run.updates, limits=(Fraction(0), Fraction(1)))
    ts = [run.updates * k * k // _SQUARES**2 for k in range(_SQUARES + 1)]
    bound = [(t, Fraction(_root(t * q, p), 1 << _BITS)) for t in dict.fromkeys(ts)]
    panel.bar(bound, above=False)
    shown = [(1 + i, Fraction(cosines[i], 1 << _BITS)) for i in extremes(cosines, _MOST)]
    panel.said = (
        f"cos(w_f, w_T) = {decimal(shown[-1][1], 6)} is at least {decimal(bound[-1][1], 6)}."
    )
    panel.curve("line", "cos(w_f, w_t)", shown)
    panel.curve("before", "√t ρ/R", bound)
    return panel


def _root(p: int, q: int) -> int:
    """Return sqrt(p / q) times 2^_BITS, rounded down."""
    return isqrt((p << 2 * _BITS) // q)


def _from(run: Run, start: str) -> str:
    return f"{start} + " if any(run.w0) else ""


def _times(run: Run, eta: str) -> str:
    return "" if run.eta == 1 else eta
