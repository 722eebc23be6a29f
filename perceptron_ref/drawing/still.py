"""A still picture of the examples and one line.     Lecture 2: L2.1, L2.4"""

from __future__ import annotations

from ..dataset import checked_dataset
from ..errors import DataError
from .caption import WIDTH, below, in_words, labels, mistaken, of_x_0, verdict
from .margins import draw_margins
from .plane import Plane
from .svg import document, plain
from .words import spoken, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from ..dataset import Dataset
    from ..hypothesis import Hypothesis
    from .picture import Picture


def draw_data(data: Dataset, hypothesis: Hypothesis | None = None, note: str = "") -> Picture:
    """Return an SVG of the examples and the line w . x = 0.     Lecture 2: L2.1, L2.4

    data: of one feature, on a line, or of two, in the plane, o for y = +1 and x for y = -1; of
        more, the margins are drawn, see `draw_margins`.
    hypothesis: its line is drawn, its side of h(x) = +1 shaded, and its mistakes get squares.
    note: a sentence for below, such as how a run ended.
    DataError for three features or more without a hypothesis, and for one of other features.

    >>> from perceptron_ref import Hypothesis, example
    >>> "w = (-3, 2, 2): no mistake." in draw_data(example("and"), Hypothesis([-3, 2, 2]))
    True
    """
    checked_dataset(data)
    if hypothesis is None:
        if data.d > 2:
            raise DataError(
                f"found {data.d} features and no hypothesis; "
                "expected one or two features, or a hypothesis"
            )
        return _draw(data, None, [], note)
    if data.d > 2:
        return draw_margins(data, hypothesis, note)
    return _draw(data, hypothesis.w, mistaken(hypothesis, data), note)


def _draw(data: Dataset, w: Sequence[Fraction] | None, mistakes: list[int], note: str) -> Picture:
    plane = Plane(data)
    items, description, title = labels(data), in_words(data), "The examples"
    sentences, line = [], ""
    if w is not None:
        items += [("side", plain("h(x) = +1"))] + [("mistake", plain("mistake"))] * bool(mistakes)
        found = ", ".join(filter(None, [plane.remark(w), verdict(len(mistakes), data.N)]))
        sentences = [f"w = {vector(w)}: {found}", *of_x_0(data)]
        line = plane.clipped(plane.line(w))
        description = f"{description} w = {spoken(w)}: {found}."
        title = "The examples and the line of w"
    captions, end = below(plane.end, items, [*sentences, *[note] * bool(note)])
    body = [*plane.frame(), line, *plane.points(mistakes), *captions]
    return document(WIDTH, end, title, f"{description} {note}".rstrip(), body)
