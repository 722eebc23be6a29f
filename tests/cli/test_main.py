"""`main`, called in this process: errors, help, exit statuses, and output that fails."""

from __future__ import annotations

import io
import os
import shlex
import sys
from json import loads

import pytest
from conftest import BUILT_IN
from messages import check_parts

from perceptron_ref.cli.main import main

STRATEGIES = f"…strategies {min(BUILT_IN)}, "
ERRORS = [  # a command line, and the parts of its error
    ("fit 'no such file.csv'", "no such file.csv: …read"),
    ("fit example:nothing", "…'nothing'…data sets 'credit', "),
    ("fit --strategy ''", f"…''{STRATEGIES}"),
    ("fit --strategy nothing", f"…'nothing'{STRATEGIES}"),
    ("fit --strategy example", f"…'example'{STRATEGIES}"),
    ("fit --strategy cyclic:seed", "…'seed' in 'cyclic:seed'…NAME:key=value,key=value"),
    ("fit --strategy random:seed:7", "…'seed:7' in 'random:seed:7'…did you mean seed=7?"),
    ("fit --strategy random:seed", "…'seed' in 'random:seed'…NAME:key=value,key=value"),
    ("fit --strategy restart:seed=1", "…'seed'…no option"),
    ("fit --strategy random:seed=1e10000", "…seed=1e10000…a whole number"),
    ("fit example:or --test example:credit-2d", "example:credit-2d: …annual_sa"),
    ("fit example:pair:m=-1", "example:pair: m: …-1…a whole number from 0"),
    ("fit example:separable:N=1e1000", "…N: …1000000"),
    ("fit --strategy random:seed=-1", "strategy random …: found seed=-1; expected a whole number"),
    ("draw example:or -o - --update 9", "--update: found 9; expected an update from 0 to 8"),
    ("fit --label a", "found --label, but no FILE; …name of a file"),
    ("prove example:and --w-f=1,2", "--w-f: …2 …expected 3"),
    ("predict 'no model.json' example:or", "no model.json: …read"),
]


@pytest.mark.ci
@pytest.mark.parametrize(
    "command_line",
    ["fit --strategy", "fit --in-process --strategy", "compare --strategies", "race --strategies"],
)
def test_an_error_message_of_a_strategy_is_printed_unchanged(command_line, command, file):
    """Errors of the package are reworded for the command line ("an int" becomes "a whole number").
    The text of an error that a strategy raises stays the same.
    """
    text = "found size=0; expected an int. Use header=True (--header), the argument positive = 1"
    path = file(
        "from perceptron_ref import StrategyError\n\n"
        f"def order(view, *, size: int = 0):\n    raise StrategyError({text!r})\n    yield 0\n"
    )
    assert text in "".join(command(*command_line.split(), path)[1:])
    output = "".join(command(*command_line.split(), f"{path}:size=x")[1:])
    assert "found size=x; expected a whole number\n" in output


@pytest.mark.parametrize(("command_line", "expected_text"), ERRORS)
def test_errors_have_one_line_and_exit_status_1(command_line, expected_text, capsys):
    """The error says what was found and what was expected, without a traceback. The exit status is
    1.
    """
    assert main(shlex.split(command_line)) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    check_parts(f"perceptron-ref: error: {expected_text}", err)


def test_running_out_of_memory_is_an_error_of_one_line(monkeypatch, capsys):
    """A MemoryError becomes an error of one line that suggests how to use less memory."""

    def run_out_of_memory(*args, **options):
        raise MemoryError

    monkeypatch.setattr("perceptron_ref.cli.input_data.read_table", run_out_of_memory)
    assert main(["fit", os.devnull]) == 1
    message = (
        "perceptron-ref: error: out of memory; "
        "use fewer examples (--first N), fewer features (--features) or shorter numbers\n"
    )
    assert capsys.readouterr() == ("", message)


@pytest.mark.parametrize(
    ("command_line", "equivalent"),
    [
        ("", "--help"),
        ("help", "--help"),
        ("help fit", "fit --help"),
        ("fit help", "fit --help"),
        ("fit -h", "fit --help"),
    ],
)
def test_every_way_to_ask_for_help_works(command_line, equivalent, capsys):
    """`help`, `--help` and `-h` print the same help, and so does `main` without arguments."""
    assert (main(command_line.split()), main(equivalent.split())) == (0, 0)
    out = capsys.readouterr().out
    assert out[: len(out) // 2] == out[len(out) // 2 :] and out.startswith("usage: ")


@pytest.mark.parametrize(
    ("argv_0", "platform", "program"),
    [
        ("/bin/perceptron-ref", "linux", "perceptron-ref"),
        ("__main__.py", "linux", "python3 -m perceptron_ref"),
        ("__main__.py", "win32", "py -m perceptron_ref"),
        ("my tools/perceptron_ref.pyz", "linux", "python3 'my tools/perceptron_ref.pyz'"),
    ],
)
def test_help_shows_how_the_program_was_started(argv_0, platform, program, monkeypatch, capsys):
    """The usage and the examples begin with the command that started the program, so the user can
    copy them. It is the installed command, `python3 -m`, or a single file.
    """
    monkeypatch.setattr(sys, "argv", [argv_0])
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("COLUMNS", "100")
    for command, example in ([], "help fit"), (["fit"], "fit example:iris-setosa --pocket"):
        assert main([*command, "--help"]) == 0
        out = capsys.readouterr().out
        assert out.startswith(f"usage: {program} ")
        assert f"\n  {program} {example}" in out


def test_ctrl_c_while_reading_prints_one_line(monkeypatch, command):
    """The exit status is 130, and the line replaces the traceback of Python."""

    class InterruptedStream(io.BytesIO):
        def readinto(self, buffer):
            raise KeyboardInterrupt

        read = read1 = readinto

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(InterruptedStream()))
    assert command("fit", "-") == (130, "", "interrupted while reading standard input\n")


