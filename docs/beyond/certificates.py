"""The numbers and pictures of the page on what no line can do."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING

from _tools import rows
from _tools.cone_pictures import draw_cones
from _tools.geometry_pictures import draw_certificate
from _tools.sum_pictures import draw_sum

from perceptron_ref import Dataset, example, pla, pocket, squared_norm, strategy
from perceptron_ref.drawing import Picture, draw_length
from perceptron_ref.theory.cone_tree import ConeTree
from perceptron_ref.theory.cones import ConeSearch
from perceptron_ref.theory.optimum import Optimum, fewest_mistakes
from perceptron_ref.theory.separability import NotSeparable, Separable, separability

if TYPE_CHECKING:
    from perceptron_ref import Run


xor, iris = example("xor"), example("iris-versicolor-virginica")


def _certificate(data: Dataset) -> NotSeparable:
    """Return the certificate that no line separates the data, after a check."""
    certificate = separability(data)
    assert isinstance(certificate, NotSeparable) and certificate.verify()
    return certificate


xor_certificate, iris_certificate = _certificate(xor), _certificate(iris)


def all_weights(run: Run) -> list[tuple[int, ...]]:
    """Return w_0, w_1, ..., w_T in the loop's ints."""
    steps = list(run.replay_in_ints())
    return [steps[0][2], *(step[3] for step in steps)]


def _first_return(ws: list[tuple[int, ...]]) -> tuple[int, int] | None:
    """Return (s, t) for the first w_t that equals an earlier w_s, or None."""
    first: dict[tuple[int, ...], int] = {}
    for t, w in enumerate(ws):
        if w in first:
            return first[w], t
        first[w] = t
    return None


# The sum


def xor_sum() -> Picture:
    """Draw the sum of the certificate of XOR."""
    assert xor_certificate.coefficients == (1, 1, 1, 1)
    return draw_sum(xor_certificate)


def xor_columns() -> str:
    """Return a row for each term of the certificate of XOR, and a row for their sum."""
    table: list[tuple[object, ...]] = []
    for n, a in zip(xor_certificate.examples, xor_certificate.coefficients):
        x, y = xor.xs[n], xor.ys[n]
        table.append((n, a, f"{y:+d}", x, tuple(a * y * v for v in x)))
    total = tuple(sum(xor.ys[n] * xor.xs[n][i] for n in range(xor.N)) for i in range(3))
    assert not any(total)
    return rows([*table, ("sum", "", "", "", total)])


def xor_hulls() -> str:
    """Draw the point at which the mixtures of both labels of XOR meet."""
    return draw_certificate(xor_certificate)


# Weights of PLA that return

_xor_weights = all_weights(pla(xor, max_updates=8))
assert _first_return(_xor_weights) == (0, 4) and _xor_weights[:4] == _xor_weights[4:8]

# Weights that stay bounded

small_noisy = example("noisy", N=20, d=2, flips=4)


def length_picture() -> Picture:
    """Draw the length of the weights of PLA on 20 noisy examples."""
    return draw_length(pla(small_noisy, max_updates=2000))


# Weights that do not return


def _without(data: Dataset, omitted: int) -> Dataset:
    """Return the data without one example."""
    rest = [n for n in range(data.N) if n != omitted]
    return Dataset([data.xs[n][1:] for n in rest], [data.ys[n] for n in rest])


def _end_of(run: Run) -> str:
    """Return T of a run that has converged, and otherwise "stopped"."""
    return f"T = {run.updates:,}" if run.status == "converged" else "stopped"


# if a line separated XOR, T would be at most (d + 1)^2 R^(2d + 2): see #whole-numbers
sufficient_updates = (xor.d + 1) ** 2 * int(max(map(squared_norm, xor.xs))) ** (xor.d + 1) + 1
assert pla(xor, max_updates=sufficient_updates).status == "max_updates"


