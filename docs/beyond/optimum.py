"""The numbers and pictures of the page on the fewest mistakes of any line."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, isqrt
from statistics import median

from _tools import rows
from _tools.stepped import Step, lines

from perceptron_ref import Dataset, Hypothesis, dot, example, pla, pocket, strategy
from perceptron_ref.drawing import Picture, draw_data
from perceptron_ref.theory.line_sweep import tilted
from perceptron_ref.theory.min_norm_point import primitive
from perceptron_ref.theory.optimum import Optimum, fewest_mistakes
from perceptron_ref.theory.separability import separability

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Direction = tuple[int, ...]
    Weights = Sequence[int]


def _proved(data: Dataset) -> Optimum:
    found = fewest_mistakes(data)
    assert found.proved and found.verify()
    return found


# A sweep

D = example("noisy", N=20, d=2, flips=4)
fewest = _proved(D).mistakes
assert fewest == 3


def _directions(pivot: int) -> list[Direction]:
    """Return the ways from one example to the others, each turned upwards, in order of angle."""
    _, a, b = D.scaled_xs[pivot]
    ways = {(x - a, y - b) for _, x, y in D.scaled_xs if (x, y) != (a, b)}
    upward = {primitive((x, y) if (y, x) > (0, 0) else (-x, -y)) for x, y in ways}
    return sorted(upward, key=lambda way: (way[1] != 0, Fraction(-way[0], way[1] or 1)))


def _position(pivot: int, u: Direction, v: Direction) -> Weights:
    """Return weights of a line between two directions about an example, which it gets right; of
    both sides the one with fewer mistakes.
    """
    _, a, b = D.scaled_xs[pivot]
    near, far = (isqrt(x * x + y * y) for x, y in (u, v))
    x, y = (u_i * far + v_i * near for u_i, v_i in zip(u, v))
    line = [y * a - x * b, -y, x]
    z = tuple(D.ys[pivot] * v for v in D.scaled_xs[pivot])
    both = [tilted([sign * w for w in line], z, D.scaled_xs) for sign in (+1, -1)]
    return min(both, key=_mistakes)


def _mistakes(w: Weights) -> int:
    return Hypothesis(w).mistakes(D)


def _swept(pivot: int) -> list[Weights]:
    """Return the lines of half a turn about an example."""
    ways = _directions(pivot)
    after = [*ways[1:], (-ways[0][0], -ways[0][1])]
    return [_position(pivot, u, v) for u, v in zip(ways, after)]


every = {pivot: list(map(_mistakes, _swept(pivot))) for pivot in range(D.N)}
assert min(map(min, every.values())) == fewest
positions = sum(map(len, every.values()))
pivot = min(n for n, counts in every.items() if min(counts) == fewest)
turns = len(every[pivot])


def sweep() -> Picture:
    """Return half a turn about one example: the mistakes of each position, and the best so far."""
    steps: list[Step] = []
    best: Weights = ()
    held = 0
    for k, w in enumerate(_swept(pivot), start=1):
        better = not best or _mistakes(w) < _mistakes(best)
        best, held = (w, k) if better else (best, held)
        met, kept = _mistakes(w), _mistakes(best)
        steps.append(
            Step(
                w,
                pivot,
                [
                    f"position {k} of {turns}: {_shown(met)}",
                    f"best so far: position {held}, {_shown(kept)}",
                ],
                best,
                f"Position {k}: {_shown(met)}{', the best so far' if better else ''}.",
            )
        )
    assert kept == fewest
    about = f"A line turns about example {pivot}; the best position is dashed."
    title = "A sweep about one example"
    return lines(D, steps, title, about, boxes=True, ring="the pivot", dashed="best so far")


def _shown(mistakes: int) -> str:
    return f"{mistakes} mistake{'' if mistakes == 1 else 's'}"


# Certificates as a lower bound

line = example("noisy", N=20, d=1, flips=4)
of_line = _proved(line)
hidden, sets = 4, len(of_line.certificates)
assert sets == of_line.mistakes == 3 < hidden


def sets_by_hand() -> str:
    """Return the three certificates, one a row."""
    shown = []
    for found in of_line.certificates:
        terms = [
            tuple(a * line.ys[n] * v for v in line.xs[n])
            for n, a in zip(found.examples, found.coefficients)
        ]
        assert not any(map(sum, zip(*terms)))
        points = [f"{line.xs[n][1]}{'⁺' if line.ys[n] > 0 else '⁻'}" for n in found.examples]
        names = ", ".join(map(str, found.examples))
        shown.append((names, ", ".join(points), ", ".join(map(str, found.coefficients))))
    return rows(shown)


def sets_in_full() -> str:
    """Return their examples, one a row."""
    return rows(
        (
            ", ".join(map(str, found.examples)),
            n,
            line.xs[n][1],
            f"{line.ys[n]:+d}",
            a,
            tuple(a * line.ys[n] * v for v in line.xs[n]),
        )
        for found in of_line.certificates
        for n, a in zip(found.examples, found.coefficients)
    )


iris = example("iris-versicolor-virginica")
of_iris = _proved(iris)
wrong, right = of_iris.mistaken[0], iris.N - of_iris.mistakes
pla_wrong = pla(iris, max_updates=1000).mistakes


def _without(left_out: int) -> Dataset:
    kept = [n for n in range(iris.N) if n != left_out]
    return Dataset([iris.xs[n][1:] for n in kept], [iris.ys[n] for n in kept])


_alone = [n for n in range(iris.N) if separability(_without(n)).separable]
alone = " and ".join(map(str, _alone))
assert wrong in _alone and all(wrong in found.examples for found in of_iris.certificates)
assert wrong in separability(iris).examples  # type: ignore[union-attr]


# Where sets do not suffice


def searches() -> str:
    """Return six searches: their sets, their bounds, their nodes."""
    shown = []
    sizes = ((20, 1, 4), (20, 2, 4), (100, 2, 5), (100, 2, 10), (100, 3, 10), (100, 4, 5))
    for N, d, flips in sizes:
        found = _proved(example("noisy", N=N, d=d, flips=flips))
        bounds = (found.mistakes, found.lower_bound, len(found.certificates))
        shown.append((N, d, flips, *bounds, found.nodes))
    assert shown[3][:4] == (noisy.N, noisy.d, 10, best.mistakes)
    return rows(shown)


noisy = example("noisy", N=100, d=2, flips=10)
best = _proved(noisy)


def best_line() -> Picture:
    """Return 100 noisy examples, and a best line."""
    return draw_data(noisy, Hypothesis(best.w))


# Pocket against the optimum


def _spread(numbers: Sequence[int]) -> str:
    return f"{min(numbers)}, {median(numbers):g}, {max(numbers)}"


_medians: dict[tuple[str, int], float] = {}


def _against(name: str, data: Dataset, T: int) -> tuple[object, ...]:
    proved = _proved(data).mistakes
    runs = [pocket(data, strategy("random", seed=s), max_updates=T) for s in range(10)]
    held, last = [run.mistakes for run in runs], [run.mistakes_last for run in runs]
    _medians[name, T] = median(held)
    return f"`{name}`", proved, f"{T:,}", _spread(held), _spread(last)


_NOISY, _IRIS = "noisy:N=100,d=2,flips=10", "iris-versicolor-virginica"
_rows = [
    *(_against("xor", example("xor"), T) for T in (100, 1000)),
    *(_against(_NOISY, noisy, T) for T in (10, 100)),
    _against("noisy:N=100,d=4,flips=5", example("noisy", N=100, d=4, flips=5), 100),
    *(_against(_IRIS, iris, T) for T in (10, 100, 500)),
]
irises = [f"{_medians[_IRIS, T]:g}" for T in (10, 100, 500)]
assert _medians[_NOISY, 10] == best.mistakes and _rows[-1][1] == 1 < _medians[_IRIS, 500]
assert _rows[1] == ("`xor`", 1, "1,000", "1, 1, 1", _rows[1][4])


def against() -> str:
    """Return Pocket's mistakes beside the fewest."""
    return rows(_rows)


