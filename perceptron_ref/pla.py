"""The perceptron learning algorithm: one loop, the view that strategies have of it, and the run
that it leaves.

The lecture's letters are the names used here:

    D = {(x_n, y_n)}    `data`          the training examples, n = 0, ..., N-1
    x_n                 `xs[n]`         1 + d numbers, x_{n,0} = 1; the loop uses them times
    `data.scale`: ints y_n                 `ys[n]`         -1 or +1
    w_t                 `w`             the weights after t updates; ints too, `unit` times which
    are the lecture's n(t)                `run.n[t]`      the example that update t corrected
    t, T                `t`             updates so far, and when the run ended (`run.updates`)

A *visit* looks at an example, a *mistake* is what a visit may find, an *update* corrects it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from fractions import Fraction

from .dataset import Dataset, checked_dataset
from .errors import DataError, StrategyError, shown
from .exact.rationals import rational
from .exact.scores import Scores
from .hypothesis import (
    Hypothesis,
    as_ints,
    checked_sign_of_zero,
    count_mistakes,
    exact_vector,
)
from .plugins.blame import fault, not_visits
from .plugins.registry import name_of
from .plugins.registry import strategy as registered
from .vectors import dot, sumprod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Optional

    Strategy = Callable[["View"], Iterator[Optional[int]]]
    """A visiting strategy: takes a view of the run and yields the index of the next example, or None.  Lecture 2: L2.6"""


class View:
    """What a visiting strategy sees of the run that it serves: live, and read-only.

    `len(view)` is N. Margins and norms are ints in the set's scaled units: a common positive factor
    away from the lecture's numbers, so signs and comparisons are the lecture's. StrategyError for
    an example that is not there.
    """

    __slots__ = ("_data", "_dot_products", "_margins", "_moves", "_scores", "_sign_of_zero", "_t")

    def __init__(self, data: Dataset, start: Start, scores: Scores, sign_of_zero: int) -> None:
        self._data, self._moves, self._scores, self._sign_of_zero = (
            data,
            start.moves,
            scores,
            sign_of_zero,
        )
        self._t = self._dot_products = 0
        self._margins: tuple[int, ...] | None = None

    def __len__(self) -> int:
        return self._data.N

    @property
    def updates(self) -> int:
        """t, the number of updates so far."""
        return self._t

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n: positive where w_t is right about example n. One dot product.
        Lecture 2: L2.7
        """
        self._check(n)
        if self._margins is not None:
            return self._margins[n]
        self._dot_products += 1
        return self._scores.margin(n)

    def margins(self) -> tuple[int, ...]:
        """Return y_n w_t . x_n for n = 0..N-1. N dot products, once between two updates.
        Lecture 2: L2.7
        """
        if self._margins is None:
            self._dot_products += len(self)
            self._margins = self._scores.margins()
        return self._margins

    def is_mistake(self, n: int) -> bool:
        """Tell whether sign(w_t . x_n) != y_n, by the run's rule for sign(0). As many dot products
        as `margin`.
        """
        margin = self.margin(n)
        return margin < 0 or (margin == 0 and self._data.ys[n] != self._sign_of_zero)

    def squared_norm(self, n: int) -> int:
        """Return |x_n|^2, x_{n,0} included. One dot product: x_n with itself.     Lecture 2: L2.7"""
        self._check(n)
        self._dot_products += 1
        return dot(self._data.scaled_xs[n], self._moves[n])

    def _check(self, n: int) -> None:
        if type(n) is not int or not 0 <= n < len(self):
            raise StrategyError(
                f"it asked the view about example {shown(n)}; {_expected_index(len(self))}"
            )

    def _corrected(self) -> None:
        self._margins = None
        self._t += 1


class Update:
    """Update t: w_{t+1} = w_t + eta y_{n(t)} x_{n(t)}.     Lecture 2: L2.5

    t: from 0. n: the example corrected. visits, dot_products: made so far, for this update
        included.
    scaled_w: w_{t+1} as the loop has it, ints; `unit` times these are the lecture's.
    """

    __slots__ = ("dot_products", "n", "scaled_w", "t", "unit", "visits")

    def __init__(
        self,
        t: int,
        n: int,
        visits: int,
        dot_products: int,
        scaled_w: tuple[int, ...],
        unit: Fraction,
    ) -> None:
        self.t, self.n, self.visits, self.dot_products = t, n, visits, dot_products
        self.scaled_w, self.unit = scaled_w, unit

    @property
    def w(self) -> tuple[Fraction, ...]:
        """w_{t+1}, exact, in the units of the data."""
        return in_units(self.scaled_w, self.unit)


class Ending:
    """How the loop ended: its status, the visits made, and the dot products that it and the
    strategy computed.
    """

    __slots__ = ("dot_products", "status", "visits")

    def __init__(self, status: str, visits: int, dot_products: int) -> None:
        self.status, self.visits, self.dot_products = status, visits, dot_products


