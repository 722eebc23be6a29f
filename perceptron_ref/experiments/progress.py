"""A bar that shows the progress of an experiment. It is meant for a terminal or a notebook."""

from __future__ import annotations

import sys
from time import monotonic

from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

_BAR_WIDTH = 24  # characters
_DRAWING_INTERVAL = 0.2  # seconds


class ProgressBar:
    """A progress bar on one line, redrawn at most five times a second.

    Args:
        total: The number of runs of the experiment.
        stream: The stream to draw on; None for standard error.

    Attributes:
        total: The number of runs of the experiment.
        completed: The number of runs that are complete.
    """

    total: int
    completed: int

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self.total, self.completed = total, 0
        self._stream = sys.stderr if stream is None else stream
        self._start_time = self._next_drawing_time = monotonic()

    def show_progress(self, update: object = None) -> None:
        """Redraw the bar, unless it was drawn in the last 0.2 s.

        Args:
            update: The latest update of the current run, whose number is shown; None if there is
                none, as while the parent waits for its children.
        """
        now = monotonic()
        if now >= self._next_drawing_time:
            self._next_drawing_time = now + _DRAWING_INTERVAL
            t = getattr(update, "t", None)
            self._draw(
                now, "" if t is None else f", update {t + 1:,} of run {self.completed + 1:,}"
            )

    def count_run(self) -> None:
        """Count one more complete run."""
        self.completed += 1
        self.show_progress()

    def close(self) -> None:
        """Show the final number of runs, and end the line."""
        self._draw(monotonic())
        self._stream.write("\n")

    def _draw(self, now: float, suffix: str = "") -> None:
        filled_width = _BAR_WIDTH * self.completed // self.total
        bar = "#" * filled_width + "." * (_BAR_WIDTH - filled_width)
        seconds = now - self._start_time
        text = f"[{bar}] {self.completed:,} of {self.total:,} runs, {seconds:.0f} s"
        self._stream.write(f"\r{text}{suffix:36}")  # the spaces overwrite a longer suffix
        self._stream.flush()
