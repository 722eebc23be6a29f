"""The numbers and pictures of the page on the hypothesis set."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from _tools import output, python, rows, shown
from _tools.drawings import draw_weights
from _tools.geometry_pictures import draw_lines, draw_score
from _tools.stepped import Step, lines

from perceptron_ref import Dataset, Hypothesis, dot, example, pla, strategies
from perceptron_ref.drawing import Picture, draw_data, draw_margins
from perceptron_ref.drawing.words import number
from perceptron_ref.theory.separability import Separable, separability


def _separable(data: Dataset) -> Separable:
    found = separability(data)
    assert isinstance(found, Separable)
    return found


plane, record = example("credit-2d"), example("credit")
ANSWERS = {+1: "+1", 0: "0", -1: "−1"}

# --- the first picture, and the line by hand

STEPS = [  # the threshold, w_1, w_2; what it shows
    (5, 1, 0, "Salary alone, with the threshold 5"),
    (8, 1, 0, "A higher threshold shifts the line"),
    (8, 1, -1, "Debt gets a negative weight: the line turns"),
    (8, 2, -1, "Salary counts twice as much: the line turns"),
    (8, 2, -2, "Debt counts twice as much: the line turns again"),
]
by_hand = Hypothesis([-STEPS[-1][0], *STEPS[-1][1:3]], names=plane.names)
assert list(by_hand.w) == [-8, 2, -2]


def changing_weights() -> Picture:
    """Return the line of h as its weights change one at a time, with the mistakes of each."""
    steps, mistakes = [], []
    for threshold, w_1, w_2, said in STEPS:
        wrong = Hypothesis([-threshold, w_1, w_2]).mistakes(plane)
        mistakes.append(wrong)
        words = [f"threshold {threshold}, w_1 = {w_1}, w_2 = {number(Fraction(w_2))}", _many(wrong)]
        said = f"{said}. T{words[0][1:]}: {words[1]}."
        steps.append(Step([-threshold, w_1, w_2], words=words, said=said))
    assert mistakes == [8, 5, 9, 4, 0]
    assert all(sum(a != b for a, b in zip(p[:3], q[:3])) == 1 for p, q in zip(STEPS, STEPS[1:]))
    assert min(Hypothesis([-x[1], 1, 0], sign_of_zero=1).mistakes(plane) for x in plane.xs) == 5
    return lines(
        plane,
        steps,
        "A line whose weights change one at a time",
        "The threshold shifts the line, the other weights turn it.",
        boxes=True,
    )


def _many(mistakes: int) -> str:
    return {0: "no mistake", 1: "1 mistake"}.get(mistakes, f"{mistakes} mistakes")


def sums_by_hand() -> str:
    """Return the rows of the first five applicants: both products, their sum and the answer."""
    cells: list[list[object]] = []
    for n, x in enumerate(plane.xs[:5]):
        products = [w_i * x_i for w_i, x_i in zip(by_hand.w[1:], x[1:])]
        over = sum(products) > by_hand.threshold
        assert over is (by_hand(x[1:]) == plane.ys[n] == +1)
        cells.append([n, *x[1:], *products, sum(products), "yes" if over else "no"])
    return rows(cells)


def scores_by_hand() -> str:
    """Return the rows of the same five: the score as a dot product, h, y and the margin."""
    cells: list[list[object]] = []
    for n, (x, y) in enumerate(zip(plane.xs[:5], plane.ys)):
        terms = " + ".join(f"{shown(w_i)} · {shown(x_i)}" for w_i, x_i in zip(by_hand.w, x))
        score = dot(by_hand.w, x)
        assert score == dot(by_hand.w[1:], x[1:]) - by_hand.threshold == by_hand.score(x[1:])
        assert by_hand(x[1:]) == y
        cells.append(
            [n, _minus(f"{terms} = {shown(score)}"), f"{by_hand(x[1:]):+d}", f"{y:+d}", y * score]
        )
    return rows(cells)


def _minus(text: str) -> str:
    return text.replace("+ -", "− ").replace("-", "−")


assert all(plane.xs[1][1] > x[1] and plane.xs[1][2] > x[2] for x in plane.xs[2:5])
assert not by_hand.mistakes(plane)

# --- L2.2 in four features: the weights that PLA finds

run = pla(record)
g = run.hypothesis
threshold = g.threshold
assert run.status == "converged" and not g.mistakes(record)
approved = record.ys.count(+1)
rejected = record.N - approved


def _products(n: int) -> list[Fraction]:
    return [w_i * x_i for w_i, x_i in zip(g.w[1:], record.xs[n][1:])]


def four_features() -> str:
    """Return the rows of applicants 0 and 1: each feature, its weight and both products."""
    first, second = record.xs[0], record.xs[1]
    cells: list[list[object]] = [
        [name.replace("_", " "), w_i, first[i], _products(0)[i - 1], second[i], _products(1)[i - 1]]
        for i, (name, w_i) in enumerate(g.weights.items(), start=1)
    ]
    sums = [sum(_products(n)) for n in (0, 1)]
    cells.append(["sum", "", "", sums[0], "", sums[1]])
    cells.append(["sum − threshold", "", "", sums[0] - threshold, "", sums[1] - threshold])
    answers = [f"{g(x[1:]):+d}, {y:+d}" for x, y in zip(record.xs[:2], record.ys)]
    cells.append(["$h(x)$ and $y$", "", "", answers[0], "", answers[1]])
    assert _products(0)[0] < 0 > _products(0)[3]
    assert _products(1)[0] + _products(1)[1] > threshold
    assert _products(1)[0] + _products(1)[1] + _products(1)[3] < threshold
    return rows(cells)


against = _products(0)[0] + _products(0)[3]
score_of_0 = draw_score(g, record.xs[0][1:])
score_of_1 = draw_score(g, record.xs[1][1:])
sum_of_0, sum_of_1 = sum(_products(0)), sum(_products(1))
left_of_0 = g.score(record.xs[0][1:])
assert sum_of_0 > threshold > sum_of_1

in_python = python("""
from perceptron_ref import example
D = example("credit")
D.N, D.d, D.scale
D.names
D.xs[0]
D.scaled_xs[0]
D.ys[:6]
""")

# --- what a weight means

found = {name: pla(record, name).hypothesis for name in strategies()}
age = 1 + record.names.index("age")
months = Dataset(
    [[12 * v if i == age else v for i, v in enumerate(x) if i] for x in record.xs], record.ys
)
same = Hypothesis([w_i / 12 if i == age else w_i for i, w_i in enumerate(g.w)])
assert same.predictions(months) == g.predictions(record)
w_of_age, w_of_months = g.w[age], same.w[age]
years_updates, months_updates = f"{run.updates:,}", f"{pla(months).updates:,}"
years_bound = f"{float(_separable(record).bound):,.0f}"
months_bound = f"{float(_separable(months).bound):,.0f}"
years_in_job = [h.weights["years_in_job"] for h in found.values()]
assert [w_i > 0 for w_i in years_in_job].count(True) == 4 == len(years_in_job) - 1


def spreads() -> str:
    """Return the rows of each feature: its weight, its range, and what that can do to the score."""
    spans = [(min(column), max(column)) for column in list(zip(*record.xs))[1:]]
    return rows(
        [name.replace("_", " "), w_i, least, most, w_i * (most - least)]
        for (name, w_i), (least, most) in zip(g.weights.items(), spans)
    )


# --- L2.3: all margins

margins = [y * dot(g.w, x) for x, y in zip(record.xs, record.ys)]
assert min(margins) > 0
least_margin, nearest = min(margins), margins.index(min(margins))
all_margins = draw_margins(record, g)


def margins_of_six() -> str:
    """Return the rows of six applicants of four features: both sums, h, y and the margin."""
    cells = []
    for n in range(6):
        x, y = record.xs[n], record.ys[n]
        less = dot(g.w[1:], x[1:]) - threshold
        assert less == g.score(x[1:]) == dot(g.w, x)
        cells.append([n, less, dot(g.w, x), f"{g(x[1:]):+d}", f"{y:+d}", y * dot(g.w, x)])
    return rows(cells)


# --- L2.4: the line that PLA finds, and its normal

flat = pla(plane)
w_0, w_1, w_2 = flat.w
assert flat.status == "converged" and w_1 > 0 > w_2
w_flat = shown(flat.w)
found_line = draw_data(plane, flat.hypothesis)
fit_in_the_plane = output("python3 -m perceptron_ref fit example:credit-2d", lines=slice(0, 11))
_p, _q = ((x_1, -(w_0 + w_1 * x_1) / w_2) for x_1 in (Fraction(4), Fraction(12)))
assert w_1 * (_q[0] - _p[0]) + w_2 * (_q[1] - _p[1]) == 0


def points_by_the_line() -> str:
    """Return the rows of two points of the line and one on either side: three hypotheses."""
    points = [
        ("p, on the line", *_p),
        ("q, on the line", *_q),
        ("p + $(w_1, w_2)$ / 20", _p[0] + w_1 / 20, _p[1] + w_2 / 20),
        ("q − $(w_1, w_2)$ / 20", _q[0] - w_1 / 20, _q[1] - w_2 / 20),
    ]
    h, longer, opposite = (Hypothesis([c * w_i for w_i in flat.w]) for c in (1, 3, -1))
    assert h.score(points[2][1:]) == (w_1**2 + w_2**2) / 20
    assert longer.predictions(plane) == h.predictions(plane)
    assert h.predictions(plane) == [-y for y in opposite.predictions(plane)]
    return rows(
        [name, x_1, x_2, h.score([x_1, x_2]), *_answers((h, longer, opposite), [x_1, x_2])]
        for name, x_1, x_2 in points
    )


def _answers(hypotheses: Iterable[Hypothesis], x: Iterable[object]) -> list[str]:
    return [ANSWERS[h(x)] for h in hypotheses]


# --- sign(0)


def conventions() -> str:
    """Return the rows of the logical or under three conventions, and the mistakes of each."""
    corners = example("or")
    each = tuple(Hypothesis([-1, 1, 1], sign_of_zero=z) for z in (0, -1, +1))
    cells: list[list[object]] = [
        [x[1:], f"{y:+d}", each[0].score(x[1:]), *_answers(each, x[1:])]
        for x, y in zip(corners.xs, corners.ys)
    ]
    mistakes = [h.mistakes(corners) for h in each]
    assert mistakes == [2, 2, 0]
    return rows([*cells, ["mistakes", "", "", *mistakes]])


# --- L1.1: five hypotheses that D cannot tell apart

applicant = (30, 8, 5, 6)
assert len(found) == 5 == len({h.w for h in found.values()})
assert len({h(applicant) for h in found.values()}) == 2
assert not any(h.mistakes(record) for h in found.values())


def five_hypotheses() -> str:
    """Return the rows of the five orders: the weights found, the mistakes, the answer."""
    return rows(
        [f"`{name}`", h.w, h.mistakes(record), f"{h(applicant):+d}"] for name, h in found.items()
    )


_eight = Dataset([x[1:] for x in plane.xs[:8]], plane.ys[:8], names=plane.names)
_five = [pla(_eight, name).hypothesis for name in strategies()]
newcomer = (12, 6)
five_lines = draw_lines(_eight, _five, newcomer)
later = ", ".join(str(line.mistakes(plane)) for line in _five)
rest = plane.N - _eight.N
assert sorted(line(newcomer) for line in _five) == [-1, -1, -1, 1, 1]
assert not any(line.mistakes(_eight) for line in _five)
assert all(line.mistakes(plane) for line in _five)

# --- Q1

spam = example("spam")
spam_run, _best = pla(spam), _separable(spam)
spam_weights = draw_weights(spam_run.hypothesis, "PLA on spam")
SPEAK_FOR_SPAM = {"free", "drug", "fantastic", "deal"}


def keywords() -> str:
    """Return the rows of the eight keywords: two means, and two sets of weights."""
    longest = max(map(abs, _best.w_f[1:]))
    cells: list[tuple[str, float, float, Fraction, float]] = []
    for i, name in enumerate(spam.names, start=1):
        in_spam, in_ham = _mean(i, +1), _mean(i, -1)
        signs = {in_spam > in_ham, spam_run.w[i] > 0, _best.w_f[i] > 0}
        assert signs == {name in SPEAK_FOR_SPAM}
        cells.append((name, in_spam, in_ham, spam_run.w[i], _best.w_f[i] / longest))
    by_weight = sorted(cells, key=lambda row: -row[3])
    return rows(by_weight)


def _mean(i: int, label: int) -> float:
    share = [x[i] for x, y in zip(spam.xs, spam.ys) if y == label]
    return float(sum(share) / len(share))


two_mails = python("""
from perceptron_ref import example, pla
g = pla(example("spam")).hypothesis
g.names
g([2, 0, 1, 1, 0, 0, 0, 0]), g([0, 0, 0, 1, 1, 2, 0, 1])
""")

# --- exercises

debt_on_the_line = (by_hand.w[0] + 9 * by_hand.w[1]) / -by_hand.w[2]
assert by_hand.score([9, 4]) == 2 and by_hand.score([9, debt_on_the_line]) == 0
rescaled = Hypothesis([-8, Fraction(2, 100), -2])
assert [rescaled([100 * x[1], x[2]]) for x in plane.xs] == by_hand.predictions(plane)
halved, opposite = (Hypothesis([c * w_i for w_i in by_hand.w]) for c in (Fraction(1, 2), -1))
assert halved.predictions(plane) == by_hand.predictions(plane)
assert opposite.predictions(plane) == [-y for y in by_hand.predictions(plane)]
two_of_three = Hypothesis([-3, 2, 2, 2])
_cube = [[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]
assert all(two_of_three(x) == (1 if sum(x) >= 2 else -1) for x in _cube)
scores_of_votes = tuple(two_of_three.score([1] * k + [0] * (3 - k)) for k in range(4))
assert {two_of_three.score(x) for x in _cube} == set(scores_of_votes) == {-3, -1, 1, 3}
for _threshold in ("2.01", "3.99"):
    assert all(Hypothesis([f"-{_threshold}", 2, 2, 2])(x) == two_of_three(x) for x in _cube)
