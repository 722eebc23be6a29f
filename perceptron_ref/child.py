"""Run work in a child process, to protect the results from code that hangs, prints or crashes.

The child is a new Python process. It reads its work, a function and its arguments, as a pickle
from its standard input. The work is a function of this package that calls the user's strategy, so
the errors say "a strategy". The child sends each value that the work yields as a line of JSON,
because the parent runs no foreign code when it reads JSON. The strategy can send such lines, too,
so the parent checks each message: see `replay`. The lines go through the pipe of the child's
standard output. `child_main` first moves this pipe to another file descriptor, so that the output
of `print` goes to standard error.

The child exits when its standard input closes. So it ends when its parent ends, even if the parent
crashes. Before it exits, it reports its progress, and the location in the user's code that it was
running. Progress is a count that grows while the strategy answers: `check-strategy` counts answers,
and `race` counts visits. See `set_progress_counter`.

A line is `[kind, message]`. The kinds, in the order in which a child sends them:

    greeting        the name and the version of this Python
    start           the child has read its work, and begins it
    message         a value that the work yields
    done            the end of the work; the message is ""
    StrategyError   instead of "done": the message of the PerceptronError that the work raised
    ChildError      instead of "done": the name and the location of another exception of the work
    progress        when the input closes, at any time: the progress; 0 if the strategy no longer
                    answers
    location        after "progress": the location in the user's code that was running

Some systems, such as WebAssembly, cannot start processes. If a program embeds Python, or was
compiled from Python code, `sys.executable` may be another program. So a child first sends a
greeting, and a program that sends no greeting is killed. On these systems and in these programs the
work runs in this process, without a time limit, unless the caller needs a child with a hash seed. A
warning says so, except on the systems that never start processes.
"""

from __future__ import annotations

import errno
import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, contextmanager, redirect_stdout, suppress
from enum import Enum
from json import dumps, loads
from math import inf
from queue import Empty, SimpleQueue
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Thread, get_ident
from time import monotonic, sleep
from traceback import walk_stack

from .errors import PerceptronError, StrategyError, one_line_text, type_name
from .plugins.user_errors import is_debugger_exit, user_code_location
from .type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, BinaryIO

    SecondsLeft = Callable[[float], float]
    """A time limit, which is called with the seconds that the parent has waited for a message, and
    returns the seconds that the child may still take; see `run_in_child`."""

    ChildProcess = Any  # a Popen; its type does not say that stdin and stdout are pipes, never None

_GREETING_TIMEOUT = 30.0  # seconds
_EXIT_TIMEOUT = 1.0  # seconds
_POLL_INTERVAL = 0.25  # seconds between two checks of a silent child
_READER_PAUSE = 0.01  # seconds between two checks of a full queue
_MAX_QUEUED_BYTES = 1 << 20  # about; the thread that reads the pipe pauses while the queue is full
_MAX_LINE_BYTES = 1 << 26
_MAX_ERROR_LENGTH = 10_000  # characters
_CHILD_SOURCE = (
    f"import sys; sys.path[:] = sys.argv[1:]; from {__name__} import child_main; child_main()"
)
_CHILD_VARIABLE = "PERCEPTRON_REF_CHILD"  # an environment variable; set in a child until it greets
_GREETING = f"{sys.implementation.name} {sys.hexversion:x}"
# The message of every "start". The parent ignores the message of the first "start". Only a strategy
# can cause a second "start", which is an error with this message.
_REPEATED_START_ERROR = "began twice"
_PLATFORMS_WITHOUT_PROCESSES = ("emscripten", "wasi", "ios", "tvos", "watchos")
_NEW_PROCESS_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # Windows only
_RESOURCE_ERRNOS = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)
_FLAG_OF_OPTION = {  # the attributes of `sys.flags` for the options that a child gets
    "b": "bytes_warning",
    "d": "debug",
    "O": "optimize",
    "P": "safe_path",  # new in Python 3.11
    "s": "no_user_site",
    "S": "no_site",
    "v": "verbose",
}


class _Executable(Enum):
    """The program that `sys.executable` is."""

    UNKNOWN = "unknown until the first child greets or fails"
    THIS_PYTHON = "this Python"
    OTHER_PROGRAM = "another program"


_executable = _Executable.UNKNOWN
_has_warned = False
_parent_pipe: BinaryIO | None = None  # in a child, the pipe to its parent
_count_progress: Callable[[], int] = lambda: 0  # in a child, see `set_progress_counter`


