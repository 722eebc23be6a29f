"""What a visit costs, in microseconds: a figure to look at, measured here and now; no verdict
depends on it.
"""

from __future__ import annotations

from time import perf_counter

from ..errors import StrategyError
from ..examples.generators import noisy
from ..pla import pla
from ..plugins.registry import strategy
from .time_limit import OutOfTime, time_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..pla import Strategy

N = 2_000
ENOUGH = 0.03  # seconds of visits that tell
SECONDS = 3.0  # before it is given up
BESIDE = ("cyclic", "restart", "random-permutation", "worst-margin")


def cost_in_words(asked: Strategy) -> str:
    """Return what a visit costs on 2,000 examples that no line separates, beside those of the
    built-in strategies.
    """
    data = noisy(N=N, flips=N // 20)
    try:
        own = _cost(asked, data)
    except StrategyError as error:
        return f"not measured: {error}"
    beside = ", ".join(f"{name} {_cost(strategy(name), data)}" for name in BESIDE)
    return f"{own} us a visit on N = {N:,} ({beside})"


def _cost(asked: Strategy, data: Dataset) -> str:
    visits, before = 8, 0.0
    try:
        with time_limit(SECONDS):
            while True:
                start = perf_counter()
                pla(data, asked, max_updates=None, max_visits=visits)
                seconds = perf_counter() - start
                surely = min(
                    seconds, 2 * before
                )  # by two runs: in one, the machine may have been busy elsewhere
                if surely >= ENOUGH:
                    return f"{surely / visits * 1e6:,.1f}"
                visits, before = 2 * visits, seconds
    except OutOfTime:
        return f"more than {SECONDS / (2 * visits) * 1e6:,.0f}"
