"""A time limit for user code, which may never come back."""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import nullcontext
from time import monotonic

from ..errors import OutOfTime as OutOfTime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from types import FrameType
    from typing import Any

_AGAIN = 0.2  # seconds until the next alarm, for code that swallows even a BaseException
_AT_ONCE = 1e-6  # seconds: 0 would turn the alarm off
# modules that hold locks, which an exception would never release
_TRACERS = ("coverage", "pydevd", "_pydevd_bundle", "bdb", "pdb")


def time_limit(seconds: float | None) -> AbstractContextManager[None]:
    """Return a context that raises OutOfTime in its block after so many seconds; None is no limit.

    In the main thread of a system that has one, an alarm signal interrupts the block. Elsewhere (in
    other threads, on Windows, in WebAssembly) a tracer looks at the clock at every line of the
    functions that the block calls. A run of PLA then takes 6 to 15 times as long.
    """
    if seconds is None:
        return nullcontext()
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _Alarm(seconds)
    return _Tracing(seconds)


class _Alarm:
    """A limit by an alarm signal; an alarm that was set before gets what is left of its time."""

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
        if frame is not None:
            raise OutOfTime
        self.__exit__()  # the block was left, and an interrupted tracer prevented this call


class _Tracing:
    """A limit by a tracer that looks at the clock at every line.

    On Python 3.10 and 3.11 it looks at every opcode: there `while True: pass` on one line makes no
    event for a line, and is not stopped otherwise. It makes a run 33 to 69 times as long, against 6
    to 15 times by lines. On 3.8, 3.9, 3.12 and 3.13 lines stopped all of the 17 kinds of endless
    loop that were tried; opcodes stopped no more, on 3.8 and 3.9 fewer.
    """

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
        frame.f_trace_opcodes = (3, 10) <= sys.version_info < (3, 12)
        return self._look


def _is_ours(frame: FrameType | None) -> bool:
    """Tell whether a frame is that of a context being entered or left, not to be interrupted."""
    return frame is not None and frame.f_globals is globals()
