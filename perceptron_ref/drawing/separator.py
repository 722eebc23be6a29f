"""The line of largest margin, with the gap beside it and the examples that fix it.

Lecture 2: L2.8, N.5
"""

from __future__ import annotations

from ..theory.margins import Length
from ..theory.separability import Separable
from ..theory.svm import SvmSeparator
from ..vectors import squared_norm
from .caption import captioned, in_words, labels, of_x_0
from .picture import Picture
from .plane import Plane
from .still import draw_margins
from .svg import marks, path
from .words import marked, plain, vector

_DIGITS = 5
_MAX_LISTED = 10


def draw_separator(answer: Separable | SvmSeparator) -> Picture:
    """Return an SVG of the line of largest margin, its gap and support.     Lecture 2: L2.8, N.5

    Of one or two features the dashed lines go through the examples of the support, which have
    rings; no example lies between them. Of more features it is the picture of `draw_margins`.

    Args:
        answer: What `separability` or `svm_separator` returns for data that a line separates.

    >>> from perceptron_ref import example
    >>> from perceptron_ref.theory.separability import separability
    >>> "support" in draw_separator(separability(example("and")))
    True
    """
    data, h = answer.data, answer.hypothesis
    if isinstance(answer, SvmSeparator):
        margin = f"margin = {answer.margin.in_words(_DIGITS)}, which does not count w_0 in |w|."
    else:
        margin = f"rho = {Length(1, answer.rho2).in_words(_DIGITS)}, which counts w_0 in |w|."
    if data.d > 2:
        n = ", ".join(map(str, answer.support[:_MAX_LISTED]))
        more = ", ..." * (len(answer.support) > _MAX_LISTED)
        return draw_margins(data, h, f"{margin} Support: n = {n}{more}.")
    plane, w = Plane(data), h.w
    line = plane.line(w, gap=answer.least)
    rings = marks("circle", [plane.places[n] for n in answer.support], plane.radius + 6)
    square = squared_norm(w[1:])
    distance = Length(1, answer.least**2 / square).in_words(_DIGITS) if square else ""
    sentences = [
        f"w = {vector(w)}",
        margin,
        f"In the plane each dashed line is {distance} away." if distance else "",
        *of_x_0(data),
    ]
    items = [
        *labels(data),
        ("side", marked("h(x) = +1")),
        ("before", plain("gap")),
        ("ring", plain("support")),
    ]
    body = [*plane.frame(), line, plane.points(), path(rings, "ring")]
    title = "The line of largest margin"
    return captioned(title, [in_words(data)], body, plane.end, items, sentences)
