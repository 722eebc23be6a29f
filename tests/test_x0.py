"""Datasets with any x_0, scaled Datasets, and normalized Datasets, whose x_n have length 1.

Other files test x_0 = 1. These tests compare data, runs and hypotheses with a random x_0 with the
oracle. They compare margins and pictures with those of the same lines for x_0 = 1.
"""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from itertools import chain, product
from math import gcd

import oracle
import pytest
from auditor import false_claims
from hypothesis import given
from hypothesis import strategies as st
from messages import check_refused

from perceptron_ref import Dataset, Hypothesis, example, pla, pocket, read
from perceptron_ref.drawing import draw_derivation, draw_run, draw_update
from perceptron_ref.drawing.plane import Plane
from perceptron_ref.replay import make_report
from perceptron_ref.theory.audit import audit_record
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.margins import (
    Length,
    distance_from_origin,
    functional_margins,
    geometric_margins,
    projection,
)
from perceptron_ref.theory.optimum import Search, fewest_mistakes
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import separability
from perceptron_ref.variants import unnormalized

HALF = Fraction(1, 2)
ONE_EXAMPLE = Dataset([[1]], [1])
CREDIT = example("credit-2d")
SETS = oracle.rows_and_labels()


# The data


@given(SETS, oracle.x0s(), oracle.x0s(), st.fractions(Fraction(1, 9), 9, max_denominator=9))
def test_every_example_begins_with_x_0(rows_labels, x0, other_x0, q):
    """x_n = (x_0, x_{n,1}, ..., x_{n,d}) is exact, and the scale is the least common denominator.
    `with_x0` replaces x_0. `scaled_by` multiplies all of x_n, and the inverse factor undoes it.
    """
    D, scale = Dataset(*rows_labels, x0=x0), 1
    assert D.xs == tuple((x0, *row) for row in rows_labels[0])
    for v in chain(*D.xs):
        scale = scale * v.denominator // gcd(scale, v.denominator)
    assert (D.scale, D.ys) == (scale, tuple(rows_labels[1]))
    assert D.scaled_xs == tuple(tuple(scale * v for v in x) for x in D.xs)
    for form in (D, oracle.sparse(D)):
        assert form.with_x0(other_x0) == Dataset(*rows_labels, x0=other_x0)
        assert form.with_x0(other_x0).with_x0(x0) == D
    assert 0 not in [v for x in oracle.sparse(D).with_x0(other_x0).sparse_xs for v in x.values]
    for form in oracle.forms(D):
        scaled = form.scaled_by(q)
        assert scaled.xs == tuple(tuple(q * v for v in x) for x in form.xs)
        assert scaled.x0 == q * x0 and scaled.scaled_by(1 / q) == form
        for copied in (copy.deepcopy(form), pickle.loads(pickle.dumps(form))):
            assert copied == form and (copied.x0, copied.factors) == (x0, form.factors)
    assert D.scaled_by(q).with_x0(x0).xs == tuple((x0, *[q * v for v in x[1:]]) for x in D.xs)


def test_datasets_with_another_x_0_or_scale_differ():
    """They differ even if their ints are the same, as may happen with x_0 = 0. The repr shows an
    x_0 other than 1, and whether a Dataset is normalized.
    """
    D = Dataset([[3, 4]], [1], x0=0)
    for other in (D.with_x0(1), D.scaled_by(2), D.normalized(), oracle.sparse(D).scaled_by(HALF)):
        assert D != other
    assert oracle.sparse(D) == D and hash(ONE_EXAMPLE) == hash(ONE_EXAMPLE.with_x0("1.0"))
    assert repr(D.normalized()) == "<Dataset N=1 d=2 scale=5 x0=0 normalized>"
    assert repr(D.with_x0(1)) == "<Dataset N=1 d=2 scale=1>"


NORMALIZED_SET = "…normalized set…"


