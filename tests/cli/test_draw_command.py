"""`draw`, and `fit --draw`: which picture is written, and what is never written over."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from types import SimpleNamespace

import pytest

from perceptron_ref import drawing, example, pla, pocket, repeat, strategy
from perceptron_ref.cli.progress import Progress
from perceptron_ref.drawing import (
    draw_data,
    draw_derivation,
    draw_margins,
    draw_pocket,
    draw_run,
    draw_update,
)

OR, CREDIT = pla(example("or")), pla(example("credit"))
XOR = pocket(example("xor"), max_updates=40)


@pytest.fixture
def svg(tmp_path):
    """Return a path that is free."""
    return tmp_path / "picture.svg"


@pytest.mark.parametrize(
    ("words", "said", "drawn"),
    [
        (["example:or"], "the line of w_t over 9 updates", lambda: draw_run(OR)),
        (
            ["example:or", "--still"],
            "the line of the weights found",
            lambda: draw_data(OR.data, OR.hypothesis),
        ),
        (["example:or", "--update", "3"], "update 3 of 9", lambda: draw_update(OR, 3)),
        (
            ["example:or", "--derivation"],
            "both sides of the convergence proof over 9 updates",
            lambda: draw_derivation(OR),
        ),
        (
            [],
            "the margins of the weights found",
            lambda: draw_margins(CREDIT.data, CREDIT.hypothesis),
        ),
        (
            ["--still"],
            "the margins of the weights found",
            lambda: draw_margins(CREDIT.data, CREDIT.hypothesis),
        ),
        (["--update", "40"], "update 40 of 41", lambda: draw_update(CREDIT, 40)),
        (
            ["example:xor", "--pocket", "--max-updates", "40"],
            "the mistakes of w_t and of the pocket over 40 updates",
            lambda: draw_pocket(XOR),
        ),
        (
            ["example:xor", "--pocket", "--max-updates", "40", "--still"],
            "the line of the weights found",
            lambda: draw_run(XOR, still=True),
        ),
        (
            ["example:xor", "--pocket", "--max-updates", "40", "--derivation"],
            "both sides of the convergence proof over 40 updates",
            lambda: draw_derivation(XOR),
        ),
        (
            ["example:or", "--strategy", "random-permutation:seed=7", "--max-updates", "1"],
            "the line of w_t over 1 update",
            lambda: draw_run(
                pla(example("or"), strategy("random-permutation", seed=7), max_updates=1)
            ),
        ),
    ],
)
def test_what_is_asked_for_is_drawn(command, svg, words, said, drawn):
    """The file holds the picture that the function of that name returns, and a line names it."""
    status, out, err = command("draw", *words, "-o", svg)
    assert (status, out) == (0, f"Wrote {svg}: {said}\n")
    assert err.startswith("NOT converged: stopped by --max-updates") == ("--max-updates" in words)
    assert svg.read_bytes() == drawn().encode()


@pytest.mark.parametrize(
    ("words", "stopped"),
    [
        (["--max-updates", "1"], "--max-updates after 1 update and 2 visits, 3 mistakes of 4 left"),
        (["--max-visits", "2"], "--max-visits after 2 updates and 2 visits, 2 mistakes of 4 left"),
    ],
)
def test_a_run_that_a_limit_ended_is_said_to_be_so(command, svg, words, stopped):
    """On standard error and in the picture, whichever is drawn."""
    expected = f"NOT converged: stopped by {stopped}. The picture shows the run so far.\n"
    for which in ([], ["--still"], ["--derivation"]):
        assert command("draw", "example:or", *words, *which, "-o", svg, "--force")[2] == expected
        assert svg.read_text().count("NOT converged: stopped by the limit of ") == 2
    assert command("draw", "example:or", "-o", svg, "--force")[2] == ""
    assert "NOT converged" not in svg.read_text()


def test_pocket_says_that_a_limit_ended_it(command, svg):
    """Below its curves, and in its description."""
    command("draw", "example:xor", "--pocket", "--max-updates", 40, "-o", svg)
    said = "NOT converged: stopped by the limit of updates, T = 40."
    assert re.search(f"<desc .*{said}</desc>", svg.read_text())
    assert re.search("<text .*>NOT converged: ", svg.read_text())


def test_a_run_that_was_right_in_a_row_may_have_mistakes(command, svg):
    """Then it did not converge, and says so; otherwise it says nothing."""
    for visits, mistakes in ((2, True), ("9N", False)):
        words = ("--right-in-a-row", visits, "-o", svg, "--force")
        err = command("draw", "example:credit-2d", *words)[2]
        assert ("Stopped after 2 visits in a row without a mistake" in err) == mistakes
        said = "NOT converged: stopped after visits in a row without a mistake, T = "
        assert (said in svg.read_text()) == mistakes


def test_margins_say_that_a_run_did_not_converge(command, svg):
    """As pictures of one or two features do."""
    command("draw", "--max-updates", 5, "-o", svg)
    assert "NOT converged: stopped by the limit of updates, T = 5.</text>" in svg.read_text()


def test_a_run_that_was_stopped_is_said_to_be_so():
    """By a function that asked for its end, as --max-seconds does."""

    def stop(update):
        raise StopIteration

    picture = draw_run(pla(example("or"), on_update=stop))
    assert "NOT converged: stopped from outside, T = 1." in picture


def test_a_picture_with_controls_and_a_width(command, svg):
    """As the functions of Python make it; so does standard output."""
    words = ["draw", "example:or", "--controls", "--width", 800, "-o"]
    drawn = draw_run(OR, controls=True).sized(800)
    assert command(*words, svg)[0] == 0
    assert svg.read_text() == drawn
    assert command(*words, "-")[1] == drawn


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--controls"], 1, "controls: found data with 4 features; expected a picture that moves"),
        (["--width", 10_001], 1, "width: found 10001; expected at most 10,000 pixels"),
    ],
)
def test_controls_and_widths_that_cannot_be(command, svg, words, status, said):
    """An error in a line, and nothing is written."""
    found, out, err = command("draw", *words, "-o", svg)
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert said in err
    assert not svg.exists()


@pytest.mark.parametrize(
    ("words", "option"), [(["draw", "-o"], "-o"), (["fit", "--draw"], "--draw")]
)
def test_a_name_of_another_kind_of_file_is_refused(command, tmp_path, monkeypatch, words, option):
    """Before anything is run: the error names what can be written, and how to get a bitmap."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    status, out, err = command(*words, "d.jpg")
    assert (status, out) == (2, "")
    assert err.startswith(
        f"perceptron-ref: error: {option} d.jpg: found a name that ends in '.jpg'; expected .svg, "
        "which any browser opens, or .png or .pdf, which take the library cairosvg. "
    )
    status, out, err = command(*words, "d.png")
    assert (status, out) == (2, "")
    assert err.startswith(f"perceptron-ref: error: {option} d.png: PNG takes the library cairosvg")
    assert "(pip install cairosvg), or a name such as d.svg, which any browser opens. " in err
    assert list(tmp_path.iterdir()) == []


