"""`fit`: what it prints, as text and as JSON, and how it ends."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from perceptron_ref import DataError, Hypothesis, example, pla, pocket, strategy
from perceptron_ref.cli.progress import Progress
from perceptron_ref.drawing import Picture
from perceptron_ref.exact.rationals import exact_text

NOT_SEPARABLE = "example:iris-versicolor-virginica"


def test_without_a_file_it_learns_the_credit_card_example(fit):
    """The data, the outcome, the weights by name, the threshold, the mistakes: the whole page.

    Lecture 2: L2.1
    """
    assert fit() == (
        0,
        """\
Data: example:credit, N = 24 examples, d = 4 features
Labels (approve): +1 stands for 'yes', -1 for 'no'
No FILE is named: this is an example. `fit FILE` learns from yours.
PLA, visiting order cyclic; sign(0) is a mistake for both labels
Converged after 41 updates and 113 visits: no mistake is left.
The last update corrected example 16 at visit 89 (examples count from 0, visits from 1).

  w_0  = -threshold      -3
  w_1  age               -7
  w_2  annual_salary     70
  w_3  years_in_job      29
  w_4  current_debt   -73.5
Mistakes on the training data: 0 of 24
""",
        "",
    )


def test_two_features_are_drawn(fit):
    """Points and line of a set of two features stand below the numbers, not of others."""
    _, out, _ = fit("example:credit-2d")
    assert "annual_salary: 3.1 to 14, to the right\n" in out
    assert "o is +1, x is -1" in out
    assert "to the right" not in fit("example:credit")[1]


def test_trace_lists_t_n_and_w(fit):
    """A line for every update with t, n(t), w_t and w_{t+1}, exactly."""
    _, out, _ = fit("example:xor", "--trace", "--max-updates", 3)
    assert (
        """\
