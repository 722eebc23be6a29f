"""Work in a child process: what hangs, prints, crashes or patches modules there spoils no result.

The child is a new Python. Its work is a generator function and its arguments, which it reads as a
pickle from its standard input. The child sends what the work yields in lines of JSON, which run
nothing where the parent reads them, through a pipe of their own: what a strategy prints goes to
standard error. The code in the child may write to that pipe, too, so the reader checks what it
hears: see `replay`.

A child ends when its standard input does, and tells where it was at work then. So it ends with its
parent, however that ends, as soon as Python runs in it.

Where there are no processes, as in WebAssembly, the work is done in this one. So it is where
`sys.executable` is not this Python, as in a program that embeds Python or is compiled from it: a
child begins with a greeting, and what does not greet is ended. A note says so, because nothing ends
work in this process.
"""

from __future__ import annotations

import errno
import os
import pickle
import signal
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

from .errors import PerceptronError, StrategyError, in_one_line, type_name
from .plugins.blame import is_end_of_debugger, place_of

if TYPE_CHECKING:
    Left = Callable[[float], float]
    """How many seconds are left to a child that was waited for so many: see `run_in_child`."""

_PATIENCE = 30.0  # seconds in which a child must greet
_LOOK = 0.25  # seconds until a child that is silent is looked at
_AT_ONCE = 1.0  # seconds that an exit takes at most
_BRIEF = 0.01  # seconds until a reader that is far ahead goes on
_FAR_AHEAD = 1 << 20  # bytes that are not heard yet
_LONGEST = 1 << 26  # bytes of a line
_LONGEST_ERROR = 10_000  # characters
_PROGRAM = f"import sys; sys.path[:] = sys.argv[1:]; from {__name__} import serve; serve()"
_GREETING = f"{sys.implementation.name} {sys.hexversion:x}"
_SINGLE = (
    "emscripten",
    "wasi",
    "ios",
    "tvos",
    "watchos",
)  # systems where no process starts another
_NO_ROOM = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)  # to start a process
_MARK = "PERCEPTRON_REF_CHILD"  # a variable that a child has until it serves
_FLAGS = {  # of `sys.flags`, by the letter of the option; -P is there from Python 3.11 on
    **{"b": "bytes_warning", "d": "debug", "O": "optimize", "s": "no_user_site", "S": "no_site"},
    **{"v": "verbose", "P": "safe_path"},
}
_starts_python: bool | None = None  # what `sys.executable` does, as the first child has shown
_has_noted = False
_to_parent: BinaryIO | None = None  # in a child


class NoAnswer(Exception):
    """A child ended without an answer: the text says how, such as "was ended by the signal
    SIGKILL". late: whether its time was up.
    """

    late = False


def has_processes() -> bool:
    """Tell whether this Python can start another one, as far as is known."""
    is_frozen = getattr(sys, "frozen", False)  # its executable is another program
    if sys.platform in _SINGLE or not sys.executable or is_frozen or _starts_python is False:
        return False
    return (
        _MARK not in os.environ
    )  # a program that takes no notice of it would start itself for ever


def warn(note: str) -> None:
    import warnings

    warnings.warn(note, RuntimeWarning, stacklevel=2)


@contextmanager
def run_in_child(
    work: Callable[[], Iterable[Any]],
    left: Left = lambda silent: inf,
    hash_seed: str = "",
    note: Callable[[str], object] = warn,
) -> Generator[Generator[Any, None, None], None, None]:
    """Start work() in a child, or here if there are no processes; give what it yields, as it comes.

    The child begins at once, and ends with the context, so several can be at work.

    work: a generator function of this package, or a `partial` of one; it yields plain values.
    left: called a few times a second with the seconds that the child was waited for since it told
    something, negative while it starts; returns how many are left to it. hash_seed: of the hashes
    of texts in it; then `NoAnswer` if there are no processes. note: called with a line, once, where
    the work is done here although other systems would start a process.
    A PerceptronError of the work is a StrategyError here; `NoAnswer` if the child ends otherwise.
    KeyboardInterrupt on Ctrl-C: its text is the place where the child was at work, or "".
    """
    lines: SimpleQueue[bytes] = SimpleQueue()  # which Ctrl-C never leaves locked
    child = _started(hash_seed, lines) if has_processes() else None
    try:
        is_in_time = child is None or _starts_python or _greets(child, lines, left)
        if child is None or _starts_python is False:
            messages = _done_here(work, hash_seed, note)
        else:
            messages = _messages(child, lines, left)
            with suppress(OSError):  # it ended as early as that
                if is_in_time:
                    pickle.dump(work, child.stdin)
                    child.stdin.flush()
        with closing(messages):
            yield messages
            if child is not None:
                _let_end(child, lines)
    finally:
        if child is not None:
            _end(child)


