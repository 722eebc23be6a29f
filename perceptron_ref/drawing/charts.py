"""Charts of runs: their numbers of updates, and the mistakes of the pocket over t.

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
from ..pocket import PocketRun
from ..run import Run
from ..theory.separability import through_origin_phrase
from .axes import LEFT, RIGHT, Axis, draw_chart_axes, padded_range
from .caption import describe_mistakes, make_captioned_picture
from .panel import Panel, draw_stacked_panels
from .picture import Picture
from .svg import WIDTH, decimal, path, text
from .typography import (
    format_number,
    format_vector,
    plain_svg,
    shorten_to_width,
    text_width,
    with_minus_signs,
)

_TOP, _BOTTOM = 28, 248
_BINS = 40  # at most: a bar and the gap beside it need nine pixels
_WIDEST = 60  # pixels of a bar
_LEADING_DIGITS = (  # of the numbers below a logarithmic scale, the fewest first
    "1 2 5".split(),
    "1 1.5 2 3 5 7".split(),
    "1 1.2 1.4 1.6 1.8 2 2.5 3 4 5 6 7 8 9".split(),
)
_ROW = 38  # pixels of a name in a ranking, and of its costs below


def draw_histogram(
    values: Iterable[Fraction | int], name: str = "updates", with_mistakes: int = 0
) -> Picture:
    """Return an SVG of how many runs made how many updates; with mean and median.  Lecture 2: L2.6

    Each bar counts a class of numbers; all classes are equally wide. A class is one number if the
    smallest and the largest number are less than 40 apart.

    Args:
        values: Ints >= 0, at least one, such as `repeat(...).updates`.
        name: The name of the values.
        with_mistakes: The number of runs that ended with mistakes, for a sentence below.

    Raises:
        DataError: If there are no values, or one of them is no int >= 0.

    >>> "mean 3, median 2. 3 runs, updates from 2 to 5." in draw_histogram([2, 5, 2])
    True
    """
    numbers = sorted(checked_count(name, value, 0) for value in values)
    if not numbers:
        raise DataError("found no number; expected one at least, to be drawn")
    least, width = numbers[0], (numbers[-1] - numbers[0]) // _BINS + 1
    tallies = sorted(Counter([(value - least) // width for value in numbers]).items())
    # half a number to the left, so that the bar of one number stands over it
    edges = [least + k * width - Fraction(1, 2) for k in range(tallies[-1][0] + 2)]
    x_axis = Axis(*padded_range([edges[0], edges[-1]]), LEFT, RIGHT, integers_only=True)
    highest = padded_range([0, *(tally for _, tally in tallies)])[1]
    y_axis = Axis(Fraction(0), highest, _BOTTOM, _TOP, integers_only=True)
    bars = ""
    for k, tally in tallies:
        left, right = x_axis.to_pixel(edges[k]), x_axis.to_pixel(edges[k + 1])
        gap = max(min(Fraction(2), (right - left) / 5), right - left - _WIDEST) / 2
        bars += f"M{decimal(left + gap)} {_BOTTOM}V{decimal(y_axis.to_pixel(tally))}"
        bars += f"H{decimal(right - gap)}V{_BOTTOM}z"
    body = [
        *draw_chart_axes(
            x_axis, y_axis, plain_svg(shorten_to_width(name, RIGHT - LEFT)), plain_svg("runs")
        ),
        path(bars, "bar"),
    ]
    middles = []
    for kind, middle in ("line", mean), ("before", median):
        value = middle(map(Fraction, numbers))
        body.append(path(f"M{decimal(x_axis.to_pixel(value))} {_BOTTOM}V{_TOP}", kind))
        middle_text = (
            f"≈{decimal(value, 2)}" if "/" in format_number(value) else format_number(value)
        )
        middles.append(f"{middle.__name__} {middle_text}")
    counts = "; ".join(f"{format_number(least + k * width)}: {tally}" for k, tally in tallies)
    description = [f"Runs by {name}, from left to right: {counts}.", f"{', '.join(middles)}."]
    sentences = [
        f"{len(numbers):,} run{'s' * (len(numbers) > 1)}, {name} from {format_number(least)} to "
        f"{format_number(numbers[-1])}.",
        f"A bar counts {format_number(width)} neighbouring numbers." * (width > 1),
        f"{with_mistakes:,} of them ended with mistakes left." * (with_mistakes > 0),
    ]
    legend_items = zip(("line", "before"), map(plain_svg, middles))
    return make_captioned_picture(
        f"Histogram of {name}", description, body, _BOTTOM + 44, legend_items, sentences
    )


def draw_pocket(run: Run, fewest: int | None = None) -> Picture:
    """Return an SVG of the mistakes of w_t and of the pocket over t.     Lecture 2: L2.15, L2.16

    Args:
        run: A run of `pocket`.
        fewest: The fewest mistakes of any line, if known (`perceptron_ref.theory.optimum`), drawn
            as a line.

    Raises:
        DataError: If the run is not one of `pocket`.

    >>> from perceptron_ref import example, pocket
    >>> "2 of 4 are mistakes." in draw_pocket(pocket(example("xor"), max_updates=9), fewest=1)
    True
    """
    if not isinstance(run, PocketRun):
        raise DataError("found a run without a pocket; expected one of `pocket`")
    T = run.updates
    ts, mistakes_of_w, mistakes_of_pocket = zip(*run.history)
    steps = [(0, mistakes_of_pocket[0])]
    for t in ts:
        if mistakes_of_pocket[t] != steps[-1][1] or t == T:
            steps += [(t, steps[-1][1]), (t, mistakes_of_pocket[t])]
    curves = [("pale", "of w_t", zip(ts, mistakes_of_w)), ("line", "of the pocket", steps)]
    sentence = f"After T = {T} updates w_T makes {mistakes_of_w[-1]} mistakes."
    if fewest is not None:
        curves.append(("before", "of the best line", [(0, fewest), (T, fewest)]))
        sentence += f" No line{through_origin_phrase(run.data)} makes fewer than {fewest}."
    panel = Panel("Mistakes (L2.15)", T, curves, sentence=sentence, height=240, integers_only=True)
    mistakes = describe_mistakes(mistakes_of_pocket[-1], run.data.N)
    result = f"T = {T}; w = {format_vector(run.w)}: {mistakes}"
    return draw_stacked_panels(run, "Mistakes of w_t and of the pocket over t", [panel], [result])


def draw_ranking(
    entries: Iterable[tuple[str, Decimal, Sequence[Decimal], bool]],
    cost_name: str,
    failed: Sequence[str] = (),
) -> Picture:
    """Return an SVG of costs by rank, with the costs of single seeds, on a logarithmic scale.
    Lecture 2: L2.6

    Args:
        entries: Each is a name, its cost, the costs of its seeds, and whether these are lower
            bounds. Costs are above 0, and 1 is the cost of the strategy that all are compared with.
        cost_name: The name of the costs.
        failed: The names of those without a cost.

    >>> rows = [("restart", Decimal("0.5"), [Decimal("0.5")], False)]
    >>> "restart 0.5." in draw_ranking(rows, "updates")
    True
    """
    rows = [*entries]
    costs = [Decimal(1), *(number for _, cost, seeds, _ in rows for number in (cost, *seeds))]
    x_axis = Axis(*padded_range([_log10(min(costs)), _log10(max(costs))]), 14, RIGHT)
    bottom = _TOP + _ROW * len(rows)
    ticks = [(_log10(tick), tick) for tick in _log_ticks(min(costs), max(costs))]
    columns = [
        (x_axis.to_pixel(pixel), tick)
        for pixel, tick in ticks
        if x_axis.low <= pixel <= x_axis.high
    ]
    rows_at = [_TOP + _ROW * row + 27 for row in range(len(rows))]
    dots = (f"M{decimal(x)} {y}h0" for y in rows_at for x, _ in columns)
    body = [path("".join(dots), "dots"), path(f"M14 {_TOP}V{bottom}H{RIGHT}", "axis")]
    free_from = Fraction(0)
    for x, tick in columns:
        words = f"{tick:f}"
        if x - Fraction(text_width(words), 2) > free_from:
            body.append(text(x, bottom + 17, with_minus_signs(words), "tick", "middle"))
            free_from = x + Fraction(text_width(words), 2) + 8
    body.append(
        text(RIGHT, bottom + 36, plain_svg(shorten_to_width(cost_name, WIDTH - 28)), anchor="end")
    )
    yardstick = decimal(x_axis.to_pixel(0))
    body.append(path("".join(f"M{yardstick} {y - 9}v18" for y in rows_at), "before"))
    results = []
    for y, (entry_name, cost, seeds, is_bound) in zip(rows_at, rows):
        body.append(text(20, y - 11, plain_svg(shorten_to_width(entry_name, RIGHT - 30))))
        pixels = [x_axis.to_pixel(_log10(seed_cost)) for seed_cost in seeds]
        body.append(path(f"M{decimal(min(pixels))} {y}H{decimal(max(pixels))}", "pale"))
        body.append(path("".join(f"M{decimal(x)} {y - 4}v8" for x in pixels), "pale"))
        pixel = decimal(x_axis.to_pixel(_log10(cost)))
        arrow_head = f"M{pixel} {y}h9m-4-4 4 4-4 4" * is_bound  # it is this or more
        body.append(path(f"M{pixel} {y - 8}v16{arrow_head}", "line"))
        results.append(f"{entry_name} {'more than ' * is_bound}{cost:f}")
    sentences = [
        "A row is a strategy, the best one first. Logarithmic scale.",
        "An arrow: runs were stopped, so the cost is that or more." * any(row[3] for row in rows),
        f"Failed: {', '.join(failed)}." * bool(failed),
    ]
    legend_items = [
        ("line", plain_svg("mean")),
        ("pale", plain_svg("each seed")),
        ("before", plain_svg("cyclic")),
    ]
    description = [f"{cost_name}, by rank: {'; '.join(results)}."]
    return make_captioned_picture(
        f"Ranking by {cost_name}", description, body, bottom + 44, legend_items, sentences
    )


def _log10(cost: Decimal) -> Fraction:
    """Return log10(cost) to ten digits, the same on every machine."""
    with localcontext() as context:
        context.prec = 20
        return Fraction(round(cost.log10(), 10))


def _log_ticks(smallest: Decimal, largest: Decimal) -> list[Decimal]:
    """Return round numbers for a logarithmic scale; if possible three between these two."""
    powers = range(smallest.adjusted() - 1, largest.adjusted() + 2)
    ticks: list[Decimal] = []
    for leading_digits in _LEADING_DIGITS:
        numbers = (i.scaleb(power) for power in powers for i in map(Decimal, leading_digits))
        ticks = [tick for tick in numbers if smallest <= tick * 2 and tick <= largest * 2]
        if sum(smallest <= tick <= largest for tick in ticks) >= 3:
            break
    return ticks
