"""The answers to the further exercises: each computed, or asserted, at this build."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, count, cycle, product
from math import sqrt
from pathlib import Path

from _tools import rows

from perceptron_ref import Dataset, Hypothesis, View, dot, example, pla, read, squared_norm
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.separability import Separable, Separator, separability

Vector = tuple[int, ...]

CREDIT, OR, AND, XOR = (example(name) for name in ("credit", "or", "and", "xor"))


def best(data: Dataset) -> Separable:
    """Return the line of largest margin of separable data."""
    found = separability(data)
    assert isinstance(found, Separable)
    return found


def whole(data: Dataset) -> list[tuple[Vector, int]]:
    """Return the examples with their labels, as ints."""
    return [(tuple(map(int, x)), y) for x, y in zip(data.xs, data.ys)]


def is_separable(xs: Iterable[Iterable[object]], ys: Iterable[object]) -> bool:
    """Return whether a line separates the examples."""
    return isinstance(separability(Dataset(xs, ys)), Separable)


def labelings(xs: list[list[int]]) -> int:
    """Return how many of all ways to label the points a line can produce."""
    return sum(is_separable(xs, ys) for ys in product((+1, -1), repeat=len(xs)))


def of_three() -> int:
    """Return the labelings of three points that are not on a line."""
    return labelings([[0, 0], [1, 0], [0, 1]])


def of_a_row() -> int:
    """Return the labelings of three points on a line."""
    return labelings([[0, 0], [1, 0], [2, 0]])


def of_a_square() -> int:
    """Return the labelings of the corners of a square."""
    return labelings([[0, 0], [1, 0], [0, 1], [1, 1]])


ONCE = pla(CREDIT)
TWICE = pla(Dataset([x[1:] for x in CREDIT.xs] * 2, CREDIT.ys * 2))
assert ONCE.n == tuple(n % CREDIT.N for n in TWICE.n) and ONCE.w == TWICE.w
assert TWICE.visits == ONCE.visits + CREDIT.N


def mixed() -> int:
    """Return the mistakes of the sum of the weights of two runs on `credit`."""
    other = pla(CREDIT, "random")
    assert not ONCE.mistakes and not other.mistakes and ONCE.w != other.w
    return Hypothesis(v + w for v, w in zip(ONCE.w, other.w)).mistakes(CREDIT)


def lucky() -> tuple[int, ...]:
    """Return the weights after updates on x = 2m, then on x = -2m, with m = 5."""
    data = example("pingpong", m=5)

    def order(view: View) -> Iterator[int]:
        yield from (2, 1)

    run = pla(data, order)
    assert run.n == (2, 1) and not run.mistakes
    return tuple(map(int, run.w))


def of_a_cycle() -> int:
    """Return the updates of the naive cycle on the same data."""
    return pla(example("pingpong", m=5)).updates


def from_the_length() -> str:
    """Return what the length of w_T on `or` says about T."""
    run, found = pla(OR), best(OR)
    square = squared_norm(run.w)
    least, most = square / found.R2, sqrt(square / found.rho2)
    assert square == 9 and found.R2 == 3 and found.rho2 == Fraction(1, 9)
    assert least <= run.updates <= most
    return f"{least} to {most:g}; the naive cycle makes {run.updates} updates"


def subsets() -> str:
    """Return the rows of the table of features of `credit` that suffice."""
    cells = []
    for size in (1, 2, 3):
        for chosen in combinations(range(1, 5), size):
            xs = [[x[i] for i in chosen] for x in CREDIT.xs]
            if is_separable(xs, CREDIT.ys):
                names = ", ".join(CREDIT.names[i - 1].replace("_", " ") for i in chosen)
                cells.append((names, pla(Dataset(xs, CREDIT.ys)).updates))
    assert [len(names.split(", ")) for names, _ in cells] == [2, 3, 3]
    assert all("salary" in names and "debt" in names for names, _ in cells)
    return rows([*cells, ("all four", ONCE.updates)])


def moved() -> str:
    """Return the rows on `pair:m=10` moved to the left."""
    cells = []
    for by in ("0", "10", "10.5"):
        data = Dataset([[x[1] - Fraction(by)] for x in example("pair", m=10).xs], [-1, +1])
        cells.append((by, pla(data).updates, f"{float(best(data).bound):,g}"))
    assert cells[0][1:] == (445, "54,290")
    return rows(cells)


IRISES = example("iris-versicolor-virginica")
FLOWER = 33
NAIVE = 103_724  # updates on the irises but this one; the tests make this run, which takes seconds


def without_one() -> str:
    """Return how the irises without a flower that the best line gets wrong fare."""
    found = fewest_mistakes(IRISES)
    assert found.proved and found.mistakes == 1
    kept = [n for n in range(IRISES.N) if n != FLOWER]
    rest = Dataset([IRISES.xs[n][1:] for n in kept], [IRISES.ys[n] for n in kept])
    runs = [pla(rest, order) for order in ("worst-margin", "random")]
    assert [run.status for run in runs] == ["converged"] * 2
    assert pla(rest, max_updates=5000).status == "max_updates"
    worst, drawn = (f"{run.updates:,}" for run in runs)
    return (
        f"flower {FLOWER}. On the others `worst-margin` makes {worst} updates, `random` "
        f"{drawn}, and the naive cycle {NAIVE:,}. The bound is "
        f"{float(best(rest).bound):,.0f}"
    )


def far_starts() -> str:
    """Return the rows of starts on `or` and the updates from there."""
    cells = []
    for w0 in ([-1, 2, 2], [0, 0, 0], [0, -10, -10], [0, -100, -100]):
        cells.append((tuple(w0), pla(OR, w0=w0).updates))
    assert cells[0][1] == 0 and cells[1][1] <= best(OR).bound == 27 < cells[2][1]
    return rows(cells)


PENGUINS = Path(__file__).parent / "assets" / "penguins.csv"


def penguins(species: str) -> Dataset:
    """Return the penguins, with +1 for those of the species."""
    return read(PENGUINS, positive=species)


assert isinstance(separability(penguins("Gentoo")), Separable)
assert not any(isinstance(separability(penguins(s)), Separable) for s in ("Adelie", "Chinstrap"))


def penguins_measured() -> str:
    """Return the rows on Gentoo penguins: in grams, in kilograms, and centered."""
    grams = penguins("Gentoo")
    xs = [(*x[1:4], x[4] / 1000) for x in grams.xs]
    middle = [Fraction(m) for m in ("44", "17", "200", "4.2")]
    centered = [[x_i - m_i for x_i, m_i in zip(x, middle)] for x in xs]
    cells = []
    for measured, data in (
        ("in millimeters and grams", grams),
        ("in millimeters and kilograms", Dataset(xs, grams.ys)),
        ("the same, less 44, 17, 200 and 4.2", Dataset(centered, grams.ys)),
    ):
        run = pla(data, max_updates=10_000)
        more = "" if run.status == "converged" else "more than "
        cells.append((measured, f"{more}{run.updates:,}", f"{float(best(data).bound):,.0f}"))
    return rows(cells)


def first_best() -> int:
    """Return the fewest updates after which weights on XOR make one mistake."""
    reached: set[Vector] = {(0, 0, 0)}
    for T in count():
        corrected = set()
        for w in reached:
            wrong = [(x, y) for x, y in whole(XOR) if y * dot(w, x) <= 0]
            if len(wrong) == 1:
                return T
            corrected |= {added(w, x, y) for x, y in wrong}
        reached = corrected
    raise AssertionError  # `count` has no end


def added(w: Vector, x: Vector, y: int) -> Vector:
    """Return the weights after an update."""
    return tuple(w_i + y * x_i for w_i, x_i in zip(w, x))


def sure_margin() -> str:
    """Return the least rho that whole numbers leave to w_T on `and`, and that of its run."""
    run, found = pla(AND), best(AND)
    rho, least = sqrt(Separator(AND, run.w).rho2), 1 / sqrt(run.updates * found.R2)
    assert 0 < least <= 1 / sqrt(squared_norm(run.w)) <= rho
    return f"at least {least:.3f}. It is {rho:.3f}, and the largest is {sqrt(found.rho2):.3f}"


def insisting(data: Dataset, c: int) -> tuple[int, Vector]:
    """Return T and w of PLA in the naive cycle that updates while a margin is no more than c."""
    w: Vector = (0,) * (1 + data.d)
    T = right = 0
    for x, y in cycle(whole(data)):
        if right == data.N:
            break
        if y * dot(w, x) <= c:
            w, T, right = added(w, x, y), T + 1, 0
        else:
            right += 1
    return T, w


def margins_kept() -> str:
    """Return the rows on `and`: c, T, the bound, rho of w_T."""
    found, cells = best(AND), []
    for c in (0, 1, 10, 100):
        T, w = insisting(AND, c)
        bound, rho = (found.R2 + 2 * c) / found.rho2, sqrt(Separator(AND, w).rho2)
        assert T <= bound and rho <= sqrt(found.rho2)
        cells.append((c, f"{T:,}", f"{int(bound):,}", rho))
    assert cells[0][1] == str(pla(AND).updates)
    return rows(cells)


def largest() -> float:
    """Return the largest rho on `and`."""
    return sqrt(best(AND).rho2)
