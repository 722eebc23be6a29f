"""Results are written as records, and a standalone auditor checks them without the package."""

import copy
import io
import json
import sys
from runpy import run_path

import pytest
from auditor import AUDITOR, false_claims
from hypothesis import given
from hypothesis import strategies as st
from oracle import ORDERS, rows_and_labels

from perceptron_ref import DataError, Dataset, example, pla, pocket, strategy
from perceptron_ref.examples import EXAMPLES
from perceptron_ref.theory.audit import audit_record
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Undecided, separability


def test_the_auditor_is_short_and_imports_the_standard_library_alone():
    """The auditor has at most 240 lines, and imports only modules of the standard library."""
    lines = AUDITOR.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 240
    imports = {line.split()[1] for line in lines if line.startswith(("import", "from"))}
    assert imports <= {
        "json",
        "sys",
        "collections",
        "fractions",
        "functools",
        "itertools",
        "math",
        "operator",
    }


@pytest.mark.parametrize("name", EXAMPLES)
def test_records_of_every_example_set_are_true(name):
    """The auditor accepts the record of the largest margin or of the certificate that no line
    separates, and the record of the proof on a run.
    """
    D = example(name)
    assert false_claims(audit_record(separability(D))) == []
    assert false_claims(audit_record(Proof(pla(D, "worst-margin", max_updates=40)))) == []


@pytest.mark.ci
@given(
    rows_and_labels(),
    st.sampled_from(ORDERS),
    st.sampled_from([-1, 0, 1]),
    st.fractions(min_value="1/3", max_value=3, max_denominator=3),
    st.fractions(min_value=-2, max_value=2, max_denominator=3),
)
def test_records_of_any_small_set_are_true(rows_labels, order, sign_of_zero, eta, w_0):
    """The auditor accepts the records of runs, of separability and of proofs, for drawn sets,
    orders, w_0, eta and sign(0).
    """
    D = Dataset(*rows_labels)
    name, strategy_options, _ = order
    options = {"w0": [w_0] * (1 + D.d), "eta": eta, "sign_of_zero": sign_of_zero, "max_updates": 25}
    run = pla(D, strategy(name, **strategy_options), **options)
    pocket_run = pocket(D, strategy(name, **strategy_options), target_mistakes=1, **options)
    for result in (run, pocket_run, separability(D), Proof(run)):
        assert false_claims(audit_record(result)) == []


@pytest.mark.parametrize("algorithm", [pla, pocket])
def test_the_record_of_a_run_with_right_in_a_row_is_true(algorithm):
    """The auditor accepts the record, whether the run has mistakes left or not."""
    for source, M in (("spam", "5N"), ("or", 1), ("xor", 2)):
        run = algorithm(example(source), "random", right_in_a_row=M, max_updates=30)
        record = audit_record(run)
        assert false_claims(record) == []
        if algorithm is pla and source != "xor":
            assert record["status"] == "right_in_a_row"


def test_an_interrupted_search_is_recorded():
    """The record of an interrupted search has its bounds, with a w_f or without one."""
    record = audit_record(Undecided(example("and"), 5, (-5, 3, 3), (1, 2, 3), (1, 2, 3)))
    assert {key: record[key] for key in record if key not in ("N", "x", "y")} == {
        "separable": True,
        "w_f": [-5, 3, 3],
        "R2": "3",
        "bound": "129",
        "stopped": "max_seconds",
        "steps": 5,
        "rho2_at_least": "1/43",
        "rho2_at_most": "5/36",
        "mixture": {"examples": [1, 2, 3], "coefficients": [1, 2, 3]},
    }
    record = audit_record(Undecided(example("xor"), 5, None, (0, 3, 1), (2, 3, 1)))
    assert [record[key] for key in ("separable", "w_f", "bound")] == [None, None, None]
    assert (record["rho2_at_least"], record["rho2_at_most"]) == ("0", "29/36")


def test_a_proof_is_recorded_with_its_run():
    """The record of a proof has the counts of the run, the bound, and the numbers from which the
    bound follows.
    """
    record = audit_record(Proof(pla(example("and")), [-3, 2, 2]))
    values = [record[key] for key in ("holds", "status", "updates", "w_f", "bound", "rho2", "R2")]
    assert values == [True, "converged", 18, ["-3", "2", "2"], "51", "1/17", "3"]


RUN = audit_record(pla(example("or"), w0=["1/2", 0, 1], eta="1/3"))
POCKET_RUN = audit_record(pocket(example("xor"), "random", max_updates=9))
STOPPED_RUN = audit_record(pla(example("xor"), max_updates=7))
MARGIN = audit_record(separability(example("and")))
NO_LINE = audit_record(separability(example("xor")))
PROOF = audit_record(Proof(pla(example("and"))))
PROOF_FROM_W0 = audit_record(Proof(pla(example("and"), w0=[1, 1, 1])))
UNDECIDED = audit_record(Undecided(example("xor"), 5, None, (0, 3, 1), (2, 3, 1)))
UNDECIDED_BUT_SEPARABLE = audit_record(
    Undecided(example("and"), 5, (-5, 3, 3), (1, 2, 3), (1, 2, 3))
)
UNPROVED = audit_record(Proof(pla(example("and")), [0, 1, 1]))


