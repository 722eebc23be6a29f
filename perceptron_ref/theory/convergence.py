"""The convergence proof, a function for each of its steps, L2.5 and L2.7 to L2.12.

Each takes a `Proof`, that is a run and w_f in the lecture's letters. For every update (L2.8: every
n, L2.12: T alone) it yields the numbers of its docstring's first line, exact, from left to right.
L2.10 has four: y_n w_t . x_n, 0, |w_{t+1}|^2, |w_t|^2 + eta^2 R^2. The table in `derivation.py`
has the signs between the numbers, and `derive` there compares.
"""

from __future__ import annotations

from ..vectors import dot, squared_norm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction
    from typing import Union

    from .proof import Proof

    Sides = Iterator[tuple[Union[Fraction, int], ...]]


def corrects_mistakes(proof: Proof) -> Sides:
    """y_n w_t . x_n <= 0 at every update, n = n(t).     Lecture 2: L2.5"""
    for x, y, w, _ in proof.updates:
        yield y * dot(w, x), 0


def correction_helps(proof: Proof) -> Sides:
    """y_n w_{t+1} . x_n = y_n w_t . x_n + eta |x_n|^2 >= y_n w_t . x_n.     Lecture 2: L2.7"""
    eta = proof.eta
    for x, y, w, w_next in proof.updates:
        margin = y * dot(w, x)
        yield y * dot(w_next, x), margin + eta * squared_norm(x), margin


def separates(proof: Proof) -> Sides:
    """y_n w_f . x_n > 0 for all n.     Lecture 2: L2.8"""
    for x, y in zip(proof.xs, proof.ys):
        yield y * dot(proof.w_f, x), 0


def alignment_grows(proof: Proof) -> Sides:
    """w_f . w_{t+1} >= w_f . w_t + eta min_n y_n w_f . x_n > w_f . w_t.     Lecture 2: L2.9

    Multiply the update by w_f: w_f . w_{t+1} = w_f . w_t + eta y_n w_f . x_n.
    """
    eta, least = proof.eta, proof.least
    products = [dot(proof.w_f, w) for w in proof.weights]
    for product, product_next in zip(products, products[1:]):
        yield product_next, product + eta * least, product


def length_grows_slowly(proof: Proof) -> Sides:
    """y_n w_t . x_n <= 0, so |w_{t+1}|^2 <= |w_t|^2 + eta^2 R^2.     Lecture 2: L2.10

    Square the update: |w_{t+1}|^2 = |w_t|^2 + 2 eta y_n w_t . x_n + eta^2 |x_n|^2.
    """
    eta, R2 = proof.eta, proof.R2
    for x, y, w, w_next in proof.updates:
        yield y * dot(w, x), 0, squared_norm(w_next), squared_norm(w) + eta**2 * R2


def angle(proof: Proof) -> Sides:
    """1 >= cos^2(w_f, w_t) >= t rho^2 / R^2 for t = 1..T, from w_0 = 0.     Lecture 2: L2.11

    1. L2.9 for t updates, added up from w_f . w_0 = 0: w_f . w_t >= t eta min_n y_n w_f . x_n.
    2. L2.10 for t updates, added up from |w_0|^2 = 0: |w_t|^2 <= t eta^2 R^2.

    Square 1; divide by 2 and by |w_f|^2. The three numbers yielded are multiplied by
    |w_f|^2 |w_t|^2 R^2, so that none is a quotient; for an obtuse angle the middle one is negative.
    """
    w_f, R2, least, length_f = proof.w_f, proof.R2, proof.least, squared_norm(proof.w_f)
    for t, w in enumerate(proof.weights[1:], start=1):
        # a run that breaks L2.9 may have w_t = 0 or an obtuse angle: then this must fail, too
        product, length = dot(w_f, w), squared_norm(w) or 1
        yield length_f * length * R2, product * abs(product) * R2, t * least**2 * length


def bound(proof: Proof) -> Sides:
    """T <= R^2 / rho^2, from w_0 = 0.     Lecture 2: L2.12

    The outer sides of L2.11 for t = T.
    """
    yield proof.T, proof.R2 / proof.rho2
