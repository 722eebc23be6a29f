"""The five visiting orders that pages compare, whatever other strategies are installed."""

FIVE_ORDERS = ("cyclic", "random", "random-permutation", "restart", "worst-margin")
