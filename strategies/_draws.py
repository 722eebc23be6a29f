"""The numbers that random orders draw, the same on every Python for the same seed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from random import Random
from struct import unpack

from perceptron_ref import StrategyError

_DRAWS_AT_ONCE = 256  # draws that `batched_draw_function` makes at once
_IS_CPYTHON = sys.implementation.name == "cpython"  # PyPy draws one by one in less time


def random_generator(seed: int) -> Random:
    """Return a generator whose `random()` draws from [0, 1).

    It is the only method of `Random` whose numbers are the same in all versions of Python.

    Args:
        seed: An int >= 0.

    Raises:
        StrategyError: If the seed is anything else.

    >>> draw = random_generator(7).random
    >>> draw(), draw()
    (0.32383276483316237, 0.15084917392450192)
    """
    if type(seed) is not int or seed < 0:
        raise StrategyError(f"found seed={seed!r}; expected an int >= 0")
    return Random(seed)


def draw_function(seed: int, N: int) -> Callable[[], Sequence[int]]:
    """Return a function that draws examples: floor(N u) for draws u from [0, 1).

    Each call returns the next draws: 256 on CPython, N elsewhere.

    Args:
        seed: An int >= 0.
        N: The number of examples.

    >>> draw_function(7, 4)()[:2], [int(4 * u) for u in (0.32383276483316237, 0.15084917392450192)]
    ((1, 0), [1, 0])
    """
    return (batched_draw_function if _IS_CPYTHON else plain_draw_function)(
        random_generator(seed), N
    )


def plain_draw_function(generator: Random, N: int) -> Callable[[], Sequence[int]]:
    """Return the function of `draw_function` by its definition; a call makes N draws."""
    # u is a multiple of 2^-53; we count in ints, because a float N u may be rounded up to an int
    draw, scale = generator.random, 2.0**53
    return lambda: tuple([N * int(draw() * scale) >> 53 for _ in range(N)])


def batched_draw_function(generator: Random, N: int) -> Callable[[], Sequence[int]]:
    """Return the same function for CPython, whose `random()` takes two words of 32 bits.

    u = (2^26 a + c) / 2^53 for the upper 27 bits a of the first word and the upper 26 bits c of the
    second. `getrandbits` draws many words at once, as a long int with two words in each lane of 64
    bits. An operation on such an int works on all lanes at once.
    """
    ones = int.from_bytes((b"\1" + bytes(7)) * _DRAWS_AT_ONCE, "little")  # 1 in each lane
    low_27, low_26, low_37 = [ones * ((1 << bits) - 1) for bits in (27, 26, 37)]

    def draw() -> Sequence[int]:
        words = generator.getrandbits(64 * _DRAWS_AT_ONCE)
        a, c = words >> 5 & low_27, words >> 38 & low_26
        # floor(N u) = floor((N a + floor(N c / 2^26)) / 2^27); no lane overflows if N < 2^37
        n = N * a + (N * c >> 26 & low_37) >> 27 & low_37
        return unpack(f"<{_DRAWS_AT_ONCE}Q", n.to_bytes(8 * _DRAWS_AT_ONCE, "little"))

    return draw
