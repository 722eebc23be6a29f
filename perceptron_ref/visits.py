"""The visiting strategy of a run: what it sees, and the visits that it asks for."""

from __future__ import annotations

from collections.abc import Generator

# the aliases below subscript these at import, which Python 3.8 can do only with those of `typing`
from typing import TYPE_CHECKING, Callable, Iterator, Sequence, Union

from .errors import StrategyError, quote
from .exact.checks import checked_example_index, checked_visits
from .hypothesis import sign

if TYPE_CHECKING:
    from .run import Run

__all__ = ["Strategy", "View"]


class View:
    """What a visiting strategy sees of its run: live, and read-only.     Lecture 2: L2.6

    `len(view)` is N. Margins and norms are ints, the lecture's numbers times one positive factor,
    so signs and comparisons are the lecture's. Every method with an argument n, an int from 0 to
    N-1, raises StrategyError for any other n.
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
        """Return y_n w_t . x_n: positive if w_t is right about example n.     Lecture 2: L2.7

        It takes one dot product, or none after `margins()` until the next update.
        """
        n = checked_example_index(n, len(self), "it asked the view about example ")
        if self._margins_at == self.updates:
            return self._margins[n]
        self._run._view_dot_products += 1
        return self._run.margins.margin(n)

    def margins(self) -> tuple[int, ...]:
        """Return y_n w_t . x_n for n = 0, ..., N-1.     Lecture 2: L2.7

        It takes N dot products, once between two updates.
        """
        if self._margins_at != self.updates:
            self._run._view_dot_products += len(self)
            self._margins, self._margins_at = tuple(self._run.margins.margins()), self.updates
        return self._margins

    def is_mistake(self, n: int) -> bool:
        """Tell whether sign(w_t . x_n) != y_n, by the run's rule for sign(0).     Lecture 2: L2.5

        It takes as many dot products as `margin`.
        """
        margin, y = self.margin(n), self._run.data.ys[n]  # `margin` counts the dot product
        return sign(y * margin, self._run.sign_of_zero) != y

    def squared_norm(self, n: int) -> int:
        """Return eta ||x_n||^2: an update on example n raises its margin by this.  Lecture 2: L2.7

        If eta is 1, it is the squared norm of x_n. x_{n,0} is included; in `pla_with_bias` R stands
        in its place. It takes one dot product.
        """
        n = checked_example_index(n, len(self), "it asked the view about example ")
        self._run._view_dot_products += 1
        return self._run.margins.margin_increase(n)


Answers = Iterator[Union[int, Sequence[int], None]]
"""What a strategy returns: examples, passes of them, and None for "I see no mistake left"."""

Strategy = Callable[[View], Answers]
"""A visiting strategy: takes a view of the run and yields the next example, a pass (a range,
list or tuple of examples, visited to its end), or None.     Lecture 2: L2.6"""


def passes_of(run: Run) -> Generator[Sequence[int], None, None]:
    """Call the strategy of a run, and check each pass that it asks for.     Lecture 2: L2.6

    Args:
        run: The run.

    Yields:
        Each pass. A single example is a pass of one. None, and the end of the strategy, become
        empty passes: it sees no mistake left.

    Raises:
        StrategyError: If the strategy breaks the protocol, or its code raises an exception, exit()
            included. The message says where. Ctrl-C and a few others are raised again as they are:
            see `strategy_error` in plugins/user_errors.py.
    """
    strategy, N = run._strategy_callable, run.N
    answers: Answers | None = None
    try:
        while True:
            try:
                if answers is None:  # the strategy is called here, so that its errors are named
                    answers = start_strategy(strategy, View(run))
                answer = next(answers, None)
                if type(answer) is int and 0 <= answer < N:  # as `checked_visits`, in less time
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
        StrategyError: If it returned no iterator.
    """
    answers = strategy(view)
    if isinstance(answers, Iterator):
        return answers
    if hasattr(answers, "close"):
        answers.close()  # otherwise Python warns of a coroutine that was never awaited
    from .plugins.user_errors import function_name

    raise StrategyError(
        f"{function_name(strategy)} returned {quote(answers)}; expected a generator of visits: "
        "yield, neither return nor async def"
    )


def close_strategy(answers: Generator[object, None, None]) -> None:
    """Close a strategy's generator; ignore its exceptions, as the run is over, but not Ctrl-C."""
    try:
        answers.close()
    except KeyboardInterrupt:
        raise
    except BaseException:
        pass
