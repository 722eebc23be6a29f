"""The caption of a picture: its legend, its sentences, and its description in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from ..dataset import Dataset
from ..exact.labels import label_of_sign
from ..exact.rationals import count_with_noun, short_text
from ..hypothesis import Hypothesis
from ..run import Run
from ..variants import unnormalized
from .picture import Picture
from .svg import SYMBOLS, WIDTH, Coordinate, build_document, decimal_text, text_element
from .typography import (
    PlainText,
    TranslatedText,
    letter_svg,
    math_svg,
    plain_svg,
    shorten_to_width,
    text_width,
    translate,
    wrap_lines,
)

LINE_HEIGHT = 20  # pixels from one line of text to the next

_SIDE_PADDING = 14  # pixels
_MAX_LABEL_WIDTH = 120  # pixels


def make_captioned_picture(
    title: str,
    description: Sequence[str],
    body: Sequence[str],
    bottom: Coordinate,
    legend_items: Iterable[tuple[str, str]] = (),
    sentences: Sequence[str] = (),
    motion_css: str = "",
) -> Picture:
    """Return a picture: the body, and below it a legend and sentences.

    Args:
        title: A title of a few words.
        description: Sentences for readers who cannot see the picture; `sentences` are added.
        body: SVG elements.
        bottom: The y-coordinate of the bottom edge of the body, in pixels.
        legend_items: Pairs of a key of SYMBOLS and its label, from `plain_svg` or `math_svg`.
        sentences: Sentences, which may have subscripts as in w_t, unless they are `PlainText`;
            empty sentences are left out.
        motion_css: See `build_document`.
    """
    captions, bottom = render_legend(legend_items, bottom)
    for sentence in filter(None, sentences):
        for line in wrap_lines(sentence, WIDTH - 2 * _SIDE_PADDING):
            bottom += LINE_HEIGHT
            to_svg = plain_svg if isinstance(sentence, PlainText) else math_svg
            captions.append(text_element(_SIDE_PADDING, bottom - 5, to_svg(line)))
    new_sentences = [sentence for sentence in sentences if sentence not in description[0]]
    all_sentences = " ".join(
        f"{sentence.rstrip('.')}." for sentence in [*description, *new_sentences]
    )
    description_text = TranslatedText(re.sub(r"_\{(.*?)\}", r"_\1", translate(all_sentences)))
    return build_document(bottom + 6, title, description_text, [*body, *captions], motion_css)


def render_legend(
    items: Iterable[tuple[str, str]], top: Coordinate
) -> tuple[list[str], Coordinate]:
    """Return a legend as SVG elements, and the y-coordinate of its bottom edge, in pixels.

    Args:
        items: Pairs of a key of SYMBOLS and its label, from `plain_svg` or `math_svg`.
        top: The y-coordinate of its top edge.
    """
    elements: list[str] = []
    x, y = _SIDE_PADDING, top - LINE_HEIGHT // 2
    for symbol, label in items:
        item_width = 35 + text_width(label)
        if not elements or x + item_width > WIDTH - _SIDE_PADDING:
            x, y = _SIDE_PADDING, y + LINE_HEIGHT
        item = f"{SYMBOLS[symbol]}{text_element(21, 5, label)}"
        elements.append(f'<g transform="translate({x + 14} {decimal_text(y)})">{item}</g>')
        x += item_width + 12
    return elements, y + LINE_HEIGHT // 2


def label_legend_items(data: Dataset) -> list[tuple[str, str]]:
    """Return the two items of a legend that explain o and x."""
    has_own_labels = data.labels != ("-1", "+1")
    label_suffix = {
        y: f" ({shorten_to_width(label_of_sign(y, data.labels), _MAX_LABEL_WIDTH)})"
        * has_own_labels
        for y in (1, -1)
    }
    items = ("o", f"y = +1{label_suffix[+1]}"), ("x", f"y = \u22121{label_suffix[-1]}")
    return [(symbol, re.sub("^y", letter_svg("y"), plain_svg(label))) for symbol, label in items]


def describe_examples(data: Dataset, has_markers: bool = True, in_plane: bool = True) -> str:
    """Describe the examples: the counts of the labels, and the ranges of the features if d <= 2.

    Args:
        data: The examples.
        has_markers: True if the picture has an o or an x for each example.
        in_plane: True if the examples are points in the plane of their features.

    >>> from perceptron_ref import example
    >>> describe_examples(example("credit"))[:86]
    '24 examples: 13 with y = +1 (label yes), drawn as o; 11 with y = -1 (label no), drawn '
    >>> describe_examples(example("or"))[-32:]
    ' x1 from 0 to 1; x2 from 0 to 1.'
    """
    counts = "; ".join(
        f"{data.ys.count(y)} with y = {y:+d} (label {label_of_sign(y, data.labels)})"
        + f", drawn as {symbol}" * has_markers
        for y, symbol in ((+1, "o"), (-1, "x"))
    )
    size = count_with_noun(data.N, "example")
    features = [f"{data.d} features"]
    if data.d <= 2:
        ranges = [" to ".join(map(short_text, ends)) for ends in feature_ranges(unnormalized(data))]
        features = [f"{name} from {range_text}" for name, range_text in zip(data.names, ranges)]
    return " ".join(
        [f"{size}: {counts}. {'; '.join(features)}.", *sentences_about_scaling(data, in_plane)]
    )


def feature_ranges(data: Dataset) -> list[tuple[Fraction, Fraction]]:
    """Return the smallest and the largest value of each feature."""
    _, *columns = zip(*data.scaled_xs)
    return [(Fraction(min(xs), data.scale), Fraction(max(xs), data.scale)) for xs in columns]


def sentences_about_scaling(data: Dataset, in_plane: bool = True) -> list[str]:
    """Return a sentence if x_0 is not 1, and a sentence if the set is normalized.

    Args:
        data: The examples.
        in_plane: True if the examples are points in the plane of their features.

    >>> from perceptron_ref import example
    >>> sentences_about_scaling(example("and"))
    []
    >>> sentences_about_scaling(example("and").with_x0(0))
    ['x_0 = 0: there is no threshold, so every line goes through the origin.']
    """
    sentences = []
    if not data.x0:
        sentences.append("x_0 = 0: there is no threshold, so every line goes through the origin.")
    elif data.x0 != 1:
        sentences.append(f"x_0 = {short_text(data.x0)}: the threshold is -w_0 x_0.")
    if data.factors is not None:
        points = ", but the picture shows the points as they were before"
        sentences.append(f"Every x_n is divided by its length{points * in_plane}.")
    return sentences


def indices_of_mistakes(hypothesis: Hypothesis, data: Dataset) -> list[int]:
    """Return all n with h(x_n) != y_n."""
    answers = zip(hypothesis.predict(data), data.ys)
    return [n for n, (answer, y) in enumerate(answers) if answer != y]


def describe_mistakes(mistake_count: int, N: int) -> str:
    """Return a phrase that says how many of N examples are mistakes.

    >>> describe_mistakes(0, 4), describe_mistakes(3, 4)
    ('no mistake', '3 of 4 are mistakes')
    """
    if not mistake_count:
        return "no mistake"
    return f"{mistake_count} of {N} {'are mistakes' if mistake_count > 1 else 'is a mistake'}"


def not_converged_warning(run: Run) -> str:
    """Return a sentence that says why a run ended with mistakes.

    Return "" if the run ended without mistakes, or reached its target.

    >>> from perceptron_ref import example, pla
    >>> not_converged_warning(pla(example("xor"), max_updates=9))
    'NOT converged: stopped by the limit of updates, T = 9.'
    >>> not_converged_warning(pla(example("or")))
    ''
    """
    if not run.mistakes or run.status == "target_mistakes":
        return ""
    reason = _STOP_REASONS.get(run.status, "early")
    return f"NOT converged: stopped {reason}, T = {run.updates}."


_STOP_REASONS = {
    "max_updates": "by the limit of updates",
    "max_visits": "by the limit of visits",
    "right_in_a_row": "after enough correct visits in a row",
}
