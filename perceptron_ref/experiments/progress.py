"""A bar that shows the progress of an experiment, in a terminal or a notebook."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

_WIDTH = 24  # characters of the bar
_PAUSE = 0.2  # seconds between two updates of it


class Bar:
    """One line on standard error that is overwritten a few times a second.

    Attributes:
        total: The number of runs of the experiment.
        done: The number of runs that are done.
    """

    total: int
    done: int

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self.total, self.done = total, 0
        self._stream = sys.stderr if stream is None else stream
        self._begun = self._next = monotonic()

    def update(self, update: object = None) -> None:
        """Show the number of runs that are done, and the update of the next one."""
        now = monotonic()
        if now >= self._next:
            self._next = now + _PAUSE
            t = getattr(update, "t", None)
            self._draw(now, "" if t is None else f", update {t + 1:,} of the next")

    def count_run(self) -> None:
        """Count a run."""
        self.done += 1
        self.update()

    def close(self) -> None:
        """Show the final number of runs, and end the line."""
        self._draw(monotonic())
        self._stream.write("\n")

    def _draw(self, now: float, suffix: str = "") -> None:
        full = _WIDTH * self.done // self.total
        bar = "#" * full + "." * (_WIDTH - full)
        text = f"[{bar}] {self.done:,} of {self.total:,} runs, {now - self._begun:.0f} s"
        self._stream.write(f"\r{text}{suffix:30}")  # blanks hide the rest of a longer line before
        self._stream.flush()
