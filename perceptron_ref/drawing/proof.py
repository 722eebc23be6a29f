"""Draw both sides of each inequality of the convergence proof as curves against t.
Lecture 2: L2.9, L2.10, L2.11, L2.12
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from ..errors import DataError, quote
from ..exact.rationals import short_text, square_root
from ..run import Run
from ..theory.bias import BiasRun
from ..theory.convergence import angle
from ..theory.proof import Proof
from ..theory.separability import through_origin_phrase
from ..vectors import dot, squared_norm
from .panel import Curve, Panel, draw_stacked_panels
from .picture import Picture
from .svg import Point, decimal_text
from .typography import format_number, format_vector, format_with_equals_sign

__all__ = ["draw_derivation", "draw_length"]

_SQUARE_ROOT_SEGMENTS = 40  # line segments of the curve of a square root


def draw_derivation(run: Run, w_f: Iterable[object] | None = None) -> Picture:
    """Return an SVG of both sides of the three inequalities of the proof against t.
    Lecture 2: L2.9, L2.10, L2.11, L2.12

    The regions that no run can enter are grey. If w_0 = 0 and eta = 1, w_f . w_t is at least
    t min_n y_n w_f . x_n, ||w_t||^2 is at most t R^2, and the cosine of the angle between w_f and
    w_t is at least sqrt(t) rho / R. If w_0 is not 0, the first two bounds start from w_0, and the
    angle is left out.

    Args:
        run: A run of `pla` or `pocket` with at least one update.
        w_f: 1 + d weights that separate D. The default is the weights of largest margin. If no
            weights separate, only the squared length is drawn, which does not depend on w_f.

    Raises:
        DataError: If w_f does not separate, if the run has no update, or for a `BiasRun`.

    >>> from perceptron_ref import example, pla
    >>> "|w_T|^2 = 29 is at most 54." in draw_derivation(pla(example("and")))
    True
    """
    proof = Proof(_checked_run(run), w_f)
    separator = proof.separator
    if w_f is not None and not separator.separates:
        raise DataError(
            f"w_f: found y_n w_f . x_n = {short_text(separator.least)} for n = {separator.worst}; "
            "expected weights that separate the examples: y_n w_f . x_n > 0 for all n"
        )
    panels = list(_inequality_panels(proof))
    sentences = [
        f"No line{through_origin_phrase(run.data)} separates these examples: "
        "there is no w_f to align with, and no bound on T."
    ]
    if separator.separates:
        bound = (
            f" ≤ R²/ρ²{format_with_equals_sign(separator.bound)} (L2.12)"
            if len(panels) == 3
            else ""
        )
        sentences = [f"w_f = {format_vector(separator.w_f)}", f"T = {proof.T}{bound}"]
    title = "Both sides of each inequality of the convergence proof, update by update"
    return draw_stacked_panels(run, title, panels, sentences)


def draw_length(run: Run) -> Picture:
    """Return an SVG of ||w_t|| against t, and of its bound.     Lecture 2: L2.10

    ||w_t||^2 is at most ||w_0||^2 + t eta^2 R^2. So, if w_0 = 0, the bound of ||w_t|| is
    sqrt(t) eta R. In a long run, only the least and the largest value of each range of t are drawn,
    so that no peak is lost.

    Args:
        run: A run of `pla` or `pocket` with at least one update.

    Raises:
        DataError: If the run has no update, or for a `BiasRun`.

    >>> from perceptron_ref import example, pla
    >>> draw_length(pla(example("and")))
    <Picture 440 x 384: The length of the weights w_t, update by update>
    """
    proof = Proof(_checked_run(run), [0] * (1 + run.data.d))  # the length does not depend on w_f
    squared_lengths, max_increase = _squared_lengths(proof)
    T, lengths = proof.T, list(map(square_root, squared_lengths))
    initial_squared_length = squared_lengths[0]
    # if the picture showed the whole bound, the curve of |w_t| could look flat
    last_t = min(Fraction(T), (4 * max(squared_lengths) - initial_squared_length) / max_increase)
    ts = _ts_for_square_root(last_t)
    bound = [(t, square_root(initial_squared_length + t * max_increase)) for t in ts]
    y_max = max(bound[-1][1], *lengths)
    bound_label = (
        "√(|w_{0}|² + t η²R²)" if initial_squared_length else f"√t {'' if run.eta == 1 else 'η '}R"
    )
    curves: list[Curve] = [("line", "|w_t|", enumerate(lengths)), ("dashed", bound_label, bound)]
    heading = "Length of the weight vector (L2.10)"
    panel = Panel(heading, T, curves, "above", height=240, y_max=y_max)
    limit = format_with_equals_sign(square_root(initial_squared_length + T * max_increase))
    bound_label_at_T = bound_label.replace("t", "T")
    sentence = (
        f"|w_T|{format_with_equals_sign(lengths[T])}; its bound is {bound_label_at_T}{limit}."
    )
    sentences = [
        f"T = {format_number(T)}; R²{format_with_equals_sign(proof.separator.R2)}",
        sentence,
    ]
    return draw_stacked_panels(
        run, "The length of the weights w_t, update by update", [panel], sentences
    )


def _checked_run(run: Run) -> Run:
    if not isinstance(run, Run) or isinstance(run, BiasRun):
        raise DataError(f"run: found {quote(run)}; expected a run of `pla` or `pocket`")
    if not run.updates:
        raise DataError("run: found no updates; expected a run with at least one update")
    return run


def _squared_lengths(proof: Proof) -> tuple[list[Fraction], Fraction]:
    """Return ||w_t||^2 for t = 0, ..., T, and eta^2 R^2, the most that an update can add."""
    unit = proof.units["w"] ** 2
    squared_lengths = [squared_norm(w) * unit for w in proof.weights]
    return squared_lengths, proof.eta**2 * proof.R2 * unit


def _inequality_panels(proof: Proof) -> Iterator[Panel]:
    """Yield a panel for each inequality that applies to the run.

    w_f . w_t >= w_f . w_0 + t eta min_n y_n w_f . x_n,  ||w_t||^2 <= ||w_0||^2 + t eta^2 R^2,
    1 >= cos(w_f, w_t) >= sqrt(t) rho / R from w_0 = 0.
    """
    T, separator, starts_from_zero = proof.T, proof.separator, not any(proof.run.w0)
    eta = "" if proof.run.eta == 1 else "η"
    curves: list[Curve]
    bound: list[Point]
    if separator.separates:
        unit = proof.units["w_f"] * proof.units["w"]
        products = [dot(proof.w_f, w) * unit for w in proof.weights]
        bound_at_T = products[0] + T * proof.eta * proof.least * unit
        bound_label = (
            f"{'' if starts_from_zero else 'w_f · w_{0} + '}t {eta and 'η '}min_n y_n w_f · x_n"
        )
        bound = [(0, products[0]), (T, bound_at_T)]
        curves = [("line", "w_f · w_t", enumerate(products)), ("dashed", bound_label, bound)]
        sentence = f"w_f . w_T = {short_text(products[T])} is at least {short_text(bound_at_T)}."
        yield Panel("Alignment (L2.9)", T, curves, "below", sentence)
    squared_lengths, max_increase = _squared_lengths(proof)
    bound_at_T = squared_lengths[0] + T * max_increase
    bound = [(0, squared_lengths[0]), (T, bound_at_T)]
    bound_label = f"{'' if starts_from_zero else '|w_{0}|² + '}t {eta and 'η²'}R²"
    curves = [("line", "|w_t|²", enumerate(squared_lengths)), ("dashed", bound_label, bound)]
    sentence = f"|w_T|^2 = {short_text(squared_lengths[T])} is at most {short_text(bound_at_T)}."
    yield Panel("Squared length (L2.10)", T, curves, "above", sentence)
    if separator.separates and starts_from_zero:
        cosines = [square_root(square) for _, _, square, _, _ in angle(proof)]
        bound = [(t, square_root(t / separator.bound)) for t in _ts_for_square_root(Fraction(T))]
        points = enumerate(cosines, start=1)
        curves = [("line", "cos(w_f, w_t)", points), ("dashed", "√t ρ/R", bound)]
        ends = [decimal_text(cosine, 6) for cosine in (cosines[-1], bound[-1][1])]
        sentence = f"cos(w_f, w_T) = {ends[0]} is at least {ends[1]}."
        yield Panel("Cosine of the angle (L2.11)", T, curves, "below", sentence, y_max=1)


def _ts_for_square_root(last_t: Fraction) -> list[Fraction]:
    """Return t from 0 to `last_t`, closer together near 0, where the curve of sqrt(t) bends."""
    return [last_t * k * k / _SQUARE_ROOT_SEGMENTS**2 for k in range(_SQUARE_ROOT_SEGMENTS + 1)]