class ChildError(Exception):
    """A child failed: it ended early, ran out of time, sent an invalid message, or could not be
    started.

    The message is a sentence without its subject: "was ended by the signal SIGKILL". A caller adds
    the subject, such as the name of a strategy.

    Attributes:
        timed_out: Whether the child ran out of time.
        location: The location in the user's code that was running when time ran out, such as
            ", at strategy.py:5"; "" if it is not known. The message ends with it.
        progress: The progress of a child whose strategy was still answering when time ran out, see
            `set_progress_counter`. 0 if the strategy had stopped answering, or if the progress is
            not known.
    """

    timed_out = False
    location = ""
    progress = 0


def can_start_processes() -> bool:
    """Tell whether this process can start another Python, as far as is known."""
    is_frozen = getattr(sys, "frozen", False)  # if so, `sys.executable` is another program
    if sys.platform in _PLATFORMS_WITHOUT_PROCESSES or not sys.executable or is_frozen:
        return False
    # a program that embeds this package would otherwise start itself again and again
    is_child = _CHILD_VARIABLE in os.environ
    return _executable is not _Executable.OTHER_PROGRAM and not is_child


def issue_runtime_warning(message: str) -> None:
    """Issue a RuntimeWarning with this message."""
    import warnings

    warnings.warn(message, RuntimeWarning, stacklevel=2)


@contextmanager
def run_in_child(
    work: Callable[[], Iterable[Any]],
    seconds_left: SecondsLeft = lambda silence: inf,
    hash_seed: str = "",
    warn: Callable[[str], object] = issue_runtime_warning,
) -> Generator[Generator[Any, None, None], None, None]:
    """Run work() in a child, or in this process if no child can be started.

    The child starts when the context begins, and ends when the context ends. So several children
    can run at the same time.

    Args:
        work: A function of this package, or a `partial` of one, that returns an iterable of values
            that JSON can hold.
        seconds_left: Called at least four times a second while the parent waits for a message. Its
            argument is the number of seconds that the parent has waited for this message, or -inf
            before the child starts the work. It returns the seconds that the child may still take.
        hash_seed: The child's PYTHONHASHSEED, or "" to leave it as it is.
        warn: Called with a one-line message if the work runs in this process, although the system
            can start processes. It is called at most once in the life of this process.

    Yields:
        A generator of the values that the work yields.

    Raises:
        StrategyError: From the generator, if the work raises a PerceptronError in a child. At the
            start of the context, if the system cannot start a process, for example because memory
            is short.
        ChildError: From the generator, if the child ends in another way or runs out of time; and
            if `hash_seed` is given, but no child can be started.
        KeyboardInterrupt: On Ctrl-C. If the work runs in a child, the message is the location in
            the user's code that was running, such as ", at strategy.py:5", or "" if it is not
            known.
        Exception: From the generator, any exception of the work, if it runs in this process.
    """
    lines: SimpleQueue[bytes] = SimpleQueue()  # Ctrl-C never leaves it locked
    child = _start_child(hash_seed, lines) if can_start_processes() else None
    try:
        if child is not None and _executable is _Executable.UNKNOWN:
            _wait_for_greeting(child, lines, seconds_left)
        if child is None or _executable is _Executable.OTHER_PROGRAM:
            messages = _run_in_this_process(work, hash_seed, warn)
        else:
            messages = _receive_messages(child, lines, seconds_left)
            # otherwise time ran out before the greeting
            if _executable is _Executable.THIS_PYTHON:
                with suppress(OSError):  # the child has exited already
                    pickle.dump(work, child.stdin)
                    child.stdin.flush()
        with closing(messages):
            yield messages
            if child is not None:
                _wait_for_exit_if_done(child, lines)
    finally:
        if child is not None:
            _kill(child)


def _wait_for_exit_if_done(child: ChildProcess, lines: SimpleQueue[bytes]) -> None:
    """Let a child that has finished its work exit normally, even if "done" is still unread."""
    with suppress(Empty):
        if not child.stdin.closed and _parse_message(lines.get(timeout=_EXIT_TIMEOUT))[0] == "done":
            _wait_for_exit(child)


def _wait_for_exit(child: ChildProcess) -> None:
    """Wait for at most a second, so that the child can flush its files and exit normally."""
    with suppress(TimeoutExpired):
        child.wait(_EXIT_TIMEOUT)


