"""The perceptron learning algorithm: find a mistake, correct it, until none is left.

The lecture's letters, for the logical or after two updates:

    D = {(x_n, y_n)}    `D`         the training examples, n = 0, ..., N-1
    x_n                 `D.xs[n]`   1 + d numbers, x_{n,0} = 1, such as (1, 0, 1)
    y_n                 `D.ys[n]`   -1 or +1
    w_t                 `w`         the weights after t updates, such as (0, 0, 1)
    n(t)                `n_t[t]`    the example that update t corrects, such as n(2) = 2

The ten lines below use these names; in them a score of 0 is a mistake. `run.n[t]` is n(t) of a run.

>>> from perceptron_ref import dot, example
>>> D = example("or")
>>> w, n_t, n, in_a_row = [0, 0, 0], [], 0, 0
>>> while in_a_row < D.N:
...     x, y = D.xs[n], D.ys[n]
...     if y * dot(w, x) <= 0:
...         w = [w_i + y * x_i for w_i, x_i in zip(w, x)]
...         n_t.append(n)
...         in_a_row = 0
...     else:
...         in_a_row += 1
...     n = (n + 1) % D.N
>>> n_t
[0, 1, 2, 0, 0, 1, 0, 2, 0]

The rest of this file is the same loop for any order of the visits, start, rule for sign(0) and
limit. A *visit* looks at one example. A *mistake* is an example that w_t gets wrong. An *update*
corrects a mistake. A *pass* is a sequence of visits. Margins are ints, the lecture's times positive
factors; `margins.py` computes them by the definitions, `engine/` in less time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing

from .run import Run, Update
from .type_checking import TYPE_CHECKING
from .visits import passes_of

if TYPE_CHECKING:
    from typing import Literal

    from .dataset import Dataset
    from .visits import Strategy

__all__ = ["pla", "updates"]


def correct_mistakes(run: Run) -> Generator[Update, None, Run]:
    """Correct one mistake after another until none is left; yield each update.  Lecture 2: L2.5"""
    with closing(passes_of(run)) as passes:
        for n in find_mistakes(run, passes):  # sign(w_t . x_n) != y_n
            if run.updates >= run.max_updates:
                run.status = "max_updates"
                break
            yield run.correct_mistake(n)  # w_{t+1} = w_t + y_n x_n
    return run


def find_mistakes(run: Run, passes: Iterator[Sequence[int]]) -> Iterator[int]:
    """Yield a mistake of w_0, then one of w_1, and so on, until none is found.  Lecture 2: L2.5

    Args:
        run: The run. The caller corrects each mistake before it asks for the next. At the end
            `run.status` is set.
        passes: The strategy's passes. An empty pass means that the strategy sees no mistake left.

    Yields:
        The n of each mistake: sign(w_t . x_n) != y_n.
    """
    search = Search(run, passes)
    while (n := search.next_mistake()) is not None:
        yield n
    run.status = search.halting_status()


class Search:
    """The search for mistakes: its place in a pass, and the examples that w_t gets right.

    Attributes:
        run: The run; the search counts its visits.
        passes: The strategy's passes.
        current_pass: The last pass that the strategy asked for; empty before the first pass.
        place: The index of the next visit: current_pass[place].
        visits_before: The number of visits before the first visit with w_t.
        seen_right: The visited examples that w_t gets right.
    """

    run: Run
    passes: Iterator[Sequence[int]]
    place: int
    visits_before: int

    __slots__ = ("current_pass", "passes", "place", "run", "seen_right", "visits_before")

    def __init__(self, run: Run, passes: Iterator[Sequence[int]]) -> None:
        self.run, self.passes = run, passes
        self.current_pass: Sequence[int] = ()
        self.place = self.visits_before = 0
        self.seen_right: set[int] = set()

    def next_mistake(self) -> int | None:
        """Return a mistake of w_t, or None if none is found.     Lecture 2: L2.5

        The strategy searches first, with at most `patience` visits. An update does not end its
        pass: the next search starts after the mistake. The loop never trusts a strategy's claim
        that it is done. So if the strategy finds nothing, the loop visits all examples that were
        not yet seen to be right.
        """
        self.visits_before, self.seen_right = self.run.visits, set()
        n = self.visit_passes()
        if n is None and len(self.seen_right) < self.run.N:
            n = self.visit_unseen()
            if n is not None and not self.current_pass:
                self.run.false_claims += 1
        return n

    def visit_passes(self) -> int | None:
        """Visit the examples that the strategy asks for.     Lecture 2: L2.6

        Returns:
            The first mistake. None if all N examples are seen to be right, if the strategy sees no
            mistake left, or at the limit of visits.
        """
        run, N, seen_right = self.run, self.run.N, self.seen_right
        is_mistake, limit = run.margins.is_mistake, min(run.visits + run.patience, run.max_visits)
        the_pass, place, n = self.current_pass, self.place, None
        while n is None and len(seen_right) < N and run.visits < limit:
            if place == len(the_pass):
                the_pass, place = next(self.passes), 0
                if not the_pass:
                    break
            if len(the_pass) > 1:
                n, place = self.visit_until_mistake(the_pass, place, limit)
                continue
            place, run.visits = 1, run.visits + 1  # a single visit: faster than a pass of one
            (single,) = the_pass
            if is_mistake(single):  # sign(w_t . x_n) != y_n
                n = single
            else:
                seen_right.add(single)
        self.current_pass, self.place = the_pass, place
        return n

    def visit_unseen(self) -> int | None:
        """Visit the examples that were not yet seen to be right; return the first mistake, or None.
        Lecture 2: L2.5
        """
        run = self.run
        unseen = [n for n in range(run.N) if n not in self.seen_right]
        limit = min(self.visits_before + (run.right_in_a_row or sys.maxsize), run.max_visits)
        n, _ = self.visit_until_mistake(unseen, 0, limit)
        return n

    def visit_until_mistake(
        self, the_pass: Sequence[int], place: int, limit: int
    ) -> tuple[int | None, int]:
        """Visit the examples of a pass until one is a mistake.     Lecture 2: L2.5

        Without a mistake the visits end with the pass, at `limit`, or when all N examples are seen
        to be right.

        Args:
            the_pass: Any pass.
            place: The first visit is the_pass[place].
            limit: The run makes at most this many visits in all.

        Returns:
            The mistake, or None, and the place after the last visit.
        """
        run = self.run
        end = min(len(the_pass), place + limit - run.visits)
        first = run.margins.first_mistake(the_pass, place, end)  # sign(w_t . x_n) != y_n
        if first < end:
            run.visits += first + 1 - place
            return the_pass[first], first + 1
        visited, seen_right = the_pass[place:end], self.seen_right
        last_new = None
        if len(seen_right) + len(visited) >= run.N:  # these visits may complete all N examples
            in_order = visited if isinstance(visited, range) else dict.fromkeys(visited)
            last_new = next((n for n in reversed(in_order) if n not in seen_right), None)
        seen_right.update(visited)
        if last_new is not None and len(seen_right) == run.N:
            end = place + visited.index(last_new) + 1
        run.visits += end - place
        return None, end

    def halting_status(self) -> str:
        """Return the reason why the search found no mistake of w_t.     Lecture 2: L2.5

        It is "converged" if w_t gets all N examples right, or the limit that ended the search.
        """
        if len(self.seen_right) == self.run.N:
            return "converged"
        in_a_row = self.run.visits - self.visits_before  # visits with w_t, all without a mistake
        return "right_in_a_row" if in_a_row == self.run.right_in_a_row else "max_visits"


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
    right_in_a_row: int | str | None = None,
    engine: Literal["fast", "plain"] = "fast",
) -> Generator[Update, None, Run]:
    """Run PLA update by update.     Lecture 2: L2.5

    The arguments are those of `pla`.

    Yields:
        Each update.

    Returns:
        The run, as the value of the generator.

    Raises:
        DataError: If an option is out of range.
        StrategyError: If the strategy fails, while the updates are made.

    >>> from perceptron_ref import example
    >>> [update.n for update in updates(example("or"))]
    [0, 1, 2, 0, 0, 1, 0, 2, 0]
    """
    run = Run(
        data,
        strategy,
        w0=w0,
        eta=eta,
        sign_of_zero=sign_of_zero,
        max_updates=max_updates,
        max_visits=max_visits,
        patience=patience,
        right_in_a_row=right_in_a_row,
        engine=engine,
    )
    return correct_mistakes(run)


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
    right_in_a_row: int | str | None = None,
    engine: Literal["fast", "plain"] = "fast",
    on_update: Callable[[Update], object] | None = None,
) -> Run:
    """Run PLA: while w_t makes a mistake, w_{t+1} = w_t + eta y_n x_n.     Lecture 2: L2.5, L2.6

    If no line separates the data, only a limit ends the run.

    Args:
        data: The training examples.
        strategy: The visiting order: a name such as "random:seed=3", see `strategies/`; or a
            function that takes a `View` and yields examples or passes (range, list or tuple).
            `strategy(function, seed=3)` gives it options. If it yields None or ends, it claims that
            no mistake is left, and the loop checks this claim.
        w0: The 1 + d weights to start from, w_0 of x_0 first: exact numbers. The default is zero.
        eta: A positive exact number, the factor of every correction. From w_0 = 0 it only scales w.
        sign_of_zero: The value of sign(0). With 0 an example on the line is a mistake, whatever its
            label. With -1 or +1 it is right if that is its label.
        max_updates: The run ends when it would make one more update; None for no limit.
        max_visits: The run ends when it would make one more visit; None for no limit.
        patience: The number of visits that a strategy may make without an update: 10 N by default,
            or `right_in_a_row` if that is given, and never more than that. After so many visits the
            loop itself visits the examples that were not yet seen to be right.
        right_in_a_row: M, or a text such as "5N". The run ends after M visits in a row without an
            update, the loop's own visits included. It is "converged" if these visits include all N
            examples.
        engine: "plain" computes margins as the lecture defines them, see `margins.py`; "fast" gets
            the same results in less time.
        on_update: Called with each `Update`. If it raises StopIteration, the run ends as "stopped".

    Returns:
        The run: its status, its updates, and the weights w.

    Raises:
        DataError: If an option is out of range.
        StrategyError: If the strategy fails; the message names it.

    >>> from perceptron_ref import Dataset
    >>> run = pla(Dataset([[1, 1], [0, 1], [1, 0], [0, 0]], [+1, -1, -1, -1]))
    >>> run.status, run.updates, run.w
    ('converged', 22, (Fraction(-4, 1), Fraction(3, 1), Fraction(2, 1)))
    """
    run = Run(
        data,
        strategy,
        w0=w0,
        eta=eta,
        sign_of_zero=sign_of_zero,
        max_updates=max_updates,
        max_visits=max_visits,
        patience=patience,
        right_in_a_row=right_in_a_row,
        engine=engine,
    )
    return run.finish(correct_mistakes(run), on_update)
