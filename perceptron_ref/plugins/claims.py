"""The check of what a run says of itself: a strategy may have rewritten the loop that it ran in.

Plain code, on ints that the strategy never had: no margin kept, no packed column, no cache.
"""

from __future__ import annotations

from operator import is_

from ..errors import StrategyError
from ..exact.sparse import SparseVector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from ..dataset import Dataset

    Left = tuple[str, tuple[int, ...], int, int]

STATUSES = (
    "converged",
    "max_updates",
    "max_visits",
    "right_in_a_row",
    "stopped",
    "target_mistakes",
)


def mistakes_counted(
    xs: Sequence[Any],
    ys: Sequence[int],
    dot: Callable[[Sequence[int], Any], int],
    w: Sequence[int],
    sign_of_zero: int,
) -> int:
    """Return how many examples have sign(w . x_n) != y_n, by the plainest loop.     Lecture 2: L2.5

    >>> from perceptron_ref import dot
    >>> mistakes_counted([(1, 2), (1, -1)], [+1, +1], dot, (0, 1), sign_of_zero=0)
    1
    """
    right = 0
    for x, y in zip(xs, ys):
        score = dot(w, x)
        if y * score > 0 or (score == 0 and y == sign_of_zero):
            right += 1
    return len(ys) - right


def checked_left(who: str, left: Any, N: int) -> Left:
    """Return what a run left if it can be that at all; StrategyError otherwise.

    Its status, n(0), ..., n(T-1), visits, dot products: an update takes a visit, and a visit a dot
    product.
    """
    if _is_row(left) and len(left) == 4 and _is_row(left[1]):
        status, n, visits, dot_products = left
        ints = {*map(type, n), type(visits), type(dot_products)} == {int}
        if ints and type(status) is str and status in STATUSES:
            examples = 0 <= min(n, default=0) and max(n, default=0) < N
            if examples and len(n) <= visits <= dot_products:
                return status, tuple(n), visits, dot_products
    raise disagreement(who, "what its run left cannot be that of any run")


def _is_row(value: object) -> bool:
    return type(value) in (tuple, list)  # what is sent as JSON comes as a list


def check_costs(who: str, left: Left, least_visits: int, least_more: int = 0) -> None:
    """Raise a StrategyError if the visits, or the dot products, are fewer than the run takes.

    least_more: of the dot products, those that are no visits.
    """
    _, n, visits, dot_products = left
    if visits < least_visits or dot_products < visits + least_more:
        raise disagreement(
            who,
            f"it left {visits} visits and {dot_products} dot products; "
            f"{len(n)} updates and this end take {least_visits} and "
            f"{max(visits, least_visits) + least_more} at least",
        )


class Untouched:
    """A context in which a strategy works, and that leaves the data as they were before it.

    Neither the data nor this context may be what its view refers to. StrategyError if a strategy
    has changed them all the same, as one can that looks at the functions at work.
    """

    __slots__ = ("_computed", "_data", "_given", "_parts", "_who")

    def __init__(self, who: str, data: Dataset) -> None:
        given: Any = data.__getstate__()
        self._who, self._data, self._given = who, data, given
        self._computed, self._parts = data._computed, _parts(data.sparse_xs or ())

    def __enter__(self) -> None:
        pass

    def __exit__(self, *raised: object) -> None:
        data, given = self._data, self._given
        try:
            same = all(map(is_, data.__getstate__(), given))
            same = same and all(map(is_, _parts(data.sparse_xs or ()), self._parts))
        except AttributeError:  # part of them is thrown away
            same = False
        if not same:
            data.__setstate__(given)
            for x, indices, values in zip(given[0], self._parts[::2], self._parts[1::2]):
                x.indices, x.values = indices, values
        data._computed = self._computed  # what came in between may be the strategy's
        if not same and raised[0] is None:
            raise disagreement(self._who, "it changed the data")


def _parts(vectors: Iterable[SparseVector]) -> list[tuple[int, ...]]:
    """Return what may be exchanged in sparse vectors."""
    return [part for x in vectors for part in (x.indices, x.values)]


def disagreement(who: str, what: str) -> StrategyError:
    """Return the error of a strategy that made its run say what is not so."""
    return StrategyError(
        f"strategy {who}: {what}; expected a strategy that looks at its run and changes nothing"
    )


def apart(vectors: Sequence[Any]) -> Sequence[Any]:
    """Return the same vectors, sharing nothing with them that can be changed."""
    if isinstance(vectors[0], SparseVector):
        return tuple([SparseVector(x.indices, x.values) for x in vectors])
    return vectors  # tuples of ints
