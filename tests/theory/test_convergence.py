"""The convergence proof on runs: every statement holds on every run of PLA, and fails on a run that
was tampered with.
"""

from __future__ import annotations

from copy import copy
from fractions import Fraction

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_ref import (
    DataError,
    Dataset,
    example,
    pla,
    pocket,
    strategies,
    strategy,
)
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.convergence import (
    Separator,
    alignment_grows,
    angle,
    bound,
    bound_with_bias,
    correction_helps,
    corrects_mistakes,
    derive,
    length_grows_slowly,
    margin_grows,
    separates,
)
from perceptron_ref.theory.separability import separability

LABELS = ["L2.5", "L2.7", "L2.8", "L2.9", "L2.10", "L2.11", "L2.12"]
AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])
W_F = [-3, 2, 2]


def tampered(run, n):
    """Return the run with another sequence n(t)."""
    broken = copy(run)
    broken.n = tuple(n)
    return broken


def failures(run, w_f=W_F):
    """Return the labels of the statements that fail."""
    return [record.label for record in derive(run, w_f) if record.holds is False]


def test_every_statement_holds_on_generated_separable_sets():
    """For every strategy and the hidden w_f of each set, which is not the best one."""
    for rows, labels, w_f in oracle.separable_sets(60):
        data = Dataset(rows, labels)
        for name in strategies():
            records = derive(pla(data, name), w_f)
            assert [record.label for record in records] == LABELS
            assert all(record.holds for record in records), (rows, labels, w_f, name, records)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(
    oracle.rows_and_labels(),
    st.sampled_from([-1, 0, 1]),
    st.sampled_from(["1", "1/3", "2.5"]),
    st.lists(st.fractions(-2, 2, max_denominator=4), min_size=4, max_size=4),
)
def test_no_statement_fails_on_any_run(sets, sign_of_zero, eta, w0):
    """Also from another w_0, with another eta, by each rule for sign(0), and where no line
    separates.
    """
    rows, labels = sets
    data = Dataset(rows, labels)
    run = pla(data, w0=w0[: 1 + data.d], eta=eta, sign_of_zero=sign_of_zero, max_updates=60)
    failed = [record for record in derive(run) if record.holds is False]
    assert [record.label for record in failed] == ([] if separability(data).separable else ["L2.8"])


def test_both_sides_are_told_where_they_come_closest():
    """On the and-function: literal numbers, in the units of the data."""
    records = {record.label: record for record in derive(pla(AND), W_F)}
    sides = {
        label: (r.checked, r.tightest.t, r.tightest.left, r.tightest.right)
        for label, r in records.items()
    }
    assert sides == {
        "L2.5": (18, 0, 0, 0),
        "L2.7": (18, 0, 1, 0),
        "L2.8": (4, 1, 1, 0),
        "L2.9": (18, 1, 4, 4),
        "L2.10": (18, 11, 17, 17),
        "L2.11": (18, 18, Fraction(484, 493), Fraction(6, 17)),
        "L2.12": (18, 18, 18, 51),
    }
    assert (
        records["L2.9"].statement
        == "w_f . w_{t+1} >= w_f . w_t + eta min_n y_n w_f . x_n > w_f . w_t"
    )


def test_sides_are_those_of_the_definitions_in_fractions():
    """Decimals, another eta and another w_0: the tightest update is the one that plain Fractions
    find.
    """
    data = Dataset([["0.5", 1], [2, "1/3"], [-1, "0.25"], ["-0.75", -2]], [+1, +1, -1, -1])
    w_f = [Fraction(1, 7), 2, 1]
    run = pla(data, w0=[1, "-1/2", 0], eta="3/4")
    steps = list(run.replay())
    least = min(y * oracle.dot(w_f, x) for x, y in zip(data.xs, data.ys))
    sides = [(oracle.dot(w_f, w2), oracle.dot(w_f, w) + run.eta * least) for _, _, w, w2 in steps]
    tightest = alignment_grows(run, w_f).tightest
    assert (tightest.left, tightest.right) == min(sides, key=lambda side: side[0] - side[1])
    R2 = max(oracle.dot(x, x) for x in data.xs)
    sides = [(oracle.dot(w2, w2), oracle.dot(w, w) + run.eta**2 * R2) for _, _, w, w2 in steps]
    tightest = length_grows_slowly(run).tightest
    assert (tightest.left, tightest.right) == min(sides, key=lambda side: side[1] - side[0])
    sides = [
        (data.ys[n] * oracle.dot(w2, data.xs[n]), data.ys[n] * oracle.dot(w, data.xs[n]))
        for _, n, w, w2 in steps
    ]
    tightest = correction_helps(run).tightest
    assert (tightest.left, tightest.right) == min(sides, key=lambda side: side[0] - side[1])


