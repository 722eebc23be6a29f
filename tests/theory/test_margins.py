"""Margins, distances from the boundary, and projections onto it, by their definitions."""

from __future__ import annotations

from fractions import Fraction
from math import inf, isclose, sqrt

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import DataError, Dataset, Hypothesis, squared_norm
from perceptron_ref.theory import margins
from perceptron_ref.theory.margins import (
    Length,
    distance,
    distance_from_origin,
    functional_margins,
    geometric_margins,
    projection,
)

H = Hypothesis([-5, 3, 4])  # |w| = 5, b = -5
numbers = st.fractions(-20, 20, max_denominator=9)
hypotheses = st.tuples(numbers, st.lists(numbers, min_size=2, max_size=2).filter(any)).map(
    lambda bw: Hypothesis([bw[0], *bw[1]])
)


def test_margins_of_a_set():
    """Functional and geometric margins have one entry for each example, in order.

    On this site: N.5
    """
    data = Dataset([[1, 2], [0, 0], ["0.5", 0]], [+1, -1, +1])
    assert functional_margins(H, data) == [6, 5, Fraction(-7, 2)]
    assert [margin.exact for margin in geometric_margins(H, data)] == [
        Fraction(6, 5),
        1,
        Fraction(-7, 10),
    ]
    assert min(geometric_margins(H, data)).exact == Fraction(-7, 10)


ONE_FEATURE = Dataset([[1]], [1])
NO_BOUNDARY = Hypothesis([1, 0])


@pytest.mark.parametrize(
    ("function", "message"),
    [
        *(
            (
                function,
                "^found .* as the hypothesis; expected a Hypothesis, such as run.hypothesis$",
            )
            for function in (
                lambda: functional_margins(None, ONE_FEATURE),
                lambda: geometric_margins(5, ONE_FEATURE),
                lambda: distance([1, 2, 3], [1, 2]),
                lambda: distance_from_origin(5),
                lambda: projection([1, 2, 3], [1, 2]),
            )
        ),
        *(
            (
                function,
                "^found a hypothesis with w_1 = ... = w_d = 0, which has no decision boundary; ",
            )
            for function in (
                lambda: distance(NO_BOUNDARY, [1]),
                lambda: distance_from_origin(NO_BOUNDARY),
                lambda: projection(NO_BOUNDARY, [1]),
                lambda: geometric_margins(NO_BOUNDARY, ONE_FEATURE),
            )
        ),
        (lambda: functional_margins(H, [[1, 2]]), "as the data; expected a Dataset"),
        (lambda: geometric_margins(H, [[1, 2]]), "as the data; expected a Dataset"),
        (
            lambda: functional_margins(H, ONE_FEATURE),
            "found data with 1 feature; expected 2 features, as the",
        ),
        (
            lambda: geometric_margins(H, ONE_FEATURE),
            "found data with 1 feature; expected 2 features, as the",
        ),
    ],
)
def test_margins_need_a_hypothesis_a_set_and_a_boundary(function, message):
    """Weights in place of a Hypothesis, rows in place of a Dataset, and a set with another number
    of features are refused. With w_1 = ... = w_d = 0 there is no boundary.
    """
    with pytest.raises(DataError, match=message):
        function()


@pytest.mark.parametrize("score", ["-7", "-1", "-1/2", "0", "1/2", "1", "7"])
def test_a_distance_has_the_sign_of_its_score(score):
    """The sign of the distance is sign(w . x), also for scores between -1 and 1."""
    length = distance(Hypothesis([score, 2]), [0])
    assert length.sign == oracle.sign(Fraction(score))
    assert length.square == Fraction(score) ** 2 / 4


@pytest.mark.parametrize("x", [5, None, [1], [1, "a"]])
def test_a_point_needs_one_number_for_each_feature(x):
    """A point is refused if it is not a sequence, has a wrong length, or has another entry."""
    for function in (distance, projection):
        with pytest.raises(DataError, match="^x"):
            function(H, x)


