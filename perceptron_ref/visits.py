"""The visits of a run: what a strategy asks for, checked; what was seen right on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .errors import StrategyError, shown
from .exact.integers import integer
from .exact.scores import Pass as Pass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Union

    from .plugins import Visits

    Asked = Iterable[Union[int, Pass, None]]

_OR_A_PASS = ", a pass (a range, list or tuple of them), or None"


class SeenRight(set):  # type: ignore[type-arg]  # of ints; Python 3.8 cannot say so
    """The examples that w_t was seen to get right.

    Those of whole stretches of visits are only noted, and become members when it matters.
    noted: how many visits that are.

    >>> seen_right = SeenRight()
    >>> seen_right.note([0, 1], N=3), seen_right.note([1, 1, 2, 0], N=3), seen_right.all(3)
    (2, 3, True)
    """

    noted = 0

    def __init__(self) -> None:
        self._stretches: list[Sequence[int]] = []

    def note(self, visits: Sequence[int], N: int) -> int:
        """Note that all of these were seen right; return after how many of them all N were."""
        if len(self) + self.noted + len(visits) < N:
            self._stretches.append(visits)
            self.noted += len(visits)
            return len(visits)
        self._settle()
        for count, n in enumerate(visits, start=1):
            self.add(n)
            if len(self) == N:
                return count
        return len(visits)

    def all(self, N: int) -> bool:
        """Tell whether all N examples were seen right."""
        if len(self) + self.noted >= N:
            self._settle()
        return len(self) == N

    def missing(self, N: int) -> list[int]:
        """Return the examples not seen right, in their order."""
        self._settle()
        return [n for n in range(N) if n not in self]

    def _settle(self) -> None:
        self.update(*self._stretches)
        self._stretches.clear()
        self.noted = 0


def opened(answers: Visits, N: int) -> Iterator[int | Pass | None]:
    """Yield the visits that a strategy answers with, checked; a pass again until it is at its end.

    None stands for "I see no mistake left", which an empty pass and the end say, too.
    """
    while True:
        for answer in answers:
            if type(answer) is int and 0 <= answer < N:
                yield answer
            elif answer is None:
                yield None
            elif not isinstance(answer, (range, list, tuple)):
                yield checked_index(answer, N, "it yielded ", _OR_A_PASS)
            else:
                visits = Pass(checked_pass(answer, N))
                if not visits.examples:
                    yield None
                while visits.at < len(visits.examples):
                    yield visits
        yield None


def checked_pass(answer: object, N: int) -> Sequence[int]:
    """Return the visits of a pass, or of one example: a copy, which nobody changes meanwhile."""
    if isinstance(answer, range):
        for end in (*answer[:1], *answer[-1:]):  # they bound the rest
            checked_index(end, N, "it yielded a pass with ")
        return answer
    if isinstance(answer, (list, tuple)):
        visits = tuple(answer)
        if set(map(type, visits)) == {int} and 0 <= min(visits) and max(visits) < N:
            return visits  # all are plain ints: no need to look at each
        return tuple([checked_index(n, N, "it yielded a pass with ") for n in visits])
    return (checked_index(answer, N, "it yielded ", _OR_A_PASS),)


def checked_index(n: object, N: int, found: str, or_else: str = "") -> int:
    """Return the index of an example; StrategyError, beginning with `found`, otherwise."""
    try:
        index = integer(n)
    except TypeError:
        index = -1
    if 0 <= index < N:
        return index
    raise StrategyError(f"{found}{shown(n)}; expected an int from 0 to {N - 1}{or_else}")
