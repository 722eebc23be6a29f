"""A run: what it is given, where it stands, and what it leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from .dataset import Dataset, checked_dataset
from .errors import DataError, StrategyError, shown
from .exact.common_denominator import as_ints, in_units
from .exact.rationals import rational
from .exact.sparse import added, with_first
from .exact.values import (
    checked_limit,
    checked_positive,
    checked_row,
    checked_sign_of_zero,
    exact_vector,
)
from .hypothesis import Hypothesis
from .margins import PlainMargins
from .objects import Shown
from .plugins.registry import strategy as registered
from .vectors import add, scale

if TYPE_CHECKING:
    from .engine import FastMargins
    from .exact.sparse import Vector

    AnyRun = TypeVar("AnyRun", bound="Run")

__all__ = ["Run", "Update"]


class Run(Shown):
    """A run: what it is given, where it stands, and what it leaves: n(0), ..., n(T-1), which with
    the start determine every w_t.     Lecture 2: L2.5

    data, strategy (its name), w0, eta, sign_of_zero, right_in_a_row (visits, or None): see `pla`.
    status: "converged" (no mistake is left), "max_updates" (one more was due), "max_visits",
        "right_in_a_row" (there may be mistakes left), "stopped" (`on_update` raised StopIteration),
        or, from Pocket, "target_mistakes"; "" while it goes on.
    n: n(0), ..., n(T-1), a tuple in the end. visits: how many examples were looked at. given_up:
        how often the strategy saw no mistake left, and the loop then found one.
    unit: what the loop's ints are multiplied by to be the lecture's weights.

    The loop runs on ints: update t adds y_n moves[n], n = n(t), and `unit` times the result is the
    lecture's w_{t+1}; `unit` holds eta, so the loop has none. moves[n] is the set's scaled x_n,
    except where bias_step (a factor of entry 0 alone, for `pla_with_bias`), or a start that is no
    multiple of eta / `scale`, needs a finer unit.
    """

    def __init__(
        self,
        data: Dataset,
        strategy: str | Callable[..., Any],
        bias_step: Fraction | int = 1,
        /,
        w0: Iterable[object] | None = None,
        eta: object = 1,
        sign_of_zero: int = 0,
        max_updates: int | None = 100_000,
        max_visits: int | None = None,
        patience: int | None = None,
        right_in_a_row: int | str | None = None,
        engine: str = "fast",
    ) -> None:
        self.data = data = checked_dataset(data)
        self._strategy_callable = registered(strategy)
        self.strategy, self.N = self._strategy_callable.name, data.N
        start: tuple[int, ...] = (0,) * (1 + data.d)
        self.w0 = (
            (rational(0),) * (1 + data.d) if w0 is None else exact_vector("w0", w0, 1 + data.d)
        )
        self.eta = checked_positive("eta", eta)
        self.sign_of_zero = checked_sign_of_zero(sign_of_zero)
        self.max_updates = checked_limit("max_updates", max_updates)
        self.max_visits = checked_limit("max_visits", max_visits)
        self.right_in_a_row = M = checked_row(right_in_a_row, data.N)
        usual = M or 10 * data.N
        asked = checked_limit("patience", usual if patience is None else patience, least=1)
        self.patience = min(asked, M or asked)

        # The lecture's w is `unit` times the loop's, unit = eta/(scale q k), so an update adds
        # y_n times moves[n] = k q (scale x_n), whose entry 0 is multiplied by bias_step = p/q. k is
        # the common denominator of the start.
        p, q, k = bias_step.numerator, bias_step.denominator, 1
        if w0 is not None:
            start, k = as_ints([w_i * data.scale * q / self.eta for w_i in self.w0])
        self.unit = self.eta / (data.scale * q * k)
        moves: Sequence[Vector] = data.rows
        if (p, q, k) != (1, 1, 1):
            moves = tuple([with_first(x, 0, k * q, times=k * p) for x in data.rows])
        self._start, self._moves, self._last_w = start, moves, (0, start)
        self.w_t = answers_by(engine)(data, start, moves, self.sign_of_zero)
        self.n: Sequence[int] = []
        self.visits = self._view_dot_products = self.given_up = 0
        self.status = ""

    def correct(self, n: int) -> Update:
        """w_{t+1} = w_t + y_n x_n, n = n(t): see `PlainMargins.correct`.     Lecture 2: L2.5"""
        self.w_t.correct(n)
        self.n.append(n)  # type: ignore[attr-defined]  # a list until the run is finished
        return Update(self)

    def finish(
        self: AnyRun,
        updates: Generator[Update, None, object],
        on_update: Callable[[Update], object] | None,
    ) -> AnyRun:
        """Make the updates up to the last one; return the run.

        on_update: called with each; StopIteration from it ends the run, "stopped".
        A strategy's code may have changed what the loop saw. So when a run says "converged", w is
        recomputed from n(0), ..., n(T-1), and its mistakes are recounted: StrategyError, naming the
        strategy, if any is left.
        """
        try:
            for update in updates:
                if on_update is not None:
                    on_update(update)
        except StopIteration:
            self.status = self.status or "stopped"  # Pocket may have ended it at this update
        finally:
            updates.close()
        self.n = tuple(self.n)
        if self.status == "converged" and self.mistakes:
            who = self._strategy_callable.who
            raise StrategyError(
                f"strategy {who}: its run says it converged after {self.updates} updates, "
                f"but the weights then make {self.mistakes} mistakes on {self.N} examples"
            )
        del self.w_t, self._strategy_callable  # only the loop needs them
        return self

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle or a copy holds: all but what only the loop needs."""
        loop = "w_t", "_strategy_callable"
        return {name: value for name, value in vars(self).items() if name not in loop}

    @property
    def updates(self) -> int:
        """T, the number of updates; t while the run goes on."""
        return len(self.n)

    @property
    def dot_products(self) -> int:
        """The dot products asked for so far: one a visit, and the view's."""
        return self.visits + self._view_dot_products

    def _scaled_w_at(self, t: int) -> tuple[int, ...]:
        """Return w_t, in the loop's ints; it costs least where the last question left off.

        w_t = w_0 + the sum of c_n y_n x_n, where c_n counts how often n is among n(0), ..., n(t-1).
        """
        here, w = self._last_w if self._last_w[0] <= t else (0, self._start)
        moved: Sequence[int] = w
        for n, c_n in Counter(self.n[here:t]).items():
            moved = added(moved, c_n * self.data.ys[n], self._moves[n])
        self._last_w = t, tuple(moved)  # t and w_t
        return self._last_w[1]

    @property
    def _scaled_w(self) -> tuple[int, ...]:
        return self._scaled_w_at(self.updates)

    @property
    def w(self) -> tuple[Fraction, ...]:
        """The weights found, exact, in the units of the data: w_T, or the pocket's."""
        return in_units(self._scaled_w, self.unit)

    @property
    def hypothesis(self) -> Hypothesis:
        """g(x) = sign(w . x) with the weights found.     Lecture 2: L2.5"""
        D, at_zero = self.data, self.sign_of_zero
        about: dict[str, Any] = {"labels": D.labels, "label_name": D.label_name, "x0": D.x0}
        h = Hypothesis(self.w, names=D._names, sign_of_zero=at_zero, **about)
        return h._changed(_layout=D._layout)

    @property
    def mistakes(self) -> int:
        """How many training examples the weights found get wrong; counted when asked for."""
        return self._mistakes_of(self._scaled_w)

    def _mistakes_of(self, w: Sequence[int]) -> int:
        return PlainMargins(self.data, w, self._moves, self.sign_of_zero).count_mistakes()

    def replay(self) -> Iterator[tuple[int, int, tuple[Fraction, ...], tuple[Fraction, ...]]]:
        """Yield (t, n(t), w_t, w_{t+1}) for t = 0, ..., T-1, exact, in the units of the data.
        Lecture 2: L2.5

        >>> from perceptron_ref import Dataset, pla
        >>> for t, n, w_t, w_next in pla(Dataset([[2]], [-1]), w0=[0, "1/2"]).replay():
        ...     print(t, n, w_t, w_next)
        0 0 (Fraction(0, 1), Fraction(1, 2)) (Fraction(-1, 1), Fraction(-3, 2))
        """
        for t, n, w, w_next in self.scaled_replay():
            yield t, n, in_units(w, self.unit), in_units(w_next, self.unit)

    def scaled_replay(
        self, indices: Sequence[int] | None = None
    ) -> Iterator[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
        """Yield the same in the loop's ints; multiply by `unit` for the lecture's weights.

        indices: of a sparse set, these entries alone; no update may move any other.
        """
        w_next, moves = self._start, self._moves
        if indices is not None and len(indices) < len(w_next):
            at = {i: k for k, i in enumerate(indices)}
            w_next, moves = tuple([w_next[i] for i in indices]), [x.moved(at) for x in moves]
        for t, n in enumerate(self.n):
            w = w_next
            w_next = tuple(add(w, scale(self.data.ys[n], moves[n])))  # w_{t+1} = w_t + y_n x_n
            yield t, n, w, w_next

    def __repr__(self) -> str:
        numbers = f"{self.updates} updates, {self.visits} visits"
        return f"<{type(self).__name__} {self.strategy}: {self.status}, {numbers}>"


class Update:
    """Update t: w_{t+1} = w_t + eta y_{n(t)} x_{n(t)}.     Lecture 2: L2.5

    t: counted from 0. n: the example corrected. w: w_{t+1}, what the update makes; row t of
    `fit --trace` has the same n, and w as w_next.
    visits, dot_products: so far, this update's included; without those of Pocket's counting. unit:
    what `scaled_w` is multiplied by.
    """

    __slots__ = ("_run", "dot_products", "n", "t", "unit", "visits")

    def __init__(self, run: Run) -> None:
        self._run, self.unit = run, run.unit
        self.t, self.n = len(run.n) - 1, run.n[-1]
        self.visits = run.visits
        self.dot_products = run.visits + run._view_dot_products

    @property
    def scaled_w(self) -> tuple[int, ...]:
        """w_{t+1}, in the loop's ints; cheap in the order of the updates."""
        return self._run._scaled_w_at(self.t + 1)

    @property
    def w(self) -> tuple[Fraction, ...]:
        """w_{t+1}, exact, in the units of the data."""
        return in_units(self.scaled_w, self.unit)

    def __repr__(self) -> str:
        return f"<Update {self.t}: corrects example {self.n}, at visit {self.visits}>"


def answers_by(engine: str) -> Callable[..., PlainMargins | FastMargins]:
    """Return what answers questions about w_t: by their definitions, or in less time."""
    if engine == "plain":
        return PlainMargins
    if engine == "fast":
        from .engine import fast_margins

        return fast_margins
    raise DataError(f"engine: found {shown(engine)}; expected 'fast' or 'plain'")
