"""`draw` and `fit --draw` write the requested picture, and never overwrite a file of examples."""

from __future__ import annotations

import io
import os
import re
import sys
from types import SimpleNamespace

import pytest
from messages import check_parts

from perceptron_ref import drawing, example, pla, pocket, read, repeat
from perceptron_ref.cli.progress import Progress
from perceptron_ref.drawing import draw_data, draw_margins, draw_run

OR, CREDIT, AND = (pla(example(name)) for name in ("or", "credit", "and"))
XOR = pocket(example("xor"), max_updates=40)
POCKET = "example:xor --pocket --max-updates 40"
PICTURES = [  # a command line, and the Python function that makes the same picture
    ("draw example:or", lambda: draw_run(OR)),
    ("draw example:or --still", lambda: draw_data(OR.data, OR.hypothesis)),
    ("draw example:or --update 3", lambda: drawing.draw_update(OR, 3)),
    ("draw example:or --derivation", lambda: drawing.draw_derivation(OR)),
    ("draw example:and --length", lambda: drawing.draw_length(AND)),
    ("draw", lambda: draw_margins(CREDIT.data, CREDIT.hypothesis)),
    ("draw --still", lambda: draw_margins(CREDIT.data, CREDIT.hypothesis)),
    ("draw --update 40", lambda: drawing.draw_update(CREDIT, 40)),
    (f"draw {POCKET}", lambda: drawing.draw_pocket(XOR)),
    (f"draw {POCKET} --still", lambda: draw_run(XOR, still=True)),
    (f"draw {POCKET} --derivation", lambda: drawing.draw_derivation(XOR)),
    (f"draw {POCKET} --length", lambda: drawing.draw_length(XOR)),
    ("draw example:or --width 800", lambda: draw_run(OR).sized(800)),
    ("fit example:or", lambda: draw_data(OR.data, OR.hypothesis)),
    ("fit", lambda: draw_margins(CREDIT.data, CREDIT.hypothesis)),
    (f"fit {POCKET}", lambda: draw_run(XOR, still=True)),
]
PICTURE_OPTION = {"draw": "-o", "fit": "--draw"}  # the option for the path of the picture


@pytest.fixture
def svg(tmp_path):
    """Return the path of a file that does not exist yet."""
    return tmp_path / "picture.svg"


@pytest.mark.ci
@pytest.mark.parametrize(("command_line", "make_picture"), PICTURES)
def test_the_requested_picture_is_written(command, svg, command_line, make_picture):
    """The command writes the picture that the Python function returns, to a file or to standard
    output. `fit` also prints its report.
    """
    arguments = command_line.split()
    report = command(*arguments)[1] if arguments[0] == "fit" else ""
    exit_status, out, err = command(*arguments, PICTURE_OPTION[arguments[0]], svg)
    assert (exit_status, out) == (0, f"{report}Wrote the picture to {svg}\n")
    has_warning = err.startswith("NOT converged: stopped by --max-updates, with ")
    assert has_warning == command_line.startswith(f"draw {POCKET}")
    assert svg.read_bytes() == make_picture().encode()
    assert arguments[0] == "fit" or command(*arguments, "-o", "-")[:2] == (0, make_picture())


LIMITS = [  # arguments of `draw`, the status of the run, how many examples are wrong, and T
    ("example:or --max-updates 1", "max_updates", "3 of 4", 1),
    ("example:or --max-visits 2 --still", "max_visits", "2 of 4", 2),
    ("example:or --max-updates 1 --derivation", "max_updates", "3 of 4", 1),
    ("--max-updates 5", "max_updates", "13 of 24", 5),
    (POCKET, "max_updates", "1 of 4", 40),
    ("example:or --right-in-a-row 1", "right_in_a_row", "1 of 4", 3),
    ("example:or --max-seconds 0", "stopped", "3 of 4", 1),
    ("example:or --right-in-a-row 9N", "", "", 0),
    ("example:or", "", "", 0),
]

STOP_REASONS = {
    "max_updates": "by the limit of updates",
    "max_visits": "by the limit of visits",
    "right_in_a_row": "after enough correct visits in a row",
}


