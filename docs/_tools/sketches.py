"""Sketches: small pictures beside a short text, without axes of a chart, a legend or frames.

A sketch repeats what the text beside it says, so it is hidden from screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from perceptron_ref import Dataset
from perceptron_ref.drawing.svg import Coordinate, decimal_text, text_element
from perceptron_ref.drawing.typography import math_svg

from .inline_svg import symbol_shapes

Place = tuple[Coordinate, Coordinate]

_MARGIN = 14  # pixels around all that is drawn
_LINE_OF_NUMBERS = 22  # pixels from the axis of `number_line` to the numbers below it


def sketch(
    markers: Iterable[tuple[str, Place]],
    lines: Iterable[tuple[str, Place, Place]] = (),
    names: Iterable[tuple[str, Place]] = (),
    unit: int = 24,
) -> str:
    """Return a sketch as a block of HTML.

    Args:
        markers: the symbol and the place of each marker; for the symbols see `mark`.
        lines: the CSS class and the two ends of each line.
        names: texts, with subscripts as in w_t, and the places of their centres.
        unit: the pixels of one unit of a place. The second coordinate grows upwards.

    >>> sketch([("o", (0, 0)), ("x", (1, 1))], unit=10)[:72]
    '<div class="sketch" markdown="0"><svg aria-hidden="true" viewBox="-14 -2'
    """
    markers, lines, names = [*markers], [*lines], [*names]

    def pixels(place: Place) -> tuple[Fraction, Fraction]:
        return Fraction(place[0]) * unit, -Fraction(place[1]) * unit

    shapes: list[str] = []
    places: list[tuple[Fraction, Fraction]] = []
    for css_class, start, end in lines:
        (x, y), (x_end, y_end) = ends = pixels(start), pixels(end)
        numbers = " ".join(map(decimal_text, (x, y, x_end, y_end)))
        shapes.append(f'<path class="{css_class}" d="M{numbers}"/>')
        places += ends
    for symbol, place in markers:
        x, y = pixels(place)
        position = f"{decimal_text(x)} {decimal_text(y)}"
        shapes.append(f'<g transform="translate({position})">{symbol_shapes(symbol)}</g>')
        places.append((x, y))
    for name, place in names:
        x, y = pixels(place)
        shapes.append(text_element(x, y + 5, math_svg(name), anchor="middle"))
        places.append((x, y))
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, bottom = min(y for _, y in places), max(y for _, y in places)
    corner = left - _MARGIN, top - _MARGIN
    size = right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN
    box = " ".join(map(decimal_text, (*corner, *size)))
    width = decimal_text(size[0])
    svg = f'<svg aria-hidden="true" viewBox="{box}" width="{width}">{"".join(shapes)}</svg>'
    return f'<div class="sketch" markdown="0">{svg}</div>\n'


def number_line(data: Dataset, unit: int) -> str:
    """Return a sketch of examples of one feature on an axis, with 0 and their numbers below it.

    Args:
        data: the examples.
        unit: the pixels of one unit of the feature.
    """
    values = [x[1] for x in data.xs]
    ends = min([Fraction(0), *values]), max([Fraction(0), *values])
    symbols = ["o" if y > 0 else "x" for y in data.ys]
    below = Fraction(-_LINE_OF_NUMBERS, unit)
    tick = Fraction(4, unit)
    return sketch(
        [(symbol, (v, 0)) for symbol, v in zip(symbols, values)],
        [("thin", (ends[0], 0), (ends[1], 0)), ("thin", (0, -tick), (0, tick))],
        [(f"{v}".replace("-", "−"), (v, below)) for v in sorted({Fraction(0), *values})],
        unit,
    )
