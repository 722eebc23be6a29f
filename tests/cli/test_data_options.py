"""The options --first, --scale, --x0, --normalize and --split change the examples, and the reports
show the change.
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


def as_json(command, *arguments):
    """Return the output of a command with --json."""
    return json.loads(command(*arguments, "--json")[1])


def test_the_changes_are_applied_in_a_fixed_order(command, data):
    """--first takes the first rows, then --scale multiplies all numbers by Q, then --x0 sets x_0
    (and replaces the scaled 1), and --normalize finally divides each example by its length.
    """
    arguments = ["--normalize", "--x0", "3", "--scale", "1/2", "--first", "4"]
    record = as_json(command, "fit", data, *arguments, "--trace")
    D = read(data).split(4)[0].scaled_by("1/2").with_x0(3).normalized()
    assert record["n"] == list(pla(D).n)
    assert record["data"] == {
        **{"source": data, "N": 4, "d": 2, "scale": D.scale, "names": ["a", "b"]},
        **{"labels": ["-1", "1"], "label": "y", "negatives": ["-1"]},
        **{"x0": "3", "normalized": True},
    }


@pytest.mark.parametrize(
    ("x0", "shown_x0", "threshold"),
    [("1", None, "-1"), ("1/2", "0.5", "-0.25"), ("0", "0", "0"), ("-1", "-1", "-1")],
)
def test_a_report_shows_x_0_if_it_is_not_1(command, data, x0, shown_x0, threshold):
    """The report shows x_0 in the line of the data and beside w_0. The threshold depends on x_0,
    also in --json.
    """
    arguments = ("fit", data, f"--x0={x0}", "--max-updates", "1")
    out = command(*arguments)[1]
    in_data, beside_w_0 = "", "= -threshold"
    if shown_x0:
        in_data, beside_w_0 = f", x_0 = {shown_x0}", f"(x_0 = {shown_x0})"
    assert facts(out)["data"] == f"{data}, N = 5, d = 2{in_data}"
    assert rows(out, "w")[0][1] == beside_w_0
    assert facts(out).get("threshold") == (None if x0 in "01" else threshold)
    assert as_json(command, *arguments)["threshold"] == threshold


@pytest.mark.parametrize(
    "command_line",
    ["separable"]
    + [pytest.param(name, marks=pytest.mark.ci) for name in "optimum prove compare".split()]
    + [pytest.param("draw -o SVG", marks=pytest.mark.ci)],
)
def test_every_command_that_reads_data_can_change_the_examples(
    command, data, tmp_path, command_line
):
    """The report shows every change in its line of the data. A race changes each FILE and each
    embedded set.
    """
    svg = tmp_path / "a.svg"
    arguments = command_line.replace("SVG", str(svg)).split()
    exit_status, out, err = command(*arguments, data, "--scale", "2", "--x0=-1/2", "--normalize")
    assert (exit_status, err) == (0, "")
    assert svg.exists() or out.splitlines()[0].endswith(
        ", x_0 = -0.5, every x_n times 2, every x_n divided by its length"
    )
    sources = (data, "example:iris-setosa")
    record = as_json(command, "race", *sources, "--x0", "0", "--strategies", "cyclic")
    assert [data_set["x0"] for data_set in record["sets"]] == ["0", "0"]


@pytest.mark.ci
def test_a_picture_and_a_certificate_are_about_the_changed_examples(command, data):
    """The picture says that there is no threshold. The weights w_f equal those that Python computes
    for the changed set, and the record of --audit contains x_0.
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
    """The scale and the x_0 of the training data are also used for the test data. All rows of the
    test data are used, even if --first takes only some rows of FILE.
    """
    test_file = file("b,a,y\n4,3,1\n2,-6,-1\n0,0,1\n", "test.csv")
    record = as_json(
        command, "fit", data, "--test", test_file, "--first", 2, "--scale", "1/3", *more_options
    )
    D = read(data).split(2)[0].scaled_by("1/3")
    D = D.with_x0(more_options[1]) if more_options else D
    h = pla(D.normalized() if "--normalize" in more_options else D).hypothesis
    test = read(test_file, like=read(data)).scaled_by("1/3").with_x0(h.x0)
    assert record["test"] == {"N": 3, "mistakes": h.mistakes(test)}


