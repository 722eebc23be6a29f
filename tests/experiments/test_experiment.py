"""`repeat` makes many runs from Python, and collects their results."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from fractions import Fraction

import pytest
from conftest import ROOT, check_no_child_is_left
from messages import check_refused

from perceptron_ref import (
    Dataset,
    DataWarning,
    Hypothesis,
    StrategyError,
    child,
    example,
    pla,
    pocket,
    repeat,
    strategy,
)
from perceptron_ref.exact.rationals import square_root
from perceptron_ref.experiments import Repeated, progress
from perceptron_ref.experiments.experiment import Experiment
from perceptron_ref.experiments.records import RunRecord
from perceptron_ref.replay import make_report

AND, XOR = example("and"), example("xor")


def mine(view, *, seed=0):
    """Visit the examples in cycles; the first example depends on the seed."""
    N = len(view)
    while True:
        yield [(seed + n) % N for n in range(N)]


def fails_with_seed_2(view, *, seed=0):
    """Raise an error with seed 2; otherwise visit like `mine`."""
    if seed == 2:
        raise ValueError("found seed 2")
    yield from mine(view, seed=seed)


NOISY, NEW_NOISY = (example("noisy", N=40, d=2, flips=5, seed=s) for s in (1, 2))


@pytest.mark.parametrize(
    ("algorithm", "data", "test", "options"),
    [
        (pla, AND, XOR, {"eta": "1/2"}),
        (pocket, NOISY, NEW_NOISY, {"max_updates": 15}),
        *((pla, AND.with_x0(q), XOR.with_x0(q), {"max_updates": 9}) for q in ("1/2", 0)),
    ],
)
def test_a_record_has_the_numbers_of_its_run(algorithm, data, test, options):
    """Each number is equal to the number of a run with the same seed. Pocket has numbers of its
    best weights and of w_T. The threshold is -w_0 x_0, or None if x_0 = 0.
    """
    seeds = [3, 8, 0, 1]
    repeated = repeat(
        data, "random", algorithm=algorithm.__name__, seeds=seeds, test=test, **options
    )
    assert [run_record.seed for run_record in repeated.runs] == seeds == list(repeated.seeds)
    for record in repeated.runs:
        run = algorithm(data, strategy("random", seed=record.seed), **options)
        w_last = getattr(run, "w_last", run.w)
        assert record[1:4] == (run.status, run.updates, run.visits)
        assert record.squared_length == sum(w_i * w_i for w_i in run.w)
        assert record.length == square_root(record.squared_length)
        assert record.threshold == (-run.w[0] * data.x0 if data.x0 else None)
        assert record.mistakes == run.mistakes
        assert record.mistakes_last == getattr(run, "mistakes_last", run.mistakes)
        assert record.test_mistakes == run.hypothesis.mistakes(test)
        assert record.test_mistakes_last == Hypothesis(w_last, x0=data.x0).mistakes(test)
        assert record.last_example == run.n[-1]
    mistakes_last = sum(run_record.test_mistakes_last for run_record in repeated.runs)
    assert (repeated.E_test_last is None) == (algorithm is pla)
    assert (repeated.E_test_last or repeated.E_test).mean == Fraction(mistakes_last, 4 * test.N)
    assert ("threshold" in repeated.statistics) == (data.x0 != 0)


def made_up_records(*update_counts, mistakes=0):
    """Return records of made-up runs with these numbers of updates."""
    return [
        RunRecord(
            seed=seed,
            status="converged",
            updates=count,
            visits=count + 4,
            mistakes=mistakes,
            mistakes_last=0,
            squared_length=count,
            length=square_root(count),
            threshold=Fraction(1),
            test_mistakes=1,
            test_mistakes_last=0,
            last_example=None,
        )
        for seed, count in enumerate(update_counts)
    ]


def test_statistics_of_runs_are_exact():
    """Updates, visits, lengths, thresholds and errors have exact means, medians and extremes."""
    repeated = Repeated(
        "pocket", "random", 4, 8, 3, [*made_up_records(4, 16), *made_up_records(25, mistakes=2)]
    )
    assert (repeated.updates.mean, repeated.updates.median) == (15, 16)
    assert repeated.visits.mean == 19
    assert repeated.statistics["squared_length"].most == 25
    assert list(repeated.lengths) == [2, 4, 5]
    assert repeated.statistics["threshold"].mean == 1
    assert repeated.E_in.mean == Fraction(2, 4) / 3
    assert repeated.E_test.median == Fraction(1, 8)
    assert repeated.E_test_last.mean == 0
    assert repeated.statistics["E_in_last"].mean == 0
    assert repeated.without_mistakes == 2
    assert repeated.statuses == {"converged": 3}


def test_a_run_without_an_update_has_statistics():
    """The statistics of the updates are 0, and last_example is None."""
    w0 = iter([-3, 2, 2])  # can be read only once
    repeated = repeat(AND, "random", seeds=2, w0=w0)
    assert repeated.updates.quartiles == (0, 0, 0)
    assert repeated.runs[0].last_example is None
    assert repeated.runs[0].squared_length == 17
    assert "2 runs, updates mean 0," in repr(repeated)
    assert repeat(XOR, "random", seeds=1, max_updates=0).statuses == {"max_updates": 1}


def test_as_dict_can_be_written_as_json():
    """Fractions become text, and lengths become floats, or null if no float is so large."""
    record_dict = repeat(AND, "random", seeds=2, eta="1/3").as_dict()
    assert json.loads(json.dumps(record_dict)) == record_dict
    assert record_dict["records"][0]["squared_length"] == "17/9"
    assert record_dict["statistics"]["length"]["least"] == 17**0.5 / 3
    assert "E_test" not in record_dict["statistics"]
    huge = repeat(Dataset([[10**400], [-(10**400)]], [1, -1]), "random", seeds=1).as_dict()
    assert huge["statistics"]["length"]["mean"] is None
    assert huge["records"][0]["squared_length"] == str(10**800 + 1)


RANDOM_MISTAKE_FILE = str(ROOT / "docs/code/random_mistake.py")


@pytest.mark.ci
@pytest.mark.parametrize("order", ["random", RANDOM_MISTAKE_FILE])
def test_parallel_runs_give_the_same_records(order):
    """Two child processes return the same records in the same order."""
    sequential, reported = repeat(AND, order, seeds=range(3, 11)), []
    parallel = repeat(AND, order, seeds=range(3, 11), jobs=2, on_run=reported.append)
    assert parallel.runs == sequential.runs == tuple(reported)


@pytest.mark.parametrize(
    ("order", "jobs", "has_processes", "children"),
    [
        ("random", 1, True, 0),
        ("random", 2, True, 2),
        ("random", 9, True, 6),
        ("random", 2, False, 0),
        (RANDOM_MISTAKE_FILE, 2, True, 2),
        (mine, 2, True, 0),
    ],
)
def test_each_job_runs_in_its_own_child(monkeypatch, order, jobs, has_processes, children):
    """There are at most as many children as runs. Without processes, or if the strategy cannot be
    sent to a child, all runs are made in this process.
    """
    alone, jobs_started = repeat(AND, order, seeds=range(3, 9), test=XOR), []

    @contextmanager
    def run_in_child(work, time_left, warn):
        jobs_started.append(work)
        yield work()

    monkeypatch.setattr(child, "can_start_processes", lambda: has_processes)
    monkeypatch.setattr(child, "run_in_child", run_in_child)
    assert repeat(AND, order, seeds=range(3, 9), test=XOR, jobs=jobs).runs == alone.runs
    assert len(jobs_started) == children


@pytest.mark.ci
@pytest.mark.parametrize("jobs", [1, 2])
def test_stop_iteration_from_on_run_stops_the_experiment(jobs):
    """The result has the three runs reported so far, with one process or two."""
    reported = []

    def on_run(record):
        reported.append(record)
        if len(reported) == 3:
            raise StopIteration

    repeated = repeat(AND, "random", seeds=1000, jobs=jobs, on_run=on_run)
    assert repeated.runs == tuple(reported)
    assert (len(repeated.runs), repeated.asked) == (3, 1000)


@pytest.mark.ci
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_strategy_names_strategy_and_seed(jobs):
    """The StrategyError is the same in this process and in a child."""
    with pytest.raises(
        StrategyError, match=r"strategy fails_with_seed_2, seed 2, .*: found seed 2"
    ):
        repeat(AND, fails_with_seed_2, seeds=4, jobs=jobs)


def test_seeds_continue_from_the_seed_of_the_strategy():
    """If `seeds` is a number, the seeds count up from the seed of the strategy. Listed seeds keep
    their order.
    """
    assert repeat(AND, strategy("random", seed=7), seeds=2).seeds == (7, 8)
    assert repeat(AND, "random", seeds=(n for n in (5, 3))).seeds == (5, 3)
    fixed_permutation = strategy("random-permutation", fresh=False)
    record = repeat(AND, fixed_permutation, seeds=[4]).runs[0]
    assert record.updates == pla(AND, strategy("random-permutation", seed=4, fresh=False)).updates


ZERO_IS_POSITIVE = Dataset([[1, 2], [3, 4]], [0, 1], positive=0)
NAMES_A_B, NAMES_B_A = (Dataset([[1, 2], [3, 4]], [0, 1], names=[*names]) for names in ("ab", "ba"))


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"seeds": []}, "seeds: …[]…at least one int"),
        ({"seeds": range(0)}, "seeds: …range(0, 0)…at least one int"),
        ({"seeds": [2, "1"]}, "seeds, entry 1: found '1'; expected an int"),
        ({"seeds": 0}, "seeds: …0…at least 1"),
        ({"seeds": "12"}, "seeds: …'12'…at least 1"),
        ({"jobs": 0}, "jobs: …0…at least 1"),
        ({"algorithm": "svm"}, "algorithm: …'svm'…'pla' or 'pocket'"),
        ({"algorithm": ["pla"]}, "algorithm: …['pla']…'pla' or 'pocket'"),
        ({"test": example("credit")}, "test: …4 features…2"),
        ({"test": XOR.with_x0(2)}, "test: …x_0 = 2…x_0 = 1"),
        ({"test": ZERO_IS_POSITIVE}, "test: …label for +1…'0'…'1'"),
        ({"test": NAMES_B_A, "data": NAMES_A_B}, "test: …'b', 'a'…'a', 'b'"),
        ({"eta": 0}, "eta: …0…positive"),
        ({"w0": [1]}, "w0: …1 …3"),
    ],
)
def test_invalid_arguments_are_refused(options, parts):
    """The error names the argument. No run is made."""
    runs = []
    check_refused(parts, repeat, on_run=runs.append, **{"data": AND, **options})
    assert runs == []


def test_options_that_repeat_cannot_pass_on_are_refused():
    """Python's own message names an unknown option. It also names `on_update`, which other
    processes could not call. A strategy that takes no seed is refused, too.
    """
    with pytest.raises(TypeError, match="unexpected keyword argument 'max_update'$"):
        repeat(AND, max_update=3, jobs=2)
    with pytest.raises(TypeError, match="'on_update'$"):
        repeat(AND, on_update=print)
    with pytest.raises(StrategyError, match="strategy cyclic takes no seed"):
        repeat(AND, "cyclic")


WITHOUT_GUARD = """
from perceptron_ref import example, repeat

