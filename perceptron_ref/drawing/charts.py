"""Charts of an experiment: how often so many updates, and how |w_t| grows.     Lecture 2: L2.10"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from ..errors import DataError, shown
from ..exact.roots import root
from ..exact.values import integer
from ..run import Run
from ..theory.bias import BiasRun
from ..theory.separability import R2
from ..variants import without_zeros
from ..vectors import squared_norm
from .axes import Axis, frame, named
from .caption import WIDTH, below, in_words, unfinished
from .panel import Panel
from .plane import LEFT, RIGHT
from .sampling import extremes
from .svg import decimal, document, path, plain
from .words import equals, number, typeset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .panel import Points
    from .picture import Picture

_TOP, _BOTTOM = 28, 248
_BINS = 40  # at most: a bar and the gap beside it need nine pixels
_WIDEST = 60  # pixels of a bar
_MOST = 300  # points of a curve
_SQUARES = 40  # points of the curve of a square root, closer to each other where it bends


def draw_histogram(
    values: Iterable[Fraction | int], what: str = "updates", with_mistakes: int = 0
) -> Picture:
    """Return an SVG of how many runs came to which number, with their mean and median.
    Lecture 2: L2.6

    values: ints, one at least, such as `repeat(...).updates`; DataError for others. what: their
    name. with_mistakes: how many of the runs ended with mistakes left, to be said below. A bar is a
    class of numbers, all classes equally wide: one number where the least and the most are less
    than 40 apart.

    >>> "3 runs, updates from 2 to 5. mean 3, median 2." in draw_histogram([2, 5, 2])
    True
    """
    numbers = sorted(map(_int, values))
    if not numbers:
        raise DataError("found no number; expected one at least, to be drawn")
    least, most = numbers[0], numbers[-1]
    width = (most - least) // _BINS + 1
    tallies = Counter([(value - least) // width for value in numbers])
    half = Fraction(1, 2)  # so that the bar of one number stands over it
    first, last = least - half, least + (max(tallies) + 1) * width - half
    beyond = (last - first) / 20
    across = Axis(first - beyond, last + beyond, LEFT, RIGHT, whole=True)
    up = Axis(Fraction(0), Fraction(max(tallies.values()) * 13, 12), _BOTTOM, _TOP, whole=True)
    lefts = {k: across.at(first + k * width) for k in range(max(tallies) + 2)}
    bars = [_bar(lefts[k], lefts[k + 1], up.at(tallies[k])) for k in sorted(tallies)]
    mean, median = Fraction(sum(numbers), len(numbers)), _median(numbers)
    runs = f"{len(numbers):,} run{'s' * (len(numbers) > 1)}"
    said = [f"{runs}, {what} from {number(least)} to {number(most)}."]
    said += [f"A bar counts {number(width)} neighbouring numbers."] * (width > 1)
    note = [f"{with_mistakes:,} of them ended with mistakes left."] * (with_mistakes > 0)
    middle = {"line": f"mean {_decimal(mean)}", "before": f"median {_decimal(median)}"}
    items = [(kind, plain(words)) for kind, words in middle.items()]
    captions, end = below(_BOTTOM + 44, items, said + note)
    body = [
        *frame(across, up, WIDTH, named(what, across, RIGHT - LEFT), plain("runs")),
        path("".join(bars), "bar"),
        path(f"M{decimal(across.at(mean))} {_BOTTOM}V{_TOP}", "line"),
        path(f"M{decimal(across.at(median))} {_BOTTOM}V{_TOP}", "before"),
        *captions,
    ]
    named_bars = [f"{_class(least + k * width, width)}: {tallies[k]}" for k in sorted(tallies)]
    description = (
        f"{' '.join([said[0], *note])} {', '.join(middle.values())}. "
        f"Runs by {what}, from left to right: {'; '.join(named_bars)}."
    )
    return document(WIDTH, end, f"Histogram of {what}", description, body)


def _int(value: object) -> int:
    try:
        return integer(value)
    except TypeError:
        raise DataError(
            f"found {shown(value)}; expected ints, such as numbers of updates"
        ) from None


def _median(numbers: Sequence[int]) -> Fraction:
    N = len(numbers)
    return Fraction(numbers[(N - 1) // 2] + numbers[N // 2], 2)


def _bar(left: Fraction, right: Fraction, top: Fraction) -> str:
    gap = max(min(Fraction(2), (right - left) / 5), right - left - _WIDEST) / 2
    ends = decimal(left + gap), decimal(top), decimal(right - gap)
    return "M{} {bottom}V{}H{}V{bottom}z".format(*ends, bottom=_BOTTOM)


def _class(low: int, width: int) -> str:
    return number(low) if width == 1 else f"{number(low)} to {number(low + width - 1)}"


def draw_length(run: Run) -> Picture:
    """Return an SVG of |w_t| over t, and what it cannot pass: |w_0|, and sqrt(t) R from w_0 = 0.
    Lecture 2: L2.10

    |w_t|^2 is at most |w_0|^2 + t eta^2 R^2. Of long runs the extremes of neighbouring t are drawn,
    so no peak is lost. DataError for a run without an update, and for a `BiasRun`.

    >>> from perceptron_ref import example, pla
    >>> "|w_T| &#8776; 5.3852 is at most" in draw_length(pla(example("and")))
    True
    """
    if not isinstance(run, Run) or isinstance(run, BiasRun):
        raise DataError(f"found {shown(run)}; expected a run of `pla` or `pocket`")
    if not run.updates:
        raise DataError("found a run without an update; expected one at least, to be drawn over t")
    T, squares = run.updates, _squared_lengths(run)
    start, step = squares[0] * run.unit**2, run.eta**2 * R2(run.data)
    drawn = extremes(squares, _MOST)
    lengths = [(t, root(squares[t] * run.unit**2)) for t in drawn]
    end_of_bound, highest = root(start + T * step), max(squares) * run.unit**2
    # with all of the bound in the picture |w_t| may lie flat on the axis
    until = (min(start + T * step, 4 * highest) - start) / step
    bound = [(t, root(start + t * step)) for t in _squares_up_to(until)]
    panel = Panel("Length of the weights (L2.10)", T, high=240, limits=_room(bound, lengths))
    panel.bar(bound, above=True)
    panel.curve("line", "|w_t|", lengths)
    panel.curve("before", "√(|w_0|² + t η²R²)" if any(run.w0) else _bound(run), bound)
    body, end = panel.drawn(6)
    said = f"|w_T|{equals(lengths[-1][1])} is at most {number(end_of_bound)}."
    sentences = [f"T = {number(T)}; R²{equals(R2(run.data))}", said]
    if len(drawn) <= T:
        sentences.append(
            f"{len(drawn)} of {number(T + 1)} lengths are shown: the extremes over short stretches "
            "of t."
        )
    note = [unfinished(run)] * bool(unfinished(run))
    captions, end = below(end, [], sentences + note)
    description = " ".join([in_words(run.data), f"After T = {T} updates", said, *note])
    return document(WIDTH, end, "The length of w_t over t", description, [*body, *captions])


def _squares_up_to(until: Fraction) -> list[Fraction]:
    """Return t from 0 on, close to each other where a square root bends."""
    return [until * k * k / _SQUARES**2 for k in range(_SQUARES + 1)]


def _room(*curves: Points) -> tuple[Fraction, Fraction]:
    return Fraction(0), max(value for points in curves for _, value in points)


def _squared_lengths(run: Run) -> list[int]:
    """Return |w_t|^2 for t = 0, ..., T, in the loop's ints: unit^2 times it is the lecture's."""
    _, indices = without_zeros(run.data, [i for i, w_i in enumerate(run.w0) if w_i])
    squares: list[int] = []
    for _, _, w, w_next in run.scaled_replay(indices):
        squares = squares or [squared_norm(w)]
        squares.append(squared_norm(w_next))
    return squares


def _bound(run: Run) -> str:
    return f"√t {'' if run.eta == 1 else 'η '}R"


def _decimal(q: Fraction) -> str:
    """Return a mean as people read it: 6649/150 as a decimal."""
    text = number(q)
    return "≈" + typeset(decimal(q, 2)) if "/" in text else text
