"""The built-in visiting strategies, one in each file; files that begin with _ have shared code.

An installation names this package `perceptron_ref_strategies`. The function
`perceptron_ref.strategy` returns a strategy by its name, such as "cyclic". Like strategies of other
authors, these use only the public names of `perceptron_ref`.
"""
