"""Cheats that rewrite data, those of the run or of its callers."""

import sys


def make_labels_equal(state):
    """Set all labels of the run to the same value, wherever they are stored."""
    ys = (1,) * state.N
    vars(state.data).update(ys=ys, _shared_lanes=None)
    state.margins.__init__(state.data, state._scaled_w, state._update_vectors, state.sign_of_zero)


def labels(view):
    """Make all labels equal, wherever the run stores them."""
    make_labels_equal(view._run)
    while True:
        yield range(len(view))


def caches(view):
    """Replace rows of the Gram matrix, so that every margin grows."""
    margins = view._run.margins
    margins._gram_row = lambda n: [margins.lanes.sign_masks[0] >> 3]
    while True:
        yield range(len(view))


def nonzeros(view):
    """Change the numbers of a sparse set, in the set and in the variables of running functions."""
    from perceptron_ref import Dataset

    state = view._run
    sets, frame = [state.data], sys._getframe()
    while frame is not None:
        sets += [value for value in frame.f_locals.values() if isinstance(value, Dataset)]
        frame = frame.f_back
    for sparse_set in sets:
        for x, y in zip(sparse_set.sparse_xs or (), sparse_set.ys):
            x.values = (y * abs(x.values[0]), *x.values[1:])
            x.indices = (0, *x.indices[1:])
    while True:
        yield range(len(view))
