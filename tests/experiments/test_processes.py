"""Work in processes of its own: answers in order, ends that are told, limits that hold, no child
that is left.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
import time
from contextlib import closing
from functools import partial
from multiprocessing import active_children

import pytest

from perceptron_ref import StrategyError
from perceptron_ref.experiments import child, processes
from perceptron_ref.experiments.processes import GRACE, in_a_process, in_processes

needs_signals = pytest.mark.skipif(os.name == "nt", reason="Windows has no signals")
SHORT = 0.05  # seconds


@pytest.fixture(autouse=True)
def none_is_left():
    """No test leaves a child."""
    yield
    assert active_children() == []


def work(task, tell):
    """Return ten times the task; 13 is refused, 17 ends the process, 100 and more never end."""
    if task == 13:
        raise StrategyError("found 13; expected luck")
    if task == 17:
        os._exit(5)
    if task >= 100:
        time.sleep(1_000)
    return 10 * task


def ended(task, how):
    """Say which task ended how."""
    return (task, how)


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_answers_come_in_the_order_of_the_tasks(jobs):
    """However many processes there are, and whichever is ready first."""
    assert list(in_processes(work, [3, 1, 2], jobs, ended)) == [30, 10, 20]


def test_no_task_needs_no_process():
    """An empty list of tasks has an empty list of answers."""
    assert list(in_processes(work, [], 2, ended)) == []


def test_a_process_that_ends_without_an_answer_hides_no_other():
    """Its task is answered by `ended`, with the exit status."""
    told = (17, "ended its process with exit status 5")
    assert list(in_processes(work, [1, 17, 2], 2, ended)) == [10, told, 20]


def test_an_error_of_ours_goes_on_in_the_parent():
    """As if the work had been done here; the processes that are left are ended."""
    with pytest.raises(StrategyError, match="found 13; expected luck"):
        list(in_processes(work, [13, 100], 2, ended))


def test_closed_early_it_ends_its_processes():
    """Nobody waits for what nobody wants any more."""
    with closing(in_processes(work, [1, 100, 101], 2, ended)) as answers:
        assert next(answers) == 10
        assert len(active_children()) == 1


def ends_badly(how, tell):
    """End the process in one of several ways."""
    if how == "exit 0":
        os._exit(0)
    if how == "signal":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "Ctrl-C":
        raise KeyboardInterrupt
    if how == "pipes":
        os.closerange(3, 100)
        time.sleep(1_000)
    if how == "pipes, then goes on":
        os.closerange(3, 100)
    if how == "nonsense":
        write_into_the_pipe(b"\0\0\0\2xx")
        time.sleep(1_000)


def write_into_the_pipe(data):
    """Write to the parent what is no message."""
    os.write(child._sender._writer.fileno(), data)


@needs_signals
@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("exit 0", "ended its process with exit status 0"),
        ("signal", "was ended by the signal SIGKILL"),
        ("Ctrl-C", "raised KeyboardInterrupt"),
        ("pipes", "closed the pipe to its parent"),
        ("pipes, then goes on", "ended its process with exit status 1"),
        ("nonsense", "sent what its parent cannot read"),
    ],
)
def test_every_end_without_an_answer_is_told_in_words(how, words, capfd):
    """Exit status 0 is one as well; and so is what makes the parent blind or deaf. There is no
    traceback.
    """
    found = in_a_process(partial(ends_badly, how), lambda how: how)
    assert (found, found.late) == (words, False)
    assert capfd.readouterr() == ("", "")


def never_ends(how, tell):
    """Never come back, in one of several ways."""
    if how == "ignores signals":
        for name in ("SIGALRM", "SIGTERM", "SIGINT"):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
    if how == "half a message":
        write_into_the_pipe(b"\0\1")
    if how == "catches all":
        while True:
            try:
                time.sleep(1_000)
            except BaseException:
                pass
    2 in itertools.cycle([1])  # a loop in C: no signal is looked at


@pytest.mark.ci
@needs_signals
@pytest.mark.parametrize("how", ["in C", "ignores signals", "catches all", "half a message"])
def test_what_never_ends_is_ended(monkeypatch, how):
    """The parent's own deadline holds, whatever the child does about signals."""
    monkeypatch.setattr(processes, "GRACE", SHORT)
    found = in_a_process(partial(never_ends, how), lambda how: how, seconds=SHORT)
    assert (found, found.late) == ("took longer than 0.05 s, and its process was ended", True)


