"""Cheats that end or suspend their process, use up its memory, loop for ever, or forge messages."""

import itertools
import os
import signal
import sys


def exits(view):
    """Exit with the status of success."""
    yield 0
    os._exit(0)


def kills_its_process(view):
    """Kill the process, as the system does when memory is short."""
    yield 0
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def takes_all_memory(view):
    """Allocate more memory than there is."""
    yield 0
    yield len([0] * (1 << 48))


def forges_messages(view):
    """Write a run that converged into the pipe to the parent, and exit."""
    send_to_parent = sys.modules["perceptron_ref.child"].send_to_parent
    send_to_parent(["converged", [0], 1 + len(view), 1 + len(view)])
    send_to_parent("", "done")
    os._exit(0)
    yield 0


def loops_in_c(view):
    """Loop in C, where Python handles no signal."""
    yield 0
    2 in itertools.cycle([1])


def suspends_its_process(view):
    """Suspend the process with SIGSTOP, so that it neither answers nor ends."""
    yield 0
    os.kill(os.getpid(), getattr(signal, "SIGSTOP", signal.SIGTERM))
    while True:
        yield range(len(view))
