"""`prove` checks the statements of the convergence proof on a run."""

from __future__ import annotations

import json

import pytest
from report_tables import facts, rows

from perceptron_ref import dot, example, pla
from perceptron_ref.cli.commands import prove
from perceptron_ref.cli.progress import Progress
from perceptron_ref.exact.rationals import exact_text
from perceptron_ref.theory.derivation import derive
from perceptron_ref.theory.separability import separability


def test_prove_as_json(command):
    """The record shows R^2, rho^2 and the bound as exact texts. For each step of the proof it shows
    whether the step holds, and the two sides at the tightest t.
    """
    exit_status, out, _ = command("prove", "example:credit", "--strategy", "restart", "--json")
    record = json.loads(out)
    answer, run = separability(example("credit")), pla(example("credit"), "restart")
    assert (exit_status, record["holds"], record["updates"]) == (0, True, 289)
    assert record["strategy"] == {"name": "restart", "options": {}}
    for key in ("bound", "rho2", "R2"):
        assert record[key] == exact_text(getattr(answer, key))
    for entry, step in zip(record["steps"], derive(run)):
        tightest = entry.pop("tightest")
        keys = ("label", "statement", "holds", "checked", "compared")
        assert entry == {key: getattr(step, key) for key in keys}
        assert tightest["t"] == step.tightest.t
        assert tightest["left"] == exact_text(step.tightest.left)
        assert tightest["right"] == exact_text(step.tightest.right)


def test_prove_accepts_other_weights(command):
    """--w-f compares the run with other weights, which give a larger bound. If they do not
    separate, the report shows an example for which L2.8 fails, and statements that need w_f do not
    apply.
    """
    exit_status, out, _ = command("prove", "example:and", "--w-f=-5,3,3")
    assert (exit_status, facts(out)["bound"], facts(out)["holds"]) == (0, "129", "true")
    assert [row[-1] for row in rows(out, "w_f")] == ["-5", "3", "3"]
    out = command("prove", "example:and", "--w-f=-3000000000,2000000000,2000000000")[1]
    title = "w_f, divided by its largest absolute value and rounded; --json has the exact weights"
    assert [row[-1] for row in rows(out, title)] == ["-1", "0.666667", "0.666667"]
    exit_status, out, _ = command("prove", "example:and", "--w-f=-1,1,1")
    assert (exit_status, facts(out)["holds"], "bound" in facts(out)) == (1, "false", False)
    assert out.count("fails 2 times, first at n = 1") == 1
    assert out.count("does not apply without weights that separate D\n") == 3
    record = json.loads(command("prove", "example:and", "--w-f=-1,1,1", "--json")[1])
    assert (record["holds"], record["bound"], record["rho2"]) == (False, None, None)
    (failed_step,) = [step for step in record["steps"] if step["holds"] is False]
    assert failed_step["label"] == "L2.8" and "note" in failed_step


def test_every_statement_holds_for_a_run_without_updates(command, file):
    """If w_0 = 0 gets all examples right, there are no sides to compare."""
    arguments = ("prove", file("1,-1\n2,-1\n", "no.csv"), "--sign-of-zero", "-1")
    exit_status, out, _ = command(*arguments)
    assert (exit_status, facts(out)["updates"], facts(out)["holds"]) == (0, "0", "true")
    record = json.loads(command(*arguments, "--json")[1])
    assert record["steps"][0]["tightest"] is None


def test_prove_says_if_the_table_of_sides_is_not_written(command, tmp_path):
    """If a separating w_f is not known, there are no sides to compare. A line on standard error
    says that the table was not written.
    """
    path = tmp_path / "sides.csv"
    exit_status, _, err = command("prove", "example:xor", "--csv", path)
    assert (exit_status, path.exists()) == (1, False)
    problem = "there is nothing to compare: no weights w_f that separate the data are known"
    assert err == f"{path} was not written, because {problem}\n"


# Time limits


def test_prove_does_not_check_a_run_that_the_time_limit_stopped(command):
    """The exit status is 3, and every statement is listed as "not checked"."""
    arguments = ("prove", "example:and", "--w-f=-3,2,2", "--max-seconds", 0)
    exit_status, out, _ = command(*arguments)
    assert exit_status == 3
    assert (facts(out)["status"], facts(out)["updates"]) == ("stopped", "1")
    assert out.count("not checked") == 7 and "holds" not in facts(out)
    record = json.loads(command(*arguments, "--json")[1])
    assert (record["holds"], record["status"]) == (None, "stopped")
    assert [step["note"] for step in record["steps"]] == ["not checked"] * 7


@pytest.mark.parametrize(("calls", "checked"), [(0, 0), (18, 0), (19 + 18, 1), (1000, 7)])
def test_prove_stops_at_the_time_limit_between_two_statements(command, monkeypatch, calls, checked):
    """The time limit comes after `calls` steps of work. The 18 updates are replayed first; then
    each of the 7 statements is compared 18 times, 4 times or once.
    """

    def advance(self, stage):
        nonlocal calls
        calls -= 1
        if calls < 0:
            self.stopped = True
            raise StopIteration

    monkeypatch.setattr(Progress, "advance", advance)
    exit_status, out, _ = command("prove", "example:and", "--w-f=-3,2,2")
    assert exit_status == (0 if checked == 7 else 3)
    steps = rows(out, "steps")[1:]
    assert (sum("true" in row for row in steps), out.count("not checked")) == (checked, 7 - checked)


def test_a_failed_statement_decides_the_exit_status_at_the_time_limit(command, monkeypatch):
    """The exit status is 1, because later statements could not change it."""

    def stop(stage):
        raise StopIteration

    def derive_with_failure(run, w_f, on_step):
        steps = derive(run, w_f, on_step=stop)
        steps[0].holds = False
        return steps

    monkeypatch.setattr(prove, "derive", derive_with_failure)
    assert command("prove", "example:and", "--w-f=-3,2,2")[0] == 1


def test_both_sides_of_each_comparison_are_listed(command, tmp_path):
    """Both sides are listed for each t, in the units of the lecture. --trace lists them in the
    report and in JSON, and --csv in a table.
    """
    path = tmp_path / "sides.csv"
    arguments = ["prove", "example:and", "--w-f=-6,4,4", "--trace", "--csv", path]
    out = command(*arguments)[1]
    column_names, *rows_of_file = [line.split(",") for line in path.read_text().splitlines()]
    assert column_names == ["statement", "t", "left", "sign", "right"]
    w_f, data = (-6, 4, 4), example("and")
    run = pla(data)
    weights = [(0, 0, 0), *(w for *_, w in run.replay())]
    for label, t, left, sign, right in rows_of_file:
        assert sign in ("<=", ">=", ">")
        if label == "L2.9":
            assert left == str(dot(w_f, weights[int(t) + 1]))
            assert right == str(dot(w_f, weights[int(t)]) + 2)
        if label == "L2.10":
            assert left == str(dot(weights[int(t) + 1], weights[int(t) + 1]))
            assert right == str(dot(weights[int(t)], weights[int(t)]) + 3)
    assert ["L2.12", "18", "18", "<=", "51"] in rows_of_file
    assert out.endswith(
        f"\nWrote the table to {path} (fractions, if any, are rounded; "
        "`--trace --json` prints them exactly)\n"
    )
    assert [row[:2] for row in rows(out.rpartition("Wrote")[0], "trace")[1:]] == [
        row[:2] for row in rows_of_file
    ]
    trace = json.loads(command(*arguments, "--force", "--json")[1])["trace"]
    assert [(row["label"], str(row["t"])) for row in trace] == [(*row[:2],) for row in rows_of_file]
