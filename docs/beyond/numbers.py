"""Runs in floats beside exact runs, for the page on numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import fsum
from typing import NamedTuple

from _tools import python, rows
from _tools.stepped_pictures import TOP_WITHOUT_HEADING, Step, draw_lines
from _tools.tables import format_value

from perceptron_ref import Dataset, Hypothesis, dot, example, pla, squared_norm
from perceptron_ref.drawing import Picture
from perceptron_ref.drawing.plane import Plane
from perceptron_ref.drawing.svg import decimal_text
from perceptron_ref.drawing.typography import plain_svg
from perceptron_ref.exact.rationals import exact_text

U = Fraction(1, 2**53)  # rounding to a float changes a number by at most the factor 1 + U


class FloatRun(NamedTuple):
    """A run in floats.

    Attributes:
        n: the example of each update.
        weights: w_0, ..., w_T.
        has_converged: whether N visits in a row were right.
    """

    n: list[int]
    weights: list[list[float]]
    has_converged: bool


def float_pla(
    xs: list[list[float]],
    ys: Sequence[int],
    eta: float = 1.0,
    max_updates: int = 2000,
) -> FloatRun:
    """Run PLA in floats in the naive cycle; scores are summed from left to right."""
    n_of_updates: list[int] = []
    weights = [[0.0] * len(xs[0])]
    n, right_in_a_row = 0, 0
    while right_in_a_row < len(xs) and len(n_of_updates) < max_updates:
        w, x, step = weights[-1], xs[n], eta * ys[n]
        score = 0.0
        for w_i, x_i in zip(w, x):
            score += w_i * x_i
        right_in_a_row += 1
        if ys[n] * score <= 0:
            w = [w_i + step * x_i for w_i, x_i in zip(w, x)]
            weights.append(w)
            n_of_updates.append(n)
            right_in_a_row = 0
        n = (n + 1) % len(xs)
    return FloatRun(n_of_updates, weights, right_in_a_row == len(xs))


def as_floats(data: Dataset) -> list[list[float]]:
    """Return the examples as floats."""
    return [list(map(float, x)) for x in data.xs]


# --- the run: setosa by the length of the petals alone

irises = example("iris-setosa")
_petals = 1 + irises.names.index("petal_length_cm")
petals = Dataset(
    [[x[_petals]] for x in irises.xs],
    irises.ys,
    names=["petal length in cm"],
)
run, float_run = pla(petals), float_pla(as_floats(petals), petals.ys)
exact_weights = [run.w0, *(w for *_, w in run.replay())]
T, T_in_floats = run.updates, len(float_run.n)
first_difference = next(t for t, (n, m) in enumerate(zip(run.n, float_run.n)) if n != m)
w_at_difference = exact_weights[first_difference]
zero_at, next_in_floats = run.n[first_difference], float_run.n[first_difference]
zero_x = petals.xs[zero_at][1]

assert run.status == "converged" and float_run.has_converged
assert (T, T_in_floats, first_difference, zero_at) == (11, 7, 4, 53)
assert petals.ys[zero_at] == -1 and dot(w_at_difference, petals.xs[zero_at]) == 0
assert not Hypothesis(float_run.weights[-1]).mistakes(petals)
assert not run.mistakes


def two_runs() -> Picture:
    """Draw, after each update, the exact line, and dashed the line of the run in floats.

    The last line in floats stays, because that run has fewer updates.
    """
    steps = []
    for t, w in enumerate(exact_weights):
        float_w = float_run.weights[min(t, T_in_floats)]
        float_texts = list(map(repr, float_w))
        n = run.n[t] if t < T else None
        steps.append(Step(w, n, dashed_w=float_texts, sentence=_describe_step(t)))
    picture = draw_lines(
        petals,
        steps,
        "PLA in exact numbers and in floats",
        "The two runs part at update 4.",
        ring_meaning="next in the exact run",
        dashed_meaning="in floats",
    )
    start = f'data-start="{first_difference}" data-step-name="t"'
    picture_text = re.sub(r'data-start="\d+"', start, picture, count=1)
    return Picture(_spread_marks(picture_text, [zero_at, next_in_floats]))


def _spread_marks(picture: str, named: Sequence[int]) -> str:
    """Spread each row of marks over three, and write the numbers of some flowers.

    Lengths differ by 1 mm, so marks in one row would cover each other.
    """
    rows_of_marks: dict[str, list[float]] = {}
    for x, y in re.findall(r"M([\d.]+) ([\d.]+)m(?:0-4a4|-4-4)", picture):
        rows_of_marks.setdefault(y, []).append(float(x))

    def move(match: re.Match[str]) -> str:
        """Return a mark or a ring in its new row."""
        before, x, between, y = match.groups()
        return f"{before}{x}{between}{place(x, y):g}"

    def place(x: str, y: str) -> float:
        """Return the new y of a mark."""
        rank = sorted(rows_of_marks[y]).index(float(x))
        return float(y) + 11 * ((rank - 1) % 3 - 1)

    picture = re.sub(r"(M)([\d.]+)( )([\d.]+)(?=m(?:0-4a4|-4-4))", move, picture)
    picture = re.sub(r'(class="ring" cx=")([\d.]+)(" cy=")([\d.]+)', move, picture)
    positions = Plane(petals, TOP_WITHOUT_HEADING).positions
    texts = ""  # the longer flower is named to the right of its mark, the other to the left
    halo = 'style="paint-order:stroke;stroke:var(--paper);stroke-width:4px"'
    for n in named:
        x, y = map(decimal_text, positions[n])
        is_longer = petals.xs[n][1] == max(petals.xs[m][1] for m in named)
        left, anchor = (float(x) + 4, "start") if is_longer else (float(x) + 6, "end")
        texts += f'<text x="{left:g}" y="{place(x, y) - 13:g}" text-anchor="{anchor}" {halo}>'
        texts += f"{plain_svg(f'flower {n}')}</text>"
    return picture.replace("</svg>", f"{texts}</svg>")


def _describe_step(t: int) -> str:
    """Return a sentence on what both runs do after update t."""
    if t == T:
        return f"t = {t}: both runs are done, after {T} updates and after {T_in_floats}."
    exact = f"t = {t}: next, the exact run corrects flower {run.n[t]}"
    if t >= T_in_floats:
        return f"{exact}; the run in floats is done."
    if run.n[t] == float_run.n[t]:
        return f"{exact}, and so does the run in floats."
    return f"{exact}, the run in floats flower {float_run.n[t]}."


def _both_runs(first: int, end: int) -> str:
    """Return a row for each t from `first` to `end` - 1: t, and w_t and n(t) of both runs."""
    table: list[list[object]] = []
    for t in range(first, end):
        float_w = float_run.weights[t] if t <= T_in_floats else None
        float_n = float_run.n[t] if t < T_in_floats else "none: done" if t == T_in_floats else ""
        table.append(
            [
                t,
                exact_weights[t],
                run.n[t] if t < T else "none: done",
                "" if float_w is None else f"({float_w[0]!r}, {float_w[1]!r})",
                float_n,
            ]
        )
    return rows(table)


def where_they_part() -> str:
    """Return a row for each of five t, for both runs, from the last shared update on."""
    return _both_runs(first_difference - 1, first_difference + 4)


one_sign = python("""
w_1 = 1.4 - 4.7 + 1.4 + 1.4
w_1, 2.0 + w_1 * 4.0
from fractions import Fraction
w_1 = Fraction("1.4") - Fraction("4.7") + Fraction("1.4") + Fraction("1.4")
w_1, 2 + w_1 * 4
""")
assert [str(petals.xs[n][1]) for n in run.n[:4]] == ["7/5", "47/10", "7/5", "7/5"]
assert 2.0 + float_run.weights[first_difference][1] * 4.0 < 0

# --- a run in floats that ends with a mistake

_THREE_EXAMPLES = Dataset(
    [["98009.536", "39563.88"], ["17131.377", "66812.145"], ["26342.029", "78188.274"]],
    [+1, -1, -1],
)
_exact_run_on_three, _float_run_on_three = (
    pla(_THREE_EXAMPLES),
    float_pla(as_floats(_THREE_EXAMPLES), _THREE_EXAMPLES.ys),
)
corrected_exactly, corrected_in_floats = _exact_run_on_three.n, _float_run_on_three.n
w_2 = list(_exact_run_on_three.replay())[2][2]
assert (
    _float_run_on_three.has_converged
    and len(corrected_in_floats) == 2
    and len(corrected_exactly) == 3
    and Hypothesis(_float_run_on_three.weights[-1]).mistakes(_THREE_EXAMPLES) == 1
    and not _exact_run_on_three.mistakes
)


def _products(n: int) -> list[float]:
    """Return the products, in floats, whose sum is the score of example n under w_2."""
    return [
        w_i * x_i for w_i, x_i in zip(_float_run_on_three.weights[2], as_floats(_THREE_EXAMPLES)[n])
    ]


def three_margins() -> str:
    """Return a row for each example: n, x_n and y_n, the margin under w_2, exact and in floats."""
    table = []
    for n, (x, y) in enumerate(zip(_THREE_EXAMPLES.xs, _THREE_EXAMPLES.ys)):
        a, b, c = _products(n)
        float_margin = y * (a + b + c)
        text = f"{float_margin:.3g}" if abs(float_margin) < 1 else repr(float_margin)
        table.append((n, f"{format_value(x[1:])}, {y:+d}", exact_text(y * dot(w_2, x)), text))
    return rows(table)


def four_sums() -> str:
    """Return a row for each of four ways to compute the score of example 2.

    A row has the way, the score, and what it says of the example. Only the exact sum has the right
    sign.
    """
    a, b, c = _products(2)
    exact = Fraction(dot(w_2, _THREE_EXAMPLES.xs[2]))
    sums: list[tuple[str, str, float | Fraction]] = [
        ("from left to right", repr(a + b + c), -(a + b + c)),
        ("from right to left", repr(c + b + a), -(c + b + a)),
        ("rounded once (`math.fsum`)", repr(fsum([a, b, c])), -fsum([a, b, c])),
        ("exactly", exact_text(exact), -exact),
    ]
    assert [margin > 0 for *_, margin in sums] == [True, True, True, False]
    return rows(
        (order, sum_text, "right" if margin > 0 else "a mistake")
        for order, sum_text, margin in sums
    )


# --- what holds in floats: ints


def same_run(data: Dataset, xs: list[list[float]]) -> bool:
    """Tell whether the run in floats corrects the same examples as the exact run."""
    return tuple(float_pla(xs, data.ys).n) == pla(data).n


def times_their_scale() -> str:
    """Return a row for each set: name, scale, T, and sqrt(T) R^2 of the scaled set, below 2^53."""
    table: list[list[object]] = []
    for name, data in _sets():
        scaled = [list(map(float, x)) for x in data.scaled_xs]
        updates = pla(data).updates
        largest_number = updates**0.5 * max(map(squared_norm, data.scaled_xs))
        assert largest_number < 2**53 and same_run(data, scaled)
        table.append([name, data.scale, updates, f"{largest_number:,.0f}"])
    return rows(table)


def _sets() -> list[tuple[str, Dataset]]:
    """Return (name, data) of five sets."""
    named = [(f"`{name}`", example(name)) for name in ("credit", "credit-2d", "spam")]
    return [*named, ("`iris-setosa`", irises), ("its petal length alone", petals)]


# --- what holds in floats: margins above the rounding error


def rounding_error_bound(data: Dataset, updates: int) -> Fraction:
    """Return a bound on the rounding error of a score in floats after `updates` updates from 0."""
    k = (updates + data.d + 2) * U
    return k / (1 - k) * updates * max(map(squared_norm, data.xs))


def least_margin(data: Dataset) -> Fraction:
    """Return the least |y_n w_t . x_n| of the visits that PLA makes after its first update."""
    margins = []
    run = pla(data)  # it has no margins of right visits, so this loop makes the run again
    w, right_in_a_row, n, N = (Fraction(0),) * (1 + data.d), 0, 0, data.N
    while right_in_a_row < N:
        margin = data.ys[n] * dot(w, data.xs[n])
        margins += [abs(margin)] * any(w)
        right_in_a_row += 1
        if margin <= 0:
            w = tuple(w_i + data.ys[n] * x_i for w_i, x_i in zip(w, data.xs[n]))
            right_in_a_row = 0
        n = (n + 1) % N
    assert w == run.w
    return min(margins)


def margins_and_rounding() -> str:
    """Return a row for each set: T, least margin, error bound, and whether the margin is larger."""
    table: list[list[object]] = []
    for name, data in _sets():
        updates, margin = pla(data).updates, least_margin(data)
        error_bound = rounding_error_bound(data, updates)
        assert (margin > error_bound) is same_run(data, as_floats(data))
        table.append(
            [
                name,
                updates,
                exact_text(margin),
                f"{float(error_bound):.1e}",
                "yes" if margin > error_bound else "no",
            ]
        )
    assert table[-1][2:] == ["0", f"{float(rounding_error_bound(petals, T)):.1e}", "no"]
    return rows(table)


# --- exercises

assert -0.3 + 0.1 + 0.2 > 0 == Hypothesis([-0.3, 1, 1]).score([0.1, 0.2])
rounded_zero = repr(-0.3 + 0.1 + 0.2)
_sure_updates = int(Fraction(2**53, (200 * 100) ** 2) ** 2)
assert _sure_updates**0.5 * (200 * 100) ** 2 < 2**53
sure_until = f"{_sure_updates:,}"
and_set = example("and")
eta_runs = {eta: float_pla(as_floats(and_set), and_set.ys, eta) for eta in (0.5, 0.1)}
T_of_and = pla(and_set).updates
assert tuple(eta_runs[0.5].n) == pla(and_set).n == pla(and_set, eta="0.1").n
_run_of_tenth = eta_runs[0.1]
T_of_tenth, w_of_tenth = (
    len(_run_of_tenth.n),
    "(" + ", ".join(map(repr, _run_of_tenth.weights[-1])) + ")",
)
assert T_of_tenth < T_of_and and _run_of_tenth.has_converged
assert not Hypothesis(list(map(repr, _run_of_tenth.weights[-1]))).mistakes(and_set)
