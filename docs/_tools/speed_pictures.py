"""Pictures of packed ints, drawn from `perceptron_ref.exact.packed` on a run, and of growth."""

from __future__ import annotations

from fractions import Fraction

from perceptron_ref.drawing.axes import frame
from perceptron_ref.drawing.caption import LINE, WIDTH, below, legend
from perceptron_ref.drawing.plane import RIGHT
from perceptron_ref.drawing.svg import (
    circles,
    decimal,
    document,
    marked,
    path,
    plain,
    polyline,
    rectangle,
    text,
)
from perceptron_ref.drawing.words import typeset
from perceptron_ref.exact.costs import BLOCK
from perceptron_ref.exact.packed import Packed, bit_count, block_sizes, sign_bits, unpacked

from .logarithmic import Logarithmic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from perceptron_ref import Run

_BITS = 8  # of a lane of one byte: what these small sets need
_CELL = 30  # pixels of a row of lanes
_LEFT, _LANE = 114, 80  # of the first lane, from one lane to the next
_START = 60  # where the axes of a plot begin
_GREEK = {"1/rho": "1/\u03c1"}


class Steps:
    """One update of a run on four examples, w_t and w_{t+1}, as packed ints.

    w: w_t. n: n(t). columns: X_0, ..., X_d. margins: those of w_t, packed. row: the Gram row of n.

    >>> from perceptron_ref import example, pla
    >>> steps = Steps(pla(example("and")), 12)
    >>> steps.numbers(steps.margins), steps.numbers(steps.row)
    ([2, 0, -1, 3], [1, 2, 1, -2])
    """

    def __init__(self, run: Run, t: int) -> None:
        self.t, self.n, self.N = t, run.n[t], run.data.N
        _, _, self.w, _ = list(run.scaled_replay())[t]
        xs = run.data.scaled_xs
        packed = Packed(xs, run.data.ys)
        (self.columns,) = packed.columns(1, self.N)
        (self.margins,) = packed.blocks(self.w, 1, self.N)
        (self.row,) = packed.row(self.n, xs, 1, packed.kind(1, 1, 1))
        self.signs = sign_bits(self.N, 1)
        assert self.margins == sum(w_i * X_i for w_i, X_i in zip(self.w, self.columns))

    def numbers(self, block: int) -> list[int]:
        """Return what the lanes of a block hold."""
        return unpacked([block], [self.N], 1)


def draw_signs(steps: Steps) -> str:
    """Return an SVG of margins in the lanes of one int, and of the bits that tell their signs.

    >>> from perceptron_ref import example, pla
    >>> "The sign bits of examples 1, 2 are 1" in draw_signs(Steps(pla(example("and")), 12))
    True
    """
    N, margins = steps.N, steps.numbers(steps.margins)
    short = steps.signs - steps.margins
    wrong = short & steps.signs
    mistakes = [n for n, margin in enumerate(margins) if margin <= 0]
    assert bit_count(wrong) == len(mistakes)
    lane, bit, left = (WIDTH - 24) // N, 12, 16
    drawn, y = [], 24
    for n in range(N):
        drawn.append(text(left + lane * n + 4 * bit, y, plain(f"n = {n}"), "tick", "middle"))
    rows = (
        (f"the margins y_n w_{{{steps.t}}} · x_n", [typeset(str(v)) for v in margins]),
        ("128 minus each margin: one subtraction of long ints", _unsigned(short, N)),
    )
    for words, cells in rows:
        y += LINE + 4
        drawn.append(text(left, y, marked(words)))
        y += 8
        for n, cell in enumerate(cells):
            kind = "x" if n in mistakes else "pale"
            drawn.append(rectangle(left + lane * n, y, 8 * bit, 24, kind))
            drawn.append(text(left + lane * n + 4 * bit, y + 17, plain(cell), "", "middle"))
        y += 24
    y += LINE + 4
    drawn.append(text(left, y, plain("the same int, bit by bit; framed: the sign bits")))
    y += 8
    bits = f"{short:0{_BITS * N}b}"
    for i, digit in enumerate(bits):
        n, place = divmod(i, _BITS)
        x = left + lane * n + bit * place
        if place == 0:
            kind = "side" if digit == "0" else "barred"
            drawn += [rectangle(x, y, bit, 24, kind), rectangle(x, y, bit, 24, "ring")]
        bold = "title" if place == 0 else ""
        drawn.append(text(x + Fraction(bit, 2), y + 17, digit, bold, "middle"))
        if place == 0:
            words = "mistake" if digit == "1" else "right"
            drawn.append(text(x, y + 42, words, "title" if digit == "1" else "tick"))
    y += 50
    said = f"The sign bits of examples {', '.join(map(str, mistakes))} are 1: these are mistakes."
    sentences = [
        f"Together one int: {short:,}. Its {bit_count(wrong)} sign bits that are 1, counted, "
        f"are the mistakes of w_{{{steps.t}}}; the first of them is the next mistake."
    ]
    captions, end = below(y, [], sentences)
    description = (
        f"Margins {', '.join(map(str, margins))}; 128 minus them "
        f"{', '.join(_unsigned(short, N))}; in bits {bits}. {said}"
    )
    return document(WIDTH, end, "Four margins in one int", description, [*drawn, *captions])


