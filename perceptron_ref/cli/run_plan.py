"""A plan: an algorithm, its visiting strategy and its options; one run of it, or many."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ..dataset import Dataset
from ..pla import pla
from ..plugins.registry import FIXED_CYCLE, BoundStrategy
from ..pocket import pocket
from ..run import Run
from .progress import Progress
from .requests import UsageError
from .terminal import count_with_noun, format_value, print_note

if TYPE_CHECKING:
    from typing import Any

    from ..experiments.records import Repeated, RunRecord

HOMEWORK_NOTE = f"the homework's random cycle keeps one order for all passes: {FIXED_CYCLE}"
ALGORITHMS: dict[str, Callable[..., Run]] = {"pla": pla, "pocket": pocket}
# the name of the strategy that each follows by default
DEFAULT_STRATEGIES = {
    name: str(getattr(run, "__defaults__")[0]) for name, run in ALGORITHMS.items()
}


class RunPlan:
    """A run to make: an algorithm, a built-in strategy, and the other options.

    Attributes:
        algorithm: "pla" or "pocket".
        strategy: The strategy with its options.
        options: The other options of the algorithm.
        text: How another process finds a strategy that is not built in; else None.
    """

    algorithm: str
    strategy: BoundStrategy
    options: Mapping[str, object]

    text: str | None = None

    def __init__(
        self, algorithm: str, strategy: BoundStrategy, options: Mapping[str, object]
    ) -> None:
        self.algorithm, self.strategy, self.options = algorithm, strategy, options

    def run(self, data: Dataset, progress: Progress) -> Run:
        """Run it on the data, and show the progress."""
        algorithm = ALGORITHMS[self.algorithm]
        return algorithm(data, self.strategy, on_update=progress.on_update, **self.options)


def replace_limits_by_words(record: Mapping[str, object]) -> dict[str, object]:
    """Return a record with its limits in words; no limit is "none".

    >>> replace_limits_by_words({"limits": {"max_updates": None, "max_visits": 9}})
    {'limits': 'max_updates = none, max_visits = 9'}
    """
    limits: Any = record["limits"]
    values = {
        name: "none" if value is None else f"{value:g}" if isinstance(value, float) else value
        for name, value in limits.items()
    }
    return {**record, "limits": format_value(values)}


def note_on_homework_order(plan: RunPlan) -> str:
    """Return a note on the homework's random cycle, if the plan draws a new order each pass."""
    strategy = plan.strategy
    draws_anew = strategy.name == "random-permutation" and strategy.options["fresh"]
    return f"each pass draws a new order; {HOMEWORK_NOTE}" if draws_anew else ""


def run_repeatedly(
    plan: RunPlan,
    data: Dataset,
    test: Dataset | None,
    seeds: int | range,
    jobs: int,
    progress: Progress,
    what: str = "",
) -> tuple[Run, Repeated | None, KeyboardInterrupt | None]:
    """Run a plan with its own seed, then with every seed; stop early when the time is up or at
    Ctrl-C.

    Args:
        plan: The plan.
        data: The training examples.
        test: Examples to count mistakes on, or None.
        seeds: How many seeds, or which.
        jobs: How many processes make the runs.
        progress: Shows how many runs are done, and stops them.
        what: What stands before that number.

    Returns:
        The first run; the results of the others, or None if none was done in time; and the
        KeyboardInterrupt to raise once they are reported.

    Raises:
        UsageError: if the strategy takes no seed.
    """
    from ..experiments.experiment import Experiment

    if plan.text is None:
        _check_takes_seed(plan)
    first = plan.run(data, progress)
    _check_takes_seed(plan)  # the options of another strategy are known once it ran
    about = plan.algorithm, plan.strategy, plan.options, data, test
    experiment = Experiment(*about, seeds, plan.text)
    if progress.stopped:
        return first, None, None
    records: list[RunRecord] = []
    interruption = None
    all_runs = count_with_noun(len(experiment.seeds), "run")
    progress.begin_stage(f"{what}0 of {all_runs}")
    try:
        for record in experiment.run_all(jobs, progress.tick, print_note):
            records.append(record)
            progress.advance(f"{what}{len(records):,} of {all_runs}")
    except StopIteration:
        pass
    except KeyboardInterrupt as error:
        if not records:
            raise
        interruption = progress.interrupt_error(error)
    return first, experiment.result(records) if records else None, interruption


def _check_takes_seed(plan: RunPlan) -> None:
    """Refuse to run a strategy many times that takes no seed."""
    if plan.strategy.first_seed is None:
        raise UsageError(
            f"strategy {plan.strategy.name} takes no seed; --repeat and --seeds expect one that "
            "does, such as random, as every run would be the same"
        )
