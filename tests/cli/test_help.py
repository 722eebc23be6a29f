"""The examples in the help run, and the help explains words, tables and exit statuses."""

from __future__ import annotations

import re
import shlex
import sys
from importlib.util import find_spec

import pytest
from conftest import ROOT

from perceptron_ref.cli.main import COMMANDS, main
from perceptron_ref.cli.report import HELP_WORDS_POINTER
from perceptron_ref.cli.words import MEANINGS

SLOW = {"check-strategy", "fit", "race", "selftest"}  # run by .ci/run only
FLATS = "id;area;distance;sold\n1;50,5;2,5;yes\n2;70,5;;no\n3;40,5;1,5;yes\n4;80,5;9,5;no\n"
ENDS_WITH_STATUS_1 = {"separable example:xor"}  # because no line separates


@pytest.mark.parametrize(
    "command",
    [
        "",
        *(pytest.param(name, marks=pytest.mark.ci if name in SLOW else ()) for name in COMMANDS),
    ],
)
def test_the_examples_in_the_help_run_unchanged(command, tmp_path, monkeypatch, capsys):
    """The examples run in the order of the help, in a folder with one file of examples, and later
    examples use the files that earlier ones write. Each line of the help has at most 100
    characters.
    """
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(sys, "argv", ["perceptron-ref"])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flats.csv").write_text(FLATS)
    assert main([*command.split(), "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 100
    examples = [line.split(" ", 3)[3] for line in lines if line.startswith("  perceptron-ref ")]
    assert len(examples) >= 2
    if find_spec("cairosvg") is None:
        examples = [example for example in examples if not example.endswith(".png")]
    for example in examples:
        exit_status = main(shlex.split(example))
        err = capsys.readouterr().err
        assert exit_status == (example in ENDS_WITH_STATUS_1), (example, err)


def test_help_without_all_is_short(monkeypatch, capsys):
    """`fit --help` prints at most 50 lines. `help fit --all` lists all options."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "argv", ["perceptron-ref"])
    main(["fit", "--help"])
    short_help = capsys.readouterr().out
    assert short_help.startswith("usage: perceptron-ref fit [FILE] [option ...]\n")
    assert len(short_help.splitlines()) <= 50
    assert "\nmore options: perceptron-ref help fit --all\n" in short_help
    assert ("  --positive V" in short_help, "  --eta Q" in short_help) == (True, False)
    main(["help", "fit", "--all"])
    full_help = capsys.readouterr().out
    assert "more options" not in full_help
    assert all(
        line in full_help for line in ("  --eta Q", "  --header, --no-header", "  -h, --help")
    )


def test_the_help_sorts_options_by_what_they_are_about(command):
    """Options of the data, the algorithm, the limits, many runs and the output have titles."""
    _, full_help, _ = command("help", "fit", "--all")
    titles = ["the data", "the algorithm", "when to stop", "many runs", "the output", "examples"]
    for title, next_title, option in zip(
        titles, titles[1:], ["--label", "--eta", "--max-updates", "--jobs", "--draw"]
    ):
        section = full_help.partition(f"\n{title}:\n")[2].partition(f"\n{next_title}:\n")[0]
        assert f"\n  {option} " in f"\n{section}", title


WORDS_OF_REPORTS = [
    "update",
    "visit",
    "mistake",
    "dot product",
    "T",
    "rho",
    "bound",
    "margin",
    "w_f",
]


@pytest.mark.parametrize("word", WORDS_OF_REPORTS)
def test_help_words_explains_the_words_of_reports(word, command):
    """Each word stands at the beginning of a line, alone or in a list of words."""
    exit_status, out, err = command("help", "words")
    assert (exit_status, err) == (0, "")
    assert re.search(rf"^  (.*, )?{re.escape(word)}(, .*)?  ", out, re.MULTILINE)


@pytest.mark.ci
@pytest.mark.parametrize(
    "command_line",
    [
        *("fit", "fit --strategy random --repeat 2", "prove example:and", "separable"),
        *("compare example:or", "race example:or --seeds 1 --strategies cyclic"),
    ],
)
def test_a_report_says_where_its_words_are_explained(command_line, command):
    """A text report mentions `help words`, but JSON does not."""
    assert HELP_WORDS_POINTER in command(*command_line.split())[1].splitlines()
    assert HELP_WORDS_POINTER not in command(*command_line.split(), "--json")[1]


def plain_formula(match):
    """Return a TeX formula in plain characters."""
    return re.sub(r"\\mathbf{(\w)}", r"\1", match[1]).replace(r"\cdot", "·")


def test_help_words_equals_the_glossary():
    """The explanations are those of docs/glossary.md, without the markup of Markdown and TeX."""
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    page = re.sub(r"\$([^$]*)\$", plain_formula, page)
    rows = (line.split(" | ") for line in page.splitlines() if line.count(" | ") == 3)
    glossary = {row[0].strip("| "): row[3].strip("| ").replace("**", "") for row in rows}
    assert {word: glossary[word] for word in MEANINGS} == MEANINGS


@pytest.mark.parametrize("name", ["fit", "compare", "race", "prove", "margins", "predict"])
def test_the_help_of_each_command_describes_the_rows_of_its_table(command, name):
    """The description of --csv says what a row contains, and that fractions are rounded."""
    csv_help = " ".join(command("help", name, "--all")[1].partition("--csv OUT")[2].split())
    assert re.match("write a CSV table.* a row for each .*fractions are rounded", csv_help)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_each_command_lists_its_exit_statuses(name, command):
    """The help of each command lists the statuses 0, 2 and 130. The help of the program explains
    status 2, which means the same for all commands.
    """
    help_of_command = " ".join(command("help", name)[1].split())
    assert "exit status: 0 if " in help_of_command and "2 for wrong usage; " in help_of_command
    assert "130 after Ctrl-C." in help_of_command
    help_of_program = " ".join(command("help")[1].split())
    assert (
        "Exit status 2 means wrong usage: an unknown command or option, a value that"
        in help_of_program
    )
