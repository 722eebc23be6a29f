"""Margins, distances, projections, and the variant with a bias of its own."""

from __future__ import annotations

from fractions import Fraction
from math import isclose, sqrt

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_ref import (
    DataError,
    Dataset,
    Hypothesis,
    StrategyError,
    example,
    pla,
    strategies,
)
from perceptron_ref.theory.bias import pla_with_bias, radius2
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

H = Hypothesis([-5, 3, 4])  # |w| = 5, b = -5
numbers = st.fractions(-20, 20, max_denominator=9)
planes = st.tuples(numbers, st.lists(numbers, min_size=2, max_size=2).filter(any)).map(
    lambda bw: Hypothesis([bw[0], *bw[1]])
)


def test_margins_of_an_example():
    """Functional: y (w . x + b); geometric: the same over |w|; distance: without y."""
    assert functional_margin(H, [1, 2], +1) == 6
    assert functional_margin(H, [1, 2], -1) == -6
    assert geometric_margin(H, [1, 2], -1).exact == Fraction(-6, 5)
    assert distance(H, [1, 2]).exact == Fraction(6, 5)
    assert distance(H, [3, -1]).exact == 0


def test_a_label_is_minus_or_plus_one():
    """Any other y would scale a margin silently."""
    with pytest.raises(DataError, match="y: found 5; expected -1 or"):
        functional_margin(H, [1, 2], 5)


def test_margins_of_a_set():
    """One for each example, in order."""
    data = Dataset([[1, 2], [0, 0], ["0.5", 0]], [+1, -1, +1])
    assert functional_margins(H, data) == [6, 5, Fraction(-7, 2)]
    assert [margin.exact for margin in geometric_margins(H, data)] == [
        Fraction(6, 5),
        1,
        Fraction(-7, 10),
    ]
    assert min(geometric_margins(H, data)).exact == Fraction(-7, 10)


def test_the_distance_of_the_boundary_from_the_origin_is_signed():
    """-b/|w| along w: positive where w points from the origin to the boundary."""
    assert distance_from_origin(H).exact == 1
    assert distance_from_origin(Hypothesis([5, 3, 4])).exact == -1
    assert distance_from_origin(Hypothesis([0, 1, 1])).exact == 0
    assert distance_from_origin(Hypothesis([-2, 1, 1])).exact is None
    assert isclose(distance_from_origin(Hypothesis([-2, 1, 1])).approximate, sqrt(2))


@settings(deadline=None, derandomize=True, max_examples=200)
@given(planes, st.lists(numbers, min_size=2, max_size=2))
def test_the_projection_is_the_nearest_point_of_the_boundary(h, x):
    """It lies on the boundary, the way to it is along w, and its length is the distance."""
    point = projection(h, x)
    way = [x_i - p_i for x_i, p_i in zip(x, point)]
    assert h.score(point) == 0
    assert way[0] * h.w[2] == way[1] * h.w[1]
    assert oracle.dot(way, way) == distance(h, x).square
    assert distance(h, x).sign == oracle.sign(h.score(x))


def test_weights_that_draw_no_boundary_are_an_error():
    """With w_1 = ... = w_d = 0 there is no boundary to be near to."""
    for ask in (lambda h: distance(h, [1]), distance_from_origin, lambda h: projection(h, [1])):
        with pytest.raises(DataError, match="found w_1 = ... = w_d = 0"):
            ask(Hypothesis([1, 0]))


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.fractions(0, 10**6), st.sampled_from([-1, 1]))
def test_a_length_as_a_float_is_as_near_as_floats_are(square, sign):
    """The root of the exact square, to the last places of a float."""
    length = Length(sign if square else 0, square)
    assert isclose(length.approximate, (sign if square else 0) * sqrt(square), rel_tol=1e-14)


def test_lengths_of_any_size_become_floats():
    """Numbers far beyond what floats hold cancel in int / int."""
    assert Length(1, Fraction(10**800 + 1, 10**800)).approximate == 1.0
    assert isclose(Length(1, Fraction(1, 3 * 10**600)).approximate, 1e-300 / sqrt(3), rel_tol=1e-14)
    assert isclose(Length(-1, Fraction(2 * 10**600)).approximate, -1e300 * sqrt(2), rel_tol=1e-14)


def test_lengths_are_compared_exactly():
    """Also where floats could not tell them apart."""
    near = Length(1, Fraction(2)), Length(1, Fraction(2) + Fraction(1, 10**40))
    assert near[0] < near[1]
    assert near[0].approximate == near[1].approximate
    assert sorted([Length(1, Fraction(1)), Length(-1, Fraction(4)), Length(0, Fraction(0))])[
        0
    ] == Length(-1, Fraction(4))
    assert Length(1, Fraction(2)) != Length(-1, Fraction(2))
    assert Length(1, Fraction(2)) != 2
    assert len({Length(1, Fraction(2)), Length(1, Fraction(2))}) == 1
    with pytest.raises(TypeError):
        Length(1, Fraction(2)) < 3  # noqa: B015


def test_lengths_are_readable():
    """As a number where they are rational, else as a root."""
    assert repr(Length(-1, Fraction(9, 4))) == "<Length -1.5>"
    assert repr(Length(-1, Fraction(2))) == "<Length -sqrt(2)>"


