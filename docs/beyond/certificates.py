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
    found = separability(data)
    assert isinstance(found, NotSeparable) and found.verify()
    return found


of_xor, of_iris = _certificate(xor), _certificate(iris)


def _way(run: Run) -> list[tuple[int, ...]]:
    """Return w_0, w_1, ..., w_T in the loop's ints."""
    steps = list(run.replay_in_ints())
    return [steps[0][2], *(step[3] for step in steps)]


def _returned(ws: list[tuple[int, ...]]) -> tuple[int, int] | None:
    """Return the first s < t with w_s = w_t."""
    first: dict[tuple[int, ...], int] = {}
    for t, w in enumerate(ws):
        if w in first:
            return first[w], t
        first[w] = t
    return None


# The sum


def xor_sum() -> Picture:
    """Return the certificate of XOR, added up."""
    assert of_xor.coefficients == (1, 1, 1, 1)
    return draw_sum(of_xor)


def xor_columns() -> str:
    """Return the certificate of XOR, to be added by columns."""
    shown: list[tuple[object, ...]] = []
    for n, a in zip(of_xor.examples, of_xor.coefficients):
        x, y = xor.xs[n], xor.ys[n]
        shown.append((n, a, f"{y:+d}", x, tuple(a * y * v for v in x)))
    total = tuple(sum(xor.ys[n] * xor.xs[n][i] for n in range(xor.N)) for i in range(3))
    assert not any(total)
    return rows([*shown, ("sum", "", "", "", total)])


def xor_hulls() -> str:
    """Return where the mixtures of the two labels of XOR meet."""
    return draw_certificate(of_xor)


# A return

_xor_way = _way(pla(xor, max_updates=8))
assert _returned(_xor_way) == (0, 4) and _xor_way[:4] == _xor_way[4:8]

# Boundedness

small = example("noisy", N=20, d=2, flips=4)


def bounded() -> Picture:
    """Return the length of the weights on 20 noisy examples."""
    return draw_length(pla(small, max_updates=2000))


# No return


def _without(data: Dataset, left_out: int) -> Dataset:
    kept = [n for n in range(data.N) if n != left_out]
    return Dataset([data.xs[n][1:] for n in kept], [data.ys[n] for n in kept])


def _ended(run: Run) -> str:
    return f"T = {run.updates:,}" if run.status == "converged" else "stopped"


enough = (xor.d + 1) ** 2 * int(max(map(squared_norm, xor.xs))) ** (xor.d + 1) + 1
assert pla(xor, max_updates=enough).status == "max_updates"


def stopped_runs() -> str:
    """Return what stopped runs look like, beside what is true."""
    shown = []
    for name, data in (
        ("XOR", xor),
        ("`pair:m=10`", example("pair", m=10)),
        ("`pair:m=30`", example("pair", m=30)),
        ("`powers:d=6`", example("powers", d=6)),
        ("irises", iris),
        ("irises without flower 33", _without(iris, 33)),
    ):
        found = separability(data)
        runs = [pla(data, max_updates=limit) for limit in (1000, 5000)]
        assert all((_returned(_way(run)) is not None) == (data is xor) for run in runs)
        ends = _ended(runs[0]), _ended(runs[1])
        if isinstance(found, Separable):
            shown.append((name, *ends, "yes", f"{float(found.bound):,.0f}"))
        else:
            shown.append((name, *ends, "no", ""))
    assert [row[3] for row in shown] == ["no", "yes", "yes", "yes", "no", "yes"]
    assert shown[-2][1:3] == shown[-1][1:3] == ("stopped", "stopped")
    return rows(shown)


# The irises

_sides = {y: [n for n in of_iris.examples if iris.ys[n] == y] for y in (+1, -1)}
plus, minus = len(_sides[+1]), len(_sides[-1])
_a = dict(zip(of_iris.examples, of_iris.coefficients))
_mixed = {
    y: [sum(_a[n] * iris.xs[n][i] for n in _sides[y]) for i in range(1 + iris.d)] for y in (+1, -1)
}
assert _mixed[+1] == _mixed[-1] and len(of_iris.examples) == iris.d + 2
parts = _mixed[+1][0]
common = ", ".join(f"{float(v / parts):.3f}" for v in _mixed[+1][1:])
size = len(of_iris.examples)


