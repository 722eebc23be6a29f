"""A run reported by code that is not trusted, made again on our own data before it is believed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from json import dumps
from typing import TYPE_CHECKING, Any

from .errors import StrategyError, in_one_line
from .exact.checks import checked_count
from .plugins.registry import Bound
from .pocket import PocketRun, fill_pocket
from .run import Run, Update

if TYPE_CHECKING:
    from .dataset import Dataset

__all__ = ["replay_report", "report_of"]

_NO_RUN = "what its run left cannot be that of any run"


def report_of(run: Run) -> tuple[str, tuple[int, ...], int, int]:
    """Return a run in plain values: status, n(0), ..., n(T-1), visits, dot products without those
    of Pocket's counting, which a replay does again.
    """
    return run.status, tuple(run.n), run.visits, run.visits + run._view_dot_products


def replay_report(algorithm: str, data: Dataset, strategy: str, left: Any, **options: Any) -> Run:
    """Return the run that left this, replayed: n(t) is a mistake of w_t for all t, and it ends so.
    Lecture 2: L2.5

    algorithm: "pla" or "pocket". strategy: how the run names its strategy, which is not called.
    left: what `report_of` says of its run, from wherever; that of one that was stopped is refused.
    options: those of `pla` or `pocket`. StrategyError, naming the strategy, if anything is not so.

    >>> from perceptron_ref import example, pla
    >>> left = report_of(pla(example("or")))
    >>> left
    ('converged', (0, 1, 2, 0, 0, 1, 0, 2, 0), 21, 21)
    >>> replay_report("pla", example("or"), "mine", left)
    <Run mine: converged, 9 updates, 21 visits>
    """
    run = replay_parts(algorithm, data, strategy, [left], **options)
    if dumps(left, default=repr) != dumps(report_of(run)):  # Pocket's count ended it otherwise
        raise false_report(strategy, _NO_RUN)
    return run


def replay_parts(
    algorithm: str,
    data: Dataset,
    strategy: str,
    parts: Iterable[Any],
    on_update: Callable[[Update], object] | None = None,
    **options: Any,
) -> Run:
    """Return the run that a child tells in parts, replayed while they come; see `replay_report`.

    parts: in each the status, "" while the run goes on; n(t) since the part before; visits and dot
    products in all, without those of Pocket's counting. Where they end without a status, the run
    was stopped.
    """
    target_mistakes = checked_count("target_mistakes", options.pop("target_mistakes", 0))
    named = Bound(lambda view: iter(()), {}, strategy)  # in its place, and never called
    if algorithm == "pla":
        run = Run(data, named, **options)
        return run.finish(_updates(run, parts), on_update)
    pocket_run = PocketRun(data, named, **{"max_updates": 1000, **options})
    updates = fill_pocket(pocket_run, _updates(pocket_run, parts), target_mistakes)
    return pocket_run.finish(updates, on_update)


def _updates(run: Run, parts: Iterable[Any]) -> Generator[Update, None, None]:
    """Yield the updates that a child tells, if each corrects a mistake: as `corrections` does."""
    for part in parts:
        if not _is_possible(run, part):
            raise false_report(run.strategy, _NO_RUN)
        status, n, run.visits, dot_products = part
        run._view_dot_products = dot_products - run.visits
        for n_t in n:
            if not run.w_t.is_mistake(n_t):
                what = f"its run corrected example {n_t} in update {run.updates}"
                raise false_report(run.strategy, f"{what}, which was no mistake then")
            yield run.correct(n_t)
        run.status = status
        if status:
            _check_end(run)
            return
    run.status = "stopped"


def _is_possible(run: Run, part: Any) -> bool:
    """Tell whether it has a status, n(t), visits and dot products that a run may tell next."""
    rows = (tuple, list)  # what is sent as JSON comes as a list
    if type(part) not in rows or len(part) != 4 or type(part[1]) not in rows:
        return False
    status, n, visits, dot_products = part
    if {*map(type, n), type(visits), type(dot_products)} != {int} or type(status) is not str:
        return False
    at_end = {"right_in_a_row": run.right_in_a_row or 0}  # visits after the last update
    if not isinstance(run, PocketRun):  # which counts its mistakes, and visits none
        at_end.update(converged=run.N, max_updates=1)
    least = run.visits + len(n) + at_end.get(status, 0)
    return (
        all(0 <= n_t < run.N for n_t in n)
        and run.updates + len(n) <= run.max_updates
        and least <= visits <= run.max_visits
        and visits + run._view_dot_products <= dot_products <= sys.maxsize
    )


def _check_end(run: Run) -> None:
    """Raise StrategyError unless the end that the run says is due; its reader alone stops one."""
    mistakes = run.w_t.count_mistakes()
    ends_so = {
        "converged": mistakes == 0,
        "max_updates": run.updates == run.max_updates and mistakes > 0,
        "max_visits": run.visits == run.max_visits < sys.maxsize,
        # an example of the row is right
        "right_in_a_row": run.right_in_a_row is not None and mistakes < run.N,
    }
    if not ends_so.get(run.status, False):
        says = f'its run says "{in_one_line(run.status, 60)}" after {run.updates} updates'
        weights = f"the weights then make {mistakes} mistakes on {run.N} examples"
        raise false_report(run.strategy, f"{says}, where it does not end so: {weights}")


def false_report(strategy: str, what: str) -> StrategyError:
    """Return the error of a strategy that made its run say what is not so."""
    return StrategyError(
        f"strategy {in_one_line(strategy)}: {what}; expected a strategy that looks at its run and "
        "changes nothing"
    )