@pytest.mark.parametrize(
    ("function", "parts"),
    [
        (lambda: Dataset([[1]], [1], x0="a"), "x0: …'a'…a number"),
        (lambda: ONE_EXAMPLE.with_x0(None), "x0: …None…a number"),
        (lambda: ONE_EXAMPLE.with_x0("1/" + "7" * 100_000), "x0: …'1/7"),
        (lambda: Hypothesis([1, 1], x0="one"), "x0: …'one'…a number"),
        (lambda: ONE_EXAMPLE.scaled_by(0), "q: …0…positive"),
        (
            lambda: Dataset([[1, 2], [0, 0]], [1, -1], x0=0).normalized(),
            "example 1: …only zeros…length 1…an x_0",
        ),
        (lambda: ONE_EXAMPLE.normalized().with_x0(0), f"{NORMALIZED_SET}D.with_x0(0).normalized()"),
        (
            lambda: ONE_EXAMPLE.normalized().with_x0("1/2"),
            f"{NORMALIZED_SET}D.with_x0('1/2').normalized()",
        ),
        (lambda: pla_with_bias(ONE_EXAMPLE.with_x0(0)), "…x_0 = 0…x_0 = 1"),
        (lambda: pla_with_bias(ONE_EXAMPLE.normalized()), "…normalized set…not normalized"),
    ],
)
def test_an_invalid_x_0_or_factor_is_refused(function, parts):
    """x_0 must be an exact number, and a factor positive. An example of zeros cannot be normalized,
    the x_0 of a normalized Dataset cannot be changed, and a separate bias needs x_0 = 1.
    """
    check_refused(parts, function)


# Normalized data


def test_normalizing_is_exact_if_the_lengths_are_rational():
    """With x_0 = 0, (3, 4) and (5, 12) become (3/5, 4/5) and (5/13, 12/13). If many lengths differ,
    factors are rounded, because their common denominator would be too long for the loop.
    """
    D = Dataset([[3, 4], [5, 12], [-7, 0]], [1, -1, 1], x0=0).normalized()
    assert D.scale == 65 and D.factors == (Fraction(1, 5), Fraction(1, 13), Fraction(1, 7))
    assert D.scaled_xs == ((0, 39, 52), (0, 25, 60), (0, -65, 0))
    rows = [[m * m - 1, 2 * m] for m in range(2, 60)]  # the length of each row is m^2 + 1
    assert Dataset(rows[:9], [1] * 9, x0=0).normalized().xs[4][2] == Fraction(12, 37)
    assert Dataset(rows, [1] * 58, x0=0).normalized().scale.bit_length() < 80


@pytest.mark.ci
@given(SETS, st.sampled_from([1, HALF, -2, Fraction(1, 10**30), 10**30]))
def test_every_length_is_1_within_two_to_the_minus_53(rows_labels, x0):
    """1 - 2^-53 <= r_n |x_n| <= 1 + 2^-53, where r_n multiplies the features and x_0."""
    D = Dataset(*rows_labels, x0=x0)
    normalized = D.normalized()
    for x, given_x, r in zip(normalized.xs, D.xs, normalized.factors):
        assert x == tuple(r * v for v in given_x) and r > 0
        low, high = ((1 + s * Fraction(1, 2**53)) ** 2 for s in (-1, 1))
        assert low <= sum(v * v for v in x) <= high
        square = sum(v * v for v in given_x)
        # a single example with a rational length is normalized exactly
        assert D.N > 1 or Length(1, square).exact in (None, 1 / r)
    assert normalized == normalized.normalized() == oracle.sparse(D).normalized()
    assert D.scaled_by(3).normalized().xs == normalized.xs
    assert unnormalized(normalized) == D and unnormalized(D) is D


@pytest.mark.ci
@given(SETS, oracle.x0s(), st.lists(st.integers(-5, 5), min_size=4, max_size=4))
def test_normalizing_moves_no_example_to_the_other_side(rows_labels, x0, w):
    """The mistakes of any w remain the same, and whether a line separates does not change."""
    D = Dataset(*rows_labels, x0=x0)
    h = Hypothesis(w[: 1 + D.d], x0=x0)
    for form in oracle.forms(D):
        assert (h.predict(form), h.mistakes(form)) == (h.predict(D), h.mistakes(D))
        assert separability(form).separable == separability(D).separable


# Runs


