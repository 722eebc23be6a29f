"""The options --first, --scale, --x0, --normalize and --split change the examples, and the reports
say so.
"""

from __future__ import annotations

import json

import pytest
from messages import check_parts
from report_tables import facts, rows

from perceptron_ref import Hypothesis, example, pla, read
from perceptron_ref.theory.separability import separability

ROWS = "a,b,y\n3,4,1\n-6,2,-1\n1,5,1\n0,-2,-1\n2,1,1\n"


@pytest.fixture
def data(file):
    """Return the path of a file of five examples."""
    return file(ROWS, "data.csv")


def as_json(command, *words):
    """Return the output of a command with --json."""
    return json.loads(command(*words, "--json")[1])


def test_the_changes_are_applied_in_a_fixed_order(command, data):
    """The first rows are taken; then all numbers are multiplied by Q; then x_0 is set, where --x0
    replaces the scaled 1; then each example is divided by its length.
    """
    words = ["--normalize", "--x0", "3", "--scale", "1/2", "--first", "4"]
    record = as_json(command, "fit", data, *words, "--trace")
    D = read(data).split(4)[0].scaled_by("1/2").with_x0(3).normalized()
    assert record["n"] == list(pla(D).n)
    assert record["data"] == {
        **{"source": data, "N": 4, "d": 2, "scale": D.scale, "names": ["a", "b"]},
        **{"labels": ["-1", "1"], "label": "y", "negatives": ["-1"]},
        **{"x0": "3", "normalized": True},
    }


@pytest.mark.parametrize(
    ("x0", "message", "threshold"),
    [("1", None, "-1"), ("1/2", "0.5", "-0.25"), ("0", "0", "0"), ("-1", "-1", "-1")],
)
def test_reports_say_what_x_0_is(command, data, x0, message, threshold):
    """If x_0 is not 1, the report names it with the data and beside w_0. The threshold takes x_0
    into account, in --json, too.
    """
    words = ("fit", data, f"--x0={x0}", "--max-updates", "1")
    out = command(*words)[1]
    about, name = (f", x_0 = {message}", f"(x_0 = {message})") if message else ("", "= -threshold")
    assert (facts(out)["data"], rows(out, "w")[0][1]) == (f"{data}, N = 5, d = 2{about}", name)
    assert facts(out).get("threshold") == (None if x0 in "01" else threshold)
    assert as_json(command, *words)["threshold"] == threshold


@pytest.mark.parametrize(
    "name",
    ["separable"]
    + [pytest.param(name, marks=pytest.mark.ci) for name in "optimum prove compare".split()]
    + [pytest.param("draw -o SVG", marks=pytest.mark.ci)],
)
def test_commands_on_data_change_the_examples(command, data, tmp_path, name):
    """The line of the data names every change. In a race each FILE and each embedded set is
    changed.
    """
    svg = tmp_path / "a.svg"
    words = name.replace("SVG", str(svg)).split()
    status, out, err = command(*words, data, "--scale", "2", "--x0=-1/2", "--normalize")
    assert (status, err) == (0, "")
    assert svg.exists() or out.splitlines()[0].endswith(
        ", x_0 = -0.5, every x_n times 2, every x_n divided by its length"
    )
    sets = (data, "example:iris-setosa")
    record = as_json(command, "race", *sets, "--x0", "0", "--strategies", "cyclic")
    assert [entry["x0"] for entry in record["sets"]] == ["0", "0"]


@pytest.mark.ci
def test_a_picture_and_a_certificate_are_about_the_changed_examples(command, data):
    """The picture says that there is no threshold; w_f equals that of the same set in Python; and
    the record of --audit has x_0.
    """
    assert "no threshold" in command("draw", data, "--x0", "0", "-o", "-")[1]
    record = as_json(command, "separable", "example:iris-setosa", "--x0", "0", "--audit")
    answer = separability(example("iris-setosa").with_x0(0))
    assert record["x0"] == "0" and record["w_f"] == list(answer.w_f)
    assert record["x"][0][0] == "0"