def forgeries_of(step):
    """Yield false versions of a step of a proof."""
    yield "label", "L2.6"
    if step["holds"] is None:  # which claims nothing
        yield "holds", True
    else:
        yield "holds", not step["holds"]
        yield "holds", None
        yield "checked", step["checked"] + 1
    for side in ("t", "left", "right") if step["tightest"] else ():
        yield f"tightest.{side}", "1234.5"


FORGED = [
    (
        RUN,
        [
            ("N", 5),
            ("x.1.0", "2"),
            ("x.0.1", "0.5"),
            ("x.2", ["1"]),
            *(("y.0", y) for y in (1, 0)),
            ("y", [-1, 1, 1]),
            ("w0.0", "0.25"),
            *(("eta", eta) for eta in ("0.5", "-1/3")),
            *(("n.0", n) for n in (1, -4)),
            ("n.-1", 4),
            *(("n", n) for n in ([], None)),
            *(("status", status) for status in ("max_updates", "target_mistakes", "done")),
            ("updates", 10),
            ("mistakes", 1),
            ("w.0", "-0.5"),
            *(("w.2", w_2) for w_2 in ("nan", None)),
        ],
    ),
    (
        POCKET_RUN,
        [
            ("in_pocket", POCKET_RUN["in_pocket"] + 1),
            ("w_last.1", "7"),
            ("mistakes_last", POCKET_RUN["mistakes_last"] - 1),
            ("mistakes", POCKET_RUN["mistakes"] - 1),
            ("w.0", "0.5"),
            ("status", "converged"),
        ],
    ),
    (STOPPED_RUN, [("status", "converged"), ("mistakes", 0), ("sign_of_zero", -1)]),
    (
        MARGIN,
        [
            *(("separable", separable) for separable in (False, 0, None)),
            ("w_f.0", -2),
            ("w_f", [-6, 4, 4]),
            ("rho2", "1/16"),
            ("R2", "2"),
            ("bound", "50"),
            *(("support", support) for support in ([1, 2], [1, 1, 3])),
            *(("support.0", n) for n in (0, -3)),
            *(("coefficients.0", c) for c in ("-2", "0", "2.5")),
            ("y.3", -1),
        ],
    ),
    (
        NO_LINE,
        [
            ("separable", True),
            ("certificate.examples.0", 1),
            ("certificate.examples", []),
            ("certificate.coefficients.0", 2),
            *(("certificate.coefficients", [c] * 4) for c in (0, -1)),
            ("certificate", {}),
            ("y.0", 1),
        ],
    ),
    *(
        (
            record,
            [
                *((key, "0.001") for key in ("rho2_at_least", "rho2_at_most")),
                *(("mixture.coefficients.0", a) for a in (0, 7)),
                ("mixture.examples.0", 77777),
                ("separable", False),
                *((key, "1") for key in ("R2", "bound")),
            ],
        )
        for record in (UNDECIDED, UNDECIDED_BUT_SEPARABLE)
    ),
    (UNDECIDED, [("separable", True)]),
    (UNDECIDED_BUT_SEPARABLE, [("separable", None), ("w_f", [1, 0, 0])]),
    (PROOF, [("holds", False), ("w_f", [-1, 1, 1]), ("rho2", "1"), ("R2", "4"), ("bound", "17")]),
    *(
        (proof, [(f"steps.{k}.{key}", forged) for key, forged in forgeries_of(step)])
        for proof in (PROOF, PROOF_FROM_W0, UNPROVED)
        for k, step in enumerate(proof["steps"])
    ),
    (PROOF, [("steps", [])]),
    (PROOF_FROM_W0, [("steps.5.holds", True)]),
    (UNPROVED, [("holds", True)]),
]


@pytest.mark.parametrize(
    "record",
    [
        RUN,
        POCKET_RUN,
        STOPPED_RUN,
        MARGIN,
        NO_LINE,
        UNDECIDED,
        UNDECIDED_BUT_SEPARABLE,
        PROOF,
        PROOF_FROM_W0,
        UNPROVED,
    ],
)
def test_the_records_before_forging_are_true(record):
    """The auditor accepts each record before it is forged. Otherwise a rejected forgery would prove
    nothing.
    """
    assert false_claims(record) == []


@pytest.mark.ci
@pytest.mark.parametrize(
    ("record", "key_path", "forged"),
    [(record, key_path, value) for record, forgeries in FORGED for key_path, value in forgeries],
)
def test_a_record_with_one_forged_field_is_rejected(record, key_path, forged):
    """The auditor rejects a record in which a single field is changed."""
    record = part = copy.deepcopy(record)
    keys = [int(key) if key.lstrip("-").isdigit() else key for key in key_path.split(".")]
    for key in keys[:-1]:
        part = part[key]
    assert part[keys[-1]] != forged
    part[keys[-1]] = forged
    assert false_claims(record) != []


def without(record, *keys):
    """Return the record without these keys."""
    return {key: value for key, value in record.items() if key not in keys}


