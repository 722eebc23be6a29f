"""Progress of a long command: lines while it lasts, and its end after Ctrl-C or in time."""

from __future__ import annotations

from math import inf
from time import monotonic

from ..exact.rationals import exact_text
from ..pocket import PocketRun
from ..run import Run, Update
from .terminal import count_with_noun, print_to_stderr

_ACTIVITIES = "reading", "computing", "loading", "checking"  # stages that are no count
STOPPED = 3  # the exit status of a command that --max-seconds stopped without an answer


class Progress:
    """A context that shows how far a command is, and stops it at its time limit.

    It prints a line on standard error every few seconds. Ctrl-C gets a message that says where the
    command stood.

    Attributes:
        stopped: Whether the time limit was reached.
        last: The last update, or None.
        pause: The seconds between two lines, and until a silent strategy is named.
    """

    stopped: bool
    pause: float

    pause = 5.0

    def __init__(self, seconds: float | None = None) -> None:
        self.last: Update | None = None
        self.stopped = False
        self._stage: str | Update = "at the start"
        self._begun = monotonic()
        self._seconds = inf if seconds is None else seconds
        self._next = self._begun + self.pause

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if isinstance(error, KeyboardInterrupt):
            raise self.interrupt_error(error) from None

    def interrupt_error(self, error: KeyboardInterrupt) -> KeyboardInterrupt:
        """Return the exception of Ctrl-C with a message: where the command stood."""
        where, in_strategy = self._progress_text(), str(error)
        if not isinstance(self._stage, str):
            where = f"after {where}, {_weights_text(self._stage._run)}"
        elif in_strategy and self._stage.startswith(_ACTIVITIES):  # which has ended
            where = ""
        elif not self._stage.startswith("at "):
            where = f"{'while' if self._stage.startswith(_ACTIVITIES) else 'after'} {where}"
        waited = f"while waiting for the strategy{in_strategy}" if in_strategy else ""
        return KeyboardInterrupt(f"interrupted {', '.join(filter(None, (where, waited)))}")

    def on_update(self, update: Update) -> None:
        """Take the last update; the `on_update` of `pla` and `pocket`."""
        self.last = self._stage = update
        self.tick()

    def advance(self, stage: str) -> None:
        """Set the stage that a computation has reached, such as "7 runs".

        Raises:
            StopIteration: at the time limit.
        """
        self._stage = stage
        self.tick()

    def tick(self, update: object = None) -> None:
        """Print a line if one is due.

        Raises:
            StopIteration: at the time limit.
        """
        if not self.seconds_left():
            self.stopped = True
            raise StopIteration
        self.print_if_due()

    def begin_stage(self, stage: str) -> None:
        """Set the stage of a step that has a time limit of its own; raise nothing."""
        self._stage = stage
        self.print_if_due()

    def seconds_left(self) -> float:
        """Return how many seconds are left, at least 0."""
        return max(0.0, self._begun + self._seconds - monotonic())

    def _progress_text(self) -> str:
        if isinstance(self._stage, str):
            return self._stage
        updates = count_with_noun(self._stage.t + 1, "update")
        return f"{updates}, {count_with_noun(self._stage.visits, 'visit')}"

    def print_if_due(self, waiting_for: str = "") -> None:
        """Print the stage, or what the command waits for, if a line is due."""
        now = monotonic()
        if now >= self._next:
            print_to_stderr(f"{waiting_for or self._progress_text()}, {now - self._begun:,.0f} s")
            self._next = now + self.pause


def _weights_text(run: Run) -> str:
    """Return the weights of a run so far; of Pocket those in the pocket, with their mistakes."""
    w = f"w = ({', '.join(map(exact_text, run.w))})"
    if not isinstance(run, PocketRun):
        return w
    return f"in the pocket {w}, {run.mistakes:,} of {count_with_noun(run.N, 'example')} wrong"
