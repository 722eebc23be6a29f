"""The perceptron learning algorithm: find a mistake, correct it, until none is left.

The lecture's letters, for the logical or after two updates:

    D = {(x_n, y_n)}    `D`         the training examples, n = 0, ..., N-1
    x_n                 `D.xs[n]`   1 + d numbers, x_{n,0} = 1, such as (1, 0, 1)
    y_n                 `D.ys[n]`   -1 or +1
    w_t                 `w`         the weights after t updates, such as (0, 0, 1)
    n(t)                `n_t[t]`    the example that update t corrects, such as 1: `n[t]` of a run

The ten lines below use these names; in them a score of 0 is a mistake.

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
limit. A *visit* looks at an example, a *mistake* is what it may find, an *update* corrects it, and
a *pass* is a sequence of visits. The object `run.w_t` answers questions about w_t: `margins.py` by
the definitions, `engine/` in less time. Its ints are the lecture's numbers times positive factors.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Literal

from .run import Run, Update
from .visits import visits_of

if TYPE_CHECKING:
    from .dataset import Dataset
    from .visits import Strategy

__all__ = ["pla", "updates"]


def correct_mistakes(run: Run) -> Generator[Update, None, Run]:
    """Correct one mistake after another until none is left; yield each update.  Lecture 2: L2.5"""
    with closing(visits_of(run)) as visits:
        for n in find_mistakes(run, visits):  # sign(w_t . x_n) != y_n
            if run.updates >= run.max_updates:
                run.status = "max_updates"
                break
            yield run.correct_mistake(n)  # w_{t+1} = w_t + y_n x_n
    return run


def find_mistakes(run: Run, visits: Iterator[Sequence[int]]) -> Iterator[int]:
    """Yield a mistake of w_0, then one of w_1, and so on, until none is found.  Lecture 2: L2.5

    The strategy searches first, with at most `patience` visits. An update does not end its pass:
    the next search goes on behind the mistake. The loop never trusts a strategy's claim that it is
    done. So if the strategy finds nothing, the loop visits all examples that were not yet seen to
    be right. If it finds nothing, either, the run halts.

    Args:
        run: The run. The caller corrects each mistake before it asks for the next. At the end
            `run.status` is set.
        visits: The strategy's passes. An empty pass says that the strategy sees no mistake left.

    Yields:
        The n of each mistake: sign(w_t . x_n) != y_n.
    """
    examples: Sequence[int] = ()  # the strategy's pass
    place = 0  # examples[place] is visited next
    while True:
        first_visit = run.visits
        seen_right: dict[int, None] = {}  # examples that w_t gets right, in order of first visit
        n, examples, place = visit_passes(run, visits, examples, place, seen_right)
        if n is None and len(seen_right) < run.N:
            n = visit_unseen(run, first_visit, seen_right)
            run.false_claims += not examples and n is not None
        if n is None:
            run.status = halting_status(run, first_visit, seen_right)
            return
        yield n


def visit_passes(
    run: Run,
    visits: Iterator[Sequence[int]],
    examples: Sequence[int],
    place: int,
    seen_right: dict[int, None],
) -> tuple[int | None, Sequence[int], int]:
    """Visit what the strategy asks for, until a mistake or a limit.     Lecture 2: L2.6

    Args:
        run: The run; its visits are counted.
        visits: The strategy's passes.
        examples: The pass where the last search ended.
        place: The first visit is examples[place].
        seen_right: Empty; the examples that w_t gets right are added.

    Returns:
        The mistake, or None; the pass, empty if the strategy sees no mistake left; and the place
        after the last visit.
    """
    is_mistake, N = run.w_t.is_mistake, run.N
    limit = min(run.visits + run.patience, run.max_visits)
    n = None
    while n is None and len(seen_right) < N and run.visits < limit:
        if place == len(examples):
            examples, place = next(visits), 0
            if not examples:
                break
        if len(examples) > 1:
            n, place = visit_until_mistake(run, examples, place, limit, seen_right)
            continue
        place, run.visits = 1, run.visits + 1  # a single visit: this way takes less time
        (single,) = examples
        if is_mistake(single):  # sign(w_t . x_n) != y_n
            n = single
        else:
            seen_right[single] = None
    return n, examples, place


def visit_unseen(run: Run, first_visit: int, seen_right: dict[int, None]) -> int | None:
    """Visit all examples that were not yet seen to be right; return the first mistake, or None.
    Lecture 2: L2.5

    Args:
        run: The run; its visits are counted.
        first_visit: The visits before the first one of w_t.
        seen_right: The examples that w_t gets right so far; those of this call are added.
    """
    unseen = [n for n in range(run.N) if n not in seen_right]
    limit = min(first_visit + (run.right_in_a_row or sys.maxsize), run.max_visits)
    n, _ = visit_until_mistake(run, unseen, 0, limit, seen_right)
    return n


def halting_status(run: Run, first_visit: int, seen_right: dict[int, None]) -> str:
    """Return why the run halts without a mistake of w_t.     Lecture 2: L2.5

    "converged" if w_t was seen to get all N examples right; otherwise the limit that was met.
    """
    if len(seen_right) == run.N:
        return "converged"
    in_a_row = run.visits - first_visit  # visits of w_t, none of them a mistake
    return "right_in_a_row" if in_a_row == run.right_in_a_row else "max_visits"


def visit_until_mistake(
    run: Run, examples: Sequence[int], place: int, limit: int, seen_right: dict[int, None]
) -> tuple[int | None, int]:
    """Visit examples from `place` on until one is a mistake.     Lecture 2: L2.5

    Without a mistake the visits end with the pass, at `limit`, or when all N examples are seen to
    be right.

    Args:
        run: The run; its visits are counted.
        examples: A pass.
        place: The first visit is examples[place].
        limit: The run makes at most so many visits in all.
        seen_right: The examples that w_t gets right so far; those of this call are added.

    Returns:
        The mistake, or None, and the place after the last visit.
    """
    end = min(len(examples), place + limit - run.visits)
    first = run.w_t.first_mistake(examples, place, end)  # sign(w_t . x_n) != y_n
    if first < end:
        run.visits += first + 1 - place
        return examples[first], first + 1
    visited = examples[place:end]
    seen_right.update(dict.fromkeys(visited))
    if len(seen_right) == run.N:  # the last example that was new completes them
        end = place + visited.index(next(reversed(seen_right))) + 1
    run.visits += end - place
    return None, end


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
            `strategy(function, seed=3)` gives it options. If it yields None, or ends, it sees no
            mistake left, and the loop checks that.
        w0: The 1 + d weights to start from, w_0 of x_0 first: exact numbers. The default is zero.
        eta: A positive exact number, the factor of every correction. From w_0 = 0 it only scales w.
        sign_of_zero: The value of sign(0). With 0 an example on the line is a mistake, whatever its
            label. With -1 or +1 it is right if that is its label.
        max_updates: The run ends when it would make one more update; None for no limit.
        max_visits: The run ends when it would make one more visit; None for no limit.
        patience: The number of visits that a strategy may make without an update: 10 N by default,
            or `right_in_a_row` if that is given, and never more than that. Then the loop itself
            visits the examples that were not yet seen to be right.
        right_in_a_row: M, or a text such as "5N". The run ends after M visits in a row without an
            update, the loop's own visits included. It is "converged" if these visits include all N
            examples.
        engine: "plain" answers each question about w_t by its definition, see `margins.py`; "fast"
            gives the same answers in less time.
        on_update: Called with each `Update`. If it raises StopIteration, the run ends, "stopped".

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
