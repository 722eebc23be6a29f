"""Broken strategies that the check `answers` catches.

At some point they loop for ever without a yield.
"""

from random import Random


def searches_for_ever(view):
    """Yield the first mistake; if there is none, search for ever."""
    while True:
        for n in range(len(view)):
            if view.is_mistake(n):
                yield n
                break


def computes_for_ever(view):
    """Compute for ever before the first visit."""
    tries = 0
    while tries >= 0:
        tries += 1
    yield 0


def never_repeats_an_example(view, *, seed: int = 0):
    """Yield a random example other than the previous one; with N = 1 there is none."""
    random = Random(seed)
    previous = n = 0
    while True:
        while n == previous:
            n = int(random.random() * len(view))
        yield n
        previous = n
