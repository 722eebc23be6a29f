"""Pictures that the pages need beside those of the package, made of the same parts."""

from __future__ import annotations

from fractions import Fraction

from perceptron_ref import Dataset, Hypothesis, pla, pocket
from perceptron_ref.drawing.axes import Axis, frame, named
from perceptron_ref.drawing.caption import WIDTH, below
from perceptron_ref.drawing.panel import Panel
from perceptron_ref.drawing.plane import RIGHT
from perceptron_ref.drawing.svg import decimal, document, path, plain, rectangle, text
from perceptron_ref.drawing.words import extent, fitted, number, spoken

_TOP, _ROW, _BAR = 8, 26, 16  # pixels: where the first bar's row begins, of a row, of a bar
_LONGEST = 120  # pixels of a feature's name


def draw_weights(hypothesis: Hypothesis, whose: str) -> str:
    """Return an SVG of w_1, ..., w_d as bars from 0, beside the names of their features.

    whose: the weights, for title and description: "PLA", say.

    >>> h = Hypothesis([-2, "4.5", -8], names=["free", "learning"])
    >>> "free 4.5; learning -8." in draw_weights(h, "PLA")
    True
    """
    weights = hypothesis.weights
    names = {name: plain(fitted(name, _LONGEST)) for name in weights}
    left = max(map(extent, names.values())) + 20
    ends = [Fraction(0), *weights.values()]
    low, high = min(ends), max(ends)
    beyond = Fraction(high - low, 24) or Fraction(1)
    bottom = _TOP + _ROW * hypothesis.d
    across = Axis(low - beyond, high + beyond, left, RIGHT)
    up = Axis(Fraction(0), Fraction(hypothesis.d), bottom, _TOP)
    zero = across.at(0)
    drawn = frame(across, up, WIDTH, named("weight", across, RIGHT - left), rows=False)
    for row, (name, w_i) in enumerate(weights.items()):
        middle, end = _TOP + _ROW * row + _ROW // 2, across.at(w_i)
        drawn.append(text(left - 8, middle + 5, names[name], anchor="end"))
        for kind in ("side", "o") if w_i > 0 else ("barred", "x") if w_i < 0 else ():
            drawn.append(rectangle(min(zero, end), middle - _BAR // 2, abs(end - zero), _BAR, kind))
    drawn.append(path(f"M{decimal(zero)} {_TOP}V{bottom}", "zero"))
    captions, end_of_all = below(bottom + 44, [], [f"w_0 = {number(hypothesis.w[0])}"])
    said = "; ".join(f"{name} {spoken([w_i])[1:-1]}" for name, w_i in weights.items())
    return document(
        WIDTH, end_of_all, f"The weights of {whose} as bars", f"{said}.", [*drawn, *captions]
    )


def draw_dot_products(data: Dataset, strategy: str) -> str:
    """Return an SVG of how many dot products PLA and Pocket have computed after t updates, and when
    they end.

    data: separable, or neither ends. The curve of PLA rises at its last t by what it computes to
        see no mistake left.

    >>> from perceptron_ref import example
    >>> "PLA 34, after T = 18; Pocket 106, after" in draw_dot_products(example("and"), "cyclic")
    True
    """
    visited = [0]
    learned = pla(data, strategy, on_update=lambda update: visited.append(update.dot_products))
    T = pocket(data, strategy, max_updates=None).updates
    counted = [pocket(data, strategy, max_updates=t).dot_products for t in range(T + 1)]
    panel = Panel("Dot products", max(learned.updates, T), high=200, whole=True)
    panel.curve("line", "Pocket", [(t, Fraction(made)) for t, made in enumerate(counted)])
    met = [(t, Fraction(made)) for t, made in enumerate(visited)]
    panel.curve("before", "PLA", [*met, (learned.updates, Fraction(learned.dot_products))])
    drawn, end = panel.drawn(6)
    said = (
        f"In the end: PLA {learned.dot_products}, after T = {learned.updates}; "
        f"Pocket {counted[-1]}, after T = {T}."
    )
    return document(WIDTH, end, "Dot products of PLA and of Pocket over t", said, drawn)
