"""A time limit for user code, which may never come back."""

from __future__ import annotations

import signal
import sys
import threading
from time import monotonic

from ..errors import OutOfTime as OutOfTime
from .clock import AGAIN, Clock, others_at_work, slowed_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from types import FrameType
    from typing import Protocol

    class Limit(Protocol):
        """What the context gives to its block."""

        def renew(self) -> None:
            """Begin the time anew; OutOfTime if it is over."""


_AT_ONCE = 1e-6  # seconds: 0 would turn the alarm off
# modules that hold locks, which an exception would never release
_TRACERS = ("coverage", "pydevd", "_pydevd_bundle", "bdb", "pdb")


def time_limit(seconds: float | None) -> AbstractContextManager[Limit]:
    """Return a context that raises OutOfTime in its block after so many seconds; None is no limit.

    `with time_limit(1) as limit`, and `limit.renew()` in the block begins the time anew, as after
    each update of a run that may take long.

    In the main thread of a system that has one, an alarm signal interrupts the block. Elsewhere, in
    other threads, on Windows and in WebAssembly, the clock is looked at: see `clock`.
    """
    if seconds is None:
        return _NoLimit()
    return _Alarm(seconds) if _has_alarm() else Clock(seconds)


def doubts() -> str:
    """Return in words why a time measured under a limit is too long here; "" if it is not."""
    if others_at_work():
        return "a tracer or a profiler is at work, such as coverage or a debugger"
    return "" if _has_alarm() else f"there is no alarm here: {slowed_by()}"


def _has_alarm() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


class _NoLimit:
    def __enter__(self) -> _NoLimit:
        return self

    def __exit__(self, *raised: object) -> None:
        pass

    def renew(self) -> None:
        pass


class _Alarm:
    """A limit by an alarm signal; an alarm that was set before gets what is left of its time."""

    def __init__(self, seconds: float) -> None:
        self._seconds = max(seconds, _AT_ONCE)
        self._block: FrameType | None = None

    def __enter__(self) -> _Alarm:
        self._begun, self._block = monotonic(), sys._getframe(1)
        self._start = self._begun
        self._handler = signal.signal(signal.SIGALRM, self._ring)
        self._other = signal.setitimer(signal.ITIMER_REAL, self._seconds, AGAIN)
        return self

    def __exit__(self, *raised: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._handler)
        self._block = None
        due, again = self._other
        if due:
            signal.setitimer(
                signal.ITIMER_REAL, max(due - (monotonic() - self._begun), _AT_ONCE), again
            )
        if raised and raised[0] is None and self._is_over():
            raise OutOfTime  # it has rung, but at a moment at which nothing must be interrupted

    def renew(self) -> None:
        """Begin the time anew; OutOfTime if it is over, as code may have swallowed that."""
        if self._block is not None:
            if self._is_over():
                raise OutOfTime
            signal.setitimer(signal.ITIMER_REAL, self._seconds, AGAIN)
            self._start = monotonic()

    def _is_over(self) -> bool:
        return monotonic() - self._start > self._seconds

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if _is_ours(frame):
            return
        while frame is not None and frame is not self._block:
            if str(frame.f_globals.get("__name__")).partition(".")[0] in _TRACERS:
                return
            frame = frame.f_back
        if frame is not None:
            raise OutOfTime
        self.__exit__()  # the block was left, and an interrupted tracer prevented this call


def _is_ours(frame: FrameType | None) -> bool:
    """Tell whether a frame is that of a context being entered or left, not to be interrupted."""
    return frame is not None and frame.f_globals is globals()
