"""Progress of a long command: lines while it lasts, and its end after Ctrl-C or in time."""

from __future__ import annotations

from math import inf
from time import monotonic

from ..exact.rationals import exact_text
from ..run import Update
from .terminal import print_to_stderr, quantity

STOPPED = 3  # the exit status of a command that --max-seconds stopped without an answer


class Progress:
    """A context that takes what a command has done so far, tells it, and stops it in time.

    A line on standard error says it now and then. Ctrl-C gets a message that says where the command
    stood. seconds: after so many `on_update` and `advance` raise StopIteration, whatever they are
    told; None is no limit. stopped: whether one of them has. last: the last update.
    """

    stopped: bool
    pause: float

    pause = 5.0  # seconds between two lines, and until a silent strategy is named

    def __init__(self, seconds: float | None = None) -> None:
        self.last: Update | None = None
        self.stopped = False
        self._stage: str | Update = "the start"
        self._begun = monotonic()
        self._seconds = inf if seconds is None else seconds
        self._next = self._begun + self.pause

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if isinstance(error, KeyboardInterrupt):
            raise self.interruption(error) from None

    def interruption(self, error: KeyboardInterrupt) -> KeyboardInterrupt:
        """Return Ctrl-C with where the command stood."""
        where = self._position()
        if not isinstance(self._stage, str):
            where += f", w = ({', '.join(map(exact_text, self._stage.w))})"
        if str(error):
            where += f", in the strategy{error}"
        return KeyboardInterrupt(f"interrupted at {where}")

    def on_update(self, update: Update) -> None:
        """Note an update, and tell it: the `on_update` of `pla` and `pocket`."""
        self.last = self._stage = update
        self.tick()

    def advance(self, stage: str) -> None:
        """Tell the stage that a computation has reached, such as "7 runs"; StopIteration when the
        time is up.
        """
        self._stage = stage
        self.tick()

    def tick(self, update: object = None) -> None:
        """Look at the time: it may be that for a line, or the end."""
        if not self.seconds_left():
            self.stopped = True
            raise StopIteration
        self.print_if_due()

    def begin(self, stage: str) -> None:
        """Tell a step that looks at the time by itself, or may never end: nothing is raised."""
        self._stage = stage
        self.print_if_due()

    def seconds_left(self) -> float:
        """Return how many seconds are left, at least 0."""
        return max(0.0, self._begun + self._seconds - monotonic())

    def _position(self) -> str:
        if isinstance(self._stage, str):
            return self._stage
        return f"{quantity(self._stage.t + 1, 'update')}, {quantity(self._stage.visits, 'visit')}"

    def print_if_due(self, meanwhile: str = "") -> None:
        """Tell the stage, or what keeps it from its end, if it is time for a line."""
        now = monotonic()
        if now >= self._next:
            print_to_stderr(f"{meanwhile or self._position()}, {now - self._begun:,.0f} s")
            self._next = now + self.pause