print("once")
print(repeat(example("and"), "random", seeds=4, jobs=2).updates.mean)

def mine(view, *, seed=0):
    yield from range(len(view))

print(repeat(example("and"), mine, seeds=4, jobs=2).updates.mean)
"""


@pytest.mark.ci
@pytest.mark.parametrize("source", ["script", "-c"])
def test_a_script_needs_no_main_guard(tmp_path, source):
    """No child imports the script. A strategy that the script defines runs in its process."""
    script = tmp_path / "script.py"
    script.write_text(WITHOUT_GUARD)
    command = [sys.executable, *([script] if source == "script" else ["-c", WITHOUT_GUARD])]
    env = {"PYTHONPATH": str(ROOT)}
    process = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=100
    )
    mean = str(repeat(AND, "random", seeds=4).updates.mean)
    assert process.stdout.splitlines() == ["once", mean, "18"]
    assert process.stderr == ""


VALID_REPORT = make_report(pla(AND, mine))


@pytest.mark.parametrize(
    ("reports", "seed"),
    [
        *[([report], 0) for report in (None, ("converged", (0,), 1, 0), [1, 2], "converged", 7)],
        *[([], 0), ([VALID_REPORT], 1), ([VALID_REPORT, None, VALID_REPORT], 1)],
    ],
)
def test_forged_reports_of_a_child_are_refused(monkeypatch, reports, seed):
    """The code in a child may report anything, or too little. The runs are replayed and counted,
    and the error names the seed of the first report that is invalid or missing.
    """
    monkeypatch.setattr(child, "can_start_processes", lambda: False)
    monkeypatch.setattr(Experiment, "run_and_report", lambda self, seeds: iter(reports))
    experiment = Experiment("pla", strategy(mine), {}, AND, None, range(8))
    with pytest.raises(StrategyError, match=f"^strategy mine, seed {seed}: "):
        list(experiment._run_in_children(1, None, print))


@pytest.mark.ci
@pytest.mark.parametrize("jobs", [1, 2])
def test_on_update_can_stop_the_experiment_in_the_middle_of_a_run(jobs):
    """The unfinished run is discarded, and no child process stays alive."""

    def stop(update):
        raise StopIteration

    experiment = Experiment("pla", strategy("random"), {"max_updates": 10**6}, XOR, None, 2)
    assert list(experiment.run_all(jobs, stop)) == []
    check_no_child_is_left()


# Long experiments


def test_an_experiment_on_a_nonseparable_set_stops_early(monkeypatch):
    """The experiment stops after ten runs that reach the default limit. If the user sets a limit,
    all runs are made.
    """
    monkeypatch.setattr(pla, "__kwdefaults__", {**pla.__kwdefaults__, "max_updates": 30})
    with pytest.warns(
        DataWarning, match="^repeat: found mistakes .* first 10 of 1,000 runs, .* `from perc"
    ) as warnings:
        repeated = repeat(example("xor"))
    assert warnings[0].filename == __file__
    assert repr(repeated).startswith(
        "<Repeated pla, random: 10 of 1,000 runs, 10 with mistakes left,"
    )
    for limit in ({"max_updates": 30}, {"max_visits": 30}, {"right_in_a_row": 40}):
        assert len(repeat(example("xor"), seeds=12, **limit).runs) == 12
    assert len(repeat(example("xor"), seeds=12, algorithm="pocket", max_updates=9).runs) == 12
    assert len(repeat(example("xor"), seeds=10).runs) == 10  # as many runs as requested
    assert len(repeat(example("and"), seeds=12, max_updates=None).runs) == 12


def test_an_experiment_continues_if_one_run_converged(monkeypatch):
    """If one run converged, a line separates the examples, so all runs are made."""
    monkeypatch.setattr(pla, "__kwdefaults__", {**pla.__kwdefaults__, "max_updates": 14})
    assert 0 < repeat(example("and"), seeds=20).without_mistakes < 20


@pytest.mark.ci
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_progress_bar_shows_the_number_of_finished_runs(jobs, capsys):
    """The bar is on standard error, and only if requested."""
    repeat(example("and"), seeds=3)
    assert capsys.readouterr() == ("", "")
    repeat(example("and"), seeds=3, jobs=jobs, progress=True)
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("\r[") and err.endswith("\n")
    last = err.split("\r")[-1]
    assert last.startswith("[########################] 3 of 3 runs, ")


def test_a_progress_bar_shows_the_current_run(capsys, monkeypatch):
    """The bar shows the latest update of the current run. Its line also ends if an error stops the
    experiment.
    """
    monkeypatch.setattr(progress, "_DRAWING_INTERVAL", 0)
    with pytest.raises(ZeroDivisionError):
        repeat(example("and"), seeds=3, progress=True, on_run=lambda record: 1 / 0)
    err = capsys.readouterr().err
    assert "[........................] 0 of 3 runs, 0 s, update 2 of run 1 " in err
    assert "\r[########................] 1 of 3 runs, " in err and err.endswith("\n")
