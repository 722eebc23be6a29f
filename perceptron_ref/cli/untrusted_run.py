"""Runs of strategies that are not built in: made in a child process, replayed in this one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from fractions import Fraction
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from .. import child
from ..child import NoAnswer
from ..errors import StrategyError, one_line_text
from ..exact.rationals import exact_text
from ..pla import correct_mistakes
from ..plugins.registry import BoundStrategy, find_entry, strategy
from ..replay import replay_report_parts
from ..run import Run, false_run_error
from .progress import Progress
from .run_plan import RunPlan
from .terminal import TOO_LONG, count_with_noun, print_note, print_to_stderr

if TYPE_CHECKING:
    from ..dataset import Dataset

UNSEEDED_NOTE = (
    "note: strategy {} uses the global random generator, or one without a seed, so its runs may "
    "differ; expected def order(view, *, seed=0) and random.Random(seed)"
)
GIVEN_UP_NOTE = (
    "note: strategy {} said {} that no mistake is left, although one was; the loop found it "
    "instead. Let the strategy ask for visits until none is left, as in `while True: yield ...`"
)
IMPATIENT_NOTE = (
    "note: strategy {} made {} in a row without a mistake, {}, although one was left; the loop "
    "found it instead. Let the strategy visit every example again and again, as in `while True: "
    "yield range(len(view))`"
)
_RARELY = 100  # updates; a random order may, by bad luck, leave out the last mistake that long
_KEYBOARD_HINT = (
    "; its process has no keyboard: --in-process runs it where breakpoint() and input() work"
)
GRACE_SECONDS = 0.5  # seconds for an update that is on its way when the time is up


class UntrustedRunPlan(RunPlan):
    """A run to be made with the strategy that a text names, which is not ours.

    strategy: a stand-in, which has its name, and, once it is loaded, its options.
    """

    strategy: BoundStrategy

    text: str

    def __init__(self, algorithm: str, text: str, options: Mapping[str, object]) -> None:
        self.text = text
        super().__init__(
            algorithm, BoundStrategy(_stand_in_strategy, {}, find_entry(text).name), options
        )

    def run(self, data: Dataset, progress: Progress) -> Run:
        """Run it on the data, in a child; return its replay.

        If it does not come back in time, the run so far is returned: "stopped".
        """
        name, end = self.strategy.name, monotonic() + progress.seconds_left() + GRACE_SECONDS

        def seconds_left(silent: float) -> float:
            if silent >= progress.pause:
                progress.print_if_due(f"waiting for strategy {name}; Ctrl-C ends it")
            return end - monotonic()

        options = {key: value for key, value in self.options.items() if key != "target_mistakes"}
        with child.run_in_child(
            partial(_load_and_run, self.text, data, options), seconds_left, warn=print_note
        ) as reports:
            try:
                first = next(reports, None)
                self.strategy = BoundStrategy(
                    _stand_in_strategy, first if isinstance(first, dict) else {}, name
                )
                parts = _receive_parts(name, reports, progress)
                return replay_report_parts(
                    self.algorithm, data, name, parts, progress.on_update, **self.options
                )
            except NoAnswer as how:
                raise StrategyError(f"strategy {name} {how}{no_keyboard_hint(str(how))}") from None
            except StrategyError as error:
                raise StrategyError(f"{error}{no_keyboard_hint(str(error))}") from None


def no_keyboard_hint(error: str) -> str:
    """Say where a debugger and input() work, if that is why a strategy failed."""
    needs_keyboard = any(sign in error for sign in ("BdbQuit", "EOFError", "RuntimeError: input"))
    return _KEYBOARD_HINT * needs_keyboard


def _receive_parts(name: str, reports: Iterator[Any], progress: Progress) -> Iterator[Any]:
    """Yield the parts of a run that the child reports, see `replay`; stop at the time limit."""
    try:
        yield from reports
    except NoAnswer as how:
        if not how.late:
            raise
        progress.stopped = True
        print_to_stderr(f"warning: strategy {name} {how}, and was ended")
        return
    raise false_run_error(name, "its process did not report how its run ended")


def _stand_in_strategy(*view: object, **options: object) -> Any:
    """Stand in for a strategy of another process."""
    raise StrategyError("found a strategy of another process; expected it to run there")


def strategy_options_as_json(bound: BoundStrategy) -> dict[str, object]:
    """Return the options of a strategy in the forms of JSON; other values become text."""
    return {str(option): _to_json_value(value) for option, value in bound.options.items()}


def _to_json_value(value: object) -> object:
    is_short = type(value) is int and abs(value) < TOO_LONG
    if is_short or value is None or type(value) in (bool, float, str):
        return value
    return exact_text(value) if isinstance(value, (int, Fraction)) else one_line_text(value)


def _load_and_run(text: str, data: Dataset, options: Mapping[str, Any]) -> Iterator[object]:
    """Load the strategy and run it; yield its options, then each update and the end.

    Pocket makes the same updates, and is filled when they are replayed.
    """
    from ..testing.randomness import detect_unseeded_randomness

    with detect_unseeded_randomness() as used_chance:
        bound = strategy(text)
        used_chance()  # NumPy, if it is there now, has drawn nothing yet
        yield strategy_options_as_json(bound)
        run = Run(copy(data), bound, **options)
        before = by_loop = 0
        for update in correct_mistakes(run):
            yield "", [update.n], update.visits, update.dot_products
            by_loop += update.visits - before > run.patience
            before = update.visits
        run.check_counts()
        if used_chance():
            print_to_stderr(UNSEEDED_NOTE.format(bound.name))
    if run.false_claims:
        print_to_stderr(GIVEN_UP_NOTE.format(bound.name, count_with_noun(run.false_claims, "time")))
    if by_loop > run.updates / _RARELY:
        times = count_with_noun(by_loop, "time")
        note = IMPATIENT_NOTE.format(bound.name, count_with_noun(run.patience, "visit"), times)
        print_to_stderr(note)
    yield run.status, [], run.visits, run.dot_products