def test_the_angle_is_that_of_the_definition():
    """cos^2(w_f, w_t) and t rho^2/R^2 in Fractions, after every update."""
    data, w_f = example("credit-2d"), separability(example("credit-2d")).w_f
    run = pla(data)
    separator = Separator(data, w_f)
    sides = []
    for t, _, _, w in run.replay():
        cos2 = oracle.dot(w_f, w) ** 2 / (oracle.dot(w_f, w_f) * oracle.dot(w, w))
        sides.append((cos2, (t + 1) * separator.rho2 / separator.R2))
    record = angle(run, separator)
    assert (record.tightest.left, record.tightest.right) == min(
        sides, key=lambda side: side[0] / side[1]
    )
    assert all(1 >= left >= right for left, right in sides)


def test_orthogonal_examples_attain_every_bound():
    """On mutually orthogonal examples the proof is an equality from the first update to the last."""
    data = example("hadamard", k=3)
    for name in strategies():
        run = pla(data, name)
        records = {record.label: record for record in derive(run)}
        assert run.updates == data.N == 8
        for label in ("L2.9", "L2.10", "L2.11", "L2.12"):
            assert records[label].tightest.left == records[label].tightest.right


def test_an_update_on_what_was_no_mistake_is_found():
    """L2.5 and L2.10, whose reason it is, fail; that a correction helps stays true."""
    run = pla(AND)
    extra = tampered(run, [*run.n, 3])
    assert failures(extra) == ["L2.5", "L2.10"]
    assert "no mistake" in corrects_mistakes(extra).note
    assert "no mistake" in length_grows_slowly(extra).note


def test_a_dropped_update_is_found():
    """Wherever one is left out, L2.5 fails: a later update corrects no mistake, or w_T is not what
    was reported.
    """
    run = pla(AND)
    for t in range(run.updates):
        assert "L2.5" in failures(tampered(run, run.n[:t] + run.n[t + 1 :]))
    assert "do not lead to the weights" in corrects_mistakes(tampered(run, run.n[:-1])).note


def test_a_run_that_says_it_converged_and_did_not_is_found():
    """A status that the weights belie fails L2.5."""
    run = pla(example("xor"), max_updates=10)
    assert corrects_mistakes(run).holds
    run.status = "converged"
    assert corrects_mistakes(run).holds is False


def test_a_run_that_is_too_long_breaks_the_bound_and_the_angle():
    """One example corrected over and over: length, angle and bound fail."""
    run = tampered(pla(AND), [3] * 60)
    assert failures(run) == ["L2.5", "L2.10", "L2.11", "L2.12"]


def test_updates_away_from_every_separator_break_alignment(monkeypatch):
    """Weights that go the wrong way fail L2.7, L2.9 and L2.11."""
    run = pla(AND)
    steps = [
        (t, n, tuple(-w_i for w_i in w), tuple(-w_i for w_i in w2))
        for t, n, w, w2 in run.scaled_replay()
    ]
    monkeypatch.setattr(run, "scaled_replay", lambda: iter(steps), raising=False)
    separator = Separator(AND, W_F)
    assert correction_helps(run).holds is False
    assert alignment_grows(run, separator).holds is False
    assert angle(run, separator).holds is False


