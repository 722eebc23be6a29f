"""`--jobs`: threads of which each waits for one child."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event

from ..child import has_processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import TypeVar

    Task = TypeVar("Task")
    Answer = TypeVar("Answer")
    Waiting = Callable[[float], object]
    """What a thread gives to `heard`: it ends the child when the others are to end."""

_LOOK = 0.1  # seconds until the threads are looked at


class _Left(Exception):
    """The end of a thread whose answer nobody waits for."""


def in_threads(
    function: Callable[[Task, Waiting], Answer],
    tasks: Sequence[Task],
    jobs: int,
) -> Generator[Answer | None, None, None]:
    """Yield function(task, waiting) for each task, in their order, in at most `jobs` threads.

    Yield None a few times a second while they are waited for. Where this generator is left early,
    all children are ended.
    """
    left = Event()

    def goes_on(silent: float) -> None:
        if left.is_set():
            raise _Left

    if not has_processes():  # nor threads
        yield from (function(task, goes_on) for task in tasks)
        return
    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(function, task, goes_on) for task in tasks]
        try:
            for future in futures:
                while not wait([future], _LOOK).done:
                    yield None
                yield future.result()
        finally:
            left.set()
            for future in futures:
                future.cancel()