def _unsigned(block: int, N: int) -> list[str]:
    """Return the lanes of a block of which none is below 0."""
    return [str(byte) for byte in block.to_bytes(N, "big")]


def draw_blocks(steps: Steps, search: Search) -> str:
    """Return an SVG of the columns X_0, ..., X_d as rows of lanes, times w_t, summed lane by lane;
    and of a search for the next mistake in a larger set, block by block.

    >>> from perceptron_ref import example, pla
    >>> run = pla(example("separable", N=1000, d=5, seed=1, margin=2))
    >>> picture = draw_blocks(Steps(pla(example("and")), 12), Search(run))
    >>> "-2 times -1, -1, -1, 1; 3 times" in picture
    True
    """
    rows = []
    for i, (w_i, X_i) in enumerate(zip(steps.w, steps.columns)):
        sign = "\u2212" if w_i < 0 else "+" if i else ""
        rows.append((f"{sign} {abs(w_i)} · X_{i}", steps.numbers(X_i), _never))
    margins = steps.numbers(steps.margins)
    rows.append(("= margins", margins, _mistaken))
    drawn, end = _lanes(rows, rule=len(rows) - 1)
    captions, under = below(end + 6, [], [f"One such product for each {BLOCK} examples:"])
    drawn += [*captions, *search.drawn(under + 8)]
    said = "".join(
        f"{w_i} times {_listed(steps.numbers(X_i))}; " for w_i, X_i in zip(steps.w, steps.columns)
    )
    return document(
        WIDTH,
        under + 92,
        "A dot product of the weights and the packed columns, and blocks of them",
        f"{said}the sum is {_listed(margins)}. {search.said}",
        drawn,
    )


