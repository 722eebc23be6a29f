"""Broken strategies that the check `same-visits` catches.

Their visits differ between runs with the same options.
"""

from random import Random


def without_a_seed(view):
    """Use Random(), which the operating system seeds."""
    random = Random()
    while True:
        yield int(random.random() * len(view))


def seed_is_none(view, *, seed=None):
    """Use seed=None as default, as other libraries do: each run gets a new seed."""
    random = Random(seed)
    while True:
        yield int(random.random() * len(view))


def a_set_of_texts(view):
    """Iterate over a set of texts, whose order differs between processes."""
    while True:
        yield [int(text) for text in {str(n) for n in range(len(view))}]
