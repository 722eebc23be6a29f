"""The caption of a picture: its legend, its sentences, and the examples in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from ..dataset import Dataset
from ..exact.labels import label_text
from ..exact.rationals import short_text
from ..hypothesis import Hypothesis
from ..run import Run
from ..variants import unnormalized
from .picture import Picture
from .svg import SYMBOLS, WIDTH, Coordinate, decimal, document, text
from .words import Said, extent, fitted, letter, lines, marked, plain, said

LINE = 20  # pixels from one line of text to the next

_MARGIN = 14
_LONGEST_LABEL = 120


def captioned(
    title: str,
    told: Sequence[str],
    body: Sequence[str],
    end: Coordinate,
    items: Iterable[tuple[str, str]] = (),
    sentences: Sequence[str] = (),
    motion: str = "",
) -> Picture:
    """Return the picture whose body ends at `end`, with a legend and sentences below.

    title: in a few words. told: for readers who cannot see the picture, who hear it before the
        sentences. items: (one of SYMBOLS, words as `plain` or `marked` makes them). sentences: the
        package's own, with indices; an empty one is left out. motion: see `document`.
    """
    captions, end = legend(items, end)
    for sentence in filter(None, sentences):
        for line in lines(sentence, WIDTH - 2 * _MARGIN):
            end += LINE
            captions.append(text(_MARGIN, end - 5, marked(line)))
    more = [words for words in sentences if words not in told[0]]
    whole = " ".join(f"{words.rstrip('.')}." for words in [*told, *more])
    description = Said(re.sub(r"_\{(.*?)\}", r"_\1", said(whole)))
    return document(end + 6, title, description, [*body, *captions], motion)


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


def labels(data: Dataset) -> list[tuple[str, str]]:
    """Return the meanings of o and x as items of a legend."""
    given = data.labels != ("-1", "+1")
    words = {y: f" ({fitted(label_text(y, data.labels), _LONGEST_LABEL)})" * given for y in (1, -1)}
    signs = ("o", f"y = +1{words[+1]}"), ("x", f"y = \u22121{words[-1]}")
    return [(kind, re.sub("^y", letter("y"), plain(sign))) for kind, sign in signs]


def in_words(data: Dataset) -> str:
    """Return the examples in words: how many of which label, and the ranges of up to two features.

    >>> from perceptron_ref import example
    >>> in_words(example("credit"))
    '24 examples: 13 of y = +1 (yes), drawn as o; 11 of y = -1 (no), drawn as x. 4 features.'
    >>> in_words(example("or"))[-32:]
    ' x1 from 0 to 1; x2 from 0 to 1.'
    """
    counts = "; ".join(
        f"{data.ys.count(y)} of y = {y:+d} ({label_text(y, data.labels)}), drawn as {mark}"
        for y, mark in ((+1, "o"), (-1, "x"))
    )
    columns = [f"{data.d} features"]
    if data.d <= 2:
        ends = [" to ".join(map(short_text, pair)) for pair in ranges(unnormalized(data))]
        columns = [f"{name} from {words}" for name, words in zip(data.names, ends)]
    return " ".join([f"{data.N} examples: {counts}. {'; '.join(columns)}.", *of_x_0(data)])


def ranges(data: Dataset) -> list[tuple[Fraction, Fraction]]:
    """Return the least and the largest value of each feature."""
    _, *columns = zip(*data.scaled_xs)
    return [(Fraction(min(xs), data.scale), Fraction(max(xs), data.scale)) for xs in columns]


def of_x_0(data: Dataset) -> list[str]:
    """Return what a picture says of x_0 where it is not 1, and of x_n that are made as long as 1.

    >>> from perceptron_ref import example
    >>> of_x_0(example("and")), of_x_0(example("and").with_x0(0))
    ([], ['x_0 = 0: no threshold, every line goes through the origin.'])
    """
    words = []
    if not data.x0:
        words.append("x_0 = 0: no threshold, every line goes through the origin.")
    elif data.x0 != 1:
        words.append(f"x_0 = {short_text(data.x0)}: the threshold is -w_0 x_0.")
    if data.factors is not None:
        words.append("Every x_n is made as long as 1; points are drawn where they were.")
    return words


def mistaken(hypothesis: Hypothesis, data: Dataset) -> list[int]:
    """Return the n with h(x_n) != y_n."""
    answers = zip(hypothesis.predict(data), data.ys)
    return [n for n, (answer, y) in enumerate(answers) if answer != y]


def verdict(mistakes: int, N: int) -> str:
    """Return the number of mistakes in words.

    >>> verdict(0, 4), verdict(3, 4)
    ('no mistake', '3 of 4 are mistakes')
    """
    if not mistakes:
        return "no mistake"
    return f"{mistakes} of {N} {'are mistakes' if mistakes > 1 else 'is a mistake'}"


def unfinished(run: Run) -> str:
    """Return that the run ended with too many mistakes, and by what, as a sentence; else "".

    >>> from perceptron_ref import example, pla
    >>> unfinished(pla(example("xor"), max_updates=9)), unfinished(pla(example("or")))
    ('NOT converged (max updates), T = 9.', '')
    """
    if not run.mistakes or run.status == "target_mistakes":
        return ""
    by = run.status.replace("_", " ")  # an underscore is the sign of an index
    return f"NOT converged ({by}), T = {run.updates}."
