"""A limit on the time that code of others may take: it may never come back."""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import nullcontext
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from types import FrameType
    from typing import Any

_AGAIN = 0.2  # seconds: code that swallows even a BaseException is asked again
_AT_ONCE = 1e-6  # seconds: 0 would turn the alarm off
_TRACERS = (
    "coverage",
    "pydevd",
    "_pydevd_bundle",
    "bdb",
    "pdb",
)  # they hold locks, and would not give them back


class OutOfTime(BaseException):
    """The time is up. Not an Exception, so that code that catches every Exception does not catch
    it.
    """


def time_limit(seconds: float | None) -> AbstractContextManager[None]:
    """Return a context that raises OutOfTime inside its block once that has run for so many
    seconds; None is no limit.

    By an alarm signal where there is one and this is the main thread, else by looking at the clock
    at every step of the functions that the block calls, which makes them slow.
    """
    if seconds is None:
        return nullcontext()
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _Alarm(seconds)
    return _Tracing(seconds)


class _Alarm:
    """Somebody else's alarm is set again afterwards, to what is left of its time."""

    def __init__(self, seconds: float) -> None:
        self._seconds = max(seconds, _AT_ONCE)
        self._block: FrameType | None = None

    def __enter__(self) -> None:
        self._start, self._block = monotonic(), sys._getframe(1)
        self._handler = signal.signal(signal.SIGALRM, self._ring)
        self._other = signal.setitimer(signal.ITIMER_REAL, self._seconds, _AGAIN)

    def __exit__(self, *raised: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._handler)
        self._block = None
        due, again = self._other
        if due:
            signal.setitimer(
                signal.ITIMER_REAL, max(due - (monotonic() - self._start), _AT_ONCE), again
            )
        if raised and raised[0] is None and monotonic() - self._start > self._seconds:
            raise OutOfTime  # it has rung, but at a moment at which nothing must be interrupted

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if _is_ours(frame):
            return
        while frame is not None and frame is not self._block:
            if str(frame.f_globals.get("__name__")).partition(".")[0] in _TRACERS:
                return
            frame = frame.f_back
        if (
            frame is None
        ):  # the block was left, and a tracer that was interrupted kept `__exit__` from being run
            self.__exit__()
        else:
            raise OutOfTime


class _Tracing:
    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    def __enter__(self) -> None:
        self._tracer = sys.gettrace()
        sys.settrace(self._look)

    def __exit__(self, *raised: object) -> None:
        sys.settrace(self._tracer)

    def _look(self, frame: FrameType, event: str, argument: object) -> Any:
        if _is_ours(frame):
            return None
        if monotonic() > self._end:
            raise OutOfTime
        # `while True: pass` never comes to another line; Python 3.8 and 3.9 may lose sight of a
        # frame that is traced so
        frame.f_trace_opcodes = sys.version_info >= (3, 10)
        return self._look


def _is_ours(frame: FrameType | None) -> bool:
    """Tell whether a frame is that of a context being left, or not yet entered: there an exception
    would do harm.
    """
    return frame is not None and frame.f_globals is globals()
