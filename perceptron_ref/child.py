"""Work in a child process, so that code that hangs, prints or crashes there spoils no result.

The child is a new Python. It reads its work, a generator function and its arguments, as a pickle
from its standard input. It sends what the work yields as lines of JSON through a pipe of their own,
because reading JSON runs no code in the parent. What a strategy prints goes to standard error. The
code in the child can write to the pipe, too, so the parent checks each message: see `replay`.

The child exits when its standard input closes, and reports where it was at work. So it ends with
its parent, however the parent ends.

Some systems have no processes, as WebAssembly. In other programs `sys.executable` is not this
Python, as in one that embeds Python or is compiled from it. Therefore a child begins with a
greeting, and a program that does not greet is ended. In both cases the work is done in this
process, and a note says so, because nothing can end it there.
"""

from __future__ import annotations

import errno
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, contextmanager, redirect_stdout, suppress
from json import dumps, loads
from math import inf
from queue import Empty, SimpleQueue
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Thread, get_ident
from time import monotonic, sleep
from traceback import walk_stack
from typing import TYPE_CHECKING, Any, BinaryIO

from .errors import PerceptronError, StrategyError, one_line_text, type_name
from .plugins.user_errors import is_debugger_exit, user_code_location

if TYPE_CHECKING:
    SecondsLeft = Callable[[float], float]
    """A limit on time, see `run_in_child`: takes the seconds of silence, returns those left."""

_MAX_START = 30.0  # seconds until a child must have greeted
_MAX_END = 1.0  # seconds that an exit takes
_POLL = 0.25  # seconds between two looks at a silent child
_PAUSE = 0.01  # seconds that the reader of a pipe waits if it is too far ahead
_MAX_AHEAD = 1 << 20  # bytes that are read from the pipe before they are used
_MAX_LINE = 1 << 26  # bytes
_MAX_ERROR = 10_000  # characters
_PROGRAM = (
    f"import sys; sys.path[:] = sys.argv[1:]; from {__name__} import child_main; child_main()"
)
_GREETING = f"{sys.implementation.name} {sys.hexversion:x}"
_WITHOUT_PROCESSES = ("emscripten", "wasi", "ios", "tvos", "watchos")  # values of `sys.platform`
_NEW_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # of Windows
_NO_ROOM = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)  # to start a process
_MARK = "PERCEPTRON_REF_CHILD"  # an environment variable of a child until it greets
_FLAGS = {  # attributes of `sys.flags` by the letters of their options; -P is new in Python 3.11
    **{"b": "bytes_warning", "d": "debug", "O": "optimize", "s": "no_user_site", "S": "no_site"},
    **{"v": "verbose", "P": "safe_path"},
}
_starts_python: bool | None = None  # whether `sys.executable` does; the first child shows it
_has_noted = False
_to_parent: BinaryIO | None = None  # in a child, the pipe to its parent


class NoAnswer(Exception):
    """A child ended without an answer.

    The message says how, such as "was ended by the signal SIGKILL". `late` is True if the child ran
    out of time.
    """

    late = False


def can_start_processes() -> bool:
    """Tell whether this Python can start another one, as far as is known."""
    is_frozen = getattr(sys, "frozen", False)  # then its executable is another program
    if sys.platform in _WITHOUT_PROCESSES or not sys.executable or is_frozen:
        return False
    # a program that embeds this package would start itself for ever, were it not for the mark
    return _starts_python is not False and _MARK not in os.environ


def warn_of_run_without_child(message: str) -> None:
    """Warn that the work is done in this process."""
    import warnings

    warnings.warn(message, RuntimeWarning, stacklevel=2)


