"""They are different every time, whatever their options say."""

from random import Random


def without_a_seed(view):
    """Random() begins where the operating system says."""
    random = Random()
    while True:
        yield int(random.random() * len(view))


def seed_is_none(view, *, seed=None):
    """The default of other libraries: None is a new seed every time."""
    random = Random(seed)
    while True:
        yield int(random.random() * len(view))


def a_set_of_texts(view):
    """A set of texts has another order in every process."""
    while True:
        yield [int(text) for text in {str(n) for n in range(len(view))}]
