"""They fail where examples are repeated; they look at features, which the view does not offer."""


def sorted_features(view):
    """By size; a dict knows equal examples only once."""
    xs = view._run.data.scaled_xs
    index = {xs[n]: n for n in range(len(view))}
    order = sorted(index)
    while True:
        for k in range(len(view)):
            yield index[order[k]]
