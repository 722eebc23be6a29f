"""The inside of a child: what it sends, how it hears Ctrl-C, how it ends with its parent."""

from __future__ import annotations

import io
import os
import signal
import sys
import time
from multiprocessing import Pipe
from threading import Event, Thread

import pytest

from perceptron_ref import StrategyError
from perceptron_ref.experiments import child
from perceptron_ref.experiments.child import Setup, answer_in_child
from perceptron_ref.experiments.message import (
    ANSWER,
    ERROR,
    INTERRUPTED,
    PRINTED,
    STAGE,
    STOPPING,
    TOLD,
    unpacked,
)
from perceptron_ref.experiments.undisturbed import undisturbed

NUMBERS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@pytest.fixture
def sent(monkeypatch):
    """Return a function that does some work as a child does, here, and returns what it sends."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, getattr(sys, name))
    for name in ("_sender", "_end"):
        monkeypatch.setattr(child, name, None)
    monkeypatch.setattr(child, "_end_with_parent", lambda setup: None)
    before = {number: signal.getsignal(number) for number in NUMBERS}
    reader, writer = Pipe(duplex=False)

    def send(work, seconds=None):
        child._sender = None
        answer_in_child(work, writer, Setup(seconds, (), sys.stdin, prints=True))
        messages = []
        while reader.poll():
            messages.append(unpacked(reader.recv_bytes()))
        return messages

    yield send
    reader.close()
    writer.close()
    for number, handler in before.items():
        signal.signal(number, handler)


def test_what_it_tells_comes_before_its_answer(sent):
    """Each message with its kind."""

    def work(tell):
        tell("first")
        child.stopping()
        return "answer"

    assert sent(work) == [(TOLD, "first"), (STOPPING, None), (ANSWER, "answer")]


def test_an_error_of_ours_is_sent(sent):
    """The parent raises it as if the work had been done there."""

    def work(tell):
        raise StrategyError("found 13; expected luck")

    assert sent(work) == [(ERROR, ["StrategyError", "found 13; expected luck"])]


def test_an_error_in_the_package_is_not_hidden(sent):
    """It ends the process with a traceback."""

    def work(tell):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        sent(work)


def test_ctrl_c_interrupts_once(sent):
    """The terminal may send it as well as the parent; the second time it is not heard."""

    def work(tell):
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            os.kill(os.getpid(), signal.SIGINT)
            return "told where it stood"

    def interrupted(tell):
        os.kill(os.getpid(), signal.SIGINT)

    assert sent(work) == [(ANSWER, "told where it stood")]
    assert sent(interrupted) == [(INTERRUPTED, "")]


def test_ctrl_c_after_the_work_disturbs_no_answer(sent, monkeypatch):
    """Nor while what was printed is on its way."""

    class Slow(io.StringIO):
        def flush(self):
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(sys, "stderr", Slow())
    monkeypatch.setattr(child, "_real", lambda stream, name, sender: stream)
    assert sent(lambda tell: "answer") == [(ANSWER, "answer")]


def test_ctrl_c_before_the_work_is_no_traceback(sent, monkeypatch):
    """It waited until the signals of the child were its own."""
    obey = child._obey_signals

    def obey_and_hear():
        obey()
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(child, "_obey_signals", obey_and_hear)
    assert sent(lambda tell: "answer") == [(INTERRUPTED, "")]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.usefixtures("ctrl_c")
def test_nothing_disturbs_though_another_thread_takes_the_signal():
    """Ctrl-C in the middle of a start would leave a process that nobody knows of."""
    done, over = [], Event()
    Thread(target=over.wait).start()
    try:
        with pytest.raises(KeyboardInterrupt), undisturbed():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            done.append("undisturbed")
    finally:
        over.set()
    assert done == ["undisturbed"]


@pytest.mark.skipif(sys.platform != "linux", reason="this kernel does not end children")
def test_the_kernel_ends_children_of_pypy_too(monkeypatch):
    """Its `fcntl` has no FASYNC."""
    import fcntl

    is_async = fcntl.FASYNC
    monkeypatch.delattr(fcntl, "FASYNC")
    monkeypatch.setattr(os, "O_ASYNC", is_async, raising=False)
    reader, writer = os.pipe()
    child._killed_by_kernel(reader, os.getpid())
    flags = fcntl.fcntl(reader, fcntl.F_GETFL)
    fcntl.fcntl(reader, fcntl.F_SETFL, flags & ~is_async)  # or it would end this process
    os.close(writer)
    os.close(reader)
    assert flags & is_async


@pytest.mark.skipif(sys.platform != "linux", reason="this kernel does not end children")
def test_a_parent_that_is_gone_already_ends_it(monkeypatch):
    """No end of a pipe is told that was closed before anybody looked."""
    statuses = []
    monkeypatch.setattr(os, "_exit", statuses.append)
    reader, writer = os.pipe()
    child._end_with_parent(Setup(None, (reader, writer), None, prints=True))
    os.close(reader)
    assert statuses == [1]


def test_stages_are_sent_now_and_then(sent):
    """For the parent to tell how far the work was; not each of thousands."""

    def work(tell):
        for step in range(1_000):
            child.stage(f"{step} steps")

    messages = sent(work)
    assert messages[0] == (STAGE, "0 steps")
    assert len(messages) < 100


def test_it_knows_how_long_it_has(sent):
    """The limit of the work; outside of a child there is none."""
    assert (child.is_limited(), child.is_over(), child.left()) == (False, False, None)
    found = []
    sent(lambda tell: found.append((child.is_limited(), child.is_over(), child.left())), 1000)
    assert found[0][:2] == (True, False)
    assert 900 < found[0][2] <= 1000
    sent(lambda tell: found.append(child.is_over()), 0)
    assert found[1] is True
    assert child.stopping() is None


def test_what_has_no_descriptor_is_printed_by_the_parent(sent, monkeypatch):
    """As in a notebook."""
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    messages = sent(lambda tell: print("a line"))
    assert messages == [*((PRINTED, ["stdout", text]) for text in ("a line", "\n")), (ANSWER, None)]
    assert sys.stdout.writable()


def test_a_standard_error_that_is_not_there(sent, monkeypatch):
    """Nothing is printed, and nothing fails."""
    monkeypatch.setattr(sys, "stderr", None)
    assert sent(lambda tell: 7) == [(ANSWER, 7)]


def test_what_it_has_forked_sends_nothing(sent, monkeypatch):
    """It would answer for a process that it is not."""

    def work(tell):
        monkeypatch.setattr(child._sender, "_pid", 0)
        tell("nobody is to hear this")

    assert sent(work) == []


def test_a_terminal_keeps_its_children_in_its_group():
    """In another group they could not read what is typed."""

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    closed = io.StringIO()
    closed.close()
    assert not Setup(None, (), Terminal(), prints=False).has_group
    assert not Setup(None, (), io.StringIO(), prints=True).has_group
    for stdin in (io.StringIO(), closed, None):
        assert Setup(None, (), stdin, prints=False).has_group == hasattr(os, "setpgid")


def test_a_thread_looks_after_the_parent_where_the_kernel_does_not(monkeypatch):
    """It ends the process when the other end of a pipe is closed, as it is when the parent ends."""
    ended, statuses = Event(), []

    def fail(*words):
        raise OSError

    def end(status):
        statuses.append(status)
        ended.set()

    monkeypatch.setattr(child, "_killed_by_kernel", fail)
    monkeypatch.setattr(os, "_exit", end)
    reader, writer = os.pipe()
    child._end_with_parent(Setup(None, (reader, os.dup(writer)), None, prints=True))
    assert not ended.wait(0.01)
    os.close(writer)
    assert ended.wait(60)
    assert statuses == [1]
    os.close(reader)