class Search:
    """A search for the next mistake in the naive cycle that takes two blocks or more: that of a
    run's first such update.

    t: updates before it. start: the example visited first. found: the mistake.
    """

    def __init__(self, run: Run) -> None:
        N, starts = run.data.N, [0, *[n + 1 for n in run.n]]
        self.t, self.start, self.found = next(
            (t, start, n)
            for t, (start, n) in enumerate(zip(starts, run.n))
            if start < n and start // BLOCK < n // BLOCK
        )
        w = list(run.scaled_replay())[self.t][2]
        margins = Packed(run.data.scaled_xs, run.data.ys).products(w)
        self.mistakes = [n for n, margin in enumerate(margins) if margin <= 0]
        assert not {*range(self.start, self.found)} & {*self.mistakes}
        self.N, self.sizes = N, block_sizes(N, BLOCK)
        self.computed = range(self.start // BLOCK, self.found // BLOCK + 1)
        self.said = (
            f"In a set of {N} examples, in {len(self.sizes)} blocks, the search from example "
            f"{self.start} finds the mistake {self.found} with {len(self.computed)} of them."
        )

    def drawn(self, top: Fraction | int) -> list[str]:
        """Return the blocks beside each other, with the mistakes in those that are computed."""

        def at(n: int) -> Fraction:
            return 16 + Fraction(n * (WIDTH - 32), self.N)

        drawn, ticks, begin = [], "", 0
        for block, size in enumerate(self.sizes):
            done = block in self.computed
            left, width = at(begin) + 1, at(size) - 18
            drawn.append(rectangle(left, top + 18, width, 24, "side" if done else "barred"))
            words = ("computed" if done else "not needed") if width > 80 else ""
            drawn.append(text(left + width / 2, top + 58, words, "tick", "middle") if words else "")
            if done:
                ticks += "".join(
                    f"M{decimal(at(n))} {top + 18}v24"
                    for n in self.mistakes
                    if begin <= n < begin + size
                )
            begin += size
        drawn.append(path(ticks, "x"))
        for n, words, anchor in ((self.start, "from", "end"), (self.found, "found", "start")):
            if not 80 < at(n) < WIDTH - 80:
                anchor = "start" if at(n) < 80 else "end"
            drawn.append(path(f"M{decimal(at(n))} {top + 14}v32", "line"))
            drawn.append(text(at(n), top + 10, plain(f"{words} {n}"), "", anchor))
        drawn.append(
            text(16, top + 78, plain("thin lines: mistakes in the blocks computed"), "tick")
        )
        return drawn


def draw_gram_row(steps: Steps) -> str:
    """Return an SVG of the margins of w_t, the Gram row of n(t), and their sum: those of w_{t+1}.

    >>> from perceptron_ref import example, pla
    >>> "2, 0, -1, 3 and 1, 2, 1, -2: 3, 2, 0, 1." in draw_gram_row(Steps(pla(example("and")), 12))
    True
    """
    t, parts = steps.t, (steps.margins, steps.row, steps.margins + steps.row)
    before, row, after = map(steps.numbers, parts)
    rows = (
        (f"t = {t}", before, _mistaken),
        (f"+ row of {steps.n}", row, _never),
        (f"t = {t + 1}", after, _mistaken),
    )
    drawn, end = _lanes(rows, rule=2)
    drawn.append(text(14, 24, plain("margins at"), "tick"))
    said = f"{_listed(before)} and {_listed(row)}: {_listed(after)}."
    return document(WIDTH, end, "A Gram row added to all margins", said, drawn)


def _mistaken(number: int) -> bool:
    return number <= 0


def _never(number: int) -> bool:
    return False


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _lanes(
    rows: Sequence[tuple[str, Sequence[int], Callable[[int], bool]]], rule: int
) -> tuple[list[str], int]:
    """Return rows of lanes below each other, and where they end.

    rows: words at the left, the numbers, and which of them are mistakes, framed. rule: the row
        above which a line is drawn.
    """
    drawn = [
        text(_LEFT + _LANE * n + 36, 24, plain(f"n = {n}"), "tick", "middle")
        for n in range(len(rows[0][1]))
    ]
    y = 34
    for i, (words, numbers, is_mistake) in enumerate(rows):
        if i == rule:
            drawn.append(path(f"M{_LEFT - 6} {y + 3}H{_LEFT + _LANE * len(numbers)}", "line"))
            y += 10
        drawn.append(text(14, y + 17, marked(typeset(words))))
        for n, number in enumerate(numbers):
            x = _LEFT + _LANE * n
            wrong = is_mistake(number)
            drawn.append(rectangle(x, y, 72, 24, "x" if wrong else "pale"))
            shown = typeset(str(number))
            drawn.append(text(x + 36, y + 17, shown, "title" if wrong else "", "middle"))
        y += _CELL
    drawn.append(text(_LEFT, y + 12, plain("bold: 0 or less, a mistake"), "tick"))
    return drawn, y + 18


def draw_growth(family: dict[str, Any]) -> str:
    """Return an SVG of a family of `speed.json`: updates, their bound and the time over what grows,
    on scales of powers of ten.

    >>> from .measured import Figures
    >>> pair = next(family for family in Figures().growth if family["name"] == "pair")
    >>> "updates 293, 1093, 4229, " in draw_growth(pair)
    True
    """
    points = family["points"]
    values = [point["value"] for point in points]
    curves = [
        ("before", "bound", [point["bound"] for point in points], family["bound_exponent"]),
        ("line", "updates", [point["updates"] for point in points], family["updates_exponent"]),
        (
            "o",
            "time, \u00b5s",
            [1e6 * point["seconds"] for point in points],
            family["seconds_exponent"],
        ),
    ]
    items = [
        (kind, plain(f"{words}: {typeset(f'{exponent:.2f}')}"))
        for kind, words, _, exponent in curves
    ]
    keys, end = legend(items, 18 + LINE)
    top = int(end) + 10
    across = Logarithmic(values, _START, RIGHT)
    up = Logarithmic([q for *_, quantities, _ in curves for q in quantities], top + 190, top)
    name = _GREEK.get(str(family["variable"]), str(family["variable"]))
    body = [text(14, 18, plain(f"{family['name']}; exponents:"), "title"), *keys]
    body += frame(across, up, WIDTH, plain(name))
    said = []
    for kind, words, quantities, _ in curves:
        places = [(across.of(v), up.of(q)) for v, q in zip(values, quantities)]
        body.append(path(polyline(places), kind))
        body.append(path(circles(places, 3), "o" if kind == "o" else "tip"))
        said.append(f"{words} {', '.join(f'{q:.4g}' for q in quantities)}")
    listed = ", ".join(f"{v:.4g}" for v in values)
    description = f"For {family['variable']} = {listed}: {'; '.join(said)}."
    title = f"Updates, bound and time over {family['variable']}: {family['name']}"
    return document(WIDTH, top + 190 + 2 * LINE + 4, title, description, body)
