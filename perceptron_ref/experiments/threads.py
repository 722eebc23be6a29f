"""`--jobs`: threads of which each waits for one child."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait

from .. import child

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import TypeVar

    from ..child import Children

    Task = TypeVar("Task")
    Answer = TypeVar("Answer")

_LOOK = 0.1  # seconds until the threads are looked at


def in_threads(
    function: Callable[[Task, Children], Answer],
    tasks: Sequence[Task],
    jobs: int,
    waiting: Callable[[], object] = lambda: None,
) -> Generator[Answer, None, None]:
    """Yield function(task, alive) for each task, in their order, in at most `jobs` threads.

    The function waits for a child, which it notes in `alive`: see `done`. waiting: called a few
    times a second in this thread. Where this generator is left early, all children are ended.
    """
    alive: Children = set()
    if not child.has_processes():
        yield from (function(task, alive) for task in tasks)
        return
    with child.signals_raised(), ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(function, task, alive) for task in tasks]
        try:
            for future in futures:
                while not wait([future], _LOOK).done:
                    waiting()
                yield future.result()
        finally:
            for future in futures:
                future.cancel()
            while not all(future.done() for future in futures):  # one may be about to start a child
                for each in list(alive):
                    child.ended(each)
                wait(futures, _LOOK / 4)
