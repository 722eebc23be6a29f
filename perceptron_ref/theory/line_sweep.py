"""The best line by sweeps: turned about d - 1 examples, a line passes the others in sorted order.
Lecture 2: L2.14

z_n = y_n x_n       a signed example: w is right about it if, and only if, w . z_n > 0
lines               each z_n as a hyperplane w . z_n = 0 in the space of w, multiples of a z as one:
                    {v: [right, opposite, number]}, where w with w . v > 0 are right about `right`
                    examples, w with w . v < 0 about `opposite`; number: the largest of theirs
"""

from __future__ import annotations

from itertools import accumulate
from math import inf
from operator import neg, sub

from ..vectors import dot
from .linear_system import primitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Vector = tuple[int, ...]
    Lines = dict[Vector, list[int]]


def swept(
    lines: Lines, dimension: int, more_than: int, visit: Callable[[], None], after: int = -1
) -> Iterator[list[int]]:
    """Yield weights w that are right about more than `more_than`, the best of all w among them.

    lines: see `count_line`. visit: called at each sweep. after: only lines of a larger number are
    swept about.

    All w that decide alike are a cone, and some v is perpendicular to a facet of it. Within the
    facet, the other lines are decided as in the cone: the same problem with one dimension less. The
    side then decides v. Every facet of a facet is where it meets another facet of the cone, so it
    is enough to take them in the order of their numbers.
    """
    if not lines:
        if more_than < 0:
            yield [0] * dimension
    elif dimension == 2:
        visit()
        right, w = _sweep(lines)
        if right > more_than:
            yield w
    else:
        for v, (right, opposite, number) in lines.items():
            if number > after:
                side = v if right >= opposite else tuple(map(neg, v))
                rest = more_than - max(right, opposite)
                for u in swept(_within(lines, v), dimension - 1, rest, visit, number):
                    yield tilted(_lifted(u, v), side, lines)


def tilted(w: Sequence[int], z: Vector, zs: Iterable[Vector]) -> list[int]:
    """Return w tilted towards z, M w + z, by so little that for v in zs w . v changes its sign only
    where it is 0.
    """
    M = 1 + max(abs(dot(z, v)) for v in zs)
    return [M * w_i + z_i for w_i, z_i in zip(w, z)]


def count_line(lines: Lines, z: Vector, right: int, opposite: int, number: int) -> None:
    """Count z among the lines: w is right about `right` if w . z > 0, about `opposite` if < 0.

    Multiples of z are one line: {v: [right, opposite, largest number]}, where v has no common
    factor, and its first entry that is not 0 is positive.
    """
    if z[_first(z)] < 0:
        z, right, opposite = tuple(map(neg, z)), opposite, right
    counts = lines.setdefault(primitive(z), [0, 0, number])
    counts[0] += right
    counts[1] += opposite
    counts[2] = max(counts[2], number)


def _first(z: Vector) -> int:
    return next(j for j, z_j in enumerate(z) if z_j)


def _within(lines: Lines, v: Vector) -> Lines:
    """Return the other lines as the w with w . v = 0 meet them, without the coordinate that the
    others determine.
    """
    j = _first(v)
    v_j, rest = v[j], v[:j] + v[j + 1 :]
    met: Lines = {}
    for z, counts in lines.items():
        if z is not v:
            z_j, others = z[j], z[:j] + z[j + 1 :]
            count_line(met, tuple(v_j * z_i - z_j * v_i for z_i, v_i in zip(others, rest)), *counts)
    return met


def _lifted(u: list[int], v: Vector) -> list[int]:
    """Return the w with w . v = 0 that is known as u within."""
    j = _first(v)
    w = [v[j] * u_i for u_i in u]
    w.insert(j, -dot(u, v[:j] + v[j + 1 :]))
    return w


def _sweep(lines: Lines) -> tuple[int, list[int]]:
    """Return the most that a w = (w_0, w_1) can be right about, and such a w.

    The lines (a, b) lie in the right half-plane. From where all w . v > 0, sweep w through half a
    round: it passes the v one by one, in the order of their slopes b/a. The other half round is the
    opposite of this one.
    """
    bits = 2 * max(a.bit_length() for a, _ in lines)
    # ints that compare as slopes do
    order = sorted(lines, key=lambda v: (v[1] << bits) // v[0] if v[0] else inf)
    rights, opposites, _ = zip(*[lines[v] for v in order])
    gains, both = map(sub, opposites, rights), sum(rights + opposites)
    sums = zip(range(len(order)), accumulate([sum(rights), *gains]))
    most, k, right = max((max(right, both - right), k, right) for k, right in sums)
    # past the first k lines and no other: perpendicular to something between two
    (a, b), (c, e) = order[k - 1], order[k]
    w = [-b - e, a + c] if k else [b - e, c - a] if len(order) > 1 else [a, b]
    return most, w if right == most else [-w_i for w_i in w]
