"""What a visit costs, in microseconds: a figure to look at, measured here and now; no verdict depends on it."""

from __future__ import annotations

from time import perf_counter

from ..errors import StrategyError
from ..examples.generators import noisy
from ..pla import pla
from ..registry import strategy
from ..time_limit import OutOfTime, time_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..pla import Strategy

N = 2_000
ENOUGH = 0.03  # seconds of visits that tell
SECONDS = 3.0  # before it is given up
BESIDE = ("cyclic", "restart", "random-permutation", "worst-margin")


def cost_in_words(subject: Strategy) -> str:
    """Return what a visit costs on 2,000 examples that no line separates, beside those of the built-in strategies."""
    data = noisy(N=N, flips=N // 20)
    beside = ", ".join(f"{name} {_cost(strategy(name), data)}" for name in BESIDE)
    return f"{_cost(subject, data)} us a visit on N = {N:,} ({beside})"


def _cost(asked: Strategy, data: Dataset) -> str:
    visits, best = 8, float("inf")
    try:
        with time_limit(SECONDS):
            while True:
                start = perf_counter()
                run = pla(data, asked, max_updates=None, max_visits=visits)
                seconds = perf_counter() - start
                best = min(best, seconds / run.visits)  # the machine may have been busy with something else
                if seconds >= ENOUGH:
                    return f"{best * 1e6:,.1f}"
                visits *= 2
    except OutOfTime:
        return f"more than {SECONDS / (2 * visits) * 1e6:,.0f}"
    except StrategyError as error:
        return f"not to be measured ({error}):"
