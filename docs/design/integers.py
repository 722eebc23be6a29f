"""The lengths of ints, what `tests/benchmarks.py --write` measured, and counts of updates."""

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
    """Return how long the ints of some runs get, and their bound."""
    draw = Random(1).random
    noise = Dataset([[draw(), draw()] for _ in range(20)], [-1, 1] * 10)
    sets = [(f"`{name}`", example(name), None) for name in ("and", "credit", "spam", "iris-setosa")]
    irises = "iris-versicolor-virginica"
    limited = [
        (f"`{irises}`", example(irises), 20000),
        ("20 random floats, 17 digits", noise, 20000),
    ]
    shown = []
    for name, D, limit in [*sets, *limited]:
        run = pla(D, max_updates=limit)
        longest = max(abs(v).bit_length() for *_, w in run.replay_in_ints() for v in w)
        R2 = max(sum(v * v for v in x) for x in D.scaled_xs)
        bound = (run.updates * R2).bit_length() // 2 + 1
        assert longest <= bound
        scale = f"{D.scale:,}" if D.scale < 10**6 else f"about 10^{len(str(D.scale)) - 1}"
        shown.append((name, scale, f"{run.updates:,}", longest, bound))
    return rows(shown)


with (Path(__file__).parent / "speed.csv").open(encoding="utf-8", newline="") as _stream:
    (measured,), _heading, *_rows = csv.reader(_stream)
_PEERS = [_heading.index(peer) for peer in ("plain Python", "NumPy", "scikit-learn", "mlxtend")]


def _median(cell: str) -> str:
    """Return the median of a cell that holds quartiles, too, or nothing."""
    found = cell.split(" ")[0]
    return f"{found})" if found.startswith("(") else found


def _ratio(cell: str) -> Fraction:
    return Fraction(_median(cell).strip("()") or 0)


def table() -> str:
    """Return the rows of all runs; bold is whoever is faster."""
    shown = []
    for row in _rows:
        cells = [row[peer] for peer in _PEERS]
        told = (f"**{_median(cell)}**" if _ratio(cell) > 1 else _median(cell) for cell in cells)
        shown.append([*row[:2], *told])
    return rows(shown)


with (Path(__file__).parent / "sizes.csv").open(encoding="utf-8", newline="") as _stream:
    _, *_sizes = csv.reader(_stream)
sizes = rows([f"`{name}`", d, *cells] for name, d, *cells in _sizes[1:])


def _updates(N: int, margin: int) -> int:
    """Return the updates on random examples, in five sets together."""
    sets = [example("separable", N=N, d=4, seed=seed, margin=margin) for seed in range(5)]
    return sum(pla(D, max_updates=None).updates for D in sets)


more_examples, narrower = 10, 5
_few = _updates(1000, 5)
more_updates = f"{_updates(1000 * more_examples, 5) / _few:.1f}"
narrow_updates = f"{_updates(1000, 1) / _few:.1f}"
