"""They fail where there is only one example."""

from random import Random


def strides(view):
    """Starts that change; there is none where N = 1."""
    N = len(view)
    while True:
        start = view.updates % (N - 1)
        yield from range(start, N)
        yield from range(start)


def never_twice(view, *, seed: int = 0):
    """At random, but another example than the last one; there may be no other."""
    random = Random(seed)
    last = n = 0
    while True:
        while n == last:
            n = int(random.random() * len(view))
        yield n
        last = n
