"""The worst mistake first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from perceptron_ref import View


def worst_margin(view: View, *, normalized: bool = False) -> Iterator[int | None]:
    """The mistake with the smallest y_n w_t . x_n, the lowest n of equals.     Lecture 2: L2.6

    It is the mistake that lies farthest from the line.

    Args:
        view: The view of the run.
        normalized: Take the smallest y_n w_t . x_n / ||x_n|| instead: the mistake whose y_n x_n
            points farthest away from w_t.

    Yields:
        The mistake, or None if there is none.

    >>> from perceptron_ref import example, pla
    >>> pla(example("xor"), "worst-margin", max_updates=6).n
    (0, 1, 3, 2, 0, 1)
    """
    squared_norms = [view.squared_norm(n) for n in range(len(view))] if normalized else []
    while True:
        margins = view.margins()
        least = min(margins)
        if normalized and least < 0:
            # a/||x|| < b/||z|| < 0 exactly if a^2/||x||^2 > b^2/||z||^2: no root
            mistakes = [n for n, margin in enumerate(margins) if margin < 0]
            yield max(mistakes, key=lambda n: Fraction(margins[n] ** 2, squared_norms[n]))
        elif least < 0:
            yield margins.index(least)
        else:  # a margin of 0 is no mistake where sign(0) = y_n
            zeros = (n for n, margin in enumerate(margins) if margin == 0 and view.is_mistake(n))
            yield next(zeros, None)
