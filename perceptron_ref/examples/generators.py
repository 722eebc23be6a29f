"""Generate data sets: four that show how many updates PLA may need, and two random ones.

The numbers of updates hold for the defaults of `pla`: w_0 = 0, and a score of 0 is a mistake.
Labels such as L2.9 in docstrings name statements of Lecture 2; see docs/lecture/.
"""

from __future__ import annotations

from collections.abc import Callable

from ..dataset import Dataset
from ..errors import DataError, quote
from ..exact.checks import checked_count
from ..exact.rationals import checked_rational, exact_text
from ..vectors import dot, squared_norm

__all__ = ["hadamard", "noisy", "pair", "pingpong", "powers", "separable"]

# The most numbers, N (1 + d), in a random set. To generate such a set takes minutes.
_MAX_NUMBERS = 10_000_000
_MAX_FEATURE = 100  # random features are from -100 to 100
# A random set is given up after this many successive examples that were rejected, because they are
# too close to the line: at most 1,000; fewer if d is large, so that these examples have at most a
# million features; but never fewer than 20.
_MAX_REJECTIONS = 1_000
_MAX_REJECTED_FEATURES = 1_000_000
_MIN_REJECTION_LIMIT = 20


def hadamard(*, k: int = 3) -> Dataset:
    """Return 2^k mutually orthogonal examples: in any order T = N = R^2/rho^2.

    The examples are the rows of Sylvester's matrix of order 2^k, whose first column is x_0. The
    labels alternate. PLA corrects each example once. Both growth inequalities, L2.9 and L2.10, hold
    with equality at every update, so the bound is attained.     Lecture 2: L2.9, L2.10, L2.12

    Args:
        k: The binary logarithm of N, from 1 to 10.

    >>> from perceptron_ref import pla
    >>> pla(hadamard(k=3)).updates
    8
    """
    k = checked_count("k", k, 1, 10)
    rows = [[1]]
    for _ in range(k):
        rows = [row + row for row in rows] + [row + [-v for v in row] for row in rows]
    return Dataset([row[1:] for row in rows], [1 - 2 * (n % 2) for n in range(len(rows))])


def pingpong(*, m: int = 5) -> Dataset:
    """Return x = m, -2m, 2m, all +1: 2 m^2 + 1 updates in the naive cycle, 2 in a lucky order.

    The bound is 4 m^2 + 1.     Lecture 2: L2.6, L2.12

    Args:
        m: An int >= 1. The sign of w_1 alternates; a larger m needs more alternations.

    >>> from perceptron_ref import pla
    >>> pla(pingpong(m=5)).updates
    51
    """
    m = checked_count("m", m, 1, 10**9)
    return Dataset([[m], [-2 * m], [2 * m]], [1, 1, 1])


def pair(*, m: int = 10) -> Dataset:
    """Return x = m with label -1 and x = m + 1 with label +1: a gap of width 1.

    A larger m moves the gap away from the origin, so rho becomes small and R large. The weights of
    largest margin are (-2m - 1, 2), so rho^2 = 1 / (4 m^2 + 4 m + 5).     Lecture 2: L2.11, L2.12

    Args:
        m: The position of the first example, an int >= 0.

    >>> from perceptron_ref import pla
    >>> pla(pair(m=10)).updates
    445
    """
    m = checked_count("m", m, 0, 10**9)
    return Dataset([[m], [m + 1]], [-1, 1])


def powers(*, d: int = 4) -> Dataset:
    """Return +-(e_k - e_1 - ... - e_{k-1}) with the labels +-1, for k = 1..d.     Lecture 2: L2.12

    The weights must double from feature to feature, so the naive cycle needs 2^(2d-1) updates,
    and rho is exponentially small in d.

    Args:
        d: The number of features, from 1 to 60.

    >>> from perceptron_ref import pla
    >>> [pla(powers(d=d)).updates for d in (1, 2, 3, 4)]
    [2, 8, 32, 128]
    """
    d = checked_count("d", d, 1, 60)
    rows = [[-1] * (k - 1) + [1] + [0] * (d - k) for k in range(1, d + 1)]
    examples = [([y * v for v in row], y) for row in rows for y in (1, -1)]
    return Dataset([x for x, _ in examples], [y for _, y in examples])