@pytest.mark.ci
@given(SETS, oracle.x0s(), st.sampled_from([-1, 0, 1]))
def test_a_run_with_any_x_0_equals_the_oracles(rows_labels, x0, sign_of_zero):
    """n(t) and w_T of PLA in the naive cycle are the oracle's for dense, sparse and normalized data
    with any x_0. x_0 has the same effect as a first feature that is equal for all examples.
    """
    rows, labels = rows_labels
    options = {"sign_of_zero": sign_of_zero, "max_updates": 40}
    for D in oracle.forms(Dataset(*rows_labels, x0=x0)):
        run, pairs = pla(D, **options), oracle.examples_of(D)
        path = oracle.pla(pairs, oracle.cyclic(), **options)
        assert (list(run.n), run.status, run.visits) == (path.n, path.status, path.visits)
        assert list(run.w) == path.w[-1]
        assert run.hypothesis.x0 == x0 and run.hypothesis.mistakes(D) == run.mistakes
        assert run.mistakes == len(oracle.mistakes(pairs, path.w[-1], sign_of_zero))
        # on data divided by 10, the path from zero is the same, and w is a tenth as long
        scaled = pla(D.scaled_by("1/10"), **options)
        assert make_report(scaled) == make_report(run) and scaled.w == tuple(w / 10 for w in run.w)
    with_feature = Dataset([[x0, *row] for row in rows], labels, x0=0)
    for algorithm in (pla, pocket):
        run = algorithm(Dataset(rows, labels, x0=x0), **options)
        run_with_feature = algorithm(with_feature, **options)
        assert make_report(run) == make_report(run_with_feature)
        assert (0, *run.w) == run_with_feature.w


def test_for_an_example_of_zeros_only_sign_of_zero_decides():
    """With x_0 = 0 the score of zeros is 0 for any weights, so by default the example is always a
    mistake. It alone proves that no line separates.
    """
    D = Dataset([[0, 0], [1, 0]], [1, 1], x0=0)
    zeros = Dataset([[0, 0], [0, 0]], [1, 1], x0=0)
    for form in (D, oracle.sparse(D), zeros, oracle.sparse(zeros)):
        assert pla(form, max_updates=20).status == "max_updates"
        assert pla(form, sign_of_zero=1).status == "converged"
        assert pocket(form, max_updates=20).mistakes == form.N - any(form.xs[1])
        assert repr(separability(form)) == "<NotSeparable examples=(0,) coefficients=(1,)>"
    # corrections change no margin here, so lanes of minimal width suffice
    assert pla(oracle.sparse(zeros), max_updates=20).n == (0, 1) * 10
    optimum = fewest_mistakes(Dataset([[0, 0], [1, 0], [0, 0]], [1, 1, -1], x0=0))
    assert [certificate.examples for certificate in optimum.certificates] == [(0,), (2,)]
    assert (optimum.mistakes, optimum.mistaken) == (2, (0, 2))


# Hypotheses


def test_the_threshold_is_minus_w_0_times_x_0():
    """With x_0 = -2 and w = (3, 1): h(x) = sign(w_0 x_0 + w_1 x_1) = sign(x_1 - 6)."""
    h = Hypothesis([3, 1], x0=-2)
    assert (h.x0, h.threshold, h.score([10])) == (-2, 6, 4)
    assert [h([x]) for x in (5, 6, 7)] == [-1, 0, 1]
    assert repr(h) == "<Hypothesis w=(3, 1) x0=-2>"
    assert h != Hypothesis([3, 1]) and {h.with_x0(1)} == {Hypothesis([3, 1])}


def test_data_with_another_x_0_are_refused(tmp_path):
    """The error shows both values and says what to do. With like=, `read` takes the x_0 of the
    other Dataset or of the hypothesis.
    """
    h = Hypothesis([3, 1], x0=HALF)
    for method in (h.predict, h.mistakes):
        check_refused('…x_0 = 1…x_0 = 0.5…with_x0("0.5")', method, ONE_EXAMPLE)
        method(ONE_EXAMPLE.with_x0(HALF))
    (tmp_path / "data.csv").write_text("x1,y\n1,1\n")
    for like in (Dataset([[5], [2]], [1, -1], x0=HALF), h):
        assert read(tmp_path / "data.csv", like=like) == Dataset([[1]], [1], x0=HALF)


# Proofs, the optimum, margins