class Start:
    """w_0 and eta made ints. The lecture's w is `unit` times the loop's, and an update adds `step`
    y_n moves[n] to it.

    From w_0 = 0 the step is 1 whatever eta is: there eta only scales w, and the path does not
    depend on it. moves[n]
    is x_n itself, unless the bias takes steps of its own: then it is (bias_step, x_{n,1}, ...,
        x_{n,d}).
    """

    __slots__ = ("eta", "moves", "scaled_w", "step", "unit", "w")

    def __init__(
        self, data: Dataset, w0: Iterable[object] | None, eta: object, bias_step: Fraction
    ) -> None:
        self.w = (Fraction(0),) * (1 + data.d) if w0 is None else exact_vector("w0", w0)
        if len(self.w) != 1 + data.d:
            raise DataError(
                f"w0: found {len(self.w)} numbers; expected {1 + data.d}: w_0 = -threshold, then d weights"
            )
        try:
            self.eta = rational(eta)
        except DataError as error:
            raise DataError(f"eta: {error}") from None
        if self.eta <= 0:
            raise DataError(f"eta: found {shown(eta)}; expected a positive number")
        p, q = bias_step.numerator, bias_step.denominator
        self.moves = data.scaled_xs
        if bias_step != 1:
            self.moves = tuple((p * x[0], *(q * x_i for x_i in x[1:])) for x in data.scaled_xs)
        self.scaled_w, self.step = as_ints([w_i * data.scale * q / self.eta for w_i in self.w])
        self.unit = self.eta / (data.scale * q * self.step)


def updates(
    data: Dataset,
    strategy: str | Strategy = "cyclic",
    *,
    w0: Iterable[object] | None = None,
    eta: object = 1,
    sign_of_zero: int = 0,
    max_updates: int | None = 100_000,
    max_visits: int | None = None,
    patience: int | None = None,
) -> Generator[Update, None, Ending]:
    """Yield the updates of PLA one by one; this is the one loop, and `pla` and `pocket` consume it.

    The arguments are those of `pla`. The generator returns an `Ending`.     Lecture 2: L2.5

    >>> D = Dataset([[1, 1], [0, 1], [1, 0], [0, 0]], [+1, -1, -1, -1])
    >>> [update.n for update in updates(D)]
    [0, 1, 2, 0, 1, 2, 0, 1, 0, 1, 2, 0, 2, 0, 1, 0, 1, 2, 0, 2, 0, 1]
    """
    return begin(data, strategy, w0, eta, sign_of_zero, max_updates, max_visits, patience)[2]


def begin(
    data: Dataset,
    strategy: str | Strategy,
    w0: Iterable[object] | None,
    eta: object,
    sign_of_zero: int,
    max_updates: int | None,
    max_visits: int | None,
    patience: int | None,
    bias_step: Fraction = Fraction(1),
) -> tuple[Start, Scores, Generator[Update, None, Ending]]:
    """Check the options of a run; return what it starts from, its scores, and its loop."""
    checked_dataset(data)
    visits_of = registered(strategy) if isinstance(strategy, str) else strategy
    if not callable(visits_of):
        raise StrategyError(
            f"found {shown(strategy)} as a strategy; expected a name or a callable that takes a view"
        )
    start = Start(data, w0, eta, bias_step)
    checked_sign_of_zero(sign_of_zero)
    last_update = sys.maxsize if max_updates is None else checked_count("max_updates", max_updates)
    last_visit = sys.maxsize if max_visits is None else checked_count("max_visits", max_visits)
    patience = 10 * data.N if patience is None else checked_count("patience", patience, least=1)
    scores = Scores(data, start.scaled_w)
    return (
        start,
        scores,
        _loop(data, visits_of, start, scores, sign_of_zero, last_update, last_visit, patience),
    )


