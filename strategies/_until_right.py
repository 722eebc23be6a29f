"""Visit an example again and again until it is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from perceptron_ref import View


def visit_until_right(view: View, examples: Iterable[int]) -> Iterator[int]:
    """Visit each example, and repeat the visit as long as it leads to an update.

    If a run has a `patience`, its loop searches itself after so many right visits. An update of
    this search repeats the visit, too.

    Args:
        view: The view of the run.
        examples: The examples to visit, in order.

    Yields:
        The next example to visit.

    >>> class Corrected:
    ...     updates = 0
    >>> view, visits = Corrected(), []
    >>> for n in visit_until_right(view, [5, 7]):
    ...     visits.append(n)
    ...     view.updates += len(visits) < 3  # the first two visits find a mistake
    >>> visits
    [5, 5, 5, 7]
    """
    for n in examples:
        t = -1
        while t != view.updates:  # an update followed the last visit
            t = view.updates
            yield n
