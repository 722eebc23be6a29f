"""Check strategies, race them, and compare runs with recorded ones.

The conformance kit checks that a strategy keeps the protocol of docs/write-a-strategy.md. If the
strategy breaks a requirement, the message has a small data set that shows it:

    from perceptron_ref.testing import check_strategy
    check_strategy("path/to/mine.py")

With pytest, every check becomes a separate test. Only this form needs pytest:

    >>> from perceptron_ref.testing import parametrize_with_checks
    >>> @parametrize_with_checks("cyclic")  # or "path/to/mine.py"
    ... def test_it_keeps_the_protocol(check):
    ...     check()

The command `perceptron-ref check-strategy path/to/mine.py` runs the same checks.

    kit.py          runs the checks one by one, all at once, or with pytest
    rules.py        has the requirements and their checks
    data.py         has the data sets of the checks
    under_test.py   runs the strategy under test, in this process and in others
    recorder.py     records a run
    randomness.py   detects unseeded random numbers
    race.py         compares the costs of strategies
    golden.py       has golden runs and answers, whose results are recorded
"""

from .kit import Check, CheckFailed, check_strategy, checks, parametrize_with_checks

__all__ = ["Check", "CheckFailed", "check_strategy", "checks", "parametrize_with_checks"]
