"""The pictures and numbers of the page on what comes after the lecture."""

from __future__ import annotations

from fractions import Fraction
from itertools import cycle
from math import log2
from random import Random

from _tools.live_pictures import live_picture

from perceptron_ref import Dataset, Hypothesis, add, dot, example, pla, scale, squared_norm
from perceptron_ref.theory.separability import NotSeparable, Separable, separability

# new data, drawn as in docs/live/picture_kinds.js

TARGET = (1, 2, -3)
_SMALL = {"hands": False, "steps": False}


def sample(N: int, seed: int) -> Dataset:
    """Return N examples of the line of TARGET, drawn by a seed."""
    draw, rows = Random(seed).random, list[tuple[int, int]]()
    while len(rows) < N:
        row = (int(19 * draw()) - 9, int(19 * draw()) - 9)
        if dot(TARGET, (1, *row)):
            rows.append(row)
    return Dataset(rows, [1 if dot(TARGET, (1, *row)) > 0 else -1 for row in rows])


def share(N: int) -> str:
    """Return the share of test mistakes of PLA after N training examples."""
    whole = sample(64, 3)
    training = Dataset([x[1:] for x in whole.xs[:N]], whole.ys[:N])
    run = pla(training)
    assert run.status == "converged"
    return f"{100 * run.hypothesis.mistakes(sample(400, 7)) / 400:.2g} %"


unseen = live_picture(
    "unseen",
    "unseen",
    [],
    "Test mistakes fall as training examples are added; training mistakes stay 0.",
    (700, 360),
    knobs=[("N", 2, 64, 2, 16)],
    count=False,
    **_SMALL,
)

# XOR

XOR = example("xor")
assert isinstance(separability(XOR), NotSeparable)


def with_product(xs: list[list[int]]) -> Dataset:
    """Return the examples of XOR with these x_1, x_2, and x_1 x_2 as a third feature."""
    return Dataset([[x_1, x_2, x_1 * x_2] for x_1, x_2 in xs], XOR.ys)


T = pla(with_product([[0, 0], [0, 1], [1, 0], [1, 1]])).updates
_CORNERS = [[-1, -1], [-1, 1], [1, -1], [1, 1]]
OF_SIGNS = with_product(_CORNERS)
_run = pla(OF_SIGNS)
T_OF_SIGNS, w = _run.updates, _run.w
feature = live_picture(
    "feature",
    "feature",
    [(x_1, x_2, y) for (x_1, x_2), y in zip(_CORNERS, XOR.ys)],
    "With the feature x_1 x_2 the boundary between circles and crosses is a cross of two lines.",
    (560, 400),
    area=[-2.2, 2.2, -1.6, 1.6],
    t=2,
)


def bound_of_signs() -> Fraction:
    """Return the bound with inputs of -1 and +1, which is attained."""
    found = separability(OF_SIGNS)
    assert isinstance(found, Separable) and found.bound == T_OF_SIGNS
    return found.bound


# losses

loss = live_picture(
    "loss",
    "loss",
    [],
    "Four losses over the margin: a step, and three convex ones.",
    (700, 360),
    knobs=[("margin", -3, 3, 0.1, -0.5)],
    count=False,
    **_SMALL,
)
hinge, logistic, of_pla = 1 - 0.5, f"{log2(1 + 2.718281828**-0.5):.2f}", max(0, -1)
AND = example("and")


def with_rates(data: Dataset, fall: int) -> int:
    """Return T of the naive cycle with steps of 1 / t^fall."""
    w, right, rates = [Fraction(0)] * (1 + data.d), 0, list[Fraction]()
    for x, y in cycle(zip(data.xs, data.ys)):
        if right == data.N:
            break
        if y * dot(w, x) > 0:
            right += 1
        else:
            rates.append(Fraction(1, (1 + len(rates)) ** fall))
            w, right = add(w, scale(y * rates[-1], x)), 0
    found = separability(data)
    assert isinstance(found, Separable)
    assert sum(rates) ** 2 <= found.bound * squared_norm(rates)
    assert Hypothesis(w).mistakes(data) == 0
    return len(rates)


T_of_falling, T_of_fixed = with_rates(AND, 1), with_rates(AND, 0)
assert T_of_fixed == pla(AND).updates != T_of_falling
