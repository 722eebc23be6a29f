"""They go on after the end of their run."""


def bare_except(view):
    """It catches every error, and the end of its run."""
    n = 0
    while True:
        try:
            yield n
            n = (n + 1) % len(view)
        except:  # noqa: E722
            n = 0


def last_words(view):
    """One more visit, which nobody asked for."""
    try:
        while True:
            yield range(len(view))
    finally:
        yield 0
