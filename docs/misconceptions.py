"""The runs that refute the misconceptions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from math import sqrt
from statistics import median

from _tools import python, rows
from _tools.separators import separator_of
from _tools.shared import FIVE_ORDERS, applicants_with_units
from _tools.stepped_pictures import Step, draw_lines
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
from perceptron_ref.drawing import Picture, draw_data, draw_run
from perceptron_ref.theory.bias import pla_with_bias, radius2
from perceptron_ref.theory.convergence import correction_helps
from perceptron_ref.theory.margins import geometric_margins
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Separator

AND, XOR, credit = map(example, ("and", "xor", "credit"))
applicants = applicants_with_units()
run = pla(AND)  # in the naive cycle, like all runs of `pla` here without a named order
plane_run = pla(applicants)


and_separator, applicants_separator = separator_of(AND), separator_of(applicants)
w_f = Separator(AND, and_separator.w_f).w_f


# Five common beliefs


def _mistakes_over_t() -> list[int]:
    """Return the numbers of mistakes of w_0, w_1, ..., w_T on `and`."""
    weights = [step[2] for step in run.replay()] + [run.w]
    return [Hypothesis(w_t).mistakes(AND) for w_t in weights]


_mistakes = _mistakes_over_t()
worse_count = sum(after > before for before, after in zip(_mistakes, _mistakes[1:]))
line_count = len(
    {tuple(v / sum(map(abs, w)) for v in w) for w in (pla(AND, o).w for o in FIVE_ORDERS)}
)
long_run = pla(example("pair", m=10))
assert worse_count and line_count > 1 and _mistakes[-1] == 0 and long_run.status == "converged"
assert all(pla(AND, order).status == "converged" for order in FIVE_ORDERS)

noisy = example("noisy", N=1000, d=3, flips=100)
fewest = fewest_mistakes(noisy).mistakes
_pocket_mistakes = [pocket(noisy, strategy("random", seed=s)).mistakes for s in range(10)]
median_of_pockets = f"{median(_pocket_mistakes):g}"
assert min(_pocket_mistakes) > fewest


# S1, one of the misconceptions S1 to S11 of the page

credit_run = pla(credit)
ups = sum(credit.ys[n] == 1 for n in credit_run.n)
downs = credit_run.updates - ups
threshold = credit_run.hypothesis.threshold
assert credit_run.w[0] == ups - downs == -threshold
assert {x[0] for x in credit.xs} == {1}


# S2, S3, S4

_twenty_times = Separator(AND, tuple(20 * v for v in w_f))
w_f_times_20, least_times_20 = _twenty_times.w_f, _twenty_times.least
_margins = [y * dot(run.w, x) for x, y in zip(AND.xs, AND.ys)]
margins_of_last = ", ".join(map(format_value, _margins))
assert 0 < max(_margins) < least_times_20

_lengths = [squared_norm(x) for x in AND.xs]
cosine_above_1, cosine = (
    f"{sqrt(run.updates * v / max(_lengths)):.2f}" for v in (min(_lengths), and_separator.rho2)
)
assert float(cosine) < 1 < float(cosine_above_1)

orthogonal = pla(example("hadamard", k=4))
_orthogonal_separator = separator_of(orthogonal.data)
R2_over_rho = f"{and_separator.R2 / sqrt(and_separator.rho2):.1f}"
R_over_rho2 = f"{sqrt(_orthogonal_separator.R2) / _orthogonal_separator.rho2:g}"
assert float(R2_over_rho) < run.updates
assert float(R_over_rho2) < orthogonal.updates

# S5


def at_least_zero() -> str:
    """Return a row for weights that separate, and two for weights whose least margin is 0."""
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

rho_of_pla, largest_rho = (
    sqrt(Separator(applicants, w).rho2) for w in (plane_run.w, applicants_separator.w_f)
)
distance_of_pla, distance_of_largest_rho = (
    min(geometric_margins(Hypothesis(w), applicants)).approximate
    for w in (plane_run.w, applicants_separator.w_f)
)
assert rho_of_pla < largest_rho and 3 * distance_of_pla < distance_of_largest_rho


def where_pla_stopped() -> Picture:
    """Draw the line of PLA among the applicants in the plane."""
    return draw_data(applicants, plane_run.hypothesis)


def draw_largest_rho() -> Picture:
    """Draw the line of largest rho among the same applicants."""
    return draw_data(applicants, Hypothesis(applicants_separator.w_f))


def same_line(v: Sequence[Fraction], w: Sequence[Fraction]) -> bool:
    """Tell whether one vector is a positive multiple of the other."""
    return dot(v, w) > 0 and dot(v, w) ** 2 == squared_norm(v) * squared_norm(w)


def _orders_that_reach_largest_rho() -> dict[str, int]:
    """Return, for each set, the number of orders in which PLA ends on the line of largest rho."""
    names = ("or", "and", "credit", "credit-2d", "spam", "iris-setosa")
    sets = {f"`{name}`": example(name) for name in names}
    sets |= {
        "`hadamard:k=4`": example("hadamard", k=4),
        "`powers:d=4`": example("powers", d=4),
    }
    sets |= {"`pair:m=10`": example("pair", m=10), "`pingpong:m=5`": example("pingpong", m=5)}
    order_counts = {}
    for name, data in sets.items():
        w_f_of_set = Separator(data, separator_of(data).w_f).w_f
        order_counts[name] = sum(same_line(pla(data, order).w, w_f_of_set) for order in FIVE_ORDERS)
    assert not order_counts["`credit`"]
    return order_counts


order_count_of_set = _orders_that_reach_largest_rho()
set_count, order_count, hit_count = (
    len(order_count_of_set),
    len(FIVE_ORDERS),
    sum(order_count_of_set.values()),
)
assert 0 < hit_count < set_count * order_count


# S7


def _small_updates() -> list[tuple[int, int, Fraction, Fraction, Fraction]]:
    """Return the updates that leave their example wrong.

    Each is (t, n(t), margin before, |x_n|^2, margin after).
    """
    proof = Proof(plane_run)
    unit = proof.units["w"] * proof.units["x"]
    return [
        (t, n, before * unit, squared_norm(applicants.xs[n]), after * unit)
        for t, (n, (after, *_, before)) in enumerate(zip(plane_run.n, correction_helps(proof)))
        if after <= 0
    ]


still_wrong = _small_updates()
last_t, last_n, last_before, last_gain, last_after = still_wrong[-1]
assert last_before + last_gain == last_after < 0
margin_change = f"{format_value(last_before)} to {format_value(last_after)}"


def too_small_an_update() -> Picture:
    """Draw the last update that leaves its example wrong, with the lines before and after it."""
    before, after = all_weights_around(last_t)
    return draw_lines(
        applicants,
        [Step(after, last_n, dashed_w=before)],
        f"The line before and after update {last_t}",
        f"Example {last_n} is still wrong.",
        has_boxes=True,
        ring_meaning="the corrected example",
        dashed_meaning="line before",
    )


def all_weights_around(t: int) -> tuple[Sequence[Fraction], Sequence[Fraction]]:
    """Return the weights before and after update t of the run on two features."""
    _, _, before, after = next(islice(plane_run.replay(), t, None))
    return before, after


# S8


def arithmetic_of_pocket() -> str:
    """Return two rows for Pocket on XOR: as it is, and with eight more features that are all 0."""
    table = []
    for data in (XOR, Dataset([[*x[1:], *[0] * 8] for x in XOR.xs], XOR.ys)):
        run = pocket(data, max_updates=50)
        products = run.dot_products
        table.append((data.d, run.updates, run.visits, products, products * (1 + data.d)))
    assert table[0][1:4] == table[1][1:4]
    return rows(table)


# S9


def where_paths_part() -> str:
    """Return a row for each set: R^2, T of both forms of the bias, and the first t that differs."""
    table = []
    for name, data in (("`and`", AND), ("`spam`", example("spam")), ("`credit-2d`", applicants)):
        with_x0, with_bias = pla(data), pla_with_bias(data)
        first_difference = next(t for t, (m, n) in enumerate(zip(with_x0.n, with_bias.n)) if m != n)
        table.append((name, radius2(data), with_x0.updates, with_bias.updates, first_difference))
    return rows(table)


# S10

three_numbers = Dataset([[-3], [-1], [-2]], [+1, -1, +1])
cyclic_run, restart_run = pla(three_numbers), pla(three_numbers, "restart")
cyclic_threshold, restart_threshold = (
    -order_run.w[0] / order_run.w[1] for order_run in (cyclic_run, restart_run)
)
assert cyclic_run.updates != restart_run.updates and not same_line(cyclic_run.w, restart_run.w)
_or, _credit, _credit_2d = map(example, ("or", "credit", "credit-2d"))
assert pla(_or).updates == pla(_or, "restart").updates
assert pla(_credit).updates < pla(_credit, "restart").updates
assert pla(_credit_2d).updates > pla(_credit_2d, "restart").updates


def cyclic_picture() -> Picture:
    """Draw the run that goes on with the next example after an update."""
    return draw_run(cyclic_run)


def restart_picture() -> Picture:
    """Draw the run that restarts at the first example after an update."""
    return draw_run(restart_run)


# S11


def both_minus() -> str:
    """Run PLA on two examples of label -1, with sign(0) as a mistake and as -1."""
    return python("""
from perceptron_ref import Dataset, pla
D = Dataset([[1], [2]], [-1, -1])
print(*pla(D).w)
print(*pla(D, sign_of_zero=-1).w)
""")
