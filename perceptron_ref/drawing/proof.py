"""Both sides of the convergence proof's inequalities over t, as curves.
Lecture 2: L2.9, L2.10, L2.11, L2.12
"""

from __future__ import annotations

from fractions import Fraction

from ..errors import DataError
from ..exact.rationals import shortened
from ..exact.roots import root
from ..theory.bias import BiasRun
from ..theory.convergence import angle
from ..theory.proof import Proof
from ..vectors import dot, squared_norm
from .caption import WIDTH, below, in_words, unfinished
from .panel import Panel
from .sampling import extremes
from .svg import decimal, document
from .words import equals, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..run import Run
    from .picture import Picture
    from .svg import Coordinate

__all__ = ["draw_derivation", "panels"]

_MOST = 300  # points of a curve
_SQUARES = 40  # points of the curve of a square root, closer to each other where it bends


def draw_derivation(run: Run, w_f: Iterable[object] | None = None) -> Picture:
    """Return an SVG of both sides of the proof's three inequalities over t.
    Lecture 2: L2.9, L2.10, L2.11, L2.12

    What no run can enter is grey: w_f . w_t stays above t min_n y_n w_f . x_n, |w_t|^2 below t R^2,
    and the cosine of their angle above sqrt(t) rho / R. Without w_0 = 0 the first two count from
    w_0, and the angle is left out.

    w_f: 1 + d weights that separate D; where none are given, those of largest margin. Where no
    weights separate, the squared length is drawn alone: it needs none. DataError for weights that
    do not separate, for a run without an update, and for a `BiasRun`.

    >>> from perceptron_ref import example, pla
    >>> "|w_T|^2 = 29 is at most 54." in draw_derivation(pla(example("and")))
    True
    """
    if isinstance(run, BiasRun):
        raise DataError("found a run with a bias of its own; expected one of `pla` or `pocket`")
    if not run.updates:
        raise DataError("found a run without an update; expected one at least, to be drawn over t")
    proof = Proof(run, w_f)
    w_f_of = proof.separator
    if w_f is not None and not w_f_of.separates:
        raise DataError(
            f"w_f does not separate the examples: y_n w_f . x_n = {shortened(w_f_of.least)} "
            f"for n = {w_f_of.worst}; expected weights with y_n w_f . x_n > 0 for all n"
        )
    drawn_panels = panels(proof)
    if w_f_of.separates:
        sentences = [f"w_f = {vector(w_f_of.w_f)}", f"T = {proof.T}"]
        sentences[1] += f" ≤ R²/ρ²{equals(w_f_of.bound)} (L2.12)" if "L2.11" in drawn_panels else ""
    else:
        sentences = [
            "No line separates these examples: there is no w_f to align with, and no bound on T."
        ]
    body: list[str] = []
    end: Coordinate = 6
    for panel in drawn_panels.values():
        drawn, end = panel.drawn(end)
        body += drawn
    note = [unfinished(run)] * bool(unfinished(run))
    captions, end = below(end, [], sentences + note)
    said = [panel.said for panel in drawn_panels.values()]
    description = " ".join([in_words(run.data), *said, *sentences[-1:], *note])
    return document(
        WIDTH, end, "Both sides of the convergence proof over t", description, [*body, *captions]
    )


def panels(proof: Proof) -> dict[str, Panel]:
    """Return a panel for each inequality that says something about the run, by its label."""
    drawn = {}
    if proof.separator.separates:
        drawn["L2.9"] = _alignment(proof)
    drawn["L2.10"] = _length(proof)
    if proof.separator.separates and not any(proof.run.w0):
        drawn["L2.11"] = _cosine(proof)
    return drawn


def _alignment(proof: Proof) -> Panel:
    """w_f . w_t >= w_f . w_0 + t eta min_n y_n w_f . x_n.     Lecture 2: L2.9"""
    run, T, unit = proof.run, proof.T, proof.units["w_f"] * proof.units["w"]
    aligned = [dot(proof.w_f, w) for w in proof.weights]
    bound = [(t, (aligned[0] + t * proof.eta * proof.least) * unit) for t in (0, T)]
    panel = Panel("Alignment (L2.9)", T)
    panel.said = f"w_f . w_T = {shortened(aligned[T] * unit)} is at least {shortened(bound[1][1])}."
    panel.bar(bound, above=False)
    panel.curve("line", "w_f · w_t", [(t, aligned[t] * unit) for t in extremes(aligned, _MOST)])
    panel.curve(
        "before", f"{_from(run, 'w_f · w_0')}t {_times(run, 'η ')}min_n y_n w_f · x_n", bound
    )
    return panel


def _length(proof: Proof) -> Panel:
    """|w_t|^2 <= |w_0|^2 + t eta^2 R^2.     Lecture 2: L2.10"""
    run, T, unit = proof.run, proof.T, proof.units["w"] ** 2
    lengths = [squared_norm(w) for w in proof.weights]
    bound = [(t, (lengths[0] + t * proof.eta**2 * proof.R2) * unit) for t in (0, T)]
    panel = Panel("Squared length (L2.10)", T)
    panel.said = f"|w_T|^2 = {shortened(lengths[T] * unit)} is at most {shortened(bound[1][1])}."
    panel.bar(bound, above=True)
    panel.curve("line", "|w_t|²", [(t, lengths[t] * unit) for t in extremes(lengths, _MOST)])
    panel.curve("before", f"{_from(run, '|w_0|²')}t {_times(run, 'η²')}R²", bound)
    return panel


def _cosine(proof: Proof) -> Panel:
    """1 >= cos(w_f, w_t) >= sqrt(t) rho / R, from w_0 = 0.     Lecture 2: L2.11"""
    T = proof.T
    squares = [Fraction(square, one) for one, square, _ in angle(proof)]
    cosines = [(1 + i, root(squares[i])) for i in extremes(squares, _MOST)]
    ts = [T * k * k // _SQUARES**2 for k in range(_SQUARES + 1)]
    bound = [(t, root(t / proof.separator.bound)) for t in dict.fromkeys(ts)]
    panel = Panel("Cosine of the angle (L2.11)", T, limits=(Fraction(0), Fraction(1)))
    panel.said = (
        f"cos(w_f, w_T) = {decimal(cosines[-1][1], 6)} is at least {decimal(bound[-1][1], 6)}."
    )
    panel.bar(bound, above=False)
    panel.curve("line", "cos(w_f, w_t)", cosines)
    panel.curve("before", "√t ρ/R", bound)
    return panel


def _from(run: Run, start: str) -> str:
    return f"{start} + " if any(run.w0) else ""


def _times(run: Run, eta: str) -> str:
    return "" if run.eta == 1 else eta