def stopped_runs() -> str:
    """Return a row for each set: how two limited runs end, whether a line separates, the bound."""
    table = []
    for name, data in (
        ("XOR", xor),
        ("`pair:m=10`", example("pair", m=10)),
        ("`pair:m=30`", example("pair", m=30)),
        ("`powers:d=6`", example("powers", d=6)),
        ("irises", iris),
        ("irises without flower 33", _without(iris, 33)),
    ):
        decision = separability(data)
        runs = [pla(data, max_updates=limit) for limit in (1000, 5000)]
        assert all((_first_return(all_weights(run)) is not None) == (data is xor) for run in runs)
        ends = _end_of(runs[0]), _end_of(runs[1])
        if isinstance(decision, Separable):
            table.append((name, *ends, "yes", f"{float(decision.bound):,.0f}"))
        else:
            table.append((name, *ends, "no", ""))
    assert [row[3] for row in table] == ["no", "yes", "yes", "yes", "no", "yes"]
    assert table[-2][1:3] == table[-1][1:3] == ("stopped", "stopped")
    return rows(table)


# The irises

_sides = {y: [n for n in iris_certificate.examples if iris.ys[n] == y] for y in (+1, -1)}
plus_count, minus_count = len(_sides[+1]), len(_sides[-1])
_coefficient_of = dict(zip(iris_certificate.examples, iris_certificate.coefficients))
_sum_of_label = {
    y: [sum(_coefficient_of[n] * iris.xs[n][i] for n in _sides[y]) for i in range(1 + iris.d)]
    for y in (+1, -1)
}
assert _sum_of_label[+1] == _sum_of_label[-1] and len(iris_certificate.examples) == iris.d + 2
coefficient_sum = _sum_of_label[+1][0]  # because x_0 = 1
common_point = ", ".join(f"{float(v / coefficient_sum):.3f}" for v in _sum_of_label[+1][1:])
certificate_size = len(iris_certificate.examples)


def iris_columns() -> str:
    """Return a row for each flower of the certificate: n, coefficient, label and features."""
    return rows(
        (n, a, f"{iris.ys[n]:+d}", *(f"{float(v):.1f}" for v in iris.xs[n][1:]))
        for n, a in _coefficient_of.items()
    )


# The fewest mistakes


def _proved_optimum(data: Dataset) -> Optimum:
    """Return the fewest mistakes, after a check that they are proved."""
    optimum = fewest_mistakes(data)
    assert optimum.proved and optimum.verify()
    return optimum


# Cones

cones_data = Dataset([[x] for x in range(-6, 7) if x != 1], [int(y + "1") for y in "+--++++++--+"])
cones_N, cones_fewest = cones_data.N, _proved_optimum(cones_data).mistakes
_search = ConeSearch(
    [tuple(y * v for v in x) for x, y in zip(cones_data.scaled_xs, cones_data.ys)], 0, cones_fewest
)
assert not any(_search.steps())  # no cone hides a better w
_cones = ConeTree.from_nested_cuts([(1, 0), (0, 1)], _search.roots)
assert (
    _cones.proved_lower_bound(cones_data)
    == cones_fewest
    > len(_proved_optimum(cones_data).certificates)
)


def cone_cuts() -> Picture:
    """Draw the cuts of the plane of the weights until no cone can hide a better w."""
    return draw_cones(cones_data, _cones, cones_fewest)


# Certificates as a lower bound

on_a_line = example("noisy", N=20, d=1, flips=4)
optimum_on_a_line = _proved_optimum(on_a_line)
flip_count, certificate_count = 4, len(optimum_on_a_line.certificates)
assert certificate_count == optimum_on_a_line.mistakes == 3 < flip_count


def sets_by_hand() -> str:
    """Return a row for each of the three certificates: examples, points and coefficients."""
    table = []
    for certificate in optimum_on_a_line.certificates:
        terms = [
            tuple(a * on_a_line.ys[n] * v for v in on_a_line.xs[n])
            for n, a in zip(certificate.examples, certificate.coefficients)
        ]
        assert not any(map(sum, zip(*terms)))
        points = [
            f"{on_a_line.xs[n][1]}{'⁺' if on_a_line.ys[n] > 0 else '⁻'}"
            for n in certificate.examples
        ]
        names = ", ".join(map(str, certificate.examples))
        table.append((names, ", ".join(points), ", ".join(map(str, certificate.coefficients))))
    return rows(table)


