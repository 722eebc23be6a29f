"""The conformance kit for visiting strategies.

It checks what the protocol requires, and shows a failure on the smallest of its data sets:

    from perceptron_ref.testing import check_strategy
    check_strategy("path/to/mine.py")

With pytest, which only this form needs, every check is a test of its own:

    >>> from perceptron_ref.testing import parametrize_with_checks
    >>> @parametrize_with_checks("cyclic")  # or "path/to/mine.py"
    ... def test_it_keeps_the_protocol(check):
    ...     check()

On the command line it is `perceptron-ref check-strategy path/to/mine.py`.

    kit.py          the checks, run one by one, all at once, or by pytest
    rules.py        the requirements, and how each is checked; data.py has the data sets
    under_test.py   the strategy under test, its runs here and in other processes
    recorder.py     the record of a run; randomness.py watches its random numbers
    race.py         strategies compared by cost
    golden.py       golden runs and answers
"""

from .kit import Check, CheckFailed, check_strategy, checks, parametrize_with_checks

__all__ = ["Check", "CheckFailed", "check_strategy", "checks", "parametrize_with_checks"]
