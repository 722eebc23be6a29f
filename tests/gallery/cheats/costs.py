"""They make their run look cheaper than any run can be, or count updates that were none."""


def visits(view):
    """No visit counts."""
    while True:
        for n in range(len(view)):
            view._run.visits = 0
            yield n


def dot_products(view):
    """What was asked of the view does not count, and more."""
    while True:
        for n in range(len(view)):
            view._run._view_dot_products = -(10**6)
            yield n


def short_cut(view):
    """Updates that correct no mistakes, all at once, to weights that separate: found before by an
    honest run.
    """
    from perceptron_ref import pla

    state = view._run
    n = list(pla(state.data).n)
    state.weights.n[:] = sorted(n)
    state.updates = len(n)
    while True:
        yield range(len(view))


def hindsight(view):
    """The honest run once more, with the updates in an order that pleases it."""
    from perceptron_ref import pla

    state = view._run
    n = list(pla(state.data).n)[::-1]
    state.weights.n[:] = n
    state.updates = len(n)
    state.visits = len(n)
    while True:
        yield range(len(view))
