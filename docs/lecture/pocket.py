"""The numbers and pictures of the page on non-separable data and Pocket."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from _tools import rows
from _tools.live_pictures import live_picture, still_picture

from perceptron_ref import Dataset, dot, example, pla, pocket, strategy
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.separability import separability

if TYPE_CHECKING:
    from perceptron_ref import View
    from perceptron_ref.pocket import PocketRun
    from perceptron_ref.visits import Strategy

RANDOM_MISTAKE_FILE = Path(__file__).parents[1] / "code" / "random_mistake.py"

# The picture: the examples of the home page, with two wrong labels.
ROWS_WITHOUT_NOISE = [
    *((1, -6, 1), (-3, -4, 1), (3, -4, 1), (-6, 5, -1), (6, 7, -1), (8, -2, 1)),
    *((-8, 2, -1), (-6, -6, 1), (-4, 1, -1), (5, -6, 1), (2, 6, -1), (9, 4, 1)),
]
ROWS = [
    (x, y, -label if (x, y) in ((8, -2), (2, 6)) else label) for x, y, label in ROWS_WITHOUT_NOISE
]
XOR_ROWS = [(-4, -4, -1), (-4, 4, 1), (4, -4, 1), (4, 4, -1)]


def _dataset_of(points: list[tuple[int, int, int]]) -> Dataset:
    """Return examples (x_1, x_2, y) as data."""
    return Dataset([(x1, x2) for x1, x2, _ in points], [y for *_, y in points])


D, T = _dataset_of(ROWS), 60
small_run, fewest, clean_T = (
    pocket(D, max_updates=T),
    fewest_mistakes(D),
    pla(_dataset_of(ROWS_WITHOUT_NOISE)).updates,
)
assert fewest.proved and fewest.mistakes == small_run.mistakes == 2 < small_run.mistakes_last
improved = [t for t, mistakes, _ in small_run.history[1:] if mistakes < small_run.history[t - 1][2]]
assert improved == [1, 2, 5, 35]
assert small_run.history[improved[2] + 2][1:] == (7, 3)  # so that both lines are drawn at first
assert not separability(_dataset_of(XOR_ROWS)).separable
_one_pass = pla(_dataset_of(XOR_ROWS), max_updates=4)
assert _one_pass.n == (0, 1, 2, 3) and not any(_one_pass.w)

_POCKET: dict[str, Any] = {"pocket": True, "order": "random", "seed": 0, "updates": T}
_PLA = {"pocket": False, "order": "cyclic"}
_SCENES = {
    "noise": {**_PLA, "t": 3, "updates": 40},
    "xor": {**_PLA, "rows": XOR_ROWS, "t": 3, "updates": 8},
    "pocket": {**_POCKET, "t": improved[2] + 2, "menus": ["order"]},
    "separable": {"rows": ROWS_WITHOUT_NOISE, "order": "cyclic", "updates": T},
}
stage = live_picture(
    "pocket",
    "plane",
    ROWS,
    "Twelve examples with noise; solid the line of w_t, dashed the line in the pocket.",
    scene="pocket",
    scenes=_SCENES,
    **_POCKET,
)


def _still(points: list[tuple[int, int, int]], description: str, **config: object) -> str:
    """Return a scene at rest, for paper and for readers without scripts."""
    return still_picture("plane", points, description, (560, 400), **config)


stills = {
    "noise": _still(ROWS, "No line separates these twelve examples.", updates=40),
    "xor": _still(XOR_ROWS, "XOR, and the line after three updates.", updates=8, t=3),
    "pocket": _still(ROWS, "Solid the line of w_t, dashed the line in the pocket.", **_POCKET),
}

# A long run, on more examples.
noisy = example("noisy", N=100, d=2, flips=10)
run, best = pocket(noisy), fewest_mistakes(noisy)
assert best.proved and run.mistakes == best.lower_bound < run.mistakes_last
best_count = sum(mistakes <= best.mistakes for _, mistakes, _ in run.history)

xor = example("xor")


def all_weights(run: PocketRun) -> list[tuple[Fraction, ...]]:
    """Return w_0, w_1, ..., w_T of a run."""
    return [tuple(run.w0), *(w_next for _, _, _, w_next in run.replay())]


# L2.15

PLAIN = """\
def mistakes(w):
    return sum(y * dot(w, x) <= 0 for x, y in D)

