"""The numbers and pictures of the page on the hypothesis set."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from _tools import format_value, output, python, rows
from _tools.live_pictures import live_picture, still_picture
from _tools.separators import separator_of
from _tools.shared import FIVE_ORDERS

from perceptron_ref import Dataset, Hypothesis, dot, example, pla

applicants, credit = example("credit-2d"), example("credit")
ANSWERS = {+1: "+1", 0: "0", -1: "−1"}

# --- the picture, and the line by hand

by_hand = Hypothesis([-8, 2, -2], names=applicants.names)
LABEL_OF_POINT = {  # rounded, because the picture has examples only at whole numbers
    (round(salary), round(debt)): y for (_, salary, debt), y in zip(applicants.xs, applicants.ys)
}
ROWS = [(salary, debt, y) for (salary, debt), y in LABEL_OF_POINT.items()]
_rounded = Dataset([row[:2] for row in ROWS], [row[2] for row in ROWS])
rounded_N = _rounded.N
assert not by_hand.mistakes(_rounded) and rounded_N < applicants.N


def _slider_settings(threshold: int, w1: int, w2: int) -> dict[str, Any]:
    """Return the settings of a picture with sliders, which begin at these values."""
    sliders = [("threshold", -4, 16, 1, threshold), ("w1", -4, 4, 1, w1), ("w2", -4, 4, 1, w2)]
    return {
        "sliders": sliders,
        "weights": True,
        "steps": False,
        "area": {"left": -1.4, "right": 16, "bottom": -2.6, "top": 11},
    }


stage = live_picture(
    "weights",
    "plane",
    ROWS,
    "Applicants by salary and debt, and the line of salary alone.",
    **_slider_settings(8, 1, 0),
)
still = still_picture(
    "plane",
    ROWS,
    "With the threshold 8 and the weights 2 and -2 the line makes no mistake.",
    **_slider_settings(8, 2, -2),
)


def _approved(w: list[int]) -> int:
    """Return the number of rows that weights approve."""
    return sum(Hypothesis(w)(row[:2]) == 1 for row in ROWS)


approved_at = {threshold: _approved([-threshold, 1, 0]) for threshold in (8, 11)}
approved_by_both = _approved([-8, 2, -2]), _approved([-24, 6, -6])
assert approved_by_both[0] == approved_by_both[1] and approved_at[8] > approved_at[11]


def sums_by_hand() -> str:
    """Return a row for each of five applicants: features, products, their sum and the answer."""
    table: list[list[object]] = []
    for n, x in enumerate(applicants.xs[:5]):
        products = [w_i * x_i for w_i, x_i in zip(by_hand.w[1:], x[1:])]
        is_approved = sum(products) > by_hand.threshold
        assert is_approved is (by_hand(x[1:]) == applicants.ys[n] == +1)
        table.append([n, *x[1:], *products, sum(products), "yes" if is_approved else "no"])
    return rows(table)


def scores_by_hand() -> str:
    """Return a row for each of five applicants: n, the score as a sum, h, y and the margin."""
    table: list[list[object]] = []
    for n, (x, y) in enumerate(zip(applicants.xs[:5], applicants.ys)):
        terms = " + ".join(
            f"{format_value(w_i)} · {format_value(x_i)}" for w_i, x_i in zip(by_hand.w, x)
        )
        score = dot(by_hand.w, x)
        assert score == dot(by_hand.w[1:], x[1:]) - by_hand.threshold == by_hand.score(x[1:])
        assert by_hand(x[1:]) == y
        table.append(
            [
                n,
                _with_minus_signs(f"{terms} = {format_value(score)}"),
                f"{by_hand(x[1:]):+d}",
                f"{y:+d}",
                y * score,
            ]
        )
    return rows(table)


def _with_minus_signs(text: str) -> str:
    """Return a sum with minus signs, and with "− 3" in place of "+ −3"."""
    return text.replace("+ −", "− ").replace("-", "−")


# applicant 1 earns more and owes more than applicants 2, 3 and 4
assert all(applicants.xs[1][1] > x[1] and applicants.xs[1][2] > x[2] for x in applicants.xs[2:5])
assert not by_hand.mistakes(applicants)

# --- L2.2 in four features: the weights that PLA finds

run = pla(credit)
g = run.hypothesis
threshold = g.threshold
assert run.status == "converged" and not g.mistakes(credit)
approved = credit.ys.count(+1)


def _products(n: int) -> list[Fraction]:
    """Return the products of weight and feature for an applicant, without x_0."""
    return [w_i * x_i for w_i, x_i in zip(g.w[1:], credit.xs[n][1:])]


def four_features() -> str:
    """Return a row for each feature: the weight, then value and product for two applicants.

    The last rows have the sums, the sums minus the threshold, and h(x) with y.
    """
    first, second = credit.xs[0], credit.xs[1]
    table: list[list[object]] = [
        [name.replace("_", " "), w_i, first[i], _products(0)[i - 1], second[i], _products(1)[i - 1]]
        for i, (name, w_i) in enumerate(g.weights.items(), start=1)
    ]
    sums = [sum(_products(n)) for n in (0, 1)]
    table.append(["sum", "", "", sums[0], "", sums[1]])
    table.append(["sum − threshold", "", "", sums[0] - threshold, "", sums[1] - threshold])
    answers = [f"{g(x[1:]):+d}, {y:+d}" for x, y in zip(credit.xs[:2], credit.ys)]
    table.append(["$h(x)$ and $y$", "", "", answers[0], "", answers[1]])
    assert _products(0)[0] < 0 > _products(0)[3]
    assert _products(1)[0] + _products(1)[1] > threshold
    assert _products(1)[0] + _products(1)[1] + _products(1)[3] < threshold
    return rows(table)


products_against = _products(0)[0] + _products(0)[3]
sum_of_0, sum_of_1 = sum(_products(0)), sum(_products(1))
assert sum_of_0 > threshold > sum_of_1

in_python = python("""
from perceptron_ref import example
D = example("credit")
D.N, D.d, D.scale
D.names
print(*D.xs[0])
D.scaled_xs[0]
D.ys[:6]
""")

# --- what a weight means

hypothesis_of_order = {name: pla(credit, name).hypothesis for name in FIVE_ORDERS}
age = 1 + credit.names.index("age")
months = Dataset(
    [[12 * v if i == age else v for i, v in enumerate(x) if i] for x in credit.xs], credit.ys
)
months_hypothesis = Hypothesis([w_i / 12 if i == age else w_i for i, w_i in enumerate(g.w)])
assert months_hypothesis.predict(months) == g.predict(credit)
w_of_age, w_of_months = g.w[age], months_hypothesis.w[age]
years_updates, months_updates = f"{run.updates:,}", f"{pla(months).updates:,}"
years_bound = f"{float(separator_of(credit).bound):,.0f}"
months_bound = f"{float(separator_of(months).bound):,.0f}"
years_in_job = [h.weights["years_in_job"] for h in hypothesis_of_order.values()]
assert [w_i > 0 for w_i in years_in_job].count(True) == 4 == len(years_in_job) - 1


def spreads() -> str:
    """Return a row for each feature: weight, least and greatest value, and weight times range."""
    spans = [(min(column), max(column)) for column in list(zip(*credit.xs))[1:]]
    return rows(
        [name.replace("_", " "), w_i, minimum, maximum, w_i * (maximum - minimum)]
        for (name, w_i), (minimum, maximum) in zip(g.weights.items(), spans)
    )


# --- L2.3: margins

assert all(y * dot(g.w, x) > 0 for x, y in zip(credit.xs, credit.ys))


def margins_of_six() -> str:
    """Return a row for each of six applicants: both forms of the score, h, y and the margin."""
    table = []
    for n in range(6):
        x, y = credit.xs[n], credit.ys[n]
        sum_minus_threshold = dot(g.w[1:], x[1:]) - threshold
        assert sum_minus_threshold == g.score(x[1:]) == dot(g.w, x)
        table.append(
            [n, sum_minus_threshold, dot(g.w, x), f"{g(x[1:]):+d}", f"{y:+d}", y * dot(g.w, x)]
        )
    return rows(table)


# --- L2.4: the line that PLA finds, and its normal

applicants_run = pla(applicants)
w_0, w_1, w_2 = applicants_run.w
assert applicants_run.status == "converged" and w_1 > 0 > w_2
fit_in_the_plane = output("python3 -m perceptron_ref fit example:credit-2d")
_p, _q = ((x_1, -(w_0 + w_1 * x_1) / w_2) for x_1 in (Fraction(4), Fraction(12)))
assert w_1 * (_q[0] - _p[0]) + w_2 * (_q[1] - _p[1]) == 0


def points_by_the_line() -> str:
    """Return a row for each of four points on or beside the line: the score and three answers."""
    points = [
        ("p, on the line", *_p),
        ("q, on the line", *_q),
        ("p + $(w_1, w_2)$ / 20", _p[0] + w_1 / 20, _p[1] + w_2 / 20),
        ("q − $(w_1, w_2)$ / 20", _q[0] - w_1 / 20, _q[1] - w_2 / 20),
    ]
    h, longer, opposite = (Hypothesis([c * w_i for w_i in applicants_run.w]) for c in (1, 3, -1))
    assert h.score(points[2][1:]) == (w_1**2 + w_2**2) / 20
    assert longer.predict(applicants) == h.predict(applicants)
    assert h.predict(applicants) == [-y for y in opposite.predict(applicants)]
    return rows(
        [name, x_1, x_2, h.score([x_1, x_2]), *_answers((h, longer, opposite), [x_1, x_2])]
        for name, x_1, x_2 in points
    )


def _answers(hypotheses: Iterable[Hypothesis], x: Iterable[object]) -> list[str]:
    """Return the answer of each hypothesis on x: +1, 0 or −1."""
    return [ANSWERS[h(x)] for h in hypotheses]


# --- sign(0)


def conventions() -> str:
    """Return a row for each example of `or`: x, y, score, and the answer for each sign(0).

    The last row has the mistakes for each sign(0).
    """
    corners = example("or")
    hypotheses = tuple(Hypothesis([-1, 1, 1], sign_of_zero=z) for z in (0, -1, +1))
    table: list[list[object]] = [
        [x[1:], f"{y:+d}", hypotheses[0].score(x[1:]), *_answers(hypotheses, x[1:])]
        for x, y in zip(corners.xs, corners.ys)
    ]
    mistakes = [h.mistakes(corners) for h in hypotheses]
    assert mistakes == [2, 2, 0]
    return rows([*table, ["mistakes", "", "", *mistakes]])


# --- L1.1: five hypotheses that agree on all of `credit`

applicant = (30, 8, 5, 6)
assert len(hypothesis_of_order) == 5 == len({h.w for h in hypothesis_of_order.values()})
assert len({h(applicant) for h in hypothesis_of_order.values()}) == 2
assert not any(h.mistakes(credit) for h in hypothesis_of_order.values())


def five_hypotheses() -> str:
    """Return a row for each of the five orders: w_T, its mistakes, and its answer."""
    return rows(
        [f"`{name}`", h.w, h.mistakes(credit), f"{h(applicant):+d}"]
        for name, h in hypothesis_of_order.items()
    )


# --- Q1

spam = example("spam")
spam_run, _spam_separator = pla(spam), separator_of(spam)
SPEAK_FOR_SPAM = {"free", "drug", "fantastic", "deal"}


def keywords() -> str:
    """Return a row for each of the eight keywords: two means, and the weights of two hypotheses."""
    largest_weight = max(map(abs, _spam_separator.w_f[1:]))
    table: list[tuple[str, float, float, Fraction, float]] = []
    for i, name in enumerate(spam.names, start=1):
        in_spam, in_ham = _mean(i, +1), _mean(i, -1)
        signs = {in_spam > in_ham, spam_run.w[i] > 0, _spam_separator.w_f[i] > 0}
        assert signs == {name in SPEAK_FOR_SPAM}
        table.append(
            (name, in_spam, in_ham, spam_run.w[i], _spam_separator.w_f[i] / largest_weight)
        )
    by_weight = sorted(table, key=lambda row: -row[3])
    return rows(by_weight)


def _mean(i: int, label: int) -> float:
    """Return the mean of x_i over the messages with a label."""
    values = [x[i] for x, y in zip(spam.xs, spam.ys) if y == label]
    return float(sum(values) / len(values))


# --- exercises

debt_on_the_line = (by_hand.w[0] + 9 * by_hand.w[1]) / -by_hand.w[2]
assert by_hand.score([9, 4]) == 2 and by_hand.score([9, debt_on_the_line]) == 0
rescaled = Hypothesis([-8, Fraction(2, 100), -2])
assert [rescaled([100 * x[1], x[2]]) for x in applicants.xs] == by_hand.predict(applicants)
halved, opposite = (Hypothesis([c * w_i for w_i in by_hand.w]) for c in (Fraction(1, 2), -1))
assert halved.predict(applicants) == by_hand.predict(applicants)
assert opposite.predict(applicants) == [-y for y in by_hand.predict(applicants)]
two_of_three = Hypothesis([-3, 2, 2, 2])
_cube = [[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]
assert all(two_of_three(x) == (1 if sum(x) >= 2 else -1) for x in _cube)
scores_of_votes = tuple(two_of_three.score([1] * k + [0] * (3 - k)) for k in range(4))
assert {two_of_three.score(x) for x in _cube} == set(scores_of_votes) == {-3, -1, 1, 3}
for _threshold in ("2.01", "3.99"):
    assert all(Hypothesis([f"-{_threshold}", 2, 2, 2])(x) == two_of_three(x) for x in _cube)
