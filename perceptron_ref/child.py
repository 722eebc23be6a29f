"""Work in a child process: what hangs, prints, crashes or patches modules there spoils no result.

The child is a new Python. Its work is a function and its arguments, which it reads as a pickle from
its standard input. What it tells and answers are lines of JSON, which run nothing where they are
read, through a pipe of their own: what a strategy prints goes to standard error. The code in the
child may write to that pipe, too, so the reader checks what it hears: see `replay`.

A child ends when its standard input does, so it ends with its parent, however that ends, as soon
as Python runs in it. Where there are no processes, as in WebAssembly, the work is done in this one.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import closing, redirect_stdout, suppress
from json import dumps, loads
from math import inf
from queue import Empty, SimpleQueue
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Thread
from time import monotonic, sleep
from traceback import walk_tb

from .errors import PerceptronError, StrategyError, in_one_line, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Any, BinaryIO

    Tell = Callable[[object], object]
    """What the work is given: a function that tells its parent plain values."""

_START = 20.0  # seconds that Python takes at most to begin; no limit counts them
_LOOK = 0.25  # seconds until a child that is silent is looked at
_AT_ONCE = 1.0  # seconds that an exit takes at most
_BRIEF = 0.01  # seconds until a reader that is far ahead goes on
_MOST_WAITING = 20  # messages that are not heard yet
_LARGEST = 1 << 26  # bytes of a message
_LONGEST_ERROR = 10_000  # characters
_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_PROGRAM = f"import sys; sys.path[:] = sys.argv[1:]; from {__name__} import serve; serve()"
_is_child = False


class NoAnswer(Exception):
    """A child ended without an answer: the text says how, such as "was ended by the signal
    SIGKILL". late: whether its time was up; at: ", at FILE:LINE" where it was then, or "".
    """

    late, at = False, ""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C while a child was at work; the text is the place where it came upon that, or ""."""


def has_processes() -> bool:
    """Tell whether this Python can start another one."""
    is_frozen = getattr(sys, "frozen", False)  # its executable is another program
    return sys.platform not in ("emscripten", "wasi") and bool(sys.executable) and not is_frozen


def done(
    work: Callable[[Tell], Any],
    told: Callable[[Any], object] = lambda message: None,
    **how: Any,
) -> Any:
    """Return work(tell), done in a child, or here if there are no processes; call `told` with each
    message.

    how: the options of `heard`. If `told` returns True the limit begins anew.
    """
    if not has_processes():
        with redirect_stdout(sys.stderr):
            return work(told)
    again: object = None
    with closing(heard(work, **how)) as messages:
        while True:
            try:
                message = messages.send(again)
            except StopIteration as end:
                return end.value
            again = told(message)


def heard(
    work: Callable[[Tell], Any],
    *,
    seconds: float = inf,
    waiting: Callable[[float], object] = lambda silent: None,
    hash_seed: str = "",
) -> Generator[Any, object, Any]:
    """Yield what work(tell) tells in a child, as it comes; return what it returns.

    work: a function of this package, or a `partial` of one; it returns and tells plain values.
    seconds: the limit, which begins anew if True is sent. waiting: called a few times a second with
    the seconds since the last message. hash_seed: of the hashes of texts in the child.
    The child ends with this generator. A PerceptronError of the work is a StrategyError here;
    `NoAnswer` if the child ends otherwise, `Interrupted` on Ctrl-C.
    """
    lines: SimpleQueue[bytes] = SimpleQueue()  # which Ctrl-C never leaves locked
    child = _started(hash_seed)
    try:
        Thread(target=_read, args=(child, lines), daemon=True).start()
        with suppress(OSError):  # it ended as early as that
            pickle.dump(work, child.stdin)
            child.stdin.flush()
        return (yield from _messages(child, lines, seconds, waiting))
    finally:
        _end(child)


def _started(hash_seed: str) -> Any:
    flags = ["-B"] * sys.dont_write_bytecode
    folders = [folder for folder in sys.path if isinstance(folder, str)]
    try:
        return Popen(
            [sys.executable, *flags, "-c", _PROGRAM, *folders],
            stdin=PIPE,
            stdout=PIPE,
            stderr=None if sys.stderr is not None else DEVNULL,
            env={**os.environ, "PYTHONHASHSEED": hash_seed} if hash_seed else None,
            # Ctrl-C is for the parent alone; a child's child is of the child's group
            start_new_session=not _is_child,
        )
    except (OSError, ValueError) as error:
        raise NoAnswer(f"could not be started: {in_one_line(error)}") from None


def _end(child: Any) -> None:
    """End a child, and the processes of its group."""
    with suppress(OSError):
        if hasattr(os, "killpg") and not _is_child:
            os.killpg(child.pid, signal.SIGKILL)
        child.kill()
    child.wait()
    with suppress(OSError):
        child.stdin.close()


def _read(child: Any, lines: SimpleQueue[bytes]) -> None:
    """Pass lines on, in a thread, up to the end, which is an empty one."""
    with suppress(OSError, ValueError, MemoryError), child.stdout as stream:
        for line in iter(lambda: stream.readline(_LARGEST), b""):
            lines.put(line)
            while lines.qsize() > _MOST_WAITING and not child.stdin.closed:
                sleep(_BRIEF)
    lines.put(b"")


