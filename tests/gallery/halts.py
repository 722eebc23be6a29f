"""Broken strategies that never visit some example."""


def constant(view):
    """Always yield example 0."""
    while True:
        yield 0


def zero_is_a_mistake(view):
    """Yield the least margin if it is not above 0; by some rules for sign(0) that is no mistake."""
    while True:
        margins = view.margins()
        yield min(range(len(view)), key=margins.__getitem__) if min(margins) <= 0 else None