def test_the_variant_by_its_definition():
    """w <- w + y x and b <- b + y R^2 in Fractions, in every strategy's order, up to w, b and n(t)."""
    data = Dataset([["0.5", 1], [2, "1/3"], [-1, "0.25"], ["-0.75", -2]], [+1, +1, -1, -1])
    R2 = max(oracle.dot(x[1:], x[1:]) for x in data.xs)
    for name in strategies():
        run = pla_with_bias(data, name)
        b, w = Fraction(0), [Fraction(0), Fraction(0)]
        for n in run.n:
            x, y = data.xs[n][1:], data.ys[n]
            assert y * (oracle.dot(w, x) + b) <= 0
            b, w = b + y * R2, [w_i + y * x_i for w_i, x_i in zip(w, x)]
        assert (run.status, run.b, run.w, run.R2) == ("converged", b, (b, *w), R2)
        assert run.hypothesis.mistakes(data) == run.mistakes == 0
        *_, (_, _, _, last) = run.replay()
        assert last == run.w


def test_on_the_boundary_the_classifier_of_the_variant_answers_no():
    """f(x) = -1 where w . x + b = 0 is sign_of_zero=-1; by the package's own convention there is no
    answer there.
    """
    run = pla_with_bias(Dataset([[0, 0], [0, 4], [3, 0], [3, 4]], [-1, -1, -1, +1]))
    assert run.w == (-50, 12, 4)
    f = Hypothesis(run.w, sign_of_zero=-1)
    for x, answer in (([0, "12.5"], -1), (["25/6", 0], -1), ([0, "12.6"], +1), ([0, "12.4"], -1)):
        assert f(x) == answer
    assert run.hypothesis([0, "12.5"]) == 0


def test_the_variant_is_pla_on_x_and_r():
    """Where R is rational: the same n(t), with w~ = (w, b/R), for every strategy, margins divided
    by lengths included.
    """
    data = Dataset([[3, 4], [1, 2], ["0.5", -1], [-2, "1/3"]], [+1, +1, -1, -1])
    R = 5
    with_R = Dataset([[*x[1:], R] for x in data.xs], data.ys)
    assert radius2(data) == R**2
    for name in ("cyclic", "restart", "random-permutation"):
        variant = pla_with_bias(data, name)
        # The augmented set has an x_0 = 1 of its own; PLA without it is the oracle's.
        order = {
            "cyclic": oracle.cyclic(4),
            "restart": oracle.Restart(),
            "random-permutation": oracle.random_permutation(4),
        }
        path = oracle.pla([(x[1:], y) for x, y in oracle.examples_of(with_R)], order[name])
        assert variant.n == tuple(path.n)
        assert [*variant.w[1:], variant.b / R] == path.w[-1]
    for normalized in (False, True):
        path = oracle.pla(
            [(x[1:], y) for x, y in oracle.examples_of(with_R)], oracle.WorstMargin(normalized)
        )
        from perceptron_ref import strategy

        assert pla_with_bias(data, strategy("worst-margin", normalized=normalized)).n == tuple(
            path.n
        )


def test_slip_s9_the_variant_takes_another_path_than_the_augmented_form():
    """On the same data (1, x) and (w, b) make different updates, unless R = 1."""
    data = example("credit-2d")
    assert pla_with_bias(data).n != pla(data).n
    unit = Dataset([["0.6", "0.8"], [0, "0.5"], ["-0.6", "0.1"]], [+1, -1, -1])
    assert radius2(unit) == 1
    assert pla_with_bias(unit).n == pla(unit).n
    assert pla_with_bias(unit).w == pla(unit).w


def test_the_variant_obeys_limits_and_options():
    """The arguments of `pla` are passed on."""
    xor = example("xor")
    seen = []
    run = pla_with_bias(xor, "restart", max_updates=7, on_update=seen.append)
    assert (run.status, run.updates, len(seen), run.strategy) == ("max_updates", 7, 7, "restart")
    assert pla_with_bias(xor, max_visits=5).status == "max_visits"
    assert pla_with_bias(Dataset([[1], [2]], [-1, -1]), sign_of_zero=-1).updates == 0
    with pytest.raises(StrategyError):
        pla_with_bias(xor, "nothing")


def test_data_without_any_feature_but_zero_are_refused():
    """R = 0 would never move the bias, and the run would never end."""
    with pytest.raises(DataError, match="R = 0"):
        pla_with_bias(Dataset([[0], [0]], [+1, +1]))


def test_the_variant_is_pla_on_features_in_units_of_the_longest_example():
    """With R = 5: the n(t) of PLA on x_n / 5, whose weights w' give w = R w' and b = R^2 w'_0."""
    rows, ys = [[0, 0], [0, 4], [3, 0], [3, 4]], [-1, -1, -1, +1]
    variant = pla_with_bias(Dataset(rows, ys))
    shrunk = pla(Dataset([[Fraction(v, 5) for v in row] for row in rows], ys))
    assert variant.n == shrunk.n == (0, 3, 0, 3, 0, 1, 3, 1, 3, 1)
    assert variant.w == (25 * shrunk.w[0], 5 * shrunk.w[1], 5 * shrunk.w[2]) == (-50, 12, 4)
    assert pla(Dataset(rows, ys)).updates == 54


@settings(deadline=None, derandomize=True, max_examples=50)
@given(
    oracle.rows_and_labels(),
    st.fractions("1/50", 50),
    st.sampled_from(["cyclic", "restart", "worst-margin"]),
)
def test_the_path_of_the_variant_does_not_depend_on_the_unit(drawn, unit, order):
    """All features times one positive number: the same n(t), w times that number, b times its
    square.
    """
    rows, ys = drawn
    if any(any(Fraction(v) for v in row) for row in rows):
        one = pla_with_bias(Dataset(rows, ys), order, max_updates=40)
        other = pla_with_bias(
            Dataset([[unit * Fraction(v) for v in row] for row in rows], ys), order, max_updates=40
        )
        assert other.n == one.n
        assert other.w == (unit**2 * one.b, *(unit * w_i for w_i in one.w[1:]))
