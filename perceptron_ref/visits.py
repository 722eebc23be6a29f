"""The visiting strategy of a run: its view of the run, and the visits that it asks for."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence

from .errors import StrategyError, quote
from .exact.checks import checked_example_index, checked_visits
from .exact.rationals import count_with_noun
from .hypothesis import sign
from .type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Union

    from .run import Run

__all__ = ["Strategy", "View"]


class View:
    """The read-only view that a visiting strategy has of a run in progress.     Lecture 2: L2.6

    `len(view)` is N. Margins and norms are ints: the lecture's numbers times one positive factor,
    which changes neither signs nor comparisons. The argument n is an example, an int from 0 to N-1;
    a method raises StrategyError for any other n.
    """

    __slots__ = ("_margins", "_margins_t", "_run")

    def __init__(self, run: Run) -> None:
        self._run = run
        self._margins: tuple[int, ...] = ()
        self._margins_t = -1

    def __len__(self) -> int:
        return self._run.data.N

    def __repr__(self) -> str:
        N, t = len(self), self.updates
        return f"<View of {count_with_noun(N, 'example')} after {count_with_noun(t, 'update')}>"

    @property
    def updates(self) -> int:
        """The number t of updates so far."""
        return self._run.updates

    def margin(self, n: int) -> int:
        """Return y_n w_t . x_n: positive if w_t is right about example n.     Lecture 2: L2.7

        This takes one dot product, or none if `margins` was called since the last update.
        """
        n = checked_example_index(n, len(self), "it asked the view about example ")
        if self._margins_t == self.updates:
            return self._margins[n]
        self._run._view_dot_products += 1
        return self._run.margins.margin(n)

    def margins(self) -> tuple[int, ...]:
        """Return y_n w_t . x_n for n = 0, ..., N-1.     Lecture 2: L2.7

        This takes N dot products at the first call after an update, and none at later calls.
        """
        if self._margins_t != self.updates:
            self._run._view_dot_products += len(self)
            self._margins, self._margins_t = tuple(self._run.margins.margins()), self.updates
        return self._margins

    def is_mistake(self, n: int) -> bool:
        """Tell whether sign(w_t . x_n) != y_n, with the run's value of sign(0).     Lecture 2: L2.5

        This takes as many dot products as `margin`.
        """
        margin, y = self.margin(n), self._run.data.ys[n]  # `margin` counts the dot product
        return sign(y * margin, self._run.sign_of_zero) != y

    def squared_norm(self, n: int) -> int:
        """Return eta ||x_n||^2; an update on example n raises its margin by it.  Lecture 2: L2.7

        If eta is 1, this is the squared norm of x_n with x_{n,0}; in `pla_with_bias`, with R in the
        place of x_{n,0}. It takes one dot product.
        """
        n = checked_example_index(n, len(self), "it asked the view about example ")
        self._run._view_dot_products += 1
        return self._run.margins.margin_increase(n)


if TYPE_CHECKING:
    Answers = Iterator[Union[int, Sequence[int], None]]
    """The iterator that a strategy returns: of examples, passes, and None for "no mistake left"."""

    Strategy = Callable[[View], Answers]
    """A visiting strategy: takes a view of the run and yields the next example, a pass (a range,
    list or tuple of examples, visited to its end), or None.     Lecture 2: L2.6"""
else:
    Strategy = Callable  # Python 3.8 cannot subscript it


def passes_of(run: Run) -> Generator[Sequence[int], None, None]:
    """Call the strategy of a run, and yield each pass that it asks for.     Lecture 2: L2.6

    Args:
        run: The run.

    Yields:
        Each pass, after a check. A single example becomes a pass of one example. None, or the end
        of the strategy, becomes an empty pass, which means that the strategy sees no mistake left.

    Raises:
        StrategyError: If the strategy breaks the protocol, or its code raises an exception, even
            with exit(). The message has the place. Ctrl-C and a few other exceptions are raised
            again as they are: see `strategy_error` in plugins/user_errors.py.
    """
    strategy, N = run._strategy_callable, run.N
    answers: Answers | None = None
    try:
        while True:
            try:
                if answers is None:  # in this `try`, so that errors of the call name the strategy
                    answers = start_strategy(strategy, View(run))
                answer = next(answers, None)
                # the first branch does the same as `checked_visits` in less time
                if type(answer) is int and 0 <= answer < N:
                    the_pass: Sequence[int] = (answer,)
                else:
                    the_pass = checked_visits(answer, N)
            except BaseException as error:
                from .plugins.user_errors import strategy_error

                raise strategy_error(
                    strategy.display_name, run.visits + 1, error, answers
                ) from error
            yield the_pass
    finally:
        if isinstance(answers, Generator):
            close_strategy(answers)


def start_strategy(strategy: Strategy, view: View) -> Answers:
    """Call a strategy and return the iterator of its answers.

    Raises:
        StrategyError: If the strategy does not return an iterator.
    """
    answers = strategy(view)
    if isinstance(answers, Iterator):
        return answers
    if hasattr(answers, "close"):
        answers.close()  # a coroutine; Python would warn that it was never awaited
    from .plugins.user_errors import describe_function

    raise StrategyError(
        f"{describe_function(strategy)} returned {quote(answers)}; expected a generator of visits. "
        "Use `yield`, not `return` or `async def`"
    )


def close_strategy(answers: Generator[object, None, None]) -> None:
    """Close a strategy's generator, and ignore its exceptions except Ctrl-C: the run is over."""
    try:
        answers.close()
    except KeyboardInterrupt:
        raise
    except BaseException:
        pass