class FailingStream(io.StringIO):
    """A stream whose method `write` or `flush` raises an error. It may have a file descriptor."""

    def __init__(self, error, descriptor=None, method="write"):
        super().__init__()
        self.error, self.descriptor = error, descriptor
        setattr(self, method, self.fail)

    def fail(self, *arguments):
        """Raise the error."""
        raise self.error

    def fileno(self):
        """Return the file descriptor, if there is one."""
        return super().fileno() if self.descriptor is None else self.descriptor


DISK_FULL = OSError(28, "No space left on device")
CANNOT_WRITE = "perceptron-ref: error: the output cannot be written: "


@pytest.mark.parametrize(
    ("error", "expected_status", "expected_text"),
    [
        (BrokenPipeError(), 0, ""),
        (OSError("odd"), 1, f"{CANNOT_WRITE}odd\n"),
        (OSError(22, "Invalid argument"), 1, f"{CANNOT_WRITE}Invalid argument\n"),
        # an error about a file
        (OSError(5, "Bad", "a file"), 1, "perceptron-ref: error: 'a file': Bad\n"),
    ],
)
def test_output_that_fails_causes_an_error_of_one_line(
    monkeypatch, capsys, tmp_path, error, expected_status, expected_text
):
    """The command prints an error and ends with status 1, unless the reader closed the pipe.

    The descriptor is then redirected to the null device, so that the flush of the interpreter at
    exit does not fail, too.
    """
    with open(tmp_path / "output", "w") as output:
        for descriptor in (None, output.fileno()):
            monkeypatch.setattr(sys, "stdout", FailingStream(error, descriptor))
            assert (main(["examples"]), capsys.readouterr().err) == (expected_status, expected_text)
        os.write(output.fileno(), b"lost")
    assert (tmp_path / "output").read_bytes() == b""


def test_on_windows_einval_means_a_closed_pipe(monkeypatch, capsys):
    """Standard error stays empty, and the exit status is 0."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stdout", FailingStream(OSError(22, "Invalid argument"), None))
    assert (main(["examples"]), capsys.readouterr().err) == (0, "")


@pytest.mark.parametrize("command_line", ["--help", "--version", "fit", "fit --help", "draw -o -"])
def test_a_result_that_cannot_be_printed_is_an_error(monkeypatch, capsys, command_line):
    """Output fails if the disk is full (a flush detects this), or if standard output is closed, as
    after `>&-` or under pythonw. The exit status is 1, even if standard error is also closed.
    """
    monkeypatch.setattr(sys, "stdout", FailingStream(DISK_FULL, method="flush"))
    assert main(command_line.split()) == 1
    assert capsys.readouterr().err == f"{CANNOT_WRITE}No space left on device\n"
    if "--" not in command_line:  # argparse ignores a closed standard output
        monkeypatch.setattr(sys, "stdout", None)
        assert main(command_line.split()) == 1
        assert capsys.readouterr().err == f"{CANNOT_WRITE}standard output is closed\n"
        monkeypatch.setattr(sys, "stderr", None)
        assert main(command_line.split()) == 1


def test_names_are_escaped_where_standard_output_cannot_show_them(monkeypatch, file):
    """On an ASCII terminal, a feature with a Chinese name is shown with escapes such as \\u5e74."""
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert main(["fit", file("年齡,label\n1,-1\n2,1\n", "data.csv")]) == 0
    assert b"w_1  \\u5e74\\u9f61" in sys.stdout.buffer.getvalue()


@pytest.mark.parametrize("stderr", [None, "failing"])
def test_messages_are_never_printed_on_standard_output(monkeypatch, capsys, file, stderr):
    """If standard error fails, errors and warnings are lost, standard output contains only results,
    and the exit status stays the same.
    """
    monkeypatch.setattr(sys, "stderr", stderr and FailingStream(DISK_FULL))
    assert (main(["fit", "no such file"]), main(["fly"]), capsys.readouterr().out) == (1, 2, "")
    one_class = file("x,label\n1,1\n2,1\n", "one.csv")
    assert main(["fit", one_class, "--json"]) == 0
    assert loads(capsys.readouterr().out)["status"] == "converged"


CONTROL_CHARACTERS = "a\x1b[2J\r\u2028\u202e\x85b\udcff"
ESCAPED = r"a\x1b[2J\r\u2028\u202e\x85b\udcff"


@pytest.mark.parametrize(
    ("arguments", "expected_status"),
    [
        (["fit", CONTROL_CHARACTERS], 1),
        (
            [
                "fit",
                "--max-visits",
                "1",
                CONTROL_CHARACTERS + ".csv",
                "--strategy",
                CONTROL_CHARACTERS,
            ],
            1,
        ),
        (["fit", "example:and", CONTROL_CHARACTERS], 2),
        (["fit", "example:and", "--" + CONTROL_CHARACTERS], 2),
        ([CONTROL_CHARACTERS], 2),
        (["strategies", CONTROL_CHARACTERS + ".py"], 2),
        (["predict", CONTROL_CHARACTERS, CONTROL_CHARACTERS], 1),
        (["new-strategy", "fine", "--in", CONTROL_CHARACTERS], 1),
    ],
)
def test_control_characters_are_escaped_in_errors(arguments, expected_status, capsys):
    """An error quotes the command line with escaped control characters, so they cannot control the
    terminal.
    """
    assert main(arguments) == expected_status
    out, err = capsys.readouterr()
    assert out == ""
    assert ESCAPED in err.replace("\\\\", "\\")
    assert all(c.isprintable() or c == "\n" for c in err)
