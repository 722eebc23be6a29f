"""A bar that shows the progress of an experiment, in a terminal or a notebook."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

_WIDTH = 24  # characters of the bar
_PAUSE = 0.2  # seconds from one drawing of the bar to the next


class ProgressBar:
    """A progress bar in one line on standard error, drawn again a few times a second.

    Attributes:
        total: The number of runs of the experiment.
        done: The number of runs that are done.
    """

    total: int
    done: int

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self.total, self.done = total, 0
        self._stream = sys.stderr if stream is None else stream
        self._start = self._next_drawing = monotonic()

    def show_progress(self, update: object = None) -> None:
        """Show the number of runs that are done, and the last update of the run in progress."""
        now = monotonic()
        if now >= self._next_drawing:
            self._next_drawing = now + _PAUSE
            t = getattr(update, "t", None)
            self._draw(now, "" if t is None else f", update {t + 1:,} of the next")

    def count_run(self) -> None:
        """Count a run that is done."""
        self.done += 1
        self.show_progress()

    def close(self) -> None:
        """Show the final number of runs, and end the line."""
        self._draw(monotonic())
        self._stream.write("\n")

    def _draw(self, now: float, suffix: str = "") -> None:
        full = _WIDTH * self.done // self.total
        bar = "#" * full + "." * (_WIDTH - full)
        text = f"[{bar}] {self.done:,} of {self.total:,} runs, {now - self._start:.0f} s"
        self._stream.write(f"\r{text}{suffix:30}")  # spaces overwrite the rest of a longer line
        self._stream.flush()