@pytest.mark.parametrize("more_options", [[], ["--x0", "2"], ["--x0", "0", "--normalize"]])
def test_test_data_have_the_x_0_and_the_scale_of_the_training_data(
    command, data, file, more_options
):
    """Mistakes are counted on the test data with the scale and the x_0 of the training data. All
    rows of the test data are used, even if --first takes few rows of FILE.
    """
    other = file("b,a,y\n4,3,1\n2,-6,-1\n0,0,1\n", "test.csv")
    record = as_json(
        command, "fit", data, "--test", other, "--first", 2, "--scale", "1/3", *more_options
    )
    D = read(data).split(2)[0].scaled_by("1/3")
    D = D.with_x0(more_options[1]) if more_options else D
    h = pla(D.normalized() if "--normalize" in more_options else D).hypothesis
    test = read(other, like=read(data)).scaled_by("1/3").with_x0(h.x0)
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
def test_a_saved_model_works_on_unscaled_rows(command, data, tmp_path, words, x0):
    """`predict` needs no --scale: its number of mistakes is that of the learned weights."""
    model = tmp_path / "model.json"
    record = as_json(command, "fit", data, "--save", model, "--max-updates", "2", *words)
    assert Hypothesis.load(model).x0 == Hypothesis([1, 1], x0=x0).x0
    assert as_json(command, "predict", model, data)["mistakes"] == record["mistakes"]
    assert command("predict", model, "example:credit-2d")[0] == 1  # of other features
    measured = as_json(command, "margins", data, "--model", model, *words[:2])
    wrong = [margin[0] == "-" or margin == "0" for margin in measured["functional_margins"]]
    assert sum(wrong) == record["mistakes"]


def test_predict_and_margins_use_the_x_0_of_the_model(command, data, file, tmp_path):
    """With x_0 = 1/2, h(x) = sign(4 x_0 + x_1 - x_2). `margins` refuses another x_0."""
    model, new = tmp_path / "model.json", file("a,b\n1,2\n0,5\n", "new.csv")
    Hypothesis([4, 1, -1], names=["a", "b"], x0="1/2").save(model)
    assert as_json(command, "predict", model, new)["predictions"] == [1, -1]
    pla(example("and").with_x0("1/2")).hypothesis.save(tmp_path / "and.json")
    measured = as_json(command, "margins", "example:and", "--model", tmp_path / "and.json")
    assert measured["data"]["x0"] == "0.5"
    words = ["margins", data, "--model", model]
    assert command(*words)[0] == command(*words, "--normalize")[0] == 0
    status, _, err = command(*words, "--x0", "1")
    assert status == 1 and "found --x0 1; expected x_0 = 0.5" in err


@pytest.mark.parametrize(
    ("text", "size", "test_part"),
    [
        ("5", 5, {}),  # without a seed, in the order of the file
        ("0.75:seed=3,stratified=true", "0.75", {"seed": 3, "stratified": True}),
    ],
)
def test_a_set_is_split_for_training_and_test(command, text, size, test_part):
    """The first N rows, or a random share, are for training. Mistakes are counted on the rest."""
    record = as_json(command, "fit", "example:credit", "--split", text)
    train, test = example("credit").split(size, **test_part)
    assert record["data"]["N"] == train.N
    assert record["updates"] == pla(train).updates
    if size == 5:
        assert (
            as_json(command, "fit", "example:credit", "--first", 5)["updates"] == record["updates"]
        )
    assert record["test"] == {"N": test.N, "mistakes": pla(train).hypothesis.mistakes(test)}


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("--split 5", "--split: …5…5 examples"),
        (f"--split {'9' * 30}", f"--split: …{'9' * 30}…size"),
        ("--first 6", "…5 examples…at least 6…because of --first 6…"),
    ],
)
def test_impossible_changes_are_errors_of_one_line(command, data, words, parts):
    """The error names the option, and the exit status is 1."""
    status, out, err = command("fit", data, *words.split())
    assert (status, out) == (1, "")
    check_parts(f"perceptron-ref: error: …{parts}", err)


def test_a_part_of_a_split_with_one_label_gets_a_warning(command, data):
    """The warning names the part and the meaning of its label. It suggests stratified=true, unless
    this is used already.
    """
    for text, part, sign, option in (
        ("1", "training", "+1", "1:stratified=true"),
        ("4:seed=1", "test", "-1, because none of them is '1'", "4:seed=1,stratified=true"),
    ):
        assert command("fit", data, "--split", text)[2] == (
            f"warning: --split, {part} examples: the only label means {sign}; `--split {option}` "
            "takes the same share of each label\n"
        )
    assert command("fit", data, "--split", "2")[2] == ""
    message = "warning: --split, test examples: the only label means +1\n"
    assert command("fit", data, "--split", "4:stratified=true")[2] == message
