"""One update of a run: the lines before and after it, and the vectors as arrows.

Lecture 2: L2.5, L2.7
"""

from __future__ import annotations

from itertools import islice

from ..errors import DataError, shown
from ..exact.rationals import shortened
from ..exact.values import integer
from ..run import Run, in_units
from ..vectors import dot
from .arrows import arrows
from .caption import below, captioned, in_words, labels, of_x_0
from .picture import Picture
from .plane import Plane
from .svg import Coordinate, marked
from .words import equals, number, spoken, typeset, vector


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
    x, y = data.xs[n], data.ys[n]
    _, _, *scaled = next(islice(run.scaled_replay(), t, None))
    w, w_next = (in_units(v, run.unit) for v in scaled)
    before, after, moved = y * dot(w, x), y * dot(w_next, x), [b - a for a, b in zip(w, w_next)]
    names = f"w_{{{t}}}", "y_n x_n", f"w_{{{t + 1}}}"
    if moved != [y * x_i for x_i in x]:  # another eta, or a bias of its own
        names = names[0], f"{names[2]} \u2212 {names[0]}", names[2]
    body: list[str] = []
    end: Coordinate = 0
    if data.d <= 2:
        plane = Plane(data)
        items = [
            *labels(data),
            ("ring", marked(f"x_n, n = {n}")),
            ("before", marked(f"line of {names[0]}")),
            ("side", marked(f"line of {names[2]}, h(x) = +1")),
        ]
        remarks = [f"{names[0]}: {plane.remark(w)}"] * bool(plane.remark(w))
        remarks += [f"{names[2]}: {plane.remark(w_next)}"] * bool(plane.remark(w_next))
        captions, end = below(plane.end, items, [*remarks, *of_x_0(data)])
        both = plane.clipped(plane.line(w_next), plane.line_before(w))
        body = [*plane.frame(), both, *plane.points(), plane.ring(n), *captions]
    turned, end = arrows(w, moved, names, end + 10)
    sentences = [
        typeset(f"{names[0]} = {vector(w)}; n({t}) = {n}, y_n = {y:+d}"),
        f"{names[2]} = {vector(w_next)}",
        f"y_n {names[0]} · x_n{equals(before)}, y_n {names[2]} · x_n{equals(after)}: "
        f"{number(after - before)} more",
    ]
    description = (
        f"{in_words(data)} "
        f"w_{t} = {spoken(w)} makes a mistake on example {n}, whose label is y = {y:+d}. "
        f"w_{t + 1} = {spoken(w_next)}; "
        f"y w . x of the example goes from {shortened(before)} to {shortened(after)}."
    )
    title = f"Update {t} corrects example {n}"
    return captioned(title, description, [*body, *turned], end, sentences=sentences)


def _checked_update(run: Run, t: object) -> int:
    try:
        at = integer(t)
    except TypeError:
        at = -1
    if not 0 <= at < run.updates:
        expected = f"an update of the run, 0 to {run.updates - 1}"
        expected = expected if run.updates else "a run that made an update"
        raise DataError(f"t: found {shown(t)}; expected {expected}")
    return at
