"""Doing the same work in several ways, in turn, so that what else the machine does hits all of them
alike.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter


def in_turn(works, rounds, clock=perf_counter, budget=None):
    """Do all works in turn, again and again; return what each returned first, and a list of seconds
    for each.

    The first round is not counted. budget: seconds; where the first round says that they will not
    do, fewer rounds are made, but not below 3.
    """
    answers, first = zip(*(_timed(work, clock) for work in works))
    if budget is not None:
        rounds = min(rounds, max(3, int(budget / sum(first) - 1)))
    times = [[_timed(work, clock)[1] for work in works] for _ in range(rounds)]
    return answers, list(zip(*times))


def _timed(work, clock):
    begin = clock()
    answer = work()
    return answer, clock() - begin


def ratio(ours, theirs):
    """Return the median of the ratios of each round, the least and the largest.

    >>> ratio([2, 3, 1], [1, 1, 1])
    (2.0, 1.0, 3.0)
    """
    ratios = [a / b for a, b in zip(ours, theirs)]
    return median(ratios), min(ratios), max(ratios)
