"""A run: what it is given and where it stands, what a strategy sees of it, and what it leaves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from .dataset import Dataset, checked_dataset
from .errors import DataError, StrategyError, in_one_line, shown
from .exact.costs import PERIOD
from .exact.integers import checked_count, checked_multiple
from .exact.limits import LONGEST_NUMBER
from .exact.rationals import rational
from .exact.scores import Margins
from .exact.sparse import SparseVector, product, scaled
from .exact.weights import Weights, corrected
from .hypothesis import (
    Hypothesis,
    as_ints,
    checked_sign_of_zero,
    count_mistakes,
    exact_weights,
)
from .notebook import Shown
from .plugins.blame import blamed, not_visits
from .plugins.registry import name_of, strategy_given
from .visits import checked_index, opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any, TypedDict

    from .exact.sparse import Vector
    from .plugins import Visits
    from .visits import Pass

    Strategy = Callable[["View"], Visits]
    """A visiting strategy: takes a view of the run and yields the next example, a pass (a range,
    list or tuple of examples, visited to its end), or None.     Lecture 2: L2.6"""

    class Options(TypedDict, total=False):
        """The options of a run by name: see `pla`."""

        w0: Iterable[object] | None
        eta: object
        sign_of_zero: int
        max_updates: int | None
        max_visits: int | None
        patience: int | None
        right_in_a_row: int | str | None

    Left = tuple[str, tuple[int, ...], int, int]
    """What a run leaves, in plain values: status, n(0), ..., n(T-1), visits, dot products."""


__all__ = ["Run", "Strategy", "Update", "View"]


class State:
    """A run as it stands: what it was given, checked once, and how far it is.

    data, strategy, w0, eta, sign_of_zero, max_updates, max_visits, patience, right_in_a_row: see
        `pla`; the last is a number of visits, or None.
    bias_step: how far an update moves the weight of x_0: 1, except in `pla_with_bias`.
    t: updates so far. weights: the sequence n(0), ..., n(t-1), which gives every w_t.
    visits: how many were made so far.
    view_dot_products: how many the view was asked for. status: how the run ended, "" before that.

    The loop runs on ints: update t adds y_n moves[n], n = n(t), and `unit` times `w` is the
    lecture's w_t. moves[n] is `xs[n]`, the set's scaled x_n, except where bias_step, or a start
    that is no multiple of eta, needs a finer unit. dot(w, xs[n]) is w . x_n.
    """

    def __init__(
        self,
        data: Dataset,
        strategy: str | Strategy,
        bias_step: Fraction | int = 1,
        /,
        *,
        w0: Iterable[object] | None = None,
        eta: object = 1,
        sign_of_zero: int = 0,
        max_updates: int | None = 100_000,
        max_visits: int | None = None,
        patience: int | None = None,
        right_in_a_row: int | str | None = None,
    ) -> None:
        self.data = data = checked_dataset(data)
        self.strategy: Strategy = strategy_given(strategy)
        self.w0 = None if w0 is None else exact_weights("w0", w0, data.d)
        self.eta = checked_eta(eta)
        self.sign_of_zero = checked_sign_of_zero(sign_of_zero)
        self.max_updates = _limit("max_updates", max_updates)
        self.max_visits = _limit("max_visits", max_visits)
        self.right_in_a_row = _in_a_row(right_in_a_row, patience, data.N)
        usual = self.right_in_a_row or 10 * data.N
        self.patience = _limit("patience", usual if patience is None else patience, least=1)

        # An update adds eta y_n x_n to the lecture's w, that is y_n k q (scale x_n) times `unit`;
        # for the weight of x_0 bias_step = p/q takes the place of 1. k makes the start ints, too.
        p, q, k, start = bias_step.numerator, bias_step.denominator, 1, (0,) * (1 + data.d)
        if self.w0 is not None:
            start, k = as_ints([w_i * data.scale * q / self.eta for w_i in self.w0])
        self.unit = self.eta / (data.scale * q * k)
        self.N, self.xs, self.ys, self.dot = data.N, data.rows, data.ys, data.dot
        moves: Sequence[Vector] = self.xs
        if (p, q, k) != (1, 1, 1):
            moves = tuple([scaled(x, k * p, k * q) for x in self.xs])

        self.weights = Weights(start, moves, data.ys)
        self.t = self.visits = self.view_dot_products = 0
        self.status = ""
        self.margins = Margins(
            data.packed, self.weights, self.xs, self.dot, self.sign_of_zero, k * p, k * q
        )
        self.answers: Visits = iter(())  # the strategy's
        self._examples = list(range(data.N))  # so that a long run holds each int once

    @property
    def w(self) -> tuple[int, ...]:
        """w_t, computed when it is asked for."""
        return self.weights.w

    @property
    def dot_products(self) -> int:
        """The dot products asked for so far: one a visit, and the view's."""
        return self.visits + self.view_dot_products

    def correct(self, n: int) -> Update:
        """Go on from w_t to w_{t+1} = w_t + y_n x_n, n = n(t).     Lecture 2: L2.5

        n(t) is all that is noted: `weights` adds up w when it is asked for, `margins` what they
        need.
        """
        self.weights.n.append(self._examples[n])
        self.t += 1
        self.margins.update(n)
        if self.t % PERIOD == 0:
            self.margins.reconsider(self.dot_products)
        return Update(self)

    def count_mistakes(self) -> int:
        """Return how many examples have sign(w_t . x_n) != y_n.     Lecture 2: L2.15"""
        return self.margins.count_mistakes()

    def checked_visits(self) -> Iterator[int | Pass | None]:
        """Call the strategy; return the visits that it asks for, checked: see `opened`."""
        try:
            self.answers = self.strategy(View(self))
            if not isinstance(self.answers, Iterator):
                raise StrategyError(not_visits(self.answers))
            return opened(self.answers, self.data.N)
        except BaseException as error:
            raise self.strategy_error(error) from error

    def leave_strategy(self) -> None:
        """Close the strategy, whose view holds this state: its own `finally` runs now.

        Errors raised while it closes are ignored: the run is over.
        """
        answers, self.answers = self.answers, iter(())
        try:
            if isinstance(answers, Generator):
                answers.close()
        except KeyboardInterrupt:
            raise
        except BaseException:
            pass

    @property
    def who(self) -> str:
        """The strategy, as messages name it."""
        name, origin = name_of(self.strategy), getattr(self.strategy, "origin", "")
        return in_one_line(f"{name} ({origin})" if origin else name)

    def strategy_error(self, error: BaseException) -> StrategyError:
        """Return the error that names the strategy, the visit, the place in its code, the fault.

        Ctrl-C is raised again: it is no fault.
        """
        if isinstance(error, KeyboardInterrupt):
            raise
        place, what = blamed(error, self.answers)
        where = f"strategy {self.who}, asked for visit {self.visits + 1}"
        where += f", at {place}" if place else ""
        raised = "" if isinstance(error, StrategyError) else "it raised "
        return StrategyError(f"{where}: {raised}{what}")


