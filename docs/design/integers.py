"""The lengths of ints, the measurements of `tests/benchmarks.py --write`, and counts of updates."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path
from random import Random

from _tools import rows

from perceptron_ref import Dataset, example, pla

scaling = """
from perceptron_ref import Dataset
D = Dataset([["0.5", "1/3"], [0.1, 2]], [+1, -1])
D.scale
D.scaled_xs
[str(v) for v in D.xs[0]]
"""


def bits() -> str:
    """Return rows on some runs: the number of bits of the longest int, and its bound."""
    draw = Random(1).random
    noise = Dataset([[draw(), draw()] for _ in range(20)], [-1, 1] * 10)
    sets = [(f"`{name}`", example(name), None) for name in ("and", "credit", "spam", "iris-setosa")]
    irises = "iris-versicolor-virginica"
    limited_sets = [
        (f"`{irises}`", example(irises), 20000),
        ("20 random floats, 17 digits", noise, 20000),
    ]
    table = []
    for name, D, limit in [*sets, *limited_sets]:
        run = pla(D, max_updates=limit)
        longest = max(abs(v).bit_length() for *_, w in run.replay_in_ints() for v in w)
        R2 = max(sum(v * v for v in x) for x in D.scaled_xs)
        bound = (run.updates * R2).bit_length() // 2 + 1
        assert longest <= bound
        scale = f"{D.scale:,}" if D.scale < 10**6 else f"about 10^{len(str(D.scale)) - 1}"
        table.append((name, scale, f"{run.updates:,}", longest, bound))
    return rows(table)


with (Path(__file__).parent / "speed.csv").open(encoding="utf-8", newline="") as _stream:
    (measured,), _heading, *_rows = csv.reader(_stream)
_PEERS = [i for i, name in enumerate(_heading) if i > 1]
_SCIKIT = _heading.index("scikit-learn")


def _median(cell: str) -> str:
    """Return the median of a cell, which may also contain quartiles, or be empty."""
    median = cell.split(" ")[0]
    return f"{median})" if median.startswith("(") else median


def _ratio(cell: str) -> Fraction:
    return Fraction(_median(cell).strip("()") or 0)


def table() -> str:
    """Return the rows of all runs, with ratios above 1 in bold.

    The text below the table says on which sets scikit-learn's perceptron is faster, and that its
    import takes longer than `fit` on 100,000 examples.
    """
    for row in _rows:
        if row[0][0].isdigit():  # a run of PLA in the naive cycle
            assert (_ratio(row[_SCIKIT]) < 1) == row[0].startswith("400 x 4,")
    milliseconds = {name: Fraction(ms) for name, ms, *_ in _rows}
    (import_row,) = [row for row in _rows if row[0] == "import"]
    assert milliseconds["import"] / _ratio(import_row[_SCIKIT]) > milliseconds["fit 100,000 x 10"]
    lines = []
    for row in _rows:
        cells = [row[peer] for peer in _PEERS]
        bold_cells = (
            f"**{_median(cell)}**" if _ratio(cell) > 1 else _median(cell) for cell in cells
        )
        lines.append([*row[:2], *bold_cells])
    return rows(lines)


with (Path(__file__).parent / "sizes.csv").open(encoding="utf-8", newline="") as _stream:
    _, *_sizes = csv.reader(_stream)
sizes = rows([f"`{name}`", d, *cells] for name, d, *cells in _sizes[1:])


def _updates(N: int, margin: int) -> int:
    """Return the sum of T over five random sets."""
    sets = [example("separable", N=N, d=4, seed=seed, margin=margin) for seed in range(5)]
    return sum(pla(D, max_updates=None).updates for D in sets)


more_examples, narrower = 10, 5
_few = _updates(1000, 5)
more_updates = f"{_updates(1000 * more_examples, 5) / _few:.1f}"
narrow_updates = f"{_updates(1000, 1) / _few:.1f}"
