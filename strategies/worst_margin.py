"""The strategy `worst-margin`: visit the worst mistake first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from perceptron_ref import View


def worst_margin(view: View, *, normalized: bool = False) -> Iterator[int | None]:
    """The mistake with the smallest y_n w_t . x_n; in a tie, the lowest n.     Lecture 2: L2.6

    It is the mistake that lies farthest from the line.

    Args:
        view: The view of the run.
        normalized: Whether to compare y_n w_t . x_n / ||x_n|| instead. The smallest is that of the
            mistake whose y_n x_n makes the largest angle with w_t.

    Yields:
        The mistake, or None if there is none.

    >>> from perceptron_ref import example, pla
    >>> pla(example("xor"), "worst-margin", max_updates=6).n
    (0, 1, 3, 2, 0, 1)
    """
    squared_norms = [view.squared_norm(n) for n in range(len(view))] if normalized else []
    while True:
        margins = view.margins()
        smallest = min(margins)
        if normalized and smallest < 0:
            # no roots: for a, b < 0, a/||x|| < b/||z|| if and only if a^2/||x||^2 > b^2/||z||^2
            mistakes = [n for n, margin in enumerate(margins) if margin < 0]
            yield max(mistakes, key=lambda n: Fraction(margins[n] ** 2, squared_norms[n]))
        elif smallest < 0:
            yield margins.index(smallest)
        else:  # a margin of 0 is a mistake unless sign(0) = y_n
            zeros = (n for n, margin in enumerate(margins) if margin == 0 and view.is_mistake(n))
            yield next(zeros, None)
