"""Words of the command line that no parser knows: told by the usage of the command, and what may be
meant.
"""

from __future__ import annotations

import sys

import pytest

from perceptron_ref.cli.main import main


def told(words, capsys, monkeypatch):
    """Return the usage and the error that wrong usage ends with."""
    monkeypatch.setattr(sys, "argv", ["perceptron-ref"])
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    usage, _, error = err.rpartition("perceptron-ref")
    return usage, error.rstrip("\n")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["fit", "--max-update", "3"], "found no option --max-update; did you mean --max-updates?"),
        (["fit", "--max-up=3"], "found no option --max-up; did you mean --max-updates?"),
        (["fit", "--max_updates", "3"], "found no option --max_updates; did you mean --max-upda"),
        (
            ["fit", "--max", "3"],
            "found no option --max; did you mean --max-updates or --max-visits or --max-seconds?",
        ),
        (["fit", "--pockets"], "found no option --pockets; did you mean --pocket?"),
        (["fit", "-pocket"], "found no option -pocket; did you mean --pocket?"),
        (["fit", "--xyzzy"], "found no option --xyzzy; expected one of those above"),
        (["fit", "--json", "--pockets", "-h"], "found no option --pockets; did you mean --pocket?"),
        (["race", "--seed", "3"], "found no option --seed; did you mean --seeds?"),
        (
            ["fit", "\u2013pocket"],
            "found \u2013pocket, which begins with a dash, not with hyphens; did you mean --poc",
        ),
        (
            ["fit", "example:and", "\u2014json=1"],
            "found \u2014json, which begins with a dash, not with hyphens; did you mean --json?",
        ),
        (
            ["draw", "example:or", "--outptu", "x.svg"],
            "found no option --outptu; did you mean --output?",
        ),
        (
            ["fit", "my", "file.csv"],
            "found 'file.csv', one word more than there may be; a name with blanks in it goes in ",
        ),
        (["fit", "--label", "--json"], "argument --label: expected one argument"),
        (["prove", "--w-f"], "argument --w-f: expected one argument"),
    ],
)
def test_what_a_command_does_not_know_is_told_by_its_own_usage(
    words, complaint, capsys, monkeypatch
):
    """The usage is that of the command, not of all commands; the option meant is named."""
    usage, error = told(words, capsys, monkeypatch)
    assert usage.startswith(f"usage: perceptron-ref {words[0]} [-h] ")
    assert error.startswith(f" {words[0]}: error: {complaint}")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["seperable"], "; did you mean separable?"),
        (["help", "fti"], "; did you mean fit?"),
        (["FIT"], "; did you mean fit?"),
        (["check"], "; did you mean check-strategy?"),
        (["xyzzy"], "examples, selftest"),
    ],
)
def test_the_nearest_command_is_named(words, complaint, capsys, monkeypatch):
    """Behind the list of all, below the usage of the whole program."""
    usage, error = told(words, capsys, monkeypatch)
    assert usage == "usage: perceptron-ref [-h] [--version] COMMAND ...\n"
    assert error.startswith(f": error: found '{words[-1]}'; expected a command: fit, compare, race")
    assert error.endswith(complaint)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ["--json", "fit"],
            "found --json before the command; expected it behind the command, as in: "
            "perceptron-ref fit --json",
        ),
        (["--hlep"], "found --hlep before the command; did you mean --help?"),
        (["-x", "fit"], "found -x before the command; expected it behind the command, as in: "),
    ],
)
def test_an_option_before_the_command_is_told_where_it_belongs(
    words, complaint, capsys, monkeypatch
):
    """Unless it is one of the program's own, misspelt."""
    monkeypatch.setattr(sys, "argv", ["perceptron-ref"])
    with pytest.raises(SystemExit):
        main(words)
    assert f"perceptron-ref: error: {complaint}" in capsys.readouterr().err


def test_a_value_may_begin_with_a_hyphen(command):
    """As weights do; what is an option is no value."""
    joined = command("prove", "example:and", "--w-f=-3,2,2")
    assert command("prove", "example:and", "--w-f", "-3,2,2") == joined
    assert joined[0] == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-", "--json"], '"source": "-"'),
        (["--json", "--", "-"], '"source": "-"'),
        (["--", "-"], "Data: -, N = 2"),
    ],
)
def test_a_lone_hyphen_is_a_file_and_two_end_the_options(words, told, fit, monkeypatch):
    """Standard input is read wherever it is named."""
    from io import BytesIO, TextIOWrapper

    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"1,-1\n2,1\n")))
    status, out, _ = fit(*words)
    assert status == 0
    assert told in out


def test_a_file_whose_name_begins_with_a_dash_is_read(fit, tmp_path, monkeypatch):
    """A dash is no hyphen: only what is like an option is told."""
    monkeypatch.chdir(tmp_path)
    for name in ("\u2013.csv", "\u2013json"):
        (tmp_path / name).write_text("1,-1\n2,1\n")
        assert fit(name)[0] == 0
    assert fit("\u2013xyzzy")[0] == 1  # a file that is not there
