"""Pocket: PLA on the same loop, keeping the best weights met on the way."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from .dataset import Dataset
from .exact.common_denominator import in_units
from .exact.values import checked_count
from .pla import corrections
from .run import Run, Update, answers_by

if TYPE_CHECKING:
    from .visits import Strategy

__all__ = ["PocketRun", "pocket"]


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
    engine: str = "fast",
    target_mistakes: int = 0,
    on_update: Callable[[Update], object] | None = None,
) -> PocketRun:
    """Run PLA; the pocket takes w_{t+1} if it makes fewer mistakes.     Lecture 2: L2.15, L2.16

    It holds the start first. After every update the mistakes of w_{t+1} are counted on all of D,
    N dot products: O(N d T) arithmetic in all. The run ends when the pocket makes no mistake
    ("converged"), no more than `target_mistakes` ("target_mistakes"), or at a limit: then better
    weights may exist, on separable data, too. With independent draws (`random`) the chance of
    having met the best weights tends to 1 with the updates (Gallant, 1990), however slowly; in a
    cycle it may stay zero. "Fewer" is strict, so the first of equally good weights stays. The other
    arguments are those of `pla`. What the count decides comes first: a run says "max_updates" or
    "converged" even where `max_visits` or `on_update` would end it at the same update.

    >>> run = pocket(Dataset([[0], [1], [2], [3]], [-1, +1, -1, +1]), max_updates=100)
    >>> run.status, run.updates, run.mistakes, run.mistakes_last
    ('max_updates', 100, 1, 4)
    """
    target_mistakes = checked_count("target_mistakes", target_mistakes)
    limits = max_updates, max_visits, patience, right_in_a_row
    run = PocketRun(data, strategy, 1, w0, eta, sign_of_zero, *limits, engine)
    return run.finish(fill_pocket(run, corrections(run), target_mistakes), on_update)


def fill_pocket(
    run: PocketRun, updates: Generator[Update, None, object], target_mistakes: int
) -> Generator[Update, None, None]:
    """Yield the updates; after each the pocket takes w_{t+1} if that makes fewer mistakes.
    Lecture 2: L2.15
    """
    run.in_pocket, fewest = 0, run.w_t.count_mistakes()  # the pocket holds w_0
    run.status = why_to_stop(run, fewest, target_mistakes)
    with closing(updates):
        while not run.status and (update := next(updates, None)):  # w_{t+1} = w_t + y_n x_n
            mistakes = run.w_t.count_mistakes()
            if mistakes < fewest:
                run.in_pocket, fewest = update.t + 1, mistakes  # the pocket holds w_{t+1}
            run.status = why_to_stop(run, fewest, target_mistakes)
            yield update


def why_to_stop(run: PocketRun, fewest: int, target_mistakes: int) -> str:
    """Return the status of a run of Pocket that is at its end; "" if it goes on.

    The next mistake would not be corrected after `max_updates`, so it is not searched for.
    """
    if fewest <= target_mistakes:
        return "target_mistakes" if fewest else "converged"
    return "max_updates" if run.updates >= run.max_updates else ""


class PocketRun(Run):
    """A run of Pocket: a `Run` whose `w` is what the pocket holds, `w_last` being w_T.
    Lecture 2: L2.15
    """

    in_pocket: int
    """The t of the weights w_t that the pocket holds."""

    @property
    def dot_products(self) -> int:
        """The dot products of PLA, and N for each of w_0, ..., w_T: Pocket counts mistakes."""
        return super().dot_products + self.N * (self.updates + 1)

    @property
    def _scaled_w(self) -> tuple[int, ...]:
        return self._scaled_w_at(self.in_pocket)

    @property
    def w_last(self) -> tuple[Fraction, ...]:
        """w_T, the weights after the last update, exact."""
        return in_units(self._scaled_w_at(self.updates), self.unit)

    @property
    def mistakes_last(self) -> int:
        """The number of training examples that w_T gets wrong; counted when asked for."""
        return self._mistakes_of(self._scaled_w_at(self.updates))

    @property
    def history(self) -> list[tuple[int, int, int]]:
        """(t, mistakes of w_t, mistakes of the pocket after t updates) for t = 0, ..., T.

        The run keeps none of this; its weights are replayed and their mistakes counted once more.
        """
        margins = answers_by("fast")(self.data, self._start, self._moves, self.sign_of_zero)
        counts = [margins.count_mistakes()]
        for n in self.n:
            margins.correct(n)
            counts.append(margins.count_mistakes())
        return list(zip(range(len(counts)), counts, accumulate(counts, min)))