@pytest.mark.parametrize(("command_line", "run_status", "wrong", "T"), LIMITS)
def test_a_run_ended_by_a_limit_is_marked(command, command_line, run_status, wrong, T):
    """Standard error, the picture and its description say that the run did not converge. For other
    runs they do not.
    """
    _, out, err = command("draw", *command_line.split(), "-o", "-")
    is_marked = bool(run_status)
    option = {"stopped": "--max-seconds"}.get(run_status, f"--{run_status.replace('_', '-')}")
    picture_note = (
        "" if "--derivation" in command_line else " The picture shows the unfinished run."
    )
    warning = f"NOT converged: stopped by {option}, with {wrong} examples wrong.{picture_note}\n"
    assert err == (warning if is_marked else "")
    first_line = f"NOT converged: stopped {STOP_REASONS.get(run_status, 'early')}, T = {T}."
    match = re.search(f"<desc .*{re.escape(first_line)}.*</desc>", out)
    assert (bool(match), "NOT converged" in out) == (is_marked, is_marked)
    assert bool(re.search("<text .*>NOT converged: ", out)) == is_marked


def test_an_update_that_the_run_does_not_have_is_an_error(command, svg):
    """The error has one line, and the file is not written."""
    exit_status, out, err = command("draw", "example:or", "--update", 9, "-o", svg)
    assert (exit_status, out, err.count("\n"), svg.exists()) == (1, "", 1, False)
    assert "--update: found 9; expected an update from 0 to 8" in err


@pytest.mark.parametrize(
    ("command_line", "expected_text"),
    [
        ("--derivation --max-updates 0", "--derivation: …Use a larger --max-updates"),
        ("--length --max-visits 0", "--length: …Use a larger --max-visits"),
        ("--update 0 --max-updates 0", "--update: …Use a larger --max-updates"),
        (
            "--length --pocket --target-mistakes 24",
            "--length: …Use a smaller --target-mistakes",
        ),
        (
            "--update 3 --first 1 --sign-of-zero 1",
            "--update: …The weights w = 0 make…--sign-of-zero 0 they do",
        ),
    ],
)
def test_a_picture_of_updates_needs_an_update(command, svg, command_line, expected_text):
    """The error names the option of the picture, and the option to change."""
    exit_status, out, err = command("draw", *command_line.split(), "-o", svg)
    assert (exit_status, out, err.count("\n"), svg.exists()) == (1, "", 1, False)
    expected = "found a run without updates; expected at least one update. "
    check_parts(f"perceptron-ref: error: {expected_text.replace('…', expected, 1)}", err)


def test_a_dropped_column_may_look_like_an_option(command, file, svg):
    """`-ozone` after `--features` begins like the option `-o`, but it is a value."""
    data = file("ozone,b,y\n1,2,1\n3,1,0\n", "data.csv")
    assert command("draw", data, "--features", "-ozone", "-o", svg)[::2] == (0, "")


