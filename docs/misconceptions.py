"""The runs that tell the misconceptions from what is right."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from _tools import python, rows
from _tools.tables import shown

from perceptron_ref import Dataset, Hypothesis, dot, example, pla, pocket, squared_norm, strategies
from perceptron_ref.drawing import Picture, draw_data, draw_run, draw_update
from perceptron_ref.theory.bias import pla_with_bias, radius2
from perceptron_ref.theory.convergence import correction_helps
from perceptron_ref.theory.margins import geometric_margins, projection
from perceptron_ref.theory.proof import Proof, Separator
from perceptron_ref.theory.separability import Separable, separability

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

AND, XOR, credit, plane = map(example, ("and", "xor", "credit", "credit-2d"))
run = pla(AND)  # in the naive cycle, as all runs here that name no order
learned = pla(plane)


def separable(data: Dataset) -> Separable:
    """Return the largest rho of a set, and the weights that have it."""
    found = separability(data)
    assert isinstance(found, Separable)
    return found


best, wide = separable(AND), separable(plane)
w_f = Separator(AND, best.w_f).w_f


# Four more


def _mistakes_of_each() -> list[int]:
    """Return how many mistakes w_0, w_1, ..., w_T make on the logical and."""
    w = [step[2] for step in run.replay()] + [run.w]
    return [Hypothesis(v).mistakes(AND) for v in w]


_counts = _mistakes_of_each()
worse = sum(after > before for before, after in zip(_counts, _counts[1:]))
ends = len({tuple(v / sum(map(abs, w)) for v in w) for w in (pla(AND, o).w for o in strategies())})
long_run = pla(example("pair", m=10))
assert worse and ends > 1 and _counts[-1] == 0 and long_run.status == "converged"
assert all(pla(AND, order).status == "converged" for order in strategies())


# S1

steps = pla(credit)
ups = sum(credit.ys[n] == 1 for n in steps.n)
downs = steps.updates - ups
threshold = steps.hypothesis.threshold
assert steps.w[0] == ups - downs == -threshold
assert {x[0] for x in credit.xs} == {1}


def scored_both_ways() -> str:
    """Sum, sum less threshold, score and answer for four applicants."""
    g, cells = steps.hypothesis, []
    for n, x in enumerate(credit.xs[:4]):
        weighed = dot(g.w[1:], x[1:])
        assert weighed - g.threshold == dot(g.w, x)
        cells.append((n, weighed, weighed - g.threshold, dot(g.w, x), g(x[1:])))
    return rows(cells)


# S2

twenty = tuple(20 * v for v in w_f)
least, twenty_least = Separator(AND, w_f).least, Separator(AND, twenty).least


def margins_of_three() -> str:
    """The margins by w_T, by w_f and by 20 w_f."""
    cells = []
    for n, (x, y) in enumerate(zip(AND.xs, AND.ys)):
        by_w, by_f, by_twenty = (y * dot(w, x) for w in (run.w, w_f, twenty))
        assert least <= by_w < twenty_least
        cells.append((n, by_w, by_f, by_twenty))
    assert least > 0
    return rows(cells)


# S3

cosine = dot(w_f, run.w) / sqrt(squared_norm(w_f)) / sqrt(squared_norm(run.w))
right_side = sqrt(run.updates * best.rho2 / best.R2)
wrong_side = sqrt(run.updates * min(map(squared_norm, AND.xs)) / best.R2)
rho = sqrt(best.rho2)
in_plane = min(geometric_margins(Hypothesis(w_f), AND)).approximate
assert right_side <= cosine <= 1 < 2 < wrong_side and rho < in_plane


# S4


def wrong_quotients() -> str:
    """T beside the bound, and beside the bound with a square left out."""
    cells = []
    for name, data in (("`and`", AND), ("`hadamard:k=4`", example("hadamard", k=4))):
        found, T = separable(data), pla(data).updates
        without = float(found.R2) / sqrt(found.rho2), sqrt(found.R2) / float(found.rho2)
        assert min(without) < T <= found.bound
        cells.append((name, T, float(found.bound), *without))
    assert cells[0][3] < cells[0][1] and cells[1][4] < cells[1][1] == cells[1][2]
    return rows(cells)


def divided_by_examples() -> str:
    """What comes of dividing by |x_n|, for ever longer weights of the same line."""
    cells = []
    for factor in (1, 10, 100):
        longer = tuple(factor * v for v in w_f)
        by_x = min(y * dot(longer, x) / sqrt(squared_norm(x)) for x, y in zip(AND.xs, AND.ys))
        bound = float(best.R2 / by_x**2)
        cells.append((longer, sqrt(Separator(AND, longer).rho2), by_x, bound, run.updates))
    assert cells[-1][3] < 1
    return rows(cells)


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


stuck = [pla(XOR, max_updates=T) for T in range(1, 41)]
assert all(any(found.w) == bool(found.updates % 4) for found in stuck)  # 0 after every four
_mistakes = {found.mistakes for found in stuck if any(found.w)}
fewest_on_xor, most_on_xor = sorted(_mistakes)


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


def margins_by_order() -> str:
    """The least margin of the line on which each order ends, on the credit data."""
    largest = separable(credit).rho2
    cells = []
    for name in strategies():
        found = pla(credit, name)
        rho2 = Separator(credit, found.w).rho2
        assert rho2 < largest
        cells.append((f"`{name}`", found.updates, sqrt(rho2), f"{sqrt(rho2 / largest):.1%}"))
    return rows([*cells, ("largest $\\rho$", "", sqrt(largest), "100.0%")])


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
        ended[name] = sum(same_line(pla(data, order).w, widest) for order in strategies())
    assert not ended["`credit`"]
    return ended


ended = _ends_on_the_widest()
sets, orders, hits = len(ended), len(strategies()), sum(ended.values())
assert 0 < hits < sets * orders


def runs_that_end_on_the_widest() -> str:
    """How many of the orders end on the line of largest rho."""
    return rows(ended.items())


def margin_over_t() -> str:
    """The least margin of w_t, up and down."""
    w = [step[2] for step in run.replay()] + [run.w]
    least = [
        min(y * dot(v, x) for x, y in zip(AND.xs, AND.ys)) / sqrt(squared_norm(v)) for v in w[1:]
    ]
    assert sorted(least) != least and least[-1] > 0 >= max(least[:-1])
    return rows((t, least[t - 1]) for t in (1, 4, 9, 10, 12, 17, 18))


unit = 10_000


def _farthest() -> Hypothesis:
    """Return the line of largest rho for features so small that w_0 counts for next to nothing."""
    small = Dataset([[v / Fraction(unit) for v in x[1:]] for x in plane.xs], plane.ys)
    w_0, *features = separable(small).w_f
    return Hypothesis([w_0, *(v / Fraction(unit) for v in features)])


farthest = _farthest()
margins = geometric_margins(farthest, plane)
way = min(margins).approximate
a, c, b = (n for n in range(plane.N) if margins[n] == min(margins))
assert (plane.ys[a], plane.ys[b], plane.ys[c]) == (+1, +1, -1)
x_a, x_b, x_c = (plane.xs[n][1:] for n in (a, b, c))
image = [2 * foot - v for foot, v in zip(projection(farthest, x_c), x_c)]
part = (image[0] - x_a[0]) / Fraction(x_b[0] - x_a[0])
p, share = f"({float(image[0]):.3f}, {float(image[1]):.3f})", f"{float(part):.3f}"
slopes = [f"{float(w[2] / Fraction(w[1])):.3f}" for w in (wide.w_f, farthest.w)]
rho_farthest = sqrt(Separator(plane, farthest.w).rho2)
assert 0 < part < 1 and image == [v + part * (u - v) for u, v in zip(x_b, x_a)]
assert sum((u - v) ** 2 for u, v in zip(image, x_c)) == 4 * min(margins).square
assert way > near_wide and rho_farthest < rho_wide


def farthest_line() -> Picture:
    """The line that keeps farthest from the applicants in the plane."""
    return draw_data(plane, farthest)


# S7


def _still_wrong() -> list[tuple[int, int, Fraction, Fraction, Fraction]]:
    """Return t, n(t), margin before, |x_n|^2, margin after, of updates that were too small."""
    proof = Proof(learned)
    unit = proof.units["w"] * proof.units["x"]
    return [
        (t, n, before * unit, squared_norm(plane.xs[n]), after * unit)
        for t, (n, (after, _, before)) in enumerate(zip(learned.n, correction_helps(proof)))
        if after <= 0
    ]


still_wrong = _still_wrong()
last_t, last_n, last_before, last_gain, last_after = still_wrong[-1]
assert last_before + last_gain == last_after < 0
from_to = f"{shown(last_before)} to {shown(last_after)}"


def too_small_an_update() -> Picture:
    """The last update that left its example wrong."""
    return draw_update(learned, last_t)


def too_small_updates() -> str:
    """All updates that left their example wrong."""
    return rows(still_wrong)


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


def arithmetic_of_both() -> str:
    """PLA and Pocket in the naive cycle, counted in multiplications."""
    cells = []
    for name in ("credit", "iris-setosa"):
        data = example(name)
        plain, kept = pla(data), pocket(data, "cyclic", max_updates=None)
        each = 1 + data.d
        counts = plain.dot_products * each, kept.dot_products * each
        cells.append((f"`{name}`", plain.updates, plain.visits, *counts))
    return rows(cells)


# S9

in_pairs = pla_with_bias(plane)
assert not same_line(learned.w, in_pairs.w)


def where_paths_part() -> str:
    """Both forms of the bias on three sets, and the first update that differs."""
    cells = []
    for name, data in (("`and`", AND), ("`spam`", example("spam")), ("`credit-2d`", plane)):
        one, other = pla(data), pla_with_bias(data)
        part = next(t for t, (m, n) in enumerate(zip(one.n, other.n)) if m != n)
        cells.append((name, radius2(data), one.updates, other.updates, part))
    return rows(cells)


def with_x0_of_1() -> Picture:
    """The line of PLA with x_0 = 1."""
    return draw_data(plane, learned.hypothesis)


def with_pairs() -> Picture:
    """The line found with a bias of its own."""
    return draw_data(plane, in_pairs.hypothesis)


def alike_where_R_is_1() -> str:
    """Three examples, the longest of which has length 1: both runs are the same."""
    return python("""
