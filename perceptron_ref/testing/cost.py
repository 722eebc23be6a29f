"""The cost of a visit in microseconds, measured here and now: a figure, which decides nothing."""

from __future__ import annotations

from functools import lru_cache
from time import perf_counter

from ..errors import PerceptronError, StrategyError
from ..examples.generators import noisy
from ..pla import pla
from ..plugins.registry import strategy
from .time_limit import OutOfTime, doubts, time_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..run import Strategy

N = 2_000
ENOUGH = 0.03  # seconds of visits that give a figure
SECONDS = 3.0  # after which a strategy is too slow for one
BESIDE = ("cyclic", "restart", "random", "random-permutation", "worst-margin")


def cost_in_words(asked: Strategy, seconds: float = SECONDS) -> str:
    """Return the cost of a visit on 2,000 examples that no line separates.

    Beside it stands that of the built-in strategies, measured once in a process under the same
    conditions, and why the figures cannot be trusted, if something slows them down. seconds: how
    long the measurement may take.
    """
    why = doubts()
    try:
        own = _cost(asked, seconds)
    except PerceptronError as error:
        return f"not measured: {error}"
    told = f"; not to be trusted: {why}" if why else ""
    return f"{own} us a visit on N = {N:,} ({_built_in(why)}){told}"


@lru_cache(maxsize=None)
def _built_in(conditions: str) -> str:
    return ", ".join(f"{name} {_cost(strategy(name), SECONDS)}" for name in BESIDE)


def _cost(asked: Strategy, limit: float) -> str:
    data = noisy(N=N, flips=N // 20)  # a set for each strategy: it may change what it is given
    visits, before = 8, 0.0
    try:
        with time_limit(limit):
            while True:
                start = perf_counter()
                run = pla(data, asked, max_updates=None, max_visits=visits)
                seconds = perf_counter() - start
                if run.visits < visits:  # no line separates these data, as they were made
                    raise StrategyError(f"the run ended after {run.visits:,} of {visits:,} visits")
                surely = min(seconds, 2 * before)  # of two runs: the machine may have been busy
                if surely >= ENOUGH:
                    return f"{surely / visits * 1e6:,.1f}"
                visits, before = 2 * visits, seconds
    except OutOfTime:
        return f"more than {limit / (2 * visits) * 1e6:,.0f}"
