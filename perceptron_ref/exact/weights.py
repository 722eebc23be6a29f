"""The weights w_t of a run, computed when somebody asks for them.

Update t adds y_n x_n, n = n(t), so w_t is the start plus the sum of c_n y_n x_n, where c_n counts
how often example n was corrected before. The sequence n(0), ..., n(t-1) is all that has to be held.
"""

from __future__ import annotations

from collections import Counter
from operator import add, sub

from .sparse import SparseVector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .sparse import Vector


class Weights:
    """The weights of one run.

    start: the weights before update 0. moves, ys: update t adds ys[n] moves[n], n = n(t).
    n: the list n(0), ..., n(t-1), which grows.     Lecture 2: L2.5

    >>> weights = Weights((0, 0), [(1, 3), (1, 5)], [-1, +1])
    >>> weights.n += [0, 1, 0]
    >>> weights.w, weights.at(1)
    ((-1, -1), (-1, -3))
    """

    def __init__(self, start: tuple[int, ...], moves: Sequence[Vector], ys: Sequence[int]) -> None:
        self.start, self.moves, self.ys = start, moves, ys
        self.n: list[int] = []
        # t and the entries of w_t: where the loop stands, and of what was asked for last. Each is
        # replaced at once, as others may ask while the loop goes on, or be interrupted.
        self._here: tuple[int, Sequence[int]] = (0, start)
        self._asked: tuple[int, tuple[int, ...]] = (0, start)

    @property
    def w(self) -> tuple[int, ...]:
        """w_t."""
        return self.at(len(self.n))

    @property
    def entries(self) -> Sequence[int]:
        """The entries of w_t, for the loop alone: those of a sparse set change in place."""
        t = len(self.n)
        if self._here[0] != t:
            self._here = t, self._moved(*self._here, t)
        return self._here[1]

    def at(self, t: int) -> tuple[int, ...]:
        """Return w_t after the first t updates; it costs least where the last question left off."""
        here, w = self._asked
        if t < here:
            here, w = 0, self.start
        if t > here:
            w = tuple(self._moved(here, w, t))
        self._asked = t, w
        return w

    def _moved(self, here: int, w: Sequence[int], t: int) -> Sequence[int]:
        """Return the entries of w_t from those of w_here, here <= t."""
        if t == here + 1:
            n = self.n[here]
            return corrected(w, self.ys[n], self.moves[n])
        for n, c_n in Counter(self.n[here:t]).items():
            w = corrected(w, c_n * self.ys[n], self.moves[n])
        return w


def corrected(w: Sequence[int], c: int, x: Vector) -> Sequence[int]:
    """Return w + c x. Where x is sparse and w a list, w itself is changed.

    >>> corrected((1, 1, 1), -1, (1, 2, 3)), corrected((1, 1, 1), 2, SparseVector((0, 2), (5, 7)))
    ((0, -1, -2), [11, 1, 15])
    """
    if isinstance(x, SparseVector):
        entries = w if isinstance(w, list) else list(w)
        for i, x_i in zip(x.indices, x.values):
            entries[i] += c * x_i
        return entries
    if c in (1, -1):  # w_{t+1} = w_t + y_n x_n, as is usual
        return tuple(map(add if c == 1 else sub, w, x))
    return tuple([w_i + c * x_i for w_i, x_i in zip(w, x)])
