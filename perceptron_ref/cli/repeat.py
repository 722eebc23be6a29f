"""`--repeat` and `--seeds`: many runs of a command's plan, with progress and a table of them."""

from __future__ import annotations

from ..experiments.experiment import Experiment, Runs
from .text import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..dataset import Dataset
    from ..experiments.records import Repeated
    from ..run import Run
    from .plan import Plan
    from .progress import Interrupted, Late, Progress


def repeated_plan(
    plan: Plan,
    data: Dataset,
    test: Dataset | None,
    args: argparse.Namespace,
    progress: Progress,
) -> tuple[Run, Repeated | None, Interrupted | Late | None]:
    """Run a plan, then with every seed that is asked for.

    Return its first run, what came of the others, None if none was done in time, and what Ctrl-C
    has to tell after that.
    """
    experiment: list[Experiment] = []

    def on_loaded() -> None:
        """Refuse a strategy without a seed before anything runs."""
        about = plan.algorithm, plan.strategy, plan.options, data, test
        experiment.append(Experiment(*about, args.seeds or args.repeat, plan.named()))

    run = plan.run(data, progress, on_loaded)
    if progress.stopped or not experiment:
        return run, None, None
    return (run, *repeated(experiment[0], args.jobs or 1, progress))


def repeated(
    experiment: Experiment, jobs: int, progress: Progress
) -> tuple[Repeated | None, Interrupted | Late | None]:
    """Make the runs, or as many as are done when the time is up, or at Ctrl-C."""
    all_runs = counted(len(experiment.seeds), "run")

    def on_run(record: object) -> None:
        progress.reached(f"{len(runs.records):,} of {all_runs}")

    runs = Runs(experiment, on_run, progress.ticks)
    progress.shows(f"0 of {all_runs}")
    interrupted = None
    try:
        runs.make(jobs)
    except KeyboardInterrupt as error:
        if not runs.records:
            raise
        interrupted = progress.interrupted(error)
    return (runs.found() if runs.records else None), interrupted