def tells(count, tell):
    """Tell numbers."""
    for number in range(count):
        tell(number)
    return "done"


@pytest.fixture
def clock(monkeypatch):
    """Give the parent a clock that a test sets, and return its seconds in a list."""
    seconds = [0.0]
    monkeypatch.setattr(processes, "monotonic", lambda: seconds[0])
    return seconds


@pytest.mark.parametrize(("begins_anew", "found"), [(True, "done"), (False, "late")])
def test_what_is_told_can_begin_the_limit_anew(clock, begins_anew, found):
    """Each part has the limit for itself if the parent says so."""

    def told(number):
        clock[0] += 40
        return begins_anew

    work = partial(tells, 6)
    assert in_a_process(work, lambda how: how.late and "late", told=told, seconds=60) == found


def child_of_a_child(writer, tell):
    """Start a child that never ends, and tell when it is there."""
    in_a_process(partial(tells_and_never_ends, writer), str, told=tell)


def tells_and_never_ends(writer, tell):
    """Hold the end of a pipe."""
    tell("it is there")
    never_ends("in C", tell)


@needs_signals
def test_the_child_of_a_child_ends_with_it():
    """Even where that is killed, and its own child is in a loop in C."""
    reader, writer = os.pipe()

    def kill(message):
        active_children()[0].kill()

    found = in_a_process(partial(child_of_a_child, writer), str, told=kill)
    os.close(writer)
    with open(reader, "rb") as end:
        assert (found, end.read()) == ("was ended by the signal SIGKILL", b"")


def stops_by_itself(tell):
    """Say that the end is near, and take the time to come to it."""
    child.stopping()
    tell("it takes a while")
    return "all there is"


def test_what_is_stopping_by_itself_is_given_time(clock):
    """Its answer, with what is known, is worth some seconds."""

    def told(message):
        clock[0] += processes.LAST_WORDS - 1

    assert in_a_process(stops_by_itself, str, told=told, seconds=1) == "all there is"


def tells_for_ever(tell):
    """Tell, and tell, and tell."""
    while True:
        tell("more")


@needs_signals
def test_what_tells_without_end_is_ended(monkeypatch):
    """Telling is no answer."""
    monkeypatch.setattr(processes, "GRACE", SHORT)
    assert in_a_process(tells_for_ever, lambda how: how.late, seconds=SHORT) is True


def closes(tell):
    """Close the standard streams."""
    for stream in (sys.stdout, sys.stderr):
        stream.close()
    return "answer"


def test_who_closes_the_standard_streams_is_heard(capfd):
    """There is an answer all the same."""
    assert in_a_process(closes, str) == "answer"


def prints(tell):
    """Print by two ways."""
    print("by print", flush=True)
    os.write(1, b"by write\n")


def test_what_a_child_prints_is_no_result(capfd):
    """It goes to standard error, by whichever way."""
    in_a_process(prints, str)
    assert capfd.readouterr() == ("", "by print\nby write\n")


def test_a_child_may_print_the_result(capfd):
    """If it is told so."""
    in_a_process(prints, str, prints=True)
    assert capfd.readouterr() == ("by print\nby write\n", "")


def test_a_parent_without_descriptors_prints_for_its_child(capsys):
    """As in a notebook, and in most of these tests."""
    in_a_process(prints, str)
    out, err = capsys.readouterr()
    assert (out, err) == ("", "by print\n")


def reads(tell):
    """Return a line of standard input."""
    return sys.stdin.readline()