def test_a_bitmap_is_written_where_the_library_is(command, tmp_path, monkeypatch):
    """By `draw` and `fit`, of the width that is asked for."""
    asked = []

    def svg2png(bytestring, scale):
        asked.append((re.search(b'width="(.*?)"', bytestring).group(1), scale))
        return b"PNG"

    monkeypatch.setitem(sys.modules, "cairosvg", SimpleNamespace(svg2png=svg2png))
    png = tmp_path / "d.png"
    assert command("draw", "example:or", "-o", png)[:2] == (
        0,
        f"Wrote {png}: the line of w_t over 9 updates\n",
    )
    assert command("draw", "example:or", "--width", 800, "-o", png, "--force")[0] == 0
    assert command("fit", "example:or", "--draw", png, "--force")[0] == 0
    assert asked == [(b"440", 2), (b"800", 1), (b"440", 2)]
    assert png.read_bytes() == b"PNG"


def test_a_picture_goes_to_standard_output(command):
    """`-o -` writes the picture and nothing else."""
    assert command("draw", "example:or", "-o", "-") == (0, draw_run(OR), "")


def test_examples_come_from_standard_input(command, svg, monkeypatch):
    """A file's place can be taken by `-`, as everywhere."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 -1\n2 1\n")))
    assert command("draw", "-", "-o", svg)[:2] == (
        0,
        f"Wrote {svg}: the line of w_t over 13 updates\n",
    )


def test_a_file_that_is_there_stays(command, svg):
    """Without --force: exit status 2, one line, the file as it was, and nothing is run."""
    svg.write_text("mine")
    refused = f"perceptron-ref: error: -o {svg} would replace a file; --force allows it. "
    status, out, err = command("draw", "example:xor", "--max-updates", "none", "-o", svg)
    assert (status, out, err.startswith(refused)) == (2, "", True)
    assert svg.read_text() == "mine"
    assert command("draw", "example:or", "-o", svg, "--force")[0] == 0
    assert svg.read_text() == draw_run(OR)


def test_a_file_of_examples_is_never_drawn_over(command, tmp_path):
    """Not even with --force, and under no other name."""
    data, link = tmp_path / "data.csv", tmp_path / "link.svg"
    data.write_text("1,-1\n2,1\n")
    os.link(data, link)
    for output in (data, link):
        status, _, err = command("draw", data, "-o", output, "--force")
        told = f"perceptron-ref: error: -o {output} would replace a file of examples. "
        assert (status, err.startswith(told)) == (2, True)
    assert data.read_text() == "1,-1\n2,1\n"


def test_what_is_no_file_is_written_to(command):
    """A device is there, and is nothing to replace."""
    assert command("draw", "example:or", "-o", os.devnull)[0] == 0


def test_a_folder_that_is_not_there(command, tmp_path):
    """Exit status 1."""
    status, out, err = command("draw", "example:or", "-o", tmp_path / "nowhere" / "x.svg")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "nowhere" in err


def test_an_update_that_was_not_made(command, svg):
    """Exit status 1, and nothing is written."""
    status, _, err = command("draw", "example:or", "--update", 9, "-o", svg)
    assert (status, err) == (
        1,
        "perceptron-ref: error: t: found 9; expected one of the run's 9 updates\n",
    )
    assert not svg.exists()


def test_fit_draws_what_it_found(command, svg):
    """The line, or the margins, beside all that `fit` prints; a file that is there stays."""
    plain = command("fit", "example:or")[1]
    assert command("fit", "example:or", "--draw", svg) == (0, f"{plain}Drawn in {svg}\n", "")
    assert svg.read_text() == draw_data(OR.data, OR.hypothesis)
    status, out, err = command("fit", "--draw", svg)
    assert (status, out) == (2, "")
    assert f"error: --draw {svg} would replace a file; --force allows it. " in err
    assert command("fit", "--draw", svg, "--force")[0] == 0
    assert svg.read_text() == draw_margins(CREDIT.data, CREDIT.hypothesis)


def test_fit_draws_and_prints_json(command, svg):
    """The object stays the only thing printed."""
    status, out, _ = command("fit", "example:or", "--draw", svg, "--json")
    assert (status, json.loads(out)["updates"]) == (0, 9)
    assert svg.exists()


def test_fit_draws_what_the_pocket_holds(command, svg):
    """The weights found are Pocket's."""
    command("fit", "example:xor", "--pocket", "--max-updates", 40, "--draw", svg)
    assert svg.read_text() == draw_run(XOR, still=True)


