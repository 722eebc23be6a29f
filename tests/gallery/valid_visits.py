"""They break the protocol on any data."""


def from_one_to_N(view):
    """As the lecture counts, and not as Python does."""
    while True:
        yield from range(1, len(view) + 1)


def worst(view):
    """The least margin among the mistakes; there may be none."""
    while True:
        mistakes = [n for n in range(len(view)) if view.is_mistake(n)]
        yield min(mistakes, key=view.margin)


def a_list(view):
    """All visits at once."""
    return list(range(len(view)))


def halves(view):
    """A division too many: floats are no indices."""
    while True:
        for n in range(len(view)):
            yield 2 * n / 2


def takes_no_view():
    """The loop brings a view."""
    yield 0


def leaves(view):
    """It ends the program, if it may."""
    yield 0
    raise SystemExit
