"""Broken strategies that the check `halts` catches.

On some data they never visit one of the examples again, so a mistake may be left for ever; or they
fail in a run that is longer than those of the other checks.
"""


def never_moves_on(view):
    """Always yield example 0."""
    while True:
        yield 0


def takes_zero_for_a_mistake(view):
    """Yield the example of least margin if this margin is at most 0; else yield None.

    If sign(0) is the label, a margin of 0 is no mistake, and the strategy repeats this example for
    ever.
    """
    while True:
        margins = view.margins()
        yield min(range(len(view)), key=margins.__getitem__) if min(margins) <= 0 else None


def tires(view):
    """Visit example 0 again and again; after 700 visits, raise an error."""
    while True:
        yield from range(len(view))
        if len(view) == 12:
            yield [0] * 700
            raise RuntimeError("too many visits")
