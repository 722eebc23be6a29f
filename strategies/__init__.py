"""The visiting strategies that come with perceptron_ref, one file each; installed as
`perceptron_ref_strategies`.

Nobody imports them by dotted name: ask for `perceptron_ref.strategy("cyclic")`. They use the public
names of `perceptron_ref` alone, as a strategy of yours would.
"""
