"""`compare` runs strategies on the same data, and prints a table or JSON."""

from __future__ import annotations

import json
import re
import sys

import pytest
from report_tables import facts, rows

from perceptron_ref import example, pla, pocket, strategies, strategy
from perceptron_ref.cli.commands import compare as module
from perceptron_ref.plugins.registry import FIXED_CYCLE
from perceptron_ref.theory.separability import Undecided

ORDERS = list(strategies())
COSTS = ("updates", "visits", "dot_products", "mistakes", "status")


@pytest.mark.parametrize(
    ("words", "run", "bound", "separable"),
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
def test_compare_runs_every_strategy_on_the_same_data(command, words, run, bound, separable):
    """Each strategy has a row, and an entry in JSON. The bound on T, if there is one, is above the
    table.
    """
    status, out, err = command("compare", *words.split())
    runs = [
        {"strategy": name, **{key: getattr(run(name), key) for key in COSTS}} for name in ORDERS
    ]
    expected = [[*map(str, run_record.values())] for run_record in runs]
    assert (status, err, rows(out, "runs")) == (0, "", [["strategy", *COSTS], *expected])
    assert facts(out).get("bound") == bound
    record = json.loads(command("compare", *words.split(), "--json")[1])
    assert (record["algorithm"], record["data"]["N"]) == ("pocket" if "--p" in words else "pla", 4)
    assert (record["bound"], record["separable"], record["runs"]) == (bound, separable, runs)


def test_compare_runs_the_named_strategies(command, file):
    """Rows are in the order of the command line, with the strategies as typed. `all` means all
    registered strategies and the fixed random cycle.
    """
    mine = file("def mine(view):\n    raise ValueError('not yet\\x1b[2J')\n    yield 0\n")
    words = ["compare", "example:or", "--strategies"]
    typed = ["restart", mine, "random-permutation:seed=7"]
    status, out, _ = command(*words, *typed)
    assert (status, [row[0] for row in rows(out, "runs")[1:]]) == (0, typed)
    assert f"at {mine}:2: it raised ValueError: not yet\\x1b[2J\n" in out
    runs = json.loads(command(*words, "all", typed[2], "cyclic", "--json")[1])["runs"]
    assert [run["strategy"] for run in runs] == [*ORDERS, FIXED_CYCLE, typed[2]]
    assert runs[-1]["visits"] == pla(example("or"), strategy("random-permutation", seed=7)).visits
    assert command("compare", "--strategies", "all", "example:or")[0] == 2


def test_compare_stops_at_the_time_limit(command, monkeypatch):
    """Each row has the run so far. It is unknown whether a line separates, unless the search has
    found one, which gives a bound.
    """
    words = ("compare", "example:and", "--max-seconds", 0)
    status, out, _ = command(*words)
    assert (status, out.count(" stopped\n")) == (0, len(ORDERS))
    record = json.loads(command(*words, "--json")[1])
    assert (record["separable"], record["bound"]) == (None, None)
    undecided = Undecided(example("and"), 7, (-4, 2, 3), (1, 2, 3), (5, 5, 6))
    monkeypatch.setattr(module, "decide_separability", lambda data, progress: undecided)
    report = facts(command("compare", "example:and")[1])
    assert (report["bound"], report["separable"]) == ("87", "true")


@pytest.mark.ci
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal to send")
def test_ctrl_c_shows_the_finished_runs(command, tmp_path, monkeypatch):
    """The report names the strategies that did not finish, and the exit status is 130."""
    monkeypatch.chdir(tmp_path)
    mine = "tired.py"
    (tmp_path / mine).write_text(
        "import os, signal, time\n\n"
        "def tired(view):\n"
        "    yield 0\n"
        "    time.sleep(0.3)  # so that the parent knows of the visit\n"
        "    os.kill(os.getppid(), signal.SIGINT)\n"
        "    time.sleep(1_000)\n"
    )
    words = ("compare", "example:or", "--strategies", "cyclic", mine, "restart")
    status, out, err = command(*words)
    assert (status, facts(out)["not_run"]) == (130, f"({mine}, restart)")
    assert [row[:3] for row in rows(out, "runs")[1:]] == [["cyclic", "9", "21"]]
    assert re.search(
        rf"^interrupted after 1 update .*, while waiting for the strategy, at {mine}:[67]\n$", err
    )
    record = json.loads(command(*words, "--json")[1])
    assert (record["separable"], record["not_run"]) == (None, [mine, "restart"])
    assert [run["strategy"] for run in record["runs"]] == ["cyclic"]
    assert command("compare", "example:or", "--strategies", mine)[1] == ""


def test_ctrl_c_after_the_runs_shows_all_of_them(command, monkeypatch):
    """If Ctrl-C comes during the search for a separating line, all runs are reported."""

    def interrupt(data, progress):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "decide_separability", interrupt)
    status, out, _ = command("compare", "example:or")
    assert (status, [row[0] for row in rows(out, "runs")[1:]]) == (130, ORDERS)
