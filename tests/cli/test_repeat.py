"""`fit --repeat`: the lecture's experiments with many seeds."""

from __future__ import annotations

import json

import pytest
from conftest import no_child_is_left
from screen import facts, rows

from perceptron_ref import example, pla, pocket, strategy
from perceptron_ref.cli.plan import default_strategy
from perceptron_ref.cli.progress import Progress

RANDOM = ("--strategy", "random-permutation")


def test_the_seeds_count_on_from_the_strategys_own(fit):
    """--repeat K runs seeds s, s+1, ..., s+K-1, and reports their updates in that order."""
    record = json.loads(fit("--strategy", "random-permutation:seed=5", "--repeat", 4, "--json")[1])
    expected = [
        pla(example("credit"), strategy("random-permutation", seed=s)).updates for s in (5, 6, 7, 8)
    ]
    found = record["repeat"]
    assert (found["asked"], found["runs"], found["updates"]) == (4, 4, expected)
    assert found["mean_updates"] == sum(expected) / 4
    assert [each["seed"] for each in found["records"]] == [5, 6, 7, 8]
    assert record["updates"] == expected[0]


def test_other_options_of_the_strategy_are_kept(fit):
    """Only the seed changes from run to run."""
    record = json.loads(
        fit("--strategy", "random-permutation:fresh=false", "--repeat", 3, "--json")[1]
    )
    expected = [
        pla(example("credit"), strategy("random-permutation", seed=s, fresh=False)).updates
        for s in range(3)
    ]
    assert record["repeat"]["updates"] == expected


def test_where_x_0_is_0_there_is_no_threshold(fit):
    """Neither in words nor in JSON."""
    words = ("example:and", "--x0", "0", *RANDOM, "--repeat", 2, "--max-updates", 3)
    assert "threshold" not in fit(*words)[1]
    found = json.loads(fit(*words, "--json")[1])["repeat"]
    assert "threshold" not in found["statistics"]
    assert [each["threshold"] for each in found["records"]] == [None, None]


def test_the_ends_of_runs_are_counted_by_their_names(fit):
    """A run that ended with M visits in a row has not converged, and may have E_in = 0."""
    words = ("--strategy", "random", "--repeat", 20, "--right-in-a-row", "2N")
    found = json.loads(fit("example:credit", *words, "--json")[1])["repeat"]
    records = found["records"]
    assert found["statuses"] == {"right_in_a_row": 20}
    assert found["without_mistakes"] == sum(each["mistakes"] == 0 for each in records) == 18
    told = facts(fit("example:credit", *words)[1])
    assert (told["statuses"], told["without_mistakes"]) == ("right_in_a_row = 20", "18")


def test_the_mean_error_on_other_examples(fit, tmp_path):
    """With --test the mean share of mistakes over all runs."""
    (tmp_path / "train.csv").write_text("1,0,-1\n3,0,1\n0,3,1\n0,1,-1\n")
    (tmp_path / "test.csv").write_text("5,5,-1\n5,5,1\n0,0,-1\n0,0,-1\n")
    words = (tmp_path / "train.csv", "--test", tmp_path / "test.csv", *RANDOM, "--repeat", 5)
    record = json.loads(fit(*words, "--json")[1])
    assert record["repeat"]["mean_test_error"] == 0.25


def test_pocket_can_be_repeated(fit):
    """The same experiment with the pocket's weights."""
    record = json.loads(fit("--pocket", "--repeat", 3, "--json")[1])
    expected = [
        pocket(example("credit"), strategy(default_strategy("pocket"), seed=s)).updates
        for s in range(3)
    ]
    assert record["repeat"]["updates"] == expected


@pytest.mark.ci
def test_processes_change_nothing(fit):
    """--jobs gives the same object as one process."""
    alone = fit(*RANDOM, "--repeat", 7, "--json")
    assert fit(*RANDOM, "--repeat", 7, "--json", "--jobs", 2) == alone


@pytest.mark.parametrize("words", [("--repeat", 3), ("--seeds", "1..3")])
def test_a_strategy_without_a_seed_cannot_be_repeated(fit, words):
    """Every run would be the same; the error says so."""
    status, _, err = fit(*words)
    assert status == 1
    assert "strategy cyclic takes no seed" in err


def test_a_seed_must_be_a_number_to_count_on_from(fit):
    """A seed of another kind is refused before anything runs."""
    status, _, err = fit("--strategy", "random-permutation:seed=abc", "--repeat", 3)
    assert status == 1
    assert "found seed='abc'; expected an int" in err


