"""`separable` and `optimum` draw the lines that they find, and save them as models."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from report_tables import facts

from perceptron_ref import Hypothesis, example
from perceptron_ref.drawing.typography import format_vector
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.separability import separability
from perceptron_ref.theory.svm import svm_separator

LINES = {  # the command, and the weights of its line
    "separable example:credit-2d": separability(example("credit-2d")).w_f,
    "separable example:separable:N=9,d=3": separability(example("separable:N=9,d=3")).w_f,
    "optimum example:xor": fewest_mistakes(example("xor")).w,
}


@pytest.mark.parametrize("command_line", LINES)
def test_the_picture_and_the_model_show_the_line_that_was_found(command, tmp_path, command_line):
    """The picture and the model contain the weights of the line that the command finds."""
    model, picture = tmp_path / "line.json", tmp_path / "line.svg"
    exit_status, out, err = command(*command_line.split(), "--save", model, "--draw", picture)
    assert (exit_status, err) == (0, "")
    assert out.endswith(f"\nWrote the model to {model}\nWrote the picture to {picture}\n")
    h = Hypothesis.load(model)
    assert h.w == LINES[command_line]
    assert h.names == example(command_line.partition(":")[2]).names
    picture_text = unescape(re.sub("<[^>]*>", "", picture.read_text(encoding="utf-8")))
    assert f"w = {format_vector(h.w)}" in picture_text
    assert command(*command_line.split(), "--draw", picture)[0] == 2  # the picture exists


def test_svm_reports_saves_and_draws_the_line_of_svm_margin(command, tmp_path):
    """With --svm the report, the model, the picture and --json show the line of svm_margin instead
    of the line of rho.
    """
    model, picture = tmp_path / "line.json", tmp_path / "line.svg"
    arguments = "separable", "example:credit-2d", "--svm", "--save", model, "--draw", picture
    exit_status, out, _ = command(*arguments)
    line = svm_separator(example("credit-2d"))
    assert exit_status == 0 and Hypothesis.load(model).w == line.w_f
    report = facts(out)
    assert report["svm_support"] == "(4, 14, 19)" and report["svm_margin"].startswith("1.278122,")
    assert "margin = 1.2781" in re.sub("<[^>]*>", "", picture.read_text(encoding="utf-8"))
    record = json.loads(command("separable", "example:credit-2d", "--svm", "--json")[1])["svm"]
    assert (record["w"], record["verified"]) == ([*line.w_f], True)
    assert record["margin"]["square"] == "900601/551300"


@pytest.mark.parametrize(("more_options", "expected_status"), [("--normalize", 2), ("--x0=0", 1)])
def test_svm_refuses_normalize_and_x_0_equal_to_0(command, more_options, expected_status):
    """With --svm, --normalize is wrong usage and x_0 = 0 is an error, because both change the
    meaning of the margin of a support vector machine.
    """
    exit_status, out, err = command("separable", "--svm", more_options)
    assert (exit_status, out, "found --svm and" in err) == (expected_status, "", True)


def test_svm_does_not_write_a_model_if_all_labels_are_equal(command, tmp_path):
    """If all labels are equal, a largest margin does not exist. A line on standard error says that
    the model was not written.
    """
    (tmp_path / "a.csv").write_text("a,y\n1,1\n2,1\n")
    model = tmp_path / "m.json"
    exit_status, out, err = command("separable", tmp_path / "a.csv", "--svm", "--save", model)
    assert exit_status == 0 and "svm_margin" not in facts(out) and not model.exists()
    assert f"{model} was not written: no line of svm_margin was found" in err


def test_a_saved_model_works_on_unscaled_rows(command, tmp_path):
    """The saved weights apply to the numbers as they are in the file, even if the search used
    --scale.
    """
    model = tmp_path / "line.json"
    command("separable", "example:credit-2d", "--scale", "1/10", "--save", model)
    assert Hypothesis.load(model).mistakes(example("credit-2d")) == 0


def test_the_picture_of_the_largest_margin_shows_the_gap_and_the_support(command, tmp_path):
    """The picture contains two dashed lines, and a ring around each example of the support."""
    picture = tmp_path / "gap.svg"
    out = command("separable", "example:credit-2d", "--draw", picture)[1]
    svg = picture.read_text(encoding="utf-8")
    assert len(re.findall(r'<g transform="[^"]*"><path class="dashed" d="M-480 0H480"/>', svg)) == 2
    (rings,) = re.findall('<path class="ring" d="([^"]*)"', svg)
    assert rings.count("M") == len(facts(out)["support"].split(", ")) == 3
    assert f"rho = {facts(out)['rho'][:6]}" in svg


@pytest.mark.parametrize("more_options", [[], ["--max-seconds", "0"]])
def test_files_are_not_written_if_no_line_is_found(command, tmp_path, more_options):
    """If no line separates, or the time limit ends the search, standard error says for each file
    that it was not written.
    """
    model, picture = tmp_path / "line.json", tmp_path / "line.svg"
    exit_status, _, err = command(
        "separable", "example:xor", "--save", model, "--draw", picture, *more_options
    )
    assert exit_status == (3 if more_options else 1)
    assert err == "".join(
        f"{path} was not written: no separating line was found\n" for path in (model, picture)
    )
    assert list(tmp_path.iterdir()) == []


def test_the_report_shows_both_margins(command):
    """For rho, |w| includes w_0; for svm_margin, the margin of a support vector machine, it does
    not. With --normalize or x_0 = 0 the report does not show svm_margin.
    """
    report = facts(command("separable", "example:credit-2d")[1])
    assert report["rho"].startswith("0.6164883, ")
    assert report["svm_margin"] == (
        "1.278122, the largest distance that a separating line can have from its nearest example"
    )
    for command_line in ("--x0 0 example:credit-2d", "--normalize example:credit-2d"):
        assert "svm_margin" not in facts(command("separable", *command_line.split())[1])