iris_optimum = _proved_optimum(iris)
mistaken_flower, right_count = iris_optimum.mistaken[0], iris.N - iris_optimum.mistakes
pla_mistakes = pla(iris, max_updates=1000).mistakes


_flowers_to_leave_out = [n for n in range(iris.N) if separability(_without(iris, n)).separable]
flowers_to_leave_out = " and ".join(map(str, _flowers_to_leave_out))
assert mistaken_flower in _flowers_to_leave_out and all(
    mistaken_flower in certificate.examples for certificate in iris_optimum.certificates
)
assert mistaken_flower in separability(iris).examples


# Pocket against the optimum

noisy = example("noisy", N=100, d=2, flips=10)
noisy_optimum = _proved_optimum(noisy)


def _min_median_max(numbers: Sequence[int]) -> str:
    """Return the smallest, the median and the largest of some numbers."""
    return f"{min(numbers)}, {median(numbers):g}, {max(numbers)}"


_medians: dict[tuple[str, int], float] = {}


def _compare_with_optimum(name: str, data: Dataset, T: int) -> tuple[object, ...]:
    """Return a row: set, fewest mistakes, T, mistakes of Pocket and of w_T in ten runs.

    It also writes the median of the mistakes of Pocket into `_medians`.
    """
    fewest = _proved_optimum(data).mistakes
    runs = [pocket(data, strategy("random", seed=s), max_updates=T) for s in range(10)]
    pocket_mistakes, last_mistakes = (
        [run.mistakes for run in runs],
        [run.mistakes_last for run in runs],
    )
    _medians[name, T] = median(pocket_mistakes)
    return (
        f"`{name}`",
        fewest,
        f"{T:,}",
        _min_median_max(pocket_mistakes),
        _min_median_max(last_mistakes),
    )


_LARGE_NAME, large = "noisy:N=1000,d=3,flips=100", example("noisy", N=1000, d=3, flips=100)
_NOISY_NAME, _IRIS_NAME = "noisy:N=100,d=2,flips=10", "iris-versicolor-virginica"
_comparisons = [
    *(_compare_with_optimum("xor", example("xor"), T) for T in (100, 1000)),
    *(_compare_with_optimum(_NOISY_NAME, noisy, T) for T in (10, 100)),
    _compare_with_optimum("noisy:N=100,d=4,flips=5", example("noisy", N=100, d=4, flips=5), 100),
    *(_compare_with_optimum(_LARGE_NAME, large, T) for T in (50, 1000)),
    *(_compare_with_optimum(_IRIS_NAME, iris, T) for T in (10, 100, 500)),
]
assert (
    _medians[_NOISY_NAME, 10] == noisy_optimum.mistakes
    and _comparisons[-1][1] == 1 < _medians[_IRIS_NAME, 500]
)
assert _comparisons[1] == ("`xor`", 1, "1,000", "1, 1, 1", _comparisons[1][4])


def pocket_and_optimum() -> str:
    """Return the rows of `_compare_with_optimum` for five sets."""
    return rows(_comparisons)


paired_points = Dataset([[0], [0], [1], [1], [1]], [+1, -1, +1, -1, -1])
optimum_of_pairs = _proved_optimum(paired_points)
assert optimum_of_pairs.mistakes == 2 == len(optimum_of_pairs.certificates)


plus_between_minuses = Dataset([[0], [1], [2]], [-1, +1, -1])
by_hand = _certificate(plus_between_minuses).coefficients
assert by_hand == (1, 2, 1)

with_product = Dataset([[*x[1:], x[1] * x[2]] for x in xor.xs], xor.ys)
with_product_run = pla(with_product)
assert with_product_run.status == "converged" and separability(with_product).separable
# with the product as a third feature the certificate of XOR no longer sums to 0
assert sum(a * xor.ys[n] * with_product.xs[n][3] for n, a in zip(range(4), (1, 1, 1, 1))) == -1
