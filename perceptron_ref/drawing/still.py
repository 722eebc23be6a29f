"""Still pictures of the examples: with a line in the plane, or their margins over n.

Lecture 2: L2.1, L2.4, N.5
"""

from __future__ import annotations

from fractions import Fraction

from ..dataset import Dataset, checked_dataset
from ..errors import DataError
from ..exact.rationals import short_text
from ..hypothesis import Hypothesis
from ..theory.separability import margins_of
from .axes import LEFT, RIGHT, Axis, chart_axes, span
from .caption import captioned, in_words, labels, mistaken, of_x_0, verdict
from .panel import extremes
from .picture import Picture
from .plane import Plane
from .svg import decimal, examples, marks, path
from .words import marked, number, plain, typeset, vector

_TOP, _BOTTOM = 28, 268
_MOST = 2_000  # stems: of more examples those with the least and largest margins are drawn


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
            expected = "expected one or two features, or a hypothesis"
            raise DataError(f"found {data.d} features and no hypothesis; {expected}")
        return draw_margins(data, hypothesis, note)
    plane, items, sentences = Plane(data), labels(data), [note]
    title, line = "The examples", ""
    if hypothesis is not None:
        w, mistakes = hypothesis.w, mistaken(hypothesis, data)
        title, line = "The examples and the line of w", plane.line(w, boxed=mistakes)
        items += [("side", marked("h(x) = +1"))] + [("mistake", plain("mistake"))] * bool(mistakes)
        found = ", ".join(filter(None, [plane.remark(w), verdict(len(mistakes), data.N)]))
        sentences = [f"w = {vector(w)}: {found}", *of_x_0(data), note]
    body = [*plane.frame(), line, plane.points()]
    return captioned(title, [in_words(data)], body, plane.end, items, sentences)


def draw_margins(data: Dataset, hypothesis: Hypothesis, note: str = "") -> Picture:
    """Return an SVG of y_n w . x_n for every n, as a stem from 0.     Lecture 2: L2.8, N.5

    Mistakes hang below 0, and the least stem is the functional margin of the set. hypothesis: of as
    many features as the data have, any number; DataError otherwise. note: a sentence for below.

    >>> from perceptron_ref import Hypothesis, example
    >>> "goes from 1, for n = 1, to 3." in draw_margins(example("and"), Hypothesis([-3, 2, 2]))
    True
    """
    mistakes = mistaken(hypothesis, checked_dataset(data))
    margins, unit = margins_of(data, hypothesis.w)
    least, largest = min(margins) * unit, max(margins) * unit
    n, found = margins.index(min(margins)), verdict(len(mistakes), data.N)
    across = Axis(Fraction(-1, 2), data.N - Fraction(1, 2), LEFT, RIGHT, whole=True)
    up = Axis(*span([0, least, largest]), _BOTTOM, _TOP)
    zero, radius = decimal(up.at(0)), 4 if data.N <= 40 else 3 if data.N <= 200 else 2
    places = {i: (across.at(i), up.at(margins[i] * unit)) for i in extremes(margins, _MOST)}
    stems = "".join(f"M{decimal(x)} {zero}V{decimal(end)}" for x, end in places.values())
    above = marked("margin y_n w · x_n" + typeset(up.ticks().note))
    body = [
        *chart_axes(across, up, marked("example n"), above),
        path(stems, "pale") + path(f"M{LEFT} {zero}H{RIGHT}", "zero"),
        path(f"M{LEFT} {decimal(up.at(least))}H{RIGHT}", "before"),
        examples(places.values(), [data.ys[i] for i in places], radius),
        path(marks("square", [places[i] for i in mistakes if i in places], radius + 3), "mistake"),
    ]
    items = [*labels(data), *[("mistake", plain("mistake"))] * bool(mistakes)]
    items.append(("before", marked(f"least for n = {n}: {number(least)}")))
    part = f"{len(places):,} of {data.N:,} examples are shown: the least and the largest margin of "
    part = f"{part}each stretch of n." if len(places) < data.N else ""
    sentences = [f"w = {vector(hypothesis.w)}: {found}", *of_x_0(data), part, note]
    ends = f"y_n w . x_n goes from {short_text(least)}, for n = {n}, to {short_text(largest)}."
    told, title = [in_words(data), ends], "The margins of the examples"
    return captioned(title, told, body, _BOTTOM + 44, items, sentences)