def pla(
    data: Dataset,
    strategy: str | Strategy = "cyclic",
    *,
    w0: Iterable[object] | None = None,
    eta: object = 1,
    sign_of_zero: int = 0,
    max_updates: int | None = 100_000,
    max_visits: int | None = None,
    patience: int | None = None,
    on_update: Callable[[Update], object] | None = None,
) -> Run:
    """Run PLA: find a mistake of w_t, w_{t+1} = w_t + eta y_n x_n, until none is left.
    Lecture 2: L2.5, L2.6

    data: the training examples. On data that no line separates PLA never halts by itself: the
        limits end it.
    strategy: the visiting order: a registered name, `strategy(name, option=...)`, or any callable
        that takes a `View` and returns an iterator of indices (None, or its end, says "I see no
        mistake left: check me").
    w0: the 1 + d weights to start from; all zero where none are given. eta: a positive factor of
        every correction; from w_0 = 0 it only scales w. Both exact numbers of any kind, see
        `rational`.
    sign_of_zero: what sign(0) is: 0, a mistake for both labels; or -1 or +1, right for that label.
    max_updates, max_visits: where to stop; None for no limit. The run stops when one more would be
        due.
    patience: how many visits a strategy may make without an update before the loop visits, by
        itself, the examples not yet seen right; 10 N where none is given.
    on_update: called with each `Update`.
    DataError for options that cannot be; StrategyError, naming the strategy, for one that breaks
    the protocol.

    >>> run = pla(Dataset([[1, 1], [0, 1], [1, 0], [0, 0]], [+1, -1, -1, -1]))
    >>> run.status, run.updates, run.w
    ('converged', 22, (Fraction(-4, 1), Fraction(3, 1), Fraction(2, 1)))
    """
    start, _, loop = begin(data, strategy, w0, eta, sign_of_zero, max_updates, max_visits, patience)
    return Run(data, name_of(strategy), sign_of_zero, start, *exhaust(start, loop, on_update))


def exhaust(
    start: Start,
    loop: Generator[Update, None, Ending],
    on_update: Callable[[Update], object] | None,
) -> tuple[list[int], Ending, tuple[int, ...]]:
    """Let the loop run to its end; return n(0), ..., n(T-1), the ending, and w_T as the loop has
    it.
    """
    n: list[int] = []
    ints: dict[
        int, int
    ] = {}  # strategies make new ones all the time; a long run should hold one for each example
    w_T = start.scaled_w

    def keep(update: Update) -> None:
        nonlocal w_T
        n.append(ints.setdefault(update.n, update.n))
        w_T = update.scaled_w
        if on_update is not None:
            on_update(update)

    ending = follow(loop, keep)
    return n, ending, w_T


def follow(
    loop: Generator[Update, None, Ending], each: Callable[[Update], Ending | None]
) -> Ending:
    """Call each(update) for every update until the loop ends, or `each` returns an Ending; return
    the Ending.
    """
    while True:
        try:
            update = next(loop)
        except StopIteration as end:
            ending: Ending = end.value
            return ending
        stopped = each(update)
        if stopped is not None:
            return stopped


def _loop(
    data: Dataset,
    strategy: Strategy,
    start: Start,
    scores: Scores,
    sign_of_zero: int,
    max_updates: int,
    max_visits: int,
    patience: int,
) -> Generator[Update, None, Ending]:
    """Find a mistake, correct it, until every example was seen right since the last update.
    Lecture 2: L2.5

    Whether that is so is told by stamps, never by the strategy: seen_right_at[n] is the t at which
    a visit last found example n right, and `current` counts the stamps that equal t. When the
    strategy has ended, yields None, or has made `patience` visits without an update, the loop makes
    visits of its own, to the examples that lack a
    current stamp, in order, until the next update: either they find a mistake or no mistake is
        left.
    """
    xs, ys, N = data.scaled_xs, data.ys, data.N
    w, t, visits, kept = start.scaled_w, 0, 0, scores.kept
    seen_right_at, current = [-1] * N, 0
    view = View(data, start, scores, sign_of_zero)
    asked = _visits_asked_of(strategy, view)
    source: Iterable[int | None] = asked
    while visits < max_visits:
        deadline = min(visits + patience, max_visits) if source is asked else max_visits
        try:
            for n in source:
                if type(n) is not int or not 0 <= n < N:
                    if n is None:
                        break
                    raise StrategyError(f"it yielded {shown(n)}; {_expected_index(N)}, or None")
                visits += 1
                margin = (
                    kept[n] if kept else ys[n] * sumprod(w, xs[n])
                )  # y_n w_t . x_n: see `Scores` for who keeps it
                if margin <= 0 and (margin or ys[n] != sign_of_zero):
                    if t == max_updates:
                        return Ending("max_updates", visits, visits + view._dot_products)
                    w = corrected(w, start.step * ys[n], start.moves[n])
                    kept = scores.corrected(n, w, visits + view._dot_products)
                    view._corrected()
                    yield Update(t, n, visits, visits + view._dot_products, w, start.unit)
                    t, current = t + 1, 0
                    if source is not asked:
                        break
                    deadline = min(visits + patience, max_visits)
                elif seen_right_at[n] != t:
                    seen_right_at[n], current = t, current + 1
                    if current == N:
                        return Ending("converged", visits, visits + view._dot_products)
                if visits == deadline:
                    break
        except (Exception, SystemExit) as error:
            raise _fault(strategy, visits, error, asked) from error
        source = [n for n in range(N) if seen_right_at[n] != t] if source is asked else asked
    return Ending("max_visits", visits, visits + view._dot_products)


