"""Broken strategies that the check `same-visits` catches.

Their visits differ between runs with the same options.
"""

from random import Random


def draws_without_a_seed(view):
    """Use Random(), which the operating system seeds."""
    random = Random()
    while True:
        yield int(random.random() * len(view))


def takes_none_as_seed(view, *, seed=None):
    """Use seed=None as default, as other libraries do: each run gets a new seed."""
    random = Random(seed)
    while True:
        yield int(random.random() * len(view))


def iterates_over_a_set_of_strings(view):
    """Iterate over a set of strings, whose order differs between processes."""
    while True:
        yield [int(string) for string in {str(n) for n in range(len(view))}]
