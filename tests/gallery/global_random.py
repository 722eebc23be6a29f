"""Broken strategies that use the shared random number generator."""

import random


def draws(view):
    """Draw from the generator that the whole program shares."""
    while True:
        yield int(random.random() * len(view))


def seeds_and_changes_nothing(view):
    """Seed the shared generator, although no visit depends on it."""
    random.seed(1)
    while True:
        yield from range(len(view))
