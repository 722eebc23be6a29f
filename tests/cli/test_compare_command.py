"""`compare`: strategies on the same data, as a table and as JSON."""

from __future__ import annotations

import json
import re
import sys

import pytest

from perceptron_ref import example, pla, pocket, strategies, strategy
from perceptron_ref.cli.commands import compare as module
from perceptron_ref.exact.rationals import shortened
from perceptron_ref.theory.separability import Undecided, separability

ORDERS = list(strategies())


def test_compare_runs_every_strategy_on_the_same_data(command):
    """A line for each: updates, share of the bound, visits, dot products, mistakes and status."""
    status, out, err = command("compare", "example:credit-2d")
    runs = {name: pla(example("credit-2d"), name) for name in ORDERS}
    lines = out.splitlines()
    bound = separability(example("credit-2d")).bound
    assert (status, err) == (0, "")
    assert lines[0] == "Data: example:credit-2d, N = 24 examples, d = 2 features"
    assert lines[1] == "Labels (approve): +1 stands for 'yes', -1 for 'no'"
    assert lines[2] == f"T <= R^2/rho^2 = {shortened(bound)}"
    assert re.split(r"  +", lines[3]) == [
        "strategy",
        "updates",
        "T / bound",
        "visits",
        "dot products",
        "mistakes",
        "status",
    ]
    assert [line.split() for line in lines[4:]] == [
        [
            name,
            str(run.updates),
            f"{float(run.updates / bound):.3g}",
            str(run.visits),
            str(run.dot_products),
            "0",
            "converged",
        ]
        for name, run in runs.items()
    ]


def test_compare_says_where_there_is_no_bound(command):
    """On data that no line separates there is nothing to hold T against."""
    _, out, _ = command("compare", "example:xor", "--max-updates", 10)
    assert "No line separates these data" in out
    assert [line.split()[2] for line in out.splitlines()[4:]] == ["-"] * len(ORDERS)
    assert json.loads(command("compare", "example:or", "--json")[1])["bound"] == "27"


def test_compare_pocket_as_json(command):
    """--pocket compares Pocket; JSON has a record for each strategy."""
    record = json.loads(
        command("compare", "example:xor", "--pocket", "--max-updates", 20, "--json")[1]
    )
    runs = {name: pocket(example("xor"), name, max_updates=20) for name in ORDERS}
    assert (record["algorithm"], record["data"]["N"], record["bound"]) == ("pocket", 4, None)
    assert record["runs"] == [
        {
            "strategy": name,
            "status": "max_updates",
            "updates": 20,
            "visits": run.visits,
            "dot_products": run.dot_products,
            "mistakes": run.mistakes,
        }
        for name, run in runs.items()
    ]


def test_compare_runs_the_strategies_that_are_named(command, tmp_path):
    """In their order, by the texts that name them; `all` stands for those that are registered."""
    mine = tmp_path / "mine.py"
    mine.write_text("def mine(view):\n    raise ValueError('not yet\\x1b[2J')\n    yield 0\n")
    words = ["compare", "example:or", "--strategies"]
    status, out, _ = command(*words, "restart", mine, "random-permutation:seed=7")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()[4:]] == [
        "restart",
        str(mine),
        "random-permutation:seed=7",
    ]
    assert f"at {mine}:2: it raised ValueError: not yet\\x1b[2J\n" in out
    runs = json.loads(command(*words, "all", "random-permutation:seed=7", "cyclic", "--json")[1])[
        "runs"
    ]
    assert [run["strategy"] for run in runs] == [*ORDERS, "random-permutation:seed=7"]
    assert runs[-1]["visits"] == pla(example("or"), strategy("random-permutation", seed=7)).visits
    assert command("compare", "--strategies", "all", "example:or")[0] == 2


def test_a_strategy_that_does_not_work_hides_no_other(command, distribute):
    """`compare` shows the error in the strategy's own line."""
    distribute(
        "per-broken",
        {"broken": "per_broken:broken"},
        per_broken="def broken(view):\n    yield 99\n",
    )
    words = ["compare", "example:or", "--strategies", "all"]
    status, out, _ = command(*words)
    assert status == 0
    assert "it yielded 99" in out
    assert out.count("converged") == len(ORDERS)
    (error,) = [run for run in json.loads(command(*words, "--json")[1])["runs"] if "error" in run]
    assert error["strategy"] == "broken"


def test_compare_is_stopped_in_time(command):
    """Each run so far; whether a line separates the data is not known."""
    status, out, _ = command("compare", "example:and", "--max-seconds", 0)
    assert status == 0
    assert "\nWhether a line separates these data is undecided: stopped by --max-seconds.\n" in out
    assert out.count(" stopped\n") == len(strategies())
    record = json.loads(command("compare", "example:and", "--max-seconds", 0, "--json")[1])
    assert (record["separable"], record["bound"]) == (None, None)
    assert json.loads(command("compare", "example:and", "--json")[1])["separable"] is True


def test_compare_has_the_bound_of_a_separator_that_was_met(command, monkeypatch):
    """No T exceeds it either."""
    met = Undecided(example("and"), 7, (-4, 2, 3), (1, 2, 3), (5, 5, 6))
    monkeypatch.setattr(module, "decided", lambda data, progress: met)
    out = command("compare", "example:and")[1]
    assert "\nT <= 87, by a line that separates, perhaps not the best one\n" in out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal to send")
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_shows_the_runs_that_are_done(command, tmp_path, monkeypatch):
    """And which strategies were not run, the one at work among them; exit status 130."""
    monkeypatch.chdir(tmp_path)
    mine = "tired.py"
    (tmp_path / mine).write_text(
        "import os, signal, time\n\n"
        "def tired(view):\n"
        "    yield 0\n"
        "    time.sleep(0.3)  # so that its parent has heard of it\n"
        "    os.kill(os.getppid(), signal.SIGINT)\n"
        "    time.sleep(1_000)\n"
    )
    words = ("compare", "example:or", "--strategies", "cyclic", mine, "restart")
    status, out, err = command(*words)
    assert status == 130
    assert f"\nInterrupted: not run, {mine}, restart\n" in out
    assert re.search(r"\ncyclic +9 +- +21 ", out) and "tired.py  " not in out
    assert re.search(rf"^interrupted at 1 update, .*, in the strategy at {mine}:[67]\n$", err)
    record = json.loads(command(*words, "--json")[1])
    assert (record["separable"], record["not_run"]) == (None, [mine, "restart"])
    assert [run["strategy"] for run in record["runs"]] == ["cyclic"]
    assert command("compare", "example:or", "--strategies", mine)[1] == ""


def test_ctrl_c_after_the_runs_shows_them_all(command, monkeypatch):
    """While it is searched for a line."""

    def interrupted(data, progress):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "decided", interrupted)
    status, out, _ = command("compare", "example:or")
    assert status == 130
    assert "\ncyclic " in out
    assert all(f"\n{name} " in out for name in ("cyclic", "worst-margin"))
