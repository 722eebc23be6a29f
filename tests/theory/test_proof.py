"""A run and w_f in the lecture's notation: `Proof` and `Separator` agree with the definitions."""

from __future__ import annotations

from fractions import Fraction

import oracle
import pytest

from perceptron_ref import DataError, Dataset, example, pla
from perceptron_ref.exact.sparse import SparseVector
from perceptron_ref.theory.audit import audit_record
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.derivation import derive
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Separator, separability

AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])
NOT_THREE_WEIGHTS = [], [1, 2], [1, 2, 3, 4]
DECIMALS = Dataset([["0.5", 1], [2, "1/3"], [-1, "0.25"], ["-0.75", -2]], [+1, +1, -1, -1])


@pytest.mark.parametrize(
    ("w_f", "message"),
    [
        *(
            (
                w_f,
                f"w_f: found {len(w_f)} numbers; expected 3 numbers: w_0 and the 2 weights of the",
            )
            for w_f in NOT_THREE_WEIGHTS
        ),
        ([1, "two", 3], "w_f, entry 1: found 'two'; expected a number"),
    ],
)
def test_invalid_weights_are_refused(w_f, message):
    """There must be 1 + d numbers; the error names the wrong entry."""
    with pytest.raises(DataError, match=f"^{message}"):
        Separator(AND, w_f)


@pytest.mark.parametrize(
    "data", [AND, DECIMALS, example("credit")], ids=["and", "decimals", "credit"]
)
@pytest.mark.parametrize("options", [{}, {"w0": 1, "eta": "3/4"}], ids=["from 0", "from w0"])
def test_each_letter_times_its_unit_is_the_lectures_number(data, options):
    """xs, w_t, w_f, eta, R^2, rho^2 and the least margin are right for any start and eta."""
    w0 = [Fraction(i, 3) for i in range(1 + data.d)] if options else None
    run = pla(data, **{**options, "w0": w0})
    w_f = [Fraction(w_i, 7) for w_i in separability(data).w_f]
    proof = Proof(run, w_f)
    unit, R2 = proof.units, max(oracle.dot(x, x) for x in data.xs)
    margins = [y * oracle.dot(w_f, x) for x, y in zip(data.xs, data.ys)]
    times = lambda unit, v: tuple(unit * v_i for v_i in v)  # noqa: E731
    assert [times(unit["x"], x) for x in proof.xs] == list(data.xs)
    assert list(times(unit["w_f"], proof.w_f)) == w_f
    assert times(unit["w"], proof.weights[0]) == run.w0
    assert [times(unit["w"], w) for w in proof.weights[1:]] == [w for *_, w in run.replay()]
    assert proof.eta * unit["w"] == run.eta * unit["x"]
    assert proof.R2 * unit["x"] ** 2 == R2
    assert proof.least * unit["w_f"] * unit["x"] == min(margins)
    assert proof.rho2 * unit["x"] ** 2 == min(margins) ** 2 / oracle.dot(w_f, w_f)
    assert {type(v) for v in (proof.eta, proof.R2, proof.least, *proof.w_f)} == {int}
    assert {type(w_i) for w in proof.weights for w_i in w} == {int}


def test_a_proof_may_have_zero_weights_or_no_updates():
    """w_f = 0 has no length to divide by, and does not separate. A run without updates has w_0
    alone.
    """
    proof = Proof(pla(AND), [0, 0, 0])
    assert (proof.rho2, proof.least, proof.separator.separates) == (0, 0, False)
    proof = Proof(pla(Dataset([[1], [2]], [-1, -1]), w0=["-1/2", 0]))
    assert (proof.T, proof.updates, proof.weights) == (0, [], [(-1, 0)])


def test_by_default_w_f_has_the_largest_margin():
    """For AND w_f is (-3, 2, 2). If no line separates, all of its entries are 0."""
    assert Proof(pla(AND)).w_f == (-3, 2, 2)
    nothing = Proof(pla(example("xor"), max_updates=3))
    assert (nothing.w_f, nothing.separator.separates) == ((0, 0, 0), False)


def wide_set(d):
    """Return four examples with d features, of which all but the first, tenth and last are 0."""
    rows = [(1, {1: 2, d: 1}), (-1, {1: -1}), (-1, {10: 3, d: -2}), (+1, {1: 1, d: 5})]
    xs = tuple([SparseVector((0, *x), (1, *x.values())) for _, x in rows])
    return Dataset._from_scaled(xs, tuple([y for y, _ in rows]), 1, None, ("-1", "+1"), d)


@pytest.mark.parametrize("w0", [None, [1, *[0] * 4, "1/2", *[0] * 15]])
@pytest.mark.parametrize("run", [pla, pla_with_bias])
def test_features_that_are_0_everywhere_are_left_out_of_a_proof(run, w0):
    """The verdicts of a sparse set are those of the dense one, although its vectors are shorter.
    Features in which w_0 is not 0 stay.
    """
    sparse = wide_set(20)
    dense = Dataset([x[1:] for x in sparse.scaled_xs], sparse.ys)
    options = {} if w0 is None or run is pla_with_bias else {"w0": w0}
    proof, dense_proof = Proof(run(sparse, **options)), Proof(run(dense, **options))
    assert proof.indices == (0, 1, *[5] * bool(options), 10, 20)
    assert dense_proof.indices == tuple(range(21))
    for short, long in zip([proof.w_f, *proof.weights], [dense_proof.w_f, *dense_proof.weights]):
        assert SparseVector(proof.indices, short).to_dense(21) == long
    assert list(map(repr, derive(proof))) == list(map(repr, derive(dense_proof)))
    assert all(verdict.holds is not False for verdict in derive(proof))


@pytest.mark.ci
def test_a_proof_with_many_features_stores_no_zeros():
    """The proof, the separator and the record have only nonzeros; dense rows would have 400,000
    numbers.
    """
    data = wide_set(100_000)
    proof = Proof(pla(data))
    assert [len(w) for w in proof.weights] == [4] * (1 + proof.T)
    assert all(verdict.holds for verdict in derive(proof))

    def stop(steps, support):
        raise StopIteration

    assert separability(data, on_step=stop).verify()
    record = audit_record(separability(data))
    assert record["x"][0] == {"0": "1", "1": "2", "100000": "1"}
    assert "scaled_xs" not in vars(data)
