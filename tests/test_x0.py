"""x_0 of any value, scaled sets and normalized ones: sets, hypotheses, runs, proofs, certificates,
margins and pictures, held against the oracle and against sets that say the same with x_0 = 1.
"""

from __future__ import annotations

import copy
import json
import pickle
import sys
from fractions import Fraction
from itertools import product

import oracle
import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import DataError, Dataset, Hypothesis, example, pla, pocket, read
from perceptron_ref.cli.picture import picture
from perceptron_ref.drawing import (
    draw_data,
    draw_derivation,
    draw_margins,
    draw_pocket,
    draw_run,
    draw_update,
)
from perceptron_ref.drawing.plane import Plane
from perceptron_ref.exact.scores import Margins
from perceptron_ref.exact.sparse import SparseVector
from perceptron_ref.theory.audit import audit_record
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.derivation import derive
from perceptron_ref.theory.margins import (
    distance_from_origin,
    functional_margins,
    geometric_margins,
    projection,
)
from perceptron_ref.theory.optimum import Search, fewest_mistakes
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import separability

sys.path.insert(0, str(ROOT / "docs" / "code"))
import audit  # noqa: E402

HALF = Fraction(1, 2)
X0S = [HALF, 0, -2]
x0s = pytest.mark.parametrize("x0", X0S)
some_x0 = st.sampled_from([*X0S, 1, Fraction(-3, 7)])
ROWS, LABELS = [[1, 2], [3, -1], [-2, HALF]], [+1, -1, -1]


def sparse(data):
    """Return the same set held by its nonzeros."""
    rows = tuple(map(SparseVector.of, data.scaled_xs))
    return data._changed(rows, data.scale, data._x0, data.factors)


def forms(data):
    """Return the set, dense and sparse, and both normalized where no x_n is 0."""
    sets = [data, sparse(data)]
    if all(map(any, data.scaled_xs)):
        sets += [each.normalized() for each in sets]
    return sets


# The set


@x0s
def test_x_0_stands_in_front_of_every_example(x0):
    """x_n = (x_0, x_{n,1}, ..., x_{n,d}), exact, in xs and in the scaled ints."""
    D = Dataset(ROWS, LABELS, x0=x0)
    assert D.x0 == x0 and D.N == 3 and D.d == 2
    assert D.xs == tuple((x0, *row) for row in ROWS)
    assert D.scaled_xs == tuple(tuple(2 * v for v in (x0, *row)) for row in ROWS)


def test_the_scale_counts_x_0_in():
    """It is the least common denominator of all numbers, that of x_0 included."""
    assert Dataset([[1]], [1], x0="1/3").scale == 3
    assert Dataset([["1/2"]], [1], x0="0.1").scaled_xs == ((1, 5),)
    assert Dataset([["1/2"]], [1], x0="1/3").with_x0(0).scale == 2


@pytest.mark.parametrize(
    ("x0", "message"),
    [
        ("a", "x0: found 'a'; expected a number such as 3, -0.5, 1e-3 or 3/7"),
        (None, "x0: found None; expected a number such as 3, -0.5, 1e-3 or 3/7"),
        (float("nan"), "x0: found 'nan'; expected a finite number"),
        ("1/" + "7" * 6000, "x0: found '1/7"),
    ],
)
def test_x_0_must_be_a_number(x0, message):
    """What is no exact number, or one of thousands of digits, is refused."""
    for make in (lambda: Dataset([[1]], [1], x0=x0), lambda: Dataset([[1]], [1]).with_x0(x0)):
        with pytest.raises(DataError) as refused:
            make()
        assert str(refused.value).startswith(message)


def test_a_large_x_0_is_refused_where_examples_are_many():
    """An int of 6,000 digits would make every pass take as long as a denominator of that length."""
    with pytest.raises(DataError, match="6,0.. digits; expected at most"):
        Dataset([[1]], [1]).with_x0(10**6000)


