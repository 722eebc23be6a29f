"""Tests of strategies, by the conformance kit and in a race of costs; and golden runs.

The kit checks the requirements of the protocol. If a strategy breaks one, the message has a small
data set that shows it:

    from perceptron_ref.testing import check_strategy
    check_strategy("path/to/mine.py")

With pytest, every check becomes a test of its own; only this form needs pytest:

    >>> from perceptron_ref.testing import parametrize_with_checks
    >>> @parametrize_with_checks("cyclic")  # or "path/to/mine.py"
    ... def test_it_keeps_the_protocol(check):
    ...     check()

The command `perceptron-ref check-strategy path/to/mine.py` runs the same checks.

    kit.py          the checks, run one by one, all at once, or by pytest
    rules.py        the requirements and their checks; data.py has the data sets
    under_test.py   the strategy under test, and its runs in this process and in others
    recorder.py     the record of a run; randomness.py detects unseeded random numbers
    race.py         a race, which compares the costs of strategies
    golden.py       golden runs and answers
"""

from .kit import Check, CheckFailed, check_strategy, checks, parametrize_with_checks

__all__ = ["Check", "CheckFailed", "check_strategy", "checks", "parametrize_with_checks"]
