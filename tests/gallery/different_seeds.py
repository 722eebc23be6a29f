"""Broken strategies that the check `different-seeds` catches.

Seeds other than 0 change nothing, or are refused.
"""


def ignores_seed(view, *, seed: int = 0):
    """Visit in a cycle, whatever the seed."""
    while True:
        yield from range(len(view))


def refuses_other_seeds(view, *, seed: int = 0):
    """Refuse every seed but 0."""
    if seed != 0:
        raise ValueError("try 0")
    while True:
        yield from range(len(view))
