"""The perceptron learning algorithm: find a mistake, correct it, until none is left.

The lecture's letters, for the logical or after two updates:

    D = {(x_n, y_n)}    `D`         the training examples, n = 0, ..., N-1
    x_n                 `D.xs[n]`   1 + d numbers, x_{n,0} = 1, such as (1, 0, 1)
    y_n                 `D.ys[n]`   -1 or +1
    w_t                 `w`         the weights after t updates, such as (0, 0, 1)
    n(t)                `n_t[t]`    the example that update t corrected, such as 1: `n[t]` of a run

The ten lines below use these names; in them a score of 0 is a mistake. The loop after them asks
`w_t`, an object that answers about the weights: `margins.py` by the definitions, by default
`engine/` in less time; its ints are the lecture's times positive factors. A *visit* looks at an
example, a *mistake* is what it may find, an *update* is the lecture's correction of it.

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

The rest of this file answers what these ten lines leave open: other orders than the cycle, and how
to know that no mistake is left in any of them; what sign(0) is; where to start; when to give up.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from .run import Run, Update
from .visits import visits_of

if TYPE_CHECKING:
    from .dataset import Dataset
    from .visits import Strategy

__all__ = ["pla", "updates"]


def corrections(run: Run) -> Generator[Update, None, Run]:
    """Correct one mistake after another until none is left; yield each update.  Lecture 2: L2.5"""
    with closing(visits_of(run)) as visits:
        for n in mistakes(run, visits):  # sign(w_t . x_n) != y_n
            if run.updates >= run.max_updates:
                run.status = "max_updates"
                break
            yield run.correct(n)  # w_{t+1} = w_t + y_n x_n
    return run


def mistakes(run: Run, visits: Iterator[Sequence[int]]) -> Iterator[int]:
    """Yield a mistake of w_0, then one of w_1, and so on; when there is none, set `run.status`.

    For each w_t:
    1. The strategy chooses the visits, at most `patience`. An update does not end its pass.
    2. The loop never trusts a strategy's claim that it is done: it visits every example that this
       w_t was not yet seen to get right.
    3. The run converged if w_t got all N right. Otherwise a limit ended it.
    Lecture 2: L2.5
    """
    w_t, N, M = run.w_t, run.N, run.right_in_a_row or sys.maxsize
    examples: Sequence[int] = ()  # a pass of the strategy
    place = 0  # examples[place] is visited next
    while True:
        n, start = None, run.visits
        seen_right: dict[int, None] = {}  # keys: the examples, in the order of their first visits
        limit = min(start + run.patience, run.max_visits)
        while n is None and len(seen_right) < N and run.visits < limit:  # 1
            if place == len(examples):
                examples, place = next(visits), 0
                if not examples:
                    break  # the strategy sees no mistake left
            if len(examples) > 1:
                n, place = visit_until_mistake(run, examples, place, limit, seen_right)
                continue
            place, run.visits = 1, run.visits + 1  # a single visit, in less time
            if w_t.is_mistake(examples[0]):  # sign(w_t . x_n) != y_n
                n = examples[0]
            else:
                seen_right[examples[0]] = None
        if n is None and len(seen_right) < N:  # 2
            rest = [n for n in range(N) if n not in seen_right]
            limit = min(start + M, run.max_visits)
            n, _ = visit_until_mistake(run, rest, 0, limit, seen_right)
            run.given_up += not examples and n is not None
        if n is None:  # 3
            break
        yield n
    limit_met = "right_in_a_row" if run.visits == start + M else "max_visits"
    run.status = "converged" if len(seen_right) == N else limit_met


def visit_until_mistake(
    run: Run, examples: Sequence[int], place: int, limit: int, seen_right: dict[int, None]
) -> tuple[int | None, int]:
    """Visit examples[place] and those after it; return the first mistake, and the place after it.

    If there is none, return None, and the place after the last visit: the pass ends, or w_t was
    seen to get all N right, or the run has made `limit` visits.     Lecture 2: L2.5
    """
    end = min(len(examples), place + limit - run.visits)
    found = run.w_t.first_mistake(examples, place, end)  # sign(w_t . x_n) != y_n
    if found < end:
        run.visits += found + 1 - place
        return examples[found], found + 1
    visited = examples[place:end]
    seen_right.update(dict.fromkeys(visited))
    if len(seen_right) == run.N:  # no visit counts after that of the last new example
        end = place + visited.index(next(reversed(seen_right))) + 1
    run.visits += end - place
    return None, end


def updates(
    data: Dataset, strategy: str | Strategy = "cyclic", **options: Any
) -> Generator[Update, None, Run]:
    """Yield the updates of PLA one by one, then return the run; options: `pla`'s.  Lecture 2: L2.5

    >>> from perceptron_ref import example
    >>> [update.n for update in updates(example("or"))]
    [0, 1, 2, 0, 0, 1, 0, 2, 0]
    """
    return corrections(Run(data, strategy, **options))


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
    engine: str = "fast",
    on_update: Callable[[Update], object] | None = None,
) -> Run:
    """Run PLA: while w_t makes a mistake, w_{t+1} = w_t + eta y_n x_n.     Lecture 2: L2.5, L2.6

    data: the training examples. If no line separates them, only the limits end the run. With
        x_0 = 0, and sign(0) a label, examples of that label may lie on the line.
    strategy: the visiting order: "random:seed=3" and the like, see `strategies/`; or a function
        that takes a `View` and yields examples or passes (range, list or tuple), to which
        `strategy(function, seed=3)` gives options. None, or the end: it sees no mistake left; the
        loop then checks.
    w0: the 1 + d weights to start from, that of x_0 first; all zero by default. eta: a positive
        factor of every correction; from w0 = 0 it only scales w. Exact numbers, as in a `Dataset`.
    sign_of_zero: what sign(0) is: 0, a mistake for both labels; or -1 or +1, right for that label.
    max_updates, max_visits: stop when one more would be due; None for no limit.
    patience: how many visits a strategy may make without an update before the loop itself visits
        the examples not yet seen right; 10 N by default. right_in_a_row: M, or a text such as "5N":
        end the run after M visits in a row without an update instead, the loop's own counted;
        "converged" if all N were seen right by then.
    engine: "plain" answers each question about w_t by its definition, see `margins.py`; "fast" does
        so in less time. Every result is the same.
    on_update: called with each `Update`; StopIteration from it ends the run, "stopped".
    DataError for an option out of range; StrategyError, naming it, for a strategy that errs.

    >>> from perceptron_ref import Dataset
    >>> run = pla(Dataset([[1, 1], [0, 1], [1, 0], [0, 0]], [+1, -1, -1, -1]))
    >>> run.status, run.updates, run.w
    ('converged', 22, (Fraction(-4, 1), Fraction(3, 1), Fraction(2, 1)))
    """
    limits = max_updates, max_visits, patience, right_in_a_row
    run = Run(data, strategy, 1, w0, eta, sign_of_zero, *limits, engine)
    return run.finish(corrections(run), on_update)
