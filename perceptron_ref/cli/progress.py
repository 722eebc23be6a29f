"""Progress of a long command: lines while it lasts, and its end after Ctrl-C or in time."""

from __future__ import annotations

from contextlib import suppress
from math import inf
from time import monotonic

from ..errors import PerceptronError
from ..exact.rationals import exact_text
from ..run import Update
from .terminal import remark
from .text import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from threading import Timer

STOPPED = 3  # the exit status of a command that --max-seconds stopped without an answer


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; its message says where the run stood."""


class Late(PerceptronError):
    """The end of a command by --max-seconds in the middle of a step; the message says where."""

    status = STOPPED


class Progress:
    """A context that takes what a command has done so far, tells it, and stops it in time.

    A line on standard error says it now and then. Ctrl-C becomes `Interrupted`. seconds: after so
    many `on_update` and `reached` raise StopIteration, whatever they are told; None is no limit.
    stopped: whether one of them has. last: the last update.
    """

    pause = 5.0  # seconds between two lines, and until a silent strategy is named
    grace = 1.0  # seconds for a step that is at work when the time is up

    def __init__(self, seconds: float | None = None) -> None:
        self.last: Update | None = None
        self.stopped = False
        self._stage: str | Update = "the start"
        self._is_late = False
        self._begun = monotonic()
        self._seconds = inf if seconds is None else seconds
        self._next = self._begun + self.pause
        self._timer: Timer | None = None

    def __enter__(self) -> Progress:
        if self._seconds < inf:
            from threading import Timer

            self._timer = Timer(self._seconds + self.grace, self._ring)
            self._timer.daemon = True
            with suppress(RuntimeError):  # there are no threads, as in WebAssembly
                self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: object
    ) -> None:
        self.child_has_limit()
        if isinstance(error, KeyboardInterrupt):
            raise self.interrupted(error) from None

    def interrupted(self, error: BaseException) -> Interrupted | Late:
        """Return what Ctrl-C, or the end of the time, becomes: it says where the command stood."""
        where = self._told()
        if not isinstance(self._stage, str):
            where += f", w = ({', '.join(map(exact_text, self._stage.w))})"
        if str(error):
            where += f", in the strategy at {error}"
        if self._is_late:
            return Late(f"--max-seconds {self._seconds:g} ended it at {where}")
        return Interrupted(f"interrupted at {where}")

    def on_update(self, update: Update) -> None:
        """Note an update, and tell it: the `on_update` of `pla` and `pocket`."""
        self.last = self._stage = update
        self.ticks()

    def reached(self, stage: str) -> None:
        """Tell the stage that a computation has reached, such as "7 runs"; StopIteration when the
        time is up.
        """
        self._stage = stage
        self.ticks()

    def ticks(self, update: object = None) -> None:
        """Look at the time: it may be that for a line, or the end."""
        if not self.left():
            self.child_has_limit()
            self.stopped = True
            raise StopIteration
        self._show()

    def begins(self, stage: str) -> None:
        """Tell a step that looks at the time by itself, or may never end: nothing is raised."""
        self._stage = stage
        self._show()

    def waits(self, who: str, silent: float) -> None:
        """Tell which strategy is waited for that has been silent for so many seconds."""
        if silent >= self.pause:
            self._show(f"waiting for strategy {who}")

    def left(self) -> float:
        """Return how many seconds are left, at least 0."""
        return max(0.0, self._begun + self._seconds - monotonic())

    def child_has_limit(self) -> None:
        """Watch no longer over the time, which a child is given as its limit."""
        if self._timer is not None:
            self._timer.cancel()

    def _told(self) -> str:
        if isinstance(self._stage, str):
            return self._stage
        return f"{counted(self._stage.t + 1, 'update')}, {counted(self._stage.visits, 'visit')}"

    def _show(self, stage: str = "") -> None:
        now = monotonic()
        if now >= self._next:
            remark(f"{stage or self._told()}, {now - self._begun:,.0f} s")
            self._next = now + self.pause

    def _ring(self) -> None:
        """End a step that looks at no time, as Ctrl-C would: from another thread."""
        from _thread import interrupt_main

        self._is_late = True
        interrupt_main()
