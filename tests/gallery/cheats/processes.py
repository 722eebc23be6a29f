"""Cheats that end or stop their process, use up its memory, never yield, or forge its answer."""

import itertools
import os
import signal
import sys


def leaves(view):
    """Exit with the status of success."""
    yield 0
    os._exit(0)


def is_killed(view):
    """Kill the process, as the system does when memory is short."""
    yield 0
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def takes_all_memory(view):
    """Allocate more memory than there is."""
    yield 0
    yield len([0] * (1 << 48))


def answers_itself(view):
    """Write a forged run that converged into the pipe to the parent."""
    child = sys.modules["perceptron_ref.child"]
    child.send(["converged", [0], 1 + len(view), 1 + len(view)])
    child.send("", "done")
    os._exit(0)
    yield 0


def never_answers(view):
    """Loop in C, where no signal is handled."""
    yield 0
    2 in itertools.cycle([1])


def stops(view):
    """Stop the process, so that it waits for ever."""
    yield 0
    os.kill(os.getpid(), getattr(signal, "SIGSTOP", signal.SIGTERM))
    while True:
        yield range(len(view))
