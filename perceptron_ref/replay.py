"""The replay of a run on data that its strategy never had, before what it left is believed."""

from __future__ import annotations

from .errors import StrategyError
from .exact.integers import checked_count
from .hypothesis import count_mistakes
from .plugins.registry import Bound
from .pocket import PocketRun
from .run import Run, State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .dataset import Dataset
    from .run import Left

__all__ = ["replayed"]

STATUSES = (
    "converged",
    "max_updates",
    "max_visits",
    "right_in_a_row",
    "stopped",
    "target_mistakes",
)


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
        return Run(replay.ended())
    in_pocket = replay.follow_pocket(target_mistakes)
    return PocketRun(replay.ended(), in_pocket)


def _named(name: str) -> Bound:
    """Return what stands for a strategy of that name; it is never called."""
    bound = Bound(iter)
    bound.name, bound.origin, bound.built_in = name, "", True
    return bound


class _Replay:
    """A run gone through once more: its updates, one by one, and its end."""

    def __init__(self, state: State, left: Left) -> None:
        self.state = state
        self.status, self.n, self.visits, self.dot_products = left

    def follow_pla(self) -> None:
        """Repeat the updates, and see that the run had to end there."""
        for n in self.n:
            self._check_mistake(n)
            self.state.weights.n.append(n)
        at_end = {"converged": self.state.N, "max_updates": 1}  # w_T is visited, too
        self._check_costs(at_end.get(self.status, 0), counted=0)
        mistakes = count_mistakes(self.state.data, self.state.w, self.state.sign_of_zero)
        if self.status == "converged":
            ends_so = mistakes == 0
        else:
            ends_so = self.status == "stopped" or self._ends_at_a_limit(mistakes)
        if not ends_so:
            self._refuse_end(mistakes)

    def follow_pocket(self, target_mistakes: int) -> int:
        """Repeat the updates, and the counting; return the t of the w_t that the pocket holds."""
        state, margins = self.state, self.state.margins
        in_pocket, fewest = 0, margins.count_mistakes()
        for n in self.n:
            self._check_mistake(n)
            if fewest <= target_mistakes:
                self._refuse_end(fewest)
            state.correct(n)
            mistakes = margins.count_mistakes()
            if mistakes < fewest:
                in_pocket, fewest = state.t, mistakes
        self._check_costs(0, counted=state.N * (1 + len(self.n)))
        if fewest <= target_mistakes:
            ends_so = self.status == ("target_mistakes" if fewest else "converged")
        else:
            ends_so = self.status == "stopped" or self._ends_at_a_limit(fewest)
        if not ends_so:
            self._refuse_end(fewest)
        return in_pocket

    def ended(self) -> State:
        """Return the state at the end of the run, whose numbers hold."""
        state = self.state
        state.status, state.visits = self.status, self.visits
        state.view_dot_products = self.dot_products - self.visits - state.margins.counted
        return state

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

    def _check_costs(self, at_end: int, counted: int) -> None:
        """Refuse fewer visits than updates and end take, or fewer dot products than these.

        at_end: the visits after the last update. counted: the dot products of Pocket's counting.
        """
        row = self.state.right_in_a_row or 0 if self.status == "right_in_a_row" else 0
        visits = len(self.n) + at_end + row
        if self.visits < visits or self.dot_products < self.visits + counted:
            raise disagreement(
                self.state.who,
                f"it left {self.visits} visits and {self.dot_products} dot products; "
                f"{len(self.n)} updates and this end take {visits} and "
                f"{max(self.visits, visits) + counted} at least",
            )

    def _ends_at_a_limit(self, mistakes: int) -> bool:
        """Tell whether the run had to end at the limit that it names, with so many mistakes."""
        state = self.state
        return {
            "max_updates": len(self.n) == state.max_updates and mistakes > 0,
            "max_visits": self.visits == state.max_visits,
            # an example of the row is right
            "right_in_a_row": state.right_in_a_row is not None and mistakes < state.N,
        }.get(self.status, False)

    def _refuse_end(self, mistakes: int) -> None:
        raise disagreement(
            self.state.who,
            f'its run says "{self.status}" after {len(self.n)} updates, where it does not end so: '
            f"the weights then make {mistakes} mistakes on {self.state.N} examples",
        )


def checked_left(who: str, left: Any, N: int) -> Left:
    """Return what a run left if it can be that at all; StrategyError otherwise.

    Its status, n(0), ..., n(T-1), visits, dot products: an update takes a visit, and a visit a dot
    product.
    """
    if _is_row(left) and len(left) == 4 and _is_row(left[1]):
        status, n, visits, dot_products = left
        ints = {*map(type, n), type(visits), type(dot_products)} == {int}
        if ints and type(status) is str and status in STATUSES:
            examples = 0 <= min(n, default=0) and max(n, default=0) < N
            if examples and len(n) <= visits <= dot_products:
                return status, tuple(n), visits, dot_products
    raise disagreement(who, "what its run left cannot be that of any run")


def _is_row(value: object) -> bool:
    return type(value) in (tuple, list)  # what is sent as JSON comes as a list


def disagreement(who: str, what: str) -> StrategyError:
    """Return the error of a strategy that made its run say what is not so."""
    return StrategyError(
        f"strategy {who}: {what}; expected a strategy that looks at its run and changes nothing"
    )
