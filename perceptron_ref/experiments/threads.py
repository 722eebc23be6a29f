"""`--jobs`: threads of which each waits for one child."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import inf
from queue import Empty, SimpleQueue
from threading import Event

from ..child import has_processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence
    from typing import TypeVar

    from ..child import Left

    Task = TypeVar("Task")
    Answer = TypeVar("Answer")

_LOOK = 0.1  # seconds until the threads are looked at


def in_threads(
    function: Callable[[Task, Left], Iterable[Answer]], tasks: Sequence[Task], jobs: int
) -> Generator[Answer | None, None, None]:
    """Yield what function(task, left) yields for each task, in their order, in `jobs` threads.

    Yield None a few times a second while the next one is waited for. left: what `heard` asks; it
    ends a child when this generator is left early. The text of KeyboardInterrupt is that of
    `heard`, for the task that was waited for.
    """
    if not has_processes():  # nor threads
        for task in tasks:
            yield from function(task, lambda silent: inf)
        return
    is_left = Event()

    def left(silent: float) -> float:
        if is_left.is_set():
            raise KeyboardInterrupt
        return inf

    def work(task: Task, answers: SimpleQueue[Answer | None]) -> None:
        try:
            for answer in function(task, left):
                answers.put(answer)
        finally:
            answers.put(None)  # so that the end is noticed at once

    queues: list[SimpleQueue[Answer | None]] = [SimpleQueue() for _ in tasks]
    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(work, *each) for each in zip(tasks, queues)]
        try:
            for future, answers in zip(futures, queues):
                while not (future.done() and answers.empty()):
                    try:
                        yield answers.get(timeout=_LOOK)
                    except Empty:
                        yield None
                future.result()
        except KeyboardInterrupt:
            is_left.set()
            future.result()  # which raises it, with the place where the child stood
            raise
        finally:
            is_left.set()
            for future in futures:
                future.cancel()
