"""The numbers and pictures of the page on visiting orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from _tools import python, rows
from _tools.figures import applicants_in_words
from _tools.orders import FIVE_ORDERS
from _tools.stepped_pictures import Step, draw_lines

from perceptron_ref import Dataset, Run, View, dot, example, pla, squared_norm, strategies, strategy
from perceptron_ref.drawing import Picture
from perceptron_ref.drawing.typography import format_vector
from perceptron_ref.theory.margins import corrections_needed
from perceptron_ref.theory.separability import Separable, separability

D = example("credit")
plane = applicants_in_words()
NAMES = ("cyclic", "restart", "random-permutation", "random", "worst-margin")
assert set(NAMES) == set(FIVE_ORDERS) <= set(strategies())
runs = {name: pla(D, name) for name in NAMES}
drawn = {name: pla(plane, name) for name in NAMES}
known, run = len(runs), runs["cyclic"]
passes = -(-run.visits // D.N)
assert run.visits % D.N and all(found.status == "converged" for found in runs.values())


def line_of(w: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return the weights at one length, so that equal lines have equal ones."""
    return tuple(v / sum(map(abs, w)) for v in w)


assert len({line_of(found.w) for found in drawn.values()}) == len(drawn)

# --- two orders, side by side ------------------------------------------------------------------

cycle, again = drawn["cyclic"], drawn["restart"]
assert cycle.updates > again.updates and cycle.n[:2] == again.n[:2] and cycle.n[2] != again.n[2]


def _side(found: Run) -> Picture:
    """Return the line of every w_t; the shorter run stays at its end."""
    steps = []
    for t, n, w, _ in found.replay():
        words = [f"t = {t}: w_{{{t}}} = {format_vector(w)}", f"corrects n({t}) = {n}"]
        said = f"{found.strategy}, update {t}: corrects example {n}."
        steps.append(Step(w, n, words, sentence=said))
    T = found.updates
    words = [f"t = {T}: w_{{{T}}} = {format_vector(found.w)}", f"no mistake, T = {T}"]
    end = Step(found.w, None, words, sentence=f"{found.strategy}: no mistake after {T} updates.")
    steps += [end] * (1 + max(cycle.updates, again.updates) - T)
    return draw_lines(plane, steps, f"PLA in the order {found.strategy}", f"T = {T} updates.")


def cyclic_side() -> Picture:
    """The naive cycle that goes on."""
    return _side(cycle)


def restart_side() -> Picture:
    """The order that starts over."""
    return _side(again)


# --- words, fair orders --------------------------------------------------------------------------


def stubborn(view: View) -> Iterator[int]:
    """Example 0, for ever."""
    while True:
        yield 0


def lazy(view: View) -> Iterator[int]:
    """Example 0, once."""
    yield 0


def unfair_runs() -> str:
    """Two orders that are not fair, and what the loop makes of them."""
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


def _without_help(data: Dataset, visits: Sequence[int]) -> int:
    """Return how many mistakes are left after these visits, and no others."""
    w = [Fraction(0)] * (1 + data.d)
    for n in visits:
        x, y = data.xs[n], data.ys[n]
        if y * dot(w, x) <= 0:
            w = [w_i + y * x_i for w_i, x_i in zip(w, x)]
    return sum(y * dot(w, x) <= 0 for x, y in zip(data.xs, data.ys))


one_pass_left = _without_help(plane, range(plane.N))
zero_left = _without_help(plane, [0] * 1000)
assert one_pass_left > 0 < zero_left

# `restart` is not fair where no line separates the first examples: it never visits the others
_contradiction = Dataset([[1], [1], [2]], [+1, -1, +1])
assert set(pla(_contradiction, "restart", max_updates=1000).n) == {0, 1}

# --- the same data in every order ----------------------------------------------------------------

SETS = (
    *("or", "and", "credit", "credit-2d", "spam", "iris-setosa"),
    *("hadamard:k=4", "powers:d=4", "pair:m=10", "pingpong:m=5"),
)


def _named(text: str) -> Dataset:
    """Return the set of a text such as "pair:m=10"."""
    name, _, option = text.partition(":")
    key, _, value = option.partition("=")
    return example(name, **({key: int(value)} if key else {}))


data_of = {text: _named(text) for text in SETS}


def _bound(data: Dataset) -> Fraction:
    """Return R^2 / rho^2."""
    found = separability(data)
    assert isinstance(found, Separable)
    return found.bound


