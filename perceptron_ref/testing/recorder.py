"""Record a run of a strategy, and complaints about it."""

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
    """See `RecordedRun.behaviour`."""

_LIMITS = {"max_updates": 60, "max_visits": 600}
_END: Any = object()  # stands for an answer after the strategy has ended
_DELETED = object()  # stands for the value of an attribute that was deleted


class RecordedRun:
    """The record of a run of a strategy, with the complaints about it. A complaint may be "".

    Attributes:
        visits: The visits that the strategy asked for. The last of them were not made if the run
            ended within a pass. None stands where the strategy claimed that no mistake was left: it
            yielded None or an empty pass, or had ended.
        error_complaint: The message of the error that ended the run.
        false_claim_complaint: The strategy claimed that no mistake was left, although one was.
        omission_complaint: Many visits in a row left out an example.
        close_complaint: The generator did not end when it was closed.
        unseeded_complaint: The strategy used random numbers that do not come from its own seed.
        update_count: The number of updates; not set if the run failed.
        visit_count: The number of visits, with those of the loop itself; not set if the run failed.
    """

    visits: list[int | None]
    error_complaint: str
    false_claim_complaint: str
    omission_complaint: str
    close_complaint: str
    unseeded_complaint: str
    update_count: int
    visit_count: int

    def __init__(self) -> None:
        self.visits = []
        self.error_complaint = self.false_claim_complaint = self.omission_complaint = ""
        self.close_complaint = self.unseeded_complaint = ""

    @property
    def behaviour(self) -> Behaviour:
        """The visits that the strategy asked for, then the error that ended the run, or ""."""
        return (*self.visits, self.error_complaint)


def record_run(
    name: str,
    strategy: Strategy,
    on_request: Callable[[Dataset], object],
    data: Dataset,
    **options: Any,
) -> RecordedRun:
    """Run PLA with a strategy, replay the run, and return its record.

    Args:
        name: The name of the strategy.
        strategy: The strategy.
        on_request: Called with the data before the strategy is asked for its next visit or pass.
        data: The examples.
        options: Options of `pla`.
    """
    recorder = _Recorder(strategy, on_request, data)
    record, options = recorder.record, {**_LIMITS, **options}
    try:
        run = pla(copy(data), BoundStrategy(recorder, {}, name), **options)
        replay_report("pla", data, name, make_report(run), **options)
        record.update_count, record.visit_count = run.updates, run.visits
        if run.false_claims:
            record.false_claim_complaint = f"{recorder.first_claim}, although a mistake was left"
        M = run.right_in_a_row
        if M and run.status == "right_in_a_row":
            record.omission_complaint = (
                f"it made {M:,} visits in a row without a mistake, and none of them was to example "
                f"{recorder.omitted_example(run.visits, M)}"
            )
    except StrategyError as error:
        record.error_complaint = str(error)
    finally:
        recorder.close()
    return record


class _Recorder(Iterator[int]):
    """A stand-in that asks a strategy for its visits in one run, and records them.

    Attributes:
        record: The record of the run.
        first_claim: How the strategy first claimed that no mistake was left, or "".
    """

    record: RecordedRun
    first_claim: str
    _last_pass: Sequence[int]
    _visits_before_last_pass: int

    def __init__(
        self, strategy: Strategy, on_request: Callable[[Dataset], object], data: Dataset
    ) -> None:
        self._strategy, self._on_request, self._data = strategy, on_request, data
        self._answers: Answers = iter(())
        self.record, self.first_claim = RecordedRun(), ""

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
        answer = next(self._answers, _END)
        _check_same_state(self._run, old_state)
        examples = checked_visits(None if answer is _END else answer, self._data.N)
        self.record.visits += examples or [None]
        self._last_pass, self._visits_before_last_pass = examples, self._run.visits
        if not examples and not self.first_claim:
            self.first_claim = f"asked for visit {self._run.visits + 1}, it {_claim_verb(answer)}"
        return examples or None

    @property
    def gi_frame(self) -> Any:
        """The frame of the strategy's generator, which waits at a `yield`; None after its end."""
        return getattr(self._answers, "gi_frame", None)

    def omitted_example(self, visit_count: int, M: int) -> int:
        """Return the first example without a visit among the last M visits of the run.

        Args:
            visit_count: The number of visits of the run.
            M: The number of visits since the last update; none of them found a mistake.
        """
        visits_of_last_pass = visit_count - self._visits_before_last_pass
        asked_before = self.record.visits[: -len(self._last_pass or [None])]
        # if the last pass is empty, the loop has made the last visits: to the first unseen examples
        visits_of_loop = 0 if self._last_pass else visits_of_last_pass
        visits = [*asked_before, *self._last_pass[:visits_of_last_pass]]
        seen = {*visits[len(visits) - (M - visits_of_loop) :]}
        unseen = [n for n in range(self._data.N) if n not in seen]
        return unseen[visits_of_loop]

    def close(self) -> None:
        """Close the generator. If it goes on, record this complaint; ignore its other errors."""
        try:
            if isinstance(self._answers, Generator):
                self._answers.close()
        except Exception:
            frame = self.gi_frame
            if frame is not None:
                location = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                self.record.close_complaint = (
                    f"it continues after its run has ended (GeneratorExit), at {location}"
                )
                # otherwise Python reports the error again when it deletes the generator
                hook, sys.unraisablehook = sys.unraisablehook, lambda event: None
                self._answers = iter(())
                sys.unraisablehook = hook


def _claim_verb(answer: object) -> str:
    """Return in words how a strategy claimed that no mistake was left."""
    if answer is _END:
        return "ended"
    return "yielded None" if answer is None else "yielded an empty pass"


def _state_of(run: Run) -> dict[str, Any]:
    """Return the attributes of a run as they are now."""
    state = {**vars(run), "__class__": type(run)}
    if isinstance(state.get("n"), list):
        state["n"] = tuple(state["n"])
    return state


def _check_same_state(run: Run, old_state: Mapping[str, Any]) -> None:
    """Raise a StrategyError if the strategy has set, changed or deleted an attribute of its run."""
    state = _state_of(run)
    for name in {**old_state, **state}:
        value, old_value = state.get(name, _DELETED), old_state.get(name)
        is_same = value == old_value if name == "n" else value is old_value
        if name == "_view_dot_products":  # the methods of the view may increase this count
            is_same = int_or_none(value, old_state[name]) is not None
        if not is_same or name not in old_state:
            vars(run)["visits"] = old_state["visits"]  # for the message of the error
            if value is _DELETED:
                change = f"deleted the attribute {name} of its run"
            else:
                another = "another " * (quote(old_value) == quote(value))
                change = (
                    f"changed the attribute {name} of its run from {quote(old_value)} to "
                    f"{another}{quote(value)}"
                )
            raise StrategyError(f"it {change}; expected a strategy that does not change its run")
