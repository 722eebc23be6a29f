"""The proof, checked on runs: on separable sets every statement holds on every run of PLA, and on
a forged run some statement fails.
"""

from __future__ import annotations

import re
from copy import copy
from fractions import Fraction

import oracle
import pytest
from conftest import sizes
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import DataError, Dataset, example, pla, strategies
from perceptron_ref.theory import convergence
from perceptron_ref.theory.bias import bound_with_bias, correction_raises_margin, pla_with_bias
from perceptron_ref.theory.derivation import Tightest, compared_sides, derive
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import separability

LABELS = ["L2.5", "L2.7", "L2.8", "L2.9", "L2.10", "L2.11", "L2.12"]
AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])
W_F = [-3, 2, 2]
STATEMENTS = {
    "L2.5": convergence.corrects_mistakes,
    "L2.7": convergence.correction_helps,
    "L2.8": convergence.separates,
    "L2.9": convergence.alignment_grows,
    "L2.10": convergence.length_grows_slowly,
    "L2.11": convergence.angle,
    "L2.12": convergence.bound,
    "N.3": correction_raises_margin,
    "N.7": bound_with_bias,
}


def with_updates(run, n):
    """Return the run with another sequence n(t)."""
    broken = copy(run)
    broken.n = tuple(n)
    return broken


def by_label(verdicts):
    """Return the verdicts as a dict whose keys are the labels of their statements."""
    return {verdict.label: verdict for verdict in verdicts}


def failures(run, w_f=W_F):
    """Return the labels of the statements that fail."""
    return [verdict.label for verdict in derive(run, w_f) if verdict.holds is False]


@pytest.mark.ci
@sizes(20, 60)
def test_every_statement_holds_on_generated_separable_sets(count):
    """Every statement holds for every strategy, with the w_f that generated the set.

    This w_f need not be the best one.     Lecture 2: L2.9, L2.10, Q3
    """
    for rows, labels, w_f in oracle.separable_sets(count):
        data = Dataset(rows, labels)
        for name in strategies():
            verdicts = derive(pla(data, name), w_f)
            assert [verdict.label for verdict in verdicts] == LABELS
            assert all(verdict.holds for verdict in verdicts), (rows, labels, w_f, name, verdicts)


@pytest.mark.ci
@given(
    oracle.rows_and_labels(),
    st.sampled_from([-1, 0, 1]),
    st.sampled_from(["1", "1/3", "2.5"]),
    st.lists(st.fractions(-2, 2, max_denominator=4), min_size=4, max_size=4),
)
def test_no_statement_but_separability_fails_on_any_run(rows_labels, sign_of_zero, eta, w0):
    """With any w_0, eta and sign(0), only L2.8 fails, and only if no line separates."""
    rows, labels = rows_labels
    data = Dataset(rows, labels)
    run = pla(data, w0=w0[: 1 + data.d], eta=eta, sign_of_zero=sign_of_zero, max_updates=60)
    failed = [verdict.label for verdict in derive(run) if verdict.holds is False]
    assert failed == ([] if separability(data).separable else ["L2.8"])


def test_a_verdict_has_the_closest_comparison():
    """A verdict has the two sides that come closest, as numbers in the units of the data. Here they
    are those of the and-function.
    """
    verdicts = derive(pla(AND), W_F)
    assert [
        (v.label, v.checked, v.tightest.t, v.tightest.left, v.tightest.right) for v in verdicts
    ] == [
        ("L2.5", 18, 0, 0, 0),
        ("L2.7", 18, 0, 1, 0),
        ("L2.8", 4, 1, 1, 0),
        ("L2.9", 18, 1, 4, 4),
        ("L2.10", 18, 11, 17, 17),
        ("L2.11", 18, 2, Fraction(8, 17), Fraction(2, 51)),
        ("L2.12", 1, 18, 18, 51),
    ]
    statement = "w_f . w_{t+1} >= w_f . w_t + eta min_n y_n w_f . x_n > w_f . w_t"
    assert verdicts[3].statement == statement
    assert verdicts[3].compared == "w_f . w_{t+1} >= w_f . w_t + eta min_n y_n w_f . x_n"
    assert verdicts[4].compared == "|w_{t+1}|^2 <= |w_t|^2 + eta^2 R^2"


