"""`repeat`: many runs from Python, and what came of them."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from fractions import Fraction

import pytest
from conftest import ROOT, no_child_is_left
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
from perceptron_ref.plugins.registry import strategy as named
from perceptron_ref.replay import make_report

AND, XOR = example("and"), example("xor")


def mine(view, *, seed=0):
    """Visit the examples from one that the seed chooses on, in cycles."""
    N = len(view)
    while True:
        yield [(seed + n) % N for n in range(N)]


def hides(view, *, seed=0):
    """Fail with one seed."""
    if seed == 2:
        raise ValueError("found seed 2")
    yield from mine(view, seed=seed)


NOISY, NEW = (example("noisy", N=40, d=2, flips=5, seed=s) for s in (1, 2))


@pytest.mark.parametrize(
    ("algorithm", "data", "test", "options"),
    [
        (pla, AND, XOR, {"eta": "1/2"}),
        (pocket, NOISY, NEW, {"max_updates": 15}),
        *((pla, AND.with_x0(q), XOR.with_x0(q), {"max_updates": 9}) for q in ("1/2", 0)),
    ],
)
def test_a_record_is_what_the_run_says(algorithm, data, test, options):
    """Each number as the algorithm has it for that seed: of Pocket the numbers of both weights, the
    pocket's and w_T; the threshold is -w_0 x_0, and none where x_0 = 0.
    """
    seeds = [3, 8, 0, 1]
    found = repeat(data, "random", algorithm=algorithm.__name__, seeds=seeds, test=test, **options)
    assert [each.seed for each in found.runs] == seeds == list(found.seeds)
    for record in found.runs:
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
    of_last = sum(each.test_mistakes_last for each in found.runs)
    assert (found.E_test_last is None) == (algorithm is pla)
    assert (found.E_test_last or found.E_test).mean == Fraction(of_last, 4 * test.N)
    assert ("threshold" in found.statistics) == (data.x0 != 0)


def records(*updates, mistakes=0):
    """Return what may have come of runs of PLA."""
    return [
        RunRecord(s, "converged", T, T + 4, mistakes, 0, T, square_root(T), Fraction(1), 1, 0, None)
        for s, T in enumerate(updates)
    ]


def test_the_statistics_of_some_runs():
    """Of updates, visits, lengths, thresholds and errors, exact."""
    found = Repeated("pocket", "random", 4, 8, 3, [*records(4, 16), *records(25, mistakes=2)])
    assert (found.updates.mean, found.updates.median) == (15, 16)
    assert found.visits.mean == 19
    assert found.statistics["squared_length"].most == 25
    assert list(found.lengths) == [2, 4, 5]
    assert found.statistics["threshold"].mean == 1
    assert found.E_in.mean == Fraction(2, 4) / 3
    assert found.E_test.median == Fraction(1, 8)
    assert found.E_test_last.mean == 0
    assert found.statistics["E_in_last"].mean == 0
    assert found.without_mistakes == 2
    assert found.statuses == {"converged": 3}


def test_one_run_without_an_update():
    """Its statistics are those of one number, and no example was corrected."""
    found = repeat(AND, "random", seeds=2, w0=iter([-3, 2, 2]))  # which can be taken once
    assert found.updates.quartiles == (0, 0, 0)
    assert found.runs[0].last_example is None
    assert found.runs[0].squared_length == 17
    assert "2 runs, updates mean 0," in repr(found)
    assert repeat(XOR, "random", seeds=1, max_updates=0).statuses == {"max_updates": 1}


def test_plain_values_are_json():
    """All of it: exact numbers as text, lengths as floats, null beyond all floats."""
    found = repeat(AND, "random", seeds=2, eta="1/3").as_dict()
    assert json.loads(json.dumps(found)) == found
    assert found["records"][0]["squared_length"] == "17/9"
    assert found["statistics"]["length"]["least"] == 17**0.5 / 3
    assert "E_test" not in found["statistics"]
    huge = repeat(Dataset([[10**400], [-(10**400)]], [1, -1]), "random", seeds=1).as_dict()
    assert huge["statistics"]["length"]["mean"] is None


FILE = str(ROOT / "docs/code/random_mistake.py")


@pytest.mark.ci
@pytest.mark.parametrize("order", ["random", FILE])
def test_processes_change_nothing(order):
    """The same records, in the same order, by their own children."""
    alone, seen = repeat(AND, order, seeds=range(3, 11)), []
    found = repeat(AND, order, seeds=range(3, 11), jobs=2, on_run=seen.append)
    assert found.runs == alone.runs == tuple(seen)


@pytest.mark.parametrize(
    ("order", "jobs", "has_processes", "children"),
    [
        ("random", 1, True, 0),
        ("random", 2, True, 2),
        ("random", 9, True, 6),
        ("random", 2, False, 0),
        (FILE, 2, True, 2),
        (mine, 2, True, 0),
    ],
)
def test_each_job_is_a_child(monkeypatch, order, jobs, has_processes, children):
    """If there are processes, as many runs, and a strategy that can be sent to a child."""
    alone, works = repeat(AND, order, seeds=range(3, 9), test=XOR), []

    @contextmanager
    def run_in_child(work, left, warn):
        works.append(work)
        yield work()

    monkeypatch.setattr(child, "can_start_processes", lambda: has_processes)
    monkeypatch.setattr(child, "run_in_child", run_in_child)
    assert repeat(AND, order, seeds=range(3, 9), test=XOR, jobs=jobs).runs == alone.runs
    assert len(works) == children


@pytest.mark.ci
@pytest.mark.parametrize("jobs", [1, 2])
def test_on_run_stops_the_experiment_by_stop_iteration(jobs):
    """The runs that it has seen are returned."""
    seen = []

    def on_run(record):
        seen.append(record)
        if len(seen) == 3:
            raise StopIteration

    found = repeat(AND, "random", seeds=1000, jobs=jobs, on_run=on_run)
    assert found.runs == tuple(seen)
    assert (len(found.runs), found.asked) == (3, 1000)


@pytest.mark.ci
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_strategy_is_told(jobs):
    """It names the strategy and the seed."""
    with pytest.raises(StrategyError, match=r"strategy hides, seed 2, .*: found seed 2"):
        repeat(AND, hides, seeds=4, jobs=jobs)


def test_seeds_count_on_from_the_strategys_own():
    """A number of them; or those that are given, in their order."""
    assert repeat(AND, strategy("random", seed=7), seeds=2).seeds == (7, 8)
    assert repeat(AND, "random", seeds=(n for n in (5, 3))).seeds == (5, 3)
    kept = strategy("random-permutation", fresh=False)
    found = repeat(AND, kept, seeds=[4]).runs[0]
    assert found.updates == pla(AND, strategy("random-permutation", seed=4, fresh=False)).updates


TURNED = Dataset([[1, 2], [3, 4]], [0, 1], positive=0)
NAMED, SWAPPED = (Dataset([[1, 2], [3, 4]], [0, 1], names=[*names]) for names in ("ab", "ba"))


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"seeds": []}, "seeds: …[]…ints…one"),
        ({"seeds": range(0)}, "seeds: …range(0, 0)…ints…one"),
        ({"seeds": ["1"]}, "seeds: …['1']…ints"),
        ({"seeds": 0}, "seeds: …0…at least 1"),
        ({"seeds": "12"}, "seeds: …'12'…at least 1"),
        ({"jobs": 0}, "jobs: …0…at least 1"),
        ({"algorithm": "svm"}, "algorithm: …'svm'…'pla' or 'pocket'"),
        ({"algorithm": ["pla"]}, "algorithm: …['pla']…'pla' or 'pocket'"),
        ({"test": example("credit")}, "test: …4 features…2"),
        ({"test": XOR.with_x0(2)}, "test: …x_0 = 2…x_0 = 1"),
        ({"test": TURNED}, "test: …label for +1…'0'…'1'"),
        ({"test": SWAPPED, "data": NAMED}, "test: …'b', 'a'…'a', 'b'"),
        ({"eta": 0}, "eta: …0…positive"),
        ({"w0": [1]}, "w0: …1 …3"),
    ],
)
def test_what_cannot_be_repeated_is_refused(options, parts):
    """Before anything is run."""
    check_refused(parts, repeat, **{"data": AND, **options})


def test_options_that_there_are_not():
    """As Python says it; `on_update` would be called in other processes."""
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
@pytest.mark.parametrize("how", ["script", "-c"])
def test_a_script_needs_no_guard(tmp_path, how):
    """No process imports it; the strategy that is written in it runs in its own process."""
    script = tmp_path / "script.py"
    script.write_text(WITHOUT_GUARD)
    words = [sys.executable, *([script] if how == "script" else ["-c", WITHOUT_GUARD])]
    path = {"PYTHONPATH": str(ROOT)}
    process = subprocess.run(
        words, cwd=tmp_path, env=path, capture_output=True, text=True, timeout=100
    )
    mean = str(repeat(AND, "random", seeds=4).updates.mean)
    assert process.stdout.splitlines() == ["once", mean, "18"]
    assert process.stderr == ""


LEFT = make_report(pla(AND, mine))


@pytest.mark.parametrize(
    ("told", "seed"),
    [
        *[([each], 0) for each in (None, ("converged", (0,), 1, 0), [1, 2], "converged", 7)],
        *[([], 0), ([LEFT], 1), ([LEFT, None, LEFT], 1)],
    ],
)
def test_what_another_process_makes_up_is_refused(monkeypatch, told, seed):
    """Code that is not ours may say anything, or less than it should: its runs are replayed, and
    counted, and the error names the seed of the first that is none.
    """
    monkeypatch.setattr(child, "can_start_processes", lambda: False)
    monkeypatch.setattr(Experiment, "run_and_report", lambda self, seeds: iter(told))
    made = Experiment("pla", named(mine), {}, AND, None, range(8))
    with pytest.raises(StrategyError, match=f"^strategy mine, seed {seed}: "):
        list(made._run_in_children(1, None, print))


@pytest.mark.ci
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_time_is_looked_at_in_the_middle_of_runs(jobs):
    """`on_update` ends the experiment: a run that is not done is none, and no process is left."""

    def is_over(update):
        raise StopIteration

    made = Experiment("pla", strategy("random"), {"max_updates": 10**6}, XOR, None, 2)
    assert list(made.run_all(jobs, is_over)) == []
    no_child_is_left()


# Long experiments


def test_an_experiment_on_a_set_that_no_line_separates_ends(monkeypatch):
    """After ten runs at the limit that nobody set; one of the user's makes all runs."""
    monkeypatch.setattr(pla, "__kwdefaults__", {**pla.__kwdefaults__, "max_updates": 30})
    with pytest.warns(DataWarning, match="^repeat: found 10 runs .* for 1,000 runs: separ") as told:
        found = repeat(example("xor"))
    assert told[0].filename == __file__
    assert repr(found).startswith("<Repeated pla, random: 10 of 1,000 runs, 10 with mistakes left,")
    for limit in ({"max_updates": 30}, {"max_visits": 30}, {"right_in_a_row": 40}):
        assert len(repeat(example("xor"), seeds=12, **limit).runs) == 12
    assert len(repeat(example("xor"), seeds=12, algorithm="pocket", max_updates=9).runs) == 12
    assert len(repeat(example("xor"), seeds=10).runs) == 10  # all that were asked for
    assert len(repeat(example("and"), seeds=12, max_updates=None).runs) == 12


