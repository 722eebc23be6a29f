"""The visiting orders that pages compare: the five that they name, whatever else is installed."""

FIVE = ("cyclic", "random", "random-permutation", "restart", "worst-margin")
