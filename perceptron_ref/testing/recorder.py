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


class Recorder:
    """A strategy that asks another one for its visits, in one run, and what that one did.

    lives: called with the data before the strategy is asked.

    visits: what it asked for; None where it yielded None or had ended.
    fault: what the loop refused; "" for a run without.
    claim: the first false "no mistake left", in words; "" for a run without.
    status: how the run ended; "" after a fault.
    goes_on: FILE:LINE at which it waited after it had been closed; "" where it ended.
    used_random: whether it used the global random generator, or one without a seed.
    """

    def __init__(self, strategy: Strategy, name: str, lives: Lives) -> None:
        self._strategy, self._name, self._lives = strategy, name, lives
        self._answers: Visits = iter(())
        self.visits: list[int | None] = []
        self.fault = self.claim = self.status = self.goes_on = ""
        self.used_random = False

    @property
    def asked(self) -> Asked:
        """All that can be seen of the strategy's decisions: its visits, and the fault last."""
        return (*self.visits, self.fault)

    def run(self, data: Dataset, **options: Any) -> None:
        """Run PLA with the strategy."""
        self._data = data
        try:
            found = pla(data, Bound(self, {}, self._name), **{**LIMITS, **options})
            self.status = found.status
        except StrategyError as error:
            self.fault = str(error)
        finally:
            self._close()

    def __call__(self, view: View) -> Any:
        answers: Any = self._strategy(view)
        if not isinstance(answers, Iterator):
            return answers
        self._view, self._answers = view, answers
        return self

    def __iter__(self) -> Recorder:
        return self

    def __next__(self) -> Any:
        """Return the next answer of the strategy."""
        self._lives(self._data)
        try:
            answer = next(self._answers)
        except StopIteration:
            self._note_claim("ended")
            raise
        asked = () if answer is None else checked_pass(answer, len(self._view))
        if not asked:
            self._note_claim("yielded None" if answer is None else "yielded an empty pass")
            return None
        self.visits += asked
        return asked

    @property
    def gi_frame(self) -> Any:
        """Where the strategy's own generator waits, for the loop's messages; None at its end."""
        return getattr(self._answers, "gi_frame", None)

    def _note_claim(self, how: str) -> None:
        visits = sum(n is not None for n in self.visits)
        mistakes = [n for n in range(len(self._view)) if self._view.is_mistake(n)]
        if mistakes and not self.claim:
            so_far = f"{visits} visit{'s' * (visits != 1)}"
            false = f"example {mistakes[0]} is a mistake of the weights at that time"
            self.claim = f"it {how} after {so_far}, though {false}"
        self.visits.append(None)

    def _close(self) -> None:
        """Close the generator now; errors raised while it closes are ignored, but for going on."""
        try:
            if isinstance(self._answers, Generator):
                self._answers.close()
        except Exception:
            if self.gi_frame is not None:
                self.goes_on = f"{self.gi_frame.f_code.co_filename}:{self.gi_frame.f_lineno}"
                # Python would say it once more when the generator is gone
                hook, sys.unraisablehook = sys.unraisablehook, lambda what: None
                self._answers = iter(())
                sys.unraisablehook = hook