def _messages(
    child: Popen[bytes],
    lines: SimpleQueue[bytes],
    seconds: float,
    waiting: Callable[[float], object],
) -> Generator[Any, object, Any]:
    """Yield the child's messages and return its answer, or raise how it ended."""
    last = now = monotonic()
    end = last + _START + seconds
    is_ready = has_ended = False
    try:
        while now < end:
            waiting(now - last)
            line = b""
            try:
                line = lines.get(timeout=min(end - now, _LOOK))
            except Empty:
                now = monotonic()
                if not has_ended:  # a process of its own may hold the pipe open after it
                    has_ended = child.poll() is not None
                    continue
            last = now = monotonic()
            kind, message = _message(line) if line else ("NoAnswer", _end_in_words(child))
            if kind == "answer":
                return message
            if kind in ("StrategyError", "NoAnswer"):
                raise (NoAnswer if kind == "NoAnswer" else StrategyError)(message[:_LONGEST_ERROR])
            if kind == "ready":
                end = min(end, now + seconds)  # the code in the child may say so again
                is_ready = True
            elif (yield message) is True:
                end = now + seconds
    except KeyboardInterrupt:
        place, messages = _last_words(child, lines) if is_ready else ("", [])
        for message in messages:  # one before these may be lost
            yield message
        raise Interrupted(place) from None
    place, messages = _last_words(child, lines)
    for message in messages:  # by `yield from` an answer to it would be sent to the list
        yield message
    late = NoAnswer(f"gave no answer within {seconds:.3g} s")
    late.late, late.at = True, f", at {place}" if place else ""
    raise late


def _last_words(child: Popen[bytes], lines: SimpleQueue[bytes]) -> tuple[str, list[object]]:
    """Interrupt a child; return the place at which that came upon it, or "", and its messages."""
    messages: list[object] = []
    with suppress(OSError, ValueError, Empty):  # it has ended, or there is no such signal
        child.send_signal(signal.SIGINT)
        end = monotonic() + _AT_ONCE
        while monotonic() < end:
            kind, message = _message(lines.get(timeout=_AT_ONCE))
            if kind == "NoAnswer":
                return in_one_line(message).partition(" at ")[2], messages
            if kind == "told":
                messages.append(message)
    return "", messages


def _message(line: bytes) -> tuple[str, Any]:
    """Return what a line says, whoever wrote it."""
    try:
        kind, message = loads(line)
        is_error = kind in ("StrategyError", "NoAnswer") and isinstance(message, str)
        if is_error or kind in ("ready", "answer", "told"):
            return kind, message
    except (ValueError, TypeError, RecursionError, MemoryError):
        pass
    return "NoAnswer", "sent what its parent cannot read"


def _end_in_words(child: Popen[bytes]) -> str:
    """Say how a child ended that says no more."""
    try:
        status = child.wait(_AT_ONCE)
        if status >= 0:
            return f"ended its process with exit status {status}"
        return f"was ended by the signal {signal.Signals(-status).name}"
    except TimeoutExpired:
        return "closed the pipe to its parent"
    except ValueError:
        return f"was ended by the signal {-status}"


def serve() -> None:
    """Do the work that the parent sends, and answer: what runs in a child."""
    global _is_child
    _is_child = True
    signal.signal(signal.SIGINT, signal.default_int_handler)  # only the parent sends it
    del sys.argv[1:]
    pipe, lifeline = os.fdopen(os.dup(1), "wb"), os.dup(0)
    sys.unraisablehook = _unraisable
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing if sys.stderr is None else 2, 1)
    try:
        work = pickle.load(sys.stdin.buffer)
        Thread(target=lambda: (os.read(lifeline, 1), os._exit(1)), daemon=True).start()
        os.dup2(nothing, 0)
        _send(pipe, "ready", None)
        kind, message = "answer", work(lambda told: _send(pipe, "told", told))
    except PerceptronError as error:
        kind, message = "StrategyError", str(error)
    except BaseException as error:  # that of Ctrl-C says where it came
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
        places = [f" at {file}:{line}" for file, line in frames if not file.startswith(_PACKAGE)]
        kind, message = "NoAnswer", f"raised {kind_of(error)}{''.join(places[-1:])}"
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            stream.flush()
    _send(pipe, kind, message)
    os._exit(0)  # whatever the work has left behind has no last words


def _send(pipe: BinaryIO, kind: str, message: object) -> None:
    try:
        pipe.write(dumps([kind, message]).encode() + b"\n")
        pipe.flush()
    except (OSError, ValueError):  # the parent is gone, or the work has closed the pipe
        os._exit(1)


def _unraisable(what: sys.UnraisableHookArgs) -> None:
    """Tell errors that Python cannot raise, but not of a generator that does not end."""
    if "ignored GeneratorExit" not in str(what.exc_value):
        sys.__unraisablehook__(what)
