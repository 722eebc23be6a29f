"""They remember something from one run to the next."""

missed = set()
visits = None


def missed_before(view):
    """A set that nobody empties: it may hold examples that these data do not have."""
    while True:
        yield from sorted(missed)
        for n in range(len(view)):
            if view.is_mistake(n):
                missed.add(n)
            yield n


def attribute(view):
    """Where the last run ended, the next one begins."""
    n = getattr(attribute, "last", 0) % len(view)
    while True:
        attribute.last = n
        yield n
        n = (n + 1) % len(view)


def one_generator(view):
    """The generator of the first run, for all runs: it has the first one's view."""

    def cycle():
        while True:
            yield from range(len(view))

    global visits
    if visits is None:
        visits = cycle()
    yield from visits


class Order:
    """An object that goes on where it was."""

    def __init__(self):
        self.n = -1

    def __call__(self, view):
        while True:
            self.n += 1
            yield self.n % len(view)


an_object = Order()
