"""The visits of a run: what a strategy sees, what it asks for, and what was seen right."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Union

from .errors import StrategyError, shown
from .exact.values import checked_index, checked_pass
from .hypothesis import sign
from .plugins.blame import strategy_error

if TYPE_CHECKING:
    from .run import Run

    Visits = Iterator[Union[int, Sequence[int], None]]
    """What a strategy returns: examples, passes of them, and None for "I see no mistake left"."""

    Strategy = Callable[["View"], Visits]
    """A visiting strategy: takes a view of the run and yields the next example, a pass (a range,
    list or tuple of examples, visited to its end), or None.     Lecture 2: L2.6"""

__all__ = ["Strategy", "View"]


class View:
    """The view that a visiting strategy has of its run: live, and read-only.

    `len(view)` is N. Margins and norms are ints, the lecture's numbers times a positive factor: so
    signs and comparisons are the lecture's. StrategyError for an example that is not there.
    """

    __slots__ = ("_margins", "_margins_at", "_run")

    def __init__(self, run: Run) -> None:
        self._run = run
        self._margins: tuple[int, ...] = ()
        self._margins_at = -1

    def __len__(self) -> int:
        return self._run.data.N

    def __repr__(self) -> str:
        return f"<View of {len(self)} examples after {self.updates} updates>"

    @property
    def updates(self) -> int:
        """t, the number of updates so far."""
        return self._run.updates

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n: positive where w_t is right about example n.     Lecture 2: L2.7

        One dot product; none after `margins()`, until the next update.
        """
        n = checked_index(n, len(self), "it asked the view about example ")
        if self._margins_at == self.updates:
            return self._margins[n]
        self._run._view_dot_products += 1
        return self._run.w_t.margin(n)

    def margins(self) -> tuple[int, ...]:
        """Return y_n w_t . x_n for n = 0..N-1.     Lecture 2: L2.7

        N dot products, once between two updates.
        """
        if self._margins_at != self.updates:
            self._run._view_dot_products += len(self)
            self._margins, self._margins_at = tuple(self._run.w_t.margins()), self.updates
        return self._margins

    def is_mistake(self, n: int) -> bool:
        """Tell whether sign(w_t . x_n) != y_n, by the run's rule for sign(0).     Lecture 2: L2.5

        As many dot products as `margin`.
        """
        margin, y = self.margin(n), self._run.data.ys[n]  # y margin = y y w . x = w . x
        return sign(y * margin, self._run.sign_of_zero) != y

    def squared_norm(self, n: int) -> int:
        """Return eta |x_n|^2, by which an update raises the margin of example n.  Lecture 2: L2.7

        x_{n,0} is included, or R in its place in `pla_with_bias`. One dot product.
        """
        n = checked_index(n, len(self), "it asked the view about example ")
        self._run._view_dot_products += 1
        return self._run.w_t.squared_norm(n)


def visits_of(run: Run) -> Generator[Sequence[int], None, None]:
    """Call the strategy; yield each pass that it asks for, checked.     Lecture 2: L2.6

    A single example is a pass of one. An empty pass means that the strategy sees no mistake left,
    as do None and, from then on, the strategy's end. What its code raises, exit() included, becomes
    a StrategyError that says where.
    """
    strategy, N = run._strategy_callable, run.N
    visits: Visits | None = None
    try:
        while True:
            try:
                if visits is None:
                    visits = start(strategy, View(run))
                answer = next(visits, None)
                if type(answer) is int and 0 <= answer < N:  # as below, in less time
                    examples: Sequence[int] = (answer,)
                else:
                    examples = checked_pass(answer, N)
            except BaseException as error:
                raise strategy_error(strategy.who, run.visits + 1, error, visits) from error
            yield examples
    finally:
        if isinstance(visits, Generator):
            close(visits)


def start(strategy: Strategy, view: View) -> Visits:
    """Call a strategy; return its visits, or raise StrategyError if it returned no iterator."""
    visits = strategy(view)
    if isinstance(visits, Iterator):
        return visits
    if hasattr(visits, "close"):
        visits.close()  # else Python warns of a coroutine that was never awaited
    raise StrategyError(
        f"it returned {shown(visits)}; expected a generator of visits: yield, neither return nor "
        "async def"
    )


def close(visits: Generator[object, None, None]) -> None:
    """Close a strategy's generator. The run is over, so only Ctrl-C in its `finally` counts."""
    try:
        visits.close()
    except KeyboardInterrupt:
        raise
    except BaseException:
        pass
