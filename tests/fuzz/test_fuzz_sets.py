"""Answers on sets of examples agree with their definitions, and runs agree with the oracle.

The sets, strategies, engines and limits are of all kinds.
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
from perceptron_ref.engine import dual, primal
from perceptron_ref.theory.audit import audit_record
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Undecided, separability

pytestmark = pytest.mark.ci

X0S = oracle.x0s()
# which of the forms of a set that oracle.forms returns: dense, sparse, or one of these normalized
SET_FORM_NUMBERS = st.integers(0, 3)
# how margins are computed: by their definition, in the engine's dual form, or in its primal form
MARGIN_METHODS = ["plain", "dual", "primal"]
BLOCK_SIZE = 64
STRATEGY_TEXTS = st.sampled_from(oracle.TEXTS)
SIGNS_OF_ZERO = st.sampled_from([0, -1, 1])


@pytest.fixture(scope="module", autouse=True)
def small_blocks():
    """Make the engine's blocks small.

    The oracle is slow on sets that fill two blocks of the usual size.
    """
    with patch.object(dual, "DUAL_BLOCK", BLOCK_SIZE):
        with patch.object(primal, "PRIMAL_BLOCK", BLOCK_SIZE):
            yield


@st.composite
def labelled_rows(draw, max_N=9):
    """Draw (rows, labels) of many kinds.

    The numbers are small or huge; there may be duplicates and zeros. The labels are those of a
    line, all or all but at most two, or they are random. With x_0 = 0 it may be that no line
    separates even the former, because their line need not pass through the origin. The set has at
    most `max_N` examples, or about as many as one or two blocks of the engine hold.
    """
    d, N = draw(st.integers(1, 4)), draw(st.integers(1, max_N))
    max_abs = draw(st.sampled_from([1, 3, 10**6, 10**30]))
    number = st.integers(-max_abs, max_abs)
    if draw(st.booleans()):
        number = st.builds(Fraction, number, st.sampled_from([1, 2, 3, 7, 10**9]))
    row = st.tuples(*[number] * d)
    if draw(st.integers(0, 9)) == 9:  # about one block or two, with few different rows
        distinct_rows = draw(st.lists(row, min_size=1, max_size=4))
        row_count = draw(st.sampled_from([1, 2])) * BLOCK_SIZE + draw(st.integers(-1, 1))
        rows = [distinct_rows[i % len(distinct_rows)] for i in range(row_count)]
    else:
        rows = draw(st.lists(row, min_size=N, max_size=N))
    if draw(st.booleans()):
        w = draw(st.lists(st.integers(-max_abs, max_abs), min_size=1 + d, max_size=1 + d))
        labels = [oracle.sign(oracle.dot(w, [1, *row]), 1) for row in rows]
        for n in draw(st.lists(st.integers(0, len(rows) - 1), max_size=2)):
            labels[n] = -labels[n]
    else:
        labels = draw(st.lists(st.sampled_from([-1, 1]), min_size=len(rows), max_size=len(rows)))
    return tuple(rows), tuple(labels)


def run_options():
    """Return a hypothesis strategy for the options of a run, with small limits.

    It does not draw w_0, whose length depends on the set.
    """
    other_options = {
        "sign_of_zero": SIGNS_OF_ZERO,
        "eta": st.just(1) | st.fractions("1/9", 9, max_denominator=9),
    }
    return st.tuples(oracle.limits(), st.fixed_dictionaries(other_options)).map(
        lambda pair: {**pair[0], **pair[1]}
    )


# None, or five weights; d is at most 4, and a test takes the first 1 + d of them
WEIGHTS = st.none() | st.lists(
    st.fractions(-9, 9, max_denominator=6) | st.sampled_from([0, 10**25]), min_size=5, max_size=5
)


def build_set(examples, x0, form_number):
    """Return the set of these rows and labels, dense or sparse, normalized or not.

    A set with an x_n of 0 cannot be normalized, so it has only two forms.
    """
    forms = oracle.forms(Dataset(*examples, x0=x0))
    return forms[form_number % len(forms)]


@given(
    examples=labelled_rows(),
    x0=X0S,
    strategy_text=STRATEGY_TEXTS,
    algorithm_name=st.sampled_from(["pla", "pocket", "bias"]),
    margin_method=st.sampled_from(MARGIN_METHODS),
    form_number=SET_FORM_NUMBERS,
    options=run_options(),
    w0=WEIGHTS,
)
def test_a_run_agrees_with_the_oracle_and_the_auditor(
    examples,
    x0,
    strategy_text,
    algorithm_name,
    margin_method,
    form_number,
    options,
    w0,
):
    """Updates, visits, dot products and weights are those of the oracle, in each engine.

    The auditor accepts the record of the run. A run with a bias step has no record.
    """
    with_bias = algorithm_name == "bias"
    if with_bias:  # the variant needs x_0 = 1 and a set that is not normalized
        x0, form_number = 1, form_number % 2
    D = build_set(examples, x0, form_number)
    visiting_strategy, all_options = strategy(strategy_text), dict(options)
    if w0 is not None and not with_bias:
        all_options["w0"] = w0[: 1 + D.d]
    pairs = oracle.examples_of(D)
    algorithm = {"pla": pla, "pocket": pocket, "bias": pla_with_bias}[algorithm_name]
    if with_bias:
        all_options.pop("eta", None)
        max_squared_norm = max(oracle.dot(x, x) - 1 for x, _ in pairs)
        if max_squared_norm == 0:
            return
        expected = oracle.expected_report(
            pairs, visiting_strategy, bias_step=max_squared_norm, **all_options
        )
    else:
        with_pocket = algorithm_name == "pocket"
        expected = oracle.expected_report(
            pairs, visiting_strategy, pocket=with_pocket, **all_options
        )
    with patch.object(engine, "MAX_DUAL", 0 if margin_method == "primal" else D.N):
        all_options["engine"] = "plain" if margin_method == "plain" else "fast"
        result, report = oracle.run_and_report(algorithm, D, visiting_strategy, **all_options)
    assert report == tuple(expected)
    assert result.mistakes == len(oracle.mistakes(pairs, result.w, all_options["sign_of_zero"]))
    if not with_bias:
        assert false_claims(audit_record(result)) == []


@given(
    examples=labelled_rows(max_N=14),
    x0=X0S,
    form_number=SET_FORM_NUMBERS,
    steps=st.none() | st.integers(0, 25),
)
def test_separability_answers_hold_by_definition(examples, x0, form_number, steps):
    """The answer proves the largest margin, or is a convex combination of the y_n x_n that is 0.

    The answer of a stopped search has bounds on rho^2. The auditor checks each from its definition.
    """
    D = build_set(examples, x0, form_number)
    complete, remaining_steps = separability(D), iter(range(steps or 0))
    # after `steps` calls, `next` raises StopIteration, which stops the search
    answer = (
        complete if steps is None else separability(D, on_step=lambda *_: next(remaining_steps))
    )
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
    x0=X0S,
    form_number=SET_FORM_NUMBERS,
    strategy_text=STRATEGY_TEXTS,
    w0=WEIGHTS,
    w_f=WEIGHTS,
)
def test_proof_steps_hold_by_definition(examples, x0, form_number, strategy_text, w0, w_f):
    """Each side of each step is right, on runs from 0 and from other weights, with any w_f.

    Every step holds, except L2.8 if w_f does not separate the set.
    """
    D = build_set(examples, x0, form_number)
    first_weights = None if w0 is None else w0[: 1 + D.d]
    run = pla(D, strategy_text, w0=first_weights, max_updates=25)
    proof = Proof(run, None if w_f is None else w_f[: 1 + D.d])
    record = audit_record(proof)
    assert false_claims(record) == []
    failing = [step["label"] for step in record["steps"] if step["holds"] is False]
    assert failing == ([] if proof.separator.separates else ["L2.8"])


@given(
    examples=labelled_rows(max_N=6),
    x0=X0S,
    form_number=SET_FORM_NUMBERS,
    steps=st.none() | st.integers(0, 9),
)
def test_no_tried_weights_beat_the_optimum(examples, x0, form_number, steps):
    """No weights of a run make fewer mistakes than the optimum.

    The lower bound equals the optimum after a complete search, and never exceeds it if the search
    was stopped.
    """
    D = build_set(examples, x0, form_number)
    optimum = fewest_mistakes(D)
    pairs = oracle.examples_of(D)
    remaining_steps = iter(range(steps or 0))
    # after `steps` calls, `next` raises StopIteration, which stops the search
    stopped = (
        optimum if steps is None else fewest_mistakes(D, on_step=lambda *_: next(remaining_steps))
    )
    assert stopped.verify() and stopped.lower_bound <= optimum.mistakes <= stopped.mistakes
    assert optimum.mistakes == len(oracle.mistakes(pairs, optimum.w))
    assert optimum.mistakes == optimum.lower_bound
    assert (optimum.mistakes == 0) == separability(D).separable
    pocket_run = pocket(D, "random", max_updates=60)
    assert pocket_run.mistakes >= optimum.mistakes
