"""The runs that tell the misconceptions from what is right."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from statistics import median

from _tools import python, rows
from _tools.figures import applicants_in_words
from _tools.orders import FIVE_ORDERS
from _tools.tables import format_value

from perceptron_ref import (
    Dataset,
    Hypothesis,
    dot,
    example,
    pla,
    pocket,
    squared_norm,
    strategy,
)
from perceptron_ref.drawing import Picture, draw_data, draw_run, draw_update
from perceptron_ref.theory.bias import pla_with_bias, radius2
from perceptron_ref.theory.convergence import correction_helps
from perceptron_ref.theory.margins import geometric_margins
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Separable, Separator, separability

AND, XOR, credit = map(example, ("and", "xor", "credit"))
plane = applicants_in_words()
run = pla(AND)  # in the naive cycle, as all runs here that name no order
learned = pla(plane)


def separable(data: Dataset) -> Separable:
    """Return the largest rho of a set, and the weights that have it."""
    found = separability(data)
    assert isinstance(found, Separable)
    return found


best, wide = separable(AND), separable(plane)
w_f = Separator(AND, best.w_f).w_f


# Five more


def _mistakes_of_each() -> list[int]:
    """Return how many mistakes w_0, w_1, ..., w_T make on the logical and."""
    w = [step[2] for step in run.replay()] + [run.w]
    return [Hypothesis(v).mistakes(AND) for v in w]


_counts = _mistakes_of_each()
worse = sum(after > before for before, after in zip(_counts, _counts[1:]))
ends = len({tuple(v / sum(map(abs, w)) for v in w) for w in (pla(AND, o).w for o in FIVE_ORDERS)})
long_run = pla(example("pair", m=10))
assert worse and ends > 1 and _counts[-1] == 0 and long_run.status == "converged"
assert all(pla(AND, order).status == "converged" for order in FIVE_ORDERS)

noisy = example("noisy", N=1000, d=3, flips=100)
fewest = fewest_mistakes(noisy).mistakes
_pockets = [pocket(noisy, strategy("random", seed=s)).mistakes for s in range(10)]
median_of_pockets = f"{median(_pockets):g}"
assert min(_pockets) > fewest


# S1

steps = pla(credit)
ups = sum(credit.ys[n] == 1 for n in steps.n)
downs = steps.updates - ups
threshold = steps.hypothesis.threshold
assert steps.w[0] == ups - downs == -threshold
assert {x[0] for x in credit.xs} == {1}


# S2, S3, S4

_twenty = Separator(AND, tuple(20 * v for v in w_f))
twenty, least_of_twenty = _twenty.w_f, _twenty.least
_margins = [y * dot(run.w, x) for x, y in zip(AND.xs, AND.ys)]
margins_of_last = ", ".join(map(format_value, _margins))
assert 0 < max(_margins) < least_of_twenty

_lengths = [squared_norm(x) for x in AND.xs]
no_cosine, cosine = (
    f"{sqrt(run.updates * v / max(_lengths)):.2f}" for v in (min(_lengths), best.rho2)
)
assert float(cosine) < 1 < float(no_cosine)

orthogonal = pla(example("hadamard", k=4))
_of_orthogonal = separable(orthogonal.data)
one_square_above = f"{best.R2 / sqrt(best.rho2):.1f}"
one_square_below = f"{sqrt(_of_orthogonal.R2) / _of_orthogonal.rho2:g}"
assert float(one_square_above) < run.updates
assert float(one_square_below) < orthogonal.updates

# S5


def at_least_zero() -> str:
    """Weights that separate, and others of which every margin is at least 0."""
    on_two, zero = Separator(AND, (-2, 2, 2)), Separator(XOR, (0, 0, 0))
    right = Separator(AND, w_f)
    assert on_two.least == zero.least == on_two.rho2 == 0 < right.least
    assert right.separates and not on_two.separates and not zero.separates
    return rows(
        [
            ("`and`", right.w_f, right.least, "yes", sqrt(right.rho2), right.bound),
            ("`and`", on_two.w_f, on_two.least, "no", 0, "none"),
            ("`xor`", zero.w_f, zero.least, "no", "undefined", "none"),
        ]
    )


# S6

rho_learned, rho_wide = (sqrt(Separator(plane, w).rho2) for w in (learned.w, wide.w_f))
near_learned, near_wide = (
    min(geometric_margins(Hypothesis(w), plane)).approximate for w in (learned.w, wide.w_f)
)
assert rho_learned < rho_wide and 3 * near_learned < near_wide


def where_pla_stopped() -> Picture:
    """The line of PLA among the applicants in the plane."""
    return draw_data(plane, learned.hypothesis)


def widest() -> Picture:
    """The line of largest rho among the same applicants."""
    return draw_data(plane, Hypothesis(wide.w_f))


def same_line(v: Sequence[Fraction], w: Sequence[Fraction]) -> bool:
    """Return whether one is a positive multiple of the other."""
    return dot(v, w) > 0 and dot(v, w) ** 2 == squared_norm(v) * squared_norm(w)


def _ends_on_the_widest() -> dict[str, int]:
    names = ("or", "and", "credit", "credit-2d", "spam", "iris-setosa")
    sets = {f"`{name}`": example(name) for name in names}
    sets |= {"`hadamard:k=4`": example("hadamard", k=4), "`powers:d=4`": example("powers", d=4)}
    sets |= {"`pair:m=10`": example("pair", m=10), "`pingpong:m=5`": example("pingpong", m=5)}
    ended = {}
    for name, data in sets.items():
        widest = Separator(data, separable(data).w_f).w_f
        ended[name] = sum(same_line(pla(data, order).w, widest) for order in FIVE_ORDERS)
    assert not ended["`credit`"]
    return ended


ended = _ends_on_the_widest()
sets, orders, hits = len(ended), len(FIVE_ORDERS), sum(ended.values())
assert 0 < hits < sets * orders


# S7


def _still_wrong() -> list[tuple[int, int, Fraction, Fraction, Fraction]]:
    """Return t, n(t), margin before, |x_n|^2, margin after, of updates that were too small."""
    proof = Proof(learned)
    unit = proof.units["w"] * proof.units["x"]
    return [
        (t, n, before * unit, squared_norm(plane.xs[n]), after * unit)
        for t, (n, (after, *_, before)) in enumerate(zip(learned.n, correction_helps(proof)))
        if after <= 0
    ]


still_wrong = _still_wrong()
last_t, last_n, last_before, last_gain, last_after = still_wrong[-1]
assert last_before + last_gain == last_after < 0
from_to = f"{format_value(last_before)} to {format_value(last_after)}"


def too_small_an_update() -> Picture:
    """The last update that left its example wrong."""
    return draw_update(learned, last_t)


# S8


def arithmetic_of_pocket() -> str:
    """Pocket on the exclusive or, without and with eight features of zero."""
    cells = []
    for data in (XOR, Dataset([[*x[1:], *[0] * 8] for x in XOR.xs], XOR.ys)):
        found = pocket(data, max_updates=50)
        products = found.dot_products
        cells.append((data.d, found.updates, found.visits, products, products * (1 + data.d)))
    assert cells[0][1:4] == cells[1][1:4]
    return rows(cells)


# S9


def where_paths_part() -> str:
    """Both forms of the bias on three sets, and the first update that differs."""
    cells = []
    for name, data in (("`and`", AND), ("`spam`", example("spam")), ("`credit-2d`", plane)):
        one, other = pla(data), pla_with_bias(data)
        part = next(t for t, (m, n) in enumerate(zip(one.n, other.n)) if m != n)
        cells.append((name, radius2(data), one.updates, other.updates, part))
    return rows(cells)


# S10

three = Dataset([[-3], [-1], [-2]], [+1, -1, +1])
on, over = pla(three), pla(three, "restart")
threshold_on, threshold_over = (-found.w[0] / found.w[1] for found in (on, over))
assert on.updates != over.updates and not same_line(on.w, over.w)


def go_on() -> Picture:
    """The run that goes on with the next example."""
    return draw_run(on)


def start_over() -> Picture:
    """The run that restarts at the first example."""
    return draw_run(over)


# S11


def both_minus() -> str:
    """Two examples of label -1, with either rule."""
    return python("""
from perceptron_ref import Dataset, pla
D = Dataset([[1], [2]], [-1, -1])
print(*pla(D).w)
print(*pla(D, sign_of_zero=-1).w)
""")
