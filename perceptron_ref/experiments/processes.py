"""Work in processes of its own, with a deadline: none disturbs another, hides its end, or is left.

Work and tasks go to a process as pickles; what it sends is plain values. A process begins as a copy
of this one where the system knows that (fork), else afresh (spawn); where there are no processes,
as in WebAssembly, the work is done in this one.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from functools import partial
from threading import current_thread, main_thread
from time import monotonic, sleep
from types import ModuleType

from ..errors import DataError, OutOfTime, PerceptronError, StrategyError
from .child import Setup, answer_in_child, left
from .message import (
    ANSWER,
    ERROR,
    INTERRUPTED,
    PRINTED,
    STAGE,
    STOPPING,
    TOLD,
    unpacked,
)
from .undisturbed import undisturbed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from contextlib import AbstractContextManager
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
    from typing import Any, NoReturn, TypeVar

    from .child import Tell

    Task = TypeVar("Task")
    Answer = TypeVar("Answer")

GRACE = 1.0  # seconds beyond its limit after which a child is killed; half of it in a child's child
LAST_WORDS = 10.0  # seconds for a child that has heard that its time is up, and ends by itself
_LOOK = 0.25  # seconds until a child is looked at that has not spoken
_AT_ONCE = 0.2  # seconds that it takes to end when it is told to
_TICK = 0.002  # seconds
_LARGEST = 1 << 30  # bytes of a message
_LONGEST_ERROR = 10_000  # characters
_WITHOUT = ("emscripten", "wasi")


def start_method() -> str | None:
    """Return how processes are started here: "fork", "spawn", or None where there are none."""
    if sys.platform in _WITHOUT:
        return None
    return "fork" if hasattr(os, "fork") else "spawn"


def in_a_process(
    work: Callable[[Tell], Answer],
    ended: Callable[[End], Answer],
    *,
    told: Callable[[Any], object] = lambda message: None,
    seconds: float | None = None,
    prints: bool = False,
) -> Answer:
    """Return work(tell), done in one process; see `in_processes`."""
    answers = in_processes(
        partial(_without_task, work),
        [None],
        1,
        lambda task, how: ended(how),
        told=lambda task, message: told(message),
        seconds=seconds,
        prints=prints,
    )
    try:
        return next(answers)
    finally:
        answers.close()


def _without_task(work: Callable[[Tell], Answer], task: None, tell: Tell) -> Answer:
    return work(tell)


def _raise(task: object, error: PerceptronError) -> NoReturn:
    raise error


def in_processes(
    work: Callable[[Task, Tell], Answer],
    tasks: Sequence[Task],
    jobs: int,
    ended: Callable[[Task, End], Answer],
    *,
    failed: Callable[[Task, PerceptronError], Answer] = _raise,
    told: Callable[[Task, Any], object] = lambda task, message: None,
    waiting: Callable[[], object] = lambda: None,
    seconds: float | None = None,
    prints: bool = False,
) -> Generator[Answer, None, None]:
    """Yield work(task, tell) for each task, in their order, from at most `jobs` processes at a
    time.

    ended: called with the task and, in words, how its process ended without an answer; it returns
        one, or raises. failed: the same for a task that raised an error of ours.
    told: called with the task and each message that the work tells; if it returns True the limit
        begins anew. Answers and messages are what JSON has; code that is not ours may have sent
        them, so whoever takes them looks at them.
    waiting: called a few times a second; what it raises ends the processes.
    seconds: the limit of a task, or None; `GRACE` later its process is killed.
    prints: whether the work prints the result; otherwise what it prints goes to standard error.

    When the generator is closed early, as after Ctrl-C, the processes that are left are ended.
    """
    if start_method() is None:
        yield from _in_this_process(work, tasks, told, prints)
        return
    with _Crew(work, tasks, ended, failed, told, seconds, prints) as crew:
        for due in range(len(tasks)):
            while due not in crew.answers:
                crew.go_on(jobs)
                waiting()
            yield crew.answers.pop(due)


def _in_this_process(
    work: Callable[[Task, Tell], Answer],
    tasks: Sequence[Task],
    told: Callable[[Task, Any], object],
    prints: bool,
) -> Iterator[Answer]:
    for task in tasks:
        with redirect_stdout(sys.stdout if prints else sys.stderr):
            answer = work(task, partial(told, task))
        yield answer


class _Crew:
    """The processes at work on some tasks, and the answers that have come, by number."""

    def __init__(
        self,
        work: Callable[[Any, Tell], object],
        tasks: Sequence[Any],
        ended: Callable[[Any, End], Any],
        failed: Callable[[Any, PerceptronError], Any],
        told: Callable[[Any, Any], object],
        seconds: float | None,
        prints: bool,
    ) -> None:
        self._work, self._tasks, self._told = work, tasks, told
        self._ended, self._failed = ended, failed
        self._seconds, self._prints = seconds, prints
        self._todo = deque(range(len(tasks)))
        self._at_work: dict[int, _Child] = {}
        self.answers: dict[int, Any] = {}

    def __enter__(self) -> _Crew:
        self._handlers = _end_children_on_signals()
        return self

    def __exit__(self, *raised: object) -> None:
        with undisturbed():
            for child in self._at_work.values():
                child.end()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def go_on(self, jobs: int) -> None:
        """Start as many processes as there may be, wait until one is heard of, and hear it.

        Ctrl-C is handed on: for a moment they may say where they stood, or end with an answer.
        """
        try:
            while self._todo and len(self._at_work) < jobs:
                self._start(self._todo.popleft())
            self._hear()
        except KeyboardInterrupt as error:
            self._hand_on(error)

    def _start(self, number: int) -> None:
        work = partial(self._work, self._tasks[number])
        with undisturbed():
            self._at_work[number] = _Child(work, self._limit(), self._prints)

    def _limit(self) -> float | None:
        """Return the limit of a process: never more than what this one has left."""
        limits = [limit for limit in (self._seconds, left()) if limit is not None]
        return max(0.0, min(limits)) if limits else None

    def _hear(self, interrupted: bool = False) -> None:
        from multiprocessing.connection import wait

        children = self._at_work.values()
        wait([child.reader for child in children], min(child.patience for child in children))
        for number, child in list(self._at_work.items()):
            try:
                if not child.heard(partial(self._told, self._tasks[number]), interrupted):
                    continue
                self.answers[number] = child.answer
            except _Ended as end:
                if not interrupted:
                    self.answers[number] = self._ended(self._tasks[number], end.how)
            except _Failed as failure:
                self.answers[number] = self._failed(self._tasks[number], failure.error)
            child.end()
            del self._at_work[number]

    def _hand_on(self, error: KeyboardInterrupt) -> None:
        before = len(self.answers)
        children = list(self._at_work.values())
        for child in children:
            child.interrupt()
        end = monotonic() + _grace()
        with suppress(PerceptronError):
            while self._at_work and monotonic() < end:
                self._hear(interrupted=True)
        if not (self._prints and len(self.answers) > before):  # else it has told all there is
            error.place = next(  # type: ignore[attr-defined]
                (child.place for child in children if child.place), ""
            )
            raise error


class _Child:
    """A process at work, as its parent sees it.

    answer: what it answered. place: where in a strategy Ctrl-C came upon it.
    """

    def __init__(self, work: Callable[[Tell], object], seconds: float | None, prints: bool) -> None:
        from multiprocessing import get_context

        method = start_method()
        context: Any = get_context(method)
        copied = method == "fork"
        lifeline = os.pipe() if copied else ()
        setup = Setup(seconds, lifeline, sys.stdin if copied else None, prints)
        self.answer: Any = None
        self.place = self._stage = ""
        self._seconds, self._pid, self._has_group = seconds, os.getpid(), setup.has_group
        self._prints = prints
        self._may_ask = True  # for some seconds more
        self.reader: Connection
        self.reader, writer = context.Pipe(duplex=False)
        self._process: BaseProcess = context.Process(
            target=answer_in_child, args=(work, writer, setup)
        )
        _started(self._process)
        _alive.append(self)
        writer.close()  # so that the reader ends when the process does
        for end in lifeline[:1]:
            os.close(end)
        self._lifeline = lifeline[1:]
        self._begin()

    def _begin(self) -> None:
        self._end = None if self._seconds is None else monotonic() + self._seconds + _grace()

    @property
    def patience(self) -> float:
        """How many seconds may pass until it is looked at."""
        return _LOOK if self._end is None else max(0.0, min(_LOOK, self._end - monotonic()))

    def heard(self, told: Callable[[Any], object], interrupted: bool = False) -> bool:
        """Receive a message, if one has come; tell whether it is the answer.

        _Ended if there will be none.
        """
        if not self.reader.poll():
            self._check_time()
            if self._process.exitcode is None:
                return False
            if not self.reader.poll():  # nor has it at its end
                raise self._ended(self._end_in_words())
        kind, message = self._received()
        if kind == ANSWER:
            self.answer = message
            return True
        if kind == ERROR:
            name, text = message
            error = DataError if name == "DataError" else StrategyError
            raise _Failed(error(text[:_LONGEST_ERROR]))
        if kind == INTERRUPTED:
            self.place = message
            if not interrupted:
                sleep(_AT_ONCE)  # Ctrl-C comes to all processes: is it that?
            raise self._ended(f"raised KeyboardInterrupt{message and f' at {message}'}")
        self._take(kind, message, told)
        self._check_time()  # else it could go on by telling without end
        return False

    def _take(self, kind: int, message: Any, told: Callable[[Any], object]) -> None:
        if kind == TOLD:
            if told(message) is True:
                self._begin()
        elif kind == PRINTED:
            name, text = message
            stream = sys.stdout if self._prints and name == "stdout" else sys.stderr
            stream.write(text)
        elif kind == STAGE:
            self._stage = message
        elif kind == STOPPING and self._end is not None and self._may_ask:
            self._end = max(self._end, monotonic() + LAST_WORDS)
            self._may_ask = False

    def _check_time(self) -> None:
        if self._end is not None and monotonic() > self._end:
            raise self._late()

    def _late(self) -> _Ended:
        how = f"took longer than {self._seconds:.3g} s, and its process was ended"
        return self._ended(how, late=True)

    def _received(self) -> tuple[int, Any]:
        try:
            with self._limit():
                kind, message = unpacked(self.reader.recv_bytes(_LARGEST))
        except (EOFError, OSError):
            self._wait_for_end()
            raise self._ended(self._end_in_words()) from None
        except OutOfTime:
            raise self._late() from None
        except Exception:  # whatever was written into the pipe
            raise self._ended("sent what its parent cannot read") from None
        return kind, message

    def _limit(self) -> AbstractContextManager[object]:
        """Return a limit on a message that a strategy has written itself, which may have no end."""
        if self._end is None:
            return nullcontext()
        from ..testing.time_limit import time_limit

        return time_limit(max(_AT_ONCE, self._end - monotonic()))

    def _ended(self, how: str, late: bool = False) -> _Ended:
        return _Ended(f"{how}, after {self._stage}" if self._stage else how, late)

    def _end_in_words(self) -> str:
        status = self._process.exitcode
        if status is None:
            return "closed the pipe to its parent"
        if status >= 0:
            return f"ended its process with exit status {status}"
        try:
            return f"was ended by the signal {signal.Signals(-status).name}"
        except ValueError:
            return f"was ended by the signal {-status}"

    def _wait_for_end(self) -> None:
        """Wait for a moment. `join` would wait for ever if the process had closed its pipes."""
        end = monotonic() + _AT_ONCE
        while self._process.exitcode is None and monotonic() < end:
            sleep(_TICK)

    def interrupt(self) -> None:
        """Hand Ctrl-C on."""
        if os.name == "posix" and self._process.exitcode is None:
            os.kill(self._process.pid or 0, signal.SIGINT)

    def end(self) -> None:
        """End the process, and those of its group; it is told first, as it may have children."""
        if self._pid != os.getpid():  # this is another child of its parent
            return
        self._process.terminate()
        self._wait_for_end()
        if self._has_group:
            with suppress(OSError):
                os.killpg(self._process.pid or 0, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self.reader.close()
        lifeline, self._lifeline = self._lifeline, ()
        for end in lifeline:
            os.close(end)
        if self in _alive:
            _alive.remove(self)


class End(str):
    """How a process ended without an answer, in words. late: whether its time was up."""

    late = False


class _Failed(Exception):
    """The work of a process raised an error of ours."""

    def __init__(self, error: PerceptronError) -> None:
        self.error = error


class _Ended(Exception):
    """A process ended, or was ended, without an answer."""

    def __init__(self, how: str, late: bool = False) -> None:
        self.how = End(how)
        self.how.late = late


_alive: list[_Child] = []


def _grace() -> float:
    return GRACE if left() is None else GRACE / 2


def _started(process: BaseProcess) -> None:
    """Start a process that may go on to read this one's standard input: it would be closed."""
    stdin, sys.stdin = sys.stdin, None
    try:
        with without_main():
            process.start()
    finally:
        sys.stdin = stdin


@contextmanager
def without_main() -> Iterator[None]:
    """Let `multiprocessing` see an empty main module, where processes do not begin as copies.

    Else each of them would run the user's script once more, which starts processes itself: hence
    the `if __name__ == "__main__"` that scripts need elsewhere. Our work needs nothing of it.
    """
    if start_method() == "fork":
        yield
        return
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _end_children_on_signals() -> dict[int, Any]:
    """Set handlers by which a signal that ends this process ends its children first; return those
    before.

    Those of others are left alone, as are ignored signals.
    """
    before: dict[int, Any] = {}
    if current_thread() is main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                before[number] = signal.signal(number, _end_children_and_this)
    return before


def _end_children_and_this(number: int, frame: object) -> None:
    for child in list(_alive):
        child.end()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