def test_weights_of_zero_have_no_angle(monkeypatch):
    """A run that comes back to w_t = 0 fails L2.11, without a division by zero."""
    run = pla(AND)
    monkeypatch.setattr(
        run, "scaled_replay", lambda: iter([(0, 0, (0, 0, 0), (0, 0, 0))]), raising=False
    )
    record = angle(run, Separator(AND, W_F))
    assert (record.holds, record.tightest) == (False, None)


@pytest.mark.parametrize("w_f", [[0, 0, 0], [3, -2, -2], [-2, 2, 2], ["-1", "1/2", "1/2"]])
def test_a_w_f_that_does_not_separate_is_told_so(w_f):
    """L2.8 fails and names an example; a margin of 0 is no separation (slip S5); what needs w_f
    does not apply.
    """
    records = {record.label: record for record in derive(pla(AND), w_f)}
    assert records["L2.8"].holds is False
    assert "does not separate D" in records["L2.8"].note
    assert records["L2.8"].tightest.left <= 0
    assert [records[label].holds for label in ("L2.9", "L2.11", "L2.12")] == [None, None, None]
    assert [records[label].holds for label in ("L2.5", "L2.7", "L2.10")] == [True, True, True]


def test_a_w_f_of_another_size_is_an_error():
    """There must be 1 + d numbers."""
    with pytest.raises(DataError, match="w_f: found 2 numbers; expected 3"):
        derive(pla(AND), [1, 2])


def test_on_data_that_nothing_separates_l2_8_fails():
    """What needs no w_f holds all the same."""
    records = derive(pla(example("xor"), max_updates=50))
    assert {record.label: record.holds for record in records} == {
        "L2.5": True, "L2.7": True, "L2.8": False, "L2.9": None, "L2.10": True, "L2.11": None, "L2.12": None,
    }  # fmt: skip


def test_from_another_start_the_angle_and_the_bound_say_nothing():
    """L2.11 and L2.12 are about runs from w_0 = 0."""
    records = {record.label: record for record in derive(pla(AND, w0=[1, 0, 0]), W_F)}
    assert (records["L2.11"].holds, records["L2.12"].holds) == (None, None)
    assert "w_0 = 0" in records["L2.12"].note
    assert records["L2.9"].holds is True


def test_a_run_without_updates_holds_with_nothing_to_compare():
    """Where nothing was corrected, no statement fails."""
    run = pla(Dataset([[1], [2]], [-1, -1]), sign_of_zero=-1)
    records = {record.label: record for record in derive(run)}
    assert run.updates == 0
    assert all(record.holds for record in records.values())
    assert (records["L2.9"].checked, records["L2.9"].tightest) == (0, None)
    assert records["L2.12"].tightest.left == 0


def test_runs_of_pocket_are_held_to_the_same_statements():
    """Its updates are those of PLA; what it reports as its last weights is w_T."""
    run = pocket(example("iris-versicolor-virginica"), max_updates=100)
    assert failures(run, [0, 0, 0, 0, 1]) == ["L2.8"]
    assert "L2.5" in failures(tampered(run, run.n[:-1]), [0, 0, 0, 0, 1])


def test_the_bound_holds_for_every_separator_and_is_best_for_the_largest_margin():
    """Any separating w_f gives a bound; none gives a smaller one than that of the largest margin."""
    data = example("credit-2d")
    best = Separator(data, separability(data).w_f)
    for name in strategies():
        w_f = pla(data, name).w
        separator = Separator(data, w_f)
        assert separator.bound >= best.bound
        assert bound(pla(data), separator).holds


def test_records_are_readable():
    """A record says in a line what became of its statement."""
    records = derive(pla(example("xor"), max_updates=3))
    assert repr(records[0]) == "<L2.5 holds, checked 3 times>"
    assert repr(records[2]) == "<L2.8 FAILS, checked 4 times>"
    assert repr(records[3]) == "<L2.9 does not apply, checked 0 times>"
    assert repr(records[0].tightest) == "<t=0: 0 and 0>"


