"""Debuggers, files and `exit()` work in a strategy as in any program."""

from __future__ import annotations

import bdb
import subprocess
import sys
import unittest

import pytest

from perceptron_ref import StrategyError, child, example, pla

LOGS_VISITS = """
import atexit
from pathlib import Path
log = open(Path(__file__).with_name("log.txt"), "w")
at_end = Path(__file__).with_name("end.txt")
atexit.register(at_end.write_text, "the end")
def logs(view):
    while True:
        for n in range(len(view)):
            log.write(f"visit {n}\\n")
            yield n
"""
RUNS_A_STATEMENT = """
def order(view):
    {statement}
    while True:
        yield range(len(view))
"""


@pytest.mark.ci
@pytest.mark.parametrize(
    ("inserted_line", "expected_status"),
    [("", 0), ("            if n == 2: 1 / 0\n", 1), ("            if n == 2: yield 99\n", 1)],
)
def test_files_that_a_strategy_writes_are_complete(
    fit, file, tmp_path, inserted_line, expected_status
):
    """The process of a strategy ends normally, even after an error. So its files are flushed, and
    its `atexit` functions run.
    """
    source = LOGS_VISITS.replace("            yield n\n", f"{inserted_line}            yield n\n")
    assert fit("example:or", "--strategy", file(source, "logs.py"))[0] == expected_status
    assert (tmp_path / "log.txt").read_text().startswith("visit 0\nvisit 1\n")
    assert (tmp_path / "end.txt").read_text() == "the end"


@pytest.mark.ci
def test_a_process_that_does_not_end_is_killed(fit, file):
    """The command ends although a thread of the strategy sleeps for a minute."""
    thread_code = "import threading, time\nthreading.Thread(target=time.sleep, args=[60]).start()\n"
    source = thread_code + RUNS_A_STATEMENT.format(statement="pass")
    assert fit("example:or", "--strategy", file(source))[0] == 0


@pytest.mark.ci
@pytest.mark.parametrize("under_pdb", [False, True])
def test_quitting_a_debugger_ends_a_command_without_a_traceback(file, under_pdb):
    """The user can quit the debugger that a `breakpoint()` in the strategy starts, and pdb around
    the command.
    """
    path = file(RUNS_A_STATEMENT.format(statement="breakpoint()"))
    arguments = ["fit", "example:or", "--strategy", path, "--in-process"]
    pdb = ["-m", "pdb", "-c", "continue"] if under_pdb else []
    completed = subprocess.run(
        [sys.executable, *pdb, "-m", "perceptron_ref", *arguments],
        input="q\ny\n",
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert "Traceback" not in completed.stdout + completed.stderr
    if not under_pdb and "ended by the debugger" in completed.stderr:  # Python 3.14 exits by itself
        assert completed.returncode == 130


@pytest.mark.ci
@pytest.mark.parametrize("arguments", [["fit", "example:or", "--strategy"], ["check-strategy"]])
@pytest.mark.parametrize("statement", ["breakpoint()", "input()"])
def test_the_error_about_the_keyboard_suggests_in_process(command, file, arguments, statement):
    """In the process of a strategy, a debugger and input() cannot read the keyboard, so the error
    suggests --in-process.
    """
    exit_status, out, err = command(*arguments, file(RUNS_A_STATEMENT.format(statement=statement)))
    assert exit_status == 1 and "mine.py:" in out + err
    assert "Use fit, draw, prove or check-strategy with --in-process" in out + err


@pytest.mark.ci
def test_an_eof_error_that_the_strategy_raises_gets_no_hint_about_the_keyboard(fit, file):
    """If the strategy raises an EOFError itself, the error does not suggest --in-process."""
    statement = "raise EOFError('my file ended')"
    exit_status, _, err = fit("--strategy", file(RUNS_A_STATEMENT.format(statement=statement)))
    assert exit_status == 1 and err.endswith("it raised EOFError: my file ended\n")


@pytest.mark.ci
@pytest.mark.parametrize(
    ("arguments", "stops", "expected_output"),
    [(["fit", "example:or", "--strategy"], 1, "converged"), (["check-strategy"], 999, "passed = ")],
)
def test_a_debugger_works_in_this_process(file, arguments, stops, expected_output):
    """With --in-process, `breakpoint()` stops in the user's file. The run continues afterwards."""
    path = file(RUNS_A_STATEMENT.format(statement="breakpoint()"))
    completed = subprocess.run(
        [sys.executable, "-m", "perceptron_ref", *arguments, path, "--in-process"],
        input="p 'N', len(view)\n" + "c\n" * stops,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert "(Pdb) ('N', " in completed.stdout
    assert completed.returncode == 0 and expected_output in completed.stdout


@pytest.mark.ci
def test_check_strategy_in_process_does_not_start_a_second_process(command, file, monkeypatch):
    """A second process could not read the keyboard either. A note says that runs were compared in
    this process only.
    """
    monkeypatch.setattr(child, "Popen", None)  # so starting a process would raise a TypeError
    exit_status, out, _ = command(
        "check-strategy", file(RUNS_A_STATEMENT.format(statement="pass")), "--in-process"
    )
    assert exit_status == 0
    assert "compared two runs in this process only" in out


@pytest.mark.ci
def test_the_result_is_the_same_in_this_process(fit, file):
    """--in-process changes where a strategy runs, but not its result. It cannot be combined with
    --jobs.
    """
    arguments = "example:or", "--strategy", file(RUNS_A_STATEMENT.format(statement="pass"))
    assert fit(*arguments, "--in-process")[:2] == fit(*arguments)[:2]
    assert fit(*arguments, "--in-process", "--repeat", "2", "--jobs", "2")[0] == 2


@pytest.mark.parametrize("exception", [bdb.BdbQuit, KeyboardInterrupt, pytest.skip.Exception])
def test_quitting_ctrl_c_and_skipping_pass_through_a_run(exception):
    """Quitting a debugger, Ctrl-C and a skipped test do not become a StrategyError."""

    def quits(view):
        raise exception
        yield

    with pytest.raises(exception):
        pla(example("or"), quits)


@pytest.mark.parametrize("exception", [SystemExit, ValueError, unittest.SkipTest])
def test_exit_in_a_strategy_becomes_a_strategy_error(exception):
    """SystemExit and exceptions become a StrategyError, so exit() does not end the program."""

    def fails(view):
        raise exception
        yield

    with pytest.raises(StrategyError, match="fails"):
        pla(example("or"), fails)
