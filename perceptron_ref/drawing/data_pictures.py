"""Pictures of the examples: in the plane with a line, or their margins against n.

Lecture 2: L2.1, L2.4; on this site: N.5
"""

from __future__ import annotations

from fractions import Fraction

from ..dataset import Dataset, checked_dataset
from ..errors import DataError
from ..exact.rationals import short_text
from ..hypothesis import Hypothesis
from ..theory.separability import margins_of
from .axes import LEFT, RIGHT, Axis, padded_range, render_chart_axes
from .caption import (
    describe_examples,
    describe_mistakes,
    indices_of_mistakes,
    label_legend_items,
    make_captioned_picture,
    sentences_about_scaling,
)
from .panel import downsampled_indices
from .picture import Picture
from .plane import Plane
from .svg import decimal_text, marker_path_data, path_element, render_example_markers
from .typography import format_number, format_vector, math_svg, plain_svg, with_minus_signs

_TOP, _BOTTOM = 28, 268  # the pixels where the vertical axis of the margins ends and begins
_SQUARE_GAP = 3  # pixels from the marker of an example to its square
_MAX_STEMS = 2_000  # of more examples, only those that `downsampled_indices` selects are drawn


def draw_data(data: Dataset, hypothesis: Hypothesis | None = None, note: str = "") -> Picture:
    """Return an SVG of the examples and the line w . x = 0.     Lecture 2: L2.1, L2.4

    Args:
        data: The examples: o for y = +1, x for y = -1. The axes are x_1 and x_2; if there is one
            feature, x_1 and y. With more features, the picture is that of `draw_margins`.
        hypothesis: Draw its line, shade its two sides in different colours, and put squares around
            its mistakes. None for the examples alone.
        note: A sentence for the caption, such as how a run ended. In it, `w_t` is drawn as w with
            the subscript t.

    Raises:
        DataError: If there are three features or more and no hypothesis, or if the hypothesis does
            not fit the data.

    >>> from perceptron_ref import Hypothesis, example
    >>> "no mistake." in draw_data(example("and"), Hypothesis([-3, 2, 2]))
    True
    """
    if checked_dataset(data).d > 2:
        if hypothesis is None:
            expected = "expected one or two features, or a hypothesis, such as pla(D).hypothesis"
            raise DataError(f"data: found {data.d:,} features and no hypothesis; {expected}")
        return draw_margins(data, hypothesis, note)
    plane, legend_items, sentences = Plane(data), label_legend_items(data), [note]
    title, line = "The examples", ""
    if hypothesis is not None:
        w, mistakes = hypothesis.w, indices_of_mistakes(hypothesis, data)
        title = "The examples and the line of w"
        line = plane.render_line(w, boxed_examples=mistakes)
        legend_items.append(("side", math_svg("h(x) = +1")))
        legend_items += [("mistake", plain_svg("mistake"))] * bool(mistakes)
        result = ", ".join(
            filter(None, [plane.no_line_reason(w), describe_mistakes(len(mistakes), data.N)])
        )
        sentences = [f"w = {format_vector(w)}: {result}", *sentences_about_scaling(data), note]
    body = [*plane.render_axes(), line, plane.render_examples()]
    return make_captioned_picture(
        title, [describe_examples(data)], body, plane.caption_top, legend_items, sentences
    )


def draw_margins(data: Dataset, hypothesis: Hypothesis, note: str = "") -> Picture:
    """Return an SVG of y_n w . x_n for each n, as stems from 0.
    Lecture 2: L2.8; on this site: N.5

    The stems of mistakes point down, or have no length if the margin is 0. The least margin is the
    functional margin of the set. Of more than 2,000 examples, about 2,000 are drawn: the least and
    the largest margin of each range of n.

    Args:
        data: The examples, with any number of features.
        hypothesis: A hypothesis with the same features.
        note: A sentence for the caption; `w_t` is drawn as w with the subscript t.

    Raises:
        DataError: If the hypothesis does not fit the data.

    >>> from perceptron_ref import Hypothesis, example
    >>> h = Hypothesis([-3, 2, 2])
    >>> "y_n w . x_n is 1, for n = 1; the largest is 3." in draw_margins(example("and"), h)
    True
    """
    mistakes = indices_of_mistakes(hypothesis, checked_dataset(data))
    margins, unit = margins_of(data, hypothesis.w)
    least, largest = min(margins) * unit, max(margins) * unit
    n = margins.index(min(margins))
    x_axis = Axis(Fraction(-1, 2), data.N - Fraction(1, 2), LEFT, RIGHT, integers_only=True)
    y_axis = Axis(*padded_range([0, least, largest]), _BOTTOM, _TOP)
    zero = decimal_text(y_axis.to_pixel(0))
    radius = 4 if data.N <= 40 else 3 if data.N <= 200 else 2
    positions = {
        i: (x_axis.to_pixel(i), y_axis.to_pixel(margins[i] * unit))
        for i in downsampled_indices(margins, _MAX_STEMS)
    }
    stems = "".join(
        f"M{decimal_text(x)} {zero}V{decimal_text(end)}" for x, end in positions.values()
    )
    y_label = math_svg("margin y_n w · x_n" + with_minus_signs(y_axis.ticks().offset_text))
    body = [
        *render_chart_axes(x_axis, y_axis, math_svg("example n"), y_label),
        path_element(stems, "pale") + path_element(f"M{LEFT} {zero}H{RIGHT}", "zero"),
        path_element(f"M{LEFT} {decimal_text(y_axis.to_pixel(least))}H{RIGHT}", "dashed"),
        render_example_markers(positions.values(), [data.ys[i] for i in positions], radius),
        path_element(
            marker_path_data(
                "square", [positions[i] for i in mistakes if i in positions], radius + _SQUARE_GAP
            ),
            "mistake",
        ),
    ]
    legend_items = [
        *label_legend_items(data),
        *[("mistake", plain_svg("mistake"))] * bool(mistakes),
    ]
    legend_items.append(("dashed", math_svg(f"least margin, n = {n}: {format_number(least)}")))
    selection_note = (
        f"{len(positions):,} of {data.N:,} examples are shown: "
        "the least and the largest margin of each range of n."
    )
    sentences = [
        f"w = {format_vector(hypothesis.w)}: {describe_mistakes(len(mistakes), data.N)}",
        *sentences_about_scaling(data, in_plane=False),
        selection_note * (len(positions) < data.N),
        note,
    ]
    range_sentence = (
        f"The least margin y_n w . x_n is {short_text(least)}, for n = {n}; "
        f"the largest is {short_text(largest)}."
    )
    return make_captioned_picture(
        "The margins of the examples",
        [describe_examples(data, in_plane=False), range_sentence],
        body,
        _BOTTOM + 44,
        legend_items,
        sentences,
    )
