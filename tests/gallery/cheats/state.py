"""Cheats that change the `Run` behind their view, or its margins."""


def forges_status(view):
    """Set the status to "converged", and allow no further visit."""
    run = view._run
    yield 0
    done = property(lambda self: "converged", lambda self, value: None)
    run.__class__ = type("Done", (type(run),), {"status": done})
    run.max_visits = run.visits
    yield None


def claims_convergence_on_close(view):
    """End after two updates, and set the status to "converged" when closed."""
    run = view._run
    run.max_updates = 2
    try:
        while True:
            yield range(len(view))
    finally:
        run.__class__ = type("Done", (type(run),), {"status": property(lambda self: "converged")})


def lowers_N(view):
    """Set N to 1, so that the run ends after a few updates."""
    view._run.N = 1
    while True:
        yield 0


class EqualsEverything(int):
    """A sign of zero that equals every label."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = int.__hash__


def makes_zero_right(view):
    """Make a score of 0 right for both labels, so that w = 0 makes no mistake."""
    run = view._run
    run.sign_of_zero = EqualsEverything(1)
    run.margins.__init__(run.data, run._start, run._update_vectors, run.sign_of_zero)
    while True:
        yield from range(len(view))


def replaces_weights(view):
    """Replace the weights of the updates with weights that separate."""
    from perceptron_ref.theory.separability import separability

    run = view._run
    w_f = separability(run.data).w_f
    multiple = 1
    for w_i in w_f:
        multiple *= w_i.denominator
    w = tuple(int(w_i * multiple) for w_i in w_f)

    class WithSeparatingWeights(type(run)):
        def _scaled_w_at(self, t):
            return w

    yield 0
    run.__class__ = WithSeparatingWeights
    run.margins.__init__(run.data, w, run._update_vectors, 0)
    while True:
        yield from range(len(view))


def replaces_margin_methods(view):
    """Give the margins a class that finds no mistake."""
    margins = view._run.margins

    class WithoutMistakes(type(margins)):
        def is_mistake(self, n):
            return False

        def first_mistake(self, visits, begin, end):
            return end

        def count_mistakes(self):
            return 0

    yield 0
    margins.__class__ = WithoutMistakes
    while True:
        yield from range(len(view))


def replaces_gram_rows(view):
    """Replace the rows of the Gram matrix, so that an update raises every margin."""
    margins = view._run.margins
    margins._gram_row = lambda n: [margins.lanes.sign_masks[0] >> 3]
    while True:
        yield range(len(view))


def deletes_margins(view):
    """Delete an attribute that the loop needs."""
    yield 0
    del view._run.margins
    while True:
        yield from range(len(view))


def invents_updates(view):
    """Invent updates of an example that does not exist, and a million visits."""
    yield 0
    view._run.n[:] = [len(view)] * 3
    view._run.visits = 10**6
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