@pytest.mark.ci
def test_a_process_that_ends_in_the_middle_is_told(fit, tmp_path):
    """Rather than waited for: the error names the strategy, the seeds and the exit status."""
    mine = tmp_path / "mine.py"
    mine.write_text(
        "import os\n\n"
        "def mine(view, *, seed=0):\n    os._exit(3) if seed == 2 else None\n    yield 0\n"
    )
    status, out, err = fit("example:or", "--strategy", mine, "--repeat", 4, "--jobs", 2)
    assert (status, out) == (1, "")
    told = f"strategy {mine}, seed 2: it ended its process with exit status 3"
    assert err == f"perceptron-ref: error: {told}\n"


def test_seeds_are_said_as_the_first_and_the_last(fit):
    """--seeds A..B runs these, and the keys above `repeat` are those of seed A."""
    found = json.loads(fit("example:and", "--strategy", "random", "--seeds", "7..9", "--json")[1])
    assert [each["seed"] for each in found["repeat"]["records"]] == [7, 8, 9]
    assert found["strategy"]["options"]["seed"] == 7
    assert found["updates"] == found["repeat"]["updates"][0]
    kept = ("--strategy", "random-permutation:fresh=false")
    record = json.loads(fit("example:and", *kept, "--seeds", "1..2", "--json")[1])
    assert record["strategy"]["options"] == {"fresh": False, "seed": 1}


def test_a_table_has_a_line_for_each_run(fit, tmp_path):
    """--csv writes numbers as a spreadsheet reads them, and replaces a file by --force alone."""
    table = tmp_path / "runs.csv"
    words = ("example:and", "--strategy", "random", "--seeds", "1..2", "--csv", table)
    status, out, _ = fit(*words)
    assert (status, out.endswith(f"Wrote the table to {table}\n")) == (0, True)
    assert table.read_text() == (
        "seed,status,updates,visits,mistakes,mistakes_last,squared_length,length,threshold,"
        "test_mistakes,test_mistakes_last,last_example\n"
        "1,converged,15,44,0,0,17,4.1231056256176605,3,,,2\n"
        "2,converged,18,63,0,0,29,5.385164807134504,4,,,2\n"
    )
    assert fit(*words, "--eta", "0.5", "--test", "example:xor", "--force")[0] == 0
    assert "\n1,converged,15,44,0,0,4.25,2.0615528128088303,1.5,3,3,2\n" in table.read_text()
    table.write_text("my notes\n")
    status, _, err = fit(*words)
    assert (status, table.read_text()) == (2, "my notes\n")
    assert "would replace a file; --force allows it" in err
    assert fit(*words, "--force")[0] == 0
    assert table.read_text().startswith("seed,status")


def test_pocket_tells_of_the_last_weights_too(fit):
    """The pocket's, and w_T as PLA alone would have left it, on both sets of examples."""
    words = ("example:noisy:N=60,d=3,flips=6,seed=1", "--max-updates", 20, "--seeds", "1..30")
    test = ("--test", "example:noisy:N=60,d=3,flips=6,seed=2", "--json")
    found = json.loads(fit(*words, "--pocket", *test)[1])["repeat"]
    alone = json.loads(fit(*words, "--strategy", "random", *test)[1])["repeat"]
    statistics = found["statistics"]
    assert statistics["E_test_last"] == alone["statistics"]["E_test"]
    assert statistics["E_in_last"] == alone["statistics"]["E_in"]
    assert [each["mistakes_last"] for each in found["records"]] == [
        each["mistakes"] for each in alone["records"]
    ]
    assert statistics["E_in"]["mean"] != statistics["E_in_last"]["mean"]
    assert "E_in_last" not in alone["statistics"]
    out = fit(*words, "--pocket", *test[:2])[1]
    assert [row[0] for row in rows(out, "statistics")[-4:]] == [
        *("E_in", "E_in_last", "E_test", "E_test_last")
    ]


@pytest.mark.ci
def test_processes_are_ended_when_nobody_waits_for_them(fit, monkeypatch):
    """After Ctrl-C nobody waits for the runs that are left."""

    def reached(progress, stage):
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "reached", reached)
    words = (*RANDOM, "--repeat", 1_000_000, "--jobs", 2, "--max-updates", 200)
    status, out, err = fit("example:xor", *words)
    assert (status, "runs" in facts(out)) == (130, True)
    assert err.startswith("interrupted at ")
    no_child_is_left()
