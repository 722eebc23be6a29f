"""Pocket: run PLA, and keep the best weights so far in the pocket."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from fractions import Fraction
from itertools import accumulate

from .dataset import Dataset
from .exact.checks import checked_count
from .exact.common_denominator import multiply_by_unit
from .pla import correct_mistakes
from .run import Run, Update, margins_factory
from .type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Literal

    from .visits import Strategy

__all__ = ["PocketRun", "pocket"]


def fill_pocket(
    run: PocketRun, updates: Generator[Update, None, object], target_mistakes: int
) -> Generator[Update, None, None]:
    """After each update let the pocket take w_{t+1} if it makes fewer mistakes.  Lecture 2: L2.15

    Args:
        run: The run, whose `status` and `in_pocket` are set. `in_pocket` is only the t of the
            weights w_t, because `PocketRun.w` recomputes them from n(0), ..., n(t-1).
        updates: The updates of `run`, as `correct_mistakes` yields them.
        target_mistakes: See `pocket`.

    Yields:
        Each update, after w_{t+1} has been compared with the pocket.
    """
    run.in_pocket, fewest = 0, run.margins.count_mistakes()  # the pocket holds w_0
    run.status = pocket_status(run, fewest, target_mistakes)
    with closing(updates):
        while not run.status and (update := next(updates, None)):  # w_{t+1} = w_t + y_n x_n
            mistakes = run.margins.count_mistakes()  # of w_{t+1}, on all of D
            if mistakes < fewest:
                run.in_pocket, fewest = update.t + 1, mistakes  # the pocket holds w_{t+1}
            run.status = pocket_status(run, fewest, target_mistakes)
            yield update


def pocket_status(run: PocketRun, fewest: int, target_mistakes: int) -> str:
    """Return the status of a run whose pocket makes `fewest` mistakes; "" if the run goes on.

    After `max_updates` updates the run ends without a search for one more mistake, because Pocket
    would not correct it.
    """
    if fewest <= target_mistakes:
        return "target_mistakes" if fewest else "converged"
    return "max_updates" if run.updates >= run.max_updates else ""


class PocketRun(Run):
    """A run of Pocket: its `w` is the vector of weights in the pocket.     Lecture 2: L2.15

    Attributes:
        in_pocket: The number t such that w_t is in the pocket.
    """

    in_pocket: int

    @property
    def dot_products(self) -> int:
        """The number of dot products: those of PLA, and N to count the mistakes of each w_t."""
        return super().dot_products + self.N * (self.updates + 1)

    def min_visits(self, status: str) -> int:
        """Return the fewest visits of a run with this status; counting mistakes takes no visit."""
        return super().min_visits(status if status == "right_in_a_row" else "")

    @property
    def _scaled_w(self) -> tuple[int, ...]:
        """The weights in the pocket, from which `Run` makes `w`, `hypothesis` and `mistakes`."""
        return self._scaled_w_at(self.in_pocket)

    @property
    def w_last(self) -> tuple[Fraction, ...]:
        """w_T, the weights after the last update, exact."""
        return multiply_by_unit(self._scaled_w_at(self.updates), self.unit)

    @property
    def mistakes_last(self) -> int:
        """The number of training examples that w_T gets wrong, counted anew at each access."""
        return self._count_mistakes_of(self._scaled_w_at(self.updates))

    @property
    def history(self) -> list[tuple[int, int, int]]:
        """(t, mistakes of w_t, mistakes of the pocket after t updates) for t = 0, ..., T.

        Each access replays the run and counts the mistakes anew, because the run does not keep
        them.
        """
        margins = margins_factory("fast")(
            self.data, self._start, self._update_vectors, self.sign_of_zero
        )
        counts = [margins.count_mistakes()]
        for n in self.n:
            margins.correct_mistake(n)
            counts.append(margins.count_mistakes())
        return list(zip(range(len(counts)), counts, accumulate(counts, min)))


def pocket(
    data: Dataset,
    strategy: str | Strategy = "random",
    *,
    w0: Iterable[object] | None = None,
    eta: object = 1,
    sign_of_zero: int = 0,
    max_updates: int | None = 1000,
    max_visits: int | None = None,
    patience: int | None = None,
    right_in_a_row: int | str | None = None,
    engine: Literal["fast", "plain"] = "fast",
    target_mistakes: int = 0,
    on_update: Callable[[Update], object] | None = None,
) -> PocketRun:
    """Run PLA; the pocket takes w_{t+1} if it makes fewer mistakes.     Lecture 2: L2.15, L2.16

    At first the pocket holds w_0. After every update the mistakes of w_{t+1} are counted on all of
    D, which takes N dot products: O(N d T) arithmetic in all. "Fewer" is strict, so if several
    weights are equally good, the first of them stay in the pocket.

    The run ends when the pocket makes no mistake ("converged") or at most `target_mistakes`
    ("target_mistakes"), or at a limit. At a limit better weights may exist, even on separable data.
    If each visit is drawn independently (`random`), the probability that the pocket holds the best
    weights tends to 1 as the number of updates grows (Gallant, 1990; Muselli, 1997), but
    perhaps slowly. In a fixed cycle it may stay zero.

    Pocket's own stopping rules win ties: a run says "converged", "target_mistakes" or "max_updates"
    even if `max_visits` or `on_update` would end it at the same update.

    Args:
        data: See `pla`.
        strategy: See `pla`.
        w0: See `pla`.
        eta: See `pla`.
        sign_of_zero: See `pla`.
        max_updates: See `pla`.
        max_visits: See `pla`.
        patience: See `pla`.
        right_in_a_row: See `pla`.
        engine: See `pla`.
        target_mistakes: The run ends when the pocket makes at most this many mistakes.
        on_update: See `pla`.

    Returns:
        The run: its status, its updates, and the weights w in the pocket.

    Raises:
        DataError: If an option is out of range.
        StrategyError: If the strategy fails; the message names it.

    >>> run = pocket(Dataset([[0], [1], [2], [3]], [-1, +1, -1, +1]), max_updates=100)
    >>> run.status, run.updates, run.mistakes, run.mistakes_last
    ('max_updates', 100, 1, 4)
    """
    target_mistakes = checked_count("target_mistakes", target_mistakes)
    run = PocketRun(
        data,
        strategy,
        w0=w0,
        eta=eta,
        sign_of_zero=sign_of_zero,
        max_updates=max_updates,
        max_visits=max_visits,
        patience=patience,
        right_in_a_row=right_in_a_row,
        engine=engine,
    )
    return run.finish(fill_pocket(run, correct_mistakes(run), target_mistakes), on_update)
