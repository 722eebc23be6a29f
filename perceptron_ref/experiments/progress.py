"""A bar that shows how far an experiment is, in a terminal or a notebook."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

_WIDTH = 24  # characters of the bar
_PAUSE = 0.2  # seconds between two looks of it


class Bar:
    """One line on standard error that is written anew, a few times a second.

    asked: how many runs there will be.
    """

    asked: int
    done: int

    def __init__(self, asked: int, stream: TextIO | None = None) -> None:
        self.asked, self.done = asked, 0
        self._stream = sys.stderr if stream is None else stream
        self._begun = self._next = monotonic()

    def ticks(self, update: object = None) -> None:
        """Show the runs that are done, and how far the one at work is."""
        now = monotonic()
        if now >= self._next:
            self._next = now + _PAUSE
            t = getattr(update, "t", None)
            self._write(now, "" if t is None else f", update {t + 1:,} of the next")

    def run_is_done(self) -> None:
        """Count a run."""
        self.done += 1
        self.ticks()

    def close(self) -> None:
        """Show how far it came, and end the line."""
        self._write(monotonic())
        self._stream.write("\n")

    def _write(self, now: float, more: str = "") -> None:
        full = _WIDTH * self.done // self.asked
        bar = "#" * full + "." * (_WIDTH - full)
        text = f"[{bar}] {self.done:,} of {self.asked:,} runs, {now - self._begun:.0f} s"
        self._stream.write(f"\r{text}{more:30}")  # blanks hide what an earlier look had more
        self._stream.flush()