def iris_columns() -> str:
    """Return the flowers of the certificate."""
    return rows(
        (n, a, f"{iris.ys[n]:+d}", *(f"{float(v):.1f}" for v in iris.xs[n][1:]))
        for n, a in _a.items()
    )


# The fewest mistakes


def _proved(data: Dataset) -> Optimum:
    found = fewest_mistakes(data)
    assert found.proved and found.verify()
    return found


# Cones

few = Dataset([[x] for x in range(-6, 7) if x != 1], [int(y + "1") for y in "+--++++++--+"])
cones_N, cones_fewest = few.N, _proved(few).mistakes
_search = ConeSearch(
    [tuple(y * v for v in x) for x, y in zip(few.scaled_xs, few.ys)], 0, cones_fewest
)
assert not any(_search.steps())  # no cone hides a better w
_cones = ConeTree.from_nested_cuts([(1, 0), (0, 1)], _search.roots)
assert _cones.proved_lower_bound(few) == cones_fewest > len(_proved(few).certificates)


def cone_cuts() -> Picture:
    """Return the plane of the weights, cut into cones until all are done with."""
    return draw_cones(few, _cones, cones_fewest)


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


best_of_iris = _proved(iris)
wrong, right = best_of_iris.mistaken[0], iris.N - best_of_iris.mistakes
pla_wrong = pla(iris, max_updates=1000).mistakes


_alone = [n for n in range(iris.N) if separability(_without(iris, n)).separable]
alone = " and ".join(map(str, _alone))
assert wrong in _alone and all(wrong in found.examples for found in best_of_iris.certificates)
assert wrong in separability(iris).examples


# Pocket against the optimum

noisy = example("noisy", N=100, d=2, flips=10)
best = _proved(noisy)


def _spread(numbers: Sequence[int]) -> str:
    return f"{min(numbers)}, {median(numbers):g}, {max(numbers)}"


_medians: dict[tuple[str, int], float] = {}


def _against(name: str, data: Dataset, T: int) -> tuple[object, ...]:
    proved = _proved(data).mistakes
    runs = [pocket(data, strategy("random", seed=s), max_updates=T) for s in range(10)]
    held, last = [run.mistakes for run in runs], [run.mistakes_last for run in runs]
    _medians[name, T] = median(held)
    return f"`{name}`", proved, f"{T:,}", _spread(held), _spread(last)


_LARGE, large = "noisy:N=1000,d=3,flips=100", example("noisy", N=1000, d=3, flips=100)
_NOISY, _IRIS = "noisy:N=100,d=2,flips=10", "iris-versicolor-virginica"
_rows = [
    *(_against("xor", example("xor"), T) for T in (100, 1000)),
    *(_against(_NOISY, noisy, T) for T in (10, 100)),
    _against("noisy:N=100,d=4,flips=5", example("noisy", N=100, d=4, flips=5), 100),
    *(_against(_LARGE, large, T) for T in (50, 1000)),
    *(_against(_IRIS, iris, T) for T in (10, 100, 500)),
]
assert _medians[_NOISY, 10] == best.mistakes and _rows[-1][1] == 1 < _medians[_IRIS, 500]
assert _rows[1] == ("`xor`", 1, "1,000", "1, 1, 1", _rows[1][4])


def against() -> str:
    """Return Pocket's mistakes beside the fewest."""
    return rows(_rows)


pairs = Dataset([[0], [0], [1], [1], [1]], [+1, -1, +1, -1, -1])
of_pairs = _proved(pairs)
assert of_pairs.mistakes == 2 == len(of_pairs.certificates)


between = Dataset([[0], [1], [2]], [-1, +1, -1])
by_hand = _certificate(between).coefficients
assert by_hand == (1, 2, 1)

multiplied = Dataset([[*x[1:], x[1] * x[2]] for x in xor.xs], xor.ys)
lifted = pla(multiplied)
assert lifted.status == "converged" and separability(multiplied).separable
assert sum(a * xor.ys[n] * multiplied.xs[n][3] for n, a in zip(range(4), (1, 1, 1, 1))) == -1
