"""A run plan: an algorithm, its visiting strategy and its options; run it once or many times."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..dataset import Dataset
from ..exact.rationals import count_with_noun
from ..pla import pla
from ..plugins.options import split_path_and_name
from ..plugins.registry import FIXED_CYCLE, BoundStrategy
from ..pocket import pocket
from ..run import Run
from ..type_checking import TYPE_CHECKING
from .progress import Progress
from .requests import UsageError
from .terminal import format_value, print_note

if TYPE_CHECKING:
    from typing import Any

    from ..experiments.records import Repeated, RunRecord

HOMEWORK_NOTE = f"For the course's homework, which keeps one order, use --strategy {FIXED_CYCLE}"
ALGORITHMS: dict[str, Callable[..., Run]] = {"pla": pla, "pocket": pocket}
# the default strategy of each algorithm, by the name of the algorithm
DEFAULT_STRATEGIES = {
    name: str(getattr(function, "__defaults__")[0]) for name, function in ALGORITHMS.items()
}


class RunPlan:
    """A plan of a run in this process: an algorithm, a strategy and the other options.

    Attributes:
        algorithm: "pla" or "pocket".
        strategy: The strategy with its options.
        options: The other options of the algorithm.
        strategy_text: The strategy as typed, if a child runs it; None in this class.
    """

    algorithm: str
    strategy: BoundStrategy
    options: Mapping[str, object]

    strategy_text: str | None = None

    def __init__(
        self, algorithm: str, strategy: BoundStrategy, options: Mapping[str, object]
    ) -> None:
        self.algorithm, self.strategy, self.options = algorithm, strategy, options

    def run(self, data: Dataset, progress: Progress) -> Run:
        """Run the algorithm on the data, and show its progress."""
        algorithm = ALGORITHMS[self.algorithm]
        progress.begin_stage(f"running strategy {self.strategy.name}")
        return algorithm(data, self.strategy, on_update=progress.on_update, **self.options)


def replace_limits_by_words(record: Mapping[str, object]) -> dict[str, object]:
    """Return a record with its limits as one text, where "none" means no limit.

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
    """Return a note on the homework, which keeps one order, if a plan draws one for each pass.

    For any other plan return "".
    """
    strategy = plan.strategy
    if strategy.name != "random-permutation" or not strategy.options["fresh"]:
        return ""
    return f"each pass draws a new order (fresh=true). {HOMEWORK_NOTE}"


def run_repeatedly(
    plan: RunPlan,
    data: Dataset,
    test_set: Dataset | None,
    seeds: int | range,
    jobs: int,
    progress: Progress,
    prefix: str = "",
) -> tuple[Run, Repeated | None, KeyboardInterrupt | None]:
    """Run a plan with its own seed, then with each of the seeds; stop at the time limit or Ctrl-C.

    Args:
        plan: The plan.
        data: The training examples.
        test_set: Examples to count mistakes on, or None.
        seeds: The number of seeds, or the seeds themselves.
        jobs: The number of processes that share the runs.
        progress: It shows the number of runs that are done, and has the time limit.
        prefix: The text before the number of runs, in the lines about the progress.

    Returns:
        The run with the plan's own seed; the results of the other runs, or None if none was done in
        time; and after Ctrl-C the KeyboardInterrupt that the caller raises after its report, else
        None.

    Raises:
        UsageError: If the strategy takes no seed.
        KeyboardInterrupt: After Ctrl-C, if none of the other runs was done.
    """
    from ..experiments.experiment import Experiment

    if plan.strategy_text is None:
        _check_takes_seed(plan)
    first_run = plan.run(data, progress)
    _check_takes_seed(plan)  # the child reports the options of its strategy when it runs
    settings = plan.algorithm, plan.strategy, plan.options, data, test_set
    experiment = Experiment(*settings, seeds, plan.strategy_text)
    if progress.stopped:
        return first_run, None, None
    records: list[RunRecord] = []
    interruption = None
    all_runs = count_with_noun(len(experiment.seeds), "run")
    progress.begin_stage(f"{prefix}0 of {all_runs}")
    try:
        for record in experiment.run_all(jobs, progress.tick, print_note):
            records.append(record)
            progress.advance(f"{prefix}{len(records):,} of {all_runs}")
    except StopIteration:
        pass
    except KeyboardInterrupt as error:
        if not records:
            raise
        interruption = progress.interrupt_error(error)
    return first_run, experiment.result(records) if records else None, interruption


def _check_takes_seed(plan: RunPlan) -> None:
    """Refuse a strategy that takes no seed, because all its runs would be the same."""
    if plan.strategy.first_seed is None:
        remedy = "choose a strategy that takes a seed, such as random"
        if split_path_and_name(plan.strategy.name):
            remedy = (
                "give this strategy an option `seed`, as in `def order(view, *, seed=0)`, or "
                f"{remedy}"
            )
        raise UsageError(
            f"strategy {plan.strategy.name} takes no seed, so all its runs would be the same. "
            f"For --repeat or --seeds, {remedy}"
        )
