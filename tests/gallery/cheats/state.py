"""They rewrite the run that their view is of."""


def status(view):
    """A status that is "converged" whatever happens, and no visit left."""
    state = view._run
    yield 0
    done = property(lambda self: "converged", lambda self, value: None)
    state.__class__ = type("Done", (type(state),), {"status": done})
    state.max_visits = state.visits
    yield None


def last_words(view):
    """The same when it is closed, after the loop has noted how the run ended."""
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
    """One example in all: it is right at once, or after a few updates."""
    view._run.N = 1
    while True:
        yield 0


class Any(int):
    """A sign of zero that suits every label."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = int.__hash__


def sign_of_zero(view):
    """Zero is right for both labels, so the start w = 0 makes no mistake."""
    view._run.sign_of_zero = view._run.margins._sign_of_zero = Any(0)
    while True:
        yield from range(len(view))


def weights(view):
    """Weights that separate, taken from elsewhere, for those of the updates."""
    from perceptron_ref.theory.separability import separability

    state = view._run
    found = separability(state.data).w_f
    multiple = 1
    for w_i in found:
        multiple *= w_i.denominator
    w = tuple(int(w_i * multiple) for w_i in found)

    class Elsewhere(type(state)):
        def _scaled_w_at(self, t):
            return w

    yield 0
    state.__class__ = Elsewhere
    state.margins.__init__(state.data, w, state._update_vectors, 0)
    while True:
        yield from range(len(view))


def margins(view):
    """Margins that are all positive."""
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
    """It throws away what the loop needs."""
    yield 0
    del view._run._update_vectors
    while True:
        yield from range(len(view))


def updates(view):
    """Updates that nobody made, of examples that are not there."""
    yield 0
    view._run.n[:] = [len(view)] * 3
    view._run.visits = 10**6
    yield None
