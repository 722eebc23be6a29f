"""Ask a float solver, SciPy's `linprog` (HiGHS), whether a line separates, beside the proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from scipy.optimize import linprog
from tables import write

from perceptron_ref import Dataset
from perceptron_ref.theory.separability import separability

SAYS = {0: "separable", 2: "not separable", 4: "no answer"}  # status of linprog

PAIRS = (
    ("0", "0.000000001"),
    ("1", "1.000000001"),
    ("1", "1.0000000001"),
    ("100000000000", "100000000001"),
    ("1700000000000", "1700000000001"),
    ("1700000000000", "1700000000100"),
    ("1700000000000", "1700000000500"),
)


def highs(xs: Sequence[Sequence[float]], ys: Sequence[int]) -> str:
    """Return what linprog says of y_n w . x_n >= 1."""
    rows = [[-y * v for v in (1.0, *x)] for x, y in zip(xs, ys)]
    return SAYS[
        linprog([0] * len(rows[0]), A_ub=rows, b_ub=[-1] * len(rows), bounds=(None, None)).status
    ]


def moved(xs: Sequence[Sequence[str]]) -> list[list[float]]:
    """Return the examples exactly moved to begin at 0, and scaled to at most 1."""
    exact = Dataset(xs, [-1, *[1] * (len(xs) - 1)]).xs
    columns = [[v - min(column) for v in column] for column in list(zip(*exact))[1:]]
    return [
        [
            float(v / max(max(column), 1)) if max(column) >= 1 else float(v / max(column))
            for v, column in zip(row, columns)
        ]
        for row in zip(*columns)
    ]


def exact(xs: Sequence[Sequence[str]], ys: Sequence[int]) -> str:
    """Return the proved answer."""
    answer = separability(Dataset(xs, ys))
    assert answer.verify()
    return "separable" if answer.separable else "not separable"


def near_a_million(seed: int, N: int = 30, d: int = 3) -> tuple[list[list[str]], list[int]]:
    """Return a separable set of coordinates near 10^6, on a map in metres, 2 mm apart at most."""
    draw = Random(seed)
    w = [draw.randint(-9, 9) for _ in range(d)]
    w[0] = w[0] or 1
    xs: list[list[str]] = []
    ys: list[int] = []
    while len(xs) < N:
        steps = [draw.randint(-1000, 1000) for _ in range(d)]
        score = sum(a * b for a, b in zip(w, steps))
        if abs(score) > 50:
            xs.append([str(1000000 + step // 10**6) + f".{step % 10**6:06d}" for step in steps])
            ys.append(1 if score > 0 else -1)
    return xs, ys


def rows() -> list[list[object]]:
    """Return the points, what HiGHS says of them as they are, and scaled, and what is proved."""
    table: list[list[object]] = []
    for pair in PAIRS:
        xs, ys = [[v] for v in pair], [-1, 1]
        table.append(
            [
                ", ".join(pair),
                highs([[float(v)] for v in pair], ys),
                highs(moved(xs), ys),
                exact(xs, ys),
            ]
        )
    sets = [near_a_million(seed) for seed in range(20)]
    as_floats = Counter(highs([list(map(float, x)) for x in xs], ys) for xs, ys in sets)
    after = Counter(highs(moved(xs), ys) for xs, ys in sets)
    proved = Counter(exact(xs, ys) for xs, ys in sets)
    table.append(["20 sets near 1,000,000", *map(counts_text, (as_floats, after, proved))])
    return table


def counts_text(answers: Counter[str]) -> str:
    """Return how often each answer was given."""
    return ", ".join(f"{answer}: {count}" for answer, count in sorted(answers.items()))


if __name__ == "__main__":
    write(
        "solvers",
        ["perceptron_ref", "SciPy"],
        ["points", "HiGHS", "HiGHS, moved and scaled", "proved"],
        rows(),
    )
