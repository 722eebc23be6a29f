"""The replay of a run on data that its strategy never had, before what it left is believed."""

from __future__ import annotations

import sys

from .errors import StrategyError, in_one_line
from .exact.values import checked_count
from .hypothesis import count_mistakes
from .plugins.registry import Bound
from .pocket import PocketRun, kept
from .run import Run, State, Update, followed

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
    state = State(data, Bound(lambda view: iter(()), {}, strategy), **options)
    path = _updates(state, parts, algorithm == "pla")
    if algorithm == "pla":
        return Run(followed(state, path, on_update))
    return PocketRun(state, kept(state, path, target_mistakes, on_update))


def _updates(
    state: State, parts: Iterable[Any], visits_w_T: bool
) -> Generator[Update, None, State]:
    """Yield the updates that are told, where each corrects a mistake: in place of `corrections`.

    visits_w_T: whether the run makes visits after its last update, as PLA does and Pocket does not.
    """
    who = state.strategy.who
    at_end = {"converged": state.N, "max_updates": 1} if visits_w_T else {}
    at_end["right_in_a_row"] = state.right_in_a_row or 0
    for part in parts:
        if not _can_be_left(part, state.N):
            raise disagreement(who, _NO_RUN)
        status, n, visits, dot_products = part
        least = state.visits + len(n) + at_end.get(status, 0)
        least_products = max(visits, least) + state.view_dot_products
        if visits > state.max_visits:
            what = f"its run made more visits than the {state.max_visits} that it may make"
            raise disagreement(who, what)
        if visits < least or dot_products < least_products:
            raise disagreement(
                who,
                f"it left {visits} visits and {dot_products} dot products; {state.t + len(n)} "
                f"updates and this end take {least} and {least_products} at least",
            )
        for k, n_t in enumerate(n, start=1):
            if state.t >= state.max_updates:
                what = f"its run made more updates than the {state.t} that it may make"
                raise disagreement(who, what)
            if not state.margins.is_mistake(n_t):
                what = f"its run corrected example {n_t} in update {state.t}, which was no mistake"
                raise disagreement(who, f"{what} then")
            state.visits = visits if k == len(n) else state.visits + 1
            state.view_dot_products = dot_products - visits
            yield state.correct(n_t)
        state.visits, state.view_dot_products = visits, dot_products - visits
        if status:
            state.status = status
            _check_end(state)
            return state
    state.status = "stopped"
    return state


def _can_be_left(part: Any, N: int) -> bool:
    """Tell whether it has a status, n(0), ..., n(T-1), visits and dot products, as a run has."""
    if not (_is_row(part) and len(part) == 4 and _is_row(part[1])):
        return False
    status, n, visits, dot_products = part
    if type(status) is not str or {*map(type, n), type(visits), type(dot_products)} != {int}:
        return False
    is_known = status in ("", *STATUSES)
    return is_known and max(visits, dot_products) <= sys.maxsize and all(0 <= n_t < N for n_t in n)


def _is_row(value: object) -> bool:
    return type(value) in (tuple, list)  # what is sent as JSON comes as a list


def _check_end(state: State) -> None:
    """Refuse an end that is not due."""
    mistakes = count_mistakes(state.data, state.w, state.sign_of_zero)
    ends_so = {
        "converged": mistakes == 0,
        "max_updates": state.t == state.max_updates and mistakes > 0,
        "max_visits": state.visits == state.max_visits < sys.maxsize,
        # an example of the row is right
        "right_in_a_row": state.right_in_a_row is not None and mistakes < state.N,
    }
    if not ends_so.get(state.status, False):
        raise _wrong_end(state.strategy.who, state.status, state.t, mistakes, state.N)


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
