"""Broken strategies that the check `no-memory` catches.

They remember something from one run to the next.
"""

mistakes = set()
generator = None


def remembers_mistakes(view):
    """Collect mistakes in a set that is never emptied, so in a later run it may yield examples that
    the data do not have.
    """
    while True:
        yield from sorted(mistakes)
        for n in range(len(view)):
            if view.is_mistake(n):
                mistakes.add(n)
            yield n


def remembers_in_attribute(view):
    """Start where the last run ended."""
    n = getattr(remembers_in_attribute, "last", 0) % len(view)
    while True:
        remembers_in_attribute.last = n
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


class Order:
    """An object that continues where it stopped."""

    def __init__(self):
        self.n = -1

    def __call__(self, view):
        while True:
            self.n += 1
            yield self.n % len(view)


order_object = Order()
