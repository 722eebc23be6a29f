"""The numbers and pictures of the page on visiting orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from _tools import mark, python, rows
from _tools.separators import bound_of
from _tools.shared import FIVE_ORDERS, applicants_with_units
from _tools.stepped_pictures import Step, draw_lines

from perceptron_ref import Dataset, Run, View, dot, example, pla, squared_norm, strategies, strategy
from perceptron_ref.drawing import Picture
from perceptron_ref.drawing.typography import format_vector
from perceptron_ref.theory.margins import corrections_needed

D = example("credit")
applicants = applicants_with_units()
NAMES = ("cyclic", "restart", "random-permutation", "random", "worst-margin")
assert set(NAMES) == set(FIVE_ORDERS) <= set(strategies())
runs = {name: pla(D, name) for name in NAMES}
applicants_runs = {name: pla(applicants, name) for name in NAMES}
order_count, run = len(runs), runs["cyclic"]
passes = -(-run.visits // D.N)  # rounded up
assert run.visits % D.N and all(order_run.status == "converged" for order_run in runs.values())


def line_of(w: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return w divided by the sum of |w_i|, so positive multiples of w give the same result."""
    return tuple(v / sum(map(abs, w)) for v in w)


assert len({line_of(order_run.w) for order_run in applicants_runs.values()}) == len(applicants_runs)

# --- two orders, side by side ------------------------------------------------------------------

marks = {symbol: mark(symbol) for symbol in ("o", "x", "side", "trail")}
cyclic_in_plane, restart_in_plane = applicants_runs["cyclic"], applicants_runs["restart"]
assert (
    cyclic_in_plane.updates > restart_in_plane.updates
    and cyclic_in_plane.n[:2] == restart_in_plane.n[:2]
    and cyclic_in_plane.n[2] != restart_in_plane.n[2]
)


def _draw_order(run_of_order: Run, name: str) -> Picture:
    """Draw the line of every w_t."""
    steps, T = [], run_of_order.updates
    for t, n, w, _ in run_of_order.replay():
        words = f"{name}: w_{{{t}}} = {format_vector(w)}, next: example {n}."
        steps.append(Step(w, n, sentence=words))
    last_w = run_of_order.w
    words = f"{name}: w_{{{T}}} = {format_vector(last_w)}, done."
    steps.append(Step(last_w, sentence=words))
    title = f"PLA in the order {run_of_order.strategy}"
    return draw_lines(
        applicants, steps, title, f"T = {T} updates.", has_legend=False, ring_meaning="next mistake"
    )


def cyclic_side() -> Picture:
    """Draw the naive cycle."""
    return _draw_order(cyclic_in_plane, "Naive cycle")


def restart_side() -> Picture:
    """Draw the order `restart`."""
    return _draw_order(restart_in_plane, "Restart")


# --- words, fair orders --------------------------------------------------------------------------


def stubborn(view: View) -> Iterator[int]:
    """Visit example 0 without end."""
    while True:
        yield 0


def lazy(view: View) -> Iterator[int]:
    """Visit example 0 once, and end."""
    yield 0


def unfair_runs() -> str:
    """Run PLA in two orders that are not fair."""
    return python("""
from perceptron_ref import example, pla
def lazy(view):
    yield 0

def stubborn(view):
    while True:
        yield 0

pla(example("credit"), lazy)
pla(example("credit"), stubborn)
""")


lazy_run, stubborn_run = pla(D, lazy), pla(D, stubborn)
assert lazy_run.n == stubborn_run.n == runs["restart"].n
assert stubborn_run.visits > lazy_run.visits


def _mistakes_after_visits(data: Dataset, visits: Sequence[int]) -> int:
    """Return the number of mistakes after these visits alone."""
    w = [Fraction(0)] * (1 + data.d)
    for n in visits:
        x, y = data.xs[n], data.ys[n]
        if y * dot(w, x) <= 0:
            w = [w_i + y * x_i for w_i, x_i in zip(w, x)]
    return sum(y * dot(w, x) <= 0 for x, y in zip(data.xs, data.ys))


mistakes_after_one_pass = _mistakes_after_visits(applicants, range(applicants.N))
mistakes_after_example_0 = _mistakes_after_visits(applicants, [0] * 1000)
assert mistakes_after_one_pass > 0 < mistakes_after_example_0

# If no line separates the first examples, `restart` is not fair: it never visits the others.
_contradiction = Dataset([[1], [1], [2]], [+1, -1, +1])
assert set(pla(_contradiction, "restart", max_updates=1000).n) == {0, 1}

# --- the same data in every order ----------------------------------------------------------------

SETS = (
    *("or", "and", "credit", "credit-2d", "spam", "iris-setosa"),
    *("hadamard:k=4", "powers:d=4", "pair:m=10", "pingpong:m=5"),
)


data_of = {set_name: example(set_name) for set_name in SETS}


