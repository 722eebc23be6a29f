"""Tasks in processes of their own: their answers in order, and those that end badly."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import closing
from multiprocessing import Pipe, active_children

import pytest

from perceptron_ref import StrategyError
from perceptron_ref.cli.processes import answer_in_process, in_processes


def work(task):
    """Return ten times the task; 13 is refused, 17 ends the process, 100 and more never end."""
    if task == 13:
        raise StrategyError("found 13; expected luck")
    if task == 17:
        os._exit(5)
    if task >= 100:
        time.sleep(1_000)
    return 10 * task


def ended(task, status):
    """Say which task ended with which exit status."""
    return (task, status)


@pytest.mark.untraced
@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_answers_come_in_the_order_of_the_tasks(jobs):
    """However many processes there are, and whichever is ready first."""
    assert list(in_processes(work, [3, 1, 2], jobs, ended)) == [30, 10, 20]
    assert active_children() == []


def test_no_task_needs_no_process():
    """An empty list of tasks has an empty list of answers."""
    assert list(in_processes(work, [], 2, ended)) == []


def test_a_process_that_ends_without_an_answer_hides_no_other():
    """Its task is answered by `ended`, with the exit status."""
    assert list(in_processes(work, [1, 17, 2], 2, ended)) == [10, (17, 5), 20]


def test_an_error_of_ours_goes_on_in_the_parent():
    """As if the work had been done here; the processes that are left are ended."""
    with pytest.raises(StrategyError, match="found 13; expected luck"):
        list(in_processes(work, [13, 100], 2, ended))
    assert active_children() == []


def test_closed_early_it_ends_its_processes():
    """Nobody waits for what nobody wants any more."""
    with closing(in_processes(work, [1, 100, 101], 2, ended)) as answers:
        assert next(answers) == 10
        assert len(active_children()) == 1
    assert active_children() == []


@pytest.mark.parametrize(("task", "answer"), [(4, 40), (13, "found 13; expected luck")])
def test_a_process_sends_its_answer_and_leaves_ctrl_c_to_its_parent(monkeypatch, task, answer):
    """An answer, or an error of ours, goes through the pipe, even without a standard error."""
    before = signal.getsignal(signal.SIGINT)
    reader, writer = Pipe(duplex=False)
    if task == 13:
        monkeypatch.setattr(sys, "stderr", None)
    try:
        answer_in_process(work, task, writer)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    fine, found = reader.recv()
    assert (fine, found if fine else str(found)) == (task == 4, answer)
    reader.close()
    writer.close()
