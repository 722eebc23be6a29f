"""`compare` runs strategies on the same data, and prints a table or JSON."""

from __future__ import annotations

import json
import re
import sys

import pytest
from report_tables import facts, rows

from perceptron_ref import example, pla, pocket, strategies, strategy
from perceptron_ref.cli.commands import compare
from perceptron_ref.plugins.registry import FIXED_CYCLE
from perceptron_ref.theory.separability import Undecided

STRATEGY_NAMES = list(strategies())
RUN_FIELDS = ("updates", "visits", "dot_products", "mistakes", "status")


@pytest.mark.parametrize(
    ("command_line", "run_strategy", "bound", "separable"),
    [
        ("example:or", lambda name: pla(example("or"), name), "27", True),
        (
            "example:xor --pocket --max-updates 20",
            lambda name: pocket(example("xor"), name, max_updates=20),
            None,
            False,
        ),
    ],
)
def test_compare_runs_every_strategy_on_the_same_data(
    command, command_line, run_strategy, bound, separable
):
    """The table has a row for each strategy, and JSON an entry. The bound on T, if it is known, is
    printed above the table.
    """
    exit_status, out, err = command("compare", *command_line.split())
    runs = [
        {"strategy": name, **{key: getattr(run_strategy(name), key) for key in RUN_FIELDS}}
        for name in STRATEGY_NAMES
    ]
    expected_rows = [["strategy", *RUN_FIELDS], *([*map(str, run.values())] for run in runs)]
    assert (exit_status, err, rows(out, "runs")) == (0, "", expected_rows)
    assert facts(out).get("bound") == bound
    record = json.loads(command("compare", *command_line.split(), "--json")[1])
    assert record["algorithm"] == ("pocket" if "--pocket" in command_line else "pla")
    assert record["data"]["N"] == 4
    assert (record["bound"], record["separable"], record["runs"]) == (bound, separable, runs)


def test_compare_runs_the_named_strategies(command, file):
    """The rows are in the order of the command line, and show the strategies as the user wrote
    them. `all` means all registered strategies and the fixed random cycle.
    """
    path = file("def order(view):\n    raise ValueError('not yet\\x1b[2J')\n    yield 0\n")
    arguments = ["compare", "example:or", "--strategies"]
    names = ["restart", path, "random-permutation:seed=7"]
    exit_status, out, _ = command(*arguments, *names)
    assert (exit_status, [row[0] for row in rows(out, "runs")[1:]]) == (0, names)
    assert f"at {path}:2: it raised ValueError: not yet\\x1b[2J\n" in out
    runs = json.loads(command(*arguments, "all", names[2], "cyclic", "--json")[1])["runs"]
    assert [run["strategy"] for run in runs] == [*STRATEGY_NAMES, FIXED_CYCLE, names[2]]
    assert runs[-1]["visits"] == pla(example("or"), strategy("random-permutation", seed=7)).visits
    assert command("compare", "--strategies", "all", "example:or")[0] == 2


def test_compare_stops_at_the_time_limit(command, monkeypatch):
    """Each row shows the run so far. It is unknown whether a line separates, unless the search has
    already found one. That line also gives a bound.
    """
    arguments = ("compare", "example:and", "--max-seconds", 0)
    exit_status, out, _ = command(*arguments)
    assert (exit_status, out.count(" stopped\n")) == (0, len(STRATEGY_NAMES))
    record = json.loads(command(*arguments, "--json")[1])
    assert (record["separable"], record["bound"]) == (None, None)
    undecided = Undecided(example("and"), 7, (-4, 2, 3), (1, 2, 3), (5, 5, 6))
    monkeypatch.setattr(compare, "decide_separability", lambda data, progress: undecided)
    report = facts(command("compare", "example:and")[1])
    assert (report["bound"], report["separable"]) == ("87", "true")


@pytest.mark.ci
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal to send")
def test_ctrl_c_shows_the_finished_runs(command, tmp_path, monkeypatch):
    """The report names the strategies that did not finish, and the exit status is 130."""
    monkeypatch.chdir(tmp_path)
    path = "tired.py"
    (tmp_path / path).write_text(
        "import os, signal, time\n\n"
        "def tired(view):\n"
        "    yield 0\n"
        "    time.sleep(0.3)  # so that the parent knows of the visit\n"
        "    os.kill(os.getppid(), signal.SIGINT)\n"
        "    time.sleep(1_000)\n"
    )
    arguments = ("compare", "example:or", "--strategies", "cyclic", path, "restart")
    exit_status, out, err = command(*arguments)
    assert (exit_status, facts(out)["not_run"]) == (130, f"({path}, restart)")
    assert [row[:3] for row in rows(out, "runs")[1:]] == [["cyclic", "9", "21"]]
    assert re.search(
        rf"^interrupted after 1 update .*, while waiting for the strategy, at {path}:[67]\n$", err
    )
    record = json.loads(command(*arguments, "--json")[1])
    assert (record["separable"], record["not_run"]) == (None, [path, "restart"])
    assert [run["strategy"] for run in record["runs"]] == ["cyclic"]
    assert command("compare", "example:or", "--strategies", path)[1] == ""
    # the table of --csv is written if the report has a strategy, and only then
    table = tmp_path / "a.csv"
    for names, is_written in (([path], False), (["cyclic", path], True)):
        _, out, err = command("compare", "example:or", "--strategies", *names, "--csv", table)
        texts = f"Wrote the table to {table}" in out, f"{table} was not written" in err
        assert (table.exists(), *texts) == (is_written, is_written, not is_written)


def test_ctrl_c_after_the_runs_shows_all_of_them(command, monkeypatch):
    """If the user presses Ctrl-C during the search for a separating line, all runs are reported."""

    def interrupt(data, progress):
        raise KeyboardInterrupt

    monkeypatch.setattr(compare, "decide_separability", interrupt)
    exit_status, out, _ = command("compare", "example:or")
    assert (exit_status, [row[0] for row in rows(out, "runs")[1:]]) == (130, STRATEGY_NAMES)
