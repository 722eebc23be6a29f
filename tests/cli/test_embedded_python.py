"""The command line inside another program: in embedded Python, a thread, or a sub-interpreter."""

from __future__ import annotations

import io
import subprocess
import sys
from threading import Thread

import pytest
from conftest import ROOT

from perceptron_ref import child
from perceptron_ref.cli.main import main

LAST_FIRST = str(ROOT / "docs" / "code" / "last_first.py")
EXAMPLES = "1 -1\n2 1\n"


@pytest.mark.parametrize("argv", [None, [], [""]])
def test_commands_run_without_sys_argv(argv, command, monkeypatch):
    """In programs that embed Python, sys.argv may be missing, empty, or [""]. Then `fit` runs, and
    `main` without arguments prints the help.
    """
    if argv is None:
        monkeypatch.delattr(sys, "argv")
    else:
        monkeypatch.setattr(sys, "argv", argv)
    exit_status, out, err = command("fit")
    assert (exit_status, "status        converged\n" in out, err) == (0, True, "")
    assert main() == 0  # prints the help


@pytest.mark.ci
@pytest.mark.parametrize(
    ("name", "value", "arguments", "expected_status"),
    [
        ("stdin", io.StringIO(EXAMPLES), ("fit", "-"), 0),
        ("stdin", io.StringIO(EXAMPLES), ("fit",), 0),
        ("stdin", None, ("fit",), 0),
        ("stdin", None, ("fit", "-"), 1),
        ("stdout", None, ("fit",), 1),  # the result cannot be printed
        ("stderr", None, ("fit",), 0),
        ("stderr", None, ("fit", "--strategy", LAST_FIRST), 0),
        ("executable", None, ("fit", "--strategy", LAST_FIRST), 0),
        ("executable", "", ("fit", "--strategy", "random", "--repeat", "3", "--jobs", "2"), 0),
    ],
)
def test_main_survives_missing_streams_and_a_missing_executable(
    name, value, arguments, expected_status, monkeypatch
):
    """`main` returns an exit status, even if a standard stream or sys.executable is missing, or has
    another type.
    """
    monkeypatch.setattr(child, "_has_warned", False)
    monkeypatch.setattr(sys, name, value)
    assert main(list(arguments)) == expected_status


def test_a_note_says_that_a_strategy_runs_in_this_process(command, monkeypatch):
    """If the program cannot start Python, the note is printed once, even for many strategies."""
    monkeypatch.setattr(child, "_has_warned", False)
    monkeypatch.setattr(sys, "executable", "")
    for expected_note in (
        "note: this program does not start Python, so a strategy runs in this process",
        "",
    ):
        exit_status, _, err = command("fit", "--strategy", LAST_FIRST)
        assert exit_status == 0
        assert err.startswith(expected_note)
        assert err.count("\n") == bool(expected_note)


def test_a_command_runs_in_any_thread(monkeypatch, capsys):
    """A command also runs in a second thread, where Python refuses to set signal handlers."""
    monkeypatch.setattr(sys, "argv", ["program", "fit"])
    exit_statuses = []
    thread = Thread(target=lambda: exit_statuses.append(main()))
    thread.start()
    thread.join()
    assert (exit_statuses, "converged" in capsys.readouterr().out) == ([0], True)


RUN_TWO_COMMANDS = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
sys.argv = ["program", "fit", "--strategy", {LAST_FIRST!r}]
from perceptron_ref.cli.main import main
print(main(), main(["fit", "--strategy", "random", "--repeat", "3", "--jobs", "2"]))
"""


def test_a_command_runs_in_a_sub_interpreter():
    """`fit` runs with a strategy in a file, and with two jobs, although a sub-interpreter cannot
    set signal handlers or start daemon threads.
    """
    if sys.version_info >= (3, 14) and sys.implementation.name == "cpython":
        run = "from concurrent import interpreters\ninterpreters.create().exec({!r})"
    else:
        pytest.importorskip("_interpreters")
        run = "import _interpreters as i\nprint(i.run_string(i.create(), {!r}))"
    arguments = [sys.executable, "-c", run.format(RUN_TWO_COMMANDS)]
    completed = subprocess.run(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert (completed.returncode, completed.stderr) == (0, "")
    assert "\n0 0\n" in completed.stdout