def test_a_repr_tells_of_x_0_and_of_length():
    """Where x_0 is not 1, and where the x_n have been made as long as 1."""
    D = Dataset([[3, 4]], [1], x0=0)
    assert repr(D) == "<Dataset N=1 d=2 scale=1 x0=0>"
    assert repr(D.normalized()) == "<Dataset N=1 d=2 scale=5 x0=0 normalized>"
    assert repr(Dataset([[3, 4]], [1])) == "<Dataset N=1 d=2 scale=1>"


def test_sets_of_another_x_0_or_scale_differ():
    """With x_0 = 0 the ints of two sets may be the same, though the sets are not."""
    D = Dataset([[1]], [1], x0=0)
    assert D != Dataset([["1/2"]], [1], x0=0)
    assert D != Dataset([[1]], [1]) and D == Dataset([[1]], [1]).with_x0("0.0")
    assert hash(D) == hash(Dataset([[1]], [1]).with_x0(0))
    assert D.normalized() != D  # x_n = (0, 1) in both
    assert sparse(D) == D and sparse(D) != Dataset([["1/2"]], [1], x0=0)


@pytest.mark.parametrize("D", forms(Dataset(ROWS, LABELS, x0=HALF)), ids=range(4))
def test_copies_and_pickles_know_x_0(D):
    """And by what each x_n was multiplied."""
    for other in (copy.deepcopy(D), pickle.loads(pickle.dumps(D)), D._apart()):
        assert other == D and (other.x0, other.factors) == (HALF, D.factors)


@given(oracle.rows_and_labels(), some_x0, some_x0)
def test_another_x_0_is_that_of_the_same_rows(drawn, x0, other):
    """with_x0 gives the set that is made so at once, dense or sparse, and back."""
    D = Dataset(*drawn, x0=x0)
    for each in (D, sparse(D)):
        assert each.with_x0(other) == Dataset(*drawn, x0=other)
        assert each.with_x0(other).with_x0(x0) == D
        assert 0 not in [v for x in sparse(D).with_x0(other).sparse_xs for v in x.values]


# Scaled


@given(oracle.rows_and_labels(), some_x0, st.fractions(Fraction(1, 9), 9, max_denominator=9))
def test_scaling_multiplies_every_number(drawn, x0, q):
    """Every x_n times q, x_0 with it; the inverse leads back."""
    D = Dataset(*drawn, x0=x0)
    for each in forms(D):
        scaled = each.scaled_by(q)
        assert scaled.xs == tuple(tuple(q * v for v in x) for x in each.xs)
        assert scaled.x0 == q * x0 and scaled.scaled_by(1 / q) == each
    assert D.scaled_by(q).with_x0(x0).xs == tuple((x0, *[q * v for v in x[1:]]) for x in D.xs)


@pytest.mark.parametrize("q", [0, -1, "-1/2"])
def test_only_a_positive_factor_scales(q):
    """0 would take all examples to one place, a negative one turn them round."""
    with pytest.raises(DataError) as refused:
        Dataset([[1]], [1]).scaled_by(q)
    assert str(refused.value) == f"q: found {q!r}; expected a positive number"


def test_from_zero_scaling_changes_nothing_but_the_length_of_w():
    """The same path and bound; from another start the path is another."""
    D = example("credit")
    run, scaled = pla(D), pla(D.scaled_by("1/10"))
    assert scaled.n == run.n and scaled.w == tuple(w / 10 for w in run.w)
    assert separability(D.scaled_by("1/10")).bound == separability(D).bound
    assert pla(D.scaled_by("1/10"), w0=[1] * 5).n != pla(D, w0=[1] * 5).n


# Normalized


def test_where_lengths_are_rational_they_are_1():
    """(3, 4) and (5, 12), without a threshold, become (3/5, 4/5) and (5/13, 12/13)."""
    D = Dataset([[3, 4], [5, 12], [-7, 0]], [1, -1, 1], x0=0).normalized()
    assert D.xs == (
        (0, Fraction(3, 5), Fraction(4, 5)),
        (0, *[Fraction(v, 13) for v in (5, 12)]),
        (0, -1, 0),
    )
    assert D.scale == 65 and D.factors == (Fraction(1, 5), Fraction(1, 13), Fraction(1, 7))


