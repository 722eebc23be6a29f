"""The visiting strategies that come with perceptron_ref, one file each; installed as
`perceptron_ref_strategies`.

`perceptron_ref.strategy("cyclic")` returns one by its name. Like a strategy of yours, they use only
the public names of `perceptron_ref`.
"""

NAMES = {
    "cyclic": "cyclic:cyclic",
    "random": "random_draws:random",
    "random-permutation": "random_permutation:random_permutation",
    "restart": "restart:restart",
    "worst-margin": "worst_margin:worst_margin",
}
"""Where each is, as setup.cfg registers it: a built-in name is looked up nowhere else."""
