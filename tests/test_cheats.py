"""Strategies that change their run, its data or the package.

The command line runs them in a child process, replays their runs, and accepts none of these.
"""

from __future__ import annotations

import inspect
import json
import re

import pytest
from conftest import ROOT

from perceptron_ref.plugins.strategy_files import run_as_module

CHEATS = ROOT / "tests" / "gallery" / "cheats"
# cheats that change nothing that counts, so their runs end as they should
HARMLESS = {
    "state.py:sign_of_zero",
    "state.py:half_the_state",
    "state.py:updates",  # updates are read while they are made, so later changes have no effect
    "data.py:nonzeros",
}


def cheats():
    """Return the names of all cheats, as `strategy` takes them from their folder."""
    return [
        f"{path.name}:{name}"
        for path in sorted(CHEATS.glob("*.py"))
        for name, value in vars(run_as_module(str(path), path.stem)).items()
        if getattr(value, "__code__", None) is not None
        and value.__code__.co_varnames[:1] == ("view",)
    ]


CHEAT_NAMES = cheats()
ENDLESS = {"processes.py:never_answers", "processes.py:stops"}  # the time limit ends them


def test_every_file_of_cheats_has_one():
    """`cheats` finds a strategy in each file. HARMLESS and ENDLESS name only existing ones."""
    assert {name.partition(":")[0] for name in CHEAT_NAMES} == {
        path.name for path in CHEATS.glob("*.py")
    }
    assert HARMLESS | ENDLESS <= set(CHEAT_NAMES)


def test_the_words_that_the_page_on_races_searches_for_find_every_cheat():
    """Each cheat that a race does not stop has one of the words, or has a helper with one."""
    page = (ROOT / "docs" / "race.md").read_text(encoding="utf-8")
    words = re.findall(r"^grep -nE '([^']+)' class/\*\.py$", page, re.MULTILINE)[0]
    for cheat in CHEAT_NAMES:
        file, _, name = cheat.partition(":")
        functions = vars(run_as_module(str(CHEATS / file), file[:-3]))
        source = inspect.getsource(functions[name])
        if "frames_with_variable" in source:
            source += inspect.getsource(functions["frames_with_variable"])
        if file != "processes.py":
            assert re.search(words, source), cheat


@pytest.mark.ci
def test_the_command_fit_refuses_a_run_on_other_labels(command):
    """`fit` ends with status 1 if a strategy exchanges the labels in its own process."""
    name = f"{CHEATS}/data.py:labels"
    status, out, err = command("fit", "example:credit-2d", "--strategy", name)
    assert (status, out) == (1, "")
    problem = 'found the status "converged" after '
    assert err.startswith(f"perceptron-ref: error: strategy {name}: {problem}")


@pytest.mark.ci
def test_the_command_race_ranks_no_harmful_cheat(command):
    """Each strategy runs in its own process. At most two cheats are ranked, and both are
    harmless.
    """
    limits = ("--max-updates", 200, "--max-seconds", 5)
    names = [f"{CHEATS}/{name}" for name in CHEAT_NAMES]
    out = command("race", "example:credit-2d", *limits, "--json", "--strategies", *names)[1]
    ranked = {entry["strategy"] for entry in json.loads(out)["strategies"] if not entry["error"]}
    # the others of HARMLESS end in an error here, but not in fit, which has their whole run by then
    allowed = ("data.py:nonzeros", "state.py:sign_of_zero")
    assert {"cyclic"} <= ranked <= {"cyclic", *[f"{CHEATS}/{name}" for name in allowed]}


@pytest.mark.ci
@pytest.mark.parametrize("name", [name for name in CHEAT_NAMES if name not in ENDLESS])
def test_the_commands_fit_and_compare_believe_no_cheat(name, command):
    """For a harmful cheat, `fit` ends with status 1 and a line that names the strategy.

    `compare` shows the line in the place of the run. Harmless ones converge.
    """
    status, out, err = command("fit", "example:credit-2d", "--strategy", f"{CHEATS}/{name}")
    if name in HARMLESS:
        assert (status, err) == (0, "") and "converged" in out
    else:
        assert (status, out) == (1, "")
        assert err.splitlines()[-1].startswith(f"perceptron-ref: error: strategy {CHEATS}/{name}")
    (record,) = json.loads(
        command("compare", "example:credit-2d", "--strategies", f"{CHEATS}/{name}", "--json")[1]
    )["runs"]
    assert ("error" in record) is (name not in HARMLESS)


@pytest.mark.ci
@pytest.mark.parametrize("name", sorted(ENDLESS))
def test_a_strategy_that_never_answers_has_not_converged(name, command):
    """The process of the strategy is ended at the time limit.

    `fit` and `compare` show the run so far, and other strategies go on.
    """
    words = ["--max-seconds", 2, "--json"]
    cheat = f"{CHEATS}/{name}"
    status, out, err = command("fit", "example:credit-2d", "--strategy", cheat, *words)
    record = json.loads(out)
    assert (status, record["status"]) == (0, "stopped")
    assert record["updates"] <= 1
    chosen = ["--strategies", cheat, "cyclic"]
    runs = json.loads(command("compare", "example:credit-2d", *chosen, *words)[1])["runs"]
    assert [run["status"] for run in runs] == ["stopped", "converged"]
