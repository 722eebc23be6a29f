"""The numbers and pictures of the page on a bias of its own."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from _tools import python, rows
from _tools.geometry_pictures import draw_distances, draw_ratios
from _tools.stepped import Step, lines

from perceptron_ref import Dataset, Hypothesis, Run, example, pla, squared_norm
from perceptron_ref.drawing import Picture, draw_run
from perceptron_ref.drawing.words import number, vector
from perceptron_ref.theory.bias import bound_with_bias, margin_grows, pla_with_bias
from perceptron_ref.theory.convergence import correction_helps
from perceptron_ref.theory.margins import (
    Length,
    distance,
    distance_from_origin,
    functional_margin,
    functional_margins,
    geometric_margin,
    geometric_margins,
    projection,
)
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Separable, separability

D = Dataset([[0, 0], [0, 4], [3, 0], [3, 4]], [-1, -1, -1, +1])
variant, longer, plain = pla_with_bias(D), pla(D.with_x0(5)), pla(D)
R2, k, T = variant.R2, variant.updates, plain.updates
g, h = variant.hypothesis, plain.hypothesis
common = next(t for t, (one, other) in enumerate(zip(plain.n, variant.n)) if one != other)


def weights(run: Run) -> list[tuple[Fraction, ...]]:
    """Return w_0, w_1, ..., w_T."""
    return [*(w for _, _, w, _ in run.replay()), run.w]


assert R2 == 25 and longer.n == variant.n and common == 3
assert [(5 * w_0, *w) for w_0, *w in weights(longer)] == weights(variant)


def separable(data: Dataset) -> Separable:
    """Return the largest rho of a set, and the weights that have it."""
    found = separability(data)
    assert isinstance(found, Separable)
    return found


best = separable(D)


def two_forms() -> Picture:
    """The bias of its own and PLA with x_0 = 5: the same line at every t."""
    steps = []
    for t, (own, w_5) in enumerate(zip(weights(variant), weights(longer))):
        words = [f"t = {t}: b = {number(own[0])}, w = {vector(own[1:])}"]
        words.append(f"x_0 = 5: (w_0, w_1, w_2) = {vector(w_5)}")
        n, said = _what_happens(variant, t)
        steps.append(
            Step(
                own,
                n,
                words,
                said=f"Own bias: b = {number(own[0])}, w = {vector(own[1:])}; {said}.",
            )
        )
    seen = f"b = {variant.b}, w = {vector(variant.w[1:])} after {k} updates."
    return lines(D, steps, "A bias of its own, and PLA with x_0 = 5", seen)


def other_form() -> Picture:
    """PLA with x_0 = 1: its first lines, and its last."""
    steps, w_t = [], weights(plain)
    for t in (*range(k), T):
        words = [f"t = {t}: w = {vector(w_t[t])}"] + [f"{T - k} updates later"] * (t == T)
        n, said = _what_happens(plain, t)
        steps.append(Step(w_t[t], n, words, said=f"x\u2080 = 1: w = {vector(w_t[t])}; {said}."))
    seen = f"w = {vector(plain.w)} after {T} updates."
    return lines(D, steps, "PLA with x_0 = 1 on the same examples", seen)


def _what_happens(run: Run, t: int) -> tuple[int | None, str]:
    """Return the example that update t corrects, if there is an update t, and words for it."""
    if t == run.updates:
        assert not run.mistakes
        return None, f"T = {t}"
    return run.n[t], f"n = {run.n[t]}"


def on_the_boundary() -> str:
    """What both conventions answer to a point on the boundary."""
    return python("""
from perceptron_ref import Dataset, Hypothesis
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.margins import projection
rows, ys = [[0, 0], [0, 4], [3, 0], [3, 4]], [-1, -1, -1, 1]
h = pla_with_bias(Dataset(rows, ys)).hypothesis
f = Hypothesis(h.w, sign_of_zero=-1)
on_it = projection(h, [0, 0])
h(on_it), f(on_it)
""")


BY_HAND = """\
from perceptron_ref import add, dot, scale

def learn(xs, ys):
    R2 = max(dot(x, x) for x in xs)
    w, b, found = [0] * len(xs[0]), 0, True
    while found:
        found = False
        for x, y in zip(xs, ys):
            if y * (dot(w, x) + b) <= 0:
                w, b = add(w, scale(y, x)), b + y * R2
                found = True
    return w, b
"""


def by_hand() -> str:
    """The algorithm in twelve lines; on the four examples it finds what the package finds."""
    names: dict[str, object] = {}
    exec(BY_HAND, names)
    learn = names["learn"]
    assert callable(learn)
    w, b = learn([x[1:] for x in D.xs], D.ys)
    assert (b, *w) == variant.w
    return f"```python\n{BY_HAND}```"


def first_updates() -> str:
    """What both forms correct, and their weights after it: until the paths have parted."""
    return rows(islice(_updates(), common + 2))


def all_updates() -> str:
    """The same for all updates of the form with a bias of its own."""
    return rows(islice(_updates(), 13))


def _updates() -> Iterator[tuple[object, ...]]:
    """Yield t, then n(t) and (b, w) of one form, n(t) and w of the other; "" after the end."""
    own, other = ([(n, after) for _, n, _, after in run.replay()] for run in (variant, plain))
    for t in range(T):
        yield t, *(own[t] if t < k else ("", "")), *other[t]


def gains() -> str:
    """Both margins of every update's example, before and after it."""
    sides = [(before, after) for after, _, before in correction_helps(Proof(variant))]
    assert all(left == right for left, right in margin_grows(Proof(variant)))
    return rows((t, n, *sides[t], squared_norm(D.xs[n][1:]), R2) for t, n in enumerate(variant.n))


