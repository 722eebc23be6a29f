"""Broken strategies that the check `closes` catches.

They go on after the end of their run.
"""


def catches_every_exception(view):
    """Catch every exception, even the one that ends the run."""
    n = 0
    while True:
        try:
            yield n
            n = (n + 1) % len(view)
        except:  # noqa: E722
            n = 0


def yields_when_closed(view):
    """Yield one more visit when the generator is closed."""
    try:
        while True:
            yield range(len(view))
    finally:
        yield 0
