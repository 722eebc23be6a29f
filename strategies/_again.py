"""Visits that correct an example until it is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from perceptron_ref import View


def until_right(view: View, examples: Iterable[int]) -> Iterator[int]:
    """Yield each example, and the same one again while an update follows its visit.

    >>> class Corrected:
    ...     updates = 0
    >>> view, visits = Corrected(), []
    >>> for n in until_right(view, [5, 7]):
    ...     visits.append(n)
    ...     view.updates += len(visits) < 3  # the first two visits find a mistake
    >>> visits
    [5, 5, 5, 7]
    """
    for n in examples:
        t = -1
        while t != view.updates:
            t = view.updates
            yield n