def separable(*, N: int = 100, d: int = 2, seed: int = 0, margin: object = 1) -> Dataset:
    """Return N random examples with y_n w_f . x_n / ||w_f|| >= margin for random weights w_f.

    Features are ints from -100 to 100. The same arguments give the same set on every Python.
    Lecture 2: L2.8

    Args:
        N: The number of examples.
        d: The number of features.
        seed: An int >= 0.
        margin: A number >= 0, as `rational` reads it. It is the distance from the line in the space
            of x with x_0.

    Raises:
        DataError: If an argument is not valid, or if the margin is so large that hardly any example
            has it.

    >>> from perceptron_ref import pla
    >>> pla(separable(N=50, d=3, seed=1)).status
    'converged'
    """
    return Dataset(*_random_examples(N, d, seed, margin))


def noisy(*, N: int = 100, d: int = 2, seed: int = 0, flips: int = 10) -> Dataset:
    """Return a set of `separable` with margin 1, after `flips` random labels were flipped.

    The weights w_f of that set then make `flips` mistakes, so the best line makes at most `flips`.
    Lecture 2: L2.13, L2.14

    Args:
        N: The number of examples.
        d: The number of features.
        seed: An int >= 0.
        flips: The number of labels to flip, from 0 to N.

    Raises:
        DataError: If an argument is not valid.
    """
    rows, labels = _random_examples(N, d, seed, 1)
    flips = checked_count("flips", flips, 0, len(rows))
    draw = _make_draw(checked_count("seed", seed) + 1)
    keys = [draw() for _ in range(N)]
    for n in sorted(range(N), key=keys.__getitem__)[:flips]:
        labels[n] = -labels[n]
    return Dataset(rows, labels)


GENERATORS: dict[str, tuple[Callable[..., Dataset], str]] = {
    "hadamard": (
        hadamard,
        "2^k orthogonal examples: exactly R^2/rho^2 updates, in any order of visits; separable",
    ),
    "pingpong": (
        pingpong,
        "three examples, x = m, -2m and 2m, all +1: 2 m^2 + 1 updates in the naive cycle, 2 in a "
        "lucky order; separable",
    ),
    "pair": (
        pair,
        "two examples, x = m (-1) and x = m + 1 (+1): a narrow gap far from 0, so PLA makes many "
        "updates; separable",
    ),
    "powers": (
        powers,
        "2d examples, which need weights that double from feature to feature: 2^(2d-1) updates in "
        "the naive cycle; separable",
    ),
    "separable": (separable, "random examples with a margin between the classes; separable"),
    "noisy": (
        noisy,
        "random examples, some of them with changed labels (option flips); rarely separable",
    ),
}


def _random_examples(
    N: int, d: int, seed: int, margin: object
) -> tuple[list[list[int]], list[int]]:
    """Return random rows and labels; see `separable`.

    Only `random()` draws numbers, because no version of Python changes it.
    """
    N, d = checked_count("N", N, 1, 10**7), checked_count("d", d, 1, 10**5)
    if N * (1 + d) > _MAX_NUMBERS:
        raise DataError(
            f"found N={N:,} and d={d:,}; expected a smaller set, with N (1 + d) at most "
            f"{_MAX_NUMBERS:,}"
        )
    min_margin = checked_rational("margin", margin)
    if min_margin < 0:
        raise DataError(f"margin: found {exact_text(min_margin)}; expected a number >= 0")
    draw = _make_draw(checked_count("seed", seed))
    w_f = [int(draw() * 7) - 3 for _ in range(1 + d)]
    w_f[1] = w_f[1] or 1  # w_1, ..., w_d must not all be zero
    rows: list[list[int]] = []
    labels: list[int] = []
    max_rejections = min(_MAX_REJECTIONS, _MAX_REJECTED_FEATURES // d)
    max_rejections, rejections = max(max_rejections, _MIN_REJECTION_LIMIT), 0
    while len(rows) < N:
        row = [int(draw() * (2 * _MAX_FEATURE + 1)) - _MAX_FEATURE for _ in range(d)]
        score, rejections = dot(w_f, [1, *row]), rejections + 1
        if score and score**2 >= min_margin**2 * squared_norm(w_f):
            rows.append(row)
            labels.append(1 if score > 0 else -1)
            rejections = 0
        elif rejections == max_rejections:
            expected = "a smaller margin, because hardly any example lies so far from the line"
            raise DataError(f"margin: found {quote(margin)}; expected {expected}")
    return rows, labels


def _make_draw(seed: int) -> Callable[[], float]:
    """Return a function that draws random numbers from [0, 1), reproducible by the seed."""
    # imported here, because its import takes time, and few sets need it
    from random import Random

    return Random(seed).random
