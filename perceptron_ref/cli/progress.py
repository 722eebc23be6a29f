"""The progress of a long command: its lines, its time limit, and its message after Ctrl-C."""

from __future__ import annotations

from math import inf
from time import monotonic

from ..exact.rationals import count_with_noun, exact_text
from ..pocket import PocketRun
from ..run import Run, Update
from .terminal import print_to_stderr, stderr_is_terminal

# first words of the stages that are activities; other stages say how far the command is, such as
# "7 runs"
_ACTIVITIES = "reading", "computing", "loading", "checking", "running"
STOPPED_STATUS = 3  # the exit status of a command that --max-seconds stopped without an answer


class Progress:
    """A context that prints the progress of a command, and stops the command at its time limit.

    If standard error is a terminal, a line is printed there each time that the command reports its
    progress and the last line is at least `pause` seconds old. After Ctrl-C the exception gets a
    message that says how far the command was.

    Attributes:
        stopped: Whether the command was stopped at the time limit.
        last_update: The last update, or None before the first.
        pause: The least number of seconds between two lines. If a strategy in a child is silent for
            this long, the lines say so.
    """

    stopped: bool
    pause: float

    pause = 5.0

    def __init__(self, seconds: float | None = None) -> None:
        self.last_update: Update | None = None
        self.stopped = False
        self._stage: str | Update = "at the start"
        self._start_time = monotonic()
        self._time_limit = inf if seconds is None else seconds
        self.start_time_limit()
        self._next_line_time = self._start_time + self.pause

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if isinstance(error, KeyboardInterrupt):
            raise self.interrupt_error(error) from None

    def interrupt_error(self, error: KeyboardInterrupt) -> KeyboardInterrupt:
        """Return the exception of Ctrl-C, with a message that says how far the command was."""
        stage_text, strategy_place = self._progress_text(), str(error)
        if not isinstance(self._stage, str):
            stage_text = f"after {stage_text}, {_weights_text(self._stage._run)}"
        elif strategy_place and self._stage.startswith(_ACTIVITIES):  # this activity has ended
            stage_text = ""
        elif self._stage.startswith(_ACTIVITIES):
            stage_text = f"while {stage_text}"
        elif not self._stage.startswith("at "):
            stage_text = f"{'with' if ' done, ' in stage_text else 'after'} {stage_text}"
        wait_text = f"while waiting for the strategy{strategy_place}" if strategy_place else ""
        return KeyboardInterrupt(f"interrupted {', '.join(filter(None, (stage_text, wait_text)))}")

    def on_update(self, update: Update) -> None:
        """Show the progress of a run: the `on_update` to pass to `pla` or `pocket`.

        Raises:
            StopIteration: At the time limit.
        """
        self.last_update = self._stage = update
        self.tick()

    def advance(self, stage: str) -> None:
        """Set the stage that a computation has reached, such as "7 runs".

        Raises:
            StopIteration: At the time limit.
        """
        self._stage = stage
        self.tick()

    def tick(self, update: object = None) -> None:
        """Print a line if one is due.

        The argument is ignored; it is there so that this method can be an `on_update`.

        Raises:
            StopIteration: At the time limit.
        """
        if not self.seconds_left():
            self.stopped = True
            raise StopIteration
        self.print_if_due()

    def begin_stage(self, stage: str) -> None:
        """Set the stage, and print a line if one is due; do not check the time limit."""
        self._stage = stage
        self.print_if_due()

    def start_time_limit(self) -> None:
        """Count the seconds of the time limit from now on; reading a file does not count."""
        self._deadline = monotonic() + self._time_limit

    def seconds_left(self) -> float:
        """Return the seconds until the time limit, at least 0."""
        return max(0.0, self._deadline - monotonic())

    def _progress_text(self) -> str:
        """Return the stage in words; after an update, the numbers of updates and visits."""
        if isinstance(self._stage, str):
            return self._stage
        updates = count_with_noun(self._stage.t + 1, "update")
        return f"{updates} and {count_with_noun(self._stage.visits, 'visit')}"

    def print_if_due(self, text: str = "", hint: str = "") -> None:
        """If a line is due, print a text, the seconds so far, and a hint.

        The text "" means the stage.
        """
        now = monotonic()
        if now >= self._next_line_time and stderr_is_terminal():
            seconds = f"{now - self._start_time:,.0f} s so far"
            print_to_stderr(f"{text or self._progress_text()}, {seconds}{hint}")
            self._next_line_time = now + self.pause


def _weights_text(run: Run) -> str:
    """Return the weights of a run so far; for Pocket, those in the pocket, with their mistakes."""
    w = f"w = ({', '.join(map(exact_text, run.w))})"
    if not isinstance(run, PocketRun):
        return w
    examples = f"{run.mistakes:,} of {count_with_noun(run.N, 'example')}"
    return f"with {w} in the pocket and {examples} wrong"
