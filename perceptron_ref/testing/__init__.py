"""The conformance kit for visiting strategies: what the protocol requires, checked, and told with
data that show it.

    from perceptron_ref.testing import check_strategy
    check_strategy("path/to/mine.py")

With pytest, which is needed for this form alone, every check is a test of its own:

    @parametrize_with_checks("path/to/mine.py")
    def test_it_keeps_the_protocol(check):
        check()

On the command line it is `perceptron-ref check-strategy path/to/mine.py`.

    subject.py    a strategy that is being tested, its runs and copies; recorder.py writes down what
    it does in a run judging.py    what can be wrong on one data set; data.py has the sets,
    shrinking.py finds the smallest that shows it rules.py      the table of the checks; kit.py runs
    them
"""

from .kit import Check, CheckFailed, check_strategy, checks, parametrize_with_checks

__all__ = ["Check", "CheckFailed", "check_strategy", "checks", "parametrize_with_checks"]