def _kill(child: ChildProcess) -> None:
    """End a child at once.

    The processes that the child has started end, too, if the system has process groups and this
    process is not a child itself.
    """
    with suppress(OSError):  # the child has exited already
        if hasattr(os, "killpg") and _parent_pipe is None:
            os.killpg(child.pid, signal.SIGKILL)
        child.kill()
    child.wait()
    with suppress(OSError):
        child.stdin.close()


def _run_in_this_process(
    work: Callable[[], Iterable[Any]], hash_seed: str, warn: Callable[[str], object]
) -> Generator[Any, None, None]:
    """Run the work in this process and yield its values; send what it prints to standard error.

    Raises:
        ChildError: If a hash seed is given.
    """
    global _has_warned
    platform_has_processes = sys.platform not in _PLATFORMS_WITHOUT_PROCESSES
    program = one_line_text(sys.executable or "this program")
    if hash_seed:
        not_python = f": {program} does not start Python"
        reason = not_python if platform_has_processes else " on this system"
        raise ChildError(f"cannot be started{reason}")
    if platform_has_processes and not _has_warned:
        _has_warned = True
        consequence = "so a strategy runs in this process, where no time limit can stop it"
        warn(f"{program} does not start Python, {consequence}")
    with redirect_stdout(sys.stderr):
        values = iter(work())
    while True:
        with redirect_stdout(sys.stderr):  # but not while the caller uses the value
            try:
                value = next(values)
            except StopIteration:
                return
        yield value


def send_to_parent(message: object, kind: str = "message") -> None:
    """Send a value to the parent at once, or end this process if the pipe to the parent is closed.

    Do nothing if this process is not a child.

    Args:
        message: A value that JSON can hold.
        kind: The kind of the message, see the docstring of this module.
    """
    if _parent_pipe is None:
        return
    line = dumps([kind, message]).encode() + b"\n"
    try:
        _parent_pipe.write(line)
        _parent_pipe.flush()
    except (OSError, ValueError):  # the parent has ended, or the work has closed the pipe
        os._exit(1)


def set_progress_counter(count: Callable[[], int]) -> None:
    """Set the function that counts the progress of the work, in case this process is a child.

    Args:
        count: Called in a thread of its own before the child exits because its input has closed. It
            must return within a second: the number of answers or visits of the strategy so far, or
            0 if the strategy no longer answers.
    """
    global _count_progress
    _count_progress = count


def _interpreter_options() -> list[str]:
    """Return the options that make another Python behave like this one.

    `_environment` replaces -E and -I: see there. The options -i, -q, -R and -u make no difference
    to a child. `subprocess` has a private function that returns such options, but any release of
    Python may change it. This function reads only documented names; `sys._xoptions` is one of them.
    """
    options = ["-B"] * sys.dont_write_bytecode
    for letter, flag in _FLAG_OF_OPTION.items():
        options += [f"-{letter}"] * getattr(sys.flags, flag, 0)
    options += [f"-W{option}" for option in sys.warnoptions]
    # Pythons other than CPython need not have `sys._xoptions`
    for key, value in getattr(sys, "_xoptions", {}).items():
        options.append(f"-X{key}" if value is True else f"-X{key}={value}")
    return options


def _environment(hash_seed: str) -> dict[str, str]:
    """Return the environment variables of a child.

    If the option -E or -I hides Python's variables from this process, the variables are left out.
    The child does not get the option itself, because it would hide PYTHONHASHSEED, too.
    """
    variables = {
        key: value
        for key, value in os.environ.items()
        if not (key.startswith("PYTHON") and sys.flags.ignore_environment)
    }
    return {**variables, "PYTHONHASHSEED": hash_seed} if hash_seed else variables


def _start_child(hash_seed: str, lines: SimpleQueue[bytes]) -> ChildProcess | None:
    """Start a child, and a thread that puts the lines of its output into the queue.

    Returns:
        The child, or None if `sys.executable` cannot be run and no child has greeted yet.

    Raises:
        StrategyError: If the start fails for another reason, such as a lack of memory.
    """
    global _executable
    options = [*_interpreter_options(), "-c", _CHILD_SOURCE]
    try:
        child = Popen(
            [sys.executable, *options, *(path for path in sys.path if isinstance(path, str))],
            stdin=PIPE,
            stdout=PIPE,
            stderr=None if sys.stderr is not None else DEVNULL,
            env={**_environment(hash_seed), _CHILD_VARIABLE: "1"},
            # so Ctrl-C reaches only the parent; a child of a child stays in that child's group
            start_new_session=_parent_pipe is None,
            creationflags=_NEW_PROCESS_GROUP,
        )
    except (OSError, ValueError) as error:
        lacks_resources = getattr(error, "errno", None) in _RESOURCE_ERRNOS
        cannot_run_file = isinstance(error, OSError) and not lacks_resources
        if cannot_run_file and _executable is not _Executable.THIS_PYTHON:
            _executable = _Executable.OTHER_PROGRAM
            return None
        reason = one_line_text(error)
        raise StrategyError(f"the process of a strategy could not be started: {reason}") from None
    _start_thread(_queue_lines, child, lines)
    return child


