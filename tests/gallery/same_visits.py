"""They are different every time, whatever their options say."""

import os
import time
from random import Random, SystemRandom


def without_a_seed(view):
    """Random() begins where the operating system says."""
    random = Random()
    while True:
        yield int(random.random() * len(view))


def seed_is_none(view, *, seed=None):
    """The default of other libraries: None is a new seed every time."""
    random = Random(seed)
    while True:
        yield int(random.random() * len(view))


def by_the_clock(view):
    """Where it begins depends on the time."""
    n = time.perf_counter_ns()
    while True:
        n = n * 6364136223846793005 + 1442695040888963407
        yield (n >> 33) % len(view)


def from_the_system(view, *, seed: int = 0):
    """SystemRandom takes a seed, and ignores it."""
    random = SystemRandom(seed)
    while True:
        yield int(random.random() * len(view))


def bytes_of_the_system(view):
    """Straight from the source."""
    while True:
        yield from (byte % len(view) for byte in os.urandom(16))


def a_set_of_texts(view):
    """A set of texts has another order in every process."""
    while True:
        yield [int(text) for text in {str(n) for n in range(len(view))}]


def by_hash(view):
    """So has a list that is sorted by what texts hash to."""
    while True:
        yield sorted(range(len(view)), key=lambda n: hash(str(n)))
