"""Doing the same work in several ways, in turn, so that what else the machine does hits all of them alike."""

from __future__ import annotations

from statistics import median
from time import perf_counter


def in_turn(works, rounds, clock=perf_counter, budget=None):
    """Do all works in turn, again and again; return a list of seconds for each, the first round not counted.

    budget: seconds; where the first round says that they will not do, fewer rounds are made, but not below 3.
    """
    first, rounds_left = _round(works, clock), rounds
    if budget is not None:
        rounds_left = max(3, min(rounds, int(budget / sum(first) - 1)))
    return list(zip(*(_round(works, clock) for _ in range(rounds_left))))


def _round(works, clock):
    seconds = []
    for work in works:
        begin = clock()
        work()
        seconds.append(clock() - begin)
    return seconds


def ratio(ours, theirs):
    """Return the median of the ratios of each round, the least and the largest.

    >>> ratio([2, 3, 1], [1, 1, 1])
    (2.0, 1.0, 3.0)
    """
    ratios = [a / b for a, b in zip(ours, theirs)]
    return median(ratios), min(ratios), max(ratios)