# The reduction

VECTORS = [(0, 1, 0), (0, -1, 1), (1, 0, 0), (-1, 0, 1), (0, 0, -1), (-1, 1, -1), (1, -1, -1)]
hemisphere_N = len(VECTORS)


def of_a_hemisphere(vectors: Sequence[Direction]) -> Dataset:
    """Return the examples whose best line is the densest open hemisphere of these vectors."""
    for c in range(1 + len(vectors) * (len(vectors[0]) - 1)):
        first = [sum(c**i * v_i for i, v_i in enumerate(v)) for v in vectors]
        if all(first):
            xs = [[Fraction(v_i, v_0) for v_i in v[1:]] for v_0, v in zip(first, vectors)]
            return Dataset(xs, [+1 if v_0 > 0 else -1 for v_0 in first])
    raise AssertionError  # no polynomial has more zeros than its degree


densest = hemisphere_N - _proved(of_a_hemisphere(VECTORS)).mistakes
_ways = product(range(-4, 5), repeat=3)
assert densest == max(sum(dot(u, v) > 0 for v in VECTORS) for u in _ways) < hemisphere_N


# Exercises

xor_best = _proved(example("xor"))
assert xor_best.w == (3, -2, -2) and xor_best.mistaken == (0,)
pairs = Dataset([[0], [0], [1], [1], [1]], [+1, -1, +1, -1, -1])
of_pairs = _proved(pairs)
assert of_pairs.mistakes == 2 == len(of_pairs.certificates)
in_plane, in_four = f"{comb(100, 1):,}", f"{comb(100, 3):,}"
