"""Replay and verify a run that untrusted code reports.

A report has four parts: the status, n(0), ..., n(T-1), the visits and the dot products.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from json import dumps
from typing import TYPE_CHECKING, Any

from .errors import one_line_text
from .exact.checks import checked_count
from .plugins.registry import BoundStrategy
from .pocket import PocketRun, fill_pocket
from .run import Run, Update, false_count, false_run_error

if TYPE_CHECKING:
    from .dataset import Dataset

__all__ = ["replay_report", "make_report"]

_NO_RUN = "its result does not describe a possible run"


def make_report(run: Run) -> tuple[str, tuple[int, ...], int, int]:
    """Return the report of a run, which has only plain values.

    Returns:
        The status; n(0), ..., n(T-1); the number of visits; and the number of dot products. The dot
        products with which Pocket counts mistakes are left out, because a replay counts them again.
    """
    return run.status, tuple(run.n), run.visits, run.visits + run._view_dot_products


def replay_report(algorithm: str, data: Dataset, strategy: str, report: Any, **options: Any) -> Run:
    """Replay a reported run: check that each n(t) is a mistake of w_t, and check the end.
    Lecture 2: L2.5

    Args:
        algorithm: "pla" or "pocket".
        data: The training examples.
        strategy: The name of the strategy, which is not called.
        report: The report of the run, see `make_report`; any object is allowed, and checked.
        options: The options of `pla` or `pocket` that the run had.

    Returns:
        The run.

    Raises:
        StrategyError: If no run can have this report, or if the run was stopped; the message names
            the strategy.

    >>> from perceptron_ref import example, pla
    >>> report = make_report(pla(example("or")))
    >>> report
    ('converged', (0, 1, 2, 0, 0, 1, 0, 2, 0), 21, 21)
    >>> replay_report("pla", example("or"), "mine", report)
    <Run mine: converged, 9 updates, 21 visits>
    """
    run = replay_report_parts(algorithm, data, strategy, [report], **options)
    # they differ if Pocket ends the replay in another way
    if dumps(report, default=repr) != dumps(make_report(run)):
        raise false_run_error(strategy, _NO_RUN)
    return run


def replay_report_parts(
    algorithm: str,
    data: Dataset,
    strategy: str,
    parts: Iterable[Any],
    on_update: Callable[[Update], object] | None = None,
    **options: Any,
) -> Run:
    """Replay a run while a child reports it part by part; see `replay_report`.

    Args:
        algorithm: "pla" or "pocket".
        data: The training examples.
        strategy: The name of the strategy, which is not called.
        parts: Reports of parts of the run. The status is "" while the run goes on. The n(t) are
            those since the last part; visits and dot products are totals. If no part has a status,
            the run was stopped.
        on_update: See `pla`.
        options: The options of `pla` or `pocket` that the run had.

    Returns:
        The run.

    Raises:
        StrategyError: If no run can have these reports; the message names the strategy.
    """
    target_mistakes = checked_count("target_mistakes", options.pop("target_mistakes", 0))
    stand_in = BoundStrategy(lambda view: iter(()), {}, strategy)  # never called
    if algorithm == "pla":
        run = Run(data, stand_in, **options)
        return run.finish(_replay_updates(run, parts), on_update)
    pocket_run = PocketRun(data, stand_in, **{"max_updates": 1000, **options})
    updates = fill_pocket(pocket_run, _replay_updates(pocket_run, parts), target_mistakes)
    return pocket_run.finish(updates, on_update)


def _replay_updates(run: Run, parts: Iterable[Any]) -> Generator[Update, None, None]:
    """Yield the reported updates as `correct_mistakes` does, if each corrects a mistake."""
    for part in parts:
        problem = _problem_of_part(run, part)
        if problem:
            raise false_run_error(run.strategy, problem)
        status, n, run.visits, dot_products = part
        run._view_dot_products = dot_products - run.visits
        for n_t in n:
            if not run.margins.is_mistake(n_t):
                raise false_run_error(
                    run.strategy,
                    f"its run corrected example {n_t} in update {run.updates}, but this example "
                    "was not a mistake then",
                )
            yield run.correct_mistake(n_t)
        run.status = status
        if status:
            _check_final_status(run)
            return
    run.status = "stopped"


def _problem_of_part(run: Run, part: Any) -> str:
    """Return the problem of a part that is not a report, or cannot follow in this run; else ""."""
    sequences = (tuple, list)  # lists, because JSON has no tuples
    if type(part) not in sequences or len(part) != 4 or type(part[1]) not in sequences:
        return _NO_RUN
    status, n, visits, dot_products = part
    if {*map(type, n)} - {int} or not all(0 <= n_t < run.N for n_t in n) or type(status) is not str:
        return _NO_RUN
    min_visits = run.visits - run.updates + len(n) + run.least_visits(status)
    return (
        false_count("updates", run.updates + len(n), 0, run.max_updates)
        or false_count("visits", visits, min_visits, run.max_visits)
        or false_count("dot_products", dot_products, visits + run._view_dot_products, sys.maxsize)
    )


def _check_final_status(run: Run) -> None:
    """Check that the replay can end with the reported status; "stopped" is never reported."""
    mistakes = run.margins.count_mistakes()
    can_end_with = {
        "converged": mistakes == 0,
        "max_updates": run.updates == run.max_updates and mistakes > 0,
        "max_visits": run.visits == run.max_visits < sys.maxsize,
        # visits in a row without a mistake need an example that is right
        "right_in_a_row": run.right_in_a_row is not None and mistakes < run.N,
    }
    if not can_end_with.get(run.status, False):
        updates = f"{run.updates} update{'s' * (run.updates != 1)}"
        claim = f'its run says "{one_line_text(run.status, 60)}" after {updates}'
        mistakes_text = f"{mistakes} mistake{'s' * (mistakes != 1)}"
        problem = f"the weights then make {mistakes_text} on {run.N} examples"
        if run.status != "converged":
            problem = f"a run with these updates cannot end in this way; {problem}"
        raise false_run_error(run.strategy, f"{claim}, but {problem}")