def from_the_origin() -> str:
    """The boundary of the lecture's form, and the way to it from the origin."""
    assert distance_from_origin(h).exact == Fraction(18, 5) and squared_norm(h.w[1:]) == 25
    return draw_distances(D, h)


def boundaries() -> str:
    """Where both boundaries lie."""
    cells = []
    for name, line in (("$x_0 = 1$", h), ("a bias of its own", g)):
        foot = projection(line, [0, 0])
        assert line.score(foot) == 0
        far = _in_words(distance_from_origin(line))
        cells.append((name, line.w[0], line.w[1:], squared_norm(line.w[1:]), far, foot))
    return rows(cells)


def _in_words(length: Length) -> str:
    """Return a length: exact where it is rational, else its root and a decimal."""
    if length.exact is not None:
        return str(float(length.exact))
    return f"{repr(length)[8:-1]}, about {length.approximate:.4f}"


def projected() -> str:
    """Example 2 and its projection on the boundary of the lecture's form."""
    x, y = D.xs[2][1:], D.ys[2]
    assert distance(h, x).sign == y == -1 and geometric_margin(h, x, y).exact == Fraction(9, 5)
    return draw_distances(D, h, 2)


def margins_of_examples() -> str:
    """The margins of the four examples by the lecture's form."""
    return rows(
        (
            n,
            f"{y:+d}",
            functional_margin(h, x[1:], y),
            _in_words(distance(h, x[1:])),
            _in_words(geometric_margin(h, x[1:], y)),
            projection(h, x[1:]),
        )
        for n, (x, y) in enumerate(zip(D.xs, D.ys))
    )


def margins_of_lines() -> str:
    """The margins of the set by four lines."""
    tenfold = Hypothesis([10 * v for v in best.w_f])
    named = [
        ("PLA, $x_0 = 1$", h),
        ("a bias of its own", g),
        ("largest $\\rho$", Hypothesis(best.w_f)),
    ]
    cells = [
        (name, line.w, min(functional_margins(line, D)), _in_words(min(geometric_margins(line, D))))
        for name, line in [*named, ("the same, times 10", tenfold)]
    ]
    assert cells[2][2] * 10 == cells[3][2] and cells[2][3] == cells[3][3]
    return rows(cells)


def margins_in_python() -> str:
    """Distance, margin and projection of one point."""
    return python("""
from perceptron_ref import Hypothesis
from perceptron_ref.theory.margins import distance, geometric_margin, projection
h = Hypothesis([-18, 3, 4])
distance(h, [0, 4]), geometric_margin(h, [0, 4], -1)
projection(h, [0, 4])
""")


def the_same_run() -> str:
    """The run with a bias of its own, and PLA with x_0 = R."""
    return python("""
from perceptron_ref import Dataset, pla
from perceptron_ref.theory.bias import pla_with_bias
D = Dataset([[0, 0], [0, 4], [3, 0], [3, 4]], [-1, -1, -1, 1])
variant, longer = pla_with_bias(D), pla(D.with_x0(5))
variant.n
longer.n == variant.n
pla(D).n == variant.n
""")


def shrunk() -> str:
    """The run with a bias of its own, and the lecture's form on features divided by R."""
    return python("""
from fractions import Fraction
from perceptron_ref import Dataset, pla
from perceptron_ref.theory.bias import pla_with_bias
rows, ys = [[0, 0], [0, 4], [3, 0], [3, 4]], [-1, -1, -1, 1]
variant = pla_with_bias(Dataset(rows, ys))
fifths = [[Fraction(v, 5) for v in row] for row in rows]
shrunk = pla(Dataset(fifths, ys))
shrunk.n == variant.n
[R * v for R, v in zip([25, 5, 5], shrunk.w)] == list(variant.w)
""")


def units() -> str:
    """Both forms after a change of the unit of all features."""
    cells = []
    for unit in ("1/10", "1/5", "1", "2", "5", "10"):
        data = Dataset([[Fraction(unit) * v for v in x[1:]] for x in D.xs], D.ys)
        one, other = pla(data), pla_with_bias(data)
        assert other.n == variant.n and (one.n == other.n) == (unit == "1/5")
        w_f = best.w_f[0], *(v / Fraction(unit) for v in best.w_f[1:])
        assert list(bound_with_bias(Proof(other, w_f))) == [(k, Fraction(1898, 36))]
        cells.append(
            (unit, f"{one.updates:,}", f"{float(separable(data).bound):,.1f}", other.updates)
        )
    return rows(cells)


