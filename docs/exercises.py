"""The answers to the exercises. The build computes them, except NAIVE_UPDATES_WITHOUT_FLOWER."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, count, cycle, product
from math import sqrt
from pathlib import Path

from _tools import rows
from _tools.separators import separator_of
from _tools.sketches import number_line, sketch

from perceptron_ref import Dataset, Hypothesis, View, dot, example, pla, read, squared_norm
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.separability import Separable, Separator, separability

Vector = tuple[int, ...]

CREDIT, OR, AND, XOR = (example(name) for name in ("credit", "or", "and", "xor"))


def as_ints(data: Dataset) -> list[tuple[Vector, int]]:
    """Return the examples with their labels, as ints."""
    return [(tuple(map(int, x)), y) for x, y in zip(data.xs, data.ys)]


def is_separable(xs: Iterable[Iterable[object]], ys: Iterable[object]) -> bool:
    """Tell whether a line separates the examples."""
    return isinstance(separability(Dataset(xs, ys)), Separable)


def three_points_and_a_square() -> str:
    """Return a sketch of three points, and beside them the corners of a square, without labels."""
    triangle, square = [(0, 0), (2, 0), (1, 2)], [(6, 0), (8, 0), (6, 2), (8, 2)]
    return sketch([("point", place) for place in triangle + square])


def count_labelings(xs: list[list[int]]) -> int:
    """Return the number of labelings of the points that a line can produce."""
    return sum(is_separable(xs, ys) for ys in product((+1, -1), repeat=len(xs)))


def labelings_of_three_points() -> int:
    """Return the number of labelings of three points that are not on a line."""
    return count_labelings([[0, 0], [1, 0], [0, 1]])


def labelings_of_a_row() -> int:
    """Return the number of labelings of three points on a line."""
    return count_labelings([[0, 0], [1, 0], [2, 0]])


def labelings_of_a_square() -> int:
    """Return the number of labelings of the corners of a square."""
    return count_labelings([[0, 0], [1, 0], [0, 1], [1, 1]])


ONCE = pla(CREDIT)
TWICE = pla(Dataset([x[1:] for x in CREDIT.xs] * 2, CREDIT.ys * 2))
assert ONCE.n == tuple(n % CREDIT.N for n in TWICE.n) and ONCE.w == TWICE.w
assert TWICE.visits == ONCE.visits + CREDIT.N
# after the last update N visits find no mistake in one run, and 2 N in the other
for _run, _N in ((ONCE, CREDIT.N), (TWICE, 2 * CREDIT.N)):
    assert pla(_run.data, max_visits=_run.visits - _N).updates == _run.updates
    assert pla(_run.data, max_visits=_run.visits - _N - 1).updates == _run.updates - 1


def mistakes_of_summed_weights() -> int:
    """Return the mistakes of the sum of the weights of two runs on `credit`."""
    random_run = pla(CREDIT, "random")
    assert not ONCE.mistakes and not random_run.mistakes and ONCE.w != random_run.w
    return Hypothesis(v + w for v, w in zip(ONCE.w, random_run.w)).mistakes(CREDIT)


def two_separating_lines() -> str:
    """Return a sketch of two lines that separate the same examples."""
    v, w = (-6, 2, 3), (-9, 5, 2)
    xs = [(0, 0), (1, 1), (0, "3/2"), (3, 1), (2, 2), (1, "5/2"), (3, 3)]
    data = Dataset(xs, [-1, -1, -1, +1, +1, +1, +1])
    assert not Hypothesis(v).mistakes(data) and not Hypothesis(w).mistakes(data)
    left, bottom, right, top = Fraction(-1, 2), Fraction(-1, 2), Fraction(7, 2), Fraction(7, 2)
    return sketch(
        [("o" if y > 0 else "x", (x[1], x[2])) for x, y in zip(data.xs, data.ys)],
        [
            ("line", (left, (6 - 2 * left) / 3), (right, (6 - 2 * right) / 3)),
            ("dashed", ((9 - 2 * top) / 5, top), ((9 - 2 * bottom) / 5, bottom)),
        ],
    )


def lucky_weights() -> tuple[int, ...]:
    """Return the last weights of PLA on `pingpong:m=5` if it visits example 2, then example 1."""
    data = example("pingpong", m=5)

    def order(view: View) -> Iterator[int]:
        """Visit example 2, then example 1."""
        yield from (2, 1)

    run = pla(data, order)
    assert run.n == (2, 1) and not run.mistakes
    return tuple(map(int, run.w))


def pingpong_examples() -> str:
    """Return a sketch of `pingpong:m=5`."""
    return number_line(example("pingpong", m=5), 9)


def pingpong_cyclic_updates() -> int:
    """Return the number of updates of the naive cycle on `pingpong:m=5`."""
    return pla(example("pingpong", m=5)).updates


def bounds_from_length() -> str:
    """Return the bounds on T that the length of w_T on `or` implies, and T."""
    run, separator = pla(OR), separator_of(OR)
    square = squared_norm(run.w)
    lower_bound, upper_bound = square / separator.R2, sqrt(square / separator.rho2)
    assert square == 9 and separator.R2 == 3 and separator.rho2 == Fraction(1, 9)
    assert lower_bound <= run.updates <= upper_bound
    return f"{lower_bound} to {upper_bound:g}; the naive cycle makes {run.updates} updates"


def separating_features() -> str:
    """Return a row for each set of features that separates `credit`: the features and T."""
    table = []
    for size in (1, 2, 3):
        for features in combinations(range(1, 5), size):
            xs = [[x[i] for i in features] for x in CREDIT.xs]
            if is_separable(xs, CREDIT.ys):
                names = ", ".join(CREDIT.names[i - 1].replace("_", " ") for i in features)
                table.append((names, pla(Dataset(xs, CREDIT.ys)).updates))
    assert [len(names.split(", ")) for names, _ in table] == [2, 3, 3]
    assert all("salary" in names and "debt" in names for names, _ in table)
    return rows([*table, ("all four", ONCE.updates)])


def pair_examples() -> str:
    """Return a sketch of `pair:m=10`."""
    return number_line(example("pair", m=10), 24)


def moved_pair_rows() -> str:
    """Return a row for each shift of `pair:m=10` to the left: the shift, T and the bound."""
    table = []
    for shift in ("0", "10", "10.5"):
        data = Dataset([[x[1] - Fraction(shift)] for x in example("pair", m=10).xs], [-1, +1])
        table.append((shift, pla(data).updates, f"{float(separator_of(data).bound):,g}"))
    assert table[0][1:] == (445, "54,290")
    return rows(table)


IRISES = example("iris-versicolor-virginica")
MISTAKEN_FLOWER = 33
# T of the naive cycle on the irises without this flower; a test checks it, because the run takes
# seconds
NAIVE_UPDATES_WITHOUT_FLOWER = 103_724


def without_mistaken_flower() -> str:
    """Return the end of the answer: the flower, T in three orders on the others, and the bound."""
    optimum = fewest_mistakes(IRISES)
    assert optimum.proved and optimum.mistakes == 1
    others = [n for n in range(IRISES.N) if n != MISTAKEN_FLOWER]
    rest = Dataset([IRISES.xs[n][1:] for n in others], [IRISES.ys[n] for n in others])
    runs = [pla(rest, order) for order in ("worst-margin", "random")]
    assert [run.status for run in runs] == ["converged"] * 2
    assert pla(rest, max_updates=5000).status == "max_updates"
    worst_T, random_T = (f"{run.updates:,}" for run in runs)
    return (
        f"flower {MISTAKEN_FLOWER}. On the others `worst-margin` makes {worst_T} updates, `random` "
        f"{random_T}, and the naive cycle {NAIVE_UPDATES_WITHOUT_FLOWER:,}. The bound is "
        f"{float(separator_of(rest).bound):,.0f}"
    )


def updates_by_start() -> str:
    """Return a row for each start of PLA on `or`: w_0 and T."""
    table = []
    for w0 in ([-1, 2, 2], [0, 0, 0], [0, -10, -10], [0, -100, -100]):
        table.append((tuple(w0), pla(OR, w0=w0).updates))
    assert table[0][1] == 0 and table[1][1] <= separator_of(OR).bound == 27 < table[2][1]
    return rows(table)


PENGUINS = Path(__file__).parent / "assets" / "penguins.csv"


def penguins(species: str) -> Dataset:
    """Return the penguins, with the label +1 for a species."""
    return read(PENGUINS, positive=species)


assert isinstance(separability(penguins("Gentoo")), Separable)
assert not any(isinstance(separability(penguins(s)), Separable) for s in ("Adelie", "Chinstrap"))


def penguins_measured() -> str:
    """Return a row for Gentoo penguins in grams, in kilograms, and centered: T and the bound."""
    grams = penguins("Gentoo")
    xs = [(*x[1:4], x[4] / 1000) for x in grams.xs]
    centre = [Fraction(m) for m in ("44", "17", "200", "4.2")]
    centered = [[x_i - m_i for x_i, m_i in zip(x, centre)] for x in xs]
    table = []
    for unit, data in (
        ("in millimetres and grams", grams),
        ("in millimetres and kilograms", Dataset(xs, grams.ys)),
        ("the same, less 44, 17, 200 and 4.2", Dataset(centered, grams.ys)),
    ):
        run = pla(data, max_updates=10_000)
        prefix = "" if run.status == "converged" else "more than "
        table.append((unit, f"{prefix}{run.updates:,}", f"{float(separator_of(data).bound):,.0f}"))
    return rows(table)


def fewest_updates_to_one_mistake() -> int:
    """Return the smallest T for which some order of updates on XOR reaches one mistake."""
    reached: set[Vector] = {(0, 0, 0)}
    for T in count():
        next_weights = set()
        for w in reached:
            mistakes = [(x, y) for x, y in as_ints(XOR) if y * dot(w, x) <= 0]
            if len(mistakes) == 1:
                return T
            next_weights |= {after_update(w, x, y) for x, y in mistakes}
        reached = next_weights
    raise AssertionError  # unreachable, because `count` has no end


def after_update(w: Vector, x: Vector, y: int) -> Vector:
    """Return the weights after an update."""
    return tuple(w_i + y * x_i for w_i, x_i in zip(w, x))


def rho_and_lower_bound() -> str:
    """Return for w_T on `and`: a lower bound on its rho, the rho itself, and the largest rho."""
    run, separator = pla(AND), separator_of(AND)
    rho, lower_bound = sqrt(Separator(AND, run.w).rho2), 1 / sqrt(run.updates * separator.R2)
    assert 0 < lower_bound <= 1 / sqrt(squared_norm(run.w)) <= rho
    rho_of_separator = sqrt(separator.rho2)
    return f"at least {lower_bound:.3f}. It is {rho:.3f}, and the largest is {rho_of_separator:.3f}"


def pla_with_margin(data: Dataset, c: int) -> tuple[int, Vector]:
    """Run PLA in the naive cycle, with every margin <= c as a mistake; return T and w_T."""
    w: Vector = (0,) * (1 + data.d)
    T = right_in_a_row = 0
    for x, y in cycle(as_ints(data)):
        if right_in_a_row == data.N:
            break
        if y * dot(w, x) <= c:
            w, T, right_in_a_row = after_update(w, x, y), T + 1, 0
        else:
            right_in_a_row += 1
    return T, w


def rows_on_c() -> str:
    """Return a row for each c, for PLA with margin c on `and`: c, T, its bound, the rho of w_T."""
    separator, table = separator_of(AND), []
    for c in (0, 1, 10, 100):
        T, w = pla_with_margin(AND, c)
        bound, rho = (separator.R2 + 2 * c) / separator.rho2, sqrt(Separator(AND, w).rho2)
        assert T <= bound and rho <= sqrt(separator.rho2)
        table.append((c, f"{T:,}", f"{int(bound):,}", rho))
    assert table[0][1] == str(pla(AND).updates)
    return rows(table)


def largest_rho() -> float:
    """Return the largest rho on `and`."""
    return sqrt(separator_of(AND).rho2)