from perceptron_ref import Dataset, pla
from perceptron_ref.theory.bias import pla_with_bias, radius2
D = Dataset([["0.6", "0.8"], [0, "0.5"], ["-0.6", "0.1"]], [+1, -1, -1])
radius2(D)
pla(D).n
pla_with_bias(D).n
""")


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


def both_cycles() -> str:
    """Updates and visits of both cycles on five sets; neither is always the shorter."""
    cells: list[tuple[str, int, int, int, int]] = []
    named = {"the three examples": three, "`and`": AND, "`credit`": credit, "`credit-2d`": plane}
    for name, data in {**named, "`iris-setosa`": example("iris-setosa")}.items():
        one, other = pla(data), pla(data, "restart")
        cells.append((name, one.updates, one.visits, other.updates, other.visits))
    assert [name for name, m, _, k, _ in cells if m == k] == ["`and`", "`iris-setosa`"]
    assert any(m < k for _, m, _, k, _ in cells) and any(m > k for _, m, _, k, _ in cells)
    return rows(cells)


def cycles_in_python() -> str:
    """What is corrected if one goes on, and if one restarts."""
    return python("""
from perceptron_ref import Dataset, pla
D = Dataset([[-3], [-1], [-2]], [+1, -1, +1])
pla(D, "cyclic").n
pla(D, "restart").n
""")


# S11

sure, agreed = pla(AND), pla(AND, sign_of_zero=-1)
(on_the_line,) = (n for n, x in enumerate(AND.xs) if dot(agreed.w, x) == 0)
assert all(y * dot(sure.w, x) > 0 for x, y in zip(AND.xs, AND.ys)) and AND.ys[on_the_line] == -1


def both_minus() -> str:
    """Two examples of label -1, with either rule."""
    return python("""
from perceptron_ref import Dataset, pla
D = Dataset([[1], [2]], [-1, -1])
pla(D).w
pla(D, sign_of_zero=-1).w
""")


def three_rules() -> str:
    """Updates with each rule on six sets."""
    cells = []
    minus = Dataset([[1], [2]], [-1, -1])
    names = ("or", "and", "credit", "spam", "iris-setosa")
    named = {f"`{name}`": example(name) for name in names}
    for name, data in {"the two examples above": minus, **named}.items():
        found = [pla(data, sign_of_zero=zero) for zero in (0, -1, +1)]
        same = "yes" if found[0].n == found[1].n else "no"
        cells.append((name, *(each.updates for each in found), same))
    assert {row[-1] for row in cells} == {"yes", "no"}
    return rows(cells)


def zero_is_wrong() -> Picture:
    """Where PLA ends on the logical and if zero is a mistake."""
    return draw_data(AND, sure.hypothesis)


def zero_is_minus() -> Picture:
    """Where PLA ends on the logical and if sign(0) = -1."""
    return draw_data(AND, agreed.hypothesis)
