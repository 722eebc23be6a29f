"""Strategies that change their run, its data or the package.

The command line runs them in a child process, replays their runs, and accepts no false run.
"""

from __future__ import annotations

import inspect
import json
import re

import pytest
from conftest import ROOT

from perceptron_ref.plugins.strategy_files import run_as_module

CHEATS = ROOT / "tests" / "gallery" / "cheats"


def false_end(updates, mistakes):
    """Return the pattern of the message about a run that reports "converged" too early."""
    return (
        f': found the status "converged" after {updates}, although the weights at that point make '
        f"{mistakes} mistakes on 24 examples; "
    )


# What `fit` reports for each cheat, after the name of the strategy. So the tests notice a cheat
# that fails in its own code, for example because it uses an old name of the package, and that
# attacks nothing.
REFUSALS = {
    "costs.py:resets_visits": ": found visits=1 in its run instead of 2 or more; ",
    "costs.py:lowers_dot_products": ": found dot_products=-999999 in its run instead of 1 or more;",
    "costs.py:resets_false_claims": ": found false_claims=-1 in its run instead of 0 or more; ",
    "costs.py:copies_updates": false_end("0 updates", 24),
    "data.py:makes_labels_equal": false_end("1 update", 11),
    "data.py:replaces_gram_rows": false_end("1 update", 11),
    "data.py:replaces_features": false_end("1 update", 11),
    "frames.py:fills_seen_right": ": found visits=2 in its run instead of 25 or more; ",
    "functions.py:replaces_visit_until_mistake": false_end("1 update", 11),
    "functions.py:replaces_count_mistakes": false_end("1 update", 11),
    "functions.py:replaces_sumprod": ": found a correction of example 5 in update 2, although ",
    "processes.py:exits": " ended its process with exit status 0; ",
    # Windows has no SIGKILL
    "processes.py:kills_its_process": " (was ended by the signal SIGKILL|ended its process with )",
    "processes.py:takes_all_memory": ", asked for visit 2, at [^ ]+: it raised MemoryError",
    "processes.py:forges_messages": false_end("1 update", 11),
    "state.py:forges_status": ": found visits=1 in its run instead of 25 or more; ",
    "state.py:converges_on_close": ": found visits=8 in its run instead of 26 or more; ",
    "state.py:lowers_N": ": found visits=2 in its run instead of 25 or more; ",
    "state.py:makes_zero_right": false_end("0 updates", 24),
    "state.py:replaces_weights": false_end("1 update", 11),
    "state.py:replaces_margin_methods": false_end("2 updates", 7),
    "state.py:deletes_margins": " raised AttributeError",  # in the loop, not in the cheat
}
HARMLESS = {"state.py:invents_updates"}  # each update is reported before the cheat changes it
ENDLESS = {"processes.py:loops_in_c", "processes.py:suspends_its_process"}  # until the time limit


def cheats():
    """Return the names of all cheats, as `strategy` takes them from their folder."""
    return [
        f"{path.name}:{name}"
        for path in sorted(CHEATS.glob("*.py"))
        for name, value in vars(run_as_module(str(path), path.stem)).items()
        if getattr(value, "__code__", None) is not None
        and value.__code__.co_varnames[:1] == ("view",)
    ]


def test_the_effect_of_each_cheat_is_known():
    """Each cheat is refused, harmless or endless, and each file of cheats has one."""
    names = cheats()
    assert sorted([*REFUSALS, *HARMLESS, *ENDLESS]) == sorted(names)
    assert {name.partition(":")[0] for name in names} == {path.name for path in CHEATS.glob("*.py")}


def test_the_words_that_the_page_on_races_searches_for_find_every_cheat():
    """Each cheat that a race does not stop has one of the words, or has a helper with one."""
    page = (ROOT / "docs" / "race.md").read_text(encoding="utf-8")
    words = re.findall(r"^grep -nE '([^']+)' class/\*\.py$", page, re.MULTILINE)[0]
    for cheat in cheats():
        file, _, name = cheat.partition(":")
        functions = vars(run_as_module(str(CHEATS / file), file[:-3]))
        source = inspect.getsource(functions[name])
        if "frames_with_variable" in source:
            source += inspect.getsource(functions["frames_with_variable"])
        if file != "processes.py":
            assert re.search(words, source), cheat


@pytest.mark.ci
def test_the_command_race_ranks_no_cheat(command):
    """Each strategy runs in its own process, so a cheat does not change the run of another."""
    limits = ("--max-updates", 200, "--max-seconds", 5)
    names = [f"{CHEATS}/{name}" for name in cheats()]
    out = command("race", "example:credit-2d", *limits, "--json", "--strategies", *names)[1]
    ranked = {entry["strategy"] for entry in json.loads(out)["strategies"] if not entry["error"]}
    assert ranked == {"cyclic"}


@pytest.mark.ci
@pytest.mark.parametrize("name", sorted(REFUSALS))
def test_the_commands_fit_and_compare_refuse_a_cheat(name, command):
    """`fit` ends with status 1, and says what is false; `compare` says the same in place of the
    run.
    """
    cheat = f"{CHEATS}/{name}"
    status, out, err = command("fit", "example:credit-2d", "--strategy", cheat)
    assert (status, out) == (1, "")
    error = err.splitlines()[-1]
    assert re.match(re.escape(f"perceptron-ref: error: strategy {cheat}") + REFUSALS[name], error)
    out = command("compare", "example:credit-2d", "--strategies", cheat, "--json")[1]
    (record,) = json.loads(out)["runs"]
    assert error == f"perceptron-ref: error: {record['error']}"


@pytest.mark.ci
@pytest.mark.parametrize("name", sorted(HARMLESS))
def test_the_commands_fit_and_compare_show_the_true_run_of_a_harmless_cheat(name, command):
    """The run has converged."""
    cheat = f"{CHEATS}/{name}"
    status, out, err = command("fit", "example:credit-2d", "--strategy", cheat, "--json")
    assert (status, err, json.loads(out)["status"]) == (0, "", "converged")
    out = command("compare", "example:credit-2d", "--strategies", cheat, "--json")[1]
    assert [run["status"] for run in json.loads(out)["runs"]] == ["converged"]


@pytest.mark.ci
@pytest.mark.parametrize("name", sorted(ENDLESS))
def test_a_strategy_that_never_answers_has_not_converged(name, command):
    """The process of the strategy is ended at the time limit.

    `fit` and `compare` show the run so far, and other strategies go on.
    """
    words = ["--max-seconds", 5, "--json"]
    cheat = f"{CHEATS}/{name}"
    status, out, err = command("fit", "example:credit-2d", "--strategy", cheat, *words)
    record = json.loads(out)
    assert (status, record["status"]) == (0, "stopped")
    assert record["updates"] <= 1
    chosen = ["--strategies", cheat, "cyclic"]
    runs = json.loads(command("compare", "example:credit-2d", *chosen, *words)[1])["runs"]
    assert [run["status"] for run in runs] == ["stopped", "converged"]
