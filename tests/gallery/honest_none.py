"""They say that no mistake is left while one is."""


def one_pass(view):
    """Every example once; then it ends."""
    yield from range(len(view))


def an_empty_pass(view):
    """Of the even examples from 4 on, which may be none."""
    while True:
        yield range(4, len(view), 2)
        yield range(len(view))


def below_zero_only(view):
    """The least margin below 0, else None, though a margin of 0 is a mistake, too."""
    while True:
        margins = view.margins()
        yield min(range(len(view)), key=margins.__getitem__) if min(margins) < 0 else None


def a_good_run(view):
    """Six in a row, and it is content."""
    n = right = 0
    while True:
        right = 0 if view.is_mistake(n) else right + 1
        yield n
        n = (n + 1) % len(view)
        if right == 6:
            right = 0
            yield None