def test_a_child_reads_what_its_parent_reads(monkeypatch, tmp_path):
    """So that `breakpoint()` in a strategy can be answered."""
    (tmp_path / "typed").write_text("next\n")
    with open(tmp_path / "typed") as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        assert in_a_process(reads, str) == "next\n"
        assert sys.stdin is typed


@pytest.mark.ci
def test_processes_that_do_not_begin_as_copies(monkeypatch, capfd):
    """As on Windows: the same answers, errors and ends."""
    monkeypatch.setattr(processes, "start_method", lambda: "spawn")
    told = (17, "ended its process with exit status 5")
    assert list(in_processes(work, [1, 17], 2, ended)) == [10, told]
    with pytest.raises(StrategyError, match="found 13; expected luck"):
        list(in_processes(work, [13], 1, ended))
    in_a_process(prints, str)
    assert capfd.readouterr() == ("", "by print\nby write\n")


def test_without_processes_the_work_is_done_here(monkeypatch, capsys):
    """As in a browser: what it tells and prints comes as it does from a process."""
    monkeypatch.setattr(processes, "start_method", lambda: None)
    told = []
    answers = in_processes(tells, [1, 2], 2, ended, told=lambda *words: told.append(words))
    assert list(answers) == ["done", "done"]
    assert told == [(1, 0), (2, 0), (2, 1)]
    in_a_process(lambda tell: print("by print"), str)
    in_a_process(lambda tell: print("the result"), str, prints=True)
    assert capsys.readouterr() == ("the result\n", "by print\n")


@pytest.mark.parametrize(("platform", "method"), [("linux", "fork"), ("emscripten", None)])
def test_how_processes_are_started(monkeypatch, platform, method):
    """As copies where the system can do that; WebAssembly has none."""
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(os, "fork", None, raising=False)
    assert processes.start_method() == method
    monkeypatch.delattr(os, "fork")
    assert processes.start_method() == (method and "spawn")


@needs_signals
def test_the_handlers_of_others_are_left_alone():
    """While children are at work a signal that ends this process ends them first; later all is as
    it was.
    """
    seen = {}

    def look(message):
        for name in ("SIGTERM", "SIGHUP"):
            seen[name] = signal.getsignal(getattr(signal, name))

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        in_a_process(partial(tells, 1), str, told=look)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert seen["SIGHUP"] == signal.SIG_IGN
    assert callable(seen["SIGTERM"])
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def interrupts(tell):
    """Interrupt the parent, and wait."""
    time.sleep(SHORT)
    os.kill(os.getppid(), signal.SIGINT)
    time.sleep(1_000)


@needs_signals
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_is_handed_on():
    """The child has a moment to say where it stood; then it is ended, and Ctrl-C goes on here."""
    with pytest.raises(KeyboardInterrupt) as caught:
        in_a_process(interrupts, str)
    assert caught.value.place == ""  # it stood in no strategy


def interrupts_in_c(tell):
    """Interrupt the parent, and never look at a signal again."""
    time.sleep(SHORT)
    os.kill(os.getppid(), signal.SIGINT)
    never_ends("ignores signals", tell)


@pytest.mark.ci
@needs_signals
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_waits_for_nobody_long(monkeypatch):
    """A child that does not hear it is ended."""
    monkeypatch.setattr(processes, "GRACE", SHORT)
    with pytest.raises(KeyboardInterrupt):
        in_a_process(interrupts_in_c, str)


def interrupted_result(tell):
    """Interrupt the parent, and answer when that is handed on."""
    try:
        interrupts(tell)
    except KeyboardInterrupt:
        return 130


@needs_signals
@pytest.mark.usefixtures("ctrl_c")
def test_a_command_in_a_child_ends_as_it_says():
    """It has printed the result so far, and its answer is the exit status."""
    assert in_a_process(interrupted_result, str, prints=True) == 130


def test_the_grace_is_what_the_pages_say():
    """One second."""
    assert GRACE == 1.0
