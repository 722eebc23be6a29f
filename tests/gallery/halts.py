"""They never visit some example."""


def constant(view):
    """Example 0, whatever happens."""
    while True:
        yield 0


def zero_is_a_mistake(view):
    """The least margin, as long as one is not above 0; by some rules for sign(0) there is nothing
    wrong with it.
    """
    while True:
        margins = view.margins()
        yield min(range(len(view)), key=margins.__getitem__) if min(margins) <= 0 else None
