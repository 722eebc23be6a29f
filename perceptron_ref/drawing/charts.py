"""Charts of runs: a histogram of their updates, mistakes against t, and a ranking of strategies.

Lecture 2: L2.6, L2.15
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from statistics import mean, median

from ..errors import DataError
from ..exact.checks import checked_count
from ..exact.rationals import count_with_noun
from ..pocket import PocketRun
from ..run import Run
from ..theory.separability import through_origin_phrase
from .axes import LEFT, RIGHT, Axis, padded_range, render_chart_axes
from .caption import describe_mistakes, make_captioned_picture
from .panel import Panel, draw_stacked_panels
from .picture import Picture
from .svg import WIDTH, decimal_text, path_element, text_element
from .typography import (
    PlainText,
    format_number,
    format_vector,
    plain_svg,
    shorten_to_width,
    text_width,
    with_minus_signs,
)

_TOP, _BOTTOM = 28, 248  # the pixels where the vertical axis of a histogram ends and begins
_MAX_BARS = 40  # a bar and the gap beside it need about eight pixels
_MAX_BAR_WIDTH = 60  # pixels
_MANTISSAS = (  # of the ticks of a logarithmic scale, from few ticks to many
    "1 2 5".split(),
    "1 1.5 2 3 5 7".split(),
    "1 1.2 1.4 1.6 1.8 2 2.5 3 4 5 6 7 8 9".split(),
)
_ROW_HEIGHT = 38  # pixels of a row of a ranking: a name, and its costs below


def draw_histogram(
    values: Iterable[Fraction | int], name: str = "updates", with_mistakes: int = 0
) -> Picture:
    """Return an SVG histogram of the updates of runs, with mean and median.     Lecture 2: L2.6

    Each bar counts the runs in a range of values; all ranges have the same width. A range is a
    single number if the smallest and the largest value differ by less than 40.

    Args:
        values: Ints >= 0, at least one, such as `repeat(...).updates`.
        name: The name of the values.
        with_mistakes: The number of runs that ended with mistakes, for a sentence below.

    Raises:
        DataError: If there are no values, or if a value is not an int >= 0.

    >>> "mean 3, median 2. 3 runs; updates: 2 to 5." in draw_histogram([2, 5, 2])
    True
    """
    numbers = sorted(checked_count(name, value, 0) for value in values)
    if not numbers:
        raise DataError("found no values to draw; expected at least one")
    minimum, width = numbers[0], (numbers[-1] - numbers[0]) // _MAX_BARS + 1
    counts = sorted(Counter([(value - minimum) // width for value in numbers]).items())
    # minus 1/2, so that the bar of a single number is centred on it
    edges = [minimum + k * width - Fraction(1, 2) for k in range(counts[-1][0] + 2)]
    x_axis = Axis(*padded_range([edges[0], edges[-1]]), LEFT, RIGHT, integers_only=True)
    y_max = padded_range([0, *(count for _, count in counts)])[1]
    y_axis = Axis(Fraction(0), y_max, _BOTTOM, _TOP, integers_only=True)
    bars = ""
    for k, count in counts:
        left, right = x_axis.to_pixel(edges[k]), x_axis.to_pixel(edges[k + 1])
        gap = max(min(Fraction(2), (right - left) / 5), right - left - _MAX_BAR_WIDTH) / 2
        bars += f"M{decimal_text(left + gap)} {_BOTTOM}V{decimal_text(y_axis.to_pixel(count))}"
        bars += f"H{decimal_text(right - gap)}V{_BOTTOM}z"
    body = [
        *render_chart_axes(
            x_axis, y_axis, plain_svg(shorten_to_width(name, RIGHT - LEFT)), plain_svg("runs")
        ),
        path_element(bars, "bar"),
    ]
    averages = []
    for css_class, average in ("line", mean), ("dashed", median):
        value = average(map(Fraction, numbers))
        body.append(
            path_element(f"M{decimal_text(x_axis.to_pixel(value))} {_BOTTOM}V{_TOP}", css_class)
        )
        value_text = format_number(value)
        if "/" in value_text:
            value_text = f"≈{decimal_text(value, 2)}"
        averages.append(f"{average.__name__} {value_text}")
    value_range = format_number(minimum)
    if numbers[-1] > minimum:
        value_range += f" to {format_number(numbers[-1])}"
    count_texts = [f"{format_number(minimum + k * width)}: {count}" for k, count in counts]
    description = [
        f"Runs by {name}, from left to right: {'; '.join(count_texts)}.",
        f"{', '.join(averages)}.",
    ]
    sentences = [
        f"{count_with_noun(len(numbers), 'run')}; {name}: {value_range}.",
        f"Each bar stands for {format_number(width)} neighbouring numbers." * (width > 1),
        f"{with_mistakes:,} of these runs ended with mistakes left." * (with_mistakes > 0),
    ]
    legend_items = zip(("line", "dashed"), map(plain_svg, averages))
    return make_captioned_picture(
        f"Histogram of {name}", description, body, _BOTTOM + 44, legend_items, sentences
    )


def draw_pocket(run: Run, fewest: int | None = None) -> Picture:
    """Return an SVG of the mistakes of w_t and of the pocket against t.     Lecture 2: L2.15, L2.16

    Args:
        run: A run of `pocket`.
        fewest: The fewest mistakes of any line, from `perceptron_ref.theory.optimum`. A dashed line
            shows it. None if it is unknown.

    Raises:
        DataError: If `run` is not a run of `pocket`.

    >>> from perceptron_ref import example, pocket
    >>> "2 of 4 are mistakes." in draw_pocket(pocket(example("xor"), max_updates=9), fewest=1)
    True
    """
    if not isinstance(run, PocketRun):
        raise DataError("found a run without a pocket; expected a run of `pocket`")
    T = run.updates
    ts, mistakes_of_w, mistakes_of_pocket = zip(*run.history)
    steps = [(0, mistakes_of_pocket[0])]
    for t in ts:
        if mistakes_of_pocket[t] != steps[-1][1] or t == T:
            steps += [(t, steps[-1][1]), (t, mistakes_of_pocket[t])]
    curves = [("pale", "of w_t", zip(ts, mistakes_of_w)), ("line", "of the pocket", steps)]
    last = mistakes_of_w[-1]
    sentence = f"After T = {T} updates, w_T makes {count_with_noun(last, 'mistake')}."
    if fewest is not None:
        curves.append(("dashed", "of the best line", [(0, fewest), (T, fewest)]))
        sentence += f" No line{through_origin_phrase(run.data)} makes fewer than "
        sentence += f"{count_with_noun(fewest, 'mistake')}."
    panel = Panel("Mistakes (L2.15)", T, curves, sentence=sentence, height=240, integers_only=True)
    mistakes = describe_mistakes(mistakes_of_pocket[-1], run.data.N)
    result = f"T = {T}; in the pocket, w = {format_vector(run.w)}: {mistakes}"
    title = "Mistakes of the weights w_t and of the weights in the pocket, update by update"
    return draw_stacked_panels(run, title, [panel], [result])


def draw_ranking(
    entries: Iterable[tuple[str, Decimal, Sequence[Decimal], bool]],
    cost_name: str,
    failed: Sequence[str] = (),
) -> Picture:
    """Return an SVG of a ranking of strategies, with the cost of each seed, on a log scale.
    Lecture 2: L2.6

    Args:
        entries: The strategies, the best first: for each its name, its cost, the costs of its
            seeds, and True if its costs are lower bounds. Costs are positive. The cyclic strategy,
            with which all strategies are compared, has the cost 1.
        cost_name: What the costs count, such as "updates".
        failed: The names of the strategies without a cost.

    >>> rows = [("restart", Decimal("0.5"), [Decimal("0.5")], False)]
    >>> "restart 0.5." in draw_ranking(rows, "updates")
    True
    """
    rows = [*entries]
    costs = [Decimal(1), *(number for _, cost, seeds, _ in rows for number in (cost, *seeds))]
    x_axis = Axis(*padded_range([_log10(min(costs)), _log10(max(costs))]), 14, RIGHT)
    bottom = _TOP + _ROW_HEIGHT * len(rows)
    ticks = [(_log10(tick), tick) for tick in _log_ticks(min(costs), max(costs))]
    tick_pixels = [
        (x_axis.to_pixel(log_tick), tick)
        for log_tick, tick in ticks
        if x_axis.low <= log_tick <= x_axis.high
    ]
    row_ys = [_TOP + _ROW_HEIGHT * row + 27 for row in range(len(rows))]
    dots = (f"M{decimal_text(x)} {y}h0" for y in row_ys for x, _ in tick_pixels)
    body = [
        path_element("".join(dots), "dots"),
        path_element(f"M14 {_TOP}V{bottom}H{RIGHT}", "axis"),
    ]
    last_text_end = Fraction(0)
    for x, tick in tick_pixels:
        label = f"{tick:f}"
        if x - Fraction(text_width(label), 2) > last_text_end:
            body.append(text_element(x, bottom + 17, with_minus_signs(label), "tick", "middle"))
            last_text_end = x + Fraction(text_width(label), 2) + 8
    body.append(
        text_element(
            RIGHT, bottom + 36, plain_svg(shorten_to_width(cost_name, WIDTH - 28)), anchor="end"
        )
    )
    pixel_of_cost_1 = decimal_text(x_axis.to_pixel(0))
    body.append(path_element("".join(f"M{pixel_of_cost_1} {y - 9}v18" for y in row_ys), "dashed"))
    results = []
    for y, (entry_name, cost, seeds, is_bound) in zip(row_ys, rows):
        body.append(text_element(20, y - 11, plain_svg(shorten_to_width(entry_name, RIGHT - 30))))
        pixels = [x_axis.to_pixel(_log10(seed_cost)) for seed_cost in seeds]
        body.append(
            path_element(f"M{decimal_text(min(pixels))} {y}H{decimal_text(max(pixels))}", "pale")
        )
        body.append(path_element("".join(f"M{decimal_text(x)} {y - 4}v8" for x in pixels), "pale"))
        pixel = decimal_text(x_axis.to_pixel(_log10(cost)))
        arrow_head = f"M{pixel} {y}h9m-4-4 4 4-4 4" * is_bound  # the cost may be larger
        body.append(path_element(f"M{pixel} {y - 8}v16{arrow_head}", "line"))
        results.append(f"{entry_name} {'more than ' * is_bound}{cost:f}")
    sentences = [
        "Each row is a strategy; the best strategy is first. The scale is logarithmic.",
        "An arrow means that runs were stopped, so the cost is more than this value."
        * any(row[3] for row in rows),
        PlainText(f"Failed: {', '.join(failed)}." * bool(failed)),
    ]
    legend_items = [
        ("line", plain_svg("mean")),
        ("pale", plain_svg("each seed")),
        ("dashed", plain_svg("cyclic")),
    ]
    description = [f"{cost_name}, by rank: {'; '.join(results)}."]
    return make_captioned_picture(
        f"Ranking by {cost_name}", description, body, bottom + 44, legend_items, sentences
    )


def _log10(cost: Decimal) -> Fraction:
    """Return log10(cost), rounded to ten decimals, so that it is the same on every machine."""
    with localcontext() as context:
        context.prec = 20
        return Fraction(round(cost.log10(), 10))


def _log_ticks(smallest: Decimal, largest: Decimal) -> list[Decimal]:
    """Return round numbers for a logarithmic scale, if possible at least three in its range."""
    powers = range(smallest.adjusted() - 1, largest.adjusted() + 2)
    ticks: list[Decimal] = []
    for mantissas in _MANTISSAS:
        numbers = (i.scaleb(power) for power in powers for i in map(Decimal, mantissas))
        ticks = [tick for tick in numbers if smallest <= tick * 2 and tick <= largest * 2]
        if sum(smallest <= tick <= largest for tick in ticks) >= 3:
            break
    return ticks