FAILED_STEP = UNPROVED["steps"][2]  # L2.8


@pytest.mark.parametrize(
    "record",
    [
        {**STOPPED_RUN, "status": "proved to be the best"},
        {**STOPPED_RUN, "sign_of_zero": 5},
        {**audit_record(pla(example("xor"), max_updates=1)), "eta": "0", "w": ["0"] * 3},
        {**RUN, "x": [*RUN["x"], ["1", "7", "7"]]},
        {**RUN, "separable": False},
        {**RUN, "holds": True, "steps": []},
        {**RUN, "rho2": "1/2"},
        {**RUN, "certificate": NO_LINE["certificate"]},
        {**MARGIN, "certificate": {"examples": [1, 2, 3], "coefficients": MARGIN["coefficients"]}},
        {**MARGIN, "support": [0], "examples": MARGIN["support"]},
        {**without(UNDECIDED, "w_f", "R2", "bound"), "rho2_at_least": "0.001"},
        {**PROOF, "steps": [{**PROOF["steps"][-1], "checked": 1}, *PROOF["steps"]]},
        {**PROOF, "steps": [*PROOF["steps"], {**PROOF["steps"][-1], "label": "L9.9"}]},
        {
            **UNPROVED,
            "holds": True,
            "steps": [
                {**step, "holds": None, "checked": 0, "tightest": None}
                if step is FAILED_STEP
                else step
                for step in UNPROVED["steps"]
            ],
        },
        {
            **PROOF,
            "steps": [
                {**step, "tightest": dict(zip(["t", "right", "left"], step["tightest"].values()))}
                for step in PROOF["steps"]
            ],
        },
    ],
)
def test_a_record_with_forged_claims_is_rejected(record):
    """The auditor rejects a record if claims are added, removed, repeated or reworded."""
    assert false_claims(record) != []


def test_a_nonzero_combination_is_not_a_certificate():
    """A certificate is rejected if its examples do not cancel out, although the record states the
    bound on rho^2 that they give.
    """
    record = {"N": 1, "x": [["1"]], "y": [1], "separable": False, "rho2_at_most": "1"}
    claims = false_claims({**record, "certificate": {"examples": [0], "coefficients": [1]}})
    assert [label for label, _ in claims] == ["L2.11"]


def run_auditor(text, monkeypatch, capsys):
    """Run the auditor as a program on the text of a record; return its exit status and output.

    The auditor raises the limit on the digits of ints; afterwards it is restored.
    """
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    max_digits = getattr(sys, "get_int_max_str_digits", int)()
    try:
        with pytest.raises(SystemExit) as ending:
            run_path(str(AUDITOR), run_name="__main__")
    finally:
        getattr(sys, "set_int_max_str_digits", int)(max_digits)
    return ending.value.code, capsys.readouterr().out


def test_the_auditor_prints_a_line_for_each_check(monkeypatch, capsys):
    """The line of a false claim states the first difference. The exit status is 0 if all claims are
    true, else 1.
    """
    assert run_auditor(json.dumps(NO_LINE), monkeypatch, capsys) == (
        0,
        "true  L2.1   N, and no n has a wrong x_0 or y_n\n"
        "true  L2.13  no n twice, all c_n > 0\n"
        "true  L2.11  rho^2 <= |sum_n c_n y_n x_n|^2 / (sum_n c_n)^2\n"
        "true  L2.8   whether a line separates\n",
    )
    status, out = run_auditor(json.dumps({**RUN, "mistakes": 3}), monkeypatch, capsys)
    assert status == 1
    assert "FALSE L2.14  mistakes of the weights found: found 3, true is 0\n" in out


@pytest.mark.parametrize("text", ["", "{}", "[]", "3", '{"x": []}', json.dumps({**RUN, "x": 3})])
def test_an_invalid_record_is_rejected(text, monkeypatch, capsys):
    """The auditor says that it cannot audit the text."""
    status, _ = run_auditor(text, monkeypatch, capsys)
    assert status.startswith("FALSE  this cannot be audited: ")


def test_numbers_of_any_length_are_read(monkeypatch, capsys):
    """The auditor reads ints longer than Python's default limit."""
    D = Dataset([[10**5000]], [+1])
    assert run_auditor(json.dumps(audit_record(pla(D))), monkeypatch, capsys)[0] == 0


def test_rows_of_many_features_are_objects_of_nonzeros():
    """With more than 1,000 features, JSON has only the nonzeros of a row, by index."""
    D = Dataset([[0] * 1000 + ["1/3"], [2] + [0] * 1000], [-1, +1])
    record = audit_record(Proof(pla(D)))
    assert record["x"] == [{"0": "1", "1001": "1/3"}, {"0": "1", "1": "2"}]
    assert false_claims(record) == false_claims(audit_record(separability(D))) == []


@pytest.mark.parametrize("result", [None, pla_with_bias(example("or"))])
def test_other_results_have_no_record(result):
    """A DataError names the results that have records."""
    with pytest.raises(DataError, match="expected a run of pla or pocket"):
        audit_record(result)
