"""Pocket: PLA on the same loop, keeping the best weights met on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain

from .dataset import Dataset
from .hypothesis import count_mistakes
from .pla import Ending, Run, Start, Update, begin, checked_count, follow, in_units
from .plugins.registry import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .pla import Strategy


def pocket(
    data: Dataset,
    strategy: str | Strategy = "random-permutation",
    *,
    w0: Iterable[object] | None = None,
    eta: object = 1,
    sign_of_zero: int = 0,
    max_updates: int | None = 1000,
    max_visits: int | None = None,
    patience: int | None = None,
    target_mistakes: int = 0,
    on_update: Callable[[Update], object] | None = None,
) -> PocketRun:
    """Run PLA and keep the weights of fewest mistakes: w^ <- w_{t+1} if it makes strictly fewer on
    all of D.

    The pocket holds w_0 first. Counting the mistakes of w_{t+1} begins with those of w_t, and stops
    as soon as there
    are as many as the pocket makes: O(N) dot products an update at most, O(N d T) arithmetic in
    all. The run ends when the pocket makes no mistake ("converged"), no more than `target_mistakes`
    ("target_mistakes"), or at a limit; no promise that it holds the best line.
    The other arguments are those of `pla`.     Lecture 2: L2.15, L2.16

    >>> run = pocket(Dataset([[0], [1], [2], [3]], [-1, +1, -1, +1]), max_updates=100)
    >>> run.status, run.updates, run.mistakes, run.mistakes_last
    ('max_updates', 100, 1, 2)
    """
    start, scores, loop = begin(
        data, strategy, w0, eta, sign_of_zero, max_updates, max_visits, patience
    )
    checked_count("target_mistakes", target_mistakes)
    n: list[int] = []
    ints: dict[int, int] = {}  # as in `exhaust`
    in_pocket = scaled_w = start.scaled_w
    fewest = scores.count_mistakes(sign_of_zero)

    def ending(visits: int, dot_products: int) -> Ending | None:
        if fewest <= target_mistakes:
            return Ending("target_mistakes" if fewest else "converged", visits, dot_products)
        return Ending("max_updates", visits, dot_products) if len(n) == max_updates else None

    def keep(update: Update) -> Ending | None:
        nonlocal in_pocket, scaled_w, fewest
        n.append(ints.setdefault(update.n, update.n))
        scaled_w = update.scaled_w
        mistakes = scores.count_mistakes(sign_of_zero, enough=fewest)
        if mistakes < fewest:
            fewest, in_pocket = mistakes, scaled_w
        if on_update is not None:
            on_update(update)
        return ending(update.visits, update.dot_products)

    ended = ending(0, 0) or follow(loop, keep)
    ended.dot_products += scores.counted
    return PocketRun(data, name_of(strategy), sign_of_zero, start, n, ended, in_pocket, scaled_w)


class PocketRun(Run):
    """A finished run of Pocket: a `Run` whose `w` is what the pocket held, `w_last` being w_T.

    dot_products: those of the run, counting included; not those of the reports below.
    Lecture 2: L2.15
    """

    def __init__(
        self,
        data: Dataset,
        strategy: str,
        sign_of_zero: int,
        start: Start,
        n: list[int],
        ending: Ending,
        scaled_w: tuple[int, ...],
        scaled_w_last: tuple[int, ...],
    ) -> None:
        super().__init__(data, strategy, sign_of_zero, start, n, ending, scaled_w)
        self._scaled_w_last = scaled_w_last

    @property
    def w_last(self) -> tuple[Fraction, ...]:
        """w_T, the weights after the last update, exact."""
        return in_units(self._scaled_w_last, self.unit)

    @property
    def mistakes_last(self) -> int:
        """The number of training examples that w_T gets wrong; counted when asked for."""
        return count_mistakes(self.data, self._scaled_w_last, self.sign_of_zero)

    @property
    def history(self) -> list[tuple[int, int, int]]:
        """(t, mistakes of w_t, mistakes of the pocket after t updates) for t = 0, ..., T.

        The run itself stops counting when the pocket is beaten; this replays it and counts in full.
        """
        met = chain([self._start.scaled_w], (w_next for _, _, _, w_next in self.scaled_replay()))
        rows: list[tuple[int, int, int]] = []
        for t, w in enumerate(met):
            mistakes = count_mistakes(self.data, w, self.sign_of_zero)
            rows.append((t, mistakes, min(mistakes, rows[-1][2]) if rows else mistakes))
        return rows
