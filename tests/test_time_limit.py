"""A limit on the time of code that may never come back: what it leaves behind."""

from __future__ import annotations

import signal
import threading

import pytest

from perceptron_ref.time_limit import OutOfTime, time_limit


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no alarm")
@pytest.mark.parametrize("seconds", [1e-6, 0.05])
def test_no_alarm_is_left_behind(seconds):
    """Not even by one that rings before the block has begun: it would go on ringing in code that it does not concern."""
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(OutOfTime):
        with time_limit(seconds):
            while True:
                pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before


def forever():
    """Never come back, nor to another line."""
    while True:
        pass


def test_a_thread_is_stopped_too():
    """Where there is no alarm for it, the clock is looked at on the way."""
    caught = []

    def limited():
        try:
            with time_limit(0.05):
                forever()
        except OutOfTime as error:
            caught.append(error)

    thread = threading.Thread(target=limited, daemon=True)
    thread.start()
    thread.join(60)
    assert len(caught) == 1


@pytest.mark.parametrize("seconds", [None, 60])
def test_within_the_limit_nothing_happens(seconds):
    """Nor without one."""
    with time_limit(seconds):
        found = sum(range(10))
    assert found == 45
