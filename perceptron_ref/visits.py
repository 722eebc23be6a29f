"""The visits of a run: what a strategy sees, what it asks for, and what was seen right."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from .errors import StrategyError, shown
from .exact.values import checked_index, checked_pass
from .hypothesis import sign
from .plugins.blame import strategy_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Union

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


class Pass:
    """A pass over some examples, and how far it is: examples[at] is visited next."""

    __slots__ = ("at", "examples")

    def __init__(self, examples: Sequence[int]) -> None:
        self.examples, self.at = examples, 0


def asked(run: Run) -> Generator[int | Pass | None, None, None]:
    """Call the strategy; yield each visit asked for, checked, and a pass until it is at its end.

    None means "I see no mistake left"; so do an empty pass and, for ever, the strategy's end. What
    its code raises, exit() included, becomes a StrategyError that says where.
    """
    answers, N = None, run.N
    try:
        while True:
            try:
                answers = _started(run.order, View(run)) if answers is None else answers
                answer = next(answers, None)
                visits = answer if type(answer) is int and 0 <= answer < N else _checked(answer, N)
            except BaseException as error:
                raise strategy_error(run.order.who, run.visits + 1, error, answers) from error
            if type(visits) is Pass:
                while visits.at < len(visits.examples):
                    yield visits  # `visit_until_mistake` moves `at`; an update ends no pass
            else:
                yield visits
    finally:
        if isinstance(answers, Generator):
            try:
                answers.close()
            except BaseException as error:  # the run is over, whatever its `finally` does
                if isinstance(error, KeyboardInterrupt):
                    raise


def _started(strategy: Strategy, view: View) -> Visits:
    answers = strategy(view)
    if isinstance(answers, Iterator):
        return answers
    if hasattr(answers, "close"):
        answers.close()  # else Python warns of a coroutine that was never awaited
    raise StrategyError(
        f"it returned {shown(answers)}; expected a generator of visits: yield, neither return nor "
        "async def"
    )


def _checked(answer: object, N: int) -> int | Pass | None:
    """Return what a strategy yielded as an example, a pass, or None; StrategyError otherwise."""
    visits = () if answer is None else checked_pass(answer, N)
    return Pass(visits) if len(visits) > 1 else next(iter(visits), None)


def count_right(seen_right: set[int], visits: Sequence[int], N: int) -> int:
    """Add visits that were all right to the examples that w_t was seen to get right; return how
    many of the visits count: up to the one with which all N were seen, else all.

    >>> seen_right = set()
    >>> count_right(seen_right, [0, 1], N=3), count_right(seen_right, [1, 1, 2, 0], N=3), seen_right
    (2, 3, {0, 1, 2})
    """
    if len(seen_right) + len(visits) < N:
        seen_right.update(visits)
        return len(visits)
    for count, n in enumerate(visits, start=1):
        seen_right.add(n)
        if len(seen_right) == N:
            return count
    return len(visits)
