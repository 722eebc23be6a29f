"""A run: what it is given and where it stands, what a strategy sees of it, and what it leaves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from .dataset import Dataset, checked_dataset
from .errors import DataError, StrategyError, shown
from .exact.integers import checked_count, integer
from .exact.rationals import rational
from .exact.scores import Margins
from .hypothesis import (
    Hypothesis,
    as_ints,
    checked_sign_of_zero,
    count_mistakes,
    exact_weights,
)
from .plugins.blame import fault, not_visits
from .plugins.registry import name_of
from .plugins.registry import strategy as registered
from .vectors import add, dot, scale

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypedDict

    from .plugins import Visits

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


__all__ = ["Run", "Strategy", "Update", "View"]

_OR_A_PASS = ", a pass (a range, list or tuple of them), or None"


class State:
    """A run as it stands: what it was given, checked once, and how far it is.

    data, strategy, w0, eta, sign_of_zero, max_updates, max_visits, patience: see `pla`.
    bias_step: how far an update moves the weight of x_0: 1, except in `pla_with_bias`.
    t: updates so far. w: w_t. n: n(0), ..., n(t-1). visits: how many were made so far.
    view_dot_products: how many the view computed. status: how the run ended, "" before that.

    The loop runs on ints: an update adds y_n moves[n] to `w`, and `unit` times `w` is the lecture's
    w_t. moves[n] is the set's scaled x_n, except where bias_step, or a start that is no multiple of
    eta, needs a finer unit.
    """

    def __init__(
        self,
        data: Dataset,
        strategy: str | Strategy,
        bias_step: Fraction = Fraction(1),
        /,
        *,
        w0: Iterable[object] | None = None,
        eta: object = 1,
        sign_of_zero: int = 0,
        max_updates: int | None = 100_000,
        max_visits: int | None = None,
        patience: int | None = None,
    ) -> None:
        self.data = checked_dataset(data)
        self.strategy = registered(strategy) if isinstance(strategy, str) else strategy
        if not callable(self.strategy):
            raise StrategyError(
                f"found {shown(strategy)} as a strategy; "
                "expected a name or a callable that takes a view"
            )
        self.w0 = exact_weights("w0", [0] * (1 + data.d) if w0 is None else w0, data.d)
        self.eta = _checked_eta(eta)
        self.sign_of_zero = checked_sign_of_zero(sign_of_zero)
        self.max_updates = _limit("max_updates", max_updates)
        self.max_visits = _limit("max_visits", max_visits)
        self.patience = 10 * data.N if patience is None else _limit("patience", patience, least=1)

        # An update adds eta y_n x_n to the lecture's w, that is y_n k q (scale x_n) times `unit`;
        # for the weight of x_0 bias_step = p/q takes the place of 1. k makes the start ints, too.
        p, q = bias_step.numerator, bias_step.denominator
        self.scaled_w0, k = as_ints([w_i * data.scale * q / self.eta for w_i in self.w0])
        self.unit = self.eta / (data.scale * q * k)
        self.moves = data.scaled_xs
        if (p, q, k) != (1, 1, 1):
            self.moves = tuple([(k * p * x[0], *scale(k * q, x[1:])) for x in data.scaled_xs])

        self.w = self.scaled_w0
        self.n: list[int] = []
        self.t = 0
        self.visits = self.view_dot_products = 0
        self.status = ""
        self.margins = Margins(data.scaled_xs, data.ys, self.w)
        self.answers: Visits = iter(())  # the strategy's
        self._examples = list(range(data.N))  # so that a long run holds each int once

    @property
    def dot_products(self) -> int:
        """The dot products computed so far: one a visit, and the view's."""
        return self.visits + self.view_dot_products

    @property
    def visits_left(self) -> int:
        """How many more visits `max_visits` allows."""
        return self.max_visits - self.visits

    def advance(self, n: int, w: tuple[int, ...]) -> Update:
        """Note that n(t) = n and w_{t+1} = w; return the update."""
        self.n.append(self._examples[n])
        self.t += 1
        self.w = w
        self.margins.update(n, w, self.dot_products)
        return Update(self.t - 1, n, self)

    def checked_visits(self) -> Iterator[int | None]:
        """Call the strategy; return the visits that it asks for, checked, passes opened.

        None stands for "I see no mistake left", which an empty pass and the end say, too.
        """
        try:
            self.answers = self.strategy(View(self))
            if not isinstance(self.answers, Iterator):
                raise StrategyError(not_visits(self.answers))
        except (Exception, SystemExit) as error:
            raise self.strategy_error(error) from error
        return self._opened(self.answers)

    def _opened(self, answers: Visits) -> Iterator[int | None]:
        N = self.data.N
        while True:
            for answer in answers:
                if type(answer) is int and 0 <= answer < N:
                    yield answer
                elif answer is None:
                    yield None
                else:
                    yield from checked_pass(answer, N) or (None,)
            yield None

    def leave_strategy(self) -> None:
        """Drop the strategy, whose view holds this state; its own `finally` runs now."""
        self.answers = iter(())

    def strategy_error(self, error: BaseException) -> StrategyError:
        """Return the error that names the strategy, the visit, the place in its code, the fault."""
        origin = getattr(self.strategy, "origin", "")
        name = name_of(self.strategy)
        who = f"{name} ({origin})" if origin else name
        what = fault(error, self.answers)
        return StrategyError(f"strategy {who}, asked for visit {self.visits + 1}{what}")


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

    @property
    def updates(self) -> int:
        """t, the number of updates so far."""
        return self._state.t

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n: positive where w_t is right about example n.     Lecture 2: L2.7

        One dot product; none after `margins()`, until the next update.
        """
        n = _checked_index(n, len(self), "it asked the view about example ")
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
            self._margins, self._margins_at = self._state.margins.all(), self._state.t
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
        n = _checked_index(n, len(self), "it asked the view about example ")
        self._state.view_dot_products += 1
        return dot(self._state.data.scaled_xs[n], self._state.moves[n])


class Update:
    """Update t: w_{t+1} = w_t + eta y_{n(t)} x_{n(t)}.     Lecture 2: L2.5

    t: counted from 0. n: the example corrected. visits, dot_products: so far, this update's
    included; without those of Pocket's counting. scaled_w: w_{t+1} in the loop's ints; multiply by
    `unit` for the lecture's.
    """

    __slots__ = ("dot_products", "n", "scaled_w", "t", "unit", "visits")

    def __init__(self, t: int, n: int, state: State) -> None:
        self.t, self.n, self.scaled_w, self.unit = t, n, state.w, state.unit
        self.visits, self.dot_products = state.visits, state.dot_products

    @property
    def w(self) -> tuple[Fraction, ...]:
        """w_{t+1}, exact, in the units of the data."""
        return in_units(self.scaled_w, self.unit)


class Run:
    """A finished run: its n(0), ..., n(T-1), which with the start determine every w_t.
    Lecture 2: L2.5

    data, strategy (its name), sign_of_zero, w0, eta: what was run.
    status: "converged" (no mistake is left), "max_updates" (one more was due), "max_visits", or,
        from Pocket, "target_mistakes".
    n: the tuple n(0), ..., n(T-1). visits: how many examples were looked at.
    dot_products: how many were computed, by the loop and for the strategy, until the run ended.
    unit: what the loop's ints are multiplied by to be the lecture's weights.
    """

    def __init__(self, state: State) -> None:
        self.data, self.strategy = state.data, name_of(state.strategy)
        self.sign_of_zero, self.w0, self.eta = state.sign_of_zero, state.w0, state.eta
        self.status, self.visits, self.dot_products = state.status, state.visits, state.dot_products
        self.n = tuple(state.n)
        self.unit = state.unit
        self._moves, self._scaled_w0, self._scaled_w = state.moves, state.scaled_w0, state.w

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
            names=self.data.names,
            sign_of_zero=self.sign_of_zero,
            labels=self.data.labels,
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

    def scaled_replay(self) -> Iterator[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
        """Yield the same in the loop's ints; multiply by `unit` for the lecture's weights."""
        w_next = self._scaled_w0
        for t, n in enumerate(self.n):
            w, x_n, y_n = w_next, self._moves[n], self.data.ys[n]
            w_next = tuple(add(w, scale(y_n, x_n)))  # w_{t+1} = w_t + y_n x_n
            yield t, n, w, w_next

    def __repr__(self) -> str:
        numbers = f"{self.updates} updates, {self.visits} visits"
        return f"<{type(self).__name__} {self.strategy}: {self.status}, {numbers}>"


def in_units(scaled_w: Iterable[int], unit: Fraction) -> tuple[Fraction, ...]:
    """Return the lecture's weights for the loop's ints: unit w."""
    return tuple([w_i * unit for w_i in scaled_w])


def _checked_eta(eta: object) -> Fraction:
    try:
        checked = rational(eta)
    except DataError as error:
        raise DataError(f"eta: {error}") from None
    if checked <= 0:
        raise DataError(f"eta: found {shown(eta)}; expected a positive number")
    return checked


def _limit(option: str, value: int | None, least: int = 0) -> int:
    return sys.maxsize if value is None else min(checked_count(option, value, least), sys.maxsize)


def checked_pass(answer: object, N: int) -> Sequence[int]:
    """Return the visits of a pass, or of one example: a copy, which nobody changes meanwhile."""
    if isinstance(answer, range):
        for end in (*answer[:1], *answer[-1:]):  # they bound the rest
            _checked_index(end, N, "it yielded a pass with ")
        return answer
    if isinstance(answer, (list, tuple)):
        visits = tuple(answer)
        if set(map(type, visits)) == {int} and 0 <= min(visits) and max(visits) < N:
            return visits  # all are plain ints: no need to look at each
        return tuple([_checked_index(n, N, "it yielded a pass with ") for n in visits])
    return (_checked_index(answer, N, "it yielded ", _OR_A_PASS),)


def _checked_index(n: object, N: int, found: str, or_else: str = "") -> int:
    """Return the index of an example; StrategyError, beginning with `found`, otherwise."""
    try:
        index = integer(n)
    except TypeError:
        index = -1
    if 0 <= index < N:
        return index
    raise StrategyError(f"{found}{shown(n)}; expected an int from 0 to {N - 1}{or_else}")