def test_rational_lengths_beyond_64_bits_are_rounded_as_others_are():
    """Of many different ones the exact denominator would be too long for the loop."""
    rows = [[m * m - 1, 2 * m] for m in range(2, 60)]  # as long as m^2 + 1
    D = Dataset(rows, [1] * 58, x0=0).normalized()
    assert D.scale.bit_length() < 80
    assert all(0 <= abs(sum(v * v for v in x) - 1) <= Fraction(1, 2**52) for x in D.xs)
    assert Dataset(rows[:9], [1] * 9, x0=0).normalized().xs[4][2] == Fraction(12, 37)


@given(oracle.rows_and_labels(), st.sampled_from([1, HALF, -2, Fraction(1, 10**30), 10**30]))
def test_every_length_is_1_within_two_to_the_minus_53(drawn, x0):
    """1 - 2^-53 <= r_n |x_n| <= 1 + 2^-53, by squares; features and x_0 in the same ratio."""
    D = Dataset(*drawn, x0=x0)
    normalized = D.normalized()
    for x, given_x, r in zip(normalized.xs, D.xs, normalized.factors):
        assert x == tuple(r * v for v in given_x) and r > 0
        low, high = ((1 + s * Fraction(1, 2**53)) ** 2 for s in (-1, 1))
        assert low <= sum(v * v for v in x) <= high
    assert normalized == normalized.normalized() == sparse(D).normalized()
    assert normalized._as_given() == D and D._as_given() is D


def test_what_no_factor_makes_as_long_as_1_is_refused():
    """With x_0 = 0 an example may be nothing but zeros."""
    with pytest.raises(DataError) as refused:
        Dataset([[1, 2], [0, 0]], [1, -1], x0=0).normalized()
    assert str(refused.value) == (
        "example 1: found x_n of length 0, x_0 included; expected vectors that can be made as long "
        "as 1: leave it out, or take another x_0"
    )


def test_x_0_comes_before_lengths():
    """Another x_0 in vectors of length 1 would make them longer."""
    with pytest.raises(DataError) as refused:
        Dataset([[1]], [1]).normalized().with_x0(0)
    assert str(refused.value) == (
        "found a normalized set; expected one that is not: take x_0 first, as in "
        "D.with_x0(0).normalized()"
    )


@given(oracle.rows_and_labels(), some_x0, st.lists(st.integers(-5, 5), min_size=4, max_size=4))
def test_normalizing_moves_no_example_to_another_side(drawn, x0, w):
    """The mistakes of any w are the same, and so is whether a line separates."""
    D = Dataset(*drawn, x0=x0)
    h = Hypothesis(w[: 1 + D.d], x0=x0)
    for each in forms(D):
        assert h.predictions(each) == h.predictions(D)
        assert h.mistakes(each) == h.mistakes(D)
        assert separability(each).separable == separability(D).separable


def test_normalizing_changes_the_path_and_the_bound():
    """Corrections are of one length; R^2/rho^2 is another."""
    D = example("credit")
    assert pla(D.normalized()).n != pla(D).n
    assert separability(D.normalized()).bound < separability(D).bound
    assert pla(D.normalized()).hypothesis.mistakes(D) == 0


def test_a_scaled_set_is_normalized_as_it_was_before():
    """What was scaled by q and is then made as long as 1 differs in x_0 alone."""
    D = Dataset(ROWS, LABELS)
    assert D.scaled_by(3).normalized().xs == D.normalized().xs
    assert D.normalized().scaled_by(3).xs[0] == tuple(3 * v for v in D.normalized().xs[0])


# Runs


@given(oracle.rows_and_labels(), some_x0, st.sampled_from([-1, 0, 1]))
def test_a_run_is_the_oracles(drawn, x0, sign_of_zero):
    """Every n(t) and w_t of PLA in the naive cycle, however the set is held, with any x_0."""
    for D in forms(Dataset(*drawn, x0=x0)):
        run = pla(D, sign_of_zero=sign_of_zero, max_updates=40)
        path = oracle.pla(
            oracle.examples_of(D), oracle.cyclic(D.N), sign_of_zero=sign_of_zero, max_updates=40
        )
        assert (list(run.n), run.status, run.visits) == (path.n, path.status, path.visits)
        assert list(run.w) == path.w[-1]
        assert run.hypothesis.x0 == x0 and run.hypothesis.mistakes(D) == run.mistakes
        assert run.mistakes == len(oracle.mistakes(oracle.examples_of(D), path.w[-1], sign_of_zero))


