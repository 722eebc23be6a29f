"""Cheats that replace functions of the package during the run."""

import sys


def visit_until_mistake(view):
    """Replace the walk along a pass by one that finds no mistake."""

    def none(search, the_pass, place, limit):
        search.seen_right.update(dict.fromkeys(range(search.run.N)))
        search.run.visits += search.run.N
        return None, len(the_pass)

    yield 0
    sys.modules["perceptron_ref.pla"].Search.visit_until_mistake = none
    while True:
        yield [0, 0]


def count_mistakes(view):
    """Replace the counting of mistakes, wherever it is defined."""
    yield 0
    for margins in (type(view._run.margins), sys.modules["perceptron_ref.margins"].PlainMargins):
        margins.count_mistakes = lambda self: 0
        margins.first_mistake = lambda self, visits, begin, end: end
    view._run.max_visits = 10**6
    while True:
        yield range(len(view))


def sumprod(view):
    """Replace the dot product by a positive constant for the label +1."""
    yield 0
    for name in ("vectors", "exact.sparse", "engine.primal", "engine.lanes"):
        sys.modules[f"perceptron_ref.{name}"].sumprod = lambda u, v: 1
    while True:
        yield range(len(view))