credit = example("credit")
credit_N = credit.N


def one_unit() -> str:
    """Both forms on the applicants, with all features in another unit, and with the age alone."""
    age = 1 + credit.names.index("age")
    cells, in_years = [], pla_with_bias(credit)
    for what, features in (
        ("as they are", range(0)),
        ("all features times 12", range(1, 1 + credit.d)),
        ("the age times 12", range(age, age + 1)),
    ):
        xs = [[12 * v if i in features else v for i, v in enumerate(x)][1:] for x in credit.xs]
        data = Dataset(xs, credit.ys)
        one, other = pla(data), pla_with_bias(data)
        same = "yes" if other.n == in_years.n else "no"
        counts = f"{one.updates:,}", f"{other.updates:,}"
        cells.append((what, f"{float(other.R2):,.1f}", *counts, same))
    assert [row[-1] for row in cells] == ["yes", "yes", "no"]
    return rows(cells)


def _against() -> list[tuple[Hypothesis, Fraction, Fraction, Length, Fraction]]:
    """Return four separating lines, each with gamma, |w~|^2, the geometric margin and the bound."""
    found = []
    for w_f in (best.w_f, h.w, g.w, (-7, 1, Fraction(5, 4))):
        line = Hypothesis(w_f)
        ((updates, bound),) = bound_with_bias(Proof(variant, w_f))
        gamma, m = min(functional_margins(line, D)), min(geometric_margins(line, D))
        length2 = squared_norm(line.w[1:]) + line.w[0] ** 2 / R2
        assert updates == k <= bound == 2 * R2 * length2 / gamma**2 <= 4 * R2 / m.square
        found.append((line, gamma, length2, m, Fraction(bound)))
    return found


def bounds() -> str:
    """The bound of the run by several lines, and the simpler and larger one."""
    return rows(
        (
            line.w,
            gamma,
            length2,
            f"{float(bound):,.2f}",
            f"{m.approximate:.4f}",
            f"{float(4 * R2 / m.square):,.2f}",
        )
        for line, gamma, length2, m, bound in _against()
    )


def bounds_by_line() -> str:
    """The number of updates beside its bound by several lines."""
    words = "updates", "k", "the bound on it"
    against = [(vector(line.w), k, bound) for line, *_, bound in _against()]
    return draw_ratios("k beside its bound, by several weights", words, against)


def _sets() -> list[tuple[str, Dataset]]:
    sets = [
        (name, example(name))
        for name in ("or", "and", "credit-2d", "credit", "spam", "iris-setosa")
    ]
    return [*sets, ("pair:m=10", example("pair", m=10)), ("powers:d=4", example("powers", d=4))]


def bounds_on_sets() -> str:
    """Both forms on several sets, with the bounds of both."""
    cells = []
    for name, data in _sets():
        found, other = separable(data), pla_with_bias(data)
        ((_, bound),) = bound_with_bias(Proof(other, found.w_f))
        counts = pla(data).updates, f"{float(found.bound):,.1f}"
        cells.append((f"`{name}`", other.R2, *counts, other.updates, f"{float(bound):,.1f}"))
    return rows(cells)


def without_x0(data: Dataset) -> Fraction:
    """Return ((1 + R^2) / m)^2, R without x_0, with m by the weights of largest rho."""
    found = separable(data)
    m = min(geometric_margins(Hypothesis(found.w_f), data))
    R2 = max(squared_norm(x[1:]) for x in data.xs)
    assert len(set(data.ys)) == 2 and pla(data).updates <= found.bound <= (1 + R2) ** 2 / m.square
    return Fraction((1 + R2) ** 2 / m.square)


bound_without_x0 = f"{float(without_x0(D)):,.1f}"
assert all(without_x0(data) for _, data in _sets())


def bounds_by_set() -> str:
    """The number of updates beside its bound, on several sets."""
    pairs = []
    for name, data in _sets():
        run = pla_with_bias(data)
        ((updates, bound),) = bound_with_bias(Proof(run, separable(data).w_f))
        assert updates <= bound
        pairs.append((name, updates, bound))
    return draw_ratios("k on several sets", ("updates", "k", "the bound on it"), pairs)


def whole_run() -> Picture:
    """All lines of the lecture's form."""
    return draw_run(plain)


ups = sum(D.ys[n] == 1 for n in variant.n)
downs = k - ups
assert variant.b == (ups - downs) * R2 == -50

ten = Dataset([[10 * v for v in x[1:]] for x in D.xs], D.ys)
tenfold = pla_with_bias(ten)
assert tenfold.n == variant.n
assert tenfold.w == (100 * variant.b, *(10 * v for v in variant.w[1:]))


def other_x0() -> str:
    """The updates of PLA with other x_0."""
    counts = [(x0, x0**2, pla(D.with_x0(x0)).updates) for x0 in (1, 2, 5, 10, 25)]
    assert [T for *_, T in counts] == [54, 20, 10, 11, 53]
    return rows(counts)
