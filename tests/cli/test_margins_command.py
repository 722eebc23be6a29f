"""`margins`: the distances of the examples from the boundary of a model."""

from __future__ import annotations

import csv
import json

import pytest
from report_tables import facts, records

from perceptron_ref import Hypothesis

AB = "a,b,y\n1,2,1\n0,0,-1\n0.5,0,1\n"


@pytest.fixture
def model(tmp_path):
    """Return the path of a saved model: 3 a + 4 b - 5 > 0."""
    path = tmp_path / "model.json"
    Hypothesis([-5, 3, 4], names=["a", "b"]).save(path)
    return path


def test_margins_as_json(command, model, file):
    """All functional margins exactly; lengths with exact value, sign, square and a float."""
    record = json.loads(command("margins", file(AB, "data.csv"), "--model", model, "--json")[1])
    assert record["functional_margins"] == ["6", "5", "-3.5"]
    assert record["functional_margin"] == "-3.5"
    length = {"exact": "-0.7", "sign": -1, "square": "0.49", "approximate": -0.7}
    assert record["geometric_margin"] == length
    assert record["distance_from_origin"]["exact"] == "1"
    assert record["closest"] == [2, 1, 0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "example:credit",
            "found the features age, annual_salary, years_in_job, current_debt; exp",
        ),
        (
            "example:or --id x1",
            "example:or: found --id; expected no such option for a built-in set\n",
        ),
    ],
)
def test_a_set_that_the_model_does_not_fit_is_refused(command, model, words, message):
    """One line, exit status 1."""
    status, out, err = command("margins", *words.split(), "--model", model)
    assert (status, out, err.count("\n"), message in err) == (1, "", 1, True)


@pytest.mark.parametrize(("sign_of_zero", "corrections"), [(0, [1, 1]), (+1, [0, 1]), (-1, [1, 0])])
def test_margins_tells_how_many_corrections_a_mistake_needs(
    command, file, tmp_path, sign_of_zero, corrections
):
    """By the model's rule for sign(0): none on the boundary where that is right, else one."""
    Hypothesis([0, 10, 10], sign_of_zero=sign_of_zero).save(tmp_path / "m.json")
    data = file("0,0,1\n0,0,-1\n0.3,0.1,-1\n", "data.csv")
    record = json.loads(command("margins", data, "--model", tmp_path / "m.json", "--json")[1])
    assert (record["closest"], record["corrections"]) == ([2, 0, 1], [4, *corrections])


def test_where_x_is_zero_no_correction_helps(command, file, tmp_path):
    """Without x_0 the score of the origin is 0, whatever w is."""
    data, model = file("0,0,1\n1,1,-1\n", "data.csv"), tmp_path / "m.json"
    assert command("fit", data, "--x0", 0, "--max-updates", 3, "--save", model)[0] == 0
    out = command("margins", data, "--x0", 0, "--model", model)[1]
    assert ["0", "0", "never"] in records(out, "closest", "n", "functional margin", "corrections")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("who,a,b,y\nAnn,1,2,1\nBob,0,0,-1\n", "--id who --label y"),
        ("Ann,1,2,1\nBob,0,0,-1\n", "--id 0 --label -1"),
    ],
)
def test_all_examples_go_into_a_table(command, model, file, tmp_path, text, words):
    """With --all in the report, with --csv in a file; --id repeats a column."""
    data, table = file(text, "data.csv"), tmp_path / "out.csv"
    words = ["--model", model, "--all", *words.split(), "--csv", table]
    status, out, _ = command("margins", data, *words)
    columns = ("n", "id", "y_n", "functional margin", "geometric margin")
    expected = [["0", "Ann", "1", "6", "1.2"], ["1", "Bob", "-1", "5", "1"]]
    table_rows = [*csv.DictReader(table.read_text().splitlines())]
    assert (status, [[row[name] for name in columns] for row in table_rows]) == (0, expected)
    assert records(out, "examples", *columns) == expected[::-1]


def test_rows_without_labels_are_answered_with_their_scores(command, model, file):
    """By `predict --margins`, in lines whose columns standard error names, and in JSON."""
    words = ["predict", model, file("Ann,1,2\nBob,0,0\n", "data.csv"), "--id", "0", "--margins"]
    lines, columns = "Ann\t+1\t6\t1.2\nBob\t-1\t-5\t-1\n", "columns: id, answer, w . x, distance\n"
    status, out, err = command(*words)
    assert (status, out, err.endswith(columns), "by position" in err) == (0, lines, True, True)
    record = json.loads(command(*words, "--json")[1])
    assert (record["scores"], record["distances"]) == (["6", "-5"], [1.2, -1.0])


def test_lengths_that_need_a_root_are_rounded(command, tmp_path):
    """The closest example first, the lower n of equal ones.     Lecture 2: N.4, N.5"""
    Hypothesis([-1, 1, 2], names=["x1", "x2"]).save(tmp_path / "model.json")
    out = command("margins", "example:or", "--model", tmp_path / "model.json")[1]
    assert facts(out)["distance_from_origin"] == "0.447213595500"
    assert records(out, "closest", "n", "functional margin", "geometric margin") == [
        ["2", "0", "0"],
        ["0", "1", "0.447213595500"],
        ["1", "1", "0.447213595500"],
        ["3", "2", "0.894427191000"],
    ]


def test_five_examples_are_shown_and_the_exact_length_if_there_is_one(command, model, file):
    """The closest ones, in their order."""
    data = file("a,b,y\n" + "".join(f"{n},2,1\n" for n in range(7)), "data.csv")
    out = command("margins", data, "--model", model)[1]
    assert records(out, "closest", "n") == [[n] for n in "01234"]
    assert (facts(out)["geometric_margin"], facts(out)["distance_from_origin"]) == ("0.6", "1")