w = best = (0, 0, 0)
while T > 0 and mistakes(best) > 0:
    x, y = choice(D)        # drawn at random
    if y * dot(w, x) <= 0:  # a mistake of w_t
        w = [a + y * b for a, b in zip(w, x)]
        T = T - 1
        if mistakes(w) < mistakes(best):
            best = w
"""


def plain() -> str:
    """Return Pocket in a few lines, after a check that they make the same run as the package."""
    draw = Random(0).random
    names: dict[str, object] = {"dot": dot, "D": list(zip(D.xs, D.ys)), "T": small_run.updates}
    names["choice"] = lambda pairs: pairs[int(draw() * len(pairs))]
    exec(PLAIN, names)
    assert (names["w"], names["best"]) == (list(small_run.w_last), list(small_run.w))
    return f"```python\n{PLAIN}```"


def improvements() -> str:
    """Return a row for each better pocket of the small run: t, n(t-1), w_t and its mistakes."""
    weights_met = all_weights(small_run)
    return rows((t, small_run.n[t - 1], weights_met[t], small_run.history[t][1]) for t in improved)


def long_run() -> str:
    """Return a row for the start, each update that changes the pocket, and some others.

    A row of the long run has t, the mistakes of w_t, and the mistakes of the pocket.
    """
    listed_updates, history = (2, 3, 5, 50, 100, 200, 500, 1000), run.history
    return rows(
        row
        for i, row in enumerate(history)
        if i == 0 or history[i - 1][2] != row[2] or row[0] in listed_updates
    )


def targets() -> str:
    """Return a row for each target number of mistakes: status, updates, visits and mistakes."""
    table = []
    for K in (40, 30, 20, best.mistakes, best.mistakes - 1):
        pocket_run = pocket(noisy, target_mistakes=K)
        table.append(
            (
                K,
                f"`{pocket_run.status}`",
                f"{pocket_run.updates:,}",
                f"{pocket_run.visits:,}",
                pocket_run.mistakes,
            )
        )
    return rows(table)


# What Pocket guarantees


def random_draws(seed: int) -> Strategy:
    """Return the strategy that draws every visit independently."""
    return strategy("random", seed=seed)


def fresh_permutations(seed: int) -> Strategy:
    """Return the strategy that makes a fresh permutation for every pass."""
    return strategy("random-permutation", seed=seed)


def fixed_cycle(order: Sequence[int]) -> Callable[[View], Iterator[list[int]]]:
    """Return a strategy that repeats one pass through the examples, in this order."""

    def repeat_order(view: View) -> Iterator[list[int]]:
        """Yield the order for each pass."""
        while True:
            yield list(order)

    return repeat_order


def xor_orders() -> str:
    """Return a row for each of six orders, for Pocket on XOR.

    The columns: the order, the mistakes of the pocket, the number of w_t that make only one
    mistake, and the first such t.
    """
    orders: tuple[tuple[str, str | Strategy], ...] = (
        ("`cyclic`", "cyclic"),
        ("`worst-margin`", "worst-margin"),
        ("`random-permutation`, seed 0", fresh_permutations(0)),
        ("`restart`", "restart"),
        ("`random`, seed 0", random_draws(0)),
        ("a random mistake, seed 0", strategy(f"{RANDOM_MISTAKE_FILE}:random_mistake", seed=0)),
    )
    table = []
    for name, order in orders:
        pocket_run = pocket(xor, order, max_updates=1000)
        times = [t for t, mistakes, _ in pocket_run.history if mistakes == 1]
        table.append((name, pocket_run.mistakes, len(times), times[0] if times else "none"))
    assert [row[1] for row in table] == [2, 2, 2, 1, 1, 1]
    return rows(table)


def first_repetition(order: Sequence[int]) -> int:
    """Return the first t after which a run of PLA on XOR repeats itself.

    In a fixed cycle it does if w_t and the last example are those of an earlier t.
    """
    xor_run = pla(xor, fixed_cycle(order), max_updates=50)
    states: set[object] = set()
    for t, n, _, w in xor_run.replay():
        if (n, w) in states:
            return t + 1
        states.add((n, w))
    raise AssertionError(order)


cycles = list(permutations(range(xor.N)))
latest_repetition = max(map(first_repetition, cycles))
assert {
    pocket(xor, fixed_cycle(order), max_updates=latest_repetition).mistakes for order in cycles
} == {2}
assert {pocket(xor, fresh_permutations(seed)).mistakes for seed in range(10)} == {2}
permutation_run = pocket(xor, fresh_permutations(0), max_updates=None, target_mistakes=1)
permutation_updates = f"{permutation_run.updates:,}"
random_updates = sorted(
    pocket(xor, random_draws(seed), target_mistakes=1).updates for seed in range(10)
)
least_random_updates, most_random_updates = random_updates[0], random_updates[-1]
assert permutation_run.mistakes == 1 and most_random_updates < 1000 < permutation_run.updates


# L2.16


def dot_products_of_both() -> list[tuple[str, int, int, int, int]]:
    """Return (name, N, T, dot products of PLA, dot products of Pocket) of separable sets."""
    table = []
    sets = [(name, example(name)) for name in ("or", "and", "credit-2d", "credit", "spam")]
    sets += [("iris-setosa", example("iris-setosa")), ("pair:m=10", example("pair", m=10))]
    sets.append(("powers:d=4", example("powers", d=4)))
    for name, data in sets:
        pla_run, pocket_run = pla(data), pocket(data, "cyclic", max_updates=None)
        assert (pla_run.n, pla_run.w) == (pocket_run.n, pocket_run.w)
        assert pocket_run.dot_products - pla_run.dot_products == data.N * pla_run.updates
        table.append((name, data.N, pla_run.updates, pla_run.dot_products, pocket_run.dot_products))
    return table


ratios = [of_pocket / of_pla for *_, of_pla, of_pocket in dot_products_of_both()]
assert min(ratios) > 1
least_ratio, most_ratio = (f"{pick(ratios):.1f}" for pick in (min, max))


def slower_rows() -> str:
    """Return a row for each of `dot_products_of_both`, with the difference added."""
    return rows(
        (f"`{name}`", N, T, of_pla, of_pocket, of_pocket - of_pla)
        for name, N, T, of_pla, of_pocket in dot_products_of_both()
    )


# Q4

applicants = example("credit")
q4_pla, q4_pocket = pla(applicants), pocket(applicants, "cyclic", max_updates=None)
assert q4_pla.n == q4_pocket.n and q4_pla.dot_products < q4_pocket.dot_products
assert q4_pla.w == q4_pocket.w and q4_pocket.mistakes == 0
q4_pocket_products = f"{q4_pocket.dot_products:,}"


# Exercises

by_hand = pocket(xor, "cyclic", max_updates=4)
assert [mistakes for _, mistakes, _ in by_hand.history] == [4, 2, 3, 2, 4]
assert by_hand.w == pocket(xor, "cyclic", max_updates=4000).w
run_of_500 = pocket(noisy, max_updates=500)
visits, counting_dot_products = f"{run_of_500.visits:,}", noisy.N * (1 + run_of_500.updates)
assert (visits, counting_dot_products) == ("2,466", 50_100)
all_dot_products = f"{run_of_500.dot_products:,}"
counting_share = f"{100 * counting_dot_products / run_of_500.dot_products:.0f}%"
_best_at = [t for t, mistakes, _ in run.history if mistakes == best.mistakes]
first_best, last_best = _best_at[0], _best_at[-1]
assert len(_best_at) == best_count and first_best < last_best
