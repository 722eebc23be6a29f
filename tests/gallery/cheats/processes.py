"""They end their process, stop it, take all memory, never answer, or answer in its place."""

import itertools
import os
import signal
import sys


def leaves(view):
    """With the exit status of a success."""
    yield 0
    os._exit(0)


def is_killed(view):
    """As by the system when memory is short."""
    yield 0
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def takes_all_memory(view):
    """More than there is."""
    yield 0
    yield len([0] * (1 << 48))


def answers_itself(view):
    """A run that converged, written into the pipe to the parent."""
    child = sys.modules["perceptron_ref.child"]
    child.send(["converged", [0], 1 + len(view), 1 + len(view)])
    child.send("", "done")
    os._exit(0)
    yield 0


def never_answers(view):
    """A loop in C, which looks at no signal."""
    yield 0
    2 in itertools.cycle([1])


def stops(view):
    """Its process stands still."""
    yield 0
    os.kill(os.getpid(), getattr(signal, "SIGSTOP", signal.SIGTERM))
    while True:
        yield range(len(view))