@given(oracle.rows_and_labels(max_d=2), some_x0)
def test_x_0_is_a_first_feature_that_never_changes(drawn, c):
    """PLA with x_0 = c does as without a threshold on rows that begin with c."""
    rows, labels = drawn
    with_feature = Dataset([[c, *row] for row in rows], labels, x0=0)
    for algorithm in (pla, pocket):
        run = algorithm(Dataset(rows, labels, x0=c), max_updates=30)
        other = algorithm(with_feature, max_updates=30)
        assert (run.n, run.status, run.visits) == (other.n, other.status, other.visits)
        assert (0, *run.w) == other.w


def test_an_update_moves_the_threshold_by_the_square_of_x_0():
    """w_0 x_0 by y_n x_0^2; without x_0, w_0 stays where it started."""
    run = pla(Dataset([[3]], [-1], x0=-2), max_updates=1)
    assert run.w == (2, -3) and run.hypothesis.threshold == 4
    run = pla(Dataset([[3]], [-1], x0=0), w0=[7, 0], max_updates=1)
    assert run.w == (7, -3) and run.hypothesis.threshold == 0


def test_an_example_of_zeros_stays_a_mistake():
    """With x_0 = 0 its score is 0 for any weights: only sign(0) decides; sparse sets, too."""
    D = Dataset([[0, 0], [1, 0]], [1, 1], x0=0)
    zeros = Dataset([[0, 0], [0, 0]], [1, 1], x0=0)
    for each in (D, sparse(D), zeros, sparse(zeros)):
        assert pla(each, max_updates=20).status == "max_updates"
        assert pla(each, sign_of_zero=1).status == "converged"
        assert pocket(each, max_updates=20).mistakes == each.N - any(each.xs[1])
        assert repr(separability(each)) == "<NotSeparable examples=(0) coefficients=(1)>"


def test_sparse_sets_of_zeros_run_in_dual_form(monkeypatch):
    """Where no correction moves a margin, lanes need no room to grow."""
    monkeypatch.setattr(Margins, "pinned", "dual")
    run = pla(sparse(Dataset([[0, 0], [0, 0]], [1, -1], x0=0)), max_updates=20)
    assert run.n == (0, 1) * 10


# Hypotheses


def test_the_threshold_is_w_0_times_x_0():
    """h(x) = sign(w_0 x_0 + w_1 x_1): with x_0 = -2 and w = (3, 1) that is sign(x_1 - 6)."""
    h = Hypothesis([3, 1], x0=-2)
    assert (h.x0, h.threshold, h.score([10])) == (-2, 6, 4)
    assert [h([x]) for x in (5, 6, 7)] == [-1, 0, 1]
    assert repr(h) == "<Hypothesis w=(3, 1) x0=-2>"
    assert Hypothesis([3, 1], x0=0).threshold == 0
    assert h != Hypothesis([3, 1]) and h.with_x0(1) == Hypothesis([3, 1])
    assert hash(h.with_x0(1)) == hash(Hypothesis([3, 1]))


def test_data_of_another_x_0_are_refused():
    """In words that say both, and what to do."""
    h, data = Hypothesis([3, 1], x0=HALF), Dataset([[1]], [1])
    for ask in (h.predictions, h.mistakes):
        with pytest.raises(DataError) as refused:
            ask(data)
        assert str(refused.value) == (
            "found data with x_0 = 1; expected x_0 = 0.5, as the hypothesis has: "
            'take data.with_x0("0.5"), or --x0 0.5'
        )
        ask(data.with_x0(HALF))


def test_x_0_of_a_hypothesis_must_be_a_number():
    """As in a set."""
    with pytest.raises(DataError, match="x0: found 'one'; expected a number such as"):
        Hypothesis([1, 1], x0="one")


