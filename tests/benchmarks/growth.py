"""How updates and time grow: families of data in which one thing grows, and the exponent fitted to
each.

An exponent b says that the quantity goes like the variable to the power b: the slope of the line of
least squares through the logarithms of both.
"""

from __future__ import annotations

from datetime import date
from math import log, sqrt
from statistics import median

from benchmarks.questions import Fresh
from perceptron_ref import example, pla
from perceptron_ref.theory.separability import separability


def exponent(values, quantities):
    """Return the slope of log quantity over log value.

    >>> round(exponent([1, 2, 4], [3, 12, 48]), 9)
    2.0
    """
    a, b = [log(v) for v in values], [log(q) for q in quantities]
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    return sum((u - mean_a) * (v - mean_b) for u, v in zip(a, b)) / sum(
        (u - mean_a) ** 2 for u in a
    )


def by_N(N):
    """Random examples, d = 5, margin 5."""
    return [example("separable", N=N, d=5, seed=seed, margin=5) for seed in range(5)]


def by_d(d):
    """Random examples, N = 1,000, margin 5."""
    return [example("separable", N=1000, d=d, seed=seed, margin=5) for seed in range(5)]


def by_margin(margin):
    """Random examples, N = 1,000, d = 3, the margin smaller and smaller."""
    return [example("separable", N=1000, d=3, seed=seed, margin=margin) for seed in range(5)]


def by_gap(m):
    """Two examples, x = m and m + 1: R grows as well."""
    return [example("pair", m=m)]


def by_threshold(m):
    """Three examples, x = m, -2m, 2m: the naive cycle at its worst."""
    return [example("pingpong", m=m)]


def by_powers(d):
    """2 d examples for which the weights must double from feature to feature."""
    return [example("powers", d=d)]


FAMILIES = [
    ("random, N grows", "N", by_N, [500, 1000, 2000, 4000, 8000, 16_000]),
    ("random, d grows", "d", by_d, [4, 8, 16, 32, 64]),
    ("random, margin shrinks", "1/rho", by_margin, [40, 20, 10, 5, "2.5", "1.25"]),
    ("pair", "1/rho", by_gap, [8, 16, 32, 64, 128]),
    ("pingpong", "R", by_threshold, [8, 16, 32, 64, 128]),
    ("powers", "1/rho", by_powers, [3, 4, 5, 6, 7, 8]),
]


def measured(name, variable, make, sizes):
    """Return the points of a family, medians over its seeds, with the bound, and the exponents
    fitted to them.
    """
    points = [_point(variable, size, make(size)) for size in sizes]
    values = [point["value"] for point in points]
    return {
        "name": name,
        "date": date.today().isoformat(),
        "what": make.__doc__,
        "variable": variable,
        "points": points,
        "updates_exponent": exponent(values, [point["updates"] for point in points]),
        "bound_exponent": exponent(values, [point["bound"] for point in points]),
        "seconds_exponent": exponent(values, [point["seconds"] for point in points]),
    }


def _point(variable, size, sets):
    found = [separability(data) for data in sets]
    runs = [_timed(data) for data in sets]
    value = {
        "1/rho": lambda: median(1 / sqrt(f.rho2) for f in found),
        "R": lambda: median(sqrt(f.R2) for f in found),
    }
    return {
        "value": value.get(variable, lambda: size)(),
        "updates": median(updates for updates, _ in runs),
        "bound": float(median(f.bound for f in found)),
        "seconds": median(seconds for _, seconds in runs),
    }


def _timed(data):
    """Return the updates of the naive cycle, and the least of the seconds that three runs took."""
    times = []
    for _ in range(3):
        work = Fresh(pla, data, max_updates=None)
        run = work()
        times.append(work.clock())
    return run.updates, min(times)