set_count = len(SETS)
bounds = {set_name: bound_of(data) for set_name, data in data_of.items()}
runs_by_set = {
    set_name: {order: pla(data, order) for order in NAMES} for set_name, data in data_of.items()
}
fewest_updates = {
    set_name: min(order_run.updates for order_run in runs_by_order.values())
    for set_name, runs_by_order in runs_by_set.items()
}
most_updates = {
    set_name: max(order_run.updates for order_run in runs_by_order.values())
    for set_name, runs_by_order in runs_by_set.items()
}
assert all(
    order_run.status == "converged" and order_run.updates <= bounds[set_name]
    for set_name, runs_by_order in runs_by_set.items()
    for order_run in runs_by_order.values()
)
assert sum(fewest_updates[set_name] == most_updates[set_name] for set_name in SETS) == 4
winners = {
    name
    for set_name, runs_by_order in runs_by_set.items()
    for name, order_run in runs_by_order.items()
    if order_run.updates == fewest_updates[set_name] < most_updates[set_name]
}
assert len(winners) > 1
_pingpong = runs_by_set["pingpong:m=5"]["cyclic"]
_weights = [w for _, _, _, w in _pingpong.replay()]
assert _pingpong.updates == most_updates["pingpong:m=5"] and fewest_updates["pingpong:m=5"] == 2
assert all(w[1] * w_next[1] < 0 for w, w_next in zip(_weights, _weights[1:]))
assert set(data_of["pingpong:m=5"].ys) == {+1} and data_of["pingpong:m=5"].N == 3


def updates_by_order() -> str:
    """Return a row for each set: T in every order, with the smallest in bold, and the bound."""
    table = []
    for set_name, runs_by_order in runs_by_set.items():
        counts = [order_run.updates for order_run in runs_by_order.values()]
        cells = [f"**{T}**" if T == fewest_updates[set_name] else str(T) for T in counts]
        table.append([f"`{set_name}`", *cells, f"{float(bounds[set_name]):,.1f}"])
    return rows(table)


# --- the built-in strategies ---------------------------------------------------------------------


worst_margin_run, normalized_run = (
    runs["worst-margin"],
    pla(D, strategy("worst-margin", normalized=True)),
)


# --- until right ---------------------------------------------------------------------------------

until_right_run = pla(D, "cyclic:until_right=True")


def _stretches() -> list[list[tuple[int, int, tuple[Fraction, ...]]]]:
    """Return the updates (t, n, w_t) of the run, grouped into stretches on the same example."""
    steps = [(t, n, w) for t, n, w, _ in until_right_run.replay()]
    return [list(stretch) for _, stretch in groupby(steps, key=lambda step: step[1])]


_long_stretches = [stretch for stretch in _stretches() if len(stretch) > 1]
for _stretch in _stretches():
    _needed = [corrections_needed(w, D.xs[n], D.ys[n]) for _, n, w in _stretch]
    assert _needed == list(range(len(_stretch), 0, -1))
assert len(_long_stretches) <= 5


def stretches() -> str:
    """Return a row for each mistake that took more than one correction."""
    table = []
    for stretch in _long_stretches:
        t, n, w = stretch[0]
        margin, growth = D.ys[n] * dot(w, D.xs[n]), squared_norm(D.xs[n])
        k = corrections_needed(w, D.xs[n], D.ys[n])
        after = margin + k * growth
        assert margin + (k - 1) * growth <= 0 < after and k == len(stretch)
        table.append([t, n, margin, growth, f"{float(-margin / growth):.2f}", k, after])
    return rows(table)


# --- right in a row ------------------------------------------------------------------------------


plane_N = applicants.N
chance_of_a_miss = f"{100 * (1 - 1 / applicants.N) ** (5 * applicants.N):.1f}%"

# --- what an order costs -------------------------------------------------------------------------

assert (
    worst_margin_run.dot_products == D.N * (worst_margin_run.updates + 1) + worst_margin_run.visits
)


# --- an order of your own ------------------------------------------------------------------------


def own_order() -> str:
    """Run PLA in an order that three lines define."""
    return python("""
from perceptron_ref import example, pla
def last_first(view):
    while True:
        yield range(len(view))[::-1]

pla(example("credit"), last_first)
""")


# --- exercises -----------------------------------------------------------------------------------

# 14 / 5 = 2.8, so three corrections; 15 / 5 = 3, so four, or three if a score of 0 is right
k_14 = corrections_needed([0, -7], [1, 2], +1)
k_15, k_15_plus = (corrections_needed([0, "-7.5"], [1, 2], +1, 1, z) for z in (0, +1))
assert (k_14, k_15, k_15_plus) == (3, 4, 3)


def chances_of_a_miss() -> str:
    """Return a row for each N: the chances that N, 5N and 10N random draws miss a given example."""
    table = []
    for size in (10, 100, 1000):
        chances = [(1 - 1 / size) ** (draws_per_example * size) for draws_per_example in (1, 5, 10)]
        table.append([size, *(f"{100 * chance:.3g}%" for chance in chances)])
    return rows(table)


def wrong_if_left_out() -> list[int]:
    """Return the examples of `or` that PLA gets wrong if the data lack them."""
    data, wrong = example("or"), []
    for n in range(data.N):
        rest = [m for m in range(data.N) if m != n]
        w = pla(Dataset([data.xs[m][1:] for m in rest], [data.ys[m] for m in rest])).w
        if data.ys[n] * dot(w, data.xs[n]) <= 0:
            wrong.append(n)
    return wrong


def never_zero(view: View) -> Iterator[range]:
    """Visit examples 1, 2 and 3 without end."""
    while True:
        yield range(1, len(view))


assert wrong_if_left_out() == [0, 1, 2]
run_without_zero = pla(example("or"), never_zero)
assert run_without_zero.status == "converged" and 0 in run_without_zero.n
assert (
    _mistakes_after_visits(example("or"), [1, 2, 3] * 100)
    == _mistakes_after_visits(example("or"), [1])
    == 1
)
