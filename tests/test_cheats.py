"""Strategies that change their run, its data, its process or the package.

The command line runs them in a child process, replays their runs, and accepts no invalid run.
"""

from __future__ import annotations

import inspect
import json
import re

import pytest
from conftest import ROOT

from perceptron_ref.plugins.strategy_files import run_as_module

CHEATS = ROOT / "tests" / "gallery" / "cheats"


def false_end_pattern(updates_text, mistakes):
    """Return the pattern of the message about a run that reports "converged" too early.

    `updates_text` is the number of updates as in the message, such as "1 update".
    """
    return (
        f': found the status "converged" after {updates_text}, although the weights at that '
        f"point make {mistakes} mistakes on 24 examples; "
    )


# The message of `fit` about each cheat, after the name of the strategy. It shows that the attack
# took place: a cheat that crashes, for example after a private name of the package has changed,
# is refused with another message.
REFUSAL_PATTERNS = {
    "costs.py:resets_visits": ": found visits=1 in its run instead of 2 or more; ",
    "costs.py:lowers_dot_products": ": found dot_products=-999999 in its run instead of 1 or more;",
    "costs.py:resets_false_claims": ": found false_claims=-1 in its run instead of 0 or more; ",
    "state.py:copies_updates": false_end_pattern("0 updates", 24),
    "data.py:makes_labels_equal": false_end_pattern("1 update", 11),
    "state.py:replaces_gram_rows": false_end_pattern("1 update", 11),
    "data.py:replaces_features": false_end_pattern("1 update", 11),
    "frames.py:fills_seen_right": ": found visits=2 in its run instead of 25 or more; ",
    "functions.py:replaces_visit_until_mistake": false_end_pattern("1 update", 11),
    "functions.py:replaces_count_mistakes": false_end_pattern("1 update", 11),
    "functions.py:replaces_sumprod": ": found a correction of example 5 in update 2, although ",
    "processes.py:exits": " ended its process with exit status 0; ",
    # Windows has no SIGKILL
    "processes.py:kills_its_process": " (was ended by the signal SIGKILL|ended its process with )",
    "processes.py:asks_for_too_much_memory": ", asked for visit 2, at [^ ]+: it raised MemoryError",
    "processes.py:forges_messages": false_end_pattern("1 update", 11),
    "state.py:forges_status": ": found visits=1 in its run instead of 25 or more; ",
    "state.py:claims_convergence_on_close": ": found visits=8 in its run instead of 26 or more; ",
    "state.py:lowers_N": ": found visits=2 in its run instead of 25 or more; ",
    "state.py:makes_zero_right": false_end_pattern("0 updates", 24),
    "state.py:replaces_weights": false_end_pattern("1 update", 11),
    "state.py:replaces_margin_methods": false_end_pattern("2 updates", 7),
    "state.py:deletes_margins": " raised AttributeError",  # raised by the loop, not by the cheat
}
# `fit` and `compare` take the updates as they are reported, before this cheat changes them. A race
# takes the run at its end, and refuses it.
HARMLESS = {"state.py:invents_updates"}
ENDLESS = {"processes.py:loops_in_c", "processes.py:suspends_its_process"}  # until the time limit


def cheats():
    """Return the names of all cheats, as file.py:function."""
    return [
        f"{path.name}:{name}"
        for path in sorted(CHEATS.glob("*.py"))
        for name, value in vars(run_as_module(str(path), path.stem)).items()
        if getattr(value, "__code__", None) is not None
        and value.__code__.co_varnames[:1] == ("view",)
    ]


def test_every_cheat_is_listed_once():
    """Each cheat is listed as refused, harmless or endless, and each file has a cheat."""
    names = cheats()
    assert sorted([*REFUSAL_PATTERNS, *HARMLESS, *ENDLESS]) == sorted(names)
    assert {name.partition(":")[0] for name in names} == {path.name for path in CHEATS.glob("*.py")}


