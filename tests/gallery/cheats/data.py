"""Cheats that change the data of the run, or those of its caller."""

import sys


def reload_margins(run):
    """Recompute the margins of a run after its data have been changed."""
    vars(run.data).update(_shared_lanes=None)
    run.margins.__init__(run.data, run._start, run._update_vectors, run.sign_of_zero)


def makes_labels_equal(view):
    """Set all labels to +1, wherever the run stores them."""
    run = view._run
    vars(run.data).update(ys=(1,) * run.N)
    reload_margins(run)
    while True:
        yield range(len(view))


def replaces_features(view):
    """Replace each x_n with (y_n, 0, ..., 0), in the run and in the variables of its callers."""
    from perceptron_ref import Dataset

    run = view._run
    sets, frame = [run.data], sys._getframe()
    while frame is not None:
        sets += [value for value in frame.f_locals.values() if isinstance(value, Dataset)]
        frame = frame.f_back
    for data in sets:
        rows = tuple((y, *[0] * data.d) for y in data.ys)
        vars(data).update(scaled_rows=rows)
    run._update_vectors = run.data.scaled_rows
    reload_margins(run)
    while True:
        yield range(len(view))
