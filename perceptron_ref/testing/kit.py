"""The checks of a strategy: one by one, all at once, or as tests of pytest."""

from __future__ import annotations

from unittest import SkipTest

from ..errors import PerceptronError
from ..plugins.registry import named
from .data import line
from .rules import Finding, rules_for
from .shrinking import SECONDS
from .subject import Subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import TypeVar

    from ..dataset import Dataset
    from ..visits import Strategy
    from .rules import Rule

    Test = TypeVar("Test", bound=Callable[..., object])


NOTHING: Mapping[str, str] = {}
PASSED, FAILED, NOT_JUDGED = "passed", "FAILED", "not judged"


class CheckFailed(PerceptronError, AssertionError):
    """A strategy does not do what a check requires; the message says what it did on which data.

    complaint: what it did. data: the smallest data set found that shows it; None where several
        checks failed.
    """

    def __init__(self, message: str, complaint: str = "", data: Dataset | None = None) -> None:
        super().__init__(message)
        self.complaint, self.data = complaint, data


class Check:
    """A requirement for a strategy; a call checks it and returns a note, often "".

    name: short, with hyphens. says: what is required, in a sentence. strategy: the one checked.
    CheckFailed if the strategy fails; unittest.SkipTest, which pytest understands too, if it fails
    at something more basic on which this check builds.
    """

    def __init__(self, rule: Rule, suite: _Suite) -> None:
        self.name, self.says, self.strategy = rule.name, rule.says, suite.subject.strategy
        self._rule, self._suite = rule, suite

    def __call__(self) -> str:
        __tracebackhide__ = True  # pytest shows the test that calls, not this frame
        obstacle = self._suite.obstacle(self._rule)
        if obstacle:
            raise SkipTest(f"{obstacle} fails, on which this check builds")
        finding = self._suite.find(self._rule)
        if finding.complaint:
            raise CheckFailed(
                self._suite.told(self._rule, finding), finding.complaint, finding.data
            )
        return finding.note

    def __repr__(self) -> str:
        return f"<Check {self.name} of {self._suite.subject.name}>"


class _Suite:
    """The rules for a strategy, and the findings so far.

    complaints: of checks that were made before, by their names.
    """

    def __init__(self, subject: Subject, complaints: Mapping[str, str]) -> None:
        self.subject = subject
        self.rules = {rule.name: rule for rule in rules_for(subject.options)}
        self._found = {name: Finding(complaint) for name, complaint in complaints.items()}

    def find(self, rule: Rule) -> Finding:
        self._found[rule.name] = finding = rule.find(self.subject)
        return finding

    def obstacle(self, rule: Rule) -> str:
        """Return the name of a failing rule that this one builds on; "" if there is none."""
        for name in rule.needs:
            needed = self.rules[name]
            obstacle = self.obstacle(needed)
            if obstacle:
                return obstacle
            if (self._found.get(name) or self.find(needed)).complaint:
                return name
        return ""

    def told(self, rule: Rule, finding: Finding) -> str:
        """Return the text of a failure, with the data as a line to paste."""
        lines = [f"{rule.name}: {finding.complaint}"]
        if finding.data is not None:
            lines.append(f"data: {line(finding.data)}")
        if self.subject.options:
            lines.append(f"options: {self.subject.options_text}")
        lines.append(f"required: {rule.says}")
        return "\n    ".join(lines)


class Result:
    """The outcome of a check: verdict, a note or the reason why there is none, and the failure."""

    __slots__ = ("check", "failure", "note", "verdict")

    def __init__(
        self, check: Check, verdict: str, note: str, failure: CheckFailed | None = None
    ) -> None:
        self.check, self.verdict, self.note, self.failure = check, verdict, note, failure


def checks(strategy: str | Strategy, *, shrinking: float = SECONDS) -> Iterator[Check]:
    """Yield the checks of a strategy, the most basic ones first.

    strategy: a registered name or a file, with options as on the command line
        ("mine.py:fast:seed=3"), or any callable that takes a view. A file is judged best: it is run
        again for each run, so what the strategy remembers from one run to the next shows as that.
    shrinking: how many seconds the search for a smaller data set may take.

    >>> [check.name for check in checks("cyclic")][:3]
    ['answers', 'valid-visits', 'two-examples']
    >>> for check in checks("random-permutation:seed=7"):
    ...     if check.name == "different-seeds":
    ...         check()
    '10 seeds, 10 different orders'
    """
    yield from checks_of(Subject(strategy, shrinking))


def checks_of(subject: Subject, complaints: Mapping[str, str] = NOTHING) -> Iterator[Check]:
    """Yield the checks of a subject, but for those made before, whose complaints are given."""
    suite = _Suite(subject, complaints)
    for rule in suite.rules.values():
        if rule.name not in complaints:
            yield Check(rule, suite)


def check_strategy(strategy: str | Strategy) -> dict[str, str]:
    """Run all checks on a strategy, given as for `checks`; return the note of each by its name.

    CheckFailed, with every failure and the checks that could not be judged, if any fails.

    >>> def from_one(view):
    ...     while True:
    ...         yield from range(1, len(view) + 1)
    >>> check_strategy(from_one)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    perceptron_ref.testing.kit.CheckFailed: strategy from_one: 1 of 14 checks fail
    1. valid-visits: strategy from_one, asked for visit 1, at ...: it yielded 1; expected an int ...
        data: Dataset([[1]], [1])
    ...
    not judged: two-examples, as valid-visits fails, on which this check builds
    ...
    """
    results = [judged(check) for check in checks(strategy)]
    failures = [result.failure for result in results if result.failure is not None]
    if failures:
        raise CheckFailed(_summary(results, failures))
    return {result.check.name: result.note for result in results}


def judged(check: Check) -> Result:
    """Run a check and return its outcome."""
    try:
        return Result(check, PASSED, check())
    except CheckFailed as failure:
        return Result(check, FAILED, "", failure)
    except SkipTest as reason:
        return Result(check, NOT_JUDGED, str(reason))


def parametrize_with_checks(strategy: str | Strategy) -> Callable[[Test], Test]:
    """Return a decorator that makes a test with the parameter `check` a pytest test for each check.

    strategy: as for `checks`.

    The test calls the check:

        @parametrize_with_checks("mine.py")
        def test_it_keeps_the_protocol(check: Check) -> None:
            check()
    """
    import pytest

    every = list(checks(strategy))
    parametrize = pytest.mark.parametrize("check", every, ids=[check.name for check in every])

    def decorate(test: Test) -> Test:
        decorated: Test = parametrize(test)
        return decorated

    return decorate


def _summary(results: list[Result], failures: list[CheckFailed]) -> str:
    name = named(results[0].check.strategy).name
    lines = [f"strategy {name}: {len(failures)} of {len(results)} checks fail"]
    lines += [f"{k}. {failure}" for k, failure in enumerate(failures, start=1)]
    lines += [
        f"{NOT_JUDGED}: {result.check.name}, as {result.note}"
        for result in results
        if result.verdict == NOT_JUDGED
    ]
    return "\n".join(lines)
