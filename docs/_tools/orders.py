"""What pages on visiting orders compare: five orders, and a data set with names in words."""

from __future__ import annotations

from perceptron_ref import Dataset, example

# named here, so that pages stay the same whatever other strategies are installed
FIVE_ORDERS = ("cyclic", "random", "random-permutation", "restart", "worst-margin")


def applicants_in_words() -> Dataset:
    """Return the set `credit-2d` with feature names that are words with a unit.

    >>> applicants_in_words().names
    ('salary in 100,000 NT$', 'debt in 100,000 NT$')
    """
    data = example("credit-2d")
    labels = [data.labels[y > 0] for y in data.ys]
    names = [f"{quantity} in 100,000 NT$" for quantity in ("salary", "debt")]
    return Dataset([x[1:] for x in data.xs], labels, names=names, positive=data.labels[True])
