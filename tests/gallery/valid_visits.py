"""They break the protocol on any data, or where examples are few or alike."""


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


def refuses_two(view):
    """Two examples are refused, and that is said; any number should do."""
    if len(view) == 2:
        raise ValueError("too few examples")
    while True:
        yield from range(len(view))


def strides_of_one(view):
    """A start that changes with the updates; it divides by 0 where N = 1."""
    N = len(view)
    while True:
        start = view.updates % (N - 1)
        yield from range(start, N)
        yield from range(start)


def takes_turns(view):
    """An example of one class, an example of the other."""
    ys = view._run.data.ys
    plus = [n for n in range(len(view)) if ys[n] > 0]
    minus = [n for n in range(len(view)) if ys[n] < 0]
    k = 0
    while True:
        yield plus[k % len(plus)]
        yield minus[k % len(minus)]
        k += 1


def sorted_features(view):
    """The examples sorted by their features; a dict knows equal ones only once."""
    xs = view._run.data.scaled_xs
    index = {xs[n]: n for n in range(len(view))}
    order = sorted(index)
    while True:
        for k in range(len(view)):
            yield index[order[k]]


def whole_ratios(view):
    """Sorted by a ratio, which divides by 0 where |x_n|^2 is 1."""
    order = sorted(range(len(view)), key=lambda n: 100 // (view.squared_norm(n) - 1))
    while True:
        yield from order
