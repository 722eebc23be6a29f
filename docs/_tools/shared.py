"""The names of five orders, and a data set, that several pages share."""

from __future__ import annotations

from perceptron_ref import Dataset, example

# listed here, so that pages stay the same whatever other strategies are installed
FIVE_ORDERS = ("cyclic", "random", "random-permutation", "restart", "worst-margin")


def applicants_with_units() -> Dataset:
    """Return the set `credit-2d` with readable feature names, which include the unit.

    >>> applicants_with_units().names
    ('salary in 100,000 NT$', 'debt in 100,000 NT$')
    """
    data = example("credit-2d")
    labels = [data.labels[y > 0] for y in data.ys]
    names = [f"{quantity} in 100,000 NT$" for quantity in ("salary", "debt")]
    return Dataset([x[1:] for x in data.xs], labels, names=names, positive=data.labels[True])