def test_the_distance_of_the_boundary_from_the_origin_is_signed():
    """The distance is -b/|w| along w.     On this site: N.4

    It is positive if w points from the origin to the boundary.
    """
    assert distance_from_origin(H).exact == 1
    assert distance_from_origin(Hypothesis([5, 3, 4])).exact == -1
    assert distance_from_origin(Hypothesis([0, 1, 1])).exact == 0
    assert distance_from_origin(Hypothesis([-2, 1, 1])).exact is None
    assert isclose(distance_from_origin(Hypothesis([-2, 1, 1])).approximate, sqrt(2))


@pytest.mark.ci
@given(hypotheses, st.lists(numbers, min_size=2, max_size=2))
def test_the_projection_is_the_nearest_point_of_the_boundary(h, x):
    """The projection lies on the boundary, the difference of x and the projection is parallel to w,
    and its length is the distance of x.
    """
    point = projection(h, x)
    difference = [x_i - p_i for x_i, p_i in zip(x, point)]
    assert h.score(point) == 0
    assert difference[0] * h.w[2] == difference[1] * h.w[1]
    assert oracle.dot(difference, difference) == distance(h, x).square
    assert distance(h, x).sign == oracle.sign(h.score(x))


@given(st.fractions(0, 10**6), st.sampled_from([-1, 1]))
def test_a_length_as_a_float_is_the_root_of_its_square(square, sign):
    """The float has the sign of the length, and a relative error of at most 1e-14."""
    length = Length(sign if square else 0, square)
    assert isclose(length.approximate, (sign if square else 0) * sqrt(square), rel_tol=1e-14)


def test_lengths_of_any_size_become_floats():
    """The float is right even if the numerator or denominator of the square exceeds all floats."""
    assert Length(1, Fraction(10**800 + 1, 10**800)).approximate == 1.0
    assert isclose(Length(1, Fraction(1, 3 * 10**600)).approximate, 1e-300 / sqrt(3), rel_tol=1e-14)
    assert isclose(Length(-1, Fraction(2 * 10**600)).approximate, -1e300 * sqrt(2), rel_tol=1e-14)


def test_lengths_are_compared_exactly():
    """The comparison is exact even if both lengths round to the same float."""
    root, next_to_root = Length(1, Fraction(2)), Length(1, Fraction(2) + Fraction(1, 10**40))
    assert root < next_to_root
    assert root.approximate == next_to_root.approximate
    assert sorted([Length(1, Fraction(1)), Length(-1, Fraction(4)), Length(0, Fraction(0))])[
        0
    ] == Length(-1, Fraction(4))
    assert Length(1, Fraction(2)) != Length(-1, Fraction(2))
    assert not root < Length(1, Fraction(2)) and root <= Length(1, Fraction(2))
    assert Length(1, Fraction(2)) != 2
    assert len({Length(1, Fraction(2)), Length(1, Fraction(2))}) == 1
    assert len({hash(Length(sign, Fraction(2))) for sign in (-1, 1)}) == 2
    with pytest.raises(TypeError):
        Length(1, Fraction(2)) < 3


def test_the_length_of_the_weights_is_computed_once(monkeypatch):
    """|w|^2 is computed once for all margins of a set, because it takes long with thousands of
    weights.
    """
    calls = []
    monkeypatch.setattr(margins, "squared_norm", lambda w: calls.append(w) or squared_norm(w))
    data = Dataset([[1, 2], [3, 4], [5, 7]], [1, 1, -1])
    geometric_margins(H, data)
    assert len(calls) == 1


def test_lengths_beyond_all_floats_have_a_text():
    """As floats such lengths are -inf or 0.0, but their text has the leading digits and the
    exponent.
    """
    large, small = Length(-1, Fraction(2) * 10**800), Length(1, Fraction(2, 10**800))
    assert (large.approximate, small.approximate) == (-inf, 0.0)
    assert (large.in_words(), small.in_words(3)) == ("-1.41421356237E+400", "1.41E-400")
    assert Length(0, Fraction(0)).in_words() == "0"
    assert large < small
