"""`optimum`, `separable` and `selftest`: JSON, time limits and Ctrl-C."""

from __future__ import annotations

import json

import pytest
from report_tables import facts

from perceptron_ref import Hypothesis, example
from perceptron_ref.cli.commands import selftest
from perceptron_ref.cli.progress import Progress
from perceptron_ref.testing.golden import expected_fingerprint, golden_runs

HARD = "example:noisy:N=80,d=4,seed=1,flips=25"


def test_optimum_as_json(command):
    """The record has the number of mistakes, its lower bound, whether they are equal, and exact
    weights that make that many mistakes.
    """
    record = json.loads(command("optimum", "example:iris-versicolor-virginica", "--json")[1])
    assert (record["mistakes"], record["lower_bound"], record["proved"]) == (1, 1, True)
    assert Hypothesis(record["w"]).mistakes(example("iris-versicolor-virginica")) == 1
    assert len(record["mistaken"]) == 1
    exit_status, out, _ = command("optimum", HARD, "--max-seconds", 0, "--json")
    record = json.loads(out)
    assert (exit_status, record["proved"], record["status"]) == (0, False, "max_seconds")
    assert record["lower_bound"] < record["mistakes"]


def test_optimum_reports_its_result_so_far_after_ctrl_c(command, monkeypatch):
    """The exit status is 130, and the report has the status interrupted."""

    def begin(progress, stage):
        if "mistake" in stage:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "begin_stage", begin)
    exit_status, out, _ = command("optimum", "example:xor")
    assert (exit_status, facts(out)["status"]) == (130, "interrupted")


AND = {
    **{"separable": True, "w_f": [-3, 2, 2], "rho2": "1/17", "R2": "3", "bound": "51"},
    **{"support": [1, 2, 3], "coefficients": ["5", "5", "7"], "verified": True},
}
CERTIFICATE = {"examples": [0, 1, 2, 3], "coefficients": [1, 1, 1, 1]}
XOR = {"separable": False, "certificate": CERTIFICATE, "verified": True}
UNDECIDED = {
    **{"separable": None, "stopped": "max_seconds", "steps": 1, "w_f": None, "bound": None},
    **{"rho2_at_least": "0", "rho2_at_most": "1", "R2": "3", "verified": True},
    "mixture": {"examples": [0], "coefficients": [1]},
}


@pytest.mark.parametrize(
    ("arguments", "expected_status", "expected"),
    [("and", 0, AND), ("xor", 1, XOR), ("and --max-seconds 0", 3, UNDECIDED)],
)
def test_separable_as_json(command, arguments, expected_status, expected):
    """Each of the three answers has exact numbers and the result of `verify`."""
    exit_status, out, _ = command("separable", *f"example:{arguments}".split(), "--json")
    record = json.loads(out)
    assert (exit_status, record.pop("data")["N"], record) == (expected_status, 4, expected)


@pytest.mark.parametrize(
    ("command_line", "expected_status", "keys"),
    [
        ("separable example:and", 0, {"separable", "coefficients", "verified"}),
        ("separable example:xor", 1, {"separable", "certificate", "verified"}),
        ("prove example:xor", 1, {"separable", "certificate", "verified"}),
        ("prove example:and", 0, {"n", "w_f", "steps", "strategy"}),
        ("fit example:and", 0, {"n", "w0", "strategy", "visits", "threshold"}),
        ("fit example:and --pocket", 0, {"n", "in_pocket", "w_last", "dot_products"}),
    ],
)
def test_audit_prints_the_record_with_its_examples(command_line, expected_status, keys, command):
    """--audit prints the record of --json, and the examples that are needed to check it."""
    exit_status, out, _ = command(*command_line.split(), "--audit")
    record = json.loads(out)
    assert (exit_status, {*keys, "x", "y"} - set(record)) == (expected_status, set())
    assert (record["N"], record["y"][3]) == (4, -1 if "xor" in command_line else 1)
    plain = json.loads(command(*command_line.split(), "--json")[1])
    assert {key: record[key] for key in plain} == plain


def golden_runs_with(updates):
    """Return the golden runs, with the expected number of updates replaced for each index in
    `updates`. If any is replaced, omit the runs after the last replaced one.
    """
    golden = golden_runs()
    for k, number in updates.items():
        golden[k] = golden[k]._replace(updates=number)
    return golden[: max(updates) + 1] if updates else golden


SELFTESTS = [  # wrong expected updates, the expected fingerprint, status, and lines of the report
    (
        {},
        expected_fingerprint(),
        0,
        {
            "recorded runs": str(len(golden_runs())),
            "recorded proofs": str(len(selftest.golden_questions())),
        },
    ),
    ({}, "0" * 16, 1, {}),
    (
        {1: "5", 2: "6"},
        expected_fingerprint(),
        1,
        {"first difference": "run 'and-restart': updates: found 18; expected 5"},
    ),
]


@pytest.mark.ci
@pytest.mark.parametrize(("wrong_updates", "expected", "expected_status", "message"), SELFTESTS)
def test_selftest_reports_the_first_difference(
    command, monkeypatch, wrong_updates, expected, expected_status, message
):
    """`selftest` reports only the first of several differences. Without one it prints the
    fingerprint above the expected one.
    """
    monkeypatch.setattr(selftest, "golden_runs", lambda: golden_runs_with(wrong_updates))
    monkeypatch.setattr(selftest, "expected_fingerprint", lambda: expected)
    exit_status, out, err = command("selftest")
    expected_lines = facts(out)
    assert (exit_status, err, {key: expected_lines[key] for key in message}) == (
        expected_status,
        "",
        message,
    )
    assert ("first difference" in expected_lines) == bool(wrong_updates)
    last = f"\nfingerprint {expected_fingerprint()}\nexpected    {expected}\n"
    assert wrong_updates or out.endswith(last)
