"""What `tests/benchmarks.py --write` measured, and counts of updates, of the page on speed."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

from _tools import rows
from _tools.geometry_pictures import draw_ratios

from perceptron_ref import dot, example, pla
from perceptron_ref.engine.lanes import MOST_BYTES

with (Path(__file__).parent / "speed.csv").open(encoding="utf-8", newline="") as _stream:
    (measured,), _heading, *_rows = csv.reader(_stream)
_PEERS = _heading[3:]
megabytes = MOST_BYTES >> 20

t = 12
_D = example("and")
_, n, w, _w_next = list(pla(_D).scaled_replay())[t]
assert (n, w) == (1, (-2, 3, 2))
assert [y * dot(w, x) for x, y in zip(_D.scaled_xs, _D.ys)] == [2, 0, -1, 3]
assert [y * dot(_w_next, x) for x, y in zip(_D.scaled_xs, _D.ys)] == [3, 2, 0, 1]


def _median(cell: str) -> str:
    """Return the median of a cell that holds quartiles, too, or nothing."""
    found = cell.split(" ")[0]
    return f"{found})" if found.startswith("(") else found


def _ratio(cell: str) -> Fraction:
    return Fraction(_median(cell).strip("()") or 0)


def table() -> str:
    """Return the rows of all runs; bold is whoever is faster."""
    shown = []
    for name, ms, again, *cells in _rows:
        told = (f"**{_median(cell)}**" if _ratio(cell) > 1 else _median(cell) for cell in cells)
        shown.append([name, ms, _median(again), *told])
    return rows(shown)


def times() -> str:
    """Return the picture of our times beside those of the fastest other."""
    pairs = []
    for name, ms, _, *cells in _rows:
        other = Fraction(ms) / max(map(_ratio, cells))
        name = name if len(name) < 20 else name.split(", ")[0]
        pairs.append((name, Fraction(ms), round(other, 1 if other > 1 else 2)))
    words = ("milliseconds", "this package", "the fastest other")
    return draw_ratios("Processor time of this package and of the fastest other", words, pairs)


def _updates(N: int, margin: int) -> int:
    """Return the updates on random examples, in five sets together."""
    sets = [example("separable", N=N, d=4, seed=seed, margin=margin) for seed in range(5)]
    return sum(pla(D, max_updates=None).updates for D in sets)


more_examples, narrower = 10, 5
_few = _updates(1000, 5)
more_updates = f"{_updates(1000 * more_examples, 5) / _few:.1f}"
narrow_updates = f"{_updates(1000, 1) / _few:.1f}"
