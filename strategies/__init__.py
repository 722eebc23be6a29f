"""The visiting strategies that come with perceptron_ref, one file each; installed as
`perceptron_ref_strategies`.

`perceptron_ref.strategy("cyclic")` returns one by its name. Like a strategy of yours, they use only
the public names of `perceptron_ref`.
"""
