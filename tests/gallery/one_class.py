"""They fail where all labels are the same; they look at labels, which the view does not offer."""


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