def test_a_saved_model_knows_its_x_0(tmp_path):
    """Format 3, which older programs refuse; read back, dense or by index; x_0 = 1 is as before."""
    path = tmp_path / "model.json"
    for h in (Hypothesis([3, 1], x0="-1/3"), Hypothesis([0, 7] + [0] * 1000, x0=0)):
        h.save(path)
        record = json.loads(path.read_text())
        assert record["format"] == "perceptron_ref hypothesis 3"
        assert Hypothesis.load(path) == h
    assert (record["x0"], record["d"]) == ("0", 1001)
    Hypothesis([3, 1]).save(path)
    record = json.loads(path.read_text())
    assert record["format"] == "perceptron_ref hypothesis 1" and "x0" not in record


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"x0": 0}, "x0: found 0; expected a text"),
        ({"x0": None}, "x0: found None; expected a text"),
        ({"x0": ["0"]}, "x0: found ['0']; expected a text"),
        ({"x0": "zero"}, "x0: found 'zero'; expected a number such as 3, -0.5, 1e-3 or 3/7"),
        ({"x0": "1/0"}, "x0: found '1/0', which divides by zero; expected a number such as"),
        ({"x0": "7" * 100_001}, "x0: found '7777"),
        (
            {"x0": ...},
            'found no "x0"; expected "x0", "w", "names", "sign_of_zero" and "labels"',
        ),
        (
            {"format": "perceptron_ref hypothesis 1"},
            'found "x0"; expected it in a model of "format": "perceptron_ref hypothesis 3" alone',
        ),
    ],
)
def test_a_forged_x_0_is_refused(tmp_path, changes, message):
    """What is no exact number as text, what is missing, what another format does not tell."""
    path = tmp_path / "model.json"
    Hypothesis([3, 1], x0=0).save(path)
    record = {**json.loads(path.read_text()), **changes}
    path.write_text(json.dumps({key: v for key, v in record.items() if v is not ...}))
    with pytest.raises(DataError) as refused:
        Hypothesis.load(path)
    assert str(refused.value).startswith(f"{path}: {message}")


@x0s
def test_a_file_like_a_set_or_a_model_has_its_x_0(tmp_path, x0):
    """So that what was learned from one is asked about the other."""
    (tmp_path / "data.csv").write_text("x1,x2,y\n1,2,1\n")
    for like in (Dataset(ROWS, LABELS, x0=x0), Hypothesis([1, 2, 3], x0=x0)):
        data = read(tmp_path / "data.csv", like=like)
        assert data == Dataset([[1, 2]], [1], x0=x0)


# Proofs, certificates, the optimum


def false_lines(record):
    """Return what the auditor, which knows nothing of the package, finds untrue in a record."""
    lines = audit.checks(json.loads(json.dumps(record)))
    return [label for label, _, said, true in lines if said != true]


@pytest.mark.ci
@given(oracle.rows_and_labels(), some_x0)
def test_proofs_and_certificates_hold_with_any_x_0(drawn, x0):
    """Every step of the proof where a line separates; either certificate; and the auditor agrees,
    by plain fractions, for dense, sparse and normalized sets.
    """
    for D in forms(Dataset(*drawn, x0=x0)):
        found, run = separability(D), pla(D, max_updates=20)
        proof = Proof(run, None)
        assert found.verify()
        if found.separable:
            assert {verdict.holds for verdict in derive(run)} == {True}
        for result in (found, run, pocket(D, max_updates=5), proof):
            assert false_lines(audit_record(result)) == []


def test_a_record_of_another_x_0_is_found_out():
    """The auditor holds x_n against the record's x_0, or against length 1; 1 where none is told."""
    D = Dataset([[3], [5]], [-1, 1], x0=HALF)
    record = audit_record(separability(D))
    assert record["x0"] == "0.5" and false_lines(record) == []
    assert false_lines({**record, "x0": "1"}) == ["L2.1"]
    assert false_lines({key: record[key] for key in record if key != "x0"}) == ["L2.1"]
    normalized = audit_record(separability(D.normalized()))
    assert normalized["normalized"] is True and false_lines(normalized) == []
    assert "L2.1" in false_lines({**record, "normalized": True})
    assert "x0" not in audit_record(separability(D.with_x0(1)))
    zeros = Proof(pla(Dataset([[0]], [1], x0=0), max_updates=2), [1, 1])  # R = 0
    assert false_lines(audit_record(zeros)) == []


