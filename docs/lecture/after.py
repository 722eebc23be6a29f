"""The pictures and numbers of the page on what comes after the lecture."""

from __future__ import annotations

from fractions import Fraction
from itertools import cycle
from math import exp, log2
from random import Random

from _tools.live_pictures import live_picture
from _tools.shared import applicants_with_units
from _tools.stepped_pictures import Step, draw_lines

from perceptron_ref import Dataset, Hypothesis, add, dot, example, pla, scale, squared_norm
from perceptron_ref.theory.separability import NotSeparable, Separable, separability

# new data: the same draws as in docs/live/picture_kinds.js

TARGET = (1, 2, -3)
_WITHOUT_CONTROLS = {"handles": False, "steps": False}


def sample(N: int, seed: int) -> Dataset:
    """Return N examples that the line of TARGET labels; a seed gives the same draws each time."""
    draw, rows = Random(seed).random, list[tuple[int, int]]()
    while len(rows) < N:
        row = (int(19 * draw()) - 9, int(19 * draw()) - 9)
        if dot(TARGET, (1, *row)):
            rows.append(row)
    return Dataset(rows, [1 if dot(TARGET, (1, *row)) > 0 else -1 for row in rows])


def share_of_mistakes(N: int) -> str:
    """Return the share of mistakes on 400 test examples after PLA on N training examples."""
    examples = sample(64, 3)
    training = Dataset([x[1:] for x in examples.xs[:N]], examples.ys[:N])
    run = pla(training)
    assert run.status == "converged"
    return f"{100 * run.hypothesis.mistakes(sample(400, 7)) / 400:.2g}%"


unseen = live_picture(
    "unseen",
    "learningCurve",
    [],
    "Test mistakes fall as training examples are added; training mistakes stay 0.",
    (700, 440),
    sliders=[("N", 2, 64, 2, 16)],
    updateCount=False,
    **_WITHOUT_CONTROLS,
)

# the first line that separates, and the line of largest rho

_applicants = applicants_with_units()
_best = separability(_applicants)
assert isinstance(_best, Separable)
best_line = draw_lines(
    _applicants,
    [Step(pla(_applicants).w, dashed_w=_best.w_f)],
    "Two lines that separate the same applicants",
    "PLA's line, and dashed the line of largest rho.",
    dashed_meaning="largest \u03c1",
)

# XOR

XOR = example("xor")
assert isinstance(separability(XOR), NotSeparable)


def with_product(xs: list[list[int]]) -> Dataset:
    """Return a set with the XOR labels and the features x_1, x_2 and x_1 x_2."""
    return Dataset([[x_1, x_2, x_1 * x_2] for x_1, x_2 in xs], XOR.ys)


T = pla(with_product([[0, 0], [0, 1], [1, 0], [1, 1]])).updates
_CORNERS = [[-1, -1], [-1, 1], [1, -1], [1, 1]]
SIGNED_XOR = with_product(_CORNERS)
_run = pla(SIGNED_XOR)
T_OF_SIGNS, w = _run.updates, _run.w
feature = live_picture(
    "feature",
    "feature",
    [(x_1, x_2, y) for (x_1, x_2), y in zip(_CORNERS, XOR.ys)],
    "With the feature x_1 x_2 the boundary between circles and crosses is a cross of two lines.",
    (560, 400),
    area={"left": -2.2, "right": 2.2, "bottom": -1.6, "top": 1.6},
    t=2,
)


def bound_of_signs() -> Fraction:
    """Return the bound for inputs of -1 and +1, which T attains."""
    separator = separability(SIGNED_XOR)
    assert isinstance(separator, Separable) and separator.bound == T_OF_SIGNS
    return separator.bound


# losses

loss = live_picture(
    "loss",
    "loss",
    [],
    "Four losses over the margin: a step, and three convex ones.",
    (700, 440),
    sliders=[("margin", -3, 3, 0.1, -0.5)],
    updateCount=False,
    **_WITHOUT_CONTROLS,
)
# on an example of margin 0.5
hinge_loss, logistic_loss, pla_loss = (
    Fraction(1, 2),
    f"{log2(1 + exp(-0.5)):.2f}",
    max(0, -0.5),
)
AND = example("and")


def updates_with_rates(data: Dataset, power: int) -> int:
    """Return T of the naive cycle with steps of size 1 / t^power, t = 1, 2, ..."""
    w, right_in_a_row, steps = [Fraction(0)] * (1 + data.d), 0, list[Fraction]()
    for x, y in cycle(zip(data.xs, data.ys)):
        if right_in_a_row == data.N:
            break
        if y * dot(w, x) > 0:
            right_in_a_row += 1
        else:
            steps.append(Fraction(1, (1 + len(steps)) ** power))
            w, right_in_a_row = add(w, scale(y * steps[-1], x)), 0
    separator = separability(data)
    assert isinstance(separator, Separable)
    assert sum(steps) ** 2 <= separator.bound * squared_norm(steps)
    assert Hypothesis(w).mistakes(data) == 0
    return len(steps)


T_falling_rates, T_fixed_rate = updates_with_rates(AND, 1), updates_with_rates(AND, 0)
assert T_fixed_rate == pla(AND).updates != T_falling_rates
