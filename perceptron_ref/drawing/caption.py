"""The caption of a picture: its legend, its sentences, and the examples in words."""

from __future__ import annotations

from fractions import Fraction

from ..exact.rationals import shortened
from .svg import (
    circles,
    crosses,
    decimal,
    marked,
    path,
    plain,
    rectangle,
    squares,
    text,
)
from .words import extent, fitted, lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..dataset import Dataset
    from ..hypothesis import Hypothesis
    from .svg import Coordinate

WIDTH = 440  # of every picture
LINE = 20  # pixels from one line of text to the next

_MARGIN = 14
_LONGEST_LABEL = 120
_LONGEST_NAME = 300

SYMBOLS = {
    "o": path(circles([(0, 0)], 5), "o"),
    "x": path(crosses([(0, 0)], 5), "x"),
    "mistake": path(squares([(0, 0)], 8), "mistake"),
    "ring": '<circle class="ring" r="8"/>',
    "side": rectangle(-14, -7, 28, 14, "side") + path("M-14 7H14", "line"),
    "barred": rectangle(-14, -7, 28, 14, "barred"),
    **{kind: path("M-14 0H14", kind) for kind in ("line", "before", "thin", "pale")},
}


def label(data: Dataset, y: int) -> str:
    """Return the data's word for y = -1 or y = +1: "yes", "not yes", "-1".

    >>> from perceptron_ref import example
    >>> label(example("credit"), -1)
    'not yes'
    """
    negative, positive = data.labels
    if y > 0:
        return positive
    return f"not {positive}" if negative is None else negative


def labels(data: Dataset) -> list[tuple[str, str]]:
    """Return the meanings of o and x as items of a legend."""
    return [("o", _meaning(data, +1)), ("x", _meaning(data, -1))]


def _meaning(data: Dataset, y: int) -> str:
    sign, word = ("+1" if y > 0 else "\u22121"), fitted(label(data, y), _LONGEST_LABEL)
    return plain(f"y = {sign}" if data.labels == ("-1", "+1") else f"y = {sign} ({word})")


def below(
    top: Coordinate, items: Iterable[tuple[str, str]], sentences: Iterable[str]
) -> tuple[list[str], Coordinate]:
    """Return the legend and the sentences, drawn downwards from `top`, and where they end.

    items: (one of SYMBOLS, words as `plain` or `marked` makes them). sentences: the package's own,
        with subscripts.
    """
    drawn, y = legend(items, top)
    for sentence in sentences:
        for line in lines(sentence, WIDTH - 2 * _MARGIN):
            y += LINE
            drawn.append(text(_MARGIN, y - 5, marked(line)))
    return drawn, y + 6


def legend(items: Iterable[tuple[str, str]], top: Coordinate) -> tuple[list[str], Coordinate]:
    """Return a legend in as many rows as it needs, and where it ends."""
    drawn: list[str] = []
    x, y = _MARGIN, top - LINE // 2
    for symbol, words in items:
        room = 35 + extent(words)
        if not drawn or x + room > WIDTH - _MARGIN:
            x, y = _MARGIN, y + LINE
        item = f"{SYMBOLS[symbol]}{text(21, 5, words)}"
        drawn.append(f'<g transform="translate({x + 14} {decimal(y)})">{item}</g>')
        x += room + 12
    return drawn, y + LINE // 2


def in_words(data: Dataset) -> str:
    """Return the examples in words: how many of which label, and the ranges of up to two features.

    >>> from perceptron_ref import example
    >>> in_words(example("credit"))
    '24 examples: 13 of y = +1 (yes), drawn as o; 11 of y = -1 (not yes), drawn as x. 4 features.'
    """
    words = {y: fitted(label(data, y), _LONGEST_NAME) for y in (+1, -1)}
    counts = "; ".join(
        f"{data.ys.count(y)} of y = {y:+d} ({words[y]}), drawn as {mark}"
        for y, mark in ((+1, "o"), (-1, "x"))
    )
    return f"{data.N} examples: {counts}. {_ranges(data) if data.d <= 2 else f'{data.d} features'}."


def _ranges(data: Dataset) -> str:
    ranges = []
    for i, name in enumerate(data.names, start=1):
        values = [x[i] for x in data.scaled_xs]
        low, high = (shortened(Fraction(value, data.scale)) for value in (min(values), max(values)))
        ranges.append(f"{fitted(name, _LONGEST_NAME)} from {low} to {high}")
    return "; ".join(ranges)


def mistaken(hypothesis: Hypothesis, data: Dataset) -> list[int]:
    """Return the n with h(x_n) != y_n."""
    answers = zip(hypothesis.predictions(data), data.ys)
    return [n for n, (answer, y) in enumerate(answers) if answer != y]


def verdict(mistakes: int, N: int) -> str:
    """Return the number of mistakes in words.

    >>> verdict(0, 4), verdict(3, 4)
    ('no mistake', '3 of 4 are mistakes')
    """
    if not mistakes:
        return "no mistake"
    return f"{mistakes} of {N} {'are mistakes' if mistakes > 1 else 'is a mistake'}"
