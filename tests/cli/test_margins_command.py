"""`margins` shows how far the examples are from the boundary of a model."""

from __future__ import annotations

import csv
import json

import pytest
from report_tables import facts, records

from perceptron_ref import Hypothesis

THREE_EXAMPLES = "a,b,y\n1,2,1\n0,0,-1\n0.5,0,1\n"


@pytest.fixture
def model(tmp_path):
    """Return the path of a saved model, h(x) = sign(-5 + 3 a + 4 b)."""
    path = tmp_path / "model.json"
    Hypothesis([-5, 3, 4], names=["a", "b"]).save(path)
    return path


def test_json_shows_exact_margins(command, model, file):
    """Functional margins are exact. The geometric margin is shown as an exact value, with its sign,
    its square and a float.
    """
    record = json.loads(
        command("margins", file(THREE_EXAMPLES, "data.csv"), "--model", model, "--json")[1]
    )
    assert record["functional_margins"] == ["6", "5", "-3.5"]
    assert record["functional_margin"] == "-3.5"
    geometric_margin = {"exact": "-0.7", "sign": -1, "square": "0.49", "approximate": -0.7}
    assert record["geometric_margin"] == geometric_margin
    assert record["distance_from_origin"]["exact"] == "1"
    assert record["closest"] == [2, 1, 0]


@pytest.mark.parametrize(
    ("command_line", "message"),
    [
        (
            "example:credit",
            "found the features age, annual_salary, years_in_job, current_debt; exp",
        ),
        (
            "example:or --id x1",
            "example:or: found --id for an embedded data set. Leave out this option, which "
            "applies only to files\n",
        ),
    ],
)
def test_a_set_that_does_not_suit_the_model_is_refused(command, model, command_line, message):
    """A set with other features, or an option that does not apply to the set, gives an error of one
    line and exit status 1.
    """
    exit_status, out, err = command("margins", *command_line.split(), "--model", model)
    assert (exit_status, out, err.count("\n"), message in err) == (1, "", 1, True)


@pytest.mark.parametrize(("sign_of_zero", "corrections"), [(0, [1, 1]), (+1, [0, 1]), (-1, [1, 0])])
def test_margins_counts_the_corrections_that_a_mistake_needs(
    command, file, tmp_path, sign_of_zero, corrections
):
    """For an example on the boundary the number depends on sign(0) of the model: it is 0 if sign(0)
    equals the label, and otherwise 1.
    """
    Hypothesis([0, 10, 10], sign_of_zero=sign_of_zero).save(tmp_path / "m.json")
    data = file("0,0,1\n0,0,-1\n0.3,0.1,-1\n", "data.csv")
    record = json.loads(command("margins", data, "--model", tmp_path / "m.json", "--json")[1])
    assert (record["closest"], record["corrections"]) == ([2, 0, 1], [4, *corrections])


def test_without_x_0_corrections_never_help_at_the_origin(command, file, tmp_path):
    """Without x_0 the score of the origin is 0 for every w, so its row says "never"."""
    data, model = file("0,0,1\n1,1,-1\n", "data.csv"), tmp_path / "m.json"
    assert command("fit", data, "--x0", 0, "--max-updates", 3, "--save", model)[0] == 0
    out = command("margins", data, "--x0", 0, "--model", model)[1]
    assert ["0", "0", "never"] in records(out, "closest", "n", "functional margin", "corrections")


@pytest.mark.parametrize(
    ("text", "command_line"),
    [
        ("who,a,b,y\nAnn,1,2,1\nBob,0,0,-1\n", "--id who --label y"),
        ("Ann,1,2,1\nBob,0,0,-1\n", "--id 0 --label -1"),
    ],
)
def test_all_lists_every_example(command, model, file, tmp_path, text, command_line):
    """With --all the report lists every example, and --csv writes the same list to a file. --id
    adds a column with the identifiers.
    """
    data, table = file(text, "data.csv"), tmp_path / "out.csv"
    arguments = ["margins", data, "--model", model, "--all", *command_line.split(), "--csv", table]
    exit_status, out, _ = command(*arguments)
    columns = ("n", "id", "y_n", "functional margin", "geometric margin")
    expected_rows = [["0", "Ann", "1", "6", "1.2"], ["1", "Bob", "-1", "5", "1"]]
    table_rows = [*csv.DictReader(table.read_text().splitlines())]
    assert exit_status == 0
    assert [[row[name] for name in columns] for row in table_rows] == expected_rows
    assert records(out, "examples", *columns) == expected_rows[::-1]


def test_predict_margins_prints_scores_and_distances(command, model, file):
    """`predict --margins` prints the score and the distance of each row after its answer. Standard
    error names the columns. --json prints the same numbers.
    """
    arguments = ["predict", model, file("Ann,1,2\nBob,0,0\n", "data.csv"), "--id", "0", "--margins"]
    exit_status, out, err = command(*arguments)
    assert (exit_status, out) == (0, "Ann\t+1\t6\t1.2\nBob\t-1\t-5\t-1\n")
    assert err.endswith("columns: id, answer, w . x, distance\n") and "by position" in err
    record = json.loads(command(*arguments, "--json")[1])
    assert (record["scores"], record["distances"]) == (["6", "-5"], [1.2, -1.0])


def test_irrational_lengths_are_rounded(command, tmp_path):
    """Irrational distances are shown with twelve digits. Examples are sorted by distance, and then
    by n.     On this site: N.4, N.5
    """
    Hypothesis([-1, 1, 2], names=["x1", "x2"]).save(tmp_path / "model.json")
    out = command("margins", "example:or", "--model", tmp_path / "model.json")[1]
    assert facts(out)["distance_from_origin"] == "0.447213595500"
    assert records(out, "closest", "n", "functional margin", "geometric margin") == [
        ["2", "0", "0"],
        ["0", "1", "0.447213595500"],
        ["1", "1", "0.447213595500"],
        ["3", "2", "0.894427191000"],
    ]


def test_the_report_lists_the_five_closest_examples(command, model, file):
    """The closest example comes first. A rational length is shown exactly."""
    data = file("a,b,y\n" + "".join(f"{n},2,1\n" for n in range(7)), "data.csv")
    out = command("margins", data, "--model", model)[1]
    assert records(out, "closest", "n") == [[n] for n in "01234"]
    assert (facts(out)["geometric_margin"], facts(out)["distance_from_origin"]) == ("0.6", "1")
