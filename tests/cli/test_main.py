"""The command line in this process: usage, help, errors, exit statuses, output that fails."""

from __future__ import annotations

import io
import os
import runpy
import sys
from json import loads

import pytest

from perceptron_ref.cli.main import COMMANDS, main


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
        (["fit", "--strategy", "restart:seed=1"], "found the option 'seed'; it takes none"),
        (["fit", "--strategy", "random-permutation:seed=-1"], "found seed=-1"),
        (["fit", "--eta", "0"], "eta: found '0'; expected a positive number"),
        (["fit", "--eta", "fast"], "eta: found 'fast'; expected a number"),
        (["fit", "--eta", "1e10000"], "eta: found '1e10000'; expected an exponent between -1000 "),
        (["fit", "--eta", "7" * 1001], "; expected a number of at most 1,000 characters"),
        (["fit", "--strategy", "random:seed=1e10000"], "found seed='1e10000'; expected an int"),
        (["fit", "example:separable:N=1e1000"], "N: found 1000000"),
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


def test_too_little_memory_is_an_error_of_one_line(monkeypatch, capsys):
    """A MemoryError anywhere in a command is told like any other error."""

    def fill(*args, **options):
        raise MemoryError

    monkeypatch.setattr("perceptron_ref.cli.load.table_of", fill)
    assert main(["fit", os.devnull]) == 1
    assert capsys.readouterr() == (
        "",
        "perceptron-ref: error: the memory is not enough; expected fewer or shorter numbers\n",
    )


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
    monkeypatch.setattr(sys, "argv", ["perceptron-ref"])
    assert main([command, "--help"]) == 0
    out = capsys.readouterr().out
    assert f"  perceptron-ref {command}" in out.partition("examples:\n")[2]
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ([], ["--help"]),
        (["help"], ["--help"]),
        (["help", "fit"], ["fit", "--help"]),
        (["fit", "help"], ["fit", "--help"]),
        (["fit", "-h"], ["fit", "--help"]),
        (["predict", "-h"], ["predict", "--help"]),
    ],
)
def test_every_way_of_asking_for_help_is_understood(words, same, tmp_path, monkeypatch, capsys):
    """No word at all asks for it, too; each ends with 0."""
    monkeypatch.chdir(tmp_path)
    told = []
    for asked in (words, same):
        assert main(asked) == 0
        told.append(capsys.readouterr())
    assert told[0] == told[1]
    assert told[0].out.startswith("usage: ")


def test_a_file_called_help_is_read(tmp_path, monkeypatch, fit):
    """`fit help` asks for the help only where there is no such file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "help").write_text("1,-1\n2,1\n")
    assert fit("help")[1].partition("\n")[0].endswith("help, N = 2, d = 1")


@pytest.mark.parametrize(
    ("started", "platform", "name"),
    [
        ("/bin/perceptron-ref", "linux", "perceptron-ref"),
        ("__main__.py", "linux", "python3 -m perceptron_ref"),
        ("__main__.py", "win32", "py -m perceptron_ref"),
        ("./perceptron_ref.pyz", "linux", "python3 ./perceptron_ref.pyz"),
        ("my tools/perceptron_ref.pyz", "linux", "python3 'my tools/perceptron_ref.pyz'"),
    ],
)
def test_help_names_the_way_it_was_started(started, platform, name, monkeypatch, capsys):
    """Its usage and its examples can be typed as they stand: once it is installed, from a bare
    checkout, as one file.
    """
    monkeypatch.setattr(sys, "argv", [started])
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("COLUMNS", "100")
    for command, example in ([], "help fit"), (["fit"], "fit example:iris-setosa --save"):
        assert main([*command, "--help"]) == 0
        out = capsys.readouterr().out
        assert out.startswith(f"usage: {name} ")
        assert f"\n  {name} {example}" in out


def test_the_version_is_told(capsys):
    """--version prints the package's version."""
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("perceptron_ref 0.")


def test_ctrl_c_anywhere_else(monkeypatch, command):
    """Also outside a run there is no traceback."""

    class Interrupted(io.BytesIO):
        def readinto(self, buffer):
            raise KeyboardInterrupt

        read = read1 = readinto

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Interrupted()))
    assert command("fit", "-") == (130, "", "interrupted at reading standard input\n")


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


@pytest.mark.parametrize("words", [["examples"], ["fit"], ["draw", "-o", "-"]])
def test_a_result_without_a_place_for_it_is_an_error(monkeypatch, capsys, words):
    """As after `>&-`, or under pythonw, where there is no standard error to say so either."""
    closed = "perceptron-ref: error: the output cannot be written: standard output is closed\n"
    monkeypatch.setattr(sys, "stdout", None)
    assert main(words) == 1
    assert capsys.readouterr().err == closed
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["examples"]) == 1


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["fit", "--help"], ["examples"]])
def test_what_shows_when_it_is_flushed_is_an_error(monkeypatch, capsys, words):
    """As on a disk that is full."""

    class Full(io.StringIO):
        def flush(self):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(sys, "stdout", Full())
    assert main(words) == 1
    told = "perceptron-ref: error: the output cannot be written: No space left on device\n"
    assert capsys.readouterr().err == told


@pytest.mark.parametrize("stderr", [None, "failing"])
def test_what_cannot_be_said_on_standard_error_is_not_said_elsewhere(
    monkeypatch, capsys, tmp_path, stderr
):
    """Neither the error nor a warning reaches standard output; the exit status stays."""
    (tmp_path / "one.csv").write_text("x,label\n1,1\n2,1\n", encoding="utf-8")
    monkeypatch.setattr(sys, "stderr", stderr and Failing(OSError(28, "full")))
    assert main(["fit", "no such file"]) == 1
    assert capsys.readouterr().out == ""
    assert main(["fit", str(tmp_path / "one.csv"), "--json"]) == 0  # with a warning: one class
    assert loads(capsys.readouterr().out)["status"] == "converged"
    assert (main(["fly"]), capsys.readouterr().out) == (2, "")


ODD = "a\x1b[2J\r\u2028\u202e\x85b\udcff"
SAFE = r"a\x1b[2J\r\u2028\u202e\x85b\udcff"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["fit", ODD], 1),
        (["fit", "--max-visits", "1", ODD + ".csv", "--strategy", ODD], 1),
        (["fit", "example:and", ODD], 2),
        (["fit", "example:and", "--" + ODD], 2),
        ([ODD], 2),
        (["strategies", ODD + ".py"], 1),
        (["predict", ODD, ODD], 1),
        (["new-strategy", "fine", "--in", ODD], 1),
        (["fit", "--test", ODD], 1),
    ],
)
def test_what_steers_a_terminal_is_escaped_in_errors(words, status, capsys):
    """Words of the command line are told as text: no escape, no line feigned, nothing reversed."""
    assert main(words) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert SAFE in err.replace("\\\\", "\\")
    assert all(c.isprintable() or c == "\n" for c in err)


def test_the_module_is_the_command_line(monkeypatch, capsys):
    """`python -m perceptron_ref` runs `main` and exits with its status."""
    monkeypatch.setattr(sys, "argv", ["__main__.py", "fit", "example:or"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("perceptron_ref", run_name="__main__")
    assert caught.value.code == 0
    assert "converged" in capsys.readouterr().out
    assert (
        runpy.run_module("perceptron_ref.__main__", run_name="imported")["__name__"] == "imported"
    )
