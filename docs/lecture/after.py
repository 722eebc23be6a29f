"""The run, the numbers and the pictures of the page on history."""

from __future__ import annotations

from fractions import Fraction
from itertools import cycle

from _tools.feature_map_pictures import draw_losses, draw_with_product

from perceptron_ref import Dataset, Hypothesis, add, dot, example, pla, scale, squared_norm
from perceptron_ref.drawing import Picture
from perceptron_ref.theory.margins import functional_margins
from perceptron_ref.theory.separability import NotSeparable, Separable, separability

XOR = example("xor")
assert isinstance(separability(XOR), NotSeparable)


def with_product(xs: list[list[int]]) -> Dataset:
    """Return the examples of XOR with these x_1, x_2, and x_1 x_2 as a third feature."""
    return Dataset([[x_1, x_2, x_1 * x_2] for x_1, x_2 in xs], XOR.ys)


RUN = pla(with_product([[0, 0], [0, 1], [1, 0], [1, 1]]))
OF_SIGNS = with_product([[-1, -1], [-1, 1], [1, -1], [1, 1]])
T, T_OF_SIGNS, w = RUN.updates, pla(OF_SIGNS).updates, RUN.w
assert RUN.status == "converged" and not RUN.mistakes
assert tuple(x[1:3] for x in RUN.data.xs) == tuple(x[1:] for x in XOR.xs)


def boundary() -> Picture:
    """Return the run in the plane of x_1 and x_2."""
    return draw_with_product(RUN)


def bound_of_signs() -> Fraction:
    """Return the bound with inputs of -1 and +1, which is attained."""
    found = separability(OF_SIGNS)
    assert isinstance(found, Separable) and found.bound == T_OF_SIGNS
    return found.bound


def losses() -> Picture:
    """Return the four losses over the margin."""
    return draw_losses()


NOISY = example("noisy", N=100, d=2, flips=10)
LAST = pla(NOISY, max_updates=300).w
TENTH = tuple(w_i / 10 for w_i in LAST)


def loss(w: tuple[Fraction, ...]) -> Fraction:
    """Return the mean of max(0, -y_n w . x_n)."""
    prices = [max(Fraction(0), -m) for m in functional_margins(Hypothesis(w), NOISY)]
    return sum(prices, Fraction(0)) / NOISY.N


MISTAKES = Hypothesis(LAST).mistakes(NOISY)


def loss_and_mistakes() -> str:
    """Return the loss and the mistakes of some weights, and of a tenth of them."""
    whole, tenth = loss(LAST), loss(TENTH)
    assert tenth == whole / 10 and Hypothesis(TENTH).mistakes(NOISY) == MISTAKES > 0
    return f"from {float(whole):,.0f} to {float(tenth):,.0f}, and the mistakes stay {MISTAKES}"


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
    assert squared_norm(w) <= found.R2 * squared_norm(rates)
    return len(rates)


T_of_falling, T_of_fixed = with_rates(AND, 1), with_rates(AND, 0)
assert T_of_fixed == pla(AND).updates != T_of_falling
