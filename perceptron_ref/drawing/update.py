"""One update of a run: the lines before and after it, and the vectors as arrows.

Lecture 2: L2.5, L2.7
"""

from __future__ import annotations

from itertools import islice

from ..errors import DataError, shown
from ..exact.rationals import shortened
from ..exact.values import integer
from ..run import in_units
from ..vectors import dot
from .arrows import arrows
from .caption import WIDTH, below, in_words, labels, of_x_0
from .plane import Plane
from .svg import document, marked
from .words import equals, number, spoken, typeset, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

    from ..run import Run
    from .picture import Picture
    from .svg import Coordinate


def draw_update(run: Run, t: int) -> Picture:
    """Return an SVG of update t: w_{t+1} = w_t + eta y_n x_n, n = n(t).     Lecture 2: L2.5, L2.7

    With one or two features the lines of both weights stand among the examples. The arrows are the
    vectors themselves, x_0 and w_0 included, in the plane that they span: lengths and angles are
    true for any number of features. DataError for a t that is no update of the run.

    >>> from perceptron_ref import example, pla
    >>> "Update 2 corrects example 2<" in draw_update(pla(example("or")), 2)
    True
    """
    t = _checked_update(run, t)
    data, n = run.data, run.n[t]
    w, w_next = (in_units(v, run.unit) for v in next(islice(run.scaled_replay(), t, None))[2:])
    y = data.ys[n]
    before, after = (y * dot(weights, data.xs[n]) for weights in (w, w_next))
    lines, top = _lines(run, t, w, w_next) if data.d <= 2 else ([], 0)
    moved, added = [b - a for a, b in zip(w, w_next)], "y_n x_n"
    if moved != [y * x_i for x_i in data.xs[n]]:
        added = f"w_{{{t + 1}}} \u2212 w_{{{t}}}"
    turned, top = arrows(w, moved, (f"w_{{{t}}}", added, f"w_{{{t + 1}}}"), top + 10)
    sentences = [
        typeset(f"w_{{{t}}} = {vector(w)}; n({t}) = {n}, y_n = {y:+d}"),
        f"w_{{{t + 1}}} = {vector(w_next)}",
        f"y_n w_{{{t}}} · x_n{equals(before)}, y_n w_{{{t + 1}}} · x_n{equals(after)}: "
        f"{number(after - before)} more",
    ]
    captions, end = below(top, [], sentences)
    description = (
        f"{in_words(data)} "
        f"w_{t} = {spoken(w)} makes a mistake on example {n}, whose label is y = {y:+d}. "
        f"w_{t + 1} = {spoken(w_next)}; "
        f"y w . x of the example goes from {shortened(before)} to {shortened(after)}."
    )
    body = [*lines, *turned, *captions]
    return document(WIDTH, end, f"Update {t} corrects example {n}", description, body)


def _checked_update(run: Run, t: object) -> int:
    try:
        at = integer(t)
    except TypeError:
        at = -1
    if 0 <= at < run.updates:
        return at
    expected = f"an update of the run, 0 to {run.updates - 1}"
    if not run.updates:
        expected = "a run that made an update"
    raise DataError(f"t: found {shown(t)}; expected {expected}")


def _lines(
    run: Run, t: int, w: tuple[Fraction, ...], w_next: tuple[Fraction, ...]
) -> tuple[list[str], Coordinate]:
    """Return the lines of w_t and w_{t+1} among the examples, and where the drawing ends."""
    plane, n = Plane(run.data), run.n[t]
    items = [
        *labels(run.data),
        ("ring", marked(f"x_n, n = {n}")),
        ("before", marked(f"line of w_{{{t}}}")),
        ("side", marked(f"line of w_{{{t + 1}}}, h(x) = +1")),
    ]
    remarks = [(t, plane.remark(w)), (t + 1, plane.remark(w_next))]
    sentences = [f"w_{{{i}}}: {remark}" for i, remark in remarks if remark]
    captions, end = below(plane.end, items, [*sentences, *of_x_0(run.data)])
    drawn = plane.clipped(plane.line(w_next), plane.line_before(w))
    return [*plane.frame(), drawn, *plane.points(), plane.ring(n), *captions], end