@pytest.mark.parametrize("run", [pla(AND), pla_with_bias(AND)], ids=["pla", "with a bias"])
def test_the_text_of_a_statement_has_the_signs_of_its_comparison(run):
    """A statement is written as text and as a function that yields its sides; in both, a reason
    comes before "so".
    """
    for verdict in derive(run, W_F):
        numbers = next(STATEMENTS[verdict.label](Proof(run, W_F)))
        assert re.findall("<=|>=|>|=|so", verdict.statement) == [*numbers[1::2]]
        assert verdict.compared in verdict.statement
    for label, _, _, sign, _ in compared_sides(Proof(run, W_F)):
        assert re.findall("<=|>=|>|=", by_label(derive(run, W_F))[label].compared) == [sign]


def test_the_tightest_is_the_closest_comparison():
    """With decimals, another eta and another w_0, the tightest comparison is that of the smallest
    difference, in the units of the data.
    """
    data = Dataset([["0.5", 1], [2, "1/3"], [-1, "0.25"], ["-0.75", -2]], [+1, +1, -1, -1])
    proof = Proof(pla(data, w0=[1, "-1/2", 0], eta="3/4"), [Fraction(1, 7), 2, 1])
    rows = list(compared_sides(proof))
    assert [label for label in dict.fromkeys(row[0] for row in rows)] == LABELS[:5]
    for verdict in derive(proof):
        if verdict.tightest is None:
            continue
        sides = [(t, left, right) for label, t, left, _, right in rows if label == verdict.label]
        tightest = verdict.tightest
        assert (tightest.t, tightest.left, tightest.right) == min(
            sides, key=lambda side: abs(side[1] - side[2])
        )


@pytest.mark.parametrize(
    ("n", "failed"),
    [
        pytest.param(
            (*pla(AND).n, 3), ["L2.5", "L2.10"], id="an update on an example that was right"
        ),
        pytest.param((3,) * 60, ["L2.5", "L2.10", "L2.11", "L2.12"], id="too long a run"),
    ],
)
def test_updates_on_right_examples_fail_l2_5_and_l2_10(n, failed):
    """L2.10 has L2.5 as its reason, so both fail.

    If one right example is corrected over and over, the angle and the bound fail, too.
    """
    run = with_updates(pla(AND), n)
    assert failures(run) == failed
    first = next(t for t, (_, n, w, _) in enumerate(run.replay()) if is_right(w, n))
    assert by_label(derive(run, W_F))["L2.10"].note.endswith(f" at t = {first}")


def is_right(w, n):
    """Return whether w is right about the n-th example of AND."""
    return AND.ys[n] * oracle.dot(w, AND.xs[n]) > 0


def test_a_dropped_update_fails_l2_5():
    """Without one update, a later update corrects no mistake, or w_T makes a mistake although the
    run says "converged".
    """
    run = pla(AND)
    for t in range(run.updates):
        assert "L2.5" in failures(with_updates(run, run.n[:t] + run.n[t + 1 :]))
    note = derive(with_updates(run, run.n[:-1]), W_F)[0].note
    assert note == "the run has the status 'converged', but its weights make a mistake"


def test_updates_away_from_every_separator_break_alignment():
    """Weights that move the wrong way fail L2.7, L2.9 and L2.11."""
    proof = Proof(pla(AND), W_F)
    proof.weights = [tuple(-w_i for w_i in w) for w in proof.weights]
    proof.updates = [
        (x, y, w, w_next)
        for (x, y, _, _), w, w_next in zip(proof.updates, proof.weights, proof.weights[1:])
    ]
    verdicts = by_label(derive(proof))
    assert {label for label in LABELS if not verdicts[label].holds} >= {"L2.7", "L2.9", "L2.11"}
    count = len(proof.updates)
    assert verdicts["L2.7"].note == f"fails {count} times, first at t = 0"


@pytest.mark.parametrize(
    ("label", "t", "change", "closest"),
    [
        ("L2.7", 17, lambda w: (w[0] - 1, *w[1:]), (0, 1, 0)),
        ("L2.7", 17, lambda w: (w[0] + 1, *w[1:]), (0, 1, 0)),
        ("L2.10", 0, lambda w: tuple(9 * w_i for w_i in w), (0, 81, 3)),
    ],
    ids=["a margin grows by less", "a margin grows by more", "weights grow too long"],
)
def test_an_update_by_another_amount_fails(label, t, change, closest):
    """If an update changes w by a wrong amount, the statement fails although the update is on a
    mistake.
    """
    proof = Proof(pla(AND), W_F)
    x, y, w, w_next = proof.updates[t]
    proof.updates[t] = (x, y, w, change(w_next))
    verdict = by_label(derive(proof))[label]
    assert (verdict.holds, verdict.checked, verdict.note) == (False, 18, f"fails at t = {t}")
    assert verdict.tightest == closest


