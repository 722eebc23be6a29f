"""Cheats that change the counts of their run."""


def resets_visits(view):
    """Set the count of visits to 0."""
    while True:
        for n in range(len(view)):
            view._run.visits = 0
            yield n


def lowers_dot_products(view):
    """Set the count of the view's dot products to a negative number."""
    while True:
        for n in range(len(view)):
            view._run._view_dot_products = -(10**6)
            yield n


def resets_false_claims(view):
    """Claim that no mistake is left, and set the count of false claims to -1."""
    while True:
        yield range(len(view))
        view._run.false_claims = -1
        yield None
