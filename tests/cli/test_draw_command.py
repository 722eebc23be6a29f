"""`draw`, and `fit --draw`: which picture is written, and what is never written over."""

from __future__ import annotations

import io
import json
import os
import sys

import pytest

from perceptron_ref import example, pla, pocket, strategy
from perceptron_ref.cli.main import main
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
            lambda: draw_data(XOR.data, XOR.hypothesis),
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
    assert command("draw", *words, "-o", svg) == (0, f"Wrote {svg}: {said}\n", "")
    assert svg.read_bytes() == drawn().encode()


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
    refused = (2, "", f"perceptron-ref: error: -o {svg} would replace a file; --force allows it\n")
    assert command("draw", "example:xor", "--max-updates", "none", "-o", svg) == refused
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
        assert (status, err) == (
            2,
            f"perceptron-ref: error: -o {output} would replace a file of examples\n",
        )
    assert data.read_text() == "1,-1\n2,1\n"


def test_what_is_no_file_is_written_to(command):
    """A device is there, and is nothing to replace."""
    assert command("draw", "example:or", "-o", os.devnull)[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "the following arguments are required: -o/--output"),
        (["-o", "x.svg", "--still", "--derivation"], "not allowed with argument --still"),
        (["-o", "x.svg", "--update", "-1"], "--update: found '-1'; expected an int >= 0"),
    ],
)
def test_options_that_do_not_go_together(capsys, words, said):
    """Exit status 2, as for every wrong usage."""
    with pytest.raises(SystemExit) as end:
        main(["draw", *words])
    assert end.value.code == 2
    assert said in capsys.readouterr().err


def test_a_name_that_no_file_has(command, tmp_path):
    """An empty one is wrong usage; one in a folder that is not there cannot be written."""
    assert command("draw", "-o", "")[::2] == (
        2,
        "perceptron-ref: error: -o takes the name of a file to write\n",
    )
    status, out, err = command("draw", "example:or", "-o", tmp_path / "nowhere" / "x.svg")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "nowhere" in err


def test_an_update_that_was_not_made(command, svg):
    """Exit status 1, and nothing is written."""
    status, _, err = command("draw", "example:or", "--update", 9, "-o", svg)
    assert (status, err) == (
        1,
        "perceptron-ref: error: t: found 9; expected an update of the run, 0 to 8\n",
    )
    assert not svg.exists()


def test_fit_draws_what_it_found(command, svg):
    """The line, or the margins, beside all that `fit` prints; a file that is there stays."""
    plain = command("fit", "example:or")[1]
    assert command("fit", "example:or", "--draw", svg) == (0, f"{plain}Drawn in {svg}\n", "")
    assert svg.read_text() == draw_data(OR.data, OR.hypothesis)
    status, out, err = command("fit", "--draw", svg)
    assert (status, out) == (2, "")
    assert err == f"perceptron-ref: error: --draw {svg} would replace a file; --force allows it\n"
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
    assert svg.read_text() == draw_data(XOR.data, XOR.hypothesis)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--draw", "-"], "--draw takes the name of a file to write"),
        (["--draw", ""], "--draw takes the name of a file to write"),
        (["--force"], "--force goes with --draw or --save"),
        (
            ["--draw", "x.svg", "--repeat", "3"],
            "--trace, --save and --draw go with a single run, not with --repeat",
        ),
        (["--draw", "./x", "--save", "x"], "--save and --draw name the same file, ./x"),
    ],
)
def test_fit_refuses_to_draw(command, tmp_path, monkeypatch, words, said):
    """Wrong usage, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert command("fit", *words) == (2, "", f"perceptron-ref: error: {said}\n")
    assert list(tmp_path.iterdir()) == []


def test_fit_does_not_draw_over_examples(command, tmp_path):
    """Neither over those to learn from nor over those to test with."""
    train, test = tmp_path / "train.csv", tmp_path / "test.csv"
    for path in (train, test):
        path.write_text("1,-1\n2,1\n")
        status, _, err = command(
            "fit", train, *(["--test", test] if path == test else []), "--draw", path, "--force"
        )
        assert (status, err) == (
            2,
            f"perceptron-ref: error: --draw {path} would replace a file of examples\n",
        )