def _let_end(child: Any, lines: SimpleQueue[bytes]) -> None:
    """Wait for the end of a child whose work is done, maybe with a last line still to be read."""
    with suppress(Empty):
        if not child.stdin.closed and _message(lines.get(timeout=_AT_ONCE))[0] == "done":
            _wait(child)


def _wait(child: Any) -> None:
    """Let a child that has told all end as any Python does, within a limit: files are flushed."""
    with suppress(TimeoutExpired):
        child.wait(_AT_ONCE)


def _end(child: Any) -> None:
    with suppress(OSError):  # it has ended
        if hasattr(os, "killpg") and _to_parent is None:
            os.killpg(child.pid, signal.SIGKILL)  # with all that it has started
        child.kill()
    child.wait()
    with suppress(OSError):
        child.stdin.close()


def _done_here(
    work: Callable[[], Iterable[Any]], hash_seed: str, note: Callable[[str], object]
) -> Generator[Any, None, None]:
    """Yield what the work yields in this process; what it prints goes to standard error."""
    global _has_noted
    if hash_seed:
        raise NoAnswer("cannot be asked: this Python has no other process")
    if sys.platform not in _SINGLE and not _has_noted:
        _has_noted = True
        program = in_one_line(sys.executable or "this program")
        note(f"{program} starts no Python, so a strategy runs in this process, and nothing ends it")
    with redirect_stdout(sys.stderr):
        messages = iter(work())
    while True:
        with redirect_stdout(sys.stderr):  # alone while it is at work
            try:
                message = next(messages)
            except StopIteration:
                return
        yield message


def send(message: object, kind: str = "told") -> None:
    """Tell the parent a plain value at once, beside what the work yields, if this is a child."""
    if _to_parent is None:
        return
    try:
        _to_parent.write(dumps([kind, message]).encode() + b"\n")
        _to_parent.flush()
    except (OSError, ValueError):  # the parent is gone, or the work has closed the pipe
        os._exit(1)


def _options_of_python() -> list[str]:
    """Return the options with which another Python behaves as this one does.

    What this reads is documented: `sys.flags`, `sys.warnoptions` and, in spite of its name,
    `sys._xoptions`. A private function of `subprocess` does the same, and may change with any
    Python. -E and -I are left to `_environment`; -i, -q, -R and -u make no difference here.
    """
    options = ["-B"] * sys.dont_write_bytecode
    for letter, flag in _FLAGS.items():
        options += [f"-{letter}"] * getattr(sys.flags, flag, 0)
    options += [f"-W{each}" for each in sys.warnoptions]
    for key, value in getattr(sys, "_xoptions", {}).items():  # some Pythons have none
        options.append(f"-X{key}" if value is True else f"-X{key}={value}")
    return options


def _environment(hash_seed: str) -> dict[str, str]:
    """Return the variables of a child. Where -E or -I hides those of Python from this process, they
    are left out: the same option would hide the seed of hashes, too.
    """
    hidden = [
        key for key in os.environ if key.startswith("PYTHON") and sys.flags.ignore_environment
    ]
    variables = {key: value for key, value in os.environ.items() if key not in hidden}
    return {**variables, "PYTHONHASHSEED": hash_seed} if hash_seed else variables


def _started(hash_seed: str, lines: SimpleQueue[bytes]) -> Any:
    """Start a child, whose lines are put there; return it, or None for no program."""
    global _starts_python
    options = [*_options_of_python(), "-c", _PROGRAM]
    try:
        child = Popen(
            [sys.executable, *options, *(path for path in sys.path if isinstance(path, str))],
            stdin=PIPE,
            stdout=PIPE,
            stderr=None if sys.stderr is not None else DEVNULL,
            env={**_environment(hash_seed), _MARK: "1"},
            # Ctrl-C is for the parent alone; a child's child is of the child's group
            start_new_session=_to_parent is None,
        )
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno not in _NO_ROOM and not _starts_python:
            _starts_python = False
            return None
        why = in_one_line(error)
        raise StrategyError(f"the process of a strategy could not be started: {why}") from None
    _in_a_thread(_read, child, lines)
    return child


def _in_a_thread(function: Callable[..., object], *arguments: object) -> None:
    """Call a function in a thread for which no process waits at its end."""
    try:
        Thread(target=function, args=arguments, daemon=True).start()
    except RuntimeError:  # a sub-interpreter has no such thread; `_read` ends soon after its child
        Thread(target=function, args=arguments).start()


def _read(child: Any, lines: SimpleQueue[bytes]) -> None:
    """Pass lines on, in a thread, up to the end, which is an empty one."""
    with suppress(OSError, ValueError, MemoryError), child.stdout as stream:
        for line in iter(lambda: stream.readline(_LONGEST), b""):
            lines.put(line)
            while lines.qsize() * len(line) > _FAR_AHEAD and not child.stdin.closed:
                sleep(_BRIEF)
    lines.put(b"")


