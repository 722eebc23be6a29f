"""Sets of examples: answers are compared with their definitions, and runs with the oracle, for
every order, engine and limit.
"""

from __future__ import annotations

from fractions import Fraction
from unittest.mock import patch

import oracle
import pytest
from auditor import false_claims
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import Dataset, engine, pla, pocket, strategy
from perceptron_ref.theory.audit import audit_record
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Undecided, separability

pytestmark = pytest.mark.ci

X0, STORED = oracle.x0s(), st.integers(0, 3)
FORMS = ["plain", "dual", "blocks"]  # of margins: by definition, and the engine's two
ORDERS = [(name, tuple(sorted(options.items()))) for name, options, _ in oracle.ORDERS]
ZERO = st.sampled_from([0, -1, 1])


@st.composite
def labelled_rows(draw, most=9):
    """Return (rows, labels) of many kinds: small and huge numbers, duplicates, zeros, a few
    examples or about a block of them; separable, nearly separable, or with random labels.
    """
    d, N = draw(st.integers(1, 4)), draw(st.integers(1, most))
    size = draw(st.sampled_from([1, 3, 10**6, 10**30]))
    number = st.integers(-size, size)
    if draw(st.booleans()):
        number = st.builds(Fraction, number, st.sampled_from([1, 2, 3, 7, 10**9]))
    row = st.tuples(*[number] * d)
    if draw(st.integers(0, 9)) == 9:  # about a block, of few different examples
        some = draw(st.lists(row, min_size=1, max_size=4))
        rows = [some[i % len(some)] for i in range(draw(st.sampled_from([63, 64, 65, 128, 129])))]
    else:
        rows = draw(st.lists(row, min_size=N, max_size=N))
    if draw(st.booleans()):
        line = draw(st.lists(st.integers(-size, size), min_size=1 + d, max_size=1 + d))
        labels = [oracle.sign(oracle.dot(line, [1, *row]), 1) for row in rows]
        for n in draw(st.lists(st.integers(0, len(rows) - 1), max_size=2)):
            labels[n] = -labels[n]
    else:
        labels = draw(st.lists(st.sampled_from([-1, 1]), min_size=len(rows), max_size=len(rows)))
    return tuple(rows), tuple(labels)


def run_options_except_w0():
    """Return options of a run, except w_0, with limits of all sizes."""
    other_options = {
        "sign_of_zero": ZERO,
        "eta": st.just(1) | st.fractions("1/9", 9, max_denominator=9),
    }
    return st.tuples(oracle.limits(), st.fixed_dictionaries(other_options)).map(
        lambda pair: {**pair[0], **pair[1]}
    )


WEIGHTS = st.none() | st.lists(
    st.fractions(-9, 9, max_denominator=6) | st.sampled_from([0, 10**25]), min_size=5, max_size=5
)


def build_set(examples, x0, storage):
    """Return the set of these rows and labels, dense or sparse, normalized or not."""
    forms = oracle.forms(Dataset(*examples, x0=x0))
    return forms[storage % len(forms)]


@given(
    examples=labelled_rows(),
    x0=X0,
    order=st.sampled_from(ORDERS),
    kind=st.sampled_from(["pla", "pocket", "bias"]),
    engine_form=st.sampled_from(FORMS),
    storage=STORED,
    run_options_except_w0=run_options_except_w0(),
    w0=WEIGHTS,
)
def test_a_run_agrees_with_the_oracle_and_the_auditor(
    examples, x0, order, kind, engine_form, storage, run_options_except_w0, w0
):
    """Updates, visits, dot products and weights are the same in every engine, and the auditor
    accepts the record.
    """
    D = build_set(examples, x0, storage) if kind != "bias" else build_set(examples, 1, storage % 2)
    visits, run_options = strategy(order[0], **dict(order[1])), dict(run_options_except_w0)
    if w0 is not None and kind != "bias":
        run_options["w0"] = w0[: 1 + D.d]
    pairs = oracle.examples_of(D)
    run = {"pla": pla, "pocket": pocket, "bias": pla_with_bias}[kind]
    if kind == "bias":
        run_options.pop("eta", None)
        radius2 = max(oracle.dot(x, x) - 1 for x, _ in pairs)
        if radius2 == 0:
            return
        expected = oracle.expected_report(pairs, visits, bias_step=radius2, **run_options)
    else:
        expected = oracle.expected_report(pairs, visits, pocket=kind == "pocket", **run_options)
    with patch.object(engine, "MAX_DUAL", 0 if engine_form == "blocks" else D.N):
        engine_name = "plain" if engine_form == "plain" else "fast"
        result, report = oracle.run_and_report(run, D, visits, engine=engine_name, **run_options)
    assert report == tuple(expected)
    assert result.mistakes == len(oracle.mistakes(pairs, result.w, run_options["sign_of_zero"]))
    if kind != "bias":
        assert false_claims(audit_record(result)) == []


@given(examples=labelled_rows(most=14), x0=X0, storage=STORED, steps=st.none() | st.integers(0, 25))
def test_separability_answers_hold_by_definition(examples, x0, storage, steps):
    """The answer is a largest margin that meets its conditions, or a combination that is 0. After
    an interruption the bounds on rho^2 hold. The auditor computes both.
    """
    D = build_set(examples, x0, storage)
    complete, remaining = separability(D), iter(range(steps or 0))
    answer = complete if steps is None else separability(D, on_step=lambda *_: next(remaining))
    assert answer.verify()
    assert false_claims(audit_record(answer)) == []
    if not isinstance(answer, Undecided):
        assert answer.separable == complete.separable
        return
    assert (
        answer.rho2_at_least <= (complete.rho2 if complete.separable else 0) <= answer.rho2_at_most
    )
    assert complete.separable or answer.separable is None


@given(
    examples=labelled_rows(),
    x0=X0,
    storage=STORED,
    order=st.sampled_from(ORDERS),
    w0=WEIGHTS,
    w_f=WEIGHTS,
)
def test_proof_steps_hold_by_definition(examples, x0, storage, order, w0, w_f):
    """Each side of each step is right, on runs from 0 and from other weights, with any w_f."""
    D = build_set(examples, x0, storage)
    start = None if w0 is None else w0[: 1 + D.d]
    run = pla(D, strategy(order[0], **dict(order[1])), w0=start, max_updates=25)
    proof = Proof(run, None if w_f is None else w_f[: 1 + D.d])
    record = audit_record(proof)
    assert false_claims(record) == []
    failing = [step["label"] for step in record["steps"] if step["holds"] is False]
    assert failing == ([] if proof.separator.separates else ["L2.8"])


@given(examples=labelled_rows(most=6), x0=X0, storage=STORED, nodes=st.none() | st.integers(0, 9))
def test_no_tried_weights_beat_the_optimum(examples, x0, storage, nodes):
    """No weights of a run make fewer mistakes than the optimum. Its lower bound is reached, or
    holds if the search was stopped.
    """
    D = build_set(examples, x0, storage)
    best = fewest_mistakes(D)
    pairs = oracle.examples_of(D)
    remaining = iter(range(nodes or 0))
    early = best if nodes is None else fewest_mistakes(D, on_step=lambda *_: next(remaining))
    assert early.verify() and early.lower_bound <= best.mistakes <= early.mistakes
    assert best.mistakes == len(oracle.mistakes(pairs, best.w))
    assert best.mistakes == best.lower_bound
    assert (best.mistakes == 0) == separability(D).separable
    met = pocket(D, "random", max_updates=60)
    assert met.mistakes >= best.mistakes
