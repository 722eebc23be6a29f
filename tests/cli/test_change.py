"""--first, --scale, --x0, --normalize and --split: what becomes of the examples, what is said."""

from __future__ import annotations

import json

import pytest
from screen import facts, rows

from perceptron_ref import Hypothesis, example, pla, read
from perceptron_ref.theory.separability import separability

ROWS = "a,b,y\n3,4,1\n-6,2,-1\n1,5,1\n0,-2,-1\n2,1,1\n"


@pytest.fixture
def file(tmp_path):
    """Return the path of a file of five examples."""
    path = tmp_path / "data.csv"
    path.write_text(ROWS)
    return path


def as_json(command, *words):
    """Return what a command prints with --json."""
    return json.loads(command(*words, "--json")[1])


def test_the_changes_come_in_one_order(command, file):
    """The first rows; all times Q; then x_0, which --x0 has the last word about; then length 1."""
    words = ["--normalize", "--x0", "3", "--scale", "1/2", "--first", "4"]
    record = as_json(command, "fit", file, *words, "--trace")
    D = read(file).split(4)[0].scaled_by("1/2").with_x0(3).normalized()
    assert record["n"] == list(pla(D).n)
    assert record["data"] == {
        "source": str(file),
        "N": 4,
        "d": 2,
        "scale": D.scale,
        "names": ["a", "b"],
        "labels": ["-1", "1"],
        "x0": "3",
        "normalized": True,
    }


def test_reports_say_what_x_0_is(command, file):
    """In the line of the data, beside w_0, and in the threshold; --json has the threshold, too."""
    for x0, told, threshold in (("1/2", "0.5", "-0.25"), ("0", "0", None), ("-1", "-1", "-1")):
        words = ("fit", file, f"--x0={x0}", "--max-updates", "1")
        out = command(*words)[1]
        assert facts(out)["data"] == f"{file}, N = 5, d = 2, x_0 = {told}"
        assert rows(out, "w")[0][1] == f"(x_0 = {told})"
        assert facts(out).get("threshold") == threshold
        assert as_json(command, *words)["threshold"] == (threshold or "0")
    out = command("fit", file)[1]
    assert (rows(out, "w")[0][1], "threshold" in facts(out)) == ("= -threshold", False)


@pytest.mark.parametrize("name", ["separable", "optimum", "prove", "compare"])
def test_every_command_takes_them(command, file, name):
    """Whatever it makes of the examples."""
    status, out, err = command(name, file, "--scale", "2", "--x0=-1/2", "--normalize")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].endswith(", x_0 = -0.5, every x_n made as long as 1")


