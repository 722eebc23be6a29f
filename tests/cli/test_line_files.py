"""`separable` and `optimum` draw and save the line that they find, and no other."""

from __future__ import annotations

import json
import re

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


@pytest.mark.parametrize("typed", LINES)
def test_the_line_found_is_drawn_and_saved(command, tmp_path, typed):
    """The picture has its weights, and so has the model."""
    model, picture = tmp_path / "line.json", tmp_path / "line.svg"
    status, out, err = command(*typed.split(), "--save", model, "--draw", picture)
    assert (status, err) == (0, "")
    assert out.endswith(f"\nWrote the model to {model}\nWrote the picture to {picture}\n")
    h = Hypothesis.load(model)
    assert h.w == LINES[typed]
    assert h.names == example(typed.partition(":")[2]).names
    picture_text = re.sub("<[^>]*>", "", picture.read_text(encoding="utf-8")).replace(
        "&#8722;", "-"
    )
    assert f"w = {format_vector(h.w)}".replace("\u2212", "-") in picture_text.replace(
        "&#8776;", "\u2248"
    )
    assert command(*typed.split(), "--draw", picture)[0] == 2  # it would be replaced


def test_svm_shows_saves_and_draws_the_line_of_the_other_margin(command, tmp_path):
    """Its weights, its support and its proof are in the report, too."""
    model, picture = tmp_path / "line.json", tmp_path / "line.svg"
    words = "separable", "example:credit-2d", "--svm", "--save", model, "--draw", picture
    status, out, _ = command(*words)
    line = svm_separator(example("credit-2d"))
    assert status == 0 and Hypothesis.load(model).w == line.w_f
    report = facts(out)
    assert report["svm_support"] == "(4, 14, 19)" and report["svm_margin"].startswith("1.278122,")
    assert "margin = 1.2781" in re.sub("<[^>]*>", "", picture.read_text(encoding="utf-8"))
    record = json.loads(command("separable", "example:credit-2d", "--svm", "--json")[1])["svm"]
    assert (record["w"], record["verified"]) == ([*line.w_f], True)
    assert record["margin"]["square"] == "900601/551300"


@pytest.mark.parametrize(("more", "status"), [("--normalize", 2), ("--x0=0", 1)])
def test_svm_needs_a_plane_and_a_threshold(command, more, status):
    """Options without which its line is another question."""
    ended, out, err = command("separable", "--svm", more)
    assert (ended, out, "found --svm and" in err) == (status, "", True)


def test_a_line_of_svm_that_is_not_there_is_not_written(command, tmp_path):
    """Where all labels are the same no line is the farthest."""
    (tmp_path / "a.csv").write_text("a,y\n1,1\n2,1\n")
    model = tmp_path / "m.json"
    status, out, err = command("separable", tmp_path / "a.csv", "--svm", "--save", model)
    assert status == 0 and "svm_margin" not in facts(out) and not model.exists()
    assert f"{model} is not written: no line of svm_margin was found" in err


def test_a_model_answers_rows_as_they_are_in_their_file(command, tmp_path):
    """Also if they were scaled for the search."""
    model = tmp_path / "line.json"
    command("separable", "example:credit-2d", "--scale", "1/10", "--save", model)
    assert Hypothesis.load(model).mistakes(example("credit-2d")) == 0


def test_the_picture_of_the_largest_margin_has_the_gap_and_the_support(command, tmp_path):
    """Two dashed lines, and a ring around each example that the certificate names."""
    picture = tmp_path / "gap.svg"
    out = command("separable", "example:credit-2d", "--draw", picture)[1]
    svg = picture.read_text(encoding="utf-8")
    (gap,) = re.findall('<path class="before" d="(M[^"]*H[^"]*M[^"]*)"', svg)
    assert gap.count("M") == 2
    (rings,) = re.findall('<path class="ring" d="([^"]*)"', svg)
    assert rings.count("M") == len(facts(out)["support"].split(", ")) == 3
    assert f"rho = {facts(out)['rho'][:6]}" in svg


@pytest.mark.parametrize("more", [[], ["--max-seconds", "0"]])
def test_without_a_line_nothing_is_written(command, tmp_path, more):
    """A line on standard error says so for each file."""
    model, picture = tmp_path / "line.json", tmp_path / "line.svg"
    status, _, err = command("separable", "example:xor", "--save", model, "--draw", picture, *more)
    assert status == (3 if more else 1)
    assert err == "".join(
        f"{path} is not written: no separating line was found\n" for path in (model, picture)
    )
    assert list(tmp_path.iterdir()) == []


def test_both_margins_stand_in_the_report(command):
    """rho counts w_0 in |w|; the margin of a support vector machine does not."""
    report = facts(command("separable", "example:credit-2d")[1])
    assert report["rho"].startswith("0.6164883, ")
    assert report["svm_margin"].startswith("1.278122, ")
    for same in ("--x0 0 example:credit-2d", "--normalize example:credit-2d"):
        assert "svm_margin" not in facts(command("separable", *same.split())[1])