@pytest.mark.parametrize("run", [5, None, AND, [0, 1]])
def test_only_a_run_can_be_checked(run):
    """A number, None, a data set or a list is refused, because only a run of PLA has updates to
    check.
    """
    with pytest.raises(DataError) as refused:
        derive(run)
    assert (
        str(refused.value)
        == f"found {run!r} as the run; expected a Run, which pla and pocket return"
    )


def test_a_proof_accepts_no_second_w_f():
    """A second w_f would be ignored, so it is refused."""
    with pytest.raises(
        DataError, match="^w_f: found .1, 1, 1. beside a Proof. Leave out w_f, because "
    ):
        derive(Proof(pla(AND), W_F), [1, 1, 1])


@pytest.mark.parametrize("w_f", [[0, 0, 0], [3, -2, -2], [-2, 2, 2], ["-1", "1/2", "1/2"]])
def test_a_w_f_that_does_not_separate_fails_l2_8(w_f):
    """The note of L2.8 names the first example that fails, and how many do. Statements that need
    w_f do not apply.

    A margin of 0 does not separate (misconception S5).
    """
    verdicts = by_label(derive(pla(AND), w_f))
    assert verdicts["L2.8"].holds is False
    first, *more = [n for n in range(AND.N) if not is_right([*map(Fraction, w_f)], n)]
    count = f" {len(more) + 1} times, first" if more else ""
    assert verdicts["L2.8"].note == f"fails{count} at n = {first}"
    assert verdicts["L2.8"].tightest.left <= 0
    assert [verdicts[label].holds for label in ("L2.9", "L2.11", "L2.12")] == [None, None, None]
    assert [verdicts[label].holds for label in ("L2.5", "L2.7", "L2.10")] == [True, True, True]


def test_from_another_start_the_angle_and_the_bound_do_not_apply():
    """L2.11 and L2.12 are about runs from w_0 = 0."""
    verdicts = by_label(derive(pla(AND, w0=[1, 0, 0]), W_F))
    assert (verdicts["L2.11"].holds, verdicts["L2.12"].holds) == (None, None)
    assert verdicts["L2.12"].note == "applies only to a run that starts from w_0 = 0"
    assert verdicts["L2.9"].holds is True


def test_no_statement_fails_on_a_run_without_updates():
    """Statements about updates compare nothing and hold, and L2.12 compares 0 with the bound."""
    run = pla(Dataset([[1], [2]], [-1, -1]), sign_of_zero=-1)
    verdicts = by_label(derive(run))
    assert run.updates == 0
    assert all(verdict.holds for verdict in verdicts.values())
    assert (verdicts["L2.9"].checked, verdicts["L2.9"].tightest) == (0, None)
    assert (verdicts["L2.12"].checked, verdicts["L2.12"].tightest.left) == (1, 0)


def test_verdicts_are_readable():
    """A verdict is one line about its statement."""
    verdicts = derive(pla(example("xor"), max_updates=3))
    assert repr(verdicts[0]) == "<L2.5 holds, checked 3 times>"
    assert repr(verdicts[2]) == "<L2.8 FAILS, checked 4 times>"
    assert repr(verdicts[3]) == "<L2.9: does not apply without weights that separate D>"
    assert repr(verdicts[0].tightest) == "<t=0: 0 and 0>"
    long = Tightest(1, Fraction(10**4300), Fraction(1, 2))  # of more digits than Python spells
    assert repr(long) == f"<t=1: 1{4300 * '0'} and 0.5>"


# Stopped by `on_step`


def test_every_comparison_is_a_step():
    """`on_step` is called for the 18 updates of the replay, and then for each comparison of each
    statement.
    """
    stages = []
    derive(pla(AND), W_F, on_step=stages.append)
    assert stages[:18] == [f"the proof, t = {t}" for t in range(18)]
    counts = [stages[18:].count(f"statement {label}") for label in LABELS]
    assert counts == [18, 18, 4, 18, 18, 18, 1]


def test_an_interrupted_check_leaves_statements_unchecked():
    """Statements that are done keep their verdicts; the interrupted one has none."""

    def on_step(stage):
        if stage == "statement L2.9":
            raise StopIteration

    proof = Proof(pla(example("and")), [-3, 2, 2])
    verdicts, all_verdicts = derive(proof, on_step=on_step), derive(proof)
    assert list(map(repr, verdicts[:3])) == list(map(repr, all_verdicts[:3]))
    assert [(v.label, v.statement) for v in verdicts] == [
        (v.label, v.statement) for v in all_verdicts
    ]
    for verdict in verdicts[3:]:
        assert (verdict.holds, verdict.checked, verdict.tightest) == (None, 0, None)
        assert verdict.note == "not checked"
