"""The visiting strategies that come with perceptron_ref, one file each; installed as
`perceptron_ref_strategies`.

Nobody imports them by dotted name: ask for `perceptron_ref.strategy("cyclic")`. They use the public
names of `perceptron_ref` alone, as a strategy of yours would.
"""

NAMES = {
    "cyclic": "cyclic:cyclic",
    "random": "random_draws:random",
    "random-permutation": "random_permutation:random_permutation",
    "restart": "restart:restart",
    "worst-margin": "worst_margin:worst_margin",
}
"""Where each is, as setup.cfg registers it: a built-in name is looked up nowhere else."""