def _start_thread(function: Callable[..., object], *arguments: object) -> None:
    """Call a function in a daemon thread, which does not keep this process alive."""
    try:
        Thread(target=function, args=arguments, daemon=True).start()
    except RuntimeError:  # a sub-interpreter has no daemon threads; this thread ends with the child
        Thread(target=function, args=arguments).start()


def _queue_lines(child: ChildProcess, lines: SimpleQueue[bytes]) -> None:
    """Put the child's lines into the queue, and an empty line at the end. Runs in a thread."""
    with suppress(OSError, ValueError, MemoryError), child.stdout as stream:
        for line in iter(lambda: stream.readline(_MAX_LINE_BYTES), b""):
            lines.put(line)
            while lines.qsize() * len(line) > _MAX_QUEUED_BYTES and not child.stdin.closed:
                sleep(_READER_PAUSE)
    lines.put(b"")


def _receive_messages(
    child: ChildProcess, lines: SimpleQueue[bytes], seconds_left: SecondsLeft
) -> Generator[Any, None, None]:
    """Yield the child's messages until its work is done.

    Raises:
        StrategyError: If the work raises a PerceptronError.
        ChildError: If the child ends first, sends an invalid message, or runs out of time.
        KeyboardInterrupt: On Ctrl-C; see `run_in_child`.
    """
    waiting_since = inf  # the seconds of silence are -inf until the work starts
    has_started = has_exited = False
    try:
        while True:
            silence = monotonic() - waiting_since
            seconds = seconds_left(silence)
            if seconds <= 0:
                break
            try:
                line = lines.get(timeout=min(seconds, _POLL_INTERVAL))
            except Empty:
                if has_exited:  # a process that the child started holds the pipe open
                    raise ChildError(_describe_exit(child)) from None
                has_exited = child.poll() is not None
                continue
            if not has_started and line[:1] not in (b"", b"["):
                continue  # a module sitecustomize may print before the greeting
            kind, message = _parse_message(line) if line else ("ChildError", _describe_exit(child))
            if kind == "greeting":
                continue
            if kind == "message":
                yield message
            elif kind == "done":
                _wait_for_exit(child)
                return
            elif kind != "start" or has_started:
                _wait_for_exit(child)
                raise (StrategyError if kind == "StrategyError" else ChildError)(message)
            has_started, waiting_since = True, monotonic()
    except KeyboardInterrupt:  # a line may be lost, so no later message is yielded
        location = ""
        with suppress(StrategyError):
            location, _ = _stop_child(child, lines)
        raise KeyboardInterrupt(location) from None
    location, progress = _stop_child(child, lines)
    duration = f"for {silence:.1f} s" if silence > 0 else "before the time was over"
    timeout = ChildError(f"gave no answer {duration}{location}")
    timeout.timed_out, timeout.location, timeout.progress = True, location, progress
    raise timeout


def _wait_for_greeting(
    child: ChildProcess, lines: SimpleQueue[bytes], seconds_left: SecondsLeft
) -> None:
    """Wait for a child's greeting, which shows whether `sys.executable` is this Python.

    This is needed until one child has greeted or failed. If no greeting comes for
    `_GREETING_TIMEOUT`, or if the child ends without one, `sys.executable` is another program, and
    the child is killed. If time runs out first, it stays unknown which program `sys.executable` is.
    """
    global _executable
    deadline, line = monotonic() + _GREETING_TIMEOUT, b"not read yet"
    while line and monotonic() < deadline:
        seconds = seconds_left(-inf)
        if seconds <= 0:
            return
        with suppress(Empty):
            line = lines.get(timeout=min(seconds, _POLL_INTERVAL))
            if _parse_message(line) == ("greeting", _GREETING):
                _executable = _Executable.THIS_PYTHON
                return
    _executable = _Executable.OTHER_PROGRAM
    _kill(child)