sets = len(SETS)
bounds = {text: _bound(data) for text, data in data_of.items()}
every = {text: {s: pla(data, s) for s in NAMES} for text, data in data_of.items()}
fewest = {text: min(one.updates for one in each.values()) for text, each in every.items()}
most = {text: max(one.updates for one in each.values()) for text, each in every.items()}
factor = most["credit"] // fewest["credit"]
assert all(
    one.status == "converged" and one.updates <= bounds[text]
    for text, each in every.items()
    for one in each.values()
)
assert all(fewest[text] == most[text] for text in ("hadamard:k=4", "powers:d=4", "pair:m=10"))
winners = {
    name
    for text, each in every.items()
    for name, one in each.items()
    if one.updates == fewest[text] < most[text]
}
assert len(winners) > 1
assert every["pingpong:m=5"]["cyclic"].updates == most["pingpong:m=5"]
assert set(data_of["pingpong:m=5"].ys) == {+1} and data_of["pingpong:m=5"].N == 3


def compared() -> str:
    """T of every order on every set, the fewest in bold."""
    table = []
    for text, each in every.items():
        made = [one.updates for one in each.values()]
        cells = [f"**{T}**" if T == fewest[text] else str(T) for T in made]
        table.append([f"`{text}`", *cells, f"{float(bounds[text]):,.1f}"])
    return rows(table)


# --- the built-in strategies ---------------------------------------------------------------------


restart = runs["restart"]
worst, normalized = runs["worst-margin"], pla(D, strategy("worst-margin", normalized=True))


# --- until right ---------------------------------------------------------------------------------

until = pla(D, "cyclic:until_right=True")


def _stretches() -> list[list[tuple[int, int, tuple[Fraction, ...]]]]:
    """Return the updates of the run in stretches on one example: t, n, w_t."""
    steps = [(t, n, w) for t, n, w, _ in until.replay()]
    return [list(same) for _, same in groupby(steps, key=lambda step: step[1])]


_long = [same for same in _stretches() if len(same) > 1]
for _same in _stretches():
    _needed = [corrections_needed(w, D.xs[n], D.ys[n]) for _, n, w in _same]
    assert _needed == list(range(len(_same), 0, -1))
assert len(_long) <= 5


def stretches() -> str:
    """The mistakes that took more than one correction."""
    table = []
    for same in _long:
        t, n, w = same[0]
        margin, growth = D.ys[n] * dot(w, D.xs[n]), squared_norm(D.xs[n])
        k = corrections_needed(w, D.xs[n], D.ys[n])
        after = margin + k * growth
        assert margin + (k - 1) * growth <= 0 < after and k == len(same)
        table.append([t, n, margin, growth, f"{float(-margin / growth):.2f}", k, after])
    return rows(table)


# --- right in a row ------------------------------------------------------------------------------


plane_N = plane.N
missed = f"{100 * (1 - 1 / plane.N) ** (5 * plane.N):.1f}%"

# --- what an order costs -------------------------------------------------------------------------

assert worst.dot_products == D.N * (worst.updates + 1) + worst.visits


# --- an order of your own ------------------------------------------------------------------------


def own() -> str:
    """An order in four lines."""
    return python("""
from perceptron_ref import example, pla
def last_first(view):
    while True:
        yield range(len(view))[::-1]

pla(example("credit"), last_first)
""")


# --- exercises -----------------------------------------------------------------------------------

# 14 / 5 = 2.8, so three corrections; 15 / 5 = 3, so four, or three where a zero score is right
k_14 = corrections_needed([0, -7], [1, 2], +1)
k_15, k_15_plus = (corrections_needed([0, "-7.5"], [1, 2], +1, 1, z) for z in (0, +1))
assert (k_14, k_15, k_15_plus) == (3, 4, 3)


def expected_misses() -> str:
    """The chance that so many independent draws all miss one example."""
    table = []
    for size in (10, 100, 1000):
        chances = [(1 - 1 / size) ** (factor * size) for factor in (1, 5, 10)]
        table.append([size, *(f"{100 * chance:.3g}%" for chance in chances)])
    return rows(table)


def left_out_wrong() -> list[int]:
    """Return the examples of the or that PLA gets wrong if it never visits them."""
    data, wrong = example("or"), []
    for n in range(data.N):
        kept = [m for m in range(data.N) if m != n]
        w = pla(Dataset([data.xs[m][1:] for m in kept], [data.ys[m] for m in kept])).w
        if data.ys[n] * dot(w, data.xs[n]) <= 0:
            wrong.append(n)
    return wrong


def never_zero(view: View) -> Iterator[range]:
    """Examples 1, 2, 3, for ever."""
    while True:
        yield range(1, len(view))


assert left_out_wrong() == [0, 1, 2]
helped = pla(example("or"), never_zero)
assert helped.status == "converged" and 0 in helped.n
assert _without_help(example("or"), [1, 2, 3] * 100) == _without_help(example("or"), [1]) == 1
