"""Broken strategies that remember something from one run to the next."""

missed = set()
visits = None


def missed_before(view):
    """Collect mistakes in a set that is never emptied, so it may name examples that other data do
    not have.
    """
    while True:
        yield from sorted(missed)
        for n in range(len(view)):
            if view.is_mistake(n):
                missed.add(n)
            yield n


def attribute(view):
    """Start where the last run ended."""
    n = getattr(attribute, "last", 0) % len(view)
    while True:
        attribute.last = n
        yield n
        n = (n + 1) % len(view)


def one_generator(view):
    """Use the generator of the first run, with its view, for all runs."""

    def cycle():
        while True:
            yield from range(len(view))

    global visits
    if visits is None:
        visits = cycle()
    yield from visits


class Order:
    """An object that continues where it stopped."""

    def __init__(self):
        self.n = -1

    def __call__(self, view):
        while True:
            self.n += 1
            yield self.n % len(view)


an_object = Order()
