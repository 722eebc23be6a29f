"""They never come past some example."""


def constant(view):
    """Example 0, whatever happens."""
    while True:
        yield 0


def without_the_last(view):
    """range(N - 1) ends with N - 2; but where there is one example only, it is visited."""
    while True:
        yield 0
        yield from range(len(view) - 1)


def zero_is_a_mistake(view):
    """The least margin, as long as one is not above 0; by some rules for sign(0) there is nothing
    wrong with it.
    """
    while True:
        margins = view.margins()
        yield min(range(len(view)), key=margins.__getitem__) if min(margins) <= 0 else None


def right_ones_first(view):
    """What is right already, as long as something is."""
    while True:
        right = [n for n in range(len(view)) if not view.is_mistake(n)]
        yield right[0] if right else 0
