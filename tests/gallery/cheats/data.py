"""They rewrite the data, their own and those of others."""

import gc
import sys


def labels(view):
    """Labels that are all alike, wherever the run has them."""
    state = view._state
    ys = (1,) * len(view)
    state.data._ys = state.ys = state.weights.ys = state.margins._ys = ys
    while True:
        yield range(len(view))


def caches(view):
    """Packed columns and Gram rows of examples that are all alike."""
    from perceptron_ref.exact.packed import Packed

    state = view._state
    N = len(view)
    false = Packed(((1,) * (1 + state.data.d),) * N, (1,) * N)
    state.data._packed = state.margins._packed = false
    state.margins.take("dual")
    while True:
        yield range(N)


def blocks(view):
    """The same, kept to the primal form."""
    from perceptron_ref.exact.packed import Packed

    state = view._state
    N = len(view)
    state.data._packed = state.margins._packed = Packed(state.xs, (1,) * N)
    state.margins.take("blocks")
    state.margins._ys = state.ys = (1,) * N
    while True:
        yield range(N)


def of_the_callers(view):
    """Every set that a function at work has as its variable, down to the test's own."""
    from perceptron_ref import Dataset

    frame = sys._getframe()
    while frame is not None:
        for value in [*frame.f_locals.values()]:
            if isinstance(value, Dataset):
                value._ys = (1,) * len(value._ys)
        frame = frame.f_back
    state = view._state
    state.ys = state.weights.ys = state.margins._ys = state.data.ys
    while True:
        yield range(len(view))


def nonzeros(view):
    """The numbers of a sparse set, its own and those that functions at work have; no others."""
    from perceptron_ref import Dataset

    state = view._state
    sets, frame = [state.data], sys._getframe()
    while frame is not None:
        sets += [value for value in frame.f_locals.values() if isinstance(value, Dataset)]
        frame = frame.f_back
    for each in sets:
        for x, y in zip(each.sparse_xs or (), each.ys):
            x.values = (y * abs(x.values[0]), *x.values[1:])
            x.indices = (0, *x.indices[1:])
    while True:
        yield range(len(view))


def of_everybody(view):
    """Every set like its own that there is."""
    own = view._state.data
    for value in gc.get_objects():
        if type(value) is type(own) and value == own and value is not own:
            value._ys = (1,) * len(value._ys)
    state = view._state
    own._ys = state.ys = state.weights.ys = state.margins._ys = (1,) * len(view)
    while True:
        yield range(len(view))
