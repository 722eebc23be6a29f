"""Replay and verify a run that untrusted code reports.

A report is a tuple of four fields: the status; the sequence n(0), ..., n(T-1); the number of
visits; and the number of dot products. A child may also send a stream of reports, one after
another, while its run goes on. Each of them has only the n(t) since the report before it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from json import dumps

from .errors import DataError, quote
from .exact.checks import checked_count
from .plugins.registry import BoundStrategy
from .pocket import PocketRun, fill_pocket
from .run import Run, Update, count_problem, invalid_run_error, invalid_status_error
from .type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .dataset import Dataset

__all__ = ["make_report", "replay_report", "replay_stream"]

_IMPOSSIBLE_RUN = "found a result that no run can have"


def make_report(run: Run) -> tuple[str, tuple[int, ...], int, int]:
    """Return the report of a run; its fields are a text, a tuple of ints, and two ints.

    The dot products with which Pocket counts mistakes are left out, because a replay makes them
    again.
    """
    return run.status, tuple(run.n), run.visits, run.visits + run._view_dot_products


def replay_report(
    algorithm: str, data: Dataset, strategy_name: str, report: Any, **options: Any
) -> Run:
    """Replay a finished run: check that each n(t) is a mistake of w_t, and check the status.
    Lecture 2: L2.5

    Args:
        algorithm: "pla" or "pocket".
        data: The training examples.
        strategy_name: The name of the strategy, for messages. The strategy itself is not called.
        report: The report of the run, see `make_report`; any object is allowed, and checked.
        options: The options of `pla` or `pocket` that the run had.

    Returns:
        The run.

    Raises:
        StrategyError: If the object is not a report, if an n(t) is not a mistake, if a count is too
            small or above its limit, if the run cannot end with this status, or if the status is
            "stopped". The message names the strategy.
        DataError: If the algorithm or an option is not valid.

    >>> from perceptron_ref import example, pla
    >>> report = make_report(pla(example("or")))
    >>> report
    ('converged', (0, 1, 2, 0, 0, 1, 0, 2, 0), 21, 21)
    >>> replay_report("pla", example("or"), "mine", report)
    <Run mine: converged, 9 updates, 21 visits>
    """
    run = replay_stream(algorithm, data, strategy_name, [report], **options)
    # the reports differ, for example, if Pocket reaches its target before the reported run ends
    if dumps(report, default=repr) != dumps(make_report(run)):
        raise invalid_run_error(strategy_name, _IMPOSSIBLE_RUN)
    return run


def replay_stream(
    algorithm: str,
    data: Dataset,
    strategy_name: str,
    reports: Iterable[Any],
    on_update: Callable[[Update], object] | None = None,
    **options: Any,
) -> Run:
    """Replay a run while a child makes it: check each report when it arrives.

    Args:
        algorithm: "pla" or "pocket".
        data: The training examples.
        strategy_name: The name of the strategy, for messages. The strategy itself is not called.
        reports: The stream of reports. The status is "" while the run goes on. Each report has the
            n(t) since the previous report; its visits and dot products are totals. If no report has
            a status, the run counts as stopped.
        on_update: See `pla`.
        options: The options of `pla` or `pocket` that the run had.

    Returns:
        The run.

    Raises:
        StrategyError: See `replay_report`. Here the status "" is allowed.
        DataError: If the algorithm or an option is not valid.
    """
    stand_in = BoundStrategy(lambda view: iter(()), {}, strategy_name)  # never called
    if algorithm == "pla":
        run = Run(data, stand_in, **options)
        return run.finish(_replay_updates(run, reports), on_update)
    if algorithm != "pocket":
        raise DataError(f"algorithm: found {quote(algorithm)}; expected 'pla' or 'pocket'")
    target_mistakes = checked_count("target_mistakes", options.pop("target_mistakes", 0))
    pocket_run = PocketRun(data, stand_in, **{"max_updates": 1000, **options})
    updates = fill_pocket(pocket_run, _replay_updates(pocket_run, reports), target_mistakes)
    return pocket_run.finish(updates, on_update)


def _replay_updates(run: Run, reports: Iterable[Any]) -> Generator[Update, None, None]:
    """Yield the reported updates as `correct_mistakes` does.

    Raises:
        StrategyError: At the first report that cannot be true, or update that corrects no mistake.
    """
    for report in reports:
        problem = _report_problem(run, report)
        if problem:
            raise invalid_run_error(run.strategy, problem)
        status, n, run.visits, dot_products = report
        run._view_dot_products = dot_products - run.visits
        for n_t in n:
            if not run.margins.is_mistake(n_t):
                raise invalid_run_error(
                    run.strategy,
                    f"found a correction of example {n_t} in update {run.updates:,}, although the "
                    "weights before this update get the example right",
                )
            yield run.correct_mistake(n_t)
        run.status = status
        if status:
            _check_final_status(run)
            return
    run.status = "stopped"


def _report_problem(run: Run, report: Any) -> str:
    """Return the problem if a value is not a report or cannot come next in this run; else ""."""
    sequence_types = (tuple, list)  # lists, because JSON has no tuples
    is_report = type(report) in sequence_types and len(report) == 4
    if not is_report or type(report[1]) not in sequence_types:
        return _IMPOSSIBLE_RUN
    status, n, visits, dot_products = report
    are_example_numbers = all(type(n_t) is int and 0 <= n_t < run.N for n_t in n)
    if not are_example_numbers or type(status) is not str:
        return _IMPOSSIBLE_RUN
    # `run.min_visits` counts the visits of the updates so far once more, so they are subtracted
    min_visits = run.visits - run.updates + len(n) + run.min_visits(status)
    return (
        count_problem("updates", run.updates + len(n), 0, run.max_updates)
        or count_problem("visits", visits, min_visits, run.max_visits)
        or count_problem("dot_products", dot_products, visits + run._view_dot_products, sys.maxsize)
    )


def _check_final_status(run: Run) -> None:
    """Raise a StrategyError unless the replay can end with its status. "stopped" is refused."""
    mistakes = run.margins.count_mistakes()
    can_end_with = {
        "converged": mistakes == 0,
        "max_updates": run.updates == run.max_updates and mistakes > 0,
        "max_visits": run.visits == run.max_visits < sys.maxsize,
        # a visit without a mistake needs an example that w gets right
        "right_in_a_row": run.right_in_a_row is not None and mistakes < run.N,
    }
    if not can_end_with.get(run.status, False):
        raise invalid_status_error(run, run.strategy, mistakes)
