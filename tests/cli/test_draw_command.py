"""`draw`, and `fit --draw`: which picture is written, and what is never written over."""

from __future__ import annotations

import io
import os
import re
import sys
from types import SimpleNamespace

import pytest

from perceptron_ref import drawing, example, pla, pocket, read, repeat
from perceptron_ref.cli.progress import Progress
from perceptron_ref.drawing import draw_data, draw_margins, draw_run

OR, CREDIT, AND = (pla(example(name)) for name in ("or", "credit", "and"))
XOR = pocket(example("xor"), max_updates=40)
POCKET = "example:xor --pocket --max-updates 40"


@pytest.fixture
def svg(tmp_path):
    """Return a path that is free."""
    return tmp_path / "picture.svg"


@pytest.mark.parametrize(
    ("words", "drawn"),
    [
        ("example:or", lambda: draw_run(OR)),
        ("example:or --still", lambda: draw_data(OR.data, OR.hypothesis)),
        ("example:or --update 3", lambda: drawing.draw_update(OR, 3)),
        ("example:or --derivation", lambda: drawing.draw_derivation(OR)),
        ("example:and --length", lambda: drawing.draw_length(AND)),
        ("", lambda: draw_margins(CREDIT.data, CREDIT.hypothesis)),
        ("--still", lambda: draw_margins(CREDIT.data, CREDIT.hypothesis)),
        ("--update 40", lambda: drawing.draw_update(CREDIT, 40)),
        (POCKET, lambda: drawing.draw_pocket(XOR)),
        (f"{POCKET} --still", lambda: draw_run(XOR, still=True)),
        (f"{POCKET} --derivation", lambda: drawing.draw_derivation(XOR)),
        (f"{POCKET} --length", lambda: drawing.draw_length(XOR)),
        ("example:or --max-updates 1", lambda: draw_run(pla(example("or"), max_updates=1))),
        ("example:or --controls --width 800", lambda: draw_run(OR, controls=True).sized(800)),
    ],
)
def test_what_is_asked_for_is_drawn(command, svg, words, drawn):
    """The file holds what the function of that name returns, and so does standard output."""
    status, out, err = command("draw", *words.split(), "-o", svg)
    assert (status, out) == (0, f"Wrote the picture to {svg}\n")
    assert err.startswith("NOT converged (max_updates): ") == ("--max-updates" in words)
    assert svg.read_bytes() == drawn().encode()
    assert command("draw", *words.split(), "-o", "-")[:2] == (0, drawn())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--max-updates", "1"], "(max_updates): 3 of 4 examples are wrong"),
        (["--max-visits", "2"], "(max_visits): 2 of 4 examples are wrong"),
    ],
)
def test_a_run_that_a_limit_ended_is_said_to_be_so(command, svg, words, told):
    """On standard error and in the picture, whichever is drawn."""
    expected = f"NOT converged {told}. The picture shows the run so far.\n"
    for which in ([], ["--still"], ["--derivation"]):
        assert command("draw", "example:or", *words, *which, "-o", svg, "--force")[2] == expected
        assert svg.read_text().count("NOT converged: stopped by the limit of ") == 2
    assert command("draw", "example:or", "-o", svg, "--force")[2] == ""
    assert "NOT converged" not in svg.read_text()


def test_margins_and_the_pocket_say_that_a_limit_ended_it(command, svg):
    """Below the picture, and in its description."""
    for words, T in ((["--max-updates", "5"], 5), (POCKET.split(), 40)):
        command("draw", *words, "-o", svg, "--force")
        said = f"NOT converged: stopped by the limit of updates, T = {T}."
        assert re.search(f"<desc .*{said}</desc>", svg.read_text())
        assert re.search("<text .*>NOT converged: ", svg.read_text())


def test_a_run_that_was_right_in_a_row_may_have_mistakes(command, svg):
    """Then it did not converge, and says so; otherwise it says nothing."""
    for visits, mistakes in ((2, True), ("9N", False)):
        words = ("--right-in-a-row", visits, "-o", svg, "--force")
        err = command("draw", "example:credit-2d", *words)[2]
        assert err.startswith("NOT converged (right_in_a_row): ") == mistakes
        said = "NOT converged: stopped after visits in a row without a mistake, T = "
        assert (said in svg.read_text()) == mistakes


def test_a_run_that_was_stopped_is_said_to_be_so():
    """By a function that asked for its end, as --max-seconds does."""

    def stop(update):
        raise StopIteration

    picture = draw_run(pla(example("or"), on_update=stop))
    assert "NOT converged: stopped from outside, T = 1." in picture


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--controls"], "controls: found data with 4 features; expected a picture that moves"),
        (["--width", 10_001], "width: found 10001; expected at most 10,000 pixels"),
        (["example:or", "--update", 9], "t: found 9; expected one of the run's 9 updates"),
    ],
)
def test_what_cannot_be_drawn_is_told(command, svg, words, said):
    """An error in a line, and nothing is written."""
    status, out, err = command("draw", *words, "-o", svg)
    assert (status, out, err.count("\n"), svg.exists()) == (1, "", 1, False)
    assert said in err


