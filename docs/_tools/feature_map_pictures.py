"""Pictures of what lies beyond lines and counted mistakes: a curved boundary, and four losses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import exp, log2

from perceptron_ref import Dataset, Hypothesis, Run
from perceptron_ref.drawing import Picture
from perceptron_ref.drawing.axes import Axis, frame
from perceptron_ref.drawing.caption import WIDTH, below, in_words, labels, mistaken
from perceptron_ref.drawing.frames import BELOW_WORDS
from perceptron_ref.drawing.plane import LEFT, RIGHT, Plane
from perceptron_ref.drawing.svg import decimal, document, marked, path, plain, polyline, text
from perceptron_ref.drawing.words import typeset, vector

from .stepped import stepped

_EVERY = 6  # pixels between points of a curve
_FAR = 2_000  # pixels: farther up or down a curve is not followed

_MARGINS = sorted({*(Fraction(i, 20) for i in range(-40, 61)), Fraction(1, 10**6)})

Point = tuple[Fraction, Fraction]


def draw_with_product(run: Run) -> Picture:
    """Return an SVG of a run on x_1, x_2 and x_1 x_2 as the plane of x_1 and x_2 shows it.

    The boundary w_0 + w_1 x_1 + w_2 x_2 + w_3 x_1 x_2 = 0 is a curve there. ValueError for other
    features.
    """
    data = run.data
    if data.d != 3 or any(x[3] != x[1] * x[2] for x in data.xs):
        raise ValueError("found other features; expected x_1, x_2 and x_1 x_2")
    plane = Plane(Dataset([x[1:3] for x in data.xs], data.ys), BELOW_WORDS)
    frames, faint = [], []

    def add(t: int, w: Sequence[Fraction], words: str, said: str, ring: str, boxes: str) -> None:
        named = f"t = {t}: w = {vector(w)}"
        curves = list(_curves(plane, w))
        line = "".join(polyline(points) for points, _ in curves)
        side = "".join(
            f"{polyline(points)}V{edge}H{decimal(points[0][0])}z" for points, edge in curves
        )
        drawn = plane.clipped(path(side, "side"), path(line, "line"))
        lines = [text(14, 19 * i - 2, plain(typeset(s))) for i, s in enumerate((named, words), 1)]
        frames.append(([drawn, ring, boxes, *lines], f"{typeset(named)}. {said}"))
        faint.append(f'<path d="{line}"/>' if line else "")

    for t, n, w, _ in run.replay():
        wrong = mistaken(Hypothesis(w), data)
        said = f"Update {t} corrects example {n}."
        add(t, w, f"corrects n({t}) = {n}", said, plane.ring(n), plane.boxes(wrong))
    add(run.updates, run.w, "no mistake", "No mistake is left.", "", "")
    items = [*labels(data), ("side", plain("h(x) = +1")), ("ring", plain("to be corrected"))]
    captions, end = below(plane.end, [*items, ("mistake", plain("mistake"))], [])
    description = (
        f"{in_words(plane.data)} PLA with the third feature x_1 x_2 makes {run.updates} updates. "
        "In the plane of x_1 and x_2 its boundary is a curve."
    )
    return stepped(
        WIDTH,
        end,
        "A curved boundary, update by update",
        description,
        plane.frame(),
        frames,
        faint=[plane.clipped(line) for line in faint[:-1]],
        foreground=[*plane.points(), *captions],
    )


def _curves(plane: Plane, w: Sequence[Fraction]) -> Iterator[tuple[list[Point], int]]:
    """Yield the pieces of the boundary from left to right, in pixels, each with the edge, above or
    below, on whose side the score is positive.
    """
    piece: list[Point] = []
    sign = 0
    for pixel in range(LEFT, RIGHT + 1, _EVERY):
        x_1 = plane.across.low + (pixel - LEFT) * plane.across.per_pixel
        score, slope = w[0] + w[1] * x_1, w[2] + w[3] * x_1  # w . x = score + slope x_2
        height = Fraction(_FAR)
        if slope:
            height = max(Fraction(-_FAR), min(plane.up.at(-score / slope), height))
        now = (slope > 0) - (slope < 0) or (score > 0) - (score < 0)
        if now != sign and piece:
            yield piece, _edge(sign)
            piece = []
        sign = now
        if sign:
            piece.append((Fraction(pixel), height))
    if piece:
        yield piece, _edge(sign)


def _edge(sign: int) -> int:
    return -_FAR if sign > 0 else _FAR


def draw_losses() -> Picture:
    """Return an SVG of what four ways to count charge for a margin y w . x."""
    top, bottom = 62, 262
    across = Axis(Fraction(-2), Fraction(3), LEFT, RIGHT)
    up = Axis(Fraction(0), Fraction(7, 2), bottom, top)
    prices: list[tuple[str, str, Callable[[float], float]]] = [
        ("line", "PLA: max(0, -m)", lambda m: max(0.0, -m)),
        ("before", "SVM: max(0, 1 - m)", lambda m: max(0.0, 1 - m)),
        ("o", "logistic regression", lambda m: log2(1 + exp(-m))),
        ("x", "number of mistakes", lambda m: float(m <= 0)),
    ]
    drawn = frame(across, up, WIDTH, plain("margin m"))
    for i, (kind, words, price) in enumerate(prices):
        points = [(across.at(m), up.at(_exact(price(float(m))))) for m in _MARGINS]
        x, y = 14 + 200 * (i % 2), 20 + 22 * (i // 2)
        drawn.append(path(polyline(points), kind) + path(f"M{x} {y}h28", kind))
        drawn.append(text(x + 36, y + 5, plain(typeset(words))))
    description = (
        "Over the margin m from -2 to 3: a mistake counts 1 up to m = 0 and 0 beyond; the loss of "
        "PLA falls to 0 at m = 0, that of the SVM at m = 1; that of logistic regression never is 0."
    )
    drawn.append(text(14, bottom + 36, marked("m = y w \u00b7 x")))
    return document(WIDTH, bottom + 50, "What a margin costs", description, drawn)


def _exact(value: float) -> Fraction:
    return Fraction(round(value * 1000), 1000)
