"""One run at a time they are right."""

n = 0
order = []
latest = None


def global_counter(view):
    """Each run sets the counter of all to 0."""
    global n
    n = 0
    while True:
        yield n % len(view)
        n += 1


def global_order(view):
    """Mistakes go to the front of an order that is everybody's."""
    order[:] = range(len(view))
    while True:
        for n in list(order):
            t = view.updates
            yield n % len(view)
            if view.updates != t:
                order.remove(n)
                order.insert(0, n)


def latest_only(view):
    """A run that begins while another one goes on turns that one round."""
    global latest
    latest = view
    while True:
        for n in range(len(view)):
            yield n if latest is view else len(view) - 1 - n


class Visits:
    """An object that is its own iterator: two runs share it."""

    def __call__(self, view):
        self.N, self.n = len(view), -1
        return self

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        return self.n % self.N


an_object = Visits()