def fewest_through_the_origin(D):
    """Return the fewest mistakes of all lines through the origin, by trying directions: with
    features from -3 to 3 every cone of weights that decide alike has one with entries up to 6.
    """
    directions = product(range(-6, 7), repeat=D.d)
    wrong = (
        sum(y * oracle.dot(w, x[1:]) <= 0 for x, y in oracle.examples_of(D)) for w in directions
    )
    return min(wrong)


@pytest.mark.ci
@pytest.mark.parametrize("how", [{}, {"pocket_rounds": 0, "sweep_from": 0}, {"sweep_from": 10**9}])
@given(data=st.data())
def test_the_optimum_without_a_threshold_is_that_of_all_directions(how, data):
    """By branching and by sweeps; x_n of zeros cost a mistake each, whatever their label."""
    d, N = data.draw(st.integers(1, 2)), data.draw(st.integers(1, 7))
    row = st.lists(st.integers(-3, 3), min_size=d, max_size=d)
    rows = data.draw(st.lists(row, min_size=N, max_size=N))
    labels = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=N, max_size=N))
    D = Dataset(rows, labels, x0=0)
    found = Search(D, **how).result()
    assert found.proved and found.verify()
    assert found.mistakes == fewest_through_the_origin(D)
    assert found.w[0] == 0 or not any(map(any, rows))


@pytest.mark.ci
@given(oracle.rows_and_labels(max_N=6), st.sampled_from([1, HALF, -2, Fraction(-3, 7)]))
def test_the_optimum_is_that_of_x_0_1_for_any_other_but_0(drawn, x0):
    """And for a normalized set, with certificates of its own x_n; for x_0 = 0, too."""
    fewest = fewest_mistakes(Dataset(*drawn)).mistakes
    for D in forms(Dataset(*drawn, x0=x0)):
        found = fewest_mistakes(D)
        assert found.proved and found.verify() and found.mistakes == fewest
        assert found.data is D
    without = [fewest_mistakes(D) for D in forms(Dataset(*drawn, x0=0))]
    assert all(found.verify() for found in without)
    assert len({found.mistakes for found in without}) == 1


def test_a_threefold_xor_without_a_threshold():
    """Three features, held sparse: the sweeps leave out the coordinate that x_0 = 0 leaves."""
    rows = [[a, b, c] for a, b, c in product((-1, 1), repeat=3)]
    D = Dataset(rows, [a * b * c for a, b, c in rows], x0=0)
    for each in (D, sparse(D)):
        swept = Search(each, pocket_rounds=0, sweep_from=0).result()
        assert (swept.mistakes, swept.nodes) == (2, 4)  # a sweep about each of the lines
        assert fewest_mistakes(each).mistakes == 2


def test_an_example_of_zeros_is_a_certificate_of_its_own():
    """No weights are right about it, as one can see by hand."""
    found = fewest_mistakes(Dataset([[0, 0], [1, 0], [0, 0]], [1, 1, -1], x0=0))
    assert [certificate.examples for certificate in found.certificates] == [(0,), (2,)]
    assert (found.mistakes, found.mistaken) == (2, (0, 2))


# Margins, and the variant with a bias


@x0s
def test_distances_are_those_of_the_same_line_with_x_0_1(x0):
    """The boundary w_0 x_0 + w_1 x_1 + w_2 x_2 = 0 has b = w_0 x_0."""
    h, plain = Hypothesis([-5, 3, 4], x0=x0), Hypothesis([-5 * x0, 3, 4])
    D, with_1 = Dataset(ROWS, LABELS, x0=x0), Dataset(ROWS, LABELS)
    assert functional_margins(h, D) == functional_margins(plain, with_1)
    assert geometric_margins(h, D) == geometric_margins(plain, with_1)
    assert distance_from_origin(h) == distance_from_origin(plain)
    assert projection(h, [1, 1]) == projection(plain, [1, 1])


