"""Cheats that lower the costs of their run, or invent updates."""


def visits(view):
    """Set the count of visits to 0."""
    while True:
        for n in range(len(view)):
            view._run.visits = 0
            yield n


def dot_products(view):
    """Lower the count of dot products below what the view computed."""
    while True:
        for n in range(len(view)):
            view._run._view_dot_products = -(10**6)
            yield n


def claims(view):
    """It never said that no mistake is left."""
    while True:
        yield range(len(view))
        view._run.false_claims = -1
        yield None


def hindsight(view):
    """Report the updates of an honest run in another order, with the final weights at once."""
    from perceptron_ref import pla

    run = view._run
    honest = pla(run.data)
    run.n[:] = sorted(honest.n)
    run.margins.__init__(run.data, honest._scaled_w, run._update_vectors, 0)
    while True:
        run.visits += 100
        yield range(len(view))
