"""Progress of a long command: lines while it lasts, and its end after Ctrl-C or in time."""

from __future__ import annotations

import sys
from contextlib import suppress
from math import inf
from time import monotonic

from ..errors import PerceptronError
from ..exact.rationals import exact_text
from .terminal import mutter, remark
from .text import counted, escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from threading import Timer

    from ..run import Update


STOPPED = 3  # the exit status of a command that --max-seconds stopped without an answer


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; its message says where the run stood."""


class Late(PerceptronError):
    """The end of a command by --max-seconds in the middle of a step; the message says where."""

    status = STOPPED


class Progress:
    """A context that takes what a command has done so far, tells it, and stops it in time.

    On a terminal a line says it, written over the one before, and the last is wiped away at the
    end. Where standard error is no terminal, there is a plain line now and then. Ctrl-C becomes
    `Interrupted`. seconds: after so many `on_update` and `reached` raise StopIteration, whatever
    they are told; None is no limit. stopped: whether one of them has.
    """

    every = 0.2  # seconds that a line stands before the next, on a terminal
    piped = 5.0  # seconds between two lines elsewhere, and until a silent strategy is named
    grace = 1.0  # seconds for a step that is at work when the time is up

    def __init__(self, seconds: float | None = None) -> None:
        self.last: Update | None = None
        self.stopped = False
        self._stage = self._line = self._announced = ""
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._begun = monotonic()
        self._end = inf if seconds is None else self._begun + seconds
        self._next = inf if sys.stderr is None else self._begun + self._pause()
        self._due = min(self._next, self._end)
        self._seconds, self._is_late = seconds, False
        self._timer: Timer | None = None

    def __enter__(self) -> Progress:
        if self._seconds is not None:
            from threading import Timer

            self._timer = Timer(self._seconds + self.grace, self._ring)
            self._timer.daemon = True
            with suppress(RuntimeError):  # there are no threads, as in WebAssembly
                self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: object
    ) -> None:
        self._cancel()
        self._wipe()
        if isinstance(error, KeyboardInterrupt) and not isinstance(error, Interrupted):
            raise self.interrupted(error) from None

    def interrupted(self, error: BaseException) -> Interrupted | Late:
        """Return what Ctrl-C, or the end of the time, becomes: it says where the command stood."""
        where = f", in the strategy at {error}" if str(error) else ""
        if self._is_late:
            return Late(f"--max-seconds {self._seconds:g} ended it {self._standing()}{where}")
        return Interrupted(f"interrupted {self._standing()}{where}")

    def on_update(self, update: Update) -> None:
        """Note an update, and tell it: the `on_update` of `pla` and `pocket`."""
        self.last = update
        if monotonic() >= self._due:
            self._tell(_done(update))

    def ticks(self, update: Update) -> None:
        """Look at the time within a run that is one of many: the stage is that of all of them."""
        if monotonic() >= self._due:
            self._tell(self._stage)

    def reached(self, stage: str) -> None:
        """Tell the stage that a computation without updates has reached, such as "7 runs"."""
        self._stage = stage
        if monotonic() >= self._due:
            self._tell(stage)

    def shows(self, stage: str) -> None:
        """Tell the same where a computation looks at the time by itself: nothing is raised."""
        self._stage = stage
        self._show(stage)

    def begins(self, stage: str) -> None:
        """Tell at once, on a terminal, the stage before a step that may take long or never end."""
        self._stage = stage
        self.announces(stage)

    def announces(self, stage: str, is_long: bool = False) -> None:
        """Tell the same before the computation itself, such as "reading train.csv".

        is_long: whether to tell it at once where there is no terminal, too.
        """
        self._announced = stage
        if sys.stderr is not None and (self._terminal or is_long):
            self._next = 0.0
        self._show(stage)

    def waits(self, who: str, silent: float) -> None:
        """Tell which strategy is waited for that has been silent for so many seconds."""
        if silent >= self.piped:
            self._show(f"waiting for strategy {who}")

    def left(self) -> float:
        """Return how many seconds are left, at least 0."""
        return max(0.0, self._end - monotonic())

    def _tell(self, stage: str) -> None:
        """Write a line if one is due; StopIteration when the time is up."""
        if monotonic() >= self._end:
            self._cancel()
            self.stopped = True
            raise StopIteration
        self._show(stage)

    def _show(self, stage: str) -> None:
        now = monotonic()
        if now >= self._next:
            line = escaped(f"{stage} ...")
            if self._terminal:
                mutter("\r" + line.ljust(len(self._line)))
                self._line = line
            else:
                remark(f"{stage}, {now - self._begun:,.0f} s")
            self._next = now + self._pause()
        self._due = min(self._next, self._end)

    def _pause(self) -> float:
        return self.every if self._terminal else self.piped

    def _wipe(self) -> None:
        if self._line:
            mutter("\r" + " " * len(self._line) + "\r")
            self._line = ""

    def _ring(self) -> None:
        """End a step that looks at no time, as Ctrl-C would: from another thread."""
        import signal
        from threading import main_thread

        self._is_late = True
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
        else:
            from _thread import interrupt_main

            interrupt_main()

    def child_has_limit(self) -> None:
        """Watch no longer over the time, which a child is given as its limit."""
        self._cancel()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _standing(self) -> str:
        if self._stage:
            return f"after {self._stage}"
        if self.last is None:
            return self._announced or "before the first update"
        w = ", ".join(map(exact_text, self.last.w))
        return f"after {_done(self.last, ' and ')}, with w = ({w})"


def _done(update: Update, between: str = ", ") -> str:
    return counted(update.t + 1, "update") + between + counted(update.visits, "visit")
