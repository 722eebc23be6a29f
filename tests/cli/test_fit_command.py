"""`fit`: its JSON, the trace of a run, the advice after it, and its output files."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from report_tables import facts

from perceptron_ref import DataError, Hypothesis, example, pla, pocket, strategy
from perceptron_ref.drawing import Picture
from perceptron_ref.exact.rationals import exact_text
from perceptron_ref.plugins.registry import FIXED_CYCLE

NOT_SEPARABLE = "example:iris-versicolor-virginica"
CREDIT, IRIS = example("credit"), example("iris-versicolor-virginica")
RANDOM_PERMUTATION = partial(strategy, "random-permutation")


def test_json_holds_the_run_exactly(fit):
    """The output of --json is one object with fixed keys, and with exact numbers as text."""
    exit_status, out, _ = fit("--json")
    run = pla(example("credit"))
    assert exit_status == 0
    assert json.loads(out) == {
        "data": {
            **{"source": "example:credit", "N": 24, "d": 4, "scale": 10},
            **{"x0": "1", "normalized": False, "labels": ["no", "yes"]},
            **{"label": "approve", "negatives": ["no"]},
            "names": ["age", "annual_salary", "years_in_job", "current_debt"],
        },
        "algorithm": "pla",
        "strategy": {"name": "cyclic", "options": {"until_right": False}},
        **{
            "sign_of_zero": 0,
            "eta": "1",
            "limits": {},
            "w0": ["0"] * 5,
            "status": "converged",
            "updates": 41,
            "visits": 113,
            "dot_products": 113,
            "mistakes": 0,
        },
        **{"w": ["-3", "-7", "70", "29", "-73.5"], "threshold": "3"},
        "last_update": {"n": 16, "visit": 89},
    }
    assert [exact_text(w_i) for w_i in run.w] == json.loads(out)["w"]


def test_row_t_of_a_trace_is_update_t(fit, tmp_path):
    """With --trace, JSON and the table of --csv show n(t), w_t . x_n, w_t and w_{t+1}, as
    `on_update` receives them.
    """
    path = tmp_path / "trace.csv"
    arguments = ("example:xor", "--trace", "--max-updates", 2)
    record = json.loads(fit(*arguments, "--csv", path, "--json")[1])
    assert path.read_text() == (
        "t,n,x_0,x1,x2,y_n,w_t . x_n,w_0,w_1,w_2,next w_0,next w_1,next w_2\n"
        "0,0,1,0,0,-1,0,0,0,0,-1,0,0\n"
        "1,1,1,0,1,1,-1,-1,0,0,0,0,1\n"
    )
    updates = []
    pla(example("xor"), max_updates=2, on_update=lambda u: updates.append((u.t, u.n, u.w)))
    trace = record["trace"]
    assert record["n"] == [0, 1]
    assert trace[1] == {
        **{"t": 1, "n": 1, "x_n": ["1", "0", "1"], "y_n": 1, "score": "-1"},
        **{"w_t": ["-1", "0", "0"], "w_next": ["0", "0", "1"]},
    }
    for row, (t, n, w) in zip(trace, updates):
        assert (row["t"], row["n"], row["w_next"]) == (t, n, [*map(str, w)])


RUNS = [  # a command line without `fit`, and the same run in Python
    ("--strategy random_permutation:seed=7", lambda: pla(CREDIT, RANDOM_PERMUTATION(seed=7))),
    ("example:and --sign-of-zero -1", lambda: pla(example("and"), sign_of_zero=-1)),
    ("example:and --sign-of-zero +1", lambda: pla(example("and"), sign_of_zero=1)),
    ("--eta 1/2 --strategy restart", lambda: pla(CREDIT, "restart", eta="1/2")),
    ("--engine plain --max-visits 9", lambda: pla(CREDIT, max_visits=9)),
    ("--max-updates none", lambda: pla(CREDIT, max_updates=None)),
    (f"{NOT_SEPARABLE} --pocket --max-updates 300", lambda: pocket(IRIS, max_updates=300)),
    (
        "example:spam --strategy random --right-in-a-row 5N",
        lambda: pla(example("spam"), "random", right_in_a_row=120),
    ),
]


@pytest.mark.parametrize(("command_line", "run_in_python"), RUNS)
def test_a_run_equals_the_run_with_the_same_options_in_python(fit, command_line, run_in_python):
    """NAME:key=value sets an option of a strategy. JSON shows all options of the strategy, even
    those that have their default value.
    """
    arguments, run = command_line.split(), run_in_python()
    record = json.loads(fit(*arguments, "--trace", "--json")[1])
    for key in ("status", "updates", "visits", "dot_products", "mistakes", "sign_of_zero"):
        assert record[key] == getattr(run, key), key
    assert (tuple(record["n"]), record["w"]) == (run.n, [*map(exact_text, run.w)])
    assert record.get("mistakes_last") == getattr(run, "mistakes_last", None)
    w_last = [*map(exact_text, run.w_last)] if "--pocket" in arguments else None
    assert record.get("w_last") == w_last
    if "seed=7" in command_line:
        assert record["strategy"]["options"] == {"seed": 7, "fresh": True}


RUNS_WITH_MISTAKES_LEFT = [  # arguments, the status of the run, and a part of the advice, or ""
    (["--max-updates", 50], "max_updates", " Try a larger --max-updates, or --pock"),
    (["--max-visits", 7], "max_visits", " Try a larger --max-visits, or --pocket, "),
    (["--max-seconds", 0], "stopped", " Try a larger --max-seconds, or --pocket, "),
    (["--right-in-a-row", 1], "right_in_a_row", " Try a larger --right-in-a-row, "),
    (["--max-updates", 5, "--pocket"], "max_updates", " Try a larger --max-updates,"),
    (
        *(["--max-updates", 5, "--pocket", "--strategy", "cyclic"], "max_updates"),
        " Try a larger --max-updates, or --strategy random: a fixed order may return ",
    ),
    (
        *(["--max-updates", 5, "--pocket", "--strategy", FIXED_CYCLE], "max_updates"),
        " Try a larger --max-updates, or --strategy random: a ",
    ),
    (["--pocket", "--target-mistakes", 10], "target_mistakes", ""),
]


@pytest.mark.parametrize(("arguments", "run_status", "advice"), RUNS_WITH_MISTAKES_LEFT)
def test_a_run_with_mistakes_left_gets_advice(fit, arguments, run_status, advice):
    """The advice is a larger limit, Pocket, or another strategy or seed. The exit status is 0. A
    run that reached its target gets no advice.
    """
    exit_status, out, _ = fit(NOT_SEPARABLE, *arguments)
    assert (exit_status, facts(out)["status"]) == (0, run_status)
    advice_line = out.splitlines()[-2]  # the last line is about `help words`
    assert advice in advice_line if advice else "NOT converged" not in out
    assert "`--scale 1/100 --x0 1` may help" not in advice_line
    suggests_a_seed = "another seed (`--strategy random:seed=1`)" in advice_line
    assert suggests_a_seed == (
        "--pocket" in arguments and ", or --strategy" not in advice and advice != ""
    )


def test_a_note_suggests_to_scale_large_features(fit, file):
    """Large features make PLA slow, so the report suggests --scale, unless the features are about
    as large as x_0.
    """
    for zeros, expects_note in (("000", True), ("", False)):
        path = file(f"1{zeros},-1\n2{zeros},1\n3{zeros},-1\n", "units.csv")
        out = fit(path, "--max-updates", 9)[1]
        assert ("make PLA slow: `--scale 1/100 --x0 1` may" in out) == expects_note


@pytest.mark.ci
def test_right_in_a_row_works_in_several_commands(command, file):
    """--right-in-a-row also works in `compare` and `prove`, and for strategies in files."""
    options = ("example:or", "--right-in-a-row", 1)
    assert facts(command("prove", *options)[1])["status"] == "right_in_a_row"
    assert command("compare", *options)[1].count("right_in_a_row") > 2
    path = file("def order(view):\n    while True:\n        yield from range(len(view))\n")
    built_in_report, file_report = (
        command("fit", *options, "--strategy", name)[1] for name in ("cyclic", path)
    )
    assert file_report == built_in_report.replace("cyclic, until_right = false", path)


def test_json_shows_the_last_update(fit):
    """JSON shows the example of the last update, counted from 0, and its visit, counted from 1. For
    a run without updates it shows null, and the report omits the line.
    """
    visits = []
    run = pla(CREDIT, "restart", on_update=lambda update: visits.append(update.visits))
    record = json.loads(fit("--strategy", "restart", "--json")[1])
    assert record["last_update"] == {"n": run.n[-1], "visit": visits[-1]}
    assert "last_update" not in facts(fit("--max-updates", 0)[1])
    assert json.loads(fit("--max-updates", 0, "--json")[1])["last_update"] is None


# Output files


def test_a_saved_model_is_the_hypothesis(fit, tmp_path):
    """--save writes the file that Hypothesis.load reads. It may replace a model, but it replaces
    other files only with --force.
    """
    model = tmp_path / "model.json"
    assert fit("--save", model)[1].endswith(f"\nWrote the model to {model}\n")
    assert Hypothesis.load(model) == pla(example("credit")).hypothesis
    assert fit("example:or", "--save", model)[0] == 0
    assert Hypothesis.load(model) == pla(example("or")).hypothesis
    model.write_text("not a model\n")
    exit_status, out, err = fit("--save", model)
    assert (exit_status, out, model.read_text()) == (2, "", "not a model\n")
    assert f"--save {model} would replace an existing file; --force allows this" in err
    assert fit("--save", model, "--force")[0] == 0


def test_a_file_of_examples_is_not_replaced(fit, file):
    """Neither --save nor --draw may replace FILE or FILE2, even with --force. A path that cannot be
    written is refused before the data are read.
    """
    exit_status, out, err = fit("nowhere.csv", "--save", "none/x")
    assert (exit_status, out, err.count("\n")) == (1, "", 1)
    assert "none/x: cannot be written: " in err and "nowhere.csv" not in err
    text = "1,-1\n2,1\n"
    data, other_data = file(text, "data.svg"), file(text, "others.csv")
    for data_arguments in ([data], [other_data, "--test", data]):
        for option in ("--save", "--draw"):
            exit_status, _, err = fit(*data_arguments, option, data, "--force")
            assert exit_status == 2
            assert "would replace a file that this command reads; expected" in err
    assert Path(data).read_text(encoding="utf-8") == text


@pytest.mark.parametrize("command_line", ["fit --trace", "prove", "margins --model M"])
def test_a_table_is_written_even_if_the_pipe_of_the_report_closes(
    command, tmp_path, monkeypatch, command_line
):
    """A program such as `head` may close the pipe before it has read the whole report."""

    def close_pipe(text):
        raise BrokenPipeError

    model, path = tmp_path / "model.json", tmp_path / "table.csv"
    assert command("fit", "example:or", "--save", model)[0] == 0
    monkeypatch.setattr("perceptron_ref.cli.report.print_line", close_pipe)
    name, *more_options = command_line.replace("M", str(model)).split()
    assert command(name, "example:or", *more_options, "--csv", path)[0] == 0
    assert path.read_text().count("\n") > 4


@pytest.mark.parametrize("more_options", [[], ["--json"], ["--audit"]])
def test_the_result_is_printed_if_writing_a_file_fails(fit, tmp_path, monkeypatch, more_options):
    """The result is printed, and then the error. The exit status is 1, and the report does not name
    the file that could not be written.
    """

    def fail(picture, path):
        raise DataError(f"{path}: the disk is full")

    monkeypatch.setattr(Picture, "save", fail)
    model, path = tmp_path / "model.json", tmp_path / "line.svg"
    exit_status, out, err = fit("--save", model, "--draw", path, *more_options)
    assert (exit_status, err) == (1, f"perceptron-ref: error: {path}: the disk is full\n")
    assert [*tmp_path.iterdir()] == [model]
    assert ('"updates": 41' if more_options else "updates       41") in out
    assert (f"Wrote the model to {model}\n" in out, str(path) in out) == (not more_options, False)


def test_features_of_very_different_size_are_named(fit, file):
    """The advice names the features with the largest and the smallest numbers. If the features are
    of similar size, there is no advice.
    """
    rows = "id,a,y\n61634,1,0\n1000025,2,1\n1000025,3,1\n1002945,1,0\n"
    path = file(rows, "data.csv")
    out = fit(path, "--max-updates", 9)[1]
    assert "features      id, a\n" in out
    hint = "Features of very different size slow PLA down: id reaches 1002945, a reaches 3."
    assert f" {hint} " in out.splitlines()[-2]
    similar_path = file(
        rows.replace("1000025", "9").replace("61634", "8").replace("1002945", "7"), "b.csv"
    )
    assert "very different size" not in fit(similar_path, "--max-updates", 2)[1]


def test_the_report_shows_the_settings_that_change_the_result(fit):
    """The report shows eta and the given limits. --json also shows the initial weights w0."""
    arguments = ("example:or", "--eta", "1/2", "--max-updates", "none", "--max-visits", 9)
    report = facts(fit(*arguments)[1])
    assert report["eta"] == "0.5"
    assert report["limits"] == "max_updates = none, max_visits = 9"
    record = json.loads(fit(*arguments, "--json")[1])
    assert (record["eta"], record["w0"]) == ("0.5", ["0", "0", "0"])
    assert record["limits"] == {"max_updates": None, "max_visits": 9}
