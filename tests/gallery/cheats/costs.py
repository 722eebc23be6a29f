"""Cheats that lower the costs of their run, or copy the updates of another run."""


def resets_visits(view):
    """Set the count of visits to 0."""
    while True:
        for n in range(len(view)):
            view._run.visits = 0
            yield n


def lowers_dot_products(view):
    """Lower the count of dot products below the number that the view computed."""
    while True:
        for n in range(len(view)):
            view._run._view_dot_products = -(10**6)
            yield n


def resets_false_claims(view):
    """Claim that no mistake is left, and reset the count of false claims."""
    while True:
        yield range(len(view))
        view._run.false_claims = -1
        yield None


def copies_updates(view):
    """Write the updates of an honest run, in another order, and its weights into this run."""
    from perceptron_ref import pla

    run = view._run
    honest = pla(run.data)
    run.n[:] = sorted(honest.n)
    run.margins.__init__(run.data, honest._scaled_w, run._update_vectors, 0)
    while True:
        run.visits += 100
        yield range(len(view))
