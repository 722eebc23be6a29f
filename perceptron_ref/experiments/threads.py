"""`--jobs`: threads of which each waits for one child."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from math import inf
from threading import Event

from ..child import has_processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import TypeVar

    from ..child import Left

    Task = TypeVar("Task")
    Answer = TypeVar("Answer")

_LOOK = 0.1  # seconds until the threads are looked at


def in_threads(
    function: Callable[[Task, Left], Answer],
    tasks: Sequence[Task],
    jobs: int,
) -> Generator[Answer | None, None, None]:
    """Yield function(task, left) for each task, in their order, in at most `jobs` threads.

    Yield None a few times a second while they are waited for. left: what `heard` asks; it ends a
    child when this generator is left early. The text of KeyboardInterrupt is that of `heard`, for
    the task that was waited for.
    """
    is_left = Event()

    def left(silent: float) -> float:
        if is_left.is_set():
            raise KeyboardInterrupt
        return inf

    if not has_processes():  # nor threads
        yield from (function(task, left) for task in tasks)
        return
    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(function, task, left) for task in tasks]
        try:
            for future in futures:
                while not wait([future], _LOOK).done:
                    yield None
                yield future.result()
        except KeyboardInterrupt:
            is_left.set()
            future.result()  # which raises it, with the place where the child stood
            raise
        finally:
            is_left.set()
            for future in futures:
                future.cancel()
