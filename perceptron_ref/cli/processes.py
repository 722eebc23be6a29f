"""Tasks spread over processes, a process for each: none disturbs another, and one that ends its
process is told.
"""

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
    """Yield work(task) for each task, in their order, from at most so many processes at a time.

    ended: called with the task and the exit status of a process that ended without an answer;
    returns one, or raises. What goes from process to process is pickled. Closed early, as after
    Ctrl-C, it ends the processes that are left.
    """
    from multiprocessing.connection import wait

    todo = deque(enumerate(tasks))
    at_work: dict[Any, tuple[int, Process]] = {}
    answers: dict[int, Answer] = {}
    try:
        for number in range(len(tasks)):
            while number not in answers:
                while todo and len(at_work) < jobs:
                    its_number, task = todo.popleft()
                    reader, process = _started(work, task)
                    at_work[reader] = its_number, process
                for ready in wait(list(at_work)):
                    its_number, process = at_work[ready]
                    answers[its_number] = _answer(ready, process, tasks[its_number], ended)
                    del at_work[ready]
            yield answers.pop(number)
    finally:
        for _, process in at_work.values():
            process.kill()
            process.join()


def _started(work: Callable[[Task], Answer], task: Task) -> tuple[Connection, Process]:
    from multiprocessing import Pipe, Process

    reader, writer = Pipe(duplex=False)
    process = Process(target=_answer_in_process, args=(work, task, writer), daemon=True)
    process.start()
    writer.close()  # so that the reader comes to an end where the process does
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


def _answer_in_process(work: Callable[[Task], Answer], task: Task, writer: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    answer: tuple[bool, Answer | PerceptronError]
    try:
        answer = True, work(task)
    except PerceptronError as error:
        answer = False, error
    if sys.stderr is not None:
        sys.stderr.flush()
    writer.send(answer)
