"""The numbers and pictures of the page on visiting orders."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from pathlib import Path

from _tools import output, python, rows
from _tools.geometry_pictures import draw_ratios
from _tools.stepped import Step, lines

from perceptron_ref import Dataset, Run, View, dot, example, pla, squared_norm, strategies, strategy
from perceptron_ref.drawing import Picture, draw_run
from perceptron_ref.drawing.words import vector
from perceptron_ref.theory.corrections import corrections_needed
from perceptron_ref.theory.margins import geometric_margins
from perceptron_ref.theory.separability import Separable, separability

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from perceptron_ref.visits import Strategy

D = example("credit")
plane = example("credit-2d")
NAMES = ("cyclic", "restart", "random-permutation", "random", "worst-margin")
assert set(NAMES) <= set(strategies())
runs = {name: pla(D, name) for name in NAMES}
drawn = {name: pla(plane, name) for name in NAMES}
N, known, run = D.N, len(runs), runs["cyclic"]
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
        words = [f"t = {t}: w_{{{t}}} = {vector(w)}", f"corrects n({t}) = {n}"]
        said = f"{found.strategy}, update {t}: corrects example {n}."
        steps.append(Step(w, n, words, said=said))
    T = found.updates
    words = [f"t = {T}: w_{{{T}}} = {vector(found.w)}", f"no mistake, T = {T}"]
    end = Step(found.w, None, words, said=f"{found.strategy}: no mistake after {T} updates.")
    steps += [end] * (1 + max(cycle.updates, again.updates) - T)
    return lines(plane, steps, f"PLA in the order {found.strategy}", f"T = {T} updates.")


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
lazy_T = lazy_run.updates
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


bounds = {text: _bound(data) for text, data in data_of.items()}
every = {text: {s: pla(data, s) for s in NAMES} for text, data in data_of.items()}
fewest = {text: min(one.updates for one in each.values()) for text, each in every.items()}
most = {text: max(one.updates for one in each.values()) for text, each in every.items()}
factor = most["credit"] // fewest["credit"]
one_line = [text for text, each in every.items() if len({line_of(r.w) for r in each.values()}) == 1]
alike, sets = len(one_line), len(SETS)
same = ", ".join(f"`{text}`" for text in one_line[:-1]) + f" and `{one_line[-1]}`"
assert all(
    one.status == "converged" and one.updates <= bounds[text]
    for text, each in every.items()
    for one in each.values()
)
assert all(
    each["worst-margin"].visits == each["worst-margin"].updates + data_of[text].N
    for text, each in every.items()
)
assert all(fewest[text] == most[text] for text in ("hadamard:k=4", "powers:d=4", "pair:m=10"))
winners = {
    name
    for text, each in every.items()
    for name, one in each.items()
    if one.updates == fewest[text] < most[text]
}
assert len(winners) > 1
pingpong_least, pingpong_most = fewest["pingpong:m=5"], most["pingpong:m=5"]
assert every["pingpong:m=5"]["cyclic"].updates == pingpong_most
assert set(data_of["pingpong:m=5"].ys) == {+1} and data_of["pingpong:m=5"].N == 3


def spread() -> str:
    """The fewest and the most updates on each set."""
    measured = ("updates", "fewest", "most of the five orders")
    pairs = [(text, fewest[text], most[text]) for text in SETS]
    return draw_ratios("The fewest and the most updates of five orders", measured, pairs)


def compared() -> str:
    """T of every order on every set, the fewest in bold."""
    table = []
    for text, each in every.items():
        made = [one.updates for one in each.values()]
        cells = [f"**{T}**" if T == fewest[text] else str(T) for T in made]
        table.append([f"`{text}`", *cells, f"{float(bounds[text]):,.1f}"])
    return rows(table)


def compared_visits() -> str:
    """The visits of the same runs."""
    return rows(
        [
            [f"`{text}`", *(f"{one.visits:,}" for one in each.values())]
            for text, each in every.items()
        ]
    )


def compare_command() -> str:
    """The comparison on the command line."""
    return output("perceptron-ref compare example:credit")


def _other_run(name: str) -> Picture:
    return draw_run(drawn[name])


def permutation_run() -> Picture:
    """Cycles in random order on credit-2d."""
    return _other_run("random-permutation")


def random_run() -> Picture:
    """Independent draws on credit-2d."""
    return _other_run("random")


def worst_run() -> Picture:
    """The worst mistake first on credit-2d."""
    return _other_run("worst-margin")


T_of = {name.replace("-", "_"): one.updates for name, one in drawn.items()}
visits_of = {name.replace("-", "_"): one.visits for name, one in drawn.items()}


def nearest(name: str) -> str:
    """Return how far the nearest applicant is from the last line."""
    return f"{min(geometric_margins(drawn[name].hypothesis, plane)).approximate:.4f}"


# --- the built-in strategies ---------------------------------------------------------------------


def _visits(answers: Iterator[object]) -> Iterator[int]:
    """Yield the visits of a strategy one by one, passes opened."""
    for answer in answers:
        yield from [answer] if answer is None or isinstance(answer, int) else answer  # type: ignore[misc]


def first_visits(bound: str | Strategy, count: int, data: Dataset = D) -> str:
    """Return the first examples visited, those corrected in bold."""
    of = strategy(bound) if isinstance(bound, str) else bound
    seen: list[tuple[int, int]] = []

    def watched(view: View) -> Iterator[int]:
        for n in _visits(iter(of(view))):
            seen.append((n, view.updates))
            yield n

    pla(data, watched, max_visits=count + 1)
    after = [t for _, t in seen[1:]]
    marked = [f"**{n}**" if t < later else str(n) for (n, t), later in zip(seen, after)]
    assert len(marked) == count
    return " ".join(marked)


def by_name() -> str:
    """Strategies by their names, with options and without."""
    return python("""
