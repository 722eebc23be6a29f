"""The replay of a run on data that its strategy never had, before what it left is believed."""

from __future__ import annotations

from .exact.integers import checked_count
from .plugins.claims import checked_left, disagreement
from .plugins.registry import Bound
from .pocket import PocketRun
from .run import Run, State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .dataset import Dataset
    from .plugins.claims import Left

__all__ = ["replayed"]


def replayed(algorithm: str, data: Dataset, strategy: str, left: object, **options: Any) -> Run:
    """Return the run that left this, replayed: n(t) is a mistake of w_t for all t, and it ends so.
    Lecture 2: L2.5

    algorithm: "pla" or "pocket". strategy: how the run names its strategy, which is not called.
    left: the `left` of its run, from wherever: anything else is refused. options: those of `pla` or
    `pocket`. StrategyError, naming the strategy, if anything is not so.

    >>> from perceptron_ref import example, pla
    >>> left = pla(example("or")).left
    >>> left
    ('converged', (0, 1, 2, 0, 0, 1, 0, 2, 0), 21, 21)
    >>> replayed("pla", example("or"), "mine", left)
    <Run mine: converged, 9 updates, 21 visits>
    """
    target_mistakes = checked_count("target_mistakes", options.pop("target_mistakes", 0))
    options.setdefault("max_updates", 100_000 if algorithm == "pla" else 1000)
    state = State(data, _named(strategy), **options)
    replay = _Replay(state, checked_left(state.who, left, data.N))
    if algorithm == "pla":
        replay.follow_pla()
        return Run(state.evidence(data), replay.left)
    in_pocket = replay.follow_pocket(target_mistakes)
    return PocketRun(state.evidence(data), target_mistakes, replay.left, in_pocket)


def _named(name: str) -> Bound:
    """Return what stands for a strategy of that name; it is never called."""
    bound = Bound(iter)
    bound.name, bound.origin, bound.built_in = name, "", True
    return bound


class _Replay:
    """A run gone through once more: its updates, one by one, and its end."""

    def __init__(self, state: State, left: Left) -> None:
        self.state, self.left = state, left
        self.status, self.n, self.visits, _ = left

    def follow_pla(self) -> None:
        """Repeat the updates, and see that the run had to end there."""
        for n in self.n:
            self._check_mistake(n)
            self.state.weights.n.append(n)
        stopped = self.status in ("converged", "stopped")  # the first is counted by `Run`
        if not stopped and not self._ends_at_a_limit(all_right=not self._has_mistake()):
            self._refuse_end()

    def follow_pocket(self, target_mistakes: int) -> int:
        """Repeat the updates, and the counting; return the t of the w_t that the pocket holds."""
        state, margins = self.state, self.state.margins
        in_pocket, fewest = 0, margins.count_mistakes()
        for n in self.n:
            self._check_mistake(n)
            if fewest <= target_mistakes:
                self._refuse_end()
            state.correct(n)
            mistakes = margins.count_mistakes()
            if mistakes < fewest:
                in_pocket, fewest = state.t, mistakes
        if fewest <= target_mistakes:
            ends_so = self.status == ("target_mistakes" if fewest else "converged")
        else:
            ends_so = self.status == "stopped" or self._ends_at_a_limit(all_right=False)
        if not ends_so:
            self._refuse_end()
        return in_pocket

    def _check_mistake(self, n: int) -> None:
        t = len(self.state.weights.n)
        if t == self.state.max_updates:
            what = f"its run made {len(self.n)} updates, where it may make {t}"
        elif not self._is_mistake(n):
            what = f"its run corrected example {n} in update {t}, which was no mistake then"
        else:
            return
        raise disagreement(self.state.who, what)

    def _is_mistake(self, n: int) -> bool:
        state = self.state
        margin: int = state.ys[n] * state.dot(state.weights.entries, state.xs[n])
        return margin < 0 or (margin == 0 and state.ys[n] != state.sign_of_zero)

    def _has_mistake(self) -> bool:
        return any(map(self._is_mistake, range(self.state.N)))

    def _ends_at_a_limit(self, all_right: bool) -> bool:
        """Tell whether the run had to end at the limit that it names."""
        if self.status == "max_visits":
            return self.visits == self.state.max_visits
        if self.status == "right_in_a_row":  # `Run` counts the visits
            return True
        at_limit = len(self.n) == self.state.max_updates
        return self.status == "max_updates" and at_limit and not all_right

    def _refuse_end(self) -> None:
        raise disagreement(
            self.state.who,
            f'its run says "{self.status}" after {len(self.n)} updates, where it does not end so',
        )
