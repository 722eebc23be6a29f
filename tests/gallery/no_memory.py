"""Broken strategies that the check `no-memory` catches.

They remember something from one run to the next.
"""

remembered_mistakes = set()
generator = None


def remembers_mistakes(view):
    """Yield the mistakes of all earlier runs, too, because the set of mistakes is never emptied.

    The data of this run may have fewer examples, so these visits may be invalid.
    """
    while True:
        yield from sorted(remembered_mistakes)
        for n in range(len(view)):
            if view.is_mistake(n):
                remembered_mistakes.add(n)
            yield n


def continues_in_attribute(view):
    """Start where the last run ended."""
    n = getattr(continues_in_attribute, "last", 0) % len(view)
    while True:
        continues_in_attribute.last = n
        yield n
        n = (n + 1) % len(view)


def shares_one_generator(view):
    """Use the generator of the first run, with its view, for all runs."""

    def cycle():
        while True:
            yield from range(len(view))

    global generator
    if generator is None:
        generator = cycle()
    yield from generator


class ContinuingOrder:
    """An object that continues where it stopped."""

    def __init__(self):
        self.n = -1

    def __call__(self, view):
        while True:
            self.n += 1
            yield self.n % len(view)


continues_in_object = ContinuingOrder()
