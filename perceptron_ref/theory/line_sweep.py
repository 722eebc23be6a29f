"""The line turned about the examples: of all lines through d - 1 of them, one sorting finds the
best.

z_n = y_n x_n       a signed example: w is right about it if, and only if, w . z_n > 0
lines               {v: [right, opposite, number]}: w with w . v > 0 are right about so many, those
with w . v < 0
                    about so many; multiples of a z are one line, and bear the largest of their
                    numbers
"""

from __future__ import annotations

from functools import reduce
from itertools import accumulate
from math import gcd
from operator import neg

from ..vectors import dot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Vector = tuple[int, ...]
    Lines = dict[Vector, list[int]]


def turned(
    lines: Lines, dimension: int, more_than: int, visit: Callable[[], None], after: int = -1
) -> Iterator[list[int]]:
    """Yield weights w that are right about more than that; in the end, some that are right about
    most were among them.

    lines: see `count_line`. visit: called at each sorting. after: lines of no larger number have
    had their turn. All w that decide alike are a cone. Some v is perpendicular to a facet of it.
    Within the facet, the others are
    decided as in the cone: the same problem with one dimension less. The side then decides v. As
    every facet of a facet is where it meets another one of the cone, it is enough to take those
    that meet in the order of their numbers.
    """
    if not lines:
        if more_than < 0:
            yield [0] * dimension
    elif dimension == 2:
        visit()
        right, w = _sorted_out(lines)
        if right > more_than:
            yield w
    else:
        for v, (right, opposite, number) in lines.items():
            if number > after:
                side = v if right >= opposite else tuple(map(neg, v))
                rest = more_than - max(right, opposite)
                for u in turned(_within(lines, v), dimension - 1, rest, visit, number):
                    yield turned_to(side, _lifted(u, v), lines)


def turned_to(z: Vector, w: Sequence[int], zs: Iterable[Vector]) -> list[int]:
    """Return M w + z, where M is so large that z outdoes no w . v but those that are 0, for v in
    zs.
    """
    M = 1 + max(abs(dot(z, v)) for v in zs)
    return [M * w_i + z_i for w_i, z_i in zip(w, z)]


def count_line(lines: Lines, z: Vector, right: int, opposite: int, number: int) -> None:
    """Count z among the lines: so many are right if w . z > 0, so many if w . z < 0.

    Multiples of z are one line: {v: [right, opposite, largest number]}, where v has no common
    factor, and its first entry that is not 0 is positive.
    """
    if z[_first(z)] < 0:
        z, right, opposite = tuple(map(neg, z)), opposite, right
    counts = lines.setdefault(primitive(z), [0, 0, number])
    counts[0] += right
    counts[1] += opposite
    counts[2] = max(counts[2], number)


def primitive(v: Sequence[int]) -> Vector:
    """Return v without the common factor of its entries."""
    common = reduce(gcd, v)
    return tuple(v_i // common for v_i in v)


def _first(z: Vector) -> int:
    return next(j for j, z_j in enumerate(z) if z_j)


def _within(lines: Lines, v: Vector) -> Lines:
    """Return the other lines as the w with w . v = 0 meet them: without the coordinate that the
    rest determine.
    """
    j = _first(v)
    v_j, rest = v[j], v[:j] + v[j + 1 :]
    met: Lines = {}
    for z, counts in lines.items():
        if z is not v:
            z_j = z[j]
            count_line(
                met,
                tuple(v_j * z_i - z_j * v_i for z_i, v_i in zip(z[:j] + z[j + 1 :], rest)),
                *counts,
            )
    return met


def _lifted(u: list[int], v: Vector) -> list[int]:
    """Return the w with w . v = 0 that is known as u within."""
    j = _first(v)
    w = [v[j] * u_i for u_i in u]
    w.insert(j, -dot(u, v[:j] + v[j + 1 :]))
    return w


def _sorted_out(lines: Lines) -> tuple[int, list[int]]:
    """Return the most that a w = (w_0, w_1) can be right about, and such a w.

    The lines (a, b) lie in the right half-plane. From where all w . v > 0, let w turn half a round:
    the v pass to its other side one by one, in the order of their slopes b/a. The other half round
    is the opposite of this one.
    """
    bits = 2 * max(a.bit_length() for a, _ in lines)
    order = sorted(
        (v for v in lines if v[0]), key=lambda v: (v[1] << bits) // v[0]
    )  # ints that compare as slopes do
    order += [v for v in lines if not v[0]]
    counts = [lines[v] for v in order]
    rights = accumulate(
        [sum(right for right, _, _ in counts), *(opposite - right for right, opposite, _ in counts)]
    )
    both = sum(right + opposite for right, opposite, _ in counts)
    most, k, right = max(
        (max(right, both - right), k, right) for k, right in zip(range(len(order)), rights)
    )
    w = _before(order, k)
    return most, w if right == most else [-w_i for w_i in w]


def _before(order: list[Vector], k: int) -> list[int]:
    """Return a w that the first k lines have passed, and no other: it is perpendicular to something
    between two.
    """
    if len(order) == 1:
        return list(order[0])
    (a, b), (c, e) = order[k - 1], order[k]
    return [-b - e, a + c] if k else [b - e, c - a]