class View:
    """The view that a visiting strategy has of its run: live, and read-only.

    `len(view)` is N. Margins and norms are ints, the lecture's numbers times one positive factor,
    so signs and comparisons are the lecture's. StrategyError for an example that is not there.
    """

    __slots__ = ("_margins", "_margins_at", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._margins: tuple[int, ...] = ()
        self._margins_at = -1

    def __len__(self) -> int:
        return self._state.data.N

    def __repr__(self) -> str:
        return f"<View of {len(self)} examples after {self.updates} updates>"

    @property
    def updates(self) -> int:
        """t, the number of updates so far."""
        return self._state.t

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n: positive where w_t is right about example n.     Lecture 2: L2.7

        One dot product; none after `margins()`, until the next update.
        """
        n = checked_index(n, len(self), "it asked the view about example ")
        if self._margins_at == self._state.t:
            return self._margins[n]
        self._state.view_dot_products += 1
        return self._state.margins.of(n)

    def margins(self) -> tuple[int, ...]:
        """Return y_n w_t . x_n for n = 0..N-1.     Lecture 2: L2.7

        N dot products, once between two updates.
        """
        if self._margins_at != self._state.t:
            self._state.view_dot_products += len(self)
            self._margins, self._margins_at = tuple(self._state.margins.all()), self._state.t
        return self._margins

    def is_mistake(self, n: int) -> bool:
        """Tell whether sign(w_t . x_n) != y_n, by the run's rule for sign(0).     Lecture 2: L2.5

        As many dot products as `margin`.
        """
        margin = self.margin(n)
        return margin < 0 or (margin == 0 and self._state.data.ys[n] != self._state.sign_of_zero)

    def squared_norm(self, n: int) -> int:
        """Return |x_n|^2, by which an update raises the margin of example n.     Lecture 2: L2.7

        x_{n,0} is included, or R in its place in `pla_with_bias`. One dot product.
        """
        n = checked_index(n, len(self), "it asked the view about example ")
        state = self._state
        state.view_dot_products += 1
        return product(state.xs[n], state.weights.moves[n])


class Update:
    """Update t: w_{t+1} = w_t + eta y_{n(t)} x_{n(t)}.     Lecture 2: L2.5

    t: counted from 0. n: the example corrected. visits, dot_products: so far, this update's
    included; without those of Pocket's counting. unit: what `scaled_w` is multiplied by.
    """

    __slots__ = ("_weights", "dot_products", "n", "t", "unit", "visits")

    def __init__(self, state: State) -> None:
        self._weights: Weights | _Fixed = state.weights
        self.unit = state.unit
        self.t, self.n = state.t - 1, state.weights.n[-1]
        self.visits = state.visits
        self.dot_products = state.visits + state.view_dot_products

    @property
    def scaled_w(self) -> tuple[int, ...]:
        """w_{t+1}, in the loop's ints; cheap in the order of the updates."""
        return self._weights.at(self.t + 1)

    def __getstate__(self) -> tuple[object, ...]:
        """Return what a copy or pickle holds: w_{t+1}, and not the whole run and its set."""
        return self.t, self.n, self.visits, self.dot_products, self.unit, self.scaled_w

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.t, self.n, self.visits, self.dot_products, self.unit, w = state
        self._weights = _Fixed(w)

    @property
    def w(self) -> tuple[Fraction, ...]:
        """w_{t+1}, exact, in the units of the data."""
        return in_units(self.scaled_w, self.unit)

    def __repr__(self) -> str:
        return f"<Update {self.t}: corrects example {self.n}, at visit {self.visits}>"


class _Fixed:
    """The weights of one update, as `Weights` would tell them."""

    def __init__(self, w: tuple[int, ...]) -> None:
        self._w = w

    def at(self, t: int) -> tuple[int, ...]:
        """Return w_{t+1}, which is all that is held."""
        return self._w


class Run(Shown):
    """A finished run: its n(0), ..., n(T-1), which with the start determine every w_t.
    Lecture 2: L2.5

    data, strategy (its name), sign_of_zero, eta: what was run. right_in_a_row: so many visits in a
        row without a mistake were to end it; None where there was no such rule.
    status: "converged" (no mistake is left), "max_updates" (one more was due), "max_visits",
        "right_in_a_row" (there may be mistakes left), "stopped" (`on_update` raised StopIteration),
        or, from Pocket, "target_mistakes".
    n: the tuple n(0), ..., n(T-1). visits: how many examples were looked at.
    dot_products: how many the loop and the strategy asked for; fewer operations may compute them.
    unit: what the loop's ints are multiplied by to be the lecture's weights.
    """

    def __init__(self, state: State) -> None:
        """Take what the state of a run at its end says.

        The mistakes of one that says "converged" are counted once more, on weights that are added
        up again from n(0), ..., n(T-1): StrategyError, naming the strategy, if any is left.
        """
        self.data, self.strategy, weights = state.data, name_of(state.strategy), state.weights
        self.sign_of_zero, self.eta, self.unit = state.sign_of_zero, state.eta, state.unit
        self._w0, self.right_in_a_row = state.w0, state.right_in_a_row
        self.status, self.n, self.visits = state.status, tuple(weights.n), state.visits
        self.dot_products = state.dot_products + state.margins.counted
        self._weights = Weights(weights.start, weights.moves, weights.ys)
        self._weights.n = self.n  # type: ignore[assignment]  # it grows no more
        if self.status == "converged" and self.mistakes:
            raise StrategyError(
                f"strategy {state.who}: its run says it converged after {self.updates} updates, "
                f"but the weights then make {self.mistakes} mistakes on {self.data.N} examples"
            )

    @property
    def left(self) -> Left:
        """What the run left, in plain values: status, n(0), ..., n(T-1), visits, dot products."""
        return self.status, self.n, self.visits, self.dot_products

    @property
    def w0(self) -> tuple[Fraction, ...]:
        """The weights that the run started from."""
        return self._w0 or (rational(0),) * (1 + self.data.d)

    @property
    def _scaled_w(self) -> tuple[int, ...]:
        return self._weights.w

    @property
    def updates(self) -> int:
        """T, the number of updates."""
        return len(self.n)

    @property
    def w(self) -> tuple[Fraction, ...]:
        """The weights found, exact, in the units of the data: w_T, or the pocket's."""
        return in_units(self._scaled_w, self.unit)

    @property
    def hypothesis(self) -> Hypothesis:
        """g(x) = sign(w . x) with the weights found.     Lecture 2: L2.5"""
        return Hypothesis(
            self.w,
            names=self.data._names,
            sign_of_zero=self.sign_of_zero,
            labels=self.data.labels,
            label_name=self.data.label_name,
            x0=self.data.x0,
        )

    @property
    def mistakes(self) -> int:
        """How many training examples the weights found get wrong; counted when asked for."""
        return count_mistakes(self.data, self._scaled_w, self.sign_of_zero)

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

        indices: which entries of the weights to yield, those of all that an update moves among
        them; all where none are given.
        """
        w_next, moves = self._weights.start, self._weights.moves
        if indices is not None and len(indices) < len(w_next):
            at = {i: k for k, i in enumerate(indices)}
            w_next = tuple([w_next[i] for i in indices])
            moves = [x.moved(at) for x in moves if isinstance(x, SparseVector)]
        for t, n in enumerate(self.n):
            w, x_n, y_n = w_next, moves[n], self.data.ys[n]
            w_next = tuple(corrected(w, y_n, x_n))  # w_{t+1} = w_t + y_n x_n
            yield t, n, w, w_next

    def __repr__(self) -> str:
        numbers = f"{self.updates} updates, {self.visits} visits"
        return f"<{type(self).__name__} {self.strategy}: {self.status}, {numbers}>"


def in_units(scaled_w: Iterable[int], unit: Fraction) -> tuple[Fraction, ...]:
    """Return the lecture's weights for the loop's ints: unit w."""
    zero = rational(0)  # one for all, as a sparse set has many
    return tuple([w_i * unit if w_i else zero for w_i in scaled_w])


def followed(
    state: State,
    path: Generator[Update, None, State],
    on_update: Callable[[Update], object] | None,
) -> State:
    """Call `on_update` with every update of the path; return the state at its end.

    StopIteration from `on_update` ends the run, "stopped".
    """
    for update in path:
        if on_update is not None and stops(on_update, update):
            state.status = "stopped"
            path.close()
    return state


def stops(on_update: Callable[[Any], object], update: object) -> bool:
    """Call `on_update`; tell whether it raised StopIteration, which ends the run."""
    try:
        on_update(update)
    except StopIteration:
        return True
    return False


def checked_eta(eta: object) -> Fraction:
    """Return eta as a Fraction; DataError unless it is a positive number."""
    try:
        checked = rational(eta, LONGEST_NUMBER)
    except DataError as error:
        raise DataError(f"eta: {error}") from None
    if checked <= 0:
        raise DataError(f"eta: found {shown(eta)}; expected a positive number")
    return checked


def _in_a_row(right_in_a_row: int | str | None, patience: int | None, N: int) -> int | None:
    """Return how many visits in a row without a mistake are enough; None if no number is."""
    if right_in_a_row is None:
        return None
    if patience is not None:
        raise DataError(
            f"found patience={shown(patience)} and right_in_a_row={shown(right_in_a_row)}; "
            "expected one of them: leave patience out, and the strategy may make all visits of the "
            "row"
        )
    return checked_multiple("right_in_a_row", right_in_a_row, N)


def _limit(option: str, value: int | None, least: int = 0) -> int:
    return sys.maxsize if value is None else min(checked_count(option, value, least), sys.maxsize)
