"""Random draws for visiting orders; a seed gives the same draws on every Python."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat, starmap
from random import Random
from struct import unpack

from perceptron_ref import StrategyError

_BATCH_SIZE = 256  # the draws of one call of `batched_draw_function`
_IS_CPYTHON = sys.implementation.name == "cpython"  # in PyPy single draws are faster than batches


def random_generator(seed: int) -> Random:
    """Return a generator whose `random()` draws from [0, 1).

    No other method of `Random` is sure to give the same numbers in all versions of Python.

    Args:
        seed: An int >= 0.

    Raises:
        StrategyError: If the seed is not an int >= 0.

    >>> draw = random_generator(7).random
    >>> draw(), draw()
    (0.32383276483316237, 0.15084917392450192)
    """
    if type(seed) is not int or seed < 0:
        raise StrategyError(f"found seed={seed!r}; expected a whole number >= 0")
    return Random(seed)


def endless_draws(seed: int) -> Iterator[float]:
    """Return an iterator of draws u from [0, 1) that never ends.

    Args:
        seed: An int >= 0.

    >>> draws = endless_draws(7)
    >>> next(draws), next(draws)
    (0.32383276483316237, 0.15084917392450192)
    """
    return starmap(random_generator(seed).random, repeat(()))  # calls `random()` again and again


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
    # ints, because u is a multiple of 2^-53, and a float N u could be rounded up to the next int
    draw, scale = generator.random, 2.0**53
    return lambda: tuple([N * int(draw() * scale) >> 53 for _ in range(N)])


def batched_draw_function(generator: Random, N: int) -> Callable[[], Sequence[int]]:
    """Return the function of `draw_function` for CPython; a call makes 256 draws at once.

    CPython's `random()` makes u = (2^26 a + c) / 2^53 from two words of 32 bits: a is the upper 27
    bits of the first word, c the upper 26 bits of the second. `getrandbits` draws the same words,
    as one long int. Each lane of 64 bits of this int holds the two words of one u. Arithmetic on
    the long int computes floor(N u) in all lanes at once.
    """
    ones = int.from_bytes((b"\1" + bytes(7)) * _BATCH_SIZE, "little")  # 1 in each lane
    low_27, low_26, low_37 = [ones * ((1 << bits) - 1) for bits in (27, 26, 37)]

    def draw() -> Sequence[int]:
        words = generator.getrandbits(64 * _BATCH_SIZE)
        a, c = words >> 5 & low_27, words >> 38 & low_26
        # floor(N u) = floor((N a + floor(N c / 2^26)) / 2^27); no lane overflows if N < 2^37
        n = N * a + (N * c >> 26 & low_37) >> 27 & low_37
        return unpack(f"<{_BATCH_SIZE}Q", n.to_bytes(8 * _BATCH_SIZE, "little"))

    return draw