def test_with_a_bias_of_its_own_the_margin_grows_by_x2_plus_r2():
    """N.3 and N.7 on generated separable sets, for every strategy."""
    for rows, labels, w_f in oracle.separable_sets(60):
        data = Dataset(rows, labels)
        if not any(any(row) for row in rows):
            continue
        for name in strategies():
            records = derive(pla_with_bias(data, name), w_f)
            assert [record.label for record in records] == ["L2.5", "N.3", "L2.8", "N.7"]
            assert all(record.holds for record in records), (rows, labels, w_f, name, records)


def test_the_growth_of_the_margin_is_literal():
    """x = 3, 5: an update on x = 3 moves its margin by 9 + 25."""
    run = pla_with_bias(Dataset([["0.3"], ["0.5"]], [-1, +1]))
    record = margin_grows(run)
    assert (record.checked, record.tightest.left, record.tightest.right) == (
        run.updates,
        Fraction(34, 100),
        Fraction(34, 100),
    )


def test_another_step_of_the_bias_breaks_n_3():
    """PLA's own step, b <- b + y, is not that of the variant (slip S9)."""
    data = Dataset([[3], [5]], [-1, +1])
    run, plain = pla_with_bias(data), pla(data)
    run._start, run.n = plain._start, plain.n
    assert margin_grows(run).holds is False
    assert "another amount" in margin_grows(run).note


def test_the_bound_of_the_variant_is_literal():
    """For w* = 1, b* = -4 on x = 3, 5: 2 (25 + 16) / 1^2 = 82."""
    run = pla_with_bias(Dataset([[3], [5]], [-1, +1]))
    record = bound_with_bias(run, [-4, 1])
    assert (record.holds, record.tightest.left, record.tightest.right) == (True, 11, 82)
    run.n = (0,) * 83
    assert bound_with_bias(run, Separator(run.data, [-4, 1])).holds is False
    assert bound_with_bias(run, Separator(run.data, [4, -1])).holds is None


def test_separates_names_the_example_that_is_worst():
    """The tightest of L2.8 is told by n."""
    record = separates(pla(AND), W_F)
    assert (record.holds, record.tightest.t, record.tightest.left) == (True, 1, 1)


def test_slip_s2_a_margin_by_w_t_is_not_bounded_by_that_of_w_f():
    """Right by w_t says only y_n w_t . x_n > 0, not that it is at least min_n y_n w_f . x_n."""
    w_f = [-3, 2, 2]
    least = min(y * oracle.dot(w_f, x) for x, y in zip(AND.xs, AND.ys))
    scores = [
        y * oracle.dot(w, x)
        for _, _, _, w in pla(AND, eta="0.1").replay()
        for x, y in zip(AND.xs, AND.ys)
    ]
    assert least == 1
    assert any(0 < score < least for score in scores)


def test_slip_s6_pla_does_not_maximise_the_margin():
    """On the credit data the w_T of every strategy has a smaller margin than the best line."""
    data = example("credit")
    best = separability(data).rho2
    assert all(Separator(data, pla(data, name).w).rho2 < best for name in strategies())


def test_slip_s7_an_update_need_not_put_its_example_right():
    """After some update the example just corrected is still a mistake; only its score went up."""
    data = example("credit-2d")
    run = pla(data)
    still_wrong = [n for _, n, _, w in run.replay() if data.ys[n] * oracle.dot(w, data.xs[n]) <= 0]
    assert still_wrong
    assert correction_helps(run).holds


def test_slip_s10_going_on_and_starting_over_take_different_numbers_of_updates():
    """Both are called the naive cycle."""
    assert pla(example("credit"), "cyclic").updates == 41
    assert pla(example("credit"), "restart").updates == 289


def test_slip_s11_the_rule_for_sign_of_zero_matters():
    """sign(0) = -1 leaves w_0 = 0 standing for y = -1; a zero that is always a mistake does not."""
    data = Dataset([[1], [2]], [-1, -1])
    assert pla(data, sign_of_zero=-1).updates == 0
    assert pla(data, sign_of_zero=0).updates == 1
    assert pla(data, strategy("random-permutation"), sign_of_zero=+1).updates == 1
