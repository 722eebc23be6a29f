"""`fit --repeat`: the lecture's experiments with many seeds."""

from __future__ import annotations

import gc
import json
from multiprocessing import active_children

import pytest

from perceptron_ref import StrategyError, example, pla, pocket, strategy
from perceptron_ref.cli.plan import Plan, default_strategy
from perceptron_ref.cli.processes import End
from perceptron_ref.cli.progress import Interrupted, Progress
from perceptron_ref.cli.repeat import Experiment

RANDOM = ("--strategy", "random-permutation")


@pytest.mark.untraced
def test_the_seeds_count_on_from_the_strategys_own(fit):
    """--repeat K runs seeds s, s+1, ..., s+K-1, and reports their updates in that order."""
    record = json.loads(fit("--strategy", "random-permutation:seed=5", "--repeat", 4, "--json")[1])
    expected = [
        pla(example("credit"), strategy("random-permutation", seed=s)).updates for s in (5, 6, 7, 8)
    ]
    assert record["repeat"] == {
        "asked": 4,
        "runs": 4,
        "updates": expected,
        "mean_updates": sum(expected) / 4,
    }
    assert record["updates"] == expected[0]


@pytest.mark.untraced
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


@pytest.mark.untraced
def test_the_report_in_words(fit):
    """Mean, least, most, and a histogram."""
    _, out, _ = fit(*RANDOM, "--repeat", 20)
    updates = [
        pla(example("credit"), strategy("random-permutation", seed=s)).updates for s in range(20)
    ]
    assert "20 runs, seeds 0 to 19: 20 converged\n" in out
    assert (
        f"Updates: mean {sum(updates) / 20:,.2f}, least {min(updates)}, most {max(updates)}\n"
        in out
    )
    assert out.count("|") >= 2


def test_the_mean_error_on_other_examples(fit, tmp_path):
    """With --test the mean share of mistakes over all runs."""
    (tmp_path / "train.csv").write_text("1,0,-1\n3,0,1\n0,3,1\n0,1,-1\n")
    (tmp_path / "test.csv").write_text("5,5,-1\n5,5,1\n0,0,-1\n0,0,-1\n")
    record = json.loads(
        fit(
            tmp_path / "train.csv",
            "--test",
            tmp_path / "test.csv",
            *RANDOM,
            "--repeat",
            5,
            "--json",
        )[1]
    )
    assert record["repeat"]["mean_test_error"] == 0.25
    assert (
        "Mean error on the test data: 25.0000%"
        in fit(tmp_path / "train.csv", "--test", tmp_path / "test.csv", *RANDOM, "--repeat", 5)[1]
    )


def test_pocket_can_be_repeated(fit):
    """The same experiment with the pocket's weights."""
    record = json.loads(fit("--pocket", "--repeat", 3, "--json")[1])
    expected = [
        pocket(example("credit"), strategy(default_strategy("pocket"), seed=s)).updates
        for s in range(3)
    ]
    assert record["repeat"]["updates"] == expected


@pytest.mark.untraced
def test_processes_change_nothing(fit):
    """--jobs gives the same object as one process."""
    alone = fit(*RANDOM, "--repeat", 7, "--json")
    assert fit(*RANDOM, "--repeat", 7, "--json", "--jobs", 2) == alone


def test_runs_that_do_not_converge_are_counted(fit):
    """On data that no line separates, the report says how many runs ended by themselves."""
    assert (
        "3 runs, seeds 0 to 2: 0 converged"
        in fit("example:xor", *RANDOM, "--repeat", 3, "--max-updates", 10)[1]
    )


def test_a_strategy_without_a_seed_cannot_be_repeated(fit):
    """Every run would be the same; the error says so."""
    status, _, err = fit("--repeat", 3)
    assert status == 1
    assert "strategy cyclic takes no seed" in err


def test_a_seed_must_be_a_number_to_count_on_from(fit):
    """A seed of another kind is refused before anything runs."""
    status, _, err = fit("--strategy", "random-permutation:seed=abc", "--repeat", 3)
    assert status == 1
    assert "found seed='abc'; expected an int" in err


def test_a_process_that_ends_in_the_middle_is_told(fit, tmp_path):
    """Rather than waited for: the error names the strategy, the seeds and the exit status."""
    mine = tmp_path / "mine.py"
    mine.write_text(
        "import os\n\n"
        "def mine(view, *, seed=0):\n    os._exit(3) if seed == 2 else None\n    yield 0\n"
    )
    status, out, err = fit("example:or", "--strategy", mine, "--repeat", 4, "--jobs", 2)
    assert (status, out) == (1, "")
    told = f"strategy {mine}, in the runs with seed 2: it ended its process with exit status 3"
    assert err == f"perceptron-ref: error: {told}\n"


def experiment(count, **options):
    """Return the experiment of that many seeds on data that no line separates."""
    plan = Plan("pla", strategy("random-permutation"), options)
    return Experiment(plan, example("xor"), None, count)


def test_seeds_go_to_processes_in_pieces():
    """A piece answers for all of its seeds, or its end is told with all of them."""
    some = experiment(7, max_updates=10)
    with pytest.raises(StrategyError, match="in the runs with seeds 4 to 6: it is gone$"):
        some.ended(range(4, 7), End("is gone"))
    assert some.run_all(range(4, 6), print) == [some.run(4), some.run(5)]


@pytest.mark.untraced
def test_processes_are_ended_when_nobody_waits_for_them():
    """After Ctrl-C nobody waits for the runs that are left."""

    class Stopping(Progress):
        def reached(self, stage):
            raise KeyboardInterrupt

    found = experiment(1_000_000, max_updates=200).repeated(2, Stopping())
    assert 0 < found.runs < found.asked == 1_000_000
    assert isinstance(found.interrupted, Interrupted)
    gc.collect()
    assert active_children() == []
