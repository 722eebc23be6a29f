"""Charts of runs: how many updates they made, and what the pocket holds over t.

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
from ..theory.separability import through_origin
from .axes import LEFT, RIGHT, Axis, chart_axes, span
from .caption import captioned, verdict
from .panel import Panel, stacked
from .picture import Picture
from .svg import WIDTH, decimal, path, text
from .words import extent, fitted, number, plain, typeset, vector

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
    values: Iterable[Fraction | int], what: str = "updates", with_mistakes: int = 0
) -> Picture:
    """Return an SVG of how many runs came to which number, with their mean and median.
    Lecture 2: L2.6

    values: ints, one at least, such as `repeat(...).updates`; DataError for others. what: their
    name. with_mistakes: how many of the runs ended with mistakes left, to be said below. A bar is a
    class of numbers, all classes equally wide: one number where the least and the most are less
    than 40 apart.

    >>> "mean 3, median 2. 3 runs, updates from 2 to 5." in draw_histogram([2, 5, 2])
    True
    """
    numbers = sorted(checked_count(what, value, 0) for value in values)
    if not numbers:
        raise DataError("found no number; expected one at least, to be drawn")
    least, width = numbers[0], (numbers[-1] - numbers[0]) // _BINS + 1
    tallies = sorted(Counter([(value - least) // width for value in numbers]).items())
    # half a number to the left, so that the bar of one number stands over it
    edges = [least + k * width - Fraction(1, 2) for k in range(tallies[-1][0] + 2)]
    across = Axis(*span([edges[0], edges[-1]]), LEFT, RIGHT, whole=True)
    highest = span([0, *(tally for _, tally in tallies)])[1]
    up = Axis(Fraction(0), highest, _BOTTOM, _TOP, whole=True)
    bars = ""
    for k, tally in tallies:
        left, right = across.at(edges[k]), across.at(edges[k + 1])
        gap = max(min(Fraction(2), (right - left) / 5), right - left - _WIDEST) / 2
        bars += f"M{decimal(left + gap)} {_BOTTOM}V{decimal(up.at(tally))}"
        bars += f"H{decimal(right - gap)}V{_BOTTOM}z"
    body = [
        *chart_axes(across, up, plain(fitted(what, RIGHT - LEFT)), plain("runs")),
        path(bars, "bar"),
    ]
    middles = []
    for kind, middle in ("line", mean), ("before", median):
        value = middle(map(Fraction, numbers))
        body.append(path(f"M{decimal(across.at(value))} {_BOTTOM}V{_TOP}", kind))
        shown = f"≈{decimal(value, 2)}" if "/" in number(value) else number(value)
        middles.append(f"{middle.__name__} {shown}")
    counts = "; ".join(f"{number(least + k * width)}: {tally}" for k, tally in tallies)
    told = [f"Runs by {what}, from left to right: {counts}.", f"{', '.join(middles)}."]
    sentences = [
        f"{len(numbers):,} run{'s' * (len(numbers) > 1)}, {what} from {number(least)} to "
        f"{number(numbers[-1])}.",
        f"A bar counts {number(width)} neighbouring numbers." * (width > 1),
        f"{with_mistakes:,} of them ended with mistakes left." * (with_mistakes > 0),
    ]
    items = zip(("line", "before"), map(plain, middles))
    return captioned(f"Histogram of {what}", told, body, _BOTTOM + 44, items, sentences)


def draw_pocket(run: Run, fewest: int | None = None) -> Picture:
    """Return an SVG of the mistakes of w_t and of the pocket over t.     Lecture 2: L2.15, L2.16

    fewest: the mistakes that no line can avoid, if known (`perceptron_ref.theory.optimum`), drawn
        as a line. DataError for a run that is not one of `pocket`.

    >>> from perceptron_ref import example, pocket
    >>> "2 of 4 are mistakes." in draw_pocket(pocket(example("xor"), max_updates=9), fewest=1)
    True
    """
    if not isinstance(run, PocketRun):
        raise DataError("found a run without a pocket; expected one of `pocket`")
    T = run.updates
    ts, met, kept = zip(*run.history)
    steps = [(0, kept[0])]
    for t in ts:
        if kept[t] != steps[-1][1] or t == T:
            steps += [(t, steps[-1][1]), (t, kept[t])]
    curves = [("pale", "of w_t", zip(ts, met)), ("line", "of the pocket", steps)]
    said = f"After T = {T} updates w_T makes {met[-1]} mistakes."
    if fewest is not None:
        curves.append(("before", "of the best line", [(0, fewest), (T, fewest)]))
        said += f" No line{through_origin(run.data)} makes fewer than {fewest}."
    panel = Panel("Mistakes (L2.15)", T, curves, said=said, high=240, whole=True)
    sentence = f"T = {T}; w = {vector(run.w)}: {verdict(kept[-1], run.data.N)}"
    return stacked(run, "Mistakes of w_t and of the pocket over t", [panel], [sentence])


def draw_ranking(
    ranked: Iterable[tuple[str, Decimal, Sequence[Decimal], bool]],
    what: str,
    failed: Sequence[str] = (),
) -> Picture:
    """Return an SVG of costs by rank, each with those of single seeds, in a logarithmic scale.
    Lecture 2: L2.6

    ranked: of each its name, the cost, the costs of its seeds, and whether they are lower bounds;
        numbers above 0, and 1 for what all are compared with. what: the name of the costs. failed:
        the names of those without a cost.

    >>> rows = [("restart", Decimal("0.5"), [Decimal("0.5")], False)]
    >>> "restart 0.5." in draw_ranking(rows, "updates")
    True
    """
    rows = [*ranked]
    costs = [Decimal(1), *(each for _, cost, seeds, _ in rows for each in (cost, *seeds))]
    across = Axis(*span([_log(min(costs)), _log(max(costs))]), 14, RIGHT)
    bottom = _TOP + _ROW * len(rows)
    ticks = [(_log(tick), tick) for tick in _ticks(min(costs), max(costs))]
    columns = [(across.at(at), tick) for at, tick in ticks if across.low <= at <= across.high]
    rows_at = [_TOP + _ROW * row + 27 for row in range(len(rows))]
    dots = (f"M{decimal(x)} {y}h0" for y in rows_at for x, _ in columns)
    body = [path("".join(dots), "dots"), path(f"M14 {_TOP}V{bottom}H{RIGHT}", "axis")]
    free = Fraction(0)
    for x, tick in columns:
        words = f"{tick:f}"
        if x - Fraction(extent(words), 2) > free:
            body.append(text(x, bottom + 17, typeset(words), "tick", "middle"))
            free = x + Fraction(extent(words), 2) + 8
    body.append(text(RIGHT, bottom + 36, plain(fitted(what, WIDTH - 28)), anchor="end"))
    yardstick = decimal(across.at(0))
    body.append(path("".join(f"M{yardstick} {y - 9}v18" for y in rows_at), "before"))
    told = []
    for y, (name, cost, seeds, is_bound) in zip(rows_at, rows):
        body.append(text(20, y - 11, plain(fitted(name, RIGHT - 30))))
        places = [across.at(_log(each)) for each in seeds]
        body.append(path(f"M{decimal(min(places))} {y}H{decimal(max(places))}", "pale"))
        body.append(path("".join(f"M{decimal(x)} {y - 4}v8" for x in places), "pale"))
        at = decimal(across.at(_log(cost)))
        head = f"M{at} {y}h9m-4-4 4 4-4 4" * is_bound  # it is this or more
        body.append(path(f"M{at} {y - 8}v16{head}", "line"))
        told.append(f"{name} {'more than ' * is_bound}{cost:f}")
    sentences = [
        "A row is a strategy, the best one first. Logarithmic scale.",
        "An arrow: runs were stopped, so the cost is that or more." * any(row[3] for row in rows),
        f"Failed: {', '.join(failed)}." * bool(failed),
    ]
    items = [("line", plain("mean")), ("pale", plain("each seed")), ("before", plain("cyclic"))]
    spoken = [f"{what}, by rank: {'; '.join(told)}."]
    return captioned(f"Ranking by {what}", spoken, body, bottom + 44, items, sentences)


def _log(cost: Decimal) -> Fraction:
    """Return log10(cost) to ten digits, the same on every machine."""
    with localcontext() as context:
        context.prec = 20
        return Fraction(round(cost.log10(), 10))


def _ticks(least: Decimal, most: Decimal) -> list[Decimal]:
    """Return round numbers around these: if possible three lie between the two."""
    powers = range(least.adjusted() - 1, most.adjusted() + 2)
    ticks: list[Decimal] = []
    for leading_digits in _LEADING_DIGITS:
        numbers = (i.scaleb(power) for power in powers for i in map(Decimal, leading_digits))
        ticks = [tick for tick in numbers if least <= tick * 2 and tick <= most * 2]
        if sum(least <= tick <= most for tick in ticks) >= 3:
            break
    return ticks