def test_race_and_draw_take_them(command, file, tmp_path):
    """Each FILE of a race is changed, an embedded one, too."""
    record = as_json(command, "race", file, "example:iris-setosa", "--x0", "0", "--seeds", "1")
    assert [each["x0"] for each in record["sets"]] == ["0", "0"]
    assert command("draw", file, "--x0", "0", "-o", tmp_path / "a.svg")[0] == 0
    assert "no threshold" in (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_a_certificate_is_about_the_changed_examples(command):
    """Its bound is that of the set in Python, and --audit has x_0 for who checks it."""
    record = as_json(command, "separable", "example:iris-setosa", "--x0", "0", "--audit")
    found = separability(example("iris-setosa").with_x0(0))
    assert record["x0"] == "0" and record["w_f"] == list(found.w_f)
    assert record["x"][0][0] == "0"


def test_test_data_have_the_x_0_and_the_scale_of_the_training_data(command, file, tmp_path):
    """And all of their rows, however few of FILE are taken."""
    (tmp_path / "test.csv").write_text("b,a,y\n4,3,1\n2,-6,-1\n0,0,1\n")
    words = [file, "--test", tmp_path / "test.csv", "--first", "2", "--scale", "1/3"]
    for more in ([], ["--x0", "2"], ["--x0", "0", "--normalize"]):
        record = as_json(command, "fit", *words, *more)
        D = read(file).split(2)[0].scaled_by("1/3")
        D = D.with_x0(more[1]) if more else D
        h = pla(D.normalized() if "--normalize" in more else D).hypothesis
        test = read(tmp_path / "test.csv", like=read(file)).scaled_by("1/3").with_x0(h.x0)
        assert record["test"] == {"N": 3, "mistakes": h.mistakes(test)}


@pytest.mark.parametrize(
    ("words", "x0"),
    [
        ([], 1),
        (["--scale", "1/2"], 1),
        (["--scale", "1/2", "--x0", "1"], 2),
        (["--x0", "0"], 0),
        (["--scale", "3", "--x0=-2", "--normalize"], "-2/3"),
    ],
)
def test_a_saved_model_answers_rows_as_they_are_in_the_file(command, file, tmp_path, words, x0):
    """--scale is not repeated for `predict`; its answers are those of the weights found."""
    model = tmp_path / "model.json"
    record = as_json(command, "fit", file, "--save", model, "--max-updates", "2", *words)
    assert Hypothesis.load(model).x0 == Hypothesis([1, 1], x0=x0).x0
    answered = as_json(command, "predict", model, file)
    assert answered["mistakes"] == record["mistakes"]
    assert command("predict", model, "example:credit-2d")[0] == 1  # of other features
    measured = as_json(command, "margins", file, "--model", model, *words[:2])
    wrong = sum(
        margin.startswith("-") or margin == "0" for margin in measured["functional_margins"]
    )
    assert wrong == record["mistakes"]


def test_rows_without_labels_and_embedded_sets_take_the_models_x_0(command, tmp_path):
    """h(x) = sign(4 x_0 + x_1 - x_2) with x_0 = 1/2: sign(2 + x_1 - x_2)."""
    (tmp_path / "new.csv").write_text("a,b\n1,2\n0,5\n")
    Hypothesis([4, 1, -1], names=["a", "b"], x0="1/2").save(tmp_path / "model.json")
    answered = as_json(command, "predict", tmp_path / "model.json", tmp_path / "new.csv")
    assert answered["predictions"] == [1, -1]
    h = pla(example("and").with_x0("1/2")).hypothesis
    h.save(tmp_path / "and.json")
    measured = as_json(command, "margins", "example:and", "--model", tmp_path / "and.json")
    assert measured["data"]["x0"] == "0.5"


def test_margins_refuse_another_x_0_than_the_models(command, file, tmp_path):
    """In words that name the option."""
    Hypothesis([1, 2, 3], names=["a", "b"], x0="1/2").save(tmp_path / "model.json")
    words = ["margins", file, "--model", tmp_path / "model.json"]
    assert command(*words)[0] == command(*words, "--normalize")[0] == 0
    status, _, err = command(*words, "--x0", "1")
    assert status == 1 and "found data with x_0 = 1; expected x_0 = 0.5" in err


def test_a_file_is_split_for_training_and_test(command, file):
    """The first N rows are learned from, mistakes counted on the others; or a share, drawn."""
    found = facts(command("fit", file, "--split", "3")[1])
    assert (found["data"], found["test"]) == (f"{file}, N = 3, d = 2", "N = 2, mistakes = 0")
    record = as_json(command, "fit", "example:credit", "--split", "0.75:seed=3,stratified=true")
    train, test = example("credit").split("0.75", seed=3, stratified=True)
    assert record["data"]["N"] == train.N == 18
    assert record["test"] == {"N": 6, "mistakes": pla(train).hypothesis.mistakes(test)}
    record = as_json(
        command, "fit", "example:credit", "--split", "5"
    )  # in order, if nothing is said
    train, test = example("credit").split(5)
    assert (
        record["updates"]
        == pla(train).updates
        != pla(example("credit").split(5, stratified=True)[0]).updates
    )


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--split", "5"], 1, "--split: found 5 as the size of the first part of 5 examples"),
        (["--split", "2:sed=3"], 1, "--split: found '2:sed=3'; expected N or a share such as 0.8"),
        (["--split", "2:seed"], 1, "--split: found '2:seed'; expected N or a share such as 0.8"),
        (["--split", "2:stratified=7"], 1, "--split: found '2:stratified=7'; expected N or a"),
        (["--split", "9" * 30], 1, "--split: found '999999999999999999999999999999' as the size"),
        (["--first", "6"], 1, "found 5 examples; expected at least 6, as --first says"),
    ],
)
def test_what_cannot_be_done_is_said(command, file, words, status, message):
    """In one line; usage is wrong where no data could make it right."""
    found, out, err = command("fit", file, *words)
    assert (found, out) == (status, "") and message in err
