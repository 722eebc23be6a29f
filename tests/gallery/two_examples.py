"""They fail where there are two examples."""


def strides(view):
    """Steps of lengths that change; there is none where N = 2."""
    N = len(view)
    n = 0
    while True:
        for _ in range(N):
            yield n
            n = (n + 1) % N
        n = (n + view.updates % (N - 2)) % N


def refuses_two(view):
    """It says so, but it should not."""
    if len(view) == 2:
        raise ValueError("too few examples")
    while True:
        yield from range(len(view))
