"""The scaling of a set and the lengths of its ints, of the page on integers."""

from __future__ import annotations

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

_credit = pla(example("credit"))
visits = _credit.visits
operations = f"{visits * (2 * _credit.data.d + 1):,}"


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
        longest = max(abs(v).bit_length() for *_, w in run.scaled_replay() for v in w)
        R2 = max(sum(v * v for v in x) for x in D.scaled_xs)
        bound = (run.updates * R2).bit_length() // 2 + 1
        assert longest <= bound
        scale = f"{D.scale:,}" if D.scale < 10**6 else f"about 10^{len(str(D.scale)) - 1}"
        shown.append((name, scale, f"{run.updates:,}", longest, bound))
    return rows(shown)
