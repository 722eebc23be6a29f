"""`margins`: the distances of the examples from the boundary of a model."""

from __future__ import annotations

import json

import pytest
from screen import rows

from perceptron_ref import Hypothesis


@pytest.fixture
def model(tmp_path):
    """Return the path of a saved model: 3 a + 4 b - 5 > 0."""
    path = tmp_path / "model.json"
    Hypothesis([-5, 3, 4], names=["a", "b"]).save(path)
    return path


def test_margins_as_json(command, model, tmp_path):
    """All functional margins exactly; lengths with exact value, sign, square and a float."""
    (tmp_path / "data.csv").write_text("a,b,y\n1,2,1\n0,0,-1\n0.5,0,1\n")
    record = json.loads(command("margins", tmp_path / "data.csv", "--model", model, "--json")[1])
    assert record["functional_margins"] == ["6", "5", "-3.5"]
    assert record["functional_margin"] == "-3.5"
    assert record["geometric_margin"] == {
        "exact": "-0.7",
        "sign": -1,
        "square": "0.49",
        "approximate": -0.7,
    }
    assert record["distance_from_origin"]["exact"] == "1"
    assert record["closest"] == [2, 1, 0]


def test_margins_needs_data_of_the_models_features(command, model):
    """An embedded set of other features is refused."""
    status, _, err = command("margins", "example:credit", "--model", model)
    assert status == 1
    found = "age, annual_salary, years_in_job, current_debt"
    assert f"example:credit: found the features {found}; expected a, b\n" in err


def test_margins_tells_how_many_corrections_a_mistake_needs(command, file, tmp_path):
    """By the model's rule for sign(0): none on the boundary where that is right, else one."""
    data = file("0,0,1\n0,0,-1\n3,1,-1\n", "data.csv")
    for sign_of_zero, corrections in ((0, [1, 1]), (+1, [0, 1]), (-1, [1, 0])):
        h = Hypothesis([0, 1, 1], sign_of_zero=sign_of_zero)
        h.save(tmp_path / f"{sign_of_zero}.json")
        words = ("margins", data, "--model", tmp_path / f"{sign_of_zero}.json", "--json")
        found = json.loads(command(*words)[1])
        assert (found["closest"], found["corrections"]) == ([2, 0, 1], [1, *corrections])


def test_where_x_is_zero_no_correction_helps(command, file, tmp_path):
    """Without x_0 the score of the origin is 0, whatever w is."""
    data = file("0,0,1\n1,1,-1\n", "data.csv")
    assert (
        command("fit", data, "--x0", 0, "--max-updates", 3, "--save", tmp_path / "m.json")[0] == 0
    )
    out = command("margins", data, "--x0", 0, "--model", tmp_path / "m.json")[1]
    assert ["0", "1", "0", "0", "never"] in rows(out, "closest")


def test_all_examples_go_into_a_table(command, model, tmp_path):
    """With --all in the report, with --csv in a file; --id repeats a column, with or not."""
    table = tmp_path / "out.csv"
    for text, column, *label in (
        ("who,a,b,y\nAnn,1,2,1\nBob,0,0,-1\n", "who", "--label", "y"),
        ("Ann,1,2,1\nBob,0,0,-1\n", "0", "--label", "-1"),
    ):
        (tmp_path / "data.csv").write_text(text)
        words = ["--model", model, "--all", "--id", column, *label, "--csv", table, "--force"]
        status, out, _ = command("margins", tmp_path / "data.csv", *words)
        assert (status, table.read_text()) == (
            0,
            "n,id,y_n,functional margin,geometric margin\n0,Ann,1,6,1.2\n1,Bob,-1,5,1\n",
        )
        assert "  1  Bob   -1                  5                 1            0\n" in out
    (tmp_path / "data.csv").write_text("Ann,1,2\nBob,0,0\n")
    words = ["margins", tmp_path / "data.csv", "--model", model, "--id", "0"]
    assert "`predict --margins` answers rows without" in command(*words)[2]
    words = ["predict", model, tmp_path / "data.csv", "--id", "0", "--margins"]
    assert command(*words)[1] == "Ann\t+1\t6\t1.2\nBob\t-1\t-5\t-1\n"
    record = json.loads(command(*words, "--json")[1])
    assert (record["scores"], record["distances"]) == (["6", "-5"], [1.2, -1.0])