@pytest.mark.parametrize("name", PICTURE_OPTION)
@pytest.mark.parametrize(
    ("file_name", "expected_text", "expected_status"),
    [
        ("d.jpg", "found a name that ends in '.jpg'; expected .svg", 2),
        (
            "d.png",
            "Use a name that ends in .svg, or install the library: `pip install cairosvg`",
            2,
        ),
        ("there.svg", " would replace an existing file; --force allows this. ", 2),
        ("none/x.svg", "none/x.svg: cannot be written: No such file", 1),
    ],
)
def test_an_invalid_output_path_is_refused_before_the_data_are_read(
    command, tmp_path, monkeypatch, name, file_name, expected_text, expected_status
):
    """The error is about the path, although the data file does not exist either. Nothing is
    written, and an existing file stays the same.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    (tmp_path / "there.svg").write_text("old text")
    exit_status, out, err = command(name, "nowhere.csv", PICTURE_OPTION[name], file_name)
    assert (exit_status, out, err.count("\n")) == (expected_status, "", 1)
    assert expected_text in err
    assert os.listdir() == ["there.svg"]
    assert (tmp_path / "there.svg").read_text() == "old text"


def test_a_bitmap_is_written_if_cairosvg_is_installed(command, tmp_path, monkeypatch):
    """`draw` and `fit` write a PNG file. --width sets its width."""
    widths = []

    def svg2png(bytestring):
        widths.append(re.search(b'width="(.*?)"', bytestring).group(1))
        return b"PNG"

    monkeypatch.setitem(sys.modules, "cairosvg", SimpleNamespace(svg2png=svg2png))
    png = tmp_path / "d.png"
    for arguments in (["draw", "-o"], ["draw", "--width", 800, "-o"], ["fit", "--draw"]):
        assert command(*arguments, png, "example:or", "--force")[0] == 0
    assert widths == [b"880", b"800", b"880"]
    assert png.read_bytes() == b"PNG"


def test_draw_reads_standard_input(command, monkeypatch, file):
    """`-` may replace FILE, as in other commands. The picture may be written to a device."""
    path = file("1 -1\n2 1\n", "data.txt")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 -1\n2 1\n")))
    assert command("draw", "-", "-o", "-") == (0, draw_run(pla(read(path))), "")
    assert command("draw", "example:or", "-o", os.devnull)[0] == 0


def test_a_file_of_examples_is_never_overwritten(command, tmp_path):
    """The command refuses to write a picture over the examples, even with --force, and even if -o
    is another name (a hard link) of the same file.
    """
    data, link = tmp_path / "data.csv", tmp_path / "link.svg"
    data.write_text("1,-1\n2,1\n")
    os.link(data, link)
    for output in (data, link):
        exit_status, _, err = command("draw", data, "-o", output, "--force")
        message = (
            f"perceptron-ref: error: -o {output} would replace a file that this command reads; "
        )
        assert (exit_status, err.startswith(message)) == (2, True)
    assert data.read_text() == "1,-1\n2,1\n"


@pytest.mark.ci
def test_fit_draws_a_histogram_of_many_runs(command, svg):
    """`fit --seeds --draw` draws a histogram of the numbers of updates, with one process or two."""
    arguments = ("fit", "example:and", "--strategy", "random", "--draw", svg, "--force")
    expected = drawing.draw_histogram(repeat(example("and"), "random", seeds=range(1, 21)).updates)
    for more_options in ((), ("--jobs", 2)):
        exit_status, out, err = command(*arguments, "--seeds", "1..20", *more_options)
        assert (exit_status, err, out.endswith(f"\nWrote the picture to {svg}\n")) == (0, "", True)
        assert svg.read_text() == expected


@pytest.mark.parametrize(
    ("more_options", "data_name"), [([], ""), (["--test", "example:and"], "test ")]
)
def test_the_histogram_of_pocket_shows_mistakes(command, svg, more_options, data_name):
    """Each run of Pocket makes the largest allowed number of updates, so the histogram shows
    mistakes instead: on the test set, if there is one.
    """
    arguments = ("fit", "example:xor", "--pocket", "--max-updates", 9, "--draw", svg, "--repeat", 3)
    assert command(*arguments, *more_options)[0] == 0
    assert f"3 runs; {data_name}mistakes: " in svg.read_text()


def test_a_histogram_reports_unfinished_runs(command, svg, monkeypatch):
    """The picture shows the number of runs that ended with mistakes left, also after Ctrl-C. If no
    run is finished, the picture is not written.
    """
    command_line = "fit example:xor --strategy random --max-updates 5 --force"
    arguments = (*command_line.split(), "--draw", svg, "--repeat")
    assert command(*arguments, 3)[0] == 0
    assert "3 of these runs ended with mistakes left." in svg.read_text()
    svg.unlink()
    assert command(*arguments, 9, "--max-seconds", 0)[0] == 3
    assert not svg.exists()

    def advance(progress, stage):
        if stage.startswith("3 of"):
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "advance", advance)
    exit_status, out, err = command(*arguments, 9)
    assert (exit_status, out.endswith(f"\nWrote the picture to {svg}\n")) == (130, True)
    assert "\ninterrupted after " in err and "3 of these runs ended with" in svg.read_text()
