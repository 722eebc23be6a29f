"""PLA and Pocket by hand, as one writes them without a package: on lists, and on NumPy's arrays.

xs: the examples with x_0 first. ys: their labels, -1 or +1. All return weights that make no
    mistake, or go on for ever.
"""

from __future__ import annotations

from operator import mul
from random import Random


def bare(xs, ys):
    """The naive cycle: return w and T."""
    w, t, since, N = [0] * len(xs[0]), 0, 0, len(xs)
    while since < N:
        for n in range(N):
            if ys[n] * sum(map(mul, w, xs[n])) <= 0:
                y = ys[n]
                w = [w_i + y * x_i for w_i, x_i in zip(w, xs[n])]
                t, since = t + 1, 0
            else:
                since += 1
                if since == N:
                    break
    return w, t


def bare_by_sumprod(xs, ys):
    """The same by the function that Python has from 3.12 on; written out again, as a call between
    would cost time.
    """
    from math import sumprod

    w, t, since, N = [0] * len(xs[0]), 0, 0, len(xs)
    while since < N:
        for n in range(N):
            if ys[n] * sumprod(w, xs[n]) <= 0:
                y = ys[n]
                w = [w_i + y * x_i for w_i, x_i in zip(w, xs[n])]
                t, since = t + 1, 0
            else:
                since += 1
                if since == N:
                    break
    return w, t


def dot(w, x):
    """Return w . x."""
    return sum(map(mul, w, x))


def margins(w, xs, ys):
    """Return y_n w . x_n for all n."""
    return [y * sum(map(mul, w, x)) for x, y in zip(xs, ys)]


def margins_by_sumprod(w, xs, ys):
    """The same by the function that Python has from 3.12 on."""
    from math import sumprod

    return [y * sumprod(w, x) for x, y in zip(xs, ys)]


def bare_worst(xs, ys, T=None, margins=margins):
    """Correct the mistake with the smallest y_n w . x_n, for T updates at most: return w."""
    w, t = [0] * len(xs[0]), 0
    while t != T:
        found = margins(w, xs, ys)
        least = min(found)
        if least > 0:
            break
        n = found.index(least)
        w = [w_i + ys[n] * x_i for w_i, x_i in zip(w, xs[n])]
        t += 1
    return w


def bare_pocket(xs, ys, T, dot=dot, margins=margins):
    """T updates of the naive cycle, all mistakes counted after each: return the fewest."""
    w, t, N = [0] * len(xs[0]), 0, len(xs)
    fewest = N
    while True:
        for n in range(N):
            if ys[n] * dot(w, xs[n]) <= 0:
                y = ys[n]
                w = [w_i + y * x_i for w_i, x_i in zip(w, xs[n])]
                fewest = min(fewest, len([margin for margin in margins(w, xs, ys) if margin <= 0]))
                t += 1
                if t == T or not fewest:
                    return fewest


def nonzeros_at_random(rows, ys, size, seed):
    """Independent draws, the very visits of the strategy `random`: return w and T.

    rows: the nonzeros of the examples, as pairs (i, x_i) that can be gone through again and again,
        such as a list of them or the items of a dict. size: 1 + d.
    """
    w, t, N, draw = [0] * size, 0, len(rows), Random(seed).random
    while True:
        seen = set()
        for _ in range(10 * N):
            n = N * int(draw() * 2**53) >> 53
            y = ys[n]
            if y * sum([w[i] * v for i, v in rows[n]]) <= 0:
                break
            seen.add(n)
            if len(seen) == N:
                return w, t
        else:  # so many draws found none: look at those that were not drawn
            for n in range(N):
                y = ys[n]
                if n not in seen and y * sum([w[i] * v for i, v in rows[n]]) <= 0:
                    break
            else:
                return w, t
        for i, v in rows[n]:
            w[i] += y * v
        t += 1


def numpy_loop(xs, ys):
    """The naive cycle on arrays of floats, a product of arrays for each example: return w and T."""
    import numpy

    w, t, since, N = numpy.zeros(xs.shape[1]), 0, 0, len(xs)
    while since < N:
        for n in range(N):
            if ys[n] * (w @ xs[n]) <= 0:
                w += ys[n] * xs[n]
                t, since = t + 1, 0
            else:
                since += 1
                if since == N:
                    break
    return w, t


def numpy_worst(xs, ys, T=None):
    """The worst mistake, all margins by one product of matrices: return w."""
    import numpy

    w, t = numpy.zeros(xs.shape[1]), 0
    while t != T:
        margins = ys * (xs @ w)
        n = margins.argmin()
        if margins[n] > 0:
            break
        w += ys[n] * xs[n]
        t += 1
    return w


def numpy_pocket(xs, ys, T):
    """T updates of the naive cycle, all mistakes counted after each by one product of matrices:
    return the fewest.
    """
    import numpy

    w, t, N = numpy.zeros(xs.shape[1]), 0, len(xs)
    fewest = N
    while True:
        for n in range(N):
            if ys[n] * (w @ xs[n]) <= 0:
                w += ys[n] * xs[n]
                fewest = min(fewest, numpy.count_nonzero(ys * (xs @ w) <= 0))
                t += 1
                if t == T or not fewest:
                    return int(fewest)


def numpy_pocket_at_random(xs, ys, T, seed):
    """T updates of Pocket in independent draws, all mistakes counted after each by one product of a
    matrix, which says at the next visits what is a mistake: return w of the fewest.
    """
    import numpy

    signed, N, draw = ys[:, None] * xs, len(xs), Random(seed).random
    w = best = numpy.zeros(xs.shape[1])
    wrong, fewest = numpy.ones(N, dtype=bool), N
    for _ in range(T):
        n = N * int(draw() * 2**53) >> 53
        while not wrong[n]:
            n = N * int(draw() * 2**53) >> 53
        w = w + signed[n]
        wrong = signed @ w <= 0
        mistakes = numpy.count_nonzero(wrong)
        if mistakes < fewest:
            fewest, best = mistakes, w
            if not mistakes:
                break
    return best
