"""They use the random numbers of the whole program."""

import random


def draws(view):
    """Numbers that anybody else may have drawn from, too."""
    while True:
        yield int(random.random() * len(view))


def seeds_and_changes_nothing(view):
    """Its visits do not depend on it; others do."""
    random.seed(1)
    while True:
        yield from range(len(view))
