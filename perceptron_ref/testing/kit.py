"""Check a strategy: run one check at a time, all checks at once, or each check as a pytest test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from unittest import SkipTest

from ..errors import PerceptronError, quote
from ..type_checking import TYPE_CHECKING
from .data import python_expression
from .rules import RULES, Finding, Rule, applicable_rules
from .under_test import StrategyUnderTest

if TYPE_CHECKING:
    from typing import TypeVar

    from ..dataset import Dataset
    from ..plugins.registry import BoundStrategy
    from ..visits import Strategy

    Test = TypeVar("Test", bound=Callable[..., object])


PASSED, FAILED, NOT_JUDGED = "passed", "FAILED", "not judged"


class CheckFailed(PerceptronError, AssertionError):
    """A strategy breaks a requirement.

    The message has the complaint, the data, the options and the requirement.

    Attributes:
        complaint: The description of what the strategy did wrong; "" if `check_strategy` raised
            this error, whose message describes all failures.
        data: The smallest data set of this check that shows it; None if `check_strategy` raised
            this error.
    """

    complaint: str
    data: Dataset | None

    def __init__(self, message: str, complaint: str = "", data: Dataset | None = None) -> None:
        super().__init__(message)
        self.complaint, self.data = complaint, data


class Check:
    """The check of one requirement. A call runs the check and returns a note, often "".

    The checks `answers`, `valid-visits` and `same-visits` are basic: a strategy that fails one of
    them is not judged by the checks after it. So the first call also runs the basic checks before
    this one that have no result yet. A later call gives the same result at once.

    A call raises CheckFailed if the strategy breaks the requirement. It raises unittest.SkipTest,
    which pytest understands, if the strategy fails a basic check before this one.

    The strategy runs in this process, so it can end the process by a crash, or loop without a
    `yield` for ever. For such a strategy use the command `perceptron-ref check-strategy`.

    Attributes:
        name: A short name, with hyphens.
        says: The requirement in one or more sentences.
        strategy: The strategy, with its options.
    """

    name: str
    says: str
    strategy: BoundStrategy

    def __init__(
        self, rule: Rule, subject: StrategyUnderTest, findings: dict[str, Finding]
    ) -> None:
        self.name, self.says = rule.name, rule.requirement
        self.strategy = subject.strategy
        self._rule, self._subject, self._findings = rule, subject, findings

    def __call__(self) -> str:
        __tracebackhide__ = True  # so pytest shows the test that calls this, not this frame
        for rule in RULES[: RULES.index(self._rule)]:
            if rule.is_basic and self._finding_of(rule).complaint:
                raise SkipTest(f"{rule.name} fails")
        complaint, data, note = self._finding_of(self._rule)
        if complaint:
            lines = [f"{self.name}: {complaint}"]
            lines += [] if data is None else [f"data: {python_expression(data)}"]
            options = [f"{key}={quote(value)}" for key, value in self._subject.options.items()]
            lines += [f"options: {', '.join(options)}"] * bool(options)
            raise CheckFailed("\n    ".join([*lines, f"required: {self.says}"]), complaint, data)
        return note

    def _finding_of(self, rule: Rule) -> Finding:
        """Return the finding of a rule. All checks that one call of `checks` yields share it."""
        if rule.name not in self._findings:
            self._findings[rule.name] = rule.check(self._subject)
        return self._findings[rule.name]

    def __repr__(self) -> str:
        return f"<Check {self.name} of {self._subject.name}>"


def checks(strategy: str | Strategy) -> Iterator[Check]:
    """Yield the checks of a strategy, each after the basic checks on which it depends.

    Args:
        strategy: A registered name or a file, with options as on the command line
            ("mine.py:fast:seed=3"), or any callable that takes a view. Prefer a file: only a file
            can be loaded anew, so that two runs share no state. So only with a file do the checks
            find out whether the strategy keeps state in its module.

    Raises:
        StrategyError: If the strategy cannot be loaded.

    >>> [check.name for check in checks("cyclic")][:3]
    ['answers', 'valid-visits', 'closes']
    >>> for check in checks("random-permutation:seed=7"):
    ...     if check.name == "different-seeds":
    ...         check()
    '10 seeds give 10 different runs'
    """
    yield from remaining_checks(StrategyUnderTest(strategy))


def remaining_checks(
    subject: StrategyUnderTest, known_results: Mapping[str, str] = {}
) -> Iterator[Check]:
    """Yield the checks of a strategy that have no result yet.

    Args:
        subject: The strategy.
        known_results: The results so far by the name of the check: a complaint, or "" if it passed.
    """
    findings = {name: Finding(complaint) for name, complaint in known_results.items()}
    for rule in applicable_rules(subject.options):
        if rule.name not in known_results:
            yield Check(rule, subject, findings)


def check_strategy(strategy: str | Strategy) -> dict[str, str]:
    """Run all checks on a strategy; return the note of each check by its name.

    Args:
        strategy: See `checks`.

    Raises:
        CheckFailed: If a check fails. The message describes every failure, and names the checks
            that were not judged.
        StrategyError: If the strategy cannot be loaded.

    >>> def from_one(view):
    ...     while True:
    ...         yield from range(1, len(view) + 1)
    >>> check_strategy(from_one)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    perceptron_ref.testing.kit.CheckFailed: strategy from_one: of 8 checks, 1 failed, 6 not judged
    1. valid-visits: strategy from_one, asked for visit 1, at ...: it yielded 1; expected the ...
        data: Dataset([[1]], [1])
    ...
    not judged: closes, because valid-visits fails
    ...
    """
    subject = StrategyUnderTest(strategy)
    results = [(check.name, *run_check(check)) for check in remaining_checks(subject)]
    failures = [failure for *_, failure in results if failure is not None]
    if not failures:
        return {name: note for name, _, note, _ in results}
    not_judged = [(name, note) for name, verdict, note, _ in results if verdict == NOT_JUDGED]
    counts = f"{len(failures)} failed" + f", {len(not_judged)} not judged" * bool(not_judged)
    lines = [f"strategy {subject.name}: of {len(results)} checks, {counts}"]
    lines += [f"{k}. {failure}" for k, failure in enumerate(failures, start=1)]
    lines += [f"{NOT_JUDGED}: {name}, because {note}" for name, note in not_judged]
    raise CheckFailed("\n".join(lines))


def run_check(check: Check) -> tuple[str, str, CheckFailed | None]:
    """Run a check; return its verdict, its note, and its failure or None.

    The note of a check that was not judged is the reason.
    """
    try:
        return PASSED, check(), None
    except CheckFailed as failure:
        return FAILED, "", failure
    except SkipTest as reason:
        return NOT_JUDGED, str(reason), None


def parametrize_with_checks(strategy: str | Strategy) -> Callable[[Test], Test]:
    """Return a decorator that runs a pytest test once for each check.

    The test has a parameter `check`, and calls it.

    Args:
        strategy: See `checks`.

    >>> @parametrize_with_checks("cyclic")  # or "mine.py"
    ... def test_it_keeps_the_protocol(check: Check) -> None:
    ...     check()
    """
    import pytest

    all_checks = list(checks(strategy))
    names = [check.name for check in all_checks]
    mark: Callable[[Test], Test] = pytest.mark.parametrize("check", all_checks, ids=names)
    return mark