def corrected(w: tuple[int, ...], step: int, x: tuple[int, ...]) -> tuple[int, ...]:
    """Return w_{t+1} = w_t + y_n x_n, with step = y_n (times what makes w_0 and eta ints).
    Lecture 2: L2.5

    >>> corrected((0, 0, 0), -1, (1, 2, 3))
    (-1, -2, -3)
    """
    return tuple([w_i + step * x_i for w_i, x_i in zip(w, x)])


class Run:
    """A finished run: its sequence n(0), ..., n(T-1), which with w_0 determines every w_t.
    Lecture 2: L2.5

    data, strategy (its name), sign_of_zero, w0, eta: what was run.
    status: "converged" (no mistake is left), "max_updates" (one more was due), "max_visits", or,
        from Pocket, "target_mistakes".
    updates: T. visits: how many examples were looked at. n: the tuple n(0), ..., n(T-1).
    dot_products: how many were computed, by the loop and for the strategy, until the run ended.
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
    ) -> None:
        self.data, self.strategy, self.sign_of_zero = data, strategy, sign_of_zero
        self.w0, self.eta = start.w, start.eta
        self.status, self.visits, self.dot_products = (
            ending.status,
            ending.visits,
            ending.dot_products,
        )
        self.n = tuple(n)
        self._start, self._scaled_w = start, scaled_w

    @property
    def updates(self) -> int:
        """T, the number of updates."""
        return len(self.n)

    @property
    def w(self) -> tuple[Fraction, ...]:
        """The weights found, exact, in the units of the data: w_T, or what Pocket kept."""
        return in_units(self._scaled_w, self._start.unit)

    @property
    def hypothesis(self) -> Hypothesis:
        """g(x) = sign(w . x) with the weights found.     Lecture 2: L2.5"""
        return Hypothesis(
            self.w, names=self.data.names, sign_of_zero=self.sign_of_zero, labels=self.data.labels
        )

    @property
    def mistakes(self) -> int:
        """The number of training examples that the weights found get wrong; counted when asked for."""
        return count_mistakes(self.data, self._scaled_w, self.sign_of_zero)

    @property
    def unit(self) -> Fraction:
        """The positive number that the loop's ints are multiplied by to be the lecture's weights."""
        return self._start.unit

    @property
    def step(self) -> int:
        """What y_n x_n is multiplied by in the loop's ints: 1 unless w_0 and eta need another scale
        than the data.
        """
        return self._start.step

    def replay(self) -> Iterator[tuple[int, int, tuple[Fraction, ...], tuple[Fraction, ...]]]:
        """Yield (t, n(t), w_t, w_{t+1}) for t = 0, ..., T-1, exact, in the units of the data.
        Lecture 2: L2.5

        >>> for t, n, w_t, w_next in pla(Dataset([[2]], [-1]), w0=[0, "1/2"]).replay():
        ...     print(t, n, w_t, w_next)
        0 0 (Fraction(0, 1), Fraction(1, 2)) (Fraction(-1, 1), Fraction(-3, 2))
        """
        for t, n, w, w_next in self.scaled_replay():
            yield t, n, in_units(w, self.unit), in_units(w_next, self.unit)

    def scaled_replay(self) -> Iterator[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
        """Yield the same with the weights as the loop had them: ints, `unit` times which are the
        lecture's.
        """
        w = self._start.scaled_w
        for t, n in enumerate(self.n):
            before, w = w, corrected(w, self.step * self.data.ys[n], self._start.moves[n])
            yield t, n, before, w

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.strategy}: {self.status}, {self.updates} updates, {self.visits} visits>"


def checked_count(option: str, value: int, least: int = 0) -> int:
    """Return the value of an option that counts something; DataError for anything but an int of at
    least `least`.
    """
    if type(value) is not int or value < least:
        raise DataError(f"{option}: found {shown(value)}; expected an int of at least {least}")
    return value


def _visits_asked_of(strategy: Strategy, view: View) -> Iterator[int | None]:
    try:
        visits = strategy(view)
        if not isinstance(visits, Iterator):
            raise StrategyError(not_visits(visits))
    except (Exception, SystemExit) as error:
        raise _fault(strategy, 0, error) from error
    return visits


def _fault(
    strategy: Strategy, visits: int, error: BaseException, asked: object = None
) -> StrategyError:
    """Return the error that says whose fault it was, for which visit it was asked, where it stood,
    and what it did.
    """
    origin = getattr(strategy, "origin", "")
    who = f"{name_of(strategy)} ({origin})" if origin else name_of(strategy)
    return StrategyError(f"strategy {who}, asked for visit {visits + 1}{fault(error, asked)}")


def _expected_index(N: int) -> str:
    return f"expected an int from 0 to {N - 1}"


def in_units(scaled_w: Iterable[int], unit: Fraction) -> tuple[Fraction, ...]:
    """Return the lecture's weights for those of the loop: unit w."""
    return tuple(w_i * unit for w_i in scaled_w)
