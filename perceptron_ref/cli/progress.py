"""Progress of a long run: a line on a terminal while it lasts, a message after Ctrl-C."""

from __future__ import annotations

import sys
from time import monotonic

from ..exact.rationals import exact_text
from ..plugins.blame import place_in_strategy
from .text import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..run import Update


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; its message says where the run stood."""


class Progress:
    """A context that takes a run's updates and shows the latest on a terminal's standard error.

    Each line is written over the one before, and the last is wiped away at the end. Ctrl-C becomes
    `Interrupted`.
    """

    every = 0.2  # seconds that a line stands before the next

    def __init__(self) -> None:
        self.last: Update | None = None
        self._stage = self._line = ""
        is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._terminal = sys.stderr if is_terminal else None
        self._next = monotonic() + self.every

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: object
    ) -> None:
        self._wipe()
        if kind is KeyboardInterrupt and error is not None:
            place = place_in_strategy(error)
            where = f", in the strategy at {place}" if place else ""
            raise Interrupted(f"interrupted {self._standing()}{where}") from None

    def on_update(self, update: Update) -> None:
        """Note an update, and show it: the `on_update` of `pla` and `pocket`."""
        self.last = update
        if self._terminal is not None:
            self._show(_done(update))

    def reached(self, stage: str) -> None:
        """Show the stage that a computation without updates has reached, such as "7 runs"."""
        self._stage = stage
        self._show(stage)

    def begins(self, stage: str) -> None:
        """Show at once the stage before a step that may take long or never end."""
        self._next = monotonic()
        self.reached(stage)

    def _show(self, stage: str) -> None:
        if self._terminal is not None and monotonic() >= self._next:
            line = f"{stage} ..."
            self._write("\r" + line.ljust(len(self._line)))
            self._line, self._next = line, monotonic() + self.every

    def _wipe(self) -> None:
        if self._line:
            self._write("\r" + " " * len(self._line) + "\r")
            self._line = ""

    def _write(self, text: str) -> None:
        print(text, end="", file=self._terminal, flush=True)

    def _standing(self) -> str:
        if self._stage:
            return f"after {self._stage}"
        if self.last is None:
            return "before the first update"
        w = ", ".join(map(exact_text, self.last.w))
        return f"after {_done(self.last, ' and ')}, with w = ({w})"


def _done(update: Update, between: str = ", ") -> str:
    return counted(update.t + 1, "update") + between + counted(update.visits, "visit")
