"""The statements of the convergence proof: both sides equal their definitions in Fractions. S2, S6
and S7 are misconceptions of docs/misconceptions.md.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

import oracle
import pytest

from perceptron_ref import Dataset, example, pla, strategies
from perceptron_ref.theory.convergence import (
    alignment_grows,
    angle,
    bound,
    correction_helps,
    corrects_mistakes,
    length_grows_slowly,
    separates,
)
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Separator, separability

AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])
DECIMALS = Dataset([["0.5", 1], [2, "1/3"], [-1, "0.25"], ["-0.75", -2]], [+1, +1, -1, -1])
W_F = (Fraction(1, 7), Fraction(2), Fraction(1))
RUN = pla(DECIMALS, w0=[1, "-25/7", -6], eta="3/4")
LEAST = min(y * oracle.dot(W_F, x) for x, y in zip(DECIMALS.xs, DECIMALS.ys))
R2 = max(oracle.dot(x, x) for x in DECIMALS.xs)


@pytest.fixture
def proof():
    """Return a proof with decimals, and with an eta and a w_0 that are not ints."""
    return Proof(RUN, W_F)


def test_the_run_distinguishes_all_letters(proof):
    """The run has updates, and no number of the proof is 1, so a wrong factor is noticed."""
    assert RUN.updates > 3
    assert 1 not in (proof.eta, proof.least, proof.R2, proof.rho2, RUN.unit, DECIMALS.scale)


def y_w_x(w, x, y):
    """Return y w . x."""
    return y * oracle.dot(w, x)


@pytest.mark.parametrize(
    ("statement", "letters", "signs", "sides"),
    [
        (corrects_mistakes, ("w", "x"), ["<="], lambda x, y, w, w_next: (y_w_x(w, x, y), 0)),
        (
            correction_helps,
            ("w", "x"),
            ["=", ">="],
            lambda x, y, w, w_next: (
                y_w_x(w_next, x, y),
                y_w_x(w, x, y) + RUN.eta * oracle.dot(x, x),
                y_w_x(w, x, y),
            ),
        ),
        (
            alignment_grows,
            ("w_f", "w"),
            [">=", ">"],
            lambda x, y, w, w_next: (
                oracle.dot(W_F, w_next),
                oracle.dot(W_F, w) + RUN.eta * LEAST,
                oracle.dot(W_F, w),
            ),
        ),
        (
            lambda proof: (sides[4:] for sides in length_grows_slowly(proof)),
            ("w", "w"),
            ["<="],
            lambda x, y, w, w_next: (
                oracle.dot(w_next, w_next),
                oracle.dot(w, w) + RUN.eta**2 * R2,
            ),
        ),
        (
            lambda proof: (sides[:3] for sides in length_grows_slowly(proof)),
            ("w", "x"),
            ["<="],
            lambda x, y, w, w_next: (y_w_x(w, x, y), 0),
        ),
    ],
    ids=["L2.5", "L2.7", "L2.9", "L2.10", "L2.10, its reason"],
)
def test_the_sides_of_each_statement_follow_its_definition(proof, statement, letters, signs, sides):
    """At every update the sides and signs are right, in Fractions, in the units of the data."""
    unit = prod([proof.units[letter] for letter in letters], start=Fraction(1))
    updates = [(DECIMALS.xs[n], DECIMALS.ys[n], w, w_next) for _, n, w, w_next in RUN.replay()]
    computed_sides = [tuple(number * unit for number in parts[::2]) for parts in statement(proof)]
    assert computed_sides == [sides(*update) for update in updates]
    assert all([*parts[1::2]] == signs for parts in statement(proof))


def test_l2_8_compares_margins_with_0(proof):
    """The sides are y_n w_f . x_n and 0, for every example."""
    unit = proof.units["w_f"] * proof.units["x"]
    computed_sides = [(left * unit, sign, right) for left, sign, right in separates(proof)]
    assert computed_sides == [(y_w_x(W_F, x, y), ">", 0) for x, y in zip(DECIMALS.xs, DECIMALS.ys)]


@pytest.mark.parametrize("name", ["credit-2d", "iris-setosa"])
def test_l2_11_compares_the_squared_cosine(name):
    """The sides are 1, cos^2(w_f, w_t) and t rho^2 / R^2 after every update, which do not depend on
    units (L2.11).
    """
    data, best = example(name), separability(example(name))
    run = pla(data)
    expected = []
    for t, _, _, w in run.replay():
        product = oracle.dot(best.w_f, w)
        squared_lengths = oracle.dot(best.w_f, best.w_f) * oracle.dot(w, w)
        expected.append(
            (1, ">=", product**2 / squared_lengths, ">=", (t + 1) * best.rho2 / best.R2)
        )
    assert list(angle(Proof(run))) == expected


def test_the_squared_cosine_of_an_obtuse_angle_is_negative():
    """The squared cosine keeps the sign of the cosine: -1, 1 and 0 for w_t opposite to, along and
    perpendicular to w_f (L2.11).
    """
    proof = Proof(pla(AND), [-3, 2, 2])
    proof.weights = [(0, 0, 0), (3, -2, -2), (-3, 2, 2), (2, 3, 0)]
    assert [cos2 for _, _, cos2, _, _ in angle(proof)] == [-1, 1, 0]


def test_zero_weights_have_no_angle():
    """A run that comes back to w_t = 0 violates the lower bound, without a division by 0
    (L2.11).
    """
    proof = Proof(pla(AND), [-3, 2, 2])
    proof.weights = [(0, 0, 0), (0, 0, 0)]
    assert list(angle(proof)) == [(1, ">=", 0, ">=", Fraction(1, 51))]


def test_l2_12_compares_T_with_the_bound(proof):
    """The sides are T and R^2 / rho^2, which do not depend on units."""
    rho2 = LEAST**2 / oracle.dot(W_F, W_F)
    assert list(bound(proof)) == [(RUN.updates, "<=", R2 / rho2)]


def test_the_weights_of_pla_stay_short():
    """From w_0 = 0, |w_T|^2 <= T R^2, so their bits grow like half the logarithm of T."""
    for D, limit in ((example("credit"), None), (example("iris-versicolor-virginica"), 5000)):
        run = pla(D, max_updates=limit)
        R2 = max(sum(v * v for v in x) for x in D.scaled_xs)
        longest = max(abs(v).bit_length() for *_, w in run.replay_in_ints() for v in w)
        assert longest <= (run.updates * R2).bit_length() // 2 + 1


def test_s2_margins_of_w_t_are_not_bounded_by_those_of_w_f():
    """If w_t is right about x_n, then y_n w_t . x_n > 0.

    But it may be below min_n y_n w_f . x_n.
    """
    margins = [
        y * oracle.dot(w, x)
        for _, _, _, w in pla(AND, eta="0.1").replay()
        for x, y in zip(AND.xs, AND.ys)
    ]
    assert Separator(AND, [-3, 2, 2]).least == 1
    assert any(0 < margin < 1 for margin in margins)


def test_s6_pla_does_not_maximise_the_margin():
    """On the credit data the w_T of every strategy has a smaller margin than the best line."""
    data = example("credit")
    best = separability(data).rho2
    assert all(Separator(data, pla(data, name).w).rho2 < best for name in strategies())
    assert Separator(data, separability(data).w_f).rho2 == best


def test_s7_an_update_need_not_correct_its_example():
    """After some update the example is still a mistake, although its margin grew."""
    sides = list(correction_helps(Proof(pla(example("credit-2d")))))
    assert any(before < after <= 0 for after, *_, before in sides)
    assert all(before < after for after, *_, before in sides)
