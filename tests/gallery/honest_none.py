"""Broken strategies that the check `honest-none` catches.

They claim that no mistake is left (None, an empty pass, the end) although one is.
"""


def ends_after_one_pass(view):
    """Visit every example once, then end."""
    yield from range(len(view))


def yields_an_empty_pass(view):
    """Alternate between the even examples from 4 on, which may be none, and all examples."""
    while True:
        yield range(4, len(view), 2)
        yield range(len(view))


def ignores_margins_of_zero(view):
    """Yield the example of least margin if this margin is below 0; else yield None.

    A margin of 0 may be a mistake, too.
    """
    while True:
        margins = view.margins()
        yield min(range(len(view)), key=margins.__getitem__) if min(margins) < 0 else None


def claims_after_six_right(view):
    """Visit in a cycle, and yield None after six right examples in a row."""
    n = right = 0
    while True:
        right = 0 if view.is_mistake(n) else right + 1
        yield n
        n = (n + 1) % len(view)
        if right == 6:
            right = 0
            yield None


def goes_there_and_back(view):
    """Pass from 0 to N-1, then from N-2 to 1; with N = 2 the way back is an empty pass."""
    N = len(view)
    while True:
        yield range(N)
        yield range(N - 2, 0, -1)