@contextmanager
def run_in_child(
    work: Callable[[], Iterable[Any]],
    seconds_left: SecondsLeft = lambda silence: inf,
    hash_seed: str = "",
    warn: Callable[[str], object] = warn_of_run_without_child,
) -> Generator[Generator[Any, None, None], None, None]:
    """Run work() in a child, or in this process if there are no other processes.

    The child starts at once, and ends with the context. So several children can work at a time.

    Args:
        work: A generator function of this package, or a `partial` of one, that yields plain values.
        seconds_left: Called a few times a second with the seconds for which the parent has waited
            for the next message; they are negative while the child starts. It returns the seconds
            that the child still has.
        hash_seed: The child's PYTHONHASHSEED, or "" for a random one.
        warn: Called once, with a line, if the work is done in this process although the system has
            processes.

    Yields:
        A generator of the values that the work yields.

    Raises:
        StrategyError: From the generator, if the work raises a PerceptronError.
        NoAnswer: From the generator, if the child ends in another way; and if there is a
            `hash_seed`, but no other process.
        KeyboardInterrupt: On Ctrl-C. Its text is the place where the child was at work, or "".
    """
    lines: SimpleQueue[bytes] = SimpleQueue()  # Ctrl-C never leaves it locked
    child = _start_child(hash_seed, lines) if can_start_processes() else None
    try:
        is_in_time = (
            child is None or _starts_python or _wait_for_greeting(child, lines, seconds_left)
        )
        if child is None or _starts_python is False:
            messages = _run_in_this_process(work, hash_seed, warn)
        else:
            messages = _receive_messages(child, lines, seconds_left)
            with suppress(OSError):  # it has exited already
                if is_in_time:
                    pickle.dump(work, child.stdin)
                    child.stdin.flush()
        with closing(messages):
            yield messages
            if child is not None:
                _let_finished_child_exit(child, lines)
    finally:
        if child is not None:
            _kill(child)


def _let_finished_child_exit(child: Any, lines: SimpleQueue[bytes]) -> None:
    """Let a child exit whose last message is not read yet."""
    with suppress(Empty):
        if not child.stdin.closed and _parse_message(lines.get(timeout=_MAX_END))[0] == "done":
            _wait_for_exit(child)


def _wait_for_exit(child: Any) -> None:
    """Let a child exit as any Python does, which flushes its files, within a limit of time."""
    with suppress(TimeoutExpired):
        child.wait(_MAX_END)


def _kill(child: Any) -> None:
    with suppress(OSError):  # it has exited
        if hasattr(os, "killpg") and _to_parent is None:
            os.killpg(child.pid, signal.SIGKILL)  # with all processes that it has started
        child.kill()
    child.wait()
    with suppress(OSError):
        child.stdin.close()


def _run_in_this_process(
    work: Callable[[], Iterable[Any]], hash_seed: str, warn: Callable[[str], object]
) -> Generator[Any, None, None]:
    """Yield what the work yields in this process; what it prints goes to standard error."""
    global _has_noted
    if hash_seed:
        raise NoAnswer("cannot be started by this Python")
    if sys.platform not in _WITHOUT_PROCESSES and not _has_noted:
        _has_noted = True
        program = one_line_text(sys.executable or "this program")
        consequence = "so a strategy runs in this process, and nothing stops it"
        warn(f"{program} does not start Python, {consequence}")
    with redirect_stdout(sys.stderr):
        messages = iter(work())
    while True:
        with redirect_stdout(sys.stderr):  # not while the reader works
            try:
                message = next(messages)
            except StopIteration:
                return
        yield message


def send_to_parent(message: object, kind: str = "message") -> None:
    """Send a plain value to the parent at once; do nothing if this process is no child.

    Args:
        message: The value.
        kind: "message", or another kind that `_receive_messages` knows.
    """
    if _to_parent is None:
        return
    try:
        _to_parent.write(dumps([kind, message]).encode() + b"\n")
        _to_parent.flush()
    except (OSError, ValueError):  # the parent is gone, or the work has closed the pipe
        os._exit(1)


