"""The mistake that needs the smallest correction."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_ref import View


def nearest_to_right(view: View) -> Iterator[int | None]:
    """The mistake with the largest y_n w . x_n, which is at most 0; in a tie, the lowest n."""
    while True:
        margins = view.margins()
        mistakes = [n for n in range(len(view)) if view.is_mistake(n)]
        yield max(mistakes, key=margins.__getitem__, default=None)
