"""The line of largest margin, with the gap on both sides and the examples that determine it.

Lecture 2: L2.8; on this site: N.5
"""

from __future__ import annotations

from ..theory.margins import Length
from ..theory.separability import Separable
from ..theory.svm import SvmSeparator
from ..vectors import squared_norm
from .caption import (
    describe_examples,
    label_legend_items,
    make_captioned_picture,
    sentences_about_scaling,
)
from .data_pictures import draw_margins
from .picture import Picture
from .plane import RING_GAP, Plane
from .svg import marker_path_data, path_element
from .typography import format_vector, math_svg, plain_svg

_DIGITS = 5  # of a margin or a distance
_MAX_LISTED_EXAMPLES = 10


def draw_separator(answer: Separable | SvmSeparator) -> Picture:
    """Return an SVG of the line of largest margin, its gap and support.
    Lecture 2: L2.8; on this site: N.5

    With one or two features, rings mark the examples of the support, and dashed lines pass through
    them; no example lies between these lines. If all labels are equal, w_1, ..., w_d may be 0; then
    there is no line. For a normalized set the dashed lines are left out, because the picture shows
    the points as they were before they were divided by their lengths; at those places the support
    need not be equally far from the line. With more features, the picture is that of
    `draw_margins`.

    Args:
        answer: The result of `separability` or `svm_separator` for data that a line separates.

    >>> from perceptron_ref import example
    >>> from perceptron_ref.theory.separability import separability
    >>> "support" in draw_separator(separability(example("and")))
    True
    """
    data, h = answer.data, answer.hypothesis
    if isinstance(answer, SvmSeparator):
        margin = f"margin = {answer.margin.in_words(_DIGITS)}; |w| does not include w_0."
    else:
        margin = f"rho = {Length(1, answer.rho2).in_words(_DIGITS)}; |w| includes w_0."
    if data.d > 2:
        support_text = ", ".join(map(str, answer.support[:_MAX_LISTED_EXAMPLES]))
        more = ", ..." * (len(answer.support) > _MAX_LISTED_EXAMPLES)
        return draw_margins(data, h, f"{margin} Support: n = {support_text}{more}.")
    plane, w = Plane(data), h.w
    has_gap = data.factors is None and any(w[1:])
    line = plane.render_line(w, margin=answer.least if has_gap else None)
    rings = marker_path_data(
        "circle", [plane.positions[n] for n in answer.support], plane.radius + RING_GAP
    )
    sentences = [
        ": ".join(filter(None, [f"w = {format_vector(w)}", plane.no_line_reason(w)])),
        margin,
    ]
    if has_gap:
        distance = Length(1, answer.least**2 / squared_norm(w[1:])).in_words(_DIGITS)
        sentences.append(f"Each dashed line is {distance} away from the line.")
    sentences += sentences_about_scaling(data)
    legend_items = [
        *label_legend_items(data),
        ("side", math_svg("h(x) = +1")),
        *[("dashed", plain_svg("gap"))] * has_gap,
        ("ring", plain_svg("support")),
    ]
    body = [*plane.render_axes(), line, plane.render_examples(), path_element(rings, "ring")]
    title = "The line of largest margin"
    return make_captioned_picture(
        title, [describe_examples(data)], body, plane.caption_top, legend_items, sentences
    )
