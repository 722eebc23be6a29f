"""Broken strategies that the check `valid-visits` catches.

On some data, or on all, they yield an invalid visit or crash.
"""


def counts_from_one(view):
    """Count from 1 to N as the lecture does, although examples have the numbers 0 to N-1."""
    while True:
        yield from range(1, len(view) + 1)


def takes_worst_of_no_mistakes(view):
    """Yield the mistake of least margin; `min` fails if there is no mistake."""
    while True:
        mistakes = [n for n in range(len(view)) if view.is_mistake(n)]
        yield min(mistakes, key=view.margin)


def returns_a_list(view):
    """Return a list instead of a generator."""
    return list(range(len(view)))


def yields_floats(view):
    """Yield n as a float."""
    while True:
        for n in range(len(view)):
            yield float(n)


def refuses_two(view):
    """Raise an error for N = 2, although every N must work."""
    if len(view) == 2:
        raise ValueError("too few examples")
    while True:
        yield from range(len(view))


def rotates_by_updates(view):
    """Start each pass at `updates` modulo N - 1, which divides by 0 if N = 1."""
    N = len(view)
    while True:
        start = view.updates % (N - 1)
        yield from range(start, N)
        yield from range(start)


def takes_turns(view):
    """Alternate between the classes; this divides by 0 if one of them is empty."""
    ys = view._run.data.ys
    plus = [n for n in range(len(view)) if ys[n] > 0]
    minus = [n for n in range(len(view)) if ys[n] < 0]
    k = 0
    while True:
        yield plus[k % len(plus)]
        yield minus[k % len(minus)]
        k += 1


def looks_up_by_features(view):
    """Find examples by their features in a dict, where equal examples have one entry."""
    xs = view._run.data.scaled_xs
    index = {xs[n]: n for n in range(len(view))}
    order = sorted(index)
    while True:
        for k in range(len(view)):
            yield index[order[k]]


def divides_by_length(view):
    """Sort by a quotient that divides by 0 if |x_n|^2 = 1."""
    order = sorted(range(len(view)), key=lambda n: 100 // (view.squared_norm(n) - 1))
    while True:
        yield from order
