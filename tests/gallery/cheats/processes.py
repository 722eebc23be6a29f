"""Cheats that end or suspend their process, ask for too much memory, loop for ever, or forge a
report.
"""

import itertools
import os
import signal
import sys
import time


def exits(view):
    """Exit with the status of success."""
    yield 0
    os._exit(0)


def kills_its_process(view):
    """Kill the process, as the system does when memory is short."""
    yield 0
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def asks_for_too_much_memory(view):
    """Ask for more memory than there is, which raises MemoryError."""
    yield 0
    yield len([0] * (1 << 48))


def forges_messages(view):
    """Send the parent a false report that the run converged, and exit."""
    send_to_parent = sys.modules["perceptron_ref.child"].send_to_parent
    send_to_parent(["converged", [0], 1 + len(view), 1 + len(view)])
    send_to_parent("", "done")
    os._exit(0)
    yield 0  # makes this function a generator


def loops_in_c(view):
    """Loop in C, where Python handles no signal."""
    yield 0
    2 in itertools.cycle([1])


def suspends_its_process(view):
    """Suspend the process, which then neither answers nor ends; without SIGSTOP it sleeps."""
    yield 0
    if hasattr(signal, "SIGSTOP"):
        os.kill(os.getpid(), signal.SIGSTOP)
    while True:
        time.sleep(60)