t  n(t)  w_t         w_{t+1}
0     0  (0, 0, 0)   (-1, 0, 0)
1     1  (-1, 0, 0)  (0, 0, 1)
2     2  (0, 0, 1)   (1, 1, 1)
"""
        in out
    )


def test_a_worksheet_has_all_that_is_in_an_update(fit, tmp_path):
    """--trace with --csv: a row for each update, a column for each entry; the same in JSON."""
    path = tmp_path / "trace.csv"
    _, out, _ = fit("example:xor", "--trace", "--max-updates", 2, "--csv", path, "--json")
    assert path.read_text() == (
        "t,n,x_0,x1,x2,y_n,w_t . x_n,w_0,w_1,w_2,next w_0,next w_1,next w_2\n"
        "0,0,1,0,0,-1,0,0,0,0,-1,0,0\n"
        "1,1,1,0,1,1,-1,-1,0,0,0,0,1\n"
    )
    updates = []
    pla(example("xor"), max_updates=2, on_update=updates.append)
    trace = json.loads(out)["trace"]
    assert trace[1] == {
        "t": 1,
        "n": 1,
        "x_n": ["1", "0", "1"],
        "y_n": 1,
        "score": "-1",
        "w_t": ["-1", "0", "0"],
        "w_next": ["0", "0", "1"],
    }
    for row, update in zip(trace, updates):
        assert (row["t"], row["n"], row["w_next"]) == (update.t, update.n, [*map(str, update.w)])


def test_json_holds_the_run_exactly(fit):
    """One JSON object, its keys, and numbers as exact text."""
    status, out, _ = fit("--json")
    run = pla(example("credit"))
    assert status == 0
    assert json.loads(out) == {
        "data": {
            "source": "example:credit",
            "N": 24,
            "d": 4,
            "scale": 10,
            "x0": "1",
            "normalized": False,
            "names": ["age", "annual_salary", "years_in_job", "current_debt"],
            "labels": ["no", "yes"],
        },
        "algorithm": "pla",
        "strategy": {"name": "cyclic", "options": {"until_right": False}},
        "sign_of_zero": 0,
        "status": "converged",
        "updates": 41,
        "visits": 113,
        "mistakes": 0,
        "w": ["-3", "-7", "70", "29", "-73.5"],
        "threshold": "3",
        "last_update": {"n": 16, "visit": 89},
    }
    assert [exact_text(w_i) for w_i in run.w] == json.loads(out)["w"]


def test_json_with_trace_has_n(fit):
    """With --trace the sequence n(t) is there."""
    record = json.loads(fit("example:xor", "--trace", "--max-updates", 5, "--json")[1])
    assert record["n"] == [0, 1, 2, 3, 0]


def test_strategy_options_are_read_from_the_command_line(fit):
    """NAME:key=value runs the strategy with that option; JSON shows all options, given or not."""
    record = json.loads(fit("--strategy", "random_permutation:seed=7", "--trace", "--json")[1])
    assert record["strategy"] == {
        "name": "random-permutation",
        "options": {"seed": 7, "fresh": True},
    }
    assert tuple(record["n"]) == pla(example("credit"), strategy("random-permutation", seed=7)).n


def test_the_sign_of_zero_is_an_option(fit):
    """The homework's convention gives another run than the proof's."""
    updates = [
        json.loads(fit("example:and", "--sign-of-zero", z, "--json")[1])["updates"]
        for z in ("-1", "0", "+1")
    ]
    assert updates == [pla(example("and"), sign_of_zero=z).updates for z in (-1, 0, 1)]
    assert "sign(0) is -1" in fit("example:and", "--sign-of-zero", "-1")[1]


def test_pocket_shows_what_it_kept_and_what_came_last(fit):
    """With --pocket both weights are there, and the dot products."""
    record = json.loads(fit(NOT_SEPARABLE, "--pocket", "--max-updates", 300, "--json")[1])
    run = pocket(example("iris-versicolor-virginica"), max_updates=300)
    assert record["algorithm"] == "pocket"
    assert (record["status"], record["mistakes"], record["mistakes_last"]) == (
        "max_updates",
        run.mistakes,
        run.mistakes_last,
    )
    assert record["w_last"] == [exact_text(w_i) for w_i in run.w_last]
    assert record["dot_products"] == run.dot_products
    assert (
        f"Mistakes of the last weights: {run.mistakes_last} of 100"
        in fit(NOT_SEPARABLE, "--pocket", "--max-updates", 300)[1]
    )


def test_pocket_stops_at_the_target(fit):
    """Few enough mistakes end the run, and that is said."""
    _, out, _ = fit(NOT_SEPARABLE, "--pocket", "--target-mistakes", 10)
    assert "Reached the target after" in out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--max-updates", "50"], "stopped by --max-updates after 50 updates"),
        (["--max-visits", "7"], "stopped by --max-visits after"),
        (["--max-updates", "5", "--pocket"], "Try a larger --max-updates, or another seed"),
        (["--max-updates", "5"], "Try a larger --max-updates, or --pocket"),
    ],
)
def test_not_converged_is_said_plainly_with_what_to_try(fit, options, said):
    """A run that was stopped says so, what stopped it, and what to do; it is no error."""
    status, out, _ = fit(NOT_SEPARABLE, *options)
    assert status == 0
    assert "NOT converged" in out
    assert said in out


def test_pocket_says_what_its_limit_does_not_promise(fit):
    """On separable data, too, it may stop with mistakes: 2 on this set, and 1."""
    for source, mistakes in (
        ("example:powers:d=6", "2 mistakes"),
        ("example:pair:m=30", "1 mistake"),
    ):
        out = fit(source, "--pocket")[1]
        assert "stopped by --max-updates after 1,000 updates and " in out
        assert f", {mistakes} of " in out
        assert " Better weights may exist: `separable` decides" in out


def test_a_row_that_ends_a_run_is_told_with_the_mistakes_on_all(fit):
    """What was enough; E_in is counted; advice where it is not 0."""
    words = ("example:spam", "--strategy", "random", "--right-in-a-row")
    status, out, _ = fit(*words, "5N")
    assert status == 0
    told = "Stopped after 120 visits in a row without a mistake, 15 updates and 198 visits in all"
    assert out.splitlines()[3] == f"{told}; counted on all examples: 0 mistakes of 24 left."
    assert "\nMistakes on the training data: 0 of 24\n" in out
    assert fit("example:or", "--right-in-a-row", 1)[1].splitlines()[3] == (
        "Stopped after 1 visit in a row without a mistake, 3 updates and 4 visits in all; "
        "counted on all examples: 1 mistake of 4 left. Try a larger --right-in-a-row."
    )
    record = json.loads(fit(*words, "5N", "--json")[1])
    run = pla(example("spam"), "random", right_in_a_row=120)
    assert (
        (record["status"], record["visits"]) == ("right_in_a_row", run.visits) == (run.status, 198)
    )
    assert record["mistakes"] == 0


def test_a_row_ends_runs_of_every_command(command, file):
    """Of Pocket, of `compare`, `prove` and `draw`, of many seeds, and of strategies of others."""
    row = ("example:or", "--right-in-a-row", 1)
    assert "Stopped after 1 visit in a row" in command("fit", *row, "--pocket")[1]
    assert command("compare", *row)[1].count("right_in_a_row") > 2
    proved = command("prove", *row)
    assert proved[0] == 0 and "Stopped after 1 visit in a row" in proved[1]
    status, _, err = command("draw", *row, "-o", "-")
    assert status == 0 and err.startswith("Stopped after 1 visit in a row")
    mine = file("def mine(view):\n    while True:\n        yield from range(len(view))\n")
    ours, theirs = (command("fit", *row, "--strategy", name)[1] for name in ("cyclic", mine))
    assert theirs == ours.replace("order cyclic", f"order {mine}")
    seeds = ("--strategy", "random", "--repeat", 3, "--json")
    updates = json.loads(command("fit", "example:or", "--right-in-a-row", "2N", *seeds)[1])[
        "repeat"
    ]
    runs = [pla(example("or"), strategy("random", seed=s), right_in_a_row=8) for s in range(3)]
    assert updates["updates"] == [run.updates for run in runs]


def test_the_last_update_is_told(fit):
    """Its example, counted from 0, and its visit, counted from 1; nothing of a run without one."""
    visits = []
    run = pla(example("credit"), "restart", on_update=lambda update: visits.append(update.visits))
    line = f"The last update corrected example {run.n[-1]} at visit {visits[-1]:,} (examples"
    assert line in fit("--strategy", "restart")[1]
    record = json.loads(fit("--strategy", "restart", "--json")[1])
    assert record["last_update"] == {"n": run.n[-1], "visit": visits[-1]}
    assert "last update" not in fit("--max-updates", 0)[1]
    assert json.loads(fit("--max-updates", 0, "--json")[1])["last_update"] is None


@pytest.mark.parametrize("visits", [0, 40, 114, 10**9])
def test_a_visit_that_cannot_be_that_of_the_last_update_is_not_told(fit, monkeypatch, visits):
    """As a strategy of others may tell it: fewer visits than updates, or more than the run made."""
    run = pla(example("credit"))
    assert (run.updates, run.visits) == (41, 113)
    seen = SimpleNamespace(t=40, visits=visits)
    monkeypatch.setattr(Progress, "last", property(lambda self: seen, lambda *new: None), False)
    assert json.loads(fit("--json")[1])["last_update"] == {"n": 16, "visit": None}
    assert "corrected example 16 (examples count from 0)." in fit()[1]


def test_no_limit_of_updates(fit):
    """`none` lifts the limit."""
    assert "Converged" in fit("--max-updates", "none")[1]


def test_a_test_file_is_counted_and_not_learned_from(fit, tmp_path):
    """With --test the mistakes on other examples are shown, columns found by their names."""
    (tmp_path / "train.csv").write_text("a,b,label\n1,0,-1\n3,0,1\n")
    (tmp_path / "test.csv").write_text("b,label,a\n0,1,4\n0,-1,5\n0,-1,0\n")
    _, out, _ = fit(tmp_path / "train.csv", "--test", tmp_path / "test.csv")
    assert f"Mistakes on {tmp_path / 'test.csv'}: 1 of 3" in out
    record = json.loads(fit(tmp_path / "train.csv", "--test", tmp_path / "test.csv", "--json")[1])
    assert record["test"] == {"N": 3, "mistakes": 1}


def test_a_saved_model_is_the_hypothesis(fit, tmp_path):
    """--save writes what Hypothesis.load reads."""
    model = tmp_path / "model.json"
    _, out, _ = fit("--save", model)
    assert f"Saved to {model}" in out
    assert Hypothesis.load(model) == pla(example("credit")).hypothesis


def test_a_model_that_cannot_be_saved_is_an_error(fit, tmp_path):
    """Exit status 1, one line that names the file."""
    status, out, err = fit("--save", tmp_path / "nowhere" / "model.json")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "nowhere" in err


def test_places_are_looked_at_before_the_run(fit, tmp_path):
    """A place that cannot be written ends `fit` before it reads anything."""
    for option in ("--save", "--draw"):
        status, out, err = fit("nowhere.csv", option, tmp_path / "none" / "x")
        assert (status, out) == (1, "")
        assert "none/x: cannot be written: " in err
        assert "nowhere.csv" not in err


@pytest.mark.parametrize("json", [[], ["--json"]])
def test_the_result_is_printed_though_writing_fails_in_the_end(fit, tmp_path, monkeypatch, json):
    """First the result, then the error, exit status 1; no line says that it is written."""

    def fails(picture, path):
        raise DataError(f"{path}: the disk is full")

    monkeypatch.setattr(Picture, "save", fails)
    model, path = tmp_path / "model.json", tmp_path / "line.svg"
    status, out, err = fit("--save", model, "--draw", path, *json)
    assert (status, err) == (1, f"perceptron-ref: error: {path}: the disk is full\n")
    assert [*tmp_path.iterdir()] == [model]
    assert ('"updates": 41' if json else "Converged after 41 updates") in out
    assert (f"Saved to {model}\n" in out, "Drawn" in out) == (not json, False)