def test_distances_of_a_normalized_set_are_those_of_its_points():
    """The functional margin is that of the x_n of length 1; the boundary is among the points."""
    D, h = Dataset([[3, 4]], [1], x0=0), Hypothesis([0, 3, 4], x0=0)
    assert functional_margins(h, D.normalized()) == [5]
    assert geometric_margins(h, D.normalized()) == geometric_margins(h, D)
    assert [length.exact for length in geometric_margins(h, D)] == [5]


def test_a_bias_takes_the_place_of_x_0():
    """The variant with a bias is refused for any other x_0 than 1, and for normalized sets."""
    for D, what in (
        (Dataset(ROWS, LABELS, x0=0), "x_0 = 0"),
        (Dataset(ROWS, LABELS).normalized(), "a normalized set"),
    ):
        with pytest.raises(DataError) as refused:
            pla_with_bias(D)
        assert str(refused.value) == (
            f"found {what}; expected x_0 = 1 and x_n as they are, as the bias takes the part of "
            "w_0 x_0: take the data without x0 and without normalized()"
        )


# Pictures


@x0s
def test_the_line_in_a_picture_is_that_of_the_threshold(x0):
    """w with x_0 = c draws the line that (c w_0, w_1, w_2) draws with x_0 = 1."""
    D = example("credit-2d")
    plane, plain = Plane(D.with_x0(x0)), Plane(D)
    for w in ([2, 3, -1], [1, 0, 5], [4, 0, 0], [0, 0, 0]):
        same = [x0 * w[0], *w[1:]]
        assert plane.matrix(w) == plain.matrix(same) and plane.remark(w) == plain.remark(same)
    h = Hypothesis([2, 3, -1], x0=x0)
    plain_picture = picture(D, Hypothesis([2 * x0, 3, -1]))
    assert picture(D.with_x0(x0), h) == picture(D.with_x0(x0).normalized(), h) == plain_picture


def test_points_of_a_normalized_set_are_drawn_where_they_were():
    """With the axes of the features, not of their shares of length 1."""
    D = example("credit-2d")
    normalized = Plane(D.normalized())
    assert [normalized.place(n) for n in range(D.N)] == [Plane(D).place(n) for n in range(D.N)]
    assert normalized.across.ticks().note == Plane(D).across.ticks().note
    assert "annual_salary from 3.1 to 14" in draw_data(D.normalized())


WITHOUT = "x_0 = 0: no threshold, every line goes through the origin."


def test_pictures_say_what_x_0_is():
    """In the caption and in the description, without a word where x_0 = 1."""
    D = example("credit-2d")
    h = Hypothesis([1, 1, 1], x0=0)
    run = pla(D.with_x0(0), max_updates=5)
    for drawn in (
        draw_data(D.with_x0(0), h),
        draw_margins(D.with_x0(0), h),
        draw_run(run),
        draw_update(run, 1),
    ):
        assert drawn.count(WITHOUT) == 1 and "no threshold" in drawn.replace(WITHOUT, "")
    assert WITHOUT in draw_derivation(run)
    assert "x_0 = 0.5: the threshold is -w_0 x_0." in draw_data(
        D.with_x0(HALF), Hypothesis([1, 1, 1], x0=HALF)
    )
    assert "as long as 1" in draw_run(pla(D.normalized(), max_updates=5))
    assert "threshold" not in draw_data(D, Hypothesis([1, 1, 1]))


def test_weights_that_draw_no_line_are_not_shown():
    """With x_0 = 0 a w_0 alone draws nothing, however large: of three frames one has a line."""
    drawn = draw_run(pla(Dataset([[1, 2], [1, 2]], [1, -1], x0=0), w0=[5, 0, 0], max_updates=2))
    assert drawn.count("matrix(") == 1
    assert drawn.count("weights of zero draw no line<") == 2


def test_pictures_of_sets_of_zeros_can_be_drawn():
    """Every kind of picture, where an update adds nothing."""
    D = Dataset([[0, 0]], [1], x0=0)
    run = pla(D, max_updates=3)
    for drawn in (draw_run(run), draw_update(run, 2), draw_derivation(run)):
        assert drawn.startswith("<svg")
    assert "mistake" in draw_pocket(pocket(D, max_updates=3))
