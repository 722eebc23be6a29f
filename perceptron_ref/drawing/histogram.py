"""A histogram: how many runs came to which number of updates.     Lecture 2: L2.6"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from statistics import median

from ..errors import DataError, shown
from ..exact.values import integer
from .axes import Axis, frame, named
from .caption import WIDTH, captioned
from .picture import Picture
from .plane import LEFT, RIGHT
from .svg import decimal, path, plain
from .words import number, typeset

_TOP, _BOTTOM = 28, 248
_BINS = 40  # at most: a bar and the gap beside it need nine pixels
_WIDEST = 60  # pixels of a bar


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
    lefts = [least - half + k * width for k in range(max(tallies) + 2)]
    beyond = (lefts[-1] - lefts[0]) / 20
    across = Axis(lefts[0] - beyond, lefts[-1] + beyond, LEFT, RIGHT, whole=True)
    up = Axis(Fraction(0), Fraction(max(tallies.values()) * 13, 12), _BOTTOM, _TOP, whole=True)
    bars = [
        _bar(across.at(lefts[k]), across.at(lefts[k + 1]), up.at(tally))
        for k, tally in sorted(tallies.items())
    ]
    middles = {
        "mean": Fraction(sum(numbers), len(numbers)),
        "median": median(map(Fraction, numbers)),
    }
    kinds = {"mean": "line", "median": "before"}
    words = {name: f"{name} {_decimal(value)}" for name, value in middles.items()}
    said = [
        f"{len(numbers):,} run{'s' * (len(numbers) > 1)}, {what} from {number(least)} to "
        f"{number(most)}.",
        f"A bar counts {number(width)} neighbouring numbers." * (width > 1),
        f"{with_mistakes:,} of them ended with mistakes left." * (with_mistakes > 0),
    ]
    named_bars = [f"{_class(least + k * width, width)}: {tallies[k]}" for k in sorted(tallies)]
    description = (
        f"{' '.join(filter(None, said[::2]))} {', '.join(words.values())}. "
        f"Runs by {what}, from left to right: {'; '.join(named_bars)}."
    )
    body = [
        *frame(across, up, WIDTH, named(what, across, RIGHT - LEFT), plain("runs")),
        path("".join(bars), "bar"),
        *(
            path(f"M{decimal(across.at(value))} {_BOTTOM}V{_TOP}", kinds[name])
            for name, value in middles.items()
        ),
    ]
    items = [(kinds[name], plain(words[name])) for name in middles]
    return captioned(f"Histogram of {what}", description, body, _BOTTOM + 44, items, said)


def _int(value: object) -> int:
    try:
        return integer(value)
    except TypeError:
        raise DataError(
            f"found {shown(value)}; expected ints, such as numbers of updates"
        ) from None


def _bar(left: Fraction, right: Fraction, top: Fraction) -> str:
    gap = max(min(Fraction(2), (right - left) / 5), right - left - _WIDEST) / 2
    ends = decimal(left + gap), decimal(top), decimal(right - gap)
    return "M{} {bottom}V{}H{}V{bottom}z".format(*ends, bottom=_BOTTOM)


def _class(low: int, width: int) -> str:
    return number(low) if width == 1 else f"{number(low)} to {number(low + width - 1)}"


def _decimal(q: Fraction) -> str:
    """Return a mean as people read it: 6649/150 as a decimal."""
    text = number(q)
    return "≈" + typeset(decimal(q, 2)) if "/" in text else text