def _stop_child(child: ChildProcess, lines: SimpleQueue[bytes]) -> tuple[str, int]:
    """Close a child's input, so that it exits; return the location and the progress of its work.

    Returns:
        The attributes `location` and `progress` of a `ChildError`.

    Raises:
        StrategyError: If the work has just raised it.
    """
    progress = 0
    with suppress(OSError, Empty):  # the child has exited, or runs code outside of Python
        child.stdin.close()
        deadline = monotonic() + _EXIT_TIMEOUT
        while monotonic() < deadline:
            kind, message = _parse_message(lines.get(timeout=_EXIT_TIMEOUT))
            if kind == "progress":
                progress = int(message) if re.fullmatch("[0-9]{1,18}", message) else 0
            elif kind == "StrategyError":
                raise StrategyError(message)
            elif kind != "message":  # it is too late for messages
                return (str(message), progress) if kind == "location" else ("", 0)
    return "", 0


def _parse_message(line: bytes) -> tuple[str, Any]:
    """Return the kind and the message of a line, which a strategy may have forged.

    A line that cannot be parsed counts as an error of the kind "ChildError".
    """
    try:
        kind, message = loads(line.decode())
        return kind, message if kind == "message" else one_line_text(message, _MAX_ERROR_LENGTH)
    except (ValueError, TypeError, RecursionError, MemoryError):
        return "ChildError", (
            "wrote text of its own into the pipe that perceptron_ref uses; expected a strategy "
            "that writes only with print() or to files that it opens itself"
        )


def _describe_exit(child: ChildProcess) -> str:
    """Describe how a child ended if it did not report that its work was done."""
    try:
        status = child.wait(_EXIT_TIMEOUT)
    except TimeoutExpired:
        return (
            "closed its connection to the main process; expected a strategy that closes only files "
            "that it opens itself"
        )
    if status >= 0:
        return (
            f"ended its process with exit status {status}; expected a strategy that does not end "
            "its process"
        )
    names = {member.value: member.name for member in signal.Signals}
    name = names.get(-status, -status)
    if name == "SIGKILL":
        return (
            "was ended by the signal SIGKILL, perhaps because the memory was full; expected a "
            "strategy that uses less memory"
        )
    return f"was ended by the signal {name}; expected a strategy that does not crash Python"


def child_main() -> None:
    """Read the work, run it, and send its values to the parent. Every child runs this function."""
    global _parent_pipe
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    sys.unraisablehook = lambda unraisable: None  # no traceback if a generator ignores close()
    del sys.argv[1:]
    _parent_pipe = os.fdopen(os.dup(1), "wb")
    send_to_parent(_GREETING, "greeting")
    os.environ.pop(_CHILD_VARIABLE, None)
    input_from_parent = os.dup(0)  # closes when the parent ends, or stops this process
    devnull = os.open(os.devnull, os.O_RDWR)
    os.dup2(devnull if sys.stderr is None else 2, 1)
    end_kind, end_message = "done", ""
    try:
        work = pickle.load(sys.stdin.buffer)
        # before the thread starts: on Windows a thread that reads a pipe may block other uses of it
        os.dup2(devnull, 0)
        _start_thread(_exit_when_input_closes, input_from_parent, get_ident())
        send_to_parent(_REPEATED_START_ERROR, "start")
        for message in work():
            send_to_parent(message)
    except PerceptronError as error:
        end_kind, end_message = "StrategyError", str(error)
    except BaseException as error:
        name = "BdbQuit" if is_debugger_exit(error) else type_name(error)
        end_kind, end_message = "ChildError", f"raised {name}{user_code_location(error)}"
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            stream.flush()
    send_to_parent(end_message, end_kind)  # the parent now waits until this process exits


def _exit_when_input_closes(input_from_parent: int, main_thread: int) -> None:
    """Wait until the input closes; then report the progress and the running code, and exit.

    Runs in a thread.

    Args:
        input_from_parent: The file descriptor of the input.
        main_thread: The identifier of the thread that does the work.
    """
    with suppress(OSError):  # the work may have closed the descriptor
        os.read(input_from_parent, 1)
    frames = [*walk_stack(sys._current_frames().get(main_thread))]  # from the innermost outwards
    send_to_parent(str(_count_progress()), "progress")
    # from `child_main` inwards
    send_to_parent(user_code_location(None, frames[-2::-1]), "location")
    os._exit(0)
