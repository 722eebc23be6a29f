"""A still picture of the examples and one line.     Lecture 2: L2.1, L2.4"""

from __future__ import annotations

from ..dataset import Dataset, checked_dataset
from ..errors import DataError
from ..hypothesis import Hypothesis
from .caption import captioned, in_words, labels, mistaken, of_x_0, verdict
from .margins import draw_margins
from .picture import Picture
from .plane import Plane
from .svg import marked, plain
from .words import spoken, vector


def draw_data(data: Dataset, hypothesis: Hypothesis | None = None, note: str = "") -> Picture:
    """Return an SVG of the examples and the line w . x = 0.     Lecture 2: L2.1, L2.4

    data: of one feature, on a line, or of two, in the plane, o for y = +1 and x for y = -1; of
        more, the margins are drawn, see `draw_margins`.
    hypothesis: its line is drawn, its side of h(x) = +1 shaded, and its mistakes get squares.
    note: a sentence for below, such as how a run ended.
    DataError for three features or more without a hypothesis, and for one of other features.

    >>> from perceptron_ref import Hypothesis, example
    >>> "no mistake." in draw_data(example("and"), Hypothesis([-3, 2, 2]))
    True
    """
    if checked_dataset(data).d > 2:
        if hypothesis is None:
            raise DataError(
                f"found {data.d} features and no hypothesis; "
                "expected one or two features, or a hypothesis"
            )
        return draw_margins(data, hypothesis, note)
    plane, items, description = Plane(data), labels(data), in_words(data)
    if hypothesis is None:
        body = [*plane.frame(), *plane.points()]
        description = f"{description} {note}".rstrip()
        return captioned("The examples", description, body, plane.end, items, [note])
    w, mistakes = hypothesis.w, mistaken(hypothesis, data)
    found = ", ".join(filter(None, [plane.remark(w), verdict(len(mistakes), data.N)]))
    items += [("side", marked("h(x) = +1"))] + [("mistake", plain("mistake"))] * bool(mistakes)
    sentences = [f"w = {vector(w)}: {found}", *of_x_0(data), note]
    description = f"{description} w = {spoken(w)}: {found}. {note}".rstrip()
    body = [*plane.frame(), plane.clipped(plane.line(w)), *plane.points(mistakes)]
    title = "The examples and the line of w"
    return captioned(title, description, body, plane.end, items, sentences)
