"""A plan: an algorithm, its visiting strategy and its options; one run of it, or many."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ..dataset import Dataset
from ..exact.rationals import exact_text, rational
from ..pla import pla
from ..plugins.registry import FIXED_CYCLE, Bound
from ..pocket import pocket
from ..run import Run
from .progress import Progress
from .terminal import counted, print_note, worded

if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..experiments.records import Repeated, RunRecord

HOMEWORK = f"the homework's random cycle, one order for all passes: {FIXED_CYCLE}"
ALGORITHMS: dict[str, Callable[..., Run]] = {"pla": pla, "pocket": pocket}
_LIMITS = "max_updates", "max_visits", "right_in_a_row", "target_mistakes", "max_seconds"
# the name of the strategy that each follows by default
DEFAULTS = {each: str(getattr(run, "__defaults__")[0]) for each, run in ALGORITHMS.items()}


class Plan:
    """A run to be made: the name of an algorithm, a strategy of ours, and the other options.

    text: how another process finds a strategy that is not ours.
    """

    text: str | None = None

    def __init__(self, algorithm: str, strategy: Bound, options: Mapping[str, object]) -> None:
        self.algorithm, self.strategy, self.options = algorithm, strategy, options

    def run(self, data: Dataset, progress: Progress) -> Run:
        """Run it on the data. progress: takes each update, or now and then the last one."""
        algorithm = ALGORITHMS[self.algorithm]
        return algorithm(data, self.strategy, on_update=progress.on_update, **self.options)


def settings(args: argparse.Namespace) -> dict[str, object]:
    """Return what changes a result beside the data and the strategy: sign(0), eta, and the limits
    that were set.
    """
    given = vars(args)
    limits = {
        name: given[name]
        for name in _LIMITS
        if name in given and (given[name] is not None or name == "max_updates")
    }
    eta = exact_text(rational(args.eta))
    return {"sign_of_zero": args.sign_of_zero, "eta": eta, "limits": limits}


def for_people(record: Mapping[str, object]) -> dict[str, object]:
    """Return a record whose limits are in words: a limit of none is one, too.

    >>> for_people({"limits": {"max_updates": None, "max_visits": 9}})
    {'limits': 'max_updates = none, max_visits = 9'}
    """
    limits: Any = record["limits"]
    values = {
        name: "none" if value is None else f"{value:g}" if isinstance(value, float) else value
        for name, value in limits.items()
    }
    return {**record, "limits": worded(values)}


def note_on(plan: Plan) -> str:
    """Return what a student of the course needs to know of a plan's many runs, or ""."""
    order = plan.strategy
    draws_anew = order.name == "random-permutation" and order.options["fresh"]
    return f"each pass draws a new order; {HOMEWORK}" if draws_anew else ""


def repeated(
    plan: Plan, data: Dataset, test: Dataset | None, args: argparse.Namespace, progress: Progress
) -> tuple[Run, Repeated | None, KeyboardInterrupt | None]:
    """Run a plan, then with every seed that --repeat asks for, or as many as are done when the time
    is up, or at Ctrl-C.

    Return its first run, what came of the others, None if none was done in time, and what Ctrl-C
    has to tell after that.
    """
    from ..experiments.experiment import Experiment

    first = plan.run(data, progress)
    about = plan.algorithm, plan.strategy, plan.options, data, test
    experiment = Experiment(*about, args.repeat, plan.text)
    if progress.stopped:
        return first, None, None
    records: list[RunRecord] = []
    interrupted = None
    asked = counted(len(experiment.seeds), "run")
    progress.begins(f"0 of {asked}")
    try:
        for record in experiment.records(args.jobs or 1, progress.ticks, print_note):
            records.append(record)
            progress.reached(f"{len(records):,} of {asked}")
    except StopIteration:
        pass
    except KeyboardInterrupt as error:
        if not records:
            raise
        interrupted = progress.interrupted(error)
    return first, experiment.found(records) if records else None, interrupted
