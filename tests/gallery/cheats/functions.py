"""Cheats that replace functions of the package during the run."""

import sys


def replaces_visit_until_mistake(view):
    """Replace `visit_until_mistake` with a function that finds no mistake."""

    def find_nothing(search, the_pass, place, limit):
        search.seen_right.update(range(search.run.N))
        search.run.visits += search.run.N
        return None, len(the_pass)

    yield 0
    sys.modules["perceptron_ref.pla"].Search.visit_until_mistake = find_nothing
    while True:
        yield [0, 0]


def replaces_count_mistakes(view):
    """Replace the search for mistakes and their count in both classes of margins.

    The limit of visits becomes a million.
    """
    yield 0
    for margins in (type(view._run.margins), sys.modules["perceptron_ref.margins"].PlainMargins):
        margins.count_mistakes = lambda self: 0
        margins.first_mistake = lambda self, visits, begin, end: end
    view._run.max_visits = 10**6
    while True:
        yield range(len(view))


def replaces_sumprod(view):
    """Replace the dot product with the constant 1, in every module of the package that uses it."""
    yield 0
    for name, module in [*sys.modules.items()]:
        if name.startswith("perceptron_ref.") and hasattr(module, "sumprod"):
            module.sumprod = lambda u, v: 1
    while True:
        yield range(len(view))
