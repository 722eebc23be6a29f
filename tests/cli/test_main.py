"""The command line in this process: usage, help, errors, exit statuses, output that fails."""

from __future__ import annotations

import io
import os
import runpy
import sys

import pytest
from conftest import ROOT

from perceptron_ref.cli.main import COMMANDS, main, parser


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["fly"],
        ["fit", "--max-updates", "-5"],
        ["fit", "--max-updates", "many"],
        ["fit", "--sign-of-zero", "2"],
        ["fit", "--repeat", "0"],
        ["fit", "--format", "xls"],
        ["fit", "--max-up", "5"],
        ["predict"],
    ],
)
def test_wrong_usage_ends_with_2(words, capsys):
    """argparse says what is wrong on standard error."""
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: ")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ["fit", "no such file.csv"],
            "no such file.csv: cannot be read: No such file or directory",
        ),
        (["fit", "example:nothing"], "found 'nothing'; expected one of the examples credit, "),
        (["fit", "--strategy", ""], "found ''; expected one of the strategies cyclic, "),
        (["prove", "--w-f="], "w_f, entry 0: found ''"),
        (["fit", "example:pair:m=-1"], "example pair: m: found -1; expected an int from 0"),
        (
            ["fit", "example:or", "--test", "example:credit-2d"],
            "example:credit-2d: found the features annual_salary",
        ),
        (
            ["fit", "--strategy", "nothing"],
            "found 'nothing'; expected one of the strategies cyclic, ",
        ),
        (
            ["fit", "--strategy", "cyclic:seed"],
            "found 'seed' in 'cyclic:seed'; expected NAME:key=value",
        ),
        (["fit", "--strategy", "cyclic:seed=1"], "found the option 'seed'; it takes none"),
        (["fit", "--strategy", "random-permutation:seed=-1"], "found seed=-1"),
        (["fit", "--eta", "0"], "eta: found '0'; expected a positive number"),
        (["fit", "--eta", "fast"], "eta: found 'fast'; expected a number"),
        (["predict", "no model.json", "example:or"], "no model.json: cannot be read"),
    ],
)
def test_errors_are_one_line_and_end_with_1(words, complaint, capsys):
    """No traceback: what was found, what was expected."""
    assert main(words) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("perceptron-ref: error: ")
    assert complaint in err


def test_an_error_of_several_lines_is_told_in_one(distribute, capsys):
    """What a plugin says over several lines is put into one."""
    source = "def wordy(view):\n    raise RuntimeError('one\\ntwo')\n    yield 0\n"
    distribute("per-wordy", {"wordy": "per_wordy:wordy"}, per_wordy=source)
    assert main(["fit", "--strategy", "wordy"]) == 1
    assert capsys.readouterr().err.endswith("RuntimeError: one two\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command, monkeypatch, capsys):
    """--help ends with 0 and shows how the command is typed; no line is too long."""
    monkeypatch.setenv("COLUMNS", "100")
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    out = capsys.readouterr().out
    assert caught.value.code == 0
    assert f"  perceptron-ref {command}" in out.partition("examples:\n")[2]
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("started", "name"),
    [("/bin/perceptron-ref", "perceptron-ref"), ("__main__.py", "python3 -m perceptron_ref")],
)
def test_help_names_the_way_it_was_started(started, name, monkeypatch, capsys):
    """By its name once installed; from a bare checkout as a module."""
    monkeypatch.setattr(sys, "argv", [started])
    with pytest.raises(SystemExit):
        main(["--help"])
    assert capsys.readouterr().out.startswith(f"usage: {name} ")


def test_the_version_is_told(capsys):
    """--version prints the package's version."""
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("perceptron_ref 0.")


def test_ctrl_c_anywhere_else(monkeypatch, command):
    """Also outside a run there is no traceback."""

    class Interrupted(io.BytesIO):
        def readinto(self, buffer):
            raise KeyboardInterrupt

        read = read1 = readinto

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Interrupted()))
    assert command("fit", "-") == (130, "", "interrupted\n")


class Failing(io.StringIO):
    """Standard output that takes nothing; perhaps with a descriptor behind it."""

    def __init__(self, error, descriptor=None):
        super().__init__()
        self.error, self.descriptor = error, descriptor

    def write(self, text):
        """Fail."""
        raise self.error

    def fileno(self):
        """Return the descriptor."""
        return super().fileno() if self.descriptor is None else self.descriptor


@pytest.mark.parametrize(
    ("error", "status", "complaint"),
    [
        (BrokenPipeError(), 0, ""),
        (OSError(28, "No space left on device"), 1, "No space left on device"),
        (OSError("odd"), 1, "odd"),
    ],
)
def test_what_happens_when_output_fails(monkeypatch, capsys, tmp_path, error, status, complaint):
    """A line says so, except to a reader that left; the descriptor then leads to nowhere.

    So the interpreter's own flush at exit does not fail again.
    """
    told = f"perceptron-ref: error: the output cannot be written: {complaint}\n"
    with open(tmp_path / "output", "w") as output:
        for descriptor in (None, output.fileno()):
            monkeypatch.setattr(sys, "stdout", Failing(error, descriptor))
            assert main(["examples"]) == status
            assert capsys.readouterr().err == (told if complaint else "")
        os.write(output.fileno(), b"lost")
    assert (tmp_path / "output").read_bytes() == b""


def test_names_are_escaped_where_standard_output_cannot_show_them(monkeypatch, tmp_path):
    """A feature's name in Chinese does not end a run in an ASCII terminal."""
    (tmp_path / "data.csv").write_text("年齡,label\n1,-1\n2,1\n", encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert main(["fit", str(tmp_path / "data.csv")]) == 0
    assert b"w_1  \\u5e74\\u9f61" in sys.stdout.buffer.getvalue()


def test_without_standard_streams_it_still_ends(monkeypatch):
    """As under pythonw, where there are none."""
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["examples"]) == 0


def test_the_module_is_the_command_line(monkeypatch, capsys):
    """`python -m perceptron_ref` runs `main` and exits with its status."""
    monkeypatch.setattr(sys, "argv", ["__main__.py", "fit", "example:or"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("perceptron_ref", run_name="__main__")
    assert caught.value.code == 0
    assert "Converged" in capsys.readouterr().out
    assert (
        runpy.run_module("perceptron_ref.__main__", run_name="imported")["__name__"] == "imported"
    )


def test_ctrl_c_before_the_command_line_is_there(monkeypatch):
    """As early as while the modules are read: no traceback, exit status 130."""

    class Interrupting:
        @staticmethod
        def find_spec(name, path=None, target=None):
            if name == "perceptron_ref.cli.main":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "perceptron_ref.cli.main")
    monkeypatch.setattr(sys, "meta_path", [Interrupting, *sys.meta_path])
    with pytest.raises(SystemExit) as caught:
        runpy.run_path(str(ROOT / "perceptron_ref" / "__main__.py"), run_name="__main__")
    assert caught.value.code == 130


def commands_of(*words):
    """Return the names of the commands that the parser of these words knows."""
    actions = parser(words)._actions
    return list(next(action for action in actions if action.dest == "command").choices)


def test_no_parser_is_made_for_other_commands():
    """Only the one of the command that is asked for; all, where the help lists them."""
    assert commands_of("fit", "--help") == ["fit"]
    for words in ([], ["--help"], ["--help", "fit"], ["fly"], ["--", "fit"]):
        assert commands_of(*words) == list(COMMANDS)
