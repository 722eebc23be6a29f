"""Tasks spread over processes, one for each, so that none disturbs another or ends it."""

from __future__ import annotations

import signal
import sys
from collections import deque

from ..errors import PerceptronError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from multiprocessing import Process
    from multiprocessing.connection import Connection
    from typing import Any, TypeVar

    Task = TypeVar("Task")
    Answer = TypeVar("Answer")


def in_processes(
    work: Callable[[Task], Answer],
    tasks: Sequence[Task],
    jobs: int,
    ended: Callable[[Task, int | None], Answer],
) -> Generator[Answer, None, None]:
    """Yield work(task) for each task, in their order, from at most `jobs` processes at a time.

    ended: called with the task and the exit status of a process that ended without an answer; it
        returns one, or raises.

    What goes from process to process is pickled. When the generator is closed early, as after
    Ctrl-C, it ends the processes that are left.
    """
    from multiprocessing.connection import wait

    todo = deque(enumerate(tasks))
    at_work: dict[Any, tuple[int, Process]] = {}
    answers: dict[int, Answer] = {}
    try:
        for due in range(len(tasks)):
            while due not in answers:
                while todo and len(at_work) < jobs:
                    number, task = todo.popleft()
                    reader, process = _started(work, task)
                    at_work[reader] = number, process
                for ready in wait(list(at_work)):
                    number, process = at_work[ready]
                    answers[number] = _answer(ready, process, tasks[number], ended)
                    del at_work[ready]
            yield answers.pop(due)
    finally:
        for _, process in at_work.values():
            process.kill()
            process.join()


def _started(work: Callable[[Task], Answer], task: Task) -> tuple[Connection, Process]:
    from multiprocessing import Pipe, Process

    reader, writer = Pipe(duplex=False)
    process = Process(target=answer_in_process, args=(work, task, writer), daemon=True)
    process.start()
    writer.close()  # so that the reader ends when the process does
    return reader, process


def _answer(
    reader: Any, process: Process, task: Task, ended: Callable[[Task, int | None], Answer]
) -> Answer:
    try:
        fine, answer = reader.recv()
    except (EOFError, OSError):
        process.join()
        return ended(task, process.exitcode)
    finally:
        reader.close()
    process.kill()  # whatever threads it may have left behind
    process.join()
    if not fine:
        raise answer
    return answer  # type: ignore[no-any-return]


def answer_in_process(work: Callable[[Task], Answer], task: Task, writer: Connection) -> None:
    """Send (True, work(task)) through the pipe, or (False, a PerceptronError that it raised)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    answer: tuple[bool, Answer | PerceptronError]
    try:
        answer = True, work(task)
    except PerceptronError as error:
        answer = False, error
    if sys.stderr is not None:
        sys.stderr.flush()
    writer.send(answer)
