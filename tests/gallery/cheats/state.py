"""Cheats that rewrite the run of their view."""


def status(view):
    """Set the status to "converged", and leave no visit."""
    state = view._run
    yield 0
    done = property(lambda self: "converged", lambda self, value: None)
    state.__class__ = type("Done", (type(state),), {"status": done})
    state.max_visits = state.visits
    yield None


def last_words(view):
    """Do the same on close, after the loop has recorded how the run ended."""
    state = view._run
    state.max_updates = 2
    try:
        while True:
            yield range(len(view))
    finally:
        state.__class__ = type(
            "Done", (type(state),), {"status": property(lambda self: "converged")}
        )


def fewer_examples(view):
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


def sign_of_zero(view):
    """Make a score of 0 right for both labels, so that w = 0 makes no mistake."""
    view._run.sign_of_zero = view._run.margins._sign_of_zero = EqualsEverything(0)
    while True:
        yield from range(len(view))


def weights(view):
    """Replace the weights of the updates by weights that separate."""
    from perceptron_ref.theory.separability import separability

    state = view._run
    w_f = separability(state.data).w_f
    multiple = 1
    for w_i in w_f:
        multiple *= w_i.denominator
    w = tuple(int(w_i * multiple) for w_i in w_f)

    class Elsewhere(type(state)):
        def _scaled_w_at(self, t):
            return w

    yield 0
    state.__class__ = Elsewhere
    state.margins.__init__(state.data, w, state._update_vectors, 0)
    while True:
        yield from range(len(view))


def margins(view):
    """Replace the margins by an object that says all are positive."""
    margins = view._run.margins

    class Right(type(margins)):
        def is_mistake(self, n):
            return False

        def first_mistake(self, visits, begin, end):
            return end

        def count_mistakes(self):
            return 0

    yield 0
    margins.__class__ = Right
    while True:
        yield from range(len(view))


def half_the_state(view):
    """Delete attributes that the loop needs."""
    yield 0
    del view._run._update_vectors
    while True:
        yield from range(len(view))


def updates(view):
    """Invent updates of examples that do not exist."""
    yield 0
    view._run.n[:] = [len(view)] * 3
    view._run.visits = 10**6
    yield None
