"""Runs that did not converge cause a warning, and with --require an error."""

from __future__ import annotations

import json

import pytest

HALF_WRONG = "with 2 of 4 examples wrong"
XOR_NOT_CONVERGED = f"NOT converged: stopped by --max-updates, {HALF_WRONG}"
CYCLIC_NOT_CONVERGED = "strategy cyclic did NOT converge"
OUTCOMES = [  # a command line, its warning, and the reason of the error with --require converged
    ("fit example:or", "", ""),
    ("fit example:xor --max-updates 9", XOR_NOT_CONVERGED, XOR_NOT_CONVERGED),
    (
        "fit example:xor --max-seconds 0",
        *[f"NOT converged: stopped by --max-seconds, {HALF_WRONG}"] * 2,
    ),
    ("fit example:xor --pocket --max-updates 9", "", XOR_NOT_CONVERGED),
    ("fit example:xor --pocket --target-mistakes 1", "", ""),
    (
        "fit example:xor --pocket --target-mistakes 0 --max-updates 9",
        XOR_NOT_CONVERGED,
        XOR_NOT_CONVERGED,
    ),
    ("fit example:or --strategy random --repeat 3", "", ""),
    (
        "fit example:xor --strategy random --repeat 3 --max-updates 9",
        *["3 of 3 runs did NOT converge"] * 2,
    ),
    ("fit example:xor --pocket --repeat 2 --max-updates 9", "", "2 of 2 runs did NOT converge"),
    ("compare example:or --strategies cyclic", "", ""),
    ("compare example:xor --strategies cyclic --max-updates 9", *[CYCLIC_NOT_CONVERGED] * 2),
    (
        "compare example:xor --strategies cyclic --pocket --max-updates 9",
        "",
        CYCLIC_NOT_CONVERGED,
    ),
    ("compare example:or --strategies nothing", "", "strategy nothing failed"),
    (
        "compare example:xor --strategies cyclic nothing --max-updates 9",
        CYCLIC_NOT_CONVERGED,
        f"{CYCLIC_NOT_CONVERGED}; strategy nothing failed",
    ),
    # a race starts a process for each strategy, so only one of these races uses --json
    ("race example:or --seeds 1 --strategies cyclic --json", "", ""),
    (
        "race example:or --seeds 1 --strategies cyclic --max-updates 2",
        *[f"{CYCLIC_NOT_CONVERGED} on at least one set"] * 2,
    ),
]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("command_line", "warning", "reason"),
    OUTCOMES
    + [
        (f"{command_line} --json", *texts)
        for command_line, *texts in OUTCOMES
        if command_line[:4] != "race"
    ],
)
def test_a_run_that_did_not_converge_causes_a_warning(command, command_line, warning, reason):
    """The warning is printed on standard error, with and without --json. The exit status is still
    0. With `--require converged` the exit status is 1, and an error gives the reason. Pocket
    usually runs until a limit, so it causes a warning only if it misses its target.
    """
    arguments = command_line.split()
    exit_status, out, err = command(*arguments)
    assert (exit_status, err) == (0, warning and f"warning: {warning}\n")
    cause = reason.replace("NOT converged: stopped", "stopped")
    error = f"perceptron-ref: error: --require converged is not met: {cause}\n"
    expected = (1, out, error) if reason else (0, out, "")
    assert command(*arguments, "--require", "converged") == expected


@pytest.mark.parametrize(("w_0", "expected_status"), [("-1", 0), ("5", 1)])
def test_predict_can_require_that_no_answer_is_wrong(command, tmp_path, w_0, expected_status):
    """With `--require no-mistakes` a wrong answer leads to exit status 1. Rows without labels are
    an error, because their mistakes are unknown.
    """
    path = tmp_path / "model.json"
    command("fit", "example:or", "--save", path)
    model = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**model, "w": [w_0, *model["w"][1:]]}), encoding="utf-8")
    require = ["--require", "no-mistakes"]
    for output_options in ([], ["--json"], ["--csv", tmp_path / "answers.csv"]):
        exit_status, _, err = command("predict", path, "example:or", *require, *output_options)
        assert exit_status == expected_status
        assert ("--require no-mistakes is not met: 1 of 4" in err) == (expected_status == 1)
    (tmp_path / "rows.csv").write_text("x1,x2\n1,1\n", encoding="utf-8")
    exit_status, _, err = command("predict", path, tmp_path / "rows.csv", *require)
    assert exit_status == 1
    assert "found no labels; expected a label on each line, because --require no-mistakes" in err


@pytest.mark.parametrize("name", ["fit", "compare", "race", "predict", "separable", "prove"])
def test_help_describes_exit_statuses_0_and_1(command, name):
    """If a command has the option --require, its help explains the exit statuses 0 and 1."""
    help_text = command(name, "--help")[1]
    assert "\nexit status: 0 " in help_text
    assert "1 " in help_text.partition("exit status:")[2]