def test_an_experiment_of_which_a_run_converged_goes_on(monkeypatch):
    """A line separates then: the others were only longer."""
    monkeypatch.setattr(pla, "__kwdefaults__", {**pla.__kwdefaults__, "max_updates": 14})
    assert 0 < repeat(example("and"), seeds=20).without_mistakes < 20


@pytest.mark.ci
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bar_shows_the_runs_that_are_done(jobs, capsys):
    """On standard error, where it was asked for; nothing is shown otherwise."""
    repeat(example("and"), seeds=3)
    assert capsys.readouterr() == ("", "")
    repeat(example("and"), seeds=3, jobs=jobs, progress=True)
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("\r[") and err.endswith("\n")
    last = err.split("\r")[-1]
    assert last.startswith("[########################] 3 of 3 runs, ")


def test_a_bar_shows_the_run_at_work(capsys, monkeypatch):
    """As one may take long; its line ends where an error ends the experiment, too."""
    monkeypatch.setattr(progress, "_PAUSE", 0)
    with pytest.raises(ZeroDivisionError):
        repeat(example("and"), seeds=3, progress=True, on_run=lambda record: 1 / 0)
    err = capsys.readouterr().err
    assert "[........................] 0 of 3 runs, 0 s, update 2 of the next " in err
    assert "\r[########................] 1 of 3 runs, " in err and err.endswith("\n")
