"""Debuggers, files and `exit()` work in a strategy as in any program."""

from __future__ import annotations

import bdb
import subprocess
import sys
import unittest

import pytest

from perceptron_ref import StrategyError, child, example, pla

LOGS = """
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
RUNS_STATEMENT = """
def mine(view):
    {statement}
    while True:
        yield range(len(view))
"""


@pytest.mark.ci
@pytest.mark.parametrize(
    ("change", "status"),
    [("", 0), ("            if n == 2: 1 / 0\n", 1), ("            if n == 2: yield 99\n", 1)],
)
def test_files_that_a_strategy_writes_are_complete(fit, file, tmp_path, change, status):
    """The process of a strategy ends normally, even after an error: files are flushed, and `atexit`
    functions run.
    """
    source = LOGS.replace("            yield n\n", f"{change}            yield n\n")
    assert fit("example:or", "--strategy", file(source, "logs.py"))[0] == status
    assert (tmp_path / "log.txt").read_text().startswith("visit 0\nvisit 1\n")
    assert (tmp_path / "end.txt").read_text() == "the end"


@pytest.mark.ci
def test_a_process_that_does_not_end_is_killed(fit, file):
    """A strategy with a thread that sleeps for a minute does not keep the command from ending."""
    hangs = "import threading, time\nthreading.Thread(target=time.sleep, args=[60]).start()\n"
    source = hangs + RUNS_STATEMENT.format(statement="pass")
    assert fit("example:or", "--strategy", file(source))[0] == 0


@pytest.mark.ci
@pytest.mark.parametrize("under_pdb", [False, True])
def test_quitting_a_debugger_ends_a_command_without_a_traceback(file, under_pdb):
    """The debugger of a `breakpoint()` in the strategy, and pdb around the command, can be quit."""
    mine = file(RUNS_STATEMENT.format(statement="breakpoint()"))
    words = ["-m", "perceptron_ref", "fit", "example:or", "--strategy", mine, "--in-process"]
    pdb = ["-m", "pdb", "-c", "continue"] if under_pdb else []
    completed = subprocess.run(
        [sys.executable, *pdb, *words],
        input="q\ny\n",
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert "Traceback" not in completed.stdout + completed.stderr
    if not under_pdb and "ended by the debugger" in completed.stderr:  # Python 3.14 exits by itself
        assert completed.returncode == 130


@pytest.mark.ci
@pytest.mark.parametrize("words", [["fit", "example:or", "--strategy"], ["check-strategy"]])
@pytest.mark.parametrize("statement", ["breakpoint()", "input()"])
def test_the_error_about_the_keyboard_suggests_in_process(command, file, words, statement):
    """A debugger or input() has no keyboard in the process of a strategy, so the error suggests
    --in-process.
    """
    status, out, err = command(*words, file(RUNS_STATEMENT.format(statement=statement)))
    assert status == 1 and "mine.py:" in out + err
    assert "Use fit, draw, prove or check-strategy with --in-process" in out + err


@pytest.mark.ci
def test_an_eof_error_of_the_strategy_itself_has_no_word_about_the_keyboard(fit, file):
    """Such an error has nothing to do with the keyboard."""
    statement = "raise EOFError('my file ended')"
    status, _, err = fit("--strategy", file(RUNS_STATEMENT.format(statement=statement)))
    assert status == 1 and err.endswith("it raised EOFError: my file ended\n")


@pytest.mark.ci
@pytest.mark.parametrize(
    ("words", "stops", "end"),
    [(["fit", "example:or", "--strategy"], 1, "converged"), (["check-strategy"], 999, "passed = ")],
)
def test_a_debugger_works_in_this_process(file, words, stops, end):
    """With --in-process, `breakpoint()` stops in the user's file, and the run can go on."""
    path = file(RUNS_STATEMENT.format(statement="breakpoint()"))
    completed = subprocess.run(
        [sys.executable, "-m", "perceptron_ref", *words, path, "--in-process"],
        input="p 'N', len(view)\n" + "c\n" * stops,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert "(Pdb) ('N', " in completed.stdout
    assert completed.returncode == 0 and end in completed.stdout


@pytest.mark.ci
def test_a_check_in_this_process_starts_no_second_process(command, file, monkeypatch):
    """A second process would have no keyboard either. A note says that runs were compared in this
    process only.
    """
    monkeypatch.setattr(child, "Popen", None)  # a start would raise a TypeError
    status, out, _ = command(
        "check-strategy", file(RUNS_STATEMENT.format(statement="pass")), "--in-process"
    )
    assert status == 0
    assert "compared two runs in this process only" in out


@pytest.mark.ci
def test_the_result_is_the_same_in_this_process(fit, file):
    """--in-process changes where a strategy runs, not its result. It cannot be combined with
    --jobs.
    """
    words = "example:or", "--strategy", file(RUNS_STATEMENT.format(statement="pass"))
    assert fit(*words, "--in-process")[:2] == fit(*words)[:2]
    assert fit(*words, "--in-process", "--repeat", "2", "--jobs", "2")[0] == 2


@pytest.mark.parametrize("end", [bdb.BdbQuit, KeyboardInterrupt, pytest.skip.Exception])
def test_quitting_ctrl_c_and_skipping_pass_through_a_run(end):
    """Quitting a debugger, Ctrl-C and a skipped test do not become a StrategyError."""

    def quits(view):
        raise end
        yield

    with pytest.raises(end):
        pla(example("or"), quits)


@pytest.mark.parametrize("end", [SystemExit, ValueError, unittest.SkipTest])
def test_exit_in_a_strategy_is_an_error_of_the_strategy(end):
    """SystemExit and exceptions become a StrategyError, so exit() does not end the program."""

    def fails(view):
        raise end
        yield

    with pytest.raises(StrategyError, match="fails"):
        pla(example("or"), fails)
