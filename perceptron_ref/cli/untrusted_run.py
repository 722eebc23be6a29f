"""Run third-party strategies, and those in files, in a child process; replay their runs here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from fractions import Fraction
from functools import partial
from time import monotonic

from .. import child
from ..child import ChildError
from ..errors import StrategyError, one_line_text
from ..exact.rationals import count_with_noun, exact_text
from ..pla import correct_mistakes
from ..plugins.registry import BoundStrategy, find_entry, strategy
from ..replay import replay_stream
from ..run import Run
from ..type_checking import TYPE_CHECKING
from .progress import Progress
from .run_plan import RunPlan
from .terminal import TOO_LONG, print_note, print_to_stderr

if TYPE_CHECKING:
    from typing import Any

    from ..dataset import Dataset

UNSEEDED_NOTE = (
    "note: strategy {} uses the global random generator, or a generator without a seed, so its "
    "runs may differ; expected a generator with a seed, such as `random.Random(seed)` in `def "
    "order(view, *, seed=0)`"
)
FALSE_CLAIM_NOTE = (
    "note: strategy {} yielded None or an empty pass, or ended, although a mistake was left ({}). "
    "The program then looked for a mistake itself. Let the strategy yield visits as long as a "
    "mistake is left, as in `while True: yield ...`"
)
IMPATIENT_NOTE = (
    "note: strategy {} made {} in a row without a mistake, although a mistake was left ({}). The "
    "program then looked for a mistake itself. Let the strategy visit every example again and "
    "again, as in `while True: yield range(len(view))`"
)
# An update is rescued if the run loop itself had to find its mistake. IMPATIENT_NOTE appears if
# more than one update in 100 is rescued. By bad luck a random order has such updates, too, but
# fewer.
_UPDATES_PER_TOLERATED_RESCUE = 100
_KEYBOARD_HINT = (
    ". The strategy tried to read the keyboard, as input() and breakpoint() do, but it runs in a "
    "process of its own, which has no keyboard. Use fit, draw, prove or check-strategy with "
    "--in-process"
)
GRACE_SECONDS = 0.5  # more time for an update that the child is sending at the time limit


class UntrustedRunPlan(RunPlan):
    """A plan of a run with a strategy that is not built in.

    Attributes:
        strategy_text: The strategy, as typed.
        strategy: A stand-in with the name of the strategy, and with its options when the child has
            reported them.
    """

    strategy: BoundStrategy

    strategy_text: str

    def __init__(self, algorithm: str, strategy_text: str, options: Mapping[str, object]) -> None:
        self.strategy_text = strategy_text
        name = find_entry(strategy_text).name
        super().__init__(algorithm, BoundStrategy(_stand_in_strategy, {}, name), options)

    def run(self, data: Dataset, progress: Progress) -> Run:
        """Run the algorithm on the data in a child; return the replay of that run.

        If the child does not answer in time, the run ends with its last update, as "stopped".

        Raises:
            StrategyError: If the strategy fails, or the child ends early or reports an invalid run.
        """
        name = self.strategy.name
        progress.begin_stage(f"running strategy {name}")
        deadline = monotonic() + progress.seconds_left() + GRACE_SECONDS

        def seconds_left(silent_seconds: float) -> float:
            if silent_seconds >= progress.pause:
                progress.print_if_due(f"waiting for strategy {name}", " (Ctrl-C stops the command)")
            return deadline - monotonic()

        options = {key: value for key, value in self.options.items() if key != "target_mistakes"}
        with child.run_in_child(
            partial(_load_and_run, self.strategy_text, data, options), seconds_left, warn=print_note
        ) as reports:
            try:
                strategy_options = next(reports, None)
                self.strategy = BoundStrategy(
                    _stand_in_strategy,
                    strategy_options if isinstance(strategy_options, dict) else {},
                    name,
                )
                run_reports = _receive_reports(name, reports, progress)
                return replay_stream(
                    self.algorithm, data, name, run_reports, progress.on_update, **self.options
                )
            except ChildError as error:
                hint = keyboard_hint(str(error))
                if error.timed_out:
                    hint = (
                        ", so its run did not begin before the time limit (--max-seconds) was over"
                    )
                raise StrategyError(f"strategy {name} {error}{hint}") from None
            except StrategyError as error:
                raise StrategyError(f"{error}{keyboard_hint(str(error))}") from None


def keyboard_hint(error: str) -> str:
    """Return a hint that names --in-process if a strategy failed because it read the keyboard."""
    needs_keyboard = any(
        # the EOFError of input(), not one that the strategy raised itself
        symptom in error
        for symptom in ("BdbQuit", "EOFError: EOF when reading a line", "RuntimeError: input")
    )
    return _KEYBOARD_HINT * needs_keyboard


def _receive_reports(name: str, reports: Iterator[Any], progress: Progress) -> Iterator[Any]:
    """Yield the child's reports of a run, see `replay`; end at the time limit."""
    try:
        yield from reports
    except ChildError as error:
        if not error.timed_out:
            raise
        progress.stopped = True
        print_to_stderr(
            f"warning: strategy {name} was stopped when the time limit (--max-seconds) was over: "
            f"it {error}. If it hangs there, a larger --max-seconds does not help"
        )
        return
    raise StrategyError(
        f"strategy {name}: its process ended before the end of the run; expected a strategy that "
        "does not end its process"
    )


def _stand_in_strategy(*view: object, **options: object) -> Any:
    """Stand in for a strategy that only another process loads; it cannot be called."""
    raise StrategyError("found a strategy of another process; expected a run in that process")


def strategy_options_as_json(bound: BoundStrategy) -> dict[str, object]:
    """Return the options of a strategy; values that JSON does not know become text."""
    return {str(option): _to_json_value(value) for option, value in bound.options.items()}


def _to_json_value(value: object) -> object:
    """Return a value that JSON knows, or its text."""
    is_short = type(value) is int and abs(value) < TOO_LONG
    if is_short or value is None or type(value) in (bool, float, str):
        return value
    return exact_text(value) if isinstance(value, (int, Fraction)) else one_line_text(value)


def _load_and_run(
    strategy_text: str, data: Dataset, options: Mapping[str, Any]
) -> Iterator[object]:
    """Load a strategy and run PLA with it; yield its options, each update, and the end of the run.

    Pocket makes the same updates as PLA, and the replay fills the pocket.
    """
    from ..testing.randomness import detect_unseeded_randomness

    with detect_unseeded_randomness() as used_unseeded_randomness:
        bound = strategy(strategy_text)
        used_unseeded_randomness()  # called here in case the strategy has just imported NumPy
        yield strategy_options_as_json(bound)
        # a copy, because the code of the strategy may change the data of its run
        run = Run(copy(data), bound, **options)
        visits_before = rescued_updates = 0
        for update in correct_mistakes(run):
            # the status is "" while the run goes on, see `replay_stream`
            yield "", [update.n], update.visits, update.dot_products
            rescued_updates += update.visits - visits_before > run.patience
            visits_before = update.visits
        run.check_counts()
        if used_unseeded_randomness():
            print_to_stderr(UNSEEDED_NOTE.format(bound.name))
    if run.false_claims:
        print_to_stderr(
            FALSE_CLAIM_NOTE.format(bound.name, count_with_noun(run.false_claims, "time"))
        )
    if rescued_updates > run.updates / _UPDATES_PER_TOLERATED_RESCUE:
        times = count_with_noun(rescued_updates, "time")
        note = IMPATIENT_NOTE.format(bound.name, count_with_noun(run.patience, "visit"), times)
        print_to_stderr(note)
    yield run.status, [], run.visits, run.dot_products
