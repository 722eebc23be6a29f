"""Broken strategies that the check `answers` catches: they loop for ever without a yield."""

from random import Random


def first_mistake(view):
    """Yield the first mistake; if there is none, search for ever."""
    while True:
        for n in range(len(view)):
            if view.is_mistake(n):
                yield n
                break


def computes_first(view):
    """Compute for ever before the first visit."""
    tries = 0
    while tries >= 0:
        tries += 1
    yield 0


def never_twice(view, *, seed: int = 0):
    """Yield a random example other than the last one; with N = 1 there is none."""
    random = Random(seed)
    last = n = 0
    while True:
        while n == last:
            n = int(random.random() * len(view))
        yield n
        last = n
