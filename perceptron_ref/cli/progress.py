"""Where a long run stands: shown on a terminal while it goes on, and told after Ctrl-C."""

from __future__ import annotations

import sys
from time import monotonic

from ..exact.rationals import exact_text
from ..plugins.blame import place_in_strategy
from .report import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..pla import Update

_EVERY = 0.2  # seconds


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with where the run stood as its message."""


class Progress:
    """Takes a run's updates; writes a line on standard error now and then where that is a terminal.

    As a context it wipes the line away at the end, and adds to Ctrl-C where the run stood.
    """

    def __init__(self) -> None:
        self.last: Update | None = None
        self._stage = self._line = ""
        self._shows = sys.stderr is not None and sys.stderr.isatty()
        self._next = monotonic() + _EVERY

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: object
    ) -> None:
        self._clear()
        if kind is KeyboardInterrupt and error is not None:
            place = place_in_strategy(error)
            raise Interrupted(
                self._standing() + (f", in the strategy at {place}" if place else "")
            ) from None

    def on_update(self, update: Update) -> None:
        """Take the update: the `on_update` of `pla` and `pocket`."""
        self.last = update
        if self._shows:
            self._show(f"{counted(update.t + 1, 'update')}, {counted(update.visits, 'visit')}")

    def reached(self, stage: str) -> None:
        """Take how far a computation is that makes no updates of its own, such as "7 runs"."""
        self._stage = stage
        if self._shows:
            self._show(stage)

    def begins(self, stage: str) -> None:
        """Take the same before a step that may take long, or never come back: it is shown at once."""
        self._next = monotonic()
        self.reached(stage)

    def _show(self, stage: str) -> None:
        """Write it over the line before, unless that has stood there for too short a time to be
        read.
        """
        if monotonic() >= self._next:
            line = f"{stage} ..."
            print("\r" + line.ljust(len(self._line)), end="", file=sys.stderr, flush=True)
            self._line, self._next = line, monotonic() + _EVERY

    def _clear(self) -> None:
        if self._line:
            print("\r" + " " * len(self._line) + "\r", end="", file=sys.stderr, flush=True)
            self._line = ""

    def _standing(self) -> str:
        if self._stage:
            return f"interrupted after {self._stage}"
        if self.last is None:
            return "interrupted before the first update"
        w = ", ".join(exact_text(w_i) for w_i in self.last.w)
        done = f"{counted(self.last.t + 1, 'update')} and {counted(self.last.visits, 'visit')}"
        return f"interrupted after {done}, with w = ({w})"