def _messages(child: Any, lines: SimpleQueue[bytes], left: Left) -> Generator[Any, None, None]:
    """Yield the child's messages up to the end of its work, or raise how it ended."""
    waited_from, has_ended = inf, False
    try:
        while True:
            silent = monotonic() - waited_from
            seconds = left(silent)
            if seconds <= 0:
                break
            try:
                line = lines.get(timeout=min(seconds, _LOOK))
            except Empty:
                if has_ended:  # a process of its own may hold the pipe open after it
                    raise NoAnswer(_end_in_words(child)) from None
                has_ended = child.poll() is not None
                continue
            if waited_from == inf and line[:1] not in (b"", b"["):
                continue  # a sitecustomize may print
            kind, message = _message(line) if line else ("NoAnswer", _end_in_words(child))
            if kind == "greeting":
                continue
            if kind == "told":
                yield message
            elif kind == "done":
                _wait(child)
                return
            elif kind != "begun" or waited_from < inf:
                _wait(child)
                raise (StrategyError if kind == "StrategyError" else NoAnswer)(message)
            waited_from = monotonic()
    except KeyboardInterrupt:  # maybe between two lines: what comes next may follow on a lost one
        raise KeyboardInterrupt(_last_words(child, lines)) from None
    place = _last_words(child, lines)
    late = NoAnswer(f"gave no answer{f' for {silent:.1f} s' * (silent > 0)}{place}")
    late.late = True
    raise late


def _greets(child: Any, lines: SimpleQueue[bytes], left: Left) -> bool:
    """Learn from the first child whether `sys.executable` is this Python; end what is not.

    Return whether that was known before the time was up.
    """
    global _starts_python
    end, line = monotonic() + _PATIENCE, b"?"
    while line and monotonic() < end:
        seconds = left(-inf)
        if seconds <= 0:
            return False
        with suppress(Empty):
            line = lines.get(timeout=min(seconds, _LOOK))
            if _message(line) == ("greeting", _GREETING):
                _starts_python = True
                return True
    _starts_python = False
    _end(child)
    return True


def _last_words(child: Any, lines: SimpleQueue[bytes]) -> str:
    """End the input of a child; return where it was at work, or "". What else it tells is late."""
    with suppress(OSError, Empty):  # it has ended, or nothing of Python runs in it
        child.stdin.close()
        end = monotonic() + _AT_ONCE
        while monotonic() < end:
            kind, message = _message(lines.get(timeout=_AT_ONCE))
            if kind != "told":
                return str(message) if kind == "place" else ""
    return ""


def _message(line: bytes) -> tuple[str, Any]:
    """Return the kind and the message of a line, which code in the child may have written, too."""
    try:
        kind, message = loads(line.decode())
        return kind, message if kind == "told" else in_one_line(message, _LONGEST_ERROR)
    except (ValueError, TypeError, RecursionError, MemoryError):
        return "NoAnswer", "sent what its parent cannot read"


def _end_in_words(child: Any) -> str:
    """Say how a child ended that says no more."""
    try:
        status = child.wait(_AT_ONCE)
    except TimeoutExpired:
        return "closed the pipe to its parent"
    if status >= 0:
        return f"ended its process with exit status {status}"
    names = {number.value: number.name for number in signal.Signals}
    return f"was ended by the signal {names.get(-status, -status)}"


def serve() -> None:
    """Do the work that the parent sends, and tell what it yields: what runs in a child."""
    global _to_parent
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent has heard it, too
    sys.unraisablehook = lambda what: None  # such as a generator that does not end
    del sys.argv[1:]
    _to_parent = os.fdopen(os.dup(1), "wb")
    send(_GREETING, "greeting")
    os.environ.pop(_MARK, None)
    lifeline, nothing = os.dup(0), os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing if sys.stderr is None else 2, 1)
    kind, message = "done", ""
    try:
        work = pickle.load(sys.stdin.buffer)
        _in_a_thread(_watch, lifeline, get_ident())
        os.dup2(nothing, 0)
        send("began twice", "begun")  # the words are for code that tells it once more
        for told in work():
            send(told)
    except PerceptronError as error:
        kind, message = "StrategyError", str(error)
    except BaseException as error:
        name = "BdbQuit" if is_end_of_debugger(error) else type_name(error)
        kind, message = "NoAnswer", f"raised {name}{place_of(error)}"
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            stream.flush()
    send(message, kind)  # then this Python ends as any other, as long as the parent waits for that


def _watch(lifeline: int, thread: int) -> None:
    """End this process when its input ends; tell at which place outside of this package it was."""
    with suppress(OSError):  # the work may have changed how it is read
        os.read(lifeline, 1)
    frames = [*walk_stack(sys._current_frames().get(thread))]
    send(place_of(None, frames[-2::-1]), "place")  # but for what called `serve`
    os._exit(0)
