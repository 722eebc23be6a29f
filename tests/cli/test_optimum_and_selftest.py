"""`optimum`, `separable` and `selftest`: their JSON, their time limits, and Ctrl-C."""

from __future__ import annotations

import json

import pytest
from report_tables import facts

from perceptron_ref import Hypothesis, example
from perceptron_ref.cli.commands import selftest
from perceptron_ref.cli.progress import Progress
from perceptron_ref.testing.golden import expected_fingerprint, golden_runs

HARD_SET = "example:noisy:N=80,d=4,seed=1,flips=25"


def test_optimum_as_json(command):
    """The record shows the number of mistakes, a lower bound, whether they are proved equal, and
    exact weights that make so many mistakes.
    """
    record = json.loads(command("optimum", "example:iris-versicolor-virginica", "--json")[1])
    assert (record["mistakes"], record["lower_bound"], record["proved"]) == (1, 1, True)
    assert Hypothesis(record["w"]).mistakes(example("iris-versicolor-virginica")) == 1
    assert len(record["mistaken"]) == 1
    exit_status, out, _ = command("optimum", HARD_SET, "--max-seconds", 0, "--json")
    record = json.loads(out)
    assert (exit_status, record["proved"], record["status"]) == (0, False, "max_seconds")
    assert record["lower_bound"] < record["mistakes"]


def test_optimum_reports_its_result_so_far_after_ctrl_c(command, monkeypatch):
    """The exit status is 130, and the status in the report is "interrupted"."""

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
    ("command_line", "expected_status", "expected_record"),
    [
        ("example:and", 0, AND),
        ("example:xor", 1, XOR),
        ("example:and --max-seconds 0", 3, UNDECIDED),
    ],
)
def test_separable_as_json(command, command_line, expected_status, expected_record):
    """The answers "yes", "no" and "undecided" show exact numbers, and the result of `verify`."""
    exit_status, out, _ = command("separable", *command_line.split(), "--json")
    record = json.loads(out)
    assert (exit_status, record.pop("data")["N"], record) == (expected_status, 4, expected_record)


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


def golden_runs_with(wrong_updates):
    """Return the golden runs, with a wrong expected number of updates for each index in
    `wrong_updates`. If there is one, omit the runs after the last wrong one.
    """
    golden = golden_runs()
    for k, number in wrong_updates.items():
        golden[k] = golden[k]._replace(updates=number)
    return golden[: max(wrong_updates) + 1] if wrong_updates else golden


SELFTESTS = [  # wrong numbers of updates, the expected fingerprint, exit status, and report
    (
        {},
        expected_fingerprint(),
        0,
        {
            "result": "passed",
            "recorded runs": str(len(golden_runs())),
            "recorded proofs": str(len(selftest.golden_questions())),
        },
    ),
    ({}, "0" * 16, 1, {"result": "FAILED"}),
    (
        {1: "5", 2: "6"},
        expected_fingerprint(),
        1,
        {
            "result": "FAILED",
            "first difference": "run 'and-restart': updates: found 18; expected 5",
        },
    ),
]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("wrong_updates", "fingerprint", "expected_status", "expected_facts"), SELFTESTS
)
def test_selftest_reports_the_first_difference(
    command, monkeypatch, wrong_updates, fingerprint, expected_status, expected_facts
):
    """`selftest` says whether it passed, and reports only the first of several differences. If
    there is no difference, it prints the fingerprint above the expected one.
    """
    monkeypatch.setattr(selftest, "golden_runs", lambda: golden_runs_with(wrong_updates))
    monkeypatch.setattr(selftest, "expected_fingerprint", lambda: fingerprint)
    exit_status, out, err = command("selftest")
    report = facts(out)
    assert (exit_status, err) == (expected_status, "")
    assert {name: report[name] for name in expected_facts} == expected_facts
    assert ("first difference" in report) == bool(wrong_updates)
    last_lines = f"\nfingerprint {expected_fingerprint()}\nexpected    {fingerprint}\n"
    assert wrong_updates or out.endswith(last_lines)