def test_fit_does_not_draw_over_examples(command, tmp_path):
    """Neither over those to learn from nor over those to test with."""
    train, test = tmp_path / "train.csv", tmp_path / "test.csv"
    for path in (train, test):
        path.write_text("1,-1\n2,1\n")
        status, _, err = command(
            "fit", train, *(["--test", test] if path == test else []), "--draw", path, "--force"
        )
        told = f"perceptron-ref: error: --draw {path} would replace a file of examples. "
        assert (status, err.startswith(told)) == (2, True)


def test_the_growth_of_the_weights(command, tmp_path):
    """--length draws |w_t| of the run, of Pocket's, too."""
    path = tmp_path / "length.svg"
    words = ("draw", "example:and", "--length", "-o", path, "--force")
    assert command(*words) == (0, f"Wrote {path}: |w_t| over 18 updates\n", "")
    assert path.read_text() == drawing.draw_length(pla(example("and")))
    assert command(*words, "--pocket")[0] == 0


@pytest.mark.ci
def test_a_histogram_of_many_runs(command, tmp_path):
    """--repeat or --seeds, in one process or two."""
    path = tmp_path / "histogram.svg"
    words = ("draw", "example:and", "--strategy", "random", "-o", path, "--force")
    expected = drawing.draw_histogram(repeat(example("and"), "random", seeds=range(1, 21)).updates)
    for more in (("--seeds", "1..20"), ("--seeds", "1..20", "--jobs", 2)):
        assert command(*words, *more) == (0, f"Wrote {path}: the updates of 20 runs\n", "")
        assert path.read_text() == expected
    assert command(*words, "--repeat", 1)[1] == f"Wrote {path}: the updates of 1 run\n"


def test_a_histogram_of_the_runs_that_are_done(command, tmp_path, monkeypatch):
    """In time, or by Ctrl-C, is drawn, and it is said how many these are."""
    path = tmp_path / "histogram.svg"
    words = ("draw", "example:and", "--strategy", "random", "--repeat", 9, "-o", path, "--force")

    def reached(progress, stage):
        if stage.startswith("3 of"):
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "reached", reached)
    status, out, err = command(*words)
    assert (status, out) == (130, f"Wrote {path}: the updates of 3 runs\n")
    assert err.startswith("3 runs of 9 done; the picture shows these.\ninterrupted at ")
    status, _, err = command(*words, "--max-seconds", 0)
    assert (status, "no run was done in time; expected one at least" in err) == (1, True)


def test_a_histogram_tells_of_runs_that_ended_with_mistakes(command, tmp_path):
    """On standard error and in the picture."""
    path = tmp_path / "histogram.svg"
    words = ("draw", "example:xor", "--strategy", "random", "--repeat", 3, "--max-updates", 5)
    status, _, err = command(*words, "-o", path)
    assert (status, err) == (0, "3 of 3 runs ended with mistakes left.\n")
    assert "3 of them ended with mistakes left." in path.read_text()
