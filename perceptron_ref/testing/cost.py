"""The cost of a visit in microseconds, measured here and now: a figure, which decides nothing."""

from __future__ import annotations

from functools import lru_cache
from sys import getprofile, gettrace
from time import perf_counter

from ..errors import PerceptronError, StrategyError
from ..examples.generators import noisy
from ..pla import pla
from ..plugins.registry import strategy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..visits import Strategy

N = 2_000
ENOUGH = 0.03  # seconds of visits that give a figure
BESIDE = ("cyclic", "restart", "random", "random-permutation", "worst-margin")


def cost_in_words(asked: Strategy, lives: Callable[[], object] = lambda: None) -> str:
    """Return the cost of a visit on 2,000 examples that no line separates.

    Beside it stands that of the built-in strategies, measured once in a process under the same
    conditions, and why the figures cannot be trusted, if something slows them down. lives: called
    between two runs.
    """
    is_traced = bool(gettrace() or getprofile())
    try:
        own = _cost(asked, lives)
    except PerceptronError as error:
        return f"not measured: {error}"
    told = "; not to be trusted: a tracer or a profiler is at work" if is_traced else ""
    return f"{own} us a visit on N = {N:,} ({_built_in(is_traced)}){told}"


@lru_cache(maxsize=None)
def _built_in(is_traced: bool) -> str:
    return ", ".join(f"{name} {_cost(strategy(name), lambda: None)}" for name in BESIDE)


def _cost(asked: Strategy, lives: Callable[[], object]) -> str:
    data = noisy(N=N, flips=N // 20)  # a set for each strategy: it may change what it is given
    visits, before = 8, 0.0
    while True:
        lives()
        start = perf_counter()
        run = pla(data, asked, max_updates=None, max_visits=visits)
        seconds = perf_counter() - start
        if run.visits < visits:  # no line separates these data, as they were made
            raise StrategyError(f"the run ended after {run.visits:,} of {visits:,} visits")
        surely = min(seconds, 2 * before)  # of two runs: the machine may have been busy
        if surely >= ENOUGH:
            return f"{surely / visits * 1e6:,.1f}"
        visits, before = 2 * visits, seconds
