"""Doing the same work in several ways, in turn, so that what else the machine does hits all of them
alike.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter


def in_turn(works, rounds, clock=perf_counter, budget=None):
    """Do all works in turn, again and again; return what each returned first, and a list of seconds
    for each.

    The first round is not counted: it imports and compiles. budget: seconds; no round is begun that
    would need more if it took as long as the one before, but for the first 3. A work that has a
    `clock` of its own is timed by it.
    """
    answers = tuple(_timed(work, clock)[0] for work in works)
    times, spent = [], 0.0
    while len(times) < rounds:
        times.append([_timed(work, clock)[1] for work in works])
        spent += sum(times[-1])
        if budget is not None and len(times) >= 3 and spent + sum(times[-1]) > budget:
            break
    return answers, list(zip(*times))


def _timed(work, clock):
    clock = getattr(work, "clock", clock)
    begin = clock()
    answer = work()
    return answer, clock() - begin


def children_time():
    """Return the seconds of the processor that processes begun here and ended have taken."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:  # not on Windows: there it is the clock on the wall
        return perf_counter()
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ratio(ours, theirs):
    """Return the median of the ratios of each round, the least and the largest.

    >>> ratio([2, 3, 1], [1, 1, 1])
    (2.0, 1.0, 3.0)
    """
    ratios = [a / b for a, b in zip(ours, theirs)]
    return median(ratios), min(ratios), max(ratios)
