"""Broken strategies that the check `global-random` catches.

They use the random number generator that the whole program shares.
"""

import random


def draws_from_shared_generator(view):
    """Draw examples from the shared generator."""
    while True:
        yield int(random.random() * len(view))


def seeds_needlessly(view):
    """Seed the shared generator, although no visit depends on it."""
    random.seed(1)
    while True:
        yield from range(len(view))
