"""They wait for a mistake, and where none is left they wait for ever."""

from random import Random


def first_mistake(view):
    """Whatever is wrong, from the first on; nothing is yielded once all is right."""
    while True:
        for n in range(len(view)):
            if view.is_mistake(n):
                yield n
                break


def computes_first(view):
    """It never comes to its first visit."""
    tries = 0
    while tries >= 0:
        tries += 1
    yield 0


def never_twice(view, *, seed: int = 0):
    """At random, but another example than the last one; there may be no other."""
    random = Random(seed)
    last = n = 0
    while True:
        while n == last:
            n = int(random.random() * len(view))
        yield n
        last = n
