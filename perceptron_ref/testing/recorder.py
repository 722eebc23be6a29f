"""A strategy around a strategy: it passes every answer on, and records it."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator

from ..errors import StrategyError
from ..exact.values import checked_pass
from ..pla import pla
from ..plugins.registry import Bound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Union

    from ..dataset import Dataset
    from ..visits import Strategy, View, Visits

    Lives = Callable[[Dataset], object]
    Asked = Sequence[Union[int, str, None]]

LIMITS = {"max_updates": 60, "max_visits": 600}
_ENDLESS = (
    "it goes on after GeneratorExit, at {}:{}, and so never ends: write `except Exception` instead "
    "of `except`, and no `yield` in `finally`"
)


class Recorder:
    """A strategy that asks another one for its visits, in one run, and what is wrong with that one.

    lives: called with the data before the strategy is asked.

    visits: what it asked for; None where it yielded None or had ended.
    Complaints, "" where there is none: fault, what the loop refused; claim, a false "no mistake
    left"; stall, an example that a row of visits left out; endless, where it went on after it had
    been closed; chance, that its random numbers had no seed.
    """

    def __init__(self, strategy: Strategy, name: str, lives: Lives) -> None:
        self._strategy, self._name, self._lives = strategy, name, lives
        self._answers: Visits = iter(())
        self.visits: list[int | None] = []
        self.fault = self.claim = self.stall = self.endless = self.chance = ""

    @property
    def asked(self) -> Asked:
        """All that can be seen of the strategy's decisions: its visits, and the fault last."""
        return (*self.visits, self.fault)

    def run(self, data: Dataset, **options: Any) -> None:
        """Run PLA with the strategy."""
        self._data = data
        try:
            run = pla(data, Bound(self, {}, self._name), **{**LIMITS, **options})
            if run.given_up:
                visit = self.visits.index(None) + 1
                found = "it saw no mistake left, where the loop then found one"
                self.claim = f"asked for visit {visit}, {found}"
            if run.status == "right_in_a_row":
                M = run.right_in_a_row or 0
                left = min({*range(data.N)} - {*self.visits[-M:]}, default=data.N - 1)
                missed = f"did not visit example {left}"
                self.stall = f"it made {M} visits without an update and {missed}"
        except StrategyError as error:
            self.fault = str(error)
        finally:
            self._close()

    def __call__(self, view: View) -> Any:
        self._answers = answers = self._strategy(view)
        return self if isinstance(answers, Iterator) else answers

    def __iter__(self) -> Recorder:
        return self

    def __next__(self) -> Any:
        """Return the next answer of the strategy."""
        self._lives(self._data)
        answer = next(self._answers, None)
        asked = () if answer is None else checked_pass(answer, self._data.N)
        self.visits += asked or [None]
        return asked or None

    @property
    def gi_frame(self) -> Any:
        """Where the strategy's own generator waits, for the loop's messages; None at its end."""
        return getattr(self._answers, "gi_frame", None)

    def _close(self) -> None:
        """Close the generator now; errors raised while it closes are ignored, but for going on."""
        try:
            if isinstance(self._answers, Generator):
                self._answers.close()
        except Exception:
            frame = self.gi_frame
            if frame is not None:
                self.endless = _ENDLESS.format(frame.f_code.co_filename, frame.f_lineno)
                # Python would say it once more when the generator is gone
                hook, sys.unraisablehook = sys.unraisablehook, lambda what: None
                self._answers = iter(())
                sys.unraisablehook = hook
