"""Work in a child process: what hangs, prints, crashes or patches modules there spoils no result.

The child is a new Python. Its work is a function and its arguments, which it reads as a pickle from
its standard input. What it tells and answers are lines of JSON, which run nothing where they are
read, through a pipe of their own: what a strategy prints goes to standard error. The code in the
child may write to that pipe, too, so the reader checks what it hears: see `replay`.

A child ends when its standard input does, so it ends with its parent, however that ends. Where
there are no processes, as in WebAssembly, the work is done in this one.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import contextmanager, redirect_stdout, suppress
from json import dumps, loads
from queue import Empty, Queue
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Thread, current_thread, main_thread
from time import monotonic
from traceback import walk_tb

from .errors import DataError, PerceptronError, StrategyError, in_one_line, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, BinaryIO

    Tell = Callable[[object], object]
    """What the work is given: a function that tells its parent plain values."""
    Children = set[Popen[bytes]]

_START = 20.0  # seconds that Python takes at most to begin; no limit counts them
_LOOK = 0.25  # seconds until a child that is silent is looked at
_AT_ONCE = 1.0  # seconds that an exit takes at most
_MOST_WAITING = 100  # messages that are not read yet
_LARGEST = 1 << 28  # bytes of a message
_LONGEST_ERROR = 10_000  # characters
_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_PROGRAM = f"import sys; sys.path[:] = sys.argv[1:]; from {__name__} import serve; serve()"
_WITHOUT = ("emscripten", "wasi")
_is_child = False


class NoAnswer(Exception):
    """A child ended without an answer: the text says how, such as "was ended by the signal
    SIGKILL". late: whether its time was up; place: FILE:LINE at that time, or "".
    """

    late, place = False, ""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C while a child was at work; the text is the place where it came upon that, or ""."""


_ERRORS = {"DataError": DataError, "StrategyError": StrategyError, "NoAnswer": NoAnswer}


def has_processes() -> bool:
    """Tell whether this Python can start another one."""
    is_frozen = getattr(sys, "frozen", False)  # its executable is another program
    return sys.platform not in _WITHOUT and bool(sys.executable) and not is_frozen


def done(
    work: Callable[[Tell], Any],
    told: Callable[[Any], object] = lambda message: None,
    *,
    seconds: float | None = None,
    waiting: Callable[[float], object] = lambda silent: None,
    hash_seed: str = "",
    alive: Children | None = None,
) -> Any:
    """Return work(tell), done in a child.

    work: a function of this package, or a `partial` of one; it returns and tells plain values.
    told: called with each message; if it returns True the limit begins anew. seconds: the limit.
    waiting: called a few times a second with the seconds since the last message. hash_seed: of the
    hashes of texts in the child. alive: holds the child while it is at work.
    What these functions raise ends the child. A PerceptronError of the work is raised here, and
    `NoAnswer` if the child ends otherwise.
    """
    if not has_processes():
        with redirect_stdout(sys.stderr):
            return work(told)
    alive = set() if alive is None else alive
    with signals_raised():
        lines: Queue[Any] = Queue(_MOST_WAITING)
        child = _started(hash_seed)
        alive.add(child)
        try:
            Thread(target=_read, args=(child.stdout, lines), daemon=True).start()
            with suppress(OSError):  # it ended as early as that
                pickle.dump(work, child.stdin)
                child.stdin.flush()
            return _answer(child, lines, told, seconds, waiting)
        except KeyboardInterrupt:
            raise Interrupted(_place_of(child, lines, told)) from None
        finally:
            ended(child)
            alive.discard(child)
            with suppress(Empty):  # let the thread end
                for _ in range(_MOST_WAITING + 2):
                    lines.get_nowait()


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


def _read(stream: BinaryIO, lines: Queue[Any]) -> None:
    """Pass lines on, in a thread, up to the end, which is an empty one."""
    with stream:
        for line in iter(lambda: stream.readline(_LARGEST), b""):
            lines.put(line)
    lines.put(b"")


def _answer(
    child: Popen[bytes],
    lines: Queue[Any],
    told: Callable[[Any], object],
    seconds: float | None,
    waiting: Callable[[float], object],
) -> Any:
    """Hear the child until it answers, or raise how it ended."""
    heard = monotonic()
    begun = heard + _START
    while True:
        left = _LOOK if seconds is None else begun + seconds - monotonic()
        if left <= 0:
            late = NoAnswer(f"gave no answer within {seconds:.3g} s")
            late.late, late.place = True, _place_of(child, lines, told)
            raise late
        try:
            line = lines.get(timeout=min(left, _LOOK))
        except Empty:
            waiting(monotonic() - heard)
            continue
        heard = monotonic()
        kind, message = _message(line) if line else ("NoAnswer", _end_in_words(child))
        if kind == "answer":
            return message
        if kind in _ERRORS:
            raise _ERRORS[kind](message[:_LONGEST_ERROR])
        if kind == "ready":
            begun = min(begun, heard)  # the code in the child may say so again
        elif told(message) is True:
            begun = heard


def _message(line: bytes) -> tuple[str, Any]:
    """Return what a line says, whoever wrote it."""
    try:
        kind, message = loads(line)
        if kind in ("ready", "answer", "told") or (kind in _ERRORS and isinstance(message, str)):
            return kind, message
    except (ValueError, TypeError, RecursionError):
        pass
    return "NoAnswer", "sent what its parent cannot read"


def _place_of(child: Popen[bytes], lines: Queue[Any], told: Callable[[Any], object]) -> str:
    """Interrupt a child, and return the place at which that came upon it, or ""."""
    with suppress(Exception):  # it is about to be ended
        child.send_signal(signal.SIGINT)
        end = monotonic() + _AT_ONCE
        while monotonic() < end:
            kind, message = _message(lines.get(timeout=_AT_ONCE))
            if kind == "NoAnswer":
                return in_one_line(message).partition(" at ")[2]
            if kind == "told":
                told(message)
    return ""


def _end_in_words(child: Popen[bytes]) -> str:
    """Say how a child ended that says no more."""
    try:
        status = child.wait(_AT_ONCE)
    except TimeoutExpired:
        return "closed the pipe to its parent"
    if status >= 0:
        return f"ended its process with exit status {status}"
    names = {number.value: number.name for number in signal.Signals}
    return f"was ended by the signal {names.get(-status, -status)}"


def ended(child: Any) -> None:
    """End a child, and the processes of its group."""
    with suppress(OSError):
        if hasattr(os, "killpg") and not _is_child:
            os.killpg(child.pid, signal.SIGKILL)
        child.kill()
    child.wait()
    with suppress(OSError):
        child.stdin.close()


@contextmanager
def signals_raised() -> Iterator[None]:
    """Let a signal that ends this process raise SystemExit, so that children are ended."""

    def end(number: int, frame: object) -> None:
        raise SystemExit(128 + number)  # as shells tell it

    before = {}
    if current_thread() is main_thread():
        for name in {"SIGTERM", "SIGHUP"} & {*dir(signal)}:
            if signal.getsignal(getattr(signal, name)) == signal.SIG_DFL:
                before[name] = signal.signal(getattr(signal, name), end)
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


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
        kind, message = kind_of(error), str(error)
    except BaseException as error:  # that of Ctrl-C says where it came
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        kind, message = "NoAnswer", f"raised {kind_of(error)}{_place_in(error)}"
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


def _place_in(error: BaseException) -> str:
    """Return " at FILE:LINE", the last line on the way to an error that is not of this package."""
    frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    places = [f"{file}:{line}" for file, line in frames if not file.startswith(_PACKAGE)]
    return f" at {places[-1]}" if places else ""
