"""A limit on the time that code of others may take: it may never come back."""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import contextmanager
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_AGAIN = 0.2  # seconds: code that swallows even a BaseException is asked again


class OutOfTime(BaseException):
    """The time is up. Not an Exception, so that code that catches every Exception does not catch it."""


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise OutOfTime inside the block once it has run for that many seconds; None sets no limit.

    By an alarm signal where there is one and this is the main thread, else by looking at the clock at every step.
    """
    if seconds is None:
        yield
    elif hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        with _by_alarm(seconds):
            yield
    else:
        with _by_tracing(seconds):
            yield


@contextmanager
def _by_alarm(seconds: float) -> Iterator[None]:
    inside = True

    def ring(number: int, frame: object) -> None:
        if inside:
            raise OutOfTime

    handler = signal.signal(signal.SIGALRM, ring)
    before = signal.getitimer(signal.ITIMER_REAL)
    try:  # whenever it rings, from here on, the alarm that goes on ringing is taken back
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        try:
            yield
        finally:
            inside = False
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)
        signal.signal(signal.SIGALRM, handler)


@contextmanager
def _by_tracing(seconds: float) -> Iterator[None]:
    end = monotonic() + seconds

    def look(frame: Any, event: str, argument: object) -> Any:
        if monotonic() > end:
            raise OutOfTime
        frame.f_trace_opcodes = True  # `while True: pass` never comes to another line
        return look

    tracer = sys.gettrace()
    sys.settrace(look)
    try:
        yield
    finally:
        sys.settrace(tracer)
