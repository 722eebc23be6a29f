"""The runs that refute the misconceptions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from statistics import median

from _tools import python, rows
from _tools.orders import FIVE_ORDERS, applicants_with_units
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
plane = applicants_with_units()
run = pla(AND)  # in the naive cycle, like all runs here without a named order
learned = pla(plane)


def separable(data: Dataset) -> Separable:
    """Return the separating weights of largest rho of a set."""
    separator = separability(data)
    assert isinstance(separator, Separable)
    return separator


best, wide = separable(AND), separable(plane)
w_f = Separator(AND, best.w_f).w_f


# Five more


def _mistakes_over_t() -> list[int]:
    """Return the numbers of mistakes of w_0, w_1, ..., w_T on the logical and."""
    weights = [step[2] for step in run.replay()] + [run.w]
    return [Hypothesis(w_t).mistakes(AND) for w_t in weights]


_mistakes = _mistakes_over_t()
worse = sum(after > before for before, after in zip(_mistakes, _mistakes[1:]))
ends = len({tuple(v / sum(map(abs, w)) for v in w) for w in (pla(AND, o).w for o in FIVE_ORDERS)})
long_run = pla(example("pair", m=10))
assert worse and ends > 1 and _mistakes[-1] == 0 and long_run.status == "converged"
assert all(pla(AND, order).status == "converged" for order in FIVE_ORDERS)

noisy = example("noisy", N=1000, d=3, flips=100)
fewest = fewest_mistakes(noisy).mistakes
_pocket_mistakes = [pocket(noisy, strategy("random", seed=s)).mistakes for s in range(10)]
median_of_pockets = f"{median(_pocket_mistakes):g}"
assert min(_pocket_mistakes) > fewest


# S1

steps = pla(credit)
ups = sum(credit.ys[n] == 1 for n in steps.n)
downs = steps.updates - ups
threshold = steps.hypothesis.threshold
assert steps.w[0] == ups - downs == -threshold
assert {x[0] for x in credit.xs} == {1}


# S2, S3, S4

_twenty_times = Separator(AND, tuple(20 * v for v in w_f))
twenty, least_of_twenty = _twenty_times.w_f, _twenty_times.least
_margins = [y * dot(run.w, x) for x, y in zip(AND.xs, AND.ys)]
margins_of_last = ", ".join(map(format_value, _margins))
assert 0 < max(_margins) < least_of_twenty

_lengths = [squared_norm(x) for x in AND.xs]
no_cosine, cosine = (
    f"{sqrt(run.updates * v / max(_lengths)):.2f}" for v in (min(_lengths), best.rho2)
)
assert float(cosine) < 1 < float(no_cosine)

orthogonal = pla(example("hadamard", k=4))
_orthogonal_separator = separable(orthogonal.data)
one_square_above = f"{best.R2 / sqrt(best.rho2):.1f}"
one_square_below = f"{sqrt(_orthogonal_separator.R2) / _orthogonal_separator.rho2:g}"
assert float(one_square_above) < run.updates
assert float(one_square_below) < orthogonal.updates

# S5


def at_least_zero() -> str:
    """Return rows on weights that separate, and on weights whose least margin is 0."""
    two_on_line, zero = Separator(AND, (-2, 2, 2)), Separator(XOR, (0, 0, 0))
    correct = Separator(AND, w_f)
    assert two_on_line.least == zero.least == two_on_line.rho2 == 0 < correct.least
    assert correct.separates and not two_on_line.separates and not zero.separates
    return rows(
        [
            ("`and`", correct.w_f, correct.least, "yes", sqrt(correct.rho2), correct.bound),
            ("`and`", two_on_line.w_f, two_on_line.least, "no", 0, "none"),
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
    """Draw the line of PLA among the applicants in the plane."""
    return draw_data(plane, learned.hypothesis)


def widest() -> Picture:
    """Draw the line of largest rho among the same applicants."""
    return draw_data(plane, Hypothesis(wide.w_f))


def same_line(v: Sequence[Fraction], w: Sequence[Fraction]) -> bool:
    """Tell whether one vector is a positive multiple of the other."""
    return dot(v, w) > 0 and dot(v, w) ** 2 == squared_norm(v) * squared_norm(w)


def _ends_on_the_widest() -> dict[str, int]:
    """Return, for each set, the number of orders in which PLA ends on the line of largest rho."""
    names = ("or", "and", "credit", "credit-2d", "spam", "iris-setosa")
    sets = {f"`{name}`": example(name) for name in names}
    sets |= {"`hadamard:k=4`": example("hadamard", k=4), "`powers:d=4`": example("powers", d=4)}
    sets |= {"`pair:m=10`": example("pair", m=10), "`pingpong:m=5`": example("pingpong", m=5)}
    hits_on_set = {}
    for name, data in sets.items():
        widest = Separator(data, separable(data).w_f).w_f
        hits_on_set[name] = sum(same_line(pla(data, order).w, widest) for order in FIVE_ORDERS)
    assert not hits_on_set["`credit`"]
    return hits_on_set


ended = _ends_on_the_widest()
sets, orders, hits = len(ended), len(FIVE_ORDERS), sum(ended.values())
assert 0 < hits < sets * orders


# S7


def _small_updates() -> list[tuple[int, int, Fraction, Fraction, Fraction]]:
    """Return the updates after which their example is still wrong.

    Each is (t, n(t), margin before, |x_n|^2, margin after).
    """
    proof = Proof(learned)
    unit = proof.units["w"] * proof.units["x"]
    return [
        (t, n, before * unit, squared_norm(plane.xs[n]), after * unit)
        for t, (n, (after, *_, before)) in enumerate(zip(learned.n, correction_helps(proof)))
        if after <= 0
    ]


still_wrong = _small_updates()
last_t, last_n, last_before, last_gain, last_after = still_wrong[-1]
assert last_before + last_gain == last_after < 0
from_to = f"{format_value(last_before)} to {format_value(last_after)}"


def too_small_an_update() -> Picture:
    """Draw the last update after which its example is still wrong."""
    return draw_update(learned, last_t)


# S8


def arithmetic_of_pocket() -> str:
    """Return rows on Pocket on the exclusive or, without and with eight features that are 0."""
    table = []
    for data in (XOR, Dataset([[*x[1:], *[0] * 8] for x in XOR.xs], XOR.ys)):
        run = pocket(data, max_updates=50)
        products = run.dot_products
        table.append((data.d, run.updates, run.visits, products, products * (1 + data.d)))
    assert table[0][1:4] == table[1][1:4]
    return rows(table)


# S9


def where_paths_part() -> str:
    """Return rows on both forms of the bias on three sets, with the first update that differs."""
    table = []
    for name, data in (("`and`", AND), ("`spam`", example("spam")), ("`credit-2d`", plane)):
        with_x0, with_bias = pla(data), pla_with_bias(data)
        first_difference = next(t for t, (m, n) in enumerate(zip(with_x0.n, with_bias.n)) if m != n)
        table.append((name, radius2(data), with_x0.updates, with_bias.updates, first_difference))
    return rows(table)


# S10

three = Dataset([[-3], [-1], [-2]], [+1, -1, +1])
on, over = pla(three), pla(three, "restart")
threshold_on, threshold_over = (-order_run.w[0] / order_run.w[1] for order_run in (on, over))
assert on.updates != over.updates and not same_line(on.w, over.w)


def go_on() -> Picture:
    """Draw the run that goes on with the next example after an update."""
    return draw_run(on)


def start_over() -> Picture:
    """Draw the run that restarts at the first example after an update."""
    return draw_run(over)


# S11


def both_minus() -> str:
    """Run PLA on two examples of label -1, with sign(0) as a mistake and as -1."""
    return python("""
from perceptron_ref import Dataset, pla
D = Dataset([[1], [2]], [-1, -1])
print(*pla(D).w)
print(*pla(D, sign_of_zero=-1).w)
""")