def _interpreter_flags() -> list[str]:
    """Return the options with which another Python behaves as this one does.

    `sys.flags`, `sys.warnoptions` and, in spite of its name, `sys._xoptions` are documented. A
    private function of `subprocess` does the same, but may change with any Python. `_environment`
    replaces -E and -I. -i, -q, -R and -u make no difference.
    """
    options = ["-B"] * sys.dont_write_bytecode
    for letter, flag in _FLAGS.items():
        options += [f"-{letter}"] * getattr(sys.flags, flag, 0)
    options += [f"-W{option}" for option in sys.warnoptions]
    for key, value in getattr(sys, "_xoptions", {}).items():  # some Pythons have none
        options.append(f"-X{key}" if value is True else f"-X{key}={value}")
    return options


def _environment(hash_seed: str) -> dict[str, str]:
    """Return the environment variables of a child.

    If -E or -I hides Python's variables from this process, the child gets none of them. The same
    option in the child would hide PYTHONHASHSEED, too.
    """
    variables = {
        key: value
        for key, value in os.environ.items()
        if not (key.startswith("PYTHON") and sys.flags.ignore_environment)
    }
    return {**variables, "PYTHONHASHSEED": hash_seed} if hash_seed else variables


def _start_child(hash_seed: str, lines: SimpleQueue[bytes]) -> Any:
    """Start a child, whose lines go to the queue; return None if `sys.executable` is no program."""
    global _starts_python
    options = [*_interpreter_flags(), "-c", _PROGRAM]
    try:
        child = Popen(
            [sys.executable, *options, *(path for path in sys.path if isinstance(path, str))],
            stdin=PIPE,
            stdout=PIPE,
            stderr=None if sys.stderr is not None else DEVNULL,
            env={**_environment(hash_seed), _MARK: "1"},
            # Ctrl-C then reaches only the parent; a child's own child stays in its group
            start_new_session=_to_parent is None,
            creationflags=_NEW_GROUP,
        )
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno not in _NO_ROOM and not _starts_python:
            _starts_python = False
            return None
        why = one_line_text(error)
        raise StrategyError(f"the process of a strategy could not be started: {why}") from None
    _start_thread(_queue_lines, child, lines)
    return child


def _start_thread(function: Callable[..., object], *arguments: object) -> None:
    """Call a function in a thread that does not keep this process alive."""
    try:
        Thread(target=function, args=arguments, daemon=True).start()
    except RuntimeError:  # no daemons in a sub-interpreter; this one ends soon after its child
        Thread(target=function, args=arguments).start()


def _queue_lines(child: Any, lines: SimpleQueue[bytes]) -> None:
    """Read the child's lines into the queue; an empty line marks the end. Runs in a thread."""
    with suppress(OSError, ValueError, MemoryError), child.stdout as stream:
        for line in iter(lambda: stream.readline(_MAX_LINE), b""):
            lines.put(line)
            while lines.qsize() * len(line) > _MAX_AHEAD and not child.stdin.closed:
                sleep(_PAUSE)
    lines.put(b"")


def _receive_messages(
    child: Any, lines: SimpleQueue[bytes], seconds_left: SecondsLeft
) -> Generator[Any, None, None]:
    """Yield the child's messages until its work is done; raise the error that ended it."""
    waiting_since, has_exited = inf, False
    try:
        while True:
            silence = monotonic() - waiting_since
            seconds = seconds_left(silence)
            if seconds <= 0:
                break
            try:
                line = lines.get(timeout=min(seconds, _POLL))
            except Empty:
                if has_exited:  # but a process that it started may hold the pipe open
                    raise NoAnswer(_describe_exit(child)) from None
                has_exited = child.poll() is not None
                continue
            if waiting_since == inf and line[:1] not in (b"", b"["):
                continue  # a sitecustomize may print before the greeting
            kind, message = _parse_message(line) if line else ("NoAnswer", _describe_exit(child))
            if kind == "greeting":
                continue
            if kind == "message":
                yield message
            elif kind == "done":
                _wait_for_exit(child)
                return
            elif kind != "start" or waiting_since < inf:
                _wait_for_exit(child)
                raise (StrategyError if kind == "StrategyError" else NoAnswer)(message)
            waiting_since = monotonic()
    except KeyboardInterrupt:  # it may have lost a line, so no later message is used
        raise KeyboardInterrupt(_stop_and_locate_work(child, lines)) from None
    place = _stop_and_locate_work(child, lines)
    late = NoAnswer(f"gave no answer{f' for {silence:.1f} s' * (silence > 0)}{place}")
    late.late = True
    raise late