from perceptron_ref import example, pla, strategies, strategy
list(strategies())
pla(example("credit"), "restart")
pla(example("credit"), strategy("random-permutation", seed=7))
""")


def first_of_each() -> str:
    """The first visits of each strategy on the applicants."""
    return rows([[f"`{name}`", first_visits(name, 26)] for name in NAMES])


def first_by_seed() -> str:
    """The first visits of shuffled cycles on the or."""
    table = []
    for seed in range(3):
        for fresh in (True, False):
            of = strategy("random-permutation", seed=seed, fresh=fresh)
            table.append([seed, str(fresh), first_visits(of, 12, example("or"))])
    return rows(table)


def _counted(of: Strategy) -> list[int]:
    """Return how often an order that yields no passes visits each example."""
    visited = [0] * D.N

    def counting(view: View) -> Iterator[int]:
        for n in of(view):
            assert isinstance(n, int)
            visited[n] += 1
            yield n

    assert pla(D, counting).n == runs["restart"].n
    return visited


restart = runs["restart"]
_times = _counted(strategy("restart"))
first_times, last_n, last_times = _times[0], D.N - 1, _times[-1]
worst, normalized = runs["worst-margin"], pla(D, strategy("worst-margin", normalized=True))


def repeated() -> str:
    """100 shuffled cycles on credit."""
    return output("perceptron-ref fit example:credit --strategy random-permutation --repeat 100")


KINDS: tuple[tuple[str, Callable[[int], Strategy]], ...] = (
    ("fresh", lambda seed: strategy("random-permutation", seed=seed)),
    ("fixed", lambda seed: strategy("random-permutation", seed=seed, fresh=False)),
    ("draws", lambda seed: strategy("random", seed=seed)),
)


def hundred() -> str:
    """100 runs each of the random orders."""
    table, T_mean, visits_mean = [], {}, {}
    for name in ("or", "and", "credit-2d", "credit"):
        cyclic = pla(example(name)).updates
        for kind, of in KINDS:
            some = [pla(example(name), of(seed)) for seed in range(100)]
            T = sorted(one.updates for one in some)
            T_mean[name, kind] = sum(T) / 100
            visits_mean[name, kind] = sum(one.visits for one in some) / 100
            middle, mean = f"{(T[49] + T[50]) / 2:g}", f"{T_mean[name, kind]:.2f}"
            seen = f"{visits_mean[name, kind]:.1f}"
            table.append([f"`{name}`", kind, T[0], middle, mean, T[-1], seen, cyclic])
        assert visits_mean[name, "draws"] > visits_mean[name, "fresh"]
    on_credit = [T_mean["credit", kind] for kind, _ in KINDS]
    assert on_credit[1] > on_credit[0] > run.updates
    return rows(table)


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


def until_right_check() -> str:
    """The statement on every stretch of the run."""
    return python("""
from itertools import groupby
from perceptron_ref import example, pla, strategy
from perceptron_ref.theory.corrections import corrections_needed
D = example("credit")
run = pla(D, strategy("cyclic", until_right=True))
steps = [(n, corrections_needed(w, D.xs[n], D.ys[n])) for t, n, w, _ in run.replay()]
stretches = [[k for _, k in same] for _, same in groupby(steps, key=lambda step: step[0])]
all(ks == list(range(len(ks), 0, -1)) for ks in stretches)
run.updates, max(map(len, stretches))
""")


# --- right in a row ------------------------------------------------------------------------------

SEEDS = range(100)


def right_in_a_row() -> str:
    """How 100 runs on credit-2d end, by M."""
    table, unfinished = [], []
    for M in ("1N", "2N", "5N", "10N"):
        some = [pla(plane, strategy("random", seed=seed), right_in_a_row=M) for seed in SEEDS]
        left = [one.mistakes for one in some if one.mistakes]
        believed = sum(one.status == "right_in_a_row" for one in some)
        assert all(one.status in ("right_in_a_row", "converged") for one in some)
        unfinished.append(len(left))
        mean = f"{sum(one.visits for one in some) / len(some):.0f}"
        table.append([M, len(some) - believed, believed, len(left), max(left, default=0), mean])
    assert unfinished == sorted(unfinished, reverse=True) and unfinished[0] > 0
    return rows(table)


plane_N = plane.N
missed = f"{100 * (1 - 1 / plane.N) ** (5 * plane.N):.1f}%"

# --- what an order costs -------------------------------------------------------------------------

assert worst.dot_products == D.N * (worst.updates + 1) + worst.visits


def costs() -> str:
    """What the runs on credit cost."""
    more = {**{f"`{name}`": one for name, one in runs.items()}}
    more["`worst-margin`, normalized"] = normalized
    table = []
    for name, one in more.items():
        per = [f"{made / one.updates:.2f}" for made in (one.visits, one.dot_products)]
        table.append([name, one.updates, f"{one.visits:,}", f"{one.dot_products:,}", *per])
    return rows(table)


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


def own_file() -> str:
    """The same in a file."""
    text = Path("docs/code/last_first.py").read_text(encoding="utf-8").rstrip()
    return f"```python\n{text}\n```\n"


def own_command() -> str:
    """The same on the command line."""
    return output(
        "perceptron-ref fit example:credit --strategy docs/code/last_first.py", lines=slice(0, 4)
    )


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
