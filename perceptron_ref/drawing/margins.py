"""The margins y_n w . x_n over n, for any number of features.     Lecture 2: N.5"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ..dataset import Dataset, checked_dataset
from ..exact.rationals import shortened
from ..hypothesis import Hypothesis
from ..theory.margins import scaled_margins
from .axes import Axis, frame, named, span
from .caption import WIDTH, captioned, in_words, labels, mistaken, of_x_0, verdict
from .picture import Picture
from .plane import LEFT, RIGHT
from .sampling import extremes
from .svg import circles, crosses, decimal, marked, path, plain, squares
from .words import number, spoken, typeset, vector

_TOP, _BOTTOM = 28, 268
_FEW = 200  # examples: with more, marks are fine
_MOST = 2_000  # stems: of more examples those with the least and largest margins are drawn


def draw_margins(data: Dataset, hypothesis: Hypothesis, note: str = "") -> Picture:
    """Return an SVG of y_n w . x_n for every n, as a stem from 0.     Lecture 2: L2.8, N.5

    Mistakes hang below 0, and the least stem is the functional margin of the set. hypothesis: of as
    many features as the data have, any number; DataError otherwise. note: a sentence for below.

    >>> from perceptron_ref import Hypothesis, example
    >>> "least for n = 1: 1" in draw_margins(example("and"), Hypothesis([-3, 2, 2]))
    True
    """
    mistakes = mistaken(hypothesis, checked_dataset(data))
    margins, unit = scaled_margins(hypothesis, data)
    least, largest = min(margins) * unit, max(margins) * unit
    across = Axis(Fraction(-1, 2), data.N - Fraction(1, 2), LEFT, RIGHT, whole=True)
    up = Axis(*span([0, least, largest]), _BOTTOM, _TOP)
    shown = extremes(margins, _MOST)
    zero, radius = decimal(up.at(0)), 4 if data.N <= 40 else 3 if data.N <= _FEW else 2
    fine = "" if data.N <= _FEW else "fine"
    places = {n: (across.at(n), up.at(margins[n] * unit)) for n in shown}
    positive, negative = ([places[n] for n in shown if data.ys[n] == y] for y in (+1, -1))
    n = margins.index(min(margins))
    found = verdict(len(mistakes), data.N)
    items = [*labels(data), *[("mistake", plain("mistake"))] * bool(mistakes)]
    items.append(("before", marked(f"least for n = {n}: {number(least)}")))
    sentences = [f"w = {vector(hypothesis.w)}: {found}", *of_x_0(data)]
    if len(shown) < data.N:
        sentences.append(
            f"{len(shown):,} of {data.N:,} examples are shown: the least and the largest margin of "
            "each stretch of n."
        )
    description = (
        f"{in_words(data)} w = {spoken(hypothesis.w)}: {found}. y_n w . x_n goes from "
        f"{shortened(least)}, for n = {n}, to {shortened(largest)}. {note}".rstrip()
    )
    above = marked("y_n w · x_n" + typeset(up.ticks().note))
    body = [
        *frame(across, up, WIDTH, named("n", across, RIGHT - LEFT), above),
        f'<g opacity="{".3" if fine else ".6"}">',
        _stems(positive, zero, "ostem"),
        _stems(negative, zero, "xstem"),
        "</g>",
        path(f"M{LEFT} {zero}H{RIGHT}", "zero"),
        path(f"M{LEFT} {decimal(up.at(least))}H{RIGHT}", "before"),
        path(circles(positive, radius), f"o{fine}"),
        path(crosses(negative, radius), f"x{fine}"),
        path(squares((places[n] for n in mistakes if n in places), radius + 3), "mistake"),
    ]
    title = "The margins of the examples"
    return captioned(title, description, body, _BOTTOM + 44, items, [*sentences, note])


def _stems(ends: Iterable[tuple[Fraction, Fraction]], zero: str, kind: str) -> str:
    """Return a stem from the height of 0 to each of the ends."""
    return path("".join(f"M{decimal(x)} {zero}V{decimal(y)}" for x, y in ends), kind)