def _wait_for_greeting(child: Any, lines: SimpleQueue[bytes], seconds_left: SecondsLeft) -> bool:
    """Find out from the first child whether `sys.executable` is this Python; if not, kill it.

    Returns:
        False if the time was up before that was known.
    """
    global _starts_python
    end, line = monotonic() + _MAX_START, b"?"
    while line and monotonic() < end:
        seconds = seconds_left(-inf)
        if seconds <= 0:
            return False
        with suppress(Empty):
            line = lines.get(timeout=min(seconds, _POLL))
            if _parse_message(line) == ("greeting", _GREETING):
                _starts_python = True
                return True
    _starts_python = False
    _kill(child)
    return True


def _stop_and_locate_work(child: Any, lines: SimpleQueue[bytes]) -> str:
    """Close the input of a child, so that it exits; return where it was at work, or ""."""
    with suppress(OSError, Empty):  # it has exited, or is busy outside of Python
        child.stdin.close()
        end = monotonic() + _MAX_END
        while monotonic() < end:
            kind, message = _parse_message(lines.get(timeout=_MAX_END))
            if kind != "message":  # messages come too late
                return str(message) if kind == "place" else ""
    return ""


def _parse_message(line: bytes) -> tuple[str, Any]:
    """Return the kind and the message of a line, which any code in the child may have written."""
    try:
        kind, message = loads(line.decode())
        return kind, message if kind == "message" else one_line_text(message, _MAX_ERROR)
    except (ValueError, TypeError, RecursionError, MemoryError):
        return "NoAnswer", "sent something that cannot be read"


def _describe_exit(child: Any) -> str:
    """Return how a child ended that sent no message about it."""
    try:
        status = child.wait(_MAX_END)
    except TimeoutExpired:
        return "closed the pipe to its parent"
    if status >= 0:
        return f"ended its process with exit status {status}"
    names = {number.value: number.name for number in signal.Signals}
    return f"was ended by the signal {names.get(-status, -status)}"


def child_main() -> None:
    """Do the work that the parent sends, and send what it yields: the main function of a child."""
    global _to_parent
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    sys.unraisablehook = lambda unraisable: None  # for a generator that ignores its close()
    del sys.argv[1:]
    _to_parent = os.fdopen(os.dup(1), "wb")
    send_to_parent(_GREETING, "greeting")
    os.environ.pop(_MARK, None)
    lifeline, nothing = os.dup(0), os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing if sys.stderr is None else 2, 1)
    kind, last = "done", ""
    try:
        work = pickle.load(sys.stdin.buffer)
        os.dup2(nothing, 0)  # first: on Windows a thread that reads a pipe may block others at it
        _start_thread(_exit_when_parent_ends, lifeline, get_ident())
        send_to_parent(
            "began twice", "start"
        )  # an error message, in case the work sends "start" again
        for message in work():
            send_to_parent(message)
    except PerceptronError as error:
        kind, last = "StrategyError", str(error)
    except BaseException as error:
        name = "BdbQuit" if is_debugger_exit(error) else type_name(error)
        kind, last = "NoAnswer", f"raised {name}{user_code_location(error)}"
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            stream.flush()
    send_to_parent(last, kind)  # then this Python exits as any other, while the parent waits for it


def _exit_when_parent_ends(lifeline: int, thread: int) -> None:
    """Exit when the input of this process closes; send where it was at work. Runs in a thread."""
    with suppress(OSError):  # the work may have changed the descriptor
        os.read(lifeline, 1)
    frames = [*walk_stack(sys._current_frames().get(thread))]
    send_to_parent(
        user_code_location(None, frames[-2::-1]), "place"
    )  # without the frame that called `child_main`
    os._exit(0)
