"""The replay of a run on data that its strategy never had, before what it left is believed."""

from __future__ import annotations

import sys

from .errors import StrategyError, in_one_line
from .exact.values import checked_count
from .hypothesis import count_mistakes
from .plugins.registry import Bound
from .pocket import PocketRun, kept
from .run import Run, Update, followed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from typing import Any

    from .dataset import Dataset

__all__ = ["replayed"]

_NO_RUN = "what its run left cannot be that of any run"
# "stopped" is not among them: it is the reader who stops a run
STATUSES = ("converged", "max_updates", "max_visits", "right_in_a_row", "target_mistakes")


def replayed(algorithm: str, data: Dataset, strategy: str, left: Any, **options: Any) -> Run:
    """Return the run that left this, replayed: n(t) is a mistake of w_t for all t, and it ends so.
    Lecture 2: L2.5

    algorithm: "pla" or "pocket". strategy: how the run names its strategy, which is not called.
    left: the `left` of its run, from wherever, unless it was stopped: anything else is refused.
    options: those of `pla` or `pocket`. StrategyError, naming the strategy, if anything is not so.

    >>> from perceptron_ref import example, pla
    >>> left = pla(example("or")).left
    >>> left
    ('converged', (0, 1, 2, 0, 0, 1, 0, 2, 0), 21, 21)
    >>> replayed("pla", example("or"), "mine", left)
    <Run mine: converged, 9 updates, 21 visits>
    """
    who = in_one_line(strategy)
    if not _can_be_left(left, data.N):
        raise disagreement(who, _NO_RUN)
    status, n, visits, dot_products = left
    if algorithm == "pocket":  # which counted the mistakes of every w_t
        dot_products -= data.N * (1 + len(n))
    parts = [(status, n, visits, dot_products)]
    run = followed_parts(algorithm, data, strategy, parts, **options)
    if (run.status, run.n) != (status, tuple(n)):
        raise _wrong_end(who, status, len(n), run.mistakes, data.N)
    return run


def followed_parts(
    algorithm: str,
    data: Dataset,
    strategy: str,
    parts: Iterable[Any],
    on_update: Callable[[Update], object] | None = None,
    **options: Any,
) -> Run:
    """Return the run that is told in parts, replayed while they come; see `replayed`.

    parts: in each the status, "" while the run goes on; n(t) since the part before; visits and dot
    products in all, without those of Pocket's counting. Where they end without a status, the run
    was stopped.
    """
    target_mistakes = checked_count("target_mistakes", options.pop("target_mistakes", 0))
    options.setdefault("max_updates", 100_000 if algorithm == "pla" else 1000)
    # stands for the strategy, and is never called
    named = Bound(lambda view: iter(()), {}, strategy)
    if algorithm == "pla":
        run = Run(data, named, **options)
        return followed(run, _updates(run, parts, visits_w_T=True), on_update)
    pocket_run = PocketRun(data, named, **options)
    path = _updates(pocket_run, parts, visits_w_T=False)
    return kept(pocket_run, path, target_mistakes, on_update)


def _updates(run: Run, parts: Iterable[Any], visits_w_T: bool) -> Generator[Update, None, None]:
    """Yield the updates that are told, where each corrects a mistake: in place of `corrections`.

    visits_w_T: whether the run makes visits after its last update, as PLA does and Pocket does not.
    """
    who = run.order.who
    at_end = {"converged": run.N, "max_updates": 1} if visits_w_T else {}
    at_end["right_in_a_row"] = run.right_in_a_row or 0
    for part in parts:
        if not _can_be_left(part, run.N):
            raise disagreement(who, _NO_RUN)
        status, n, visits, dot_products = part
        least = run.visits + len(n) + at_end.get(status, 0)
        least_products = max(visits, least) + run._view_dot_products
        if visits > run.max_visits:
            what = f"its run made more visits than the {run.max_visits} that it may make"
            raise disagreement(who, what)
        if visits < least or dot_products < least_products:
            raise disagreement(
                who,
                f"it left {visits} visits and {dot_products} dot products; {run.updates + len(n)} "
                f"updates and this end take {least} and {least_products} at least",
            )
        for k, n_t in enumerate(n, start=1):
            t = run.updates
            if t >= run.max_updates:
                raise disagreement(who, f"its run made more updates than the {t} that it may make")
            if not run.margins.is_mistake(n_t):
                what = f"its run corrected example {n_t} in update {t}, which was no mistake then"
                raise disagreement(who, what)
            run.visits = visits if k == len(n) else run.visits + 1
            run._view_dot_products = dot_products - visits
            yield run.correct(n_t)
        run.visits, run._view_dot_products = visits, dot_products - visits
        if status:
            run.status = status
            _check_end(run)
            return
    run.status = "stopped"


def _can_be_left(part: Any, N: int) -> bool:
    """Tell whether it has a status, n(0), ..., n(T-1), visits and dot products, as a run has."""
    if not (_is_row(part) and len(part) == 4 and _is_row(part[1])):
        return False
    status, n, visits, dot_products = part
    if {*map(type, n), type(visits), type(dot_products)} != {int}:
        return False
    known = type(status) is str and status in ("", *STATUSES)
    return known and max(visits, dot_products) <= sys.maxsize and all(0 <= n_t < N for n_t in n)


def _is_row(value: object) -> bool:
    return type(value) in (tuple, list)  # what is sent as JSON comes as a list


def _check_end(run: Run) -> None:
    """Refuse an end that is not due."""
    mistakes = count_mistakes(run.data, run._scaled_w_at(run.updates), run.sign_of_zero)
    ends_so = {
        "converged": mistakes == 0,
        "max_updates": run.updates == run.max_updates and mistakes > 0,
        "max_visits": run.visits == run.max_visits < sys.maxsize,
        # an example of the row is right
        "right_in_a_row": run.right_in_a_row is not None and mistakes < run.N,
    }
    if not ends_so.get(run.status, False):
        raise _wrong_end(run.order.who, run.status, run.updates, mistakes, run.N)


def _wrong_end(who: str, status: str, T: int, mistakes: int, N: int) -> StrategyError:
    return disagreement(
        who,
        f'its run says "{status}" after {T} updates, where it does not end so: '
        f"the weights then make {mistakes} mistakes on {N} examples",
    )


def disagreement(who: str, what: str) -> StrategyError:
    """Return the error of a strategy that made its run say what is not so."""
    return StrategyError(
        f"strategy {who}: {what}; expected a strategy that looks at its run and changes nothing"
    )