@pytest.mark.parametrize(
    ("arguments", "x0"),
    [
        ([], 1),
        (["--scale", "1/2"], 1),
        (["--scale", "1/2", "--x0", "1"], 2),
        (["--x0", "0"], 0),
        (["--scale", "3", "--x0=-2", "--normalize"], "-2/3"),
    ],
)
def test_a_saved_model_works_on_unscaled_rows(command, data, tmp_path, arguments, x0):
    """`predict` counts the same mistakes as `fit`, although it takes no --scale."""
    model = tmp_path / "model.json"
    record = as_json(command, "fit", data, "--save", model, "--max-updates", "2", *arguments)
    assert Hypothesis.load(model).x0 == Hypothesis([1, 1], x0=x0).x0
    assert as_json(command, "predict", model, data)["mistakes"] == record["mistakes"]
    assert command("predict", model, "example:credit-2d")[0] == 1  # its features differ
    margins = as_json(command, "margins", data, "--model", model, *arguments[:2])
    is_mistake = [margin[0] == "-" or margin == "0" for margin in margins["functional_margins"]]
    assert sum(is_mistake) == record["mistakes"]


def test_predict_and_margins_use_the_x_0_of_the_model(command, data, file, tmp_path):
    """The model is h(x) = sign(4 x_0 + x_1 - x_2) with x_0 = 1/2. `margins` refuses another x_0."""
    model, new_file = tmp_path / "model.json", file("a,b\n1,2\n0,5\n", "new.csv")
    Hypothesis([4, 1, -1], names=["a", "b"], x0="1/2").save(model)
    assert as_json(command, "predict", model, new_file)["predictions"] == [1, -1]
    pla(example("and").with_x0("1/2")).hypothesis.save(tmp_path / "and.json")
    margins = as_json(command, "margins", "example:and", "--model", tmp_path / "and.json")
    assert margins["data"]["x0"] == "0.5"
    arguments = ["margins", data, "--model", model]
    assert command(*arguments)[0] == command(*arguments, "--normalize")[0] == 0
    exit_status, _, err = command(*arguments, "--x0", "1")
    assert exit_status == 1 and "found --x0 1; expected x_0 = 0.5" in err


@pytest.mark.parametrize(
    ("split", "size", "split_options"),
    [
        ("5", 5, {}),  # without a seed, in the order of the file
        ("0.75:seed=3,stratified=true", "0.75", {"seed": 3, "stratified": True}),
    ],
)
def test_split_divides_a_set_into_training_and_test_data(command, split, size, split_options):
    """The first N rows, or a random share, are the training data. The rest are the test data."""
    record = as_json(command, "fit", "example:credit", "--split", split)
    train, test = example("credit").split(size, **split_options)
    assert record["data"]["N"] == train.N
    assert record["updates"] == pla(train).updates
    if size == 5:
        record_of_first = as_json(command, "fit", "example:credit", "--first", 5)
        assert record_of_first["updates"] == record["updates"]
    assert record["test"] == {"N": test.N, "mistakes": pla(train).hypothesis.mistakes(test)}


@pytest.mark.parametrize(
    ("command_line", "parts"),
    [
        ("--split 5", "--split: …5…5 examples"),
        (f"--split {'9' * 30}", f"--split: …{'9' * 30}…size"),
        ("--first 6", "…5 examples…at least 6…because of --first 6…"),
    ],
)
def test_an_impossible_change_gives_an_error_of_one_line(command, data, command_line, parts):
    """The error names the option, and the exit status is 1."""
    exit_status, out, err = command("fit", data, *command_line.split())
    assert (exit_status, out) == (1, "")
    check_parts(f"perceptron-ref: error: …{parts}", err)


def test_a_part_of_a_split_with_one_label_gets_a_warning(command, data):
    """The warning names the part and the meaning of its label. It suggests stratified=true only if
    both labels are then in both parts; otherwise it suggests a larger or a smaller SIZE.
    """
    choose = (
        "With this SIZE even stratified=true does not put both labels into both parts. Choose a "
    )
    same_share = "To take the same share of each label, use"
    for split, part, sign, advice in (
        ("1", "training", "+1", f"{choose}larger SIZE"),
        ("4:seed=1", "test", "-1", f"{choose}smaller SIZE"),
        ("4:stratified=true", "test", "+1", f"{choose}smaller SIZE"),
        ("3:seed=4", "test", "+1", f"{same_share} `--split 3:seed=4,stratified=true`"),
        (
            "3:stratified=false,seed=4",
            "test",
            "+1",
            f"{same_share} `--split 3:stratified=true,seed=4`",
        ),
    ):
        warning = f"warning: --split: found in the {part} examples only the label that means {sign}"
        assert f"{warning}. {advice}\n" in command("fit", data, "--split", split)[2]
    assert command("fit", data, "--split", "2")[2] == ""
