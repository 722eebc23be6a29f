"""The numbers that random orders draw: for each seed the same on every Python."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from random import Random
from struct import unpack

from perceptron_ref import StrategyError

_AT_ONCE = 256  # draws in lanes
_HAS_CPYTHONS_WORDS = sys.implementation.name == "cpython"  # PyPy draws one by one in less time


def source(seed: int) -> Random:
    """Return a source whose `random()` draws from [0, 1).

    It is the one method of `Random` whose numbers no Python version changes. StrategyError unless
    the seed is an int >= 0.

    >>> draw = source(7).random
    >>> draw(), draw()
    (0.32383276483316237, 0.15084917392450192)
    """
    if type(seed) is not int or seed < 0:
        raise StrategyError(f"found seed={seed!r}; expected an int >= 0")
    return Random(seed)


def indices(seed: int, N: int) -> Callable[[], Sequence[int]]:
    """Return a function that returns the next floor(N u) for draws u, some at once.

    >>> indices(7, 4)()[:2], [int(4 * u) for u in (0.32383276483316237, 0.15084917392450192)]
    ((1, 0), [1, 0])
    """
    return (in_lanes if _HAS_CPYTHONS_WORDS else one_by_one)(source(seed), N)


def one_by_one(random: Random, N: int) -> Callable[[], Sequence[int]]:
    """Return that function, by the definition: N draws at once."""
    # u is a multiple of 2^-53; in ints, as floats may round N u up to the next whole number
    draw, scale = random.random, 2.0**53
    return lambda: tuple([N * int(draw() * scale) >> 53 for _ in range(N)])


def in_lanes(random: Random, N: int) -> Callable[[], Sequence[int]]:
    """Return the same function for CPython, whose `random()` takes two words of 32 bits.

    u = (2^26 a + c) / 2^53 for the upper 27 bits a of the first word and the upper 26 bits c of the
    second. `getrandbits` draws many words at once: a long int with two of them in each lane of 64
    bits. One operation on such ints is one on all lanes.
    """
    ones = int.from_bytes((b"\1" + bytes(7)) * _AT_ONCE, "little")  # 1 in each lane
    low_27, low_26, low_37 = [ones * ((1 << bits) - 1) for bits in (27, 26, 37)]

    def draw() -> Sequence[int]:
        words = random.getrandbits(64 * _AT_ONCE)
        a, c = words >> 5 & low_27, words >> 38 & low_26
        # floor(N u) = floor((N a + floor(N c / 2^26)) / 2^27); no lane overflows if N < 2^37
        n = N * a + (N * c >> 26 & low_37) >> 27 & low_37
        return unpack(f"<{_AT_ONCE}Q", n.to_bytes(8 * _AT_ONCE, "little"))

    return draw
