"""The convergence proof, a function for each statement of it.

Each takes a `Proof`, that is a run and w_f in the lecture's letters, and yields for every update
the numbers that the statement compares, in its order: (a, b, c) for a >= b > c. They are exact,
with squares where the lecture has roots. `derivation.derive` does the comparing.
"""

from __future__ import annotations

from fractions import Fraction

from ..vectors import dot, squared_norm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
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
        yield y * dot(w_next, x), y * dot(w, x) + eta * squared_norm(x), y * dot(w, x)


def separates(proof: Proof) -> Sides:
    """y_n w_f . x_n > 0 for all n.     Lecture 2: L2.8"""
    for x, y in zip(proof.xs, proof.ys):
        yield y * dot(proof.w_f, x), 0


def alignment_grows(proof: Proof) -> Sides:
    """w_f . w_{t+1} >= w_f . w_t + eta min_n y_n w_f . x_n > w_f . w_t.     Lecture 2: L2.9

    Multiply the update by w_f: w_f . w_{t+1} = w_f . w_t + eta y_n w_f . x_n.
    """
    w_f, eta, least = proof.w_f, proof.eta, proof.least
    for _, _, w, w_next in proof.updates:
        yield dot(w_f, w_next), dot(w_f, w) + eta * least, dot(w_f, w)


def length_grows_slowly(proof: Proof) -> Sides:
    """y_n w_t . x_n <= 0, so |w_{t+1}|^2 <= |w_t|^2 + eta^2 R^2.     Lecture 2: L2.10

    Square the update: |w_{t+1}|^2 = |w_t|^2 + 2 eta y_n w_t . x_n + eta^2 |x_n|^2.
    """
    eta, R2 = proof.eta, proof.R2
    for x, y, w, w_next in proof.updates:
        yield y * dot(w, x), 0, squared_norm(w_next), squared_norm(w) + eta**2 * R2


def angle(proof: Proof) -> Sides:
    """1 >= cos^2(w_f, w_t) >= t rho^2 / R^2 for t = 1..T, from w_0 = 0.     Lecture 2: L2.11

    Add up L2.9: w_f . w_t >= t eta min_n y_n w_f . x_n, and L2.10: |w_t|^2 <= t eta^2 R^2; divide.
    """
    rho2_over_R2 = proof.rho2 / proof.R2
    for t, w in enumerate(proof.weights[1:], start=1):
        yield 1, _cos2(proof.w_f, w), t * rho2_over_R2


def bound(proof: Proof) -> Sides:
    """T <= R^2 / rho^2, from w_0 = 0.     Lecture 2: L2.12

    The outer sides of L2.11 for t = T.
    """
    yield proof.T, proof.R2 / proof.rho2


def _cos2(u: Sequence[int], v: Sequence[int]) -> Fraction:
    """Return cos^2(u, v), with a minus sign for an obtuse angle; 0 where u or v is zero."""
    product = dot(u, v)
    return Fraction(product * abs(product), squared_norm(u) * squared_norm(v) or 1)