@pytest.mark.parametrize(
    ("words", "option"), [(["draw", "-o"], "-o"), (["fit", "--draw"], "--draw")]
)
def test_a_name_of_another_kind_of_file_is_refused(command, tmp_path, monkeypatch, words, option):
    """Before anything is run: the error names what can be written, and how to get a bitmap."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    for name, parts in (
        ("d.jpg", ["found a name that ends in '.jpg'; expected .svg", "the library cairosvg. "]),
        (
            "d.png",
            ["PNG takes the library cairosvg", "(pip install cairosvg), or a name such as d.svg"],
        ),
    ):
        status, out, err = command(*words, name)
        assert (status, out, [*tmp_path.iterdir()]) == (2, "", [])
        assert err.startswith(f"perceptron-ref: error: {option} {name}: {parts[0]}")
        assert parts[1] in err


def test_a_bitmap_is_written_where_the_library_is(command, tmp_path, monkeypatch):
    """By `draw` and `fit`, of the width that is asked for."""
    asked = []

    def svg2png(bytestring, scale):
        asked.append((re.search(b'width="(.*?)"', bytestring).group(1), scale))
        return b"PNG"

    monkeypatch.setitem(sys.modules, "cairosvg", SimpleNamespace(svg2png=svg2png))
    png = tmp_path / "d.png"
    for words in (["draw", "-o"], ["draw", "--width", 800, "-o"], ["fit", "--draw"]):
        assert command(*words, png, "example:or", "--force")[0] == 0
    assert asked == [(b"440", 2), (b"800", 1), (b"440", 2)]
    assert png.read_bytes() == b"PNG"


def test_examples_come_from_standard_input(command, monkeypatch, file):
    """A file's place can be taken by `-`, as everywhere."""
    path = file("1 -1\n2 1\n", "data.txt")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 -1\n2 1\n")))
    assert command("draw", "-", "-o", "-") == (0, draw_run(pla(read(path))), "")


def test_a_file_that_is_there_stays(command, svg):
    """Without --force: exit status 2, one line, the file as it was, and nothing is run."""
    svg.write_text("mine")
    for words, option in (
        (["draw", "example:xor", "--max-updates", "none", "-o"], "-o"),
        (["fit", "--draw"], "--draw"),
    ):
        refused = f"perceptron-ref: error: {option} {svg} would replace a file; --force allows it. "
        status, out, err = command(*words, svg)
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


def test_what_is_no_file_is_written_to(command, tmp_path):
    """A device is there, and is nothing to replace; a folder must be there."""
    assert command("draw", "example:or", "-o", os.devnull)[0] == 0
    status, out, err = command("draw", "example:or", "-o", tmp_path / "nowhere" / "x.svg")
    assert (status, out, err.count("\n"), "nowhere" in err) == (1, "", 1, True)


@pytest.mark.parametrize(
    ("words", "drawn"),
    [
        ("example:or", lambda: draw_data(OR.data, OR.hypothesis)),
        ("", lambda: draw_margins(CREDIT.data, CREDIT.hypothesis)),
        (POCKET, lambda: draw_run(XOR, still=True)),
    ],
)
def test_fit_draws_what_it_found(command, svg, words, drawn):
    """The line, or the margins, of what the pocket holds, too; beside all that `fit` prints."""
    status, plain, _ = command("fit", *words.split())
    told = f"{plain}Wrote the picture to {svg}\n"
    assert command("fit", *words.split(), "--draw", svg) == (0, told, "")
    assert (status, svg.read_text()) == (0, drawn())


@pytest.mark.ci
def test_a_histogram_of_many_runs(command, svg):
    """--repeat or --seeds, in one process or two."""
    words = ("draw", "example:and", "--strategy", "random", "-o", svg, "--force")
    expected = drawing.draw_histogram(repeat(example("and"), "random", seeds=range(1, 21)).updates)
    for more in ((), ("--jobs", 2)):
        told = f"Wrote the picture to {svg}\n"
        assert command(*words, "--seeds", "1..20", *more) == (0, told, "")
        assert svg.read_text() == expected


def test_a_histogram_of_the_runs_that_are_done(command, svg, monkeypatch):
    """In time, or by Ctrl-C, is drawn, and it is said how many these are."""
    words = ("draw", "example:and", "--strategy", "random", "--repeat", 9, "-o", svg, "--force")

    def reached(progress, stage):
        if stage.startswith("3 of"):
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "reached", reached)
    status, out, err = command(*words)
    assert (status, out) == (130, f"Wrote the picture to {svg}\n")
    told = "3 of 9 runs are drawn; 0 of these ended with mistakes left.\ninterrupted at "
    assert err.startswith(told)
    status, _, err = command(*words, "--max-seconds", 0)
    assert (status, "no run was done in time; expected one at least" in err) == (1, True)


def test_a_histogram_tells_of_runs_that_ended_with_mistakes(command, svg):
    """On standard error and in the picture."""
    words = ("draw", "example:xor", "--strategy", "random", "--repeat", 3, "--max-updates", 5)
    told = "3 of 3 runs are drawn; 3 of these ended with mistakes left.\n"
    assert command(*words, "-o", svg)[::2] == (0, told)
    assert "3 of them ended with mistakes left." in svg.read_text()
