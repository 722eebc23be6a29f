"""The inside of a child process: what it tells its parent, its streams, its signals, its end."""

from __future__ import annotations

import io
import os
import sys
from time import monotonic

from ..errors import PerceptronError, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from types import FrameType
    from typing import Any

    Tell = Callable[[object], object]

_OFTEN = 0.1  # seconds between two stages

_sender: _Sender | None = None  # of this process, where it is a child
_end: float | None = None  # when its time is up


class Setup:
    """The settings that a child gets from its parent: how it is to live and to end.

    seconds: its limit of time, or None.
    lifeline: both ends of a pipe whose second the parent alone goes on to hold, so that the first
        tells of its end; empty where processes do not begin as copies.
    stdin: the parent's; None where they do not.
    prints: whether it prints the result; if not, its output is the parent's standard error.
    """

    def __init__(
        self, seconds: float | None, lifeline: tuple[int, ...], stdin: Any, prints: bool
    ) -> None:
        self.seconds, self.lifeline, self.stdin, self.prints = seconds, lifeline, stdin, prints
        # in another group than the terminal's it could not read what is typed, as for breakpoint()
        self.has_group = not prints and hasattr(os, "setpgid") and not _is_terminal(stdin)


def left() -> float | None:
    """Return how many seconds this process has left, where it is a child with a limit."""
    return None if _end is None else _end - monotonic()


def is_limited() -> bool:
    """Tell whether this process is a child with a limit of time."""
    return _end is not None


def is_over() -> bool:
    """Tell whether this process is a child whose time is up."""
    return _end is not None and monotonic() >= _end


def stage(text: str) -> None:
    """Tell the parent what is being done, for its message if it has to end this process."""
    if _sender is not None and monotonic() >= _sender.next_stage:
        _sender.next_stage = monotonic() + _OFTEN
        from .message import STAGE

        _sender.send(STAGE, text)


def stopping() -> None:
    """Ask the parent for some seconds more: the work has heard that its time is up, and ends."""
    if _sender is not None:
        from .message import STOPPING

        _sender.send(STOPPING, None)


def answer_in_child(work: Callable[[Tell], object], writer: Connection, setup: Setup) -> None:
    """Send what the work, which is given a function that tells the parent, returns or raises.

    What it returns and tells is plain: see `message`. Of what it raises a PerceptronError is sent,
    and KeyboardInterrupt. Anything else ends the process with a traceback, as it is an error in
    this package.
    """
    from .message import ANSWER, ERROR, INTERRUPTED

    global _sender, _end
    if _sender is not None:  # that of the parent, in its copy
        _sender.close()
    _sender = sender = _Sender(writer)
    _end = None if setup.seconds is None else monotonic() + setup.seconds
    try:
        _end_with_parent(setup)
        _obey_signals()  # one may be waiting
        _set_streams(setup, sender)
        message: tuple[int, object] = ANSWER, work(sender.tell)
    except PerceptronError as error:
        message = ERROR, (kind_of(error), str(error))
    except KeyboardInterrupt as error:
        from ..plugins.blame import place_in_strategy

        message = INTERRUPTED, place_in_strategy(error)
    _ignore_ctrl_c()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, ValueError, OSError):
            pass  # the work has closed it, or there is none; a result was flushed when it was told
    sender.send(*message)


class _Sender:
    """The way of messages to the parent, each as a whole."""

    def __init__(self, writer: Connection) -> None:
        self._writer, self._pid = writer, os.getpid()
        self.next_stage = 0.0

    def tell(self, message: object) -> None:
        from .message import TOLD

        self.send(TOLD, message)

    def send(self, kind: int, message: object) -> None:
        """Send a message as a whole; what this process has forked itself sends nothing."""
        from .message import packed
        from .undisturbed import undisturbed

        if os.getpid() == self._pid:
            data = packed(kind, message)
            try:
                with undisturbed():
                    self._writer.send_bytes(data)
            except OSError:  # the parent is gone, or the work has closed the pipe
                os._exit(1)

    def close(self) -> None:
        """Let go of the pipe."""
        self._writer.close()


def _obey_signals() -> None:
    """Let Ctrl-C interrupt once, and every other signal end this process."""
    import signal

    def interrupt(number: int, frame: FrameType | None) -> None:
        # the terminal may send it as well as the parent
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.default_int_handler(number, frame)

    signal.signal(signal.SIGINT, interrupt)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_SETMASK, ())  # the parent held them back


def _ignore_ctrl_c() -> None:
    """Let Ctrl-C be no more: there is an answer, which the parent may still want."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end_with_parent(setup: Setup) -> None:
    """See to it that this process, and what it starts, ends when its parent is gone.

    On Linux the kernel kills it. Elsewhere a thread ends it, which has no turn while a loop in C
    runs.
    """
    if setup.has_group:
        os.setpgid(0, 0)
    if setup.lifeline:
        reader, writer = setup.lifeline
        os.close(writer)
        try:
            _killed_by_kernel(reader, -os.getpid() if setup.has_group else os.getpid())
            return
        except (ImportError, AttributeError, OSError):
            wait = _until_closed(reader)
    else:
        wait = _until_parent_ends
    from threading import Thread

    Thread(target=lambda: (wait(), os._exit(1)), daemon=True).start()


def _killed_by_kernel(reader: int, owner: int) -> None:
    """Let the kernel send SIGKILL to a process, or a group, when the pipe's other end is closed."""
    import fcntl
    import signal
    from select import POLLHUP, poll

    set_signal: int = getattr(fcntl, "F_SETSIG")
    fcntl.fcntl(reader, fcntl.F_SETOWN, owner)
    fcntl.fcntl(reader, set_signal, signal.SIGKILL)
    flags = fcntl.fcntl(reader, fcntl.F_GETFL)
    # PyPy's fcntl has no FASYNC, os of CPython no O_ASYNC
    is_async = os.O_ASYNC if hasattr(os, "O_ASYNC") else fcntl.FASYNC
    fcntl.fcntl(reader, fcntl.F_SETFL, flags | is_async)
    hung_up = poll()
    hung_up.register(reader, POLLHUP)
    if hung_up.poll(0):  # before anybody looked
        os._exit(1)


def _until_closed(reader: int) -> Callable[[], object]:
    return lambda: os.read(reader, 1)


def _until_parent_ends() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()


def _set_streams(setup: Setup, sender: _Sender) -> None:
    """Give this process the parent's streams, and its standard error for both where it must not
    come between the result and its reader.
    """
    sys.stdin = setup.stdin or open(0, closefd=False)
    sys.stdout, sys.stderr = (
        _real(sys.stdout, "stdout", sender),
        _real(sys.stderr, "stderr", sender),
    )
    if not setup.prints:
        sys.stdout = sys.stderr
        try:
            os.dup2(2, 1)
        except OSError:  # standard error is closed
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _real(stream: Any, name: str, sender: _Sender) -> Any:
    """Return a stream, or one that lets the parent print where it has no descriptor, as in a
    notebook or a test.
    """
    try:
        stream.fileno()
    except io.UnsupportedOperation:
        return _Relay(name, sender)
    except (AttributeError, ValueError, OSError):
        return stream
    return stream


class _Relay(io.TextIOBase):
    """A stream of a child that its parent prints."""

    def __init__(self, name: str, sender: _Sender) -> None:
        self._name, self._sender = name, sender

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        from .message import PRINTED

        self._sender.send(PRINTED, (self._name, text))
        return len(text)


def _is_terminal(stream: Any) -> bool:
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError, OSError):
        return False
