"""Record one run of a strategy, and complaints about it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from copy import copy

# Iterator is from typing, because Python 3.8 cannot subscript that of collections.abc
from typing import TYPE_CHECKING, Any, Iterator, Union

from ..errors import StrategyError, quote
from ..exact.checks import checked_visits, int_or_none
from ..pla import pla
from ..plugins.registry import BoundStrategy
from ..replay import make_report, replay_report
from ..visits import start_strategy

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..run import Run
    from ..visits import Answers, Strategy, View

    Behaviour = Sequence[Union[int, str, None]]
    """The visits of a run, with None for "no mistake left"; then the error that ended it, or ""."""

_LIMITS = {"max_updates": 60, "max_visits": 600}


class Recorder(Iterator[int]):
    """A stand-in that asks a strategy for its visits in one run, and records them.

    Attributes:
        visits: The visits that the strategy asked for; None where it yielded None or an
            empty pass, or had ended.
        behaviour: The visits of the whole run, then `error_complaint`.
        error_complaint: The message of the error that ended the run, or "".
        false_claim_complaint: That the strategy yielded None or an empty pass, or ended,
            although a mistake was left; or "".
        omission_complaint: That many visits in a row left out an example; or "".
        close_complaint: That the generator did not end when it was closed; or "".
        unseeded_complaint: That the strategy used random numbers without its own seed; or "".
        update_count: The number of updates; 0 if the run failed.
        visit_count: The number of visits, those of the loop itself included; 0 if the run failed.
    """

    update_count: int
    visit_count: int

    visits: list[int | None]
    behaviour: Behaviour
    error_complaint: str
    false_claim_complaint: str
    omission_complaint: str
    close_complaint: str
    unseeded_complaint: str

    def __init__(
        self, name: str, strategy: Strategy, on_request: Callable[[Dataset], object]
    ) -> None:
        """Prepare the record of one run.

        Args:
            name: The name of the strategy.
            strategy: The strategy.
            on_request: Called with the data before the strategy is asked for its next visit or
                pass.
        """
        self._name, self._strategy, self._on_request = name, strategy, on_request
        self._answers: Answers = iter(())
        self.visits = []
        self.update_count = self.visit_count = 0
        self.error_complaint = self.false_claim_complaint = self.omission_complaint = ""
        self.close_complaint = self.unseeded_complaint = ""

    def run(self, data: Dataset, **options: Any) -> None:
        """Run PLA with the strategy, replay the run, and record the complaints."""
        self._data = data
        try:
            options = {**_LIMITS, **options}
            run = pla(copy(data), BoundStrategy(self, {}, self._name), **options)
            replay_report("pla", data, self._name, make_report(run), **options)
            self.update_count, self.visit_count = run.updates, run.visits
            if run.false_claims:
                visit = [*self.visits, None].index(None) + 1
                claim = "yielded None or an empty pass, or ended, although a mistake was left"
                self.false_claim_complaint = f"asked for visit {visit}, it {claim}"
            if run.status == "right_in_a_row":
                M = run.right_in_a_row or 0
                omitted = min({*range(data.N)} - {*self.visits[-M:]}, default=data.N - 1)
                prefix = f"it made {M:,} visits in a row without a mistake"
                self.omission_complaint = f"{prefix}, but none of them to example {omitted}"
        except StrategyError as error:
            self.error_complaint = str(error)
        finally:
            self._close()
        self.behaviour = (*self.visits, self.error_complaint)

    def __call__(self, view: View) -> Any:
        self._run = view._run
        old_state = _state_of(self._run)
        self._answers = start_strategy(self._strategy, view)  # not `self`, which errors would name
        _check_same_state(self._run, old_state)
        return self

    def __next__(self) -> Any:
        """Return the next answer of the strategy."""
        self._on_request(self._data)
        old_state = _state_of(self._run)
        answer = next(self._answers, None)
        _check_same_state(self._run, old_state)
        examples = checked_visits(answer, self._data.N)
        self.visits += examples or [None]
        return examples or None

    @property
    def gi_frame(self) -> Any:
        """The frame of the strategy's generator, which waits at a `yield`; None after its end."""
        return getattr(self._answers, "gi_frame", None)

    def _close(self) -> None:
        """Close the generator. If it goes on, record this complaint; ignore its other errors."""
        try:
            if isinstance(self._answers, Generator):
                self._answers.close()
        except Exception:
            frame = self.gi_frame
            if frame is not None:
                place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                self.close_complaint = (
                    f"it continues after its run has ended (GeneratorExit), at {place}"
                )
                # otherwise Python reports the error again when it deletes the generator
                hook, sys.unraisablehook = sys.unraisablehook, lambda event: None
                self._answers = iter(())
                sys.unraisablehook = hook


def _state_of(run: Run) -> dict[str, Any]:
    """Return the attributes of a run as they are now."""
    return {**vars(run), "n": tuple(run.n), "__class__": type(run)}


def _check_same_state(run: Run, old_state: Mapping[str, Any]) -> None:
    """Raise a StrategyError if the strategy changed its run, so that it has another state."""
    for name, value in _state_of(run).items():
        old_value = old_state.get(name)
        is_same = value == old_value if name == "n" else value is old_value
        if name == "_view_dot_products":  # the methods of the view may increase this count
            is_same = int_or_none(value, old_state[name]) is not None
        if not is_same:
            vars(run)["visits"] = old_state["visits"]  # for the message of the error
            raise StrategyError(
                f"it changed the attribute {name} of its run from {quote(old_value)} to "
                f"{'another ' * (quote(old_value) == quote(value))}"
                f"{quote(value)}; expected a strategy that does not change its run"
            )
