"""The convergence proof, a function for each of its steps, L2.5 and L2.7 to L2.12.

The first line of each docstring is the statement, where n is n(t), the example that update t
corrects. In the lecture, eta is 1. Each function takes a `Proof`, a run with its w_f. For every
update it yields the numbers and the signs of the statement from left to right, such as 3, ">=", 1.
L2.8 is checked for every n instead, and L2.12 only once. The numbers are exact, but both sides of
an inequality may be multiplied by the same positive factor (see `proof.py`).

`derive` in `derivation.py` tells whether the numbers satisfy the signs. In 0, "<=", 0, "so", 1,
"<=", 3 the first inequality is the reason for the second one. `derive` checks each of the two, but
does not compare the 0 before "so" with the 1 after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..type_checking import TYPE_CHECKING
from ..vectors import dot, squared_norm

if TYPE_CHECKING:
    from typing import Any

    from .proof import Proof

    Comparisons = Iterator[tuple[Any, ...]]  # a number, a sign, a number, ...


def corrects_mistakes(proof: Proof) -> Comparisons:
    """y_n w_t . x_n <= 0 at every update, n = n(t).     Lecture 2: L2.5"""
    for x, y, w, _ in proof.updates:
        yield y * dot(w, x), "<=", 0


def correction_helps(proof: Proof) -> Comparisons:
    """y_n w_{t+1} . x_n = y_n w_t . x_n + eta ||x_n||^2 >= y_n w_t . x_n.     Lecture 2: L2.7"""
    eta = proof.eta
    for x, y, w, w_next in proof.updates:
        margin = y * dot(w, x)
        yield y * dot(w_next, x), "=", margin + eta * squared_norm(x), ">=", margin


def separates(proof: Proof) -> Comparisons:
    """y_n w_f . x_n > 0 for all n.     Lecture 2: L2.8"""
    for x, y in zip(proof.xs, proof.ys):
        yield y * dot(proof.w_f, x), ">", 0


def alignment_grows(proof: Proof) -> Comparisons:
    """w_f . w_{t+1} >= w_f . w_t + eta min_n y_n w_f . x_n > w_f . w_t.     Lecture 2: L2.9

    The update is w_{t+1} = w_t + eta y_n x_n. Take the dot product of both sides with w_f:
    w_f . w_{t+1} is w_f . w_t + eta y_n w_f . x_n, and no y_n w_f . x_n is less than the least,
    which is positive. `angle` adds this up over t updates.
    """
    eta, least = proof.eta, proof.least
    products = [dot(proof.w_f, w) for w in proof.weights]
    for product, product_next in zip(products, products[1:]):
        yield product_next, ">=", product + eta * least, ">", product


def length_grows_slowly(proof: Proof) -> Comparisons:
    """y_n w_t . x_n <= 0, so ||w_{t+1}||^2 <= ||w_t||^2 + eta^2 R^2.     Lecture 2: L2.10

    The update is w_{t+1} = w_t + eta y_n x_n. Multiply each side by itself: ||w_{t+1}||^2 is
    ||w_t||^2 + 2 eta y_n w_t . x_n + eta^2 ||x_n||^2. The middle term is not positive, because x_n
    was a mistake of w_t, and no ||x_n||^2 is more than R^2. `angle` adds this up over t updates.
    """
    eta, R2 = proof.eta, proof.R2
    for x, y, w, w_next in proof.updates:
        squared_length, limit = squared_norm(w_next), squared_norm(w) + eta**2 * R2
        yield y * dot(w, x), "<=", 0, "so", squared_length, "<=", limit


def angle(proof: Proof) -> Comparisons:
    """If w_0 = 0, 1 >= cos^2(w_f, w_t) >= t rho^2 / R^2 for t = 1..T.     Lecture 2: L2.11

    w_f . w_0 is 0, so after t updates w_f . w_t >= t eta min_n y_n w_f . x_n (L2.9). By the
    definition of rho, the right side is t eta rho ||w_f||. ||w_0||^2 is 0, too, so after t updates
    ||w_t||^2 <= t eta^2 R^2 (L2.10). The cosine is w_f . w_t / (||w_f|| ||w_t||), at most 1, and at
    least t eta rho / (sqrt(t) eta R) = sqrt(t) rho / R. Its square needs no square root.
    """
    for t, w in enumerate(proof.weights[1:], start=1):
        product, squared_lengths = dot(proof.w_f, w), squared_norm(proof.w_f) * squared_norm(w)
        # a run that breaks L2.9 may have w_t = 0, or a negative cosine: then this fails, too
        cos2 = Fraction(product * abs(product), squared_lengths or 1)  # with the sign of the cosine
        yield 1, ">=", cos2, ">=", t * proof.rho2 / proof.R2


def bound(proof: Proof) -> Comparisons:
    """If w_0 = 0, T <= R^2 / rho^2.     Lecture 2: L2.12

    This follows from the outer sides of L2.11 for t = T: 1 >= T rho^2 / R^2.
    """
    yield proof.T, "<=", proof.R2 / proof.rho2
