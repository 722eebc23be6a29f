"""They change what they are given to look at."""


def better_weights(view):
    """Weights of its own."""
    while True:
        for n in range(len(view)):
            path = view._state.path
            path._asked = len(path.n), tuple(2 * w_i for w_i in path.w)
            yield n


def hides_its_cost(view):
    """Dot products that `race` shall not count."""
    while True:
        for n in range(len(view)):
            view.margin(n)
            view._state.view_dot_products = 0
            yield n


def own_rule_for_zero(view):
    """The run has its own."""
    view._state.sign_of_zero = 1
    while True:
        yield from range(len(view))


def wrong_margins(view):
    """The margins are kept between two updates, for whoever asks next."""
    while True:
        for n in range(len(view)):
            view._margins = tuple(abs(margin) for margin in view.margins())
            yield n


def turns_labels(view):
    """Data that are easier."""
    view._state.data._ys = (1,) * len(view)
    while True:
        yield from range(len(view))


def rounds_features(view):
    """The examples in the units of the data, made when they are asked for."""
    view._state.data._xs = tuple(tuple(map(int, x)) for x in view._state.data.xs)[:1]
    while True:
        yield from range(len(view))


def no_names(view):
    """What it does not need."""
    view._state.data._names = ()
    while True:
        yield from range(len(view))


def throws_weights_away(view):
    """Without weights there are no margins."""
    for n in range(len(view)):
        yield n
    view._state.margins = None
    yield None
