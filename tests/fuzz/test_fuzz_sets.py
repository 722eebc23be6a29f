"""Sets of examples: answers by their definitions, and runs of every order, form and limit against
the oracle.
"""

from __future__ import annotations

from fractions import Fraction
from unittest.mock import patch

import oracle
import pytest
from auditor import false
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import Dataset, engine, pla, pocket, strategy
from perceptron_ref.theory.audit import audit_record
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Undecided, separability

pytestmark = pytest.mark.ci

X0, HELD = oracle.x0s(), st.integers(0, 3)
FORMS = ["plain", "dual", "blocks"]  # of margins: by definition, and the engine's two
ORDERS = [(name, tuple(sorted(options.items()))) for name, options, _ in oracle.ORDERS]
ZERO = st.sampled_from([0, -1, 1])


@st.composite
def sets(draw, most=9):
    """Return (rows, labels) of any kind: small and huge numbers, duplicates, zeros, few examples or
    about a block of them; separable or nearly so, or labelled at random.
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


def options():
    """Options of a run, but for w_0: limits of all sizes."""
    others = {"sign_of_zero": ZERO, "eta": st.just(1) | st.fractions("1/9", 9, max_denominator=9)}
    return st.tuples(oracle.limits(), st.fixed_dictionaries(others)).map(
        lambda both: {**both[0], **both[1]}
    )


WEIGHTS = st.none() | st.lists(
    st.fractions(-9, 9, max_denominator=6) | st.sampled_from([0, 10**25]), min_size=5, max_size=5
)


def made(examples, x0, held):
    """Return the set of these rows and labels, dense or sparse, normalized or not."""
    forms = oracle.forms(Dataset(*examples, x0=x0))
    return forms[held % len(forms)]


@given(
    examples=sets(),
    x0=X0,
    order=st.sampled_from(ORDERS),
    kind=st.sampled_from(["pla", "pocket", "bias"]),
    form=st.sampled_from(FORMS),
    held=HELD,
    options=options(),
    w0=WEIGHTS,
)
def test_runs_as_the_oracle(examples, x0, order, kind, form, held, options, w0):
    """The same updates, visits, dot products and weights, in any form, and the auditor agrees."""
    D = made(examples, x0, held) if kind != "bias" else made(examples, 1, held % 2)
    visits, how = strategy(order[0], **dict(order[1])), dict(options)
    if w0 is not None and kind != "bias":
        how["w0"] = w0[: 1 + D.d]
    pairs = oracle.examples_of(D)
    run = {"pla": pla, "pocket": pocket, "bias": pla_with_bias}[kind]
    if kind == "bias":
        how.pop("eta", None)
        radius2 = max(oracle.dot(x, x) - 1 for x, _ in pairs)
        if radius2 == 0:
            return
        expected = oracle.expected_report(pairs, visits, bias_step=radius2, **how)
    else:
        expected = oracle.expected_report(pairs, visits, pocket=kind == "pocket", **how)
    with patch.object(engine, "MAX_DUAL", 0 if form == "blocks" else D.N):
        chosen = "plain" if form == "plain" else "fast"
        found, told = oracle.run_and_report(run, D, visits, engine=chosen, **how)
    assert told == tuple(expected)
    assert found.mistakes == len(oracle.mistakes(pairs, found.w, how["sign_of_zero"]))
    if kind != "bias":
        assert false(audit_record(found)) == []


@given(examples=sets(most=14), x0=X0, held=HELD, steps=st.none() | st.integers(0, 25))
def test_certificates_by_definition(examples, x0, held, steps):
    """The largest margin by its conditions, or a mixture that is 0; what is known of rho^2 when the
    search is stopped is true. The auditor computes both.
    """
    D = made(examples, x0, held)
    whole, left = separability(D), iter(range(steps or 0))
    found = whole if steps is None else separability(D, on_step=lambda *_: next(left))
    assert found.verify()
    assert false(audit_record(found)) == []
    if not isinstance(found, Undecided):
        assert found.separable == whole.separable
        return
    assert found.rho2_at_least <= (whole.rho2 if whole.separable else 0) <= found.rho2_at_most
    assert whole.separable or found.separable is None


@given(examples=sets(), x0=X0, held=HELD, order=st.sampled_from(ORDERS), w0=WEIGHTS, w_f=WEIGHTS)
def test_proofs_by_definition(examples, x0, held, order, w0, w_f):
    """Every side of every step, on runs from 0 and from elsewhere, with any w_f."""
    D = made(examples, x0, held)
    start = None if w0 is None else w0[: 1 + D.d]
    run = pla(D, strategy(order[0], **dict(order[1])), w0=start, max_updates=25)
    proof = Proof(run, None if w_f is None else w_f[: 1 + D.d])
    record = audit_record(proof)
    assert false(record) == []
    failing = [step["label"] for step in record["steps"] if step["holds"] is False]
    assert failing == ([] if proof.separator.separates else ["L2.8"])


@given(examples=sets(most=6), x0=X0, held=HELD, nodes=st.none() | st.integers(0, 9))
def test_optima_by_trying(examples, x0, held, nodes):
    """No kept weights are better than the optimum, and its bound is met, or true when stopped."""
    D = made(examples, x0, held)
    best = fewest_mistakes(D)
    pairs = oracle.examples_of(D)
    left = iter(range(nodes or 0))
    early = best if nodes is None else fewest_mistakes(D, on_step=lambda *_: next(left))
    assert early.verify() and early.lower_bound <= best.mistakes <= early.mistakes
    assert best.mistakes == len(oracle.mistakes(pairs, best.w))
    assert best.mistakes == best.lower_bound
    assert (best.mistakes == 0) == separability(D).separable
    met = pocket(D, "random", max_updates=60)
    assert met.mistakes >= best.mistakes
