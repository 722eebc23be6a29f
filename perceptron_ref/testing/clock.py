"""A limit on the time of a block without an alarm: the clock is looked at while Python code runs.

`sys.monitoring` (Python 3.12) calls for a look where a function begins or goes on, and at every
turn of a loop. Loops of this package come to their end, and go without. Python 3.11 and before,
PyPy, and programs in which every tool of `sys.monitoring` is taken have a tracer in its place.
Neither interrupts a loop in C, nor what other threads do.
"""

from __future__ import annotations

import os
import sys
import threading
from time import monotonic

from ..errors import OutOfTime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, FrameType
    from typing import Any

AGAIN = 0.2  # seconds until the next OutOfTime, for code that swallows even a BaseException
_TOOLS = (3, 4, 5, 2, 0, 1)  # ids: those that are meant for nobody first, a debugger's late
_NAME = "perceptron_ref's clock"
_monitoring: Any = getattr(sys, "monitoring", None)
_here = threading.local()  # limit: the innermost one of this thread


class Clock:
    """A limit by looks at the clock; of limits within limits the innermost one holds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = self._next = monotonic() + seconds
        self._block: FrameType | None = None

    def __enter__(self) -> Clock:
        self._block, self._outer = sys._getframe(1), getattr(_here, "limit", None)
        self._tool, self._tracer = _claimed(), sys.gettrace()
        if self._tool is None:
            sys.settrace(self._traced)
        else:
            _listen(self._tool, self._jumped, self._called)
        _here.limit = self
        return self

    def __exit__(self, *raised: object) -> None:
        self._stop()
        if raised[0] is None and monotonic() > self._end:
            raise OutOfTime

    def renew(self) -> None:
        """Begin the time anew; OutOfTime if it is over, as code may have swallowed that."""
        now = monotonic()
        if now > self._end:
            raise OutOfTime
        self._end = self._next = now + self._seconds

    def _stop(self) -> None:
        if self._block is not None:
            _here.limit = self._block = None  # from here on nothing is interrupted
            if self._tool is None:
                sys.settrace(self._tracer)
            else:
                _stop_listening(self._tool)
            _here.limit = self._outer

    def _jumped(self, code: CodeType, *places: int) -> Any:
        if monotonic() > self._next:
            self._ring(code)
        return _monitoring.DISABLE if code.co_filename.startswith(_PACKAGE) else None

    def _called(self, code: CodeType, place: int) -> None:
        if monotonic() > self._next:
            self._ring(code)

    def _traced(self, frame: FrameType, event: str, argument: object) -> Any:
        """Look at the clock; on 3.10 and 3.11 at opcodes, too: there `while True: pass` on one line
        makes no event for a line, and is not stopped otherwise.
        """
        if monotonic() > self._next:
            self._ring(frame.f_code)
        if frame.f_code.co_filename.startswith(_PACKAGE):
            return None
        frame.f_trace_opcodes = (3, 10) <= sys.version_info < (3, 12)
        return self._traced

    def _ring(self, code: CodeType) -> None:
        if getattr(_here, "limit", None) is not self or code.co_filename == _FILE:
            return
        if _is_within(sys._getframe(1), self._block):
            self._next = monotonic() + AGAIN
            raise OutOfTime
        self._stop()  # the block was left, and something kept that from being told


def slowed_by() -> str:
    """Return in words how a limit by this clock slows down what it limits."""
    if _monitoring is None:
        return "a tracer looks at the clock, and code takes many times as long"
    return "the clock is looked at while code runs, which may take twice as long"


def others_at_work() -> bool:
    """Tell whether a tracer or a profiler is at work, such as coverage or a debugger."""
    tools = map(_monitoring.get_tool, range(6)) if _monitoring is not None else ()
    return any((sys.gettrace(), sys.getprofile(), *tools))


def _is_within(frame: FrameType | None, block: FrameType | None) -> bool:
    """Tell whether a frame is that of a block, or was called from it."""
    while frame is not None and frame is not block:
        frame = frame.f_back
    return frame is not None


def _claimed() -> int | None:
    """Return a tool id of `sys.monitoring` that is now this clock's; None where there is none."""
    for tool in _TOOLS if _monitoring is not None else ():
        try:
            _monitoring.use_tool_id(tool, _NAME)
        except ValueError:  # another one's
            continue
        return tool
    return None


def _listen(tool: int, jumped: Any, called: Any) -> None:
    events = _monitoring.events
    _monitoring.register_callback(tool, events.JUMP, jumped)
    _monitoring.register_callback(tool, events.PY_START, called)
    _monitoring.register_callback(tool, events.PY_RESUME, called)
    _monitoring.set_events(tool, events.JUMP | events.PY_START | events.PY_RESUME)


def _stop_listening(tool: int) -> None:
    _monitoring.set_events(tool, 0)
    for event in ("JUMP", "PY_START", "PY_RESUME"):
        _monitoring.register_callback(tool, getattr(_monitoring.events, event), None)
    _monitoring.free_tool_id(tool)
    if not others_at_work():
        _monitoring.restart_events()  # else the next tool of this id would miss what was disabled


_FILE = _is_within.__code__.co_filename
_PACKAGE = os.path.dirname(os.path.dirname(_FILE)) + os.sep