def test_the_grep_of_the_race_page_finds_each_cheat_that_changes_the_run():
    """Each cheat, except those that attack their process, contains a word for which the page
    searches, itself or in `frames_with_variable`.
    """
    page = (ROOT / "docs" / "race.md").read_text(encoding="utf-8")
    (words_pattern,) = re.findall(r"^grep -nE '([^']+)' class/\*\.py$", page, re.MULTILINE)
    for cheat in cheats():
        file, _, name = cheat.partition(":")
        functions = vars(run_as_module(str(CHEATS / file), file[:-3]))
        source = inspect.getsource(functions[name])  # the head of the file imports modules anyway
        if "frames_with_variable" in source:
            source += inspect.getsource(functions["frames_with_variable"])
        if file != "processes.py":
            assert re.search(words_pattern, source), cheat


@pytest.mark.ci
def test_the_command_race_ranks_no_cheat(command):
    """Each cheat is listed with an error. It runs in its own process, so it does not change the run
    of another strategy.
    """
    limits = ("--max-updates", 200, "--max-seconds", 5)
    names = [f"{CHEATS}/{name}" for name in cheats()]
    out = command("race", "example:credit-2d", *limits, "--json", "--strategies", *names)[1]
    entries = json.loads(out)["strategies"]
    assert [entry["strategy"] for entry in entries if not entry["error"]] == ["cyclic"]
    assert {entry["strategy"] for entry in entries} == {"cyclic", *names}


@pytest.mark.ci
@pytest.mark.parametrize("name", sorted(REFUSAL_PATTERNS))
def test_the_commands_fit_and_compare_refuse_a_cheat(name, command):
    """`fit` ends with exit status 1, and says what is false; `compare` says the same in place of
    the run.
    """
    cheat = f"{CHEATS}/{name}"
    exit_status, out, err = command("fit", "example:credit-2d", "--strategy", cheat)
    assert (exit_status, out) == (1, "")
    error = err.splitlines()[-1]
    assert re.match(
        re.escape(f"perceptron-ref: error: strategy {cheat}") + REFUSAL_PATTERNS[name], error
    )
    out = command("compare", "example:credit-2d", "--strategies", cheat, "--json")[1]
    (record,) = json.loads(out)["runs"]
    assert error == f"perceptron-ref: error: {record['error']}"


@pytest.mark.ci
@pytest.mark.parametrize("name", sorted(HARMLESS))
def test_fit_and_compare_show_the_true_updates_of_a_harmless_cheat(name, command, file):
    """Updates, mistakes and weights are those of the strategy without its cheat. The count of
    visits is false, because no replay can refute it.
    """
    cheat = f"{CHEATS}/{name}"
    exit_status, out, err = command("fit", "example:credit-2d", "--strategy", cheat, "--json")
    honest = file("def honest(view):\n    yield 0\n    yield None\n")
    run = json.loads(out)
    expected = json.loads(command("fit", "example:credit-2d", "--strategy", honest, "--json")[1])
    keys = "status", "updates", "mistakes", "w"
    assert (exit_status, err) == (0, "")
    assert [run[key] for key in keys] == [expected[key] for key in keys]
    assert (expected["status"], run["visits"] - expected["visits"]) == ("converged", 10**6 - 1)
    out = command("compare", "example:credit-2d", "--strategies", cheat, "--json")[1]
    (record,) = json.loads(out)["runs"]
    assert [record[key] for key in keys[:3]] == [expected[key] for key in keys[:3]]


@pytest.mark.ci
@pytest.mark.parametrize("name", sorted(ENDLESS))
def test_a_strategy_that_stops_answering_has_not_converged(name, command):
    """The process of the strategy is ended at the time limit.

    `fit` and `compare` show the run so far, and other strategies go on.
    """
    options = ["--max-seconds", 5, "--json"]
    cheat = f"{CHEATS}/{name}"
    exit_status, out, err = command("fit", "example:credit-2d", "--strategy", cheat, *options)
    record = json.loads(out)
    assert (exit_status, record["status"]) == (0, "stopped")
    assert record["updates"] == 1  # of example 0, before it stops
    chosen = ["--strategies", cheat, "cyclic"]
    runs = json.loads(command("compare", "example:credit-2d", *chosen, *options)[1])["runs"]
    assert [run["status"] for run in runs] == ["stopped", "converged"]
    assert runs[0]["updates"] == 1
