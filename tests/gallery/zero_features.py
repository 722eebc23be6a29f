"""They fail where all features of an example are 0."""


def whole_ratios(view):
    """The same with whole numbers."""
    order = sorted(range(len(view)), key=lambda n: 100 // (view.squared_norm(n) - 1))
    while True:
        yield from order