def test_a_record_with_a_wrong_x_0_is_rejected():
    """The auditor checks that each x_n begins with the x_0 of the record, by default 1. If the
    record says that the data are normalized, it checks that all lengths are equal.
    """
    D = Dataset([[3], [5]], [-1, 1], x0=HALF)
    record = audit_record(separability(D))
    without_x0 = {key: record[key] for key in record if key != "x0"}
    assert record["x0"] == "0.5" and false_claims(record) == []
    for forged in ({**record, "x0": "1"}, without_x0, {**record, "normalized": True}):
        assert "L2.1" in dict(false_claims(forged))
    normalized = audit_record(separability(D.normalized()))
    assert normalized["normalized"] is True and false_claims(normalized) == []
    scaled = audit_record(separability(D.normalized().scaled_by(HALF)))  # all lengths are 1/2
    assert scaled["normalized"] is True and false_claims(scaled) == []
    assert "x0" not in audit_record(separability(D.with_x0(1)))
    zeros = Proof(pla(Dataset([[0]], [1], x0=0), max_updates=2), [1, 1])  # R = 0
    assert false_claims(audit_record(zeros)) == []


def test_xor_of_three_features_without_a_threshold():
    """Both searches find that the fewest mistakes are 2, in dense and in sparse data. The search by
    cones leaves out the coordinate of x_0 = 0.
    """
    rows = [[a, b, c] for a, b, c in product((-1, 1), repeat=3)]
    D = Dataset(rows, [a * b * c for a, b, c in rows], x0=0)
    for form in (D, oracle.sparse(D)):
        search = Search(form, None, lambda *step: None)
        search.work_before_cones = -1
        by_cones = search.result()
        assert (by_cones.mistakes, by_cones.lower_bound) == (2, 2)
        assert fewest_mistakes(form).mistakes == 2


@given(oracle.x0s())
def test_lines_depend_only_on_the_product_of_w_0_and_x_0(x0):
    """Margins, distances, projections and pictures equal those for x_0 = 1 and w_0 x_0 in place of
    w_0. Normalizing changes the functional margins, but not the geometric margins.
    """
    h, same_h = Hypothesis([-5, 3, 4], x0=x0), Hypothesis([-5 * x0, 3, 4])
    data = Dataset([[1, 2], [3, -1], [-2, HALF]], [+1, -1, -1])
    for margins in (functional_margins, geometric_margins):
        assert margins(h, data.with_x0(x0)) == margins(same_h, data)
    normalized = Dataset([[3, 4], [1, 1]], [1, -1], x0=x0).normalized()
    assert geometric_margins(h, normalized) == geometric_margins(h, unnormalized(normalized))
    assert functional_margins(h, normalized) != functional_margins(h, unnormalized(normalized))
    assert distance_from_origin(h) == distance_from_origin(same_h)
    assert projection(h, [1, 1]) == projection(same_h, [1, 1])
    plane, same_plane = Plane(CREDIT.with_x0(x0).normalized()), Plane(CREDIT)
    assert plane.positions[:10] == same_plane.positions[:10]
    for w in ([2, 3, -1], [1, 0, 5], [4, 0, 0], [0, 0, 0]):
        same_w = [x0 * w[0], *w[1:]]
        assert plane.line_transform(w) == same_plane.line_transform(same_w)
        reason = same_plane.no_line_reason(same_w)
        if any(w) and not any(same_w):  # x_0 = 0, and w_0 is the only weight that is not 0
            reason = "no line: w · x = 0 for every x"
        assert plane.no_line_reason(w) == reason


def test_pictures_of_weights_without_a_line():
    """If x_0 = 0 and only w_0 is not 0, there is no line, so only one of three frames shows a line.
    Examples of zeros can also be drawn.
    """
    picture = draw_run(pla(Dataset([[1, 2], [1, 2]], [1, -1], x0=0), w0=[5, 0, 0], max_updates=2))
    assert picture.count("matrix(") == 1
    assert picture.count("no line: w &#183; x = 0 for every x.") == 2
    run = pla(Dataset([[0, 0]], [1], x0=0), max_updates=3)
    for picture in (draw_run(run), draw_update(run, 2), draw_derivation(run)):
        assert picture.startswith("<svg")
