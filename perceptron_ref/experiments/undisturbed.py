"""Steps that no signal may disturb: the start of a process, the sending of a message."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from threading import current_thread, main_thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType
    from typing import Any


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold back the signals that could come in the middle of the block, until it is over."""
    with _handlers_held(), _signals_blocked():
        yield


@contextmanager
def _signals_blocked() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    numbers = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _handlers_held() -> Iterator[None]:
    """Call the handlers of signals after the block.

    A thread that does not block a signal takes it, and has the main thread call the handler.
    """
    held: list[tuple[int, FrameType | None]] = []
    before: dict[int, Any] = {}
    if current_thread() is main_thread():
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and callable(signal.getsignal(number)):
                before[number] = signal.signal(number, lambda *call: held.append(call))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number, frame in held[:1]:
            before[number](number, frame)
