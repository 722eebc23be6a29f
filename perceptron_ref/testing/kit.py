"""The checks of a strategy: one by one, all at once, or as tests of pytest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar
from unittest import SkipTest

from ..errors import PerceptronError, quote
from .data import line
from .rules import RULES, Finding, Rule, rules_for
from .subject import Subject

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..plugins.registry import BoundStrategy
    from ..visits import Strategy

    Test = TypeVar("Test", bound=Callable[..., object])


PASSED, FAILED, NOT_JUDGED = "passed", "FAILED", "not judged"


class CheckFailed(PerceptronError, AssertionError):
    """A strategy does not do what a check requires; the message says what it did on which data.

    complaint: what it did. data: the smallest of ours that shows it; None where several
        checks failed.
    """

    complaint: str
    data: Dataset | None

    def __init__(self, message: str, complaint: str = "", data: Dataset | None = None) -> None:
        super().__init__(message)
        self.complaint, self.data = complaint, data


class Check:
    """A requirement for a strategy; a call checks it and returns a note, often "".

    name: short, with hyphens. says: what is required, in a sentence. strategy: the one checked.
    CheckFailed if the strategy fails; unittest.SkipTest, which pytest understands too, if it fails
    at something more basic on which this check builds.
    """

    name: str
    says: str
    strategy: BoundStrategy

    def __init__(self, rule: Rule, subject: Subject, found: dict[str, Finding]) -> None:
        self.name, self.says, self.strategy = rule.name, rule.says, subject.strategy
        self._rule, self._subject, self._found = rule, subject, found

    def __call__(self) -> str:
        __tracebackhide__ = True  # pytest shows the test that calls, not this frame
        for basic in RULES[: RULES.index(self._rule)]:
            if basic.is_basic and self._finding(basic).complaint:
                raise SkipTest(f"{basic.name} fails, on which this check builds")
        complaint, data, note = self._finding(self._rule)
        if complaint:
            lines = [f"{self.name}: {complaint}"]
            lines += [] if data is None else [f"data: {line(data)}"]
            options = [f"{key}={quote(each)}" for key, each in self._subject.options.items()]
            lines += [f"options: {', '.join(options)}"] * bool(options)
            raise CheckFailed("\n    ".join([*lines, f"required: {self.says}"]), complaint, data)
        return note

    def _finding(self, rule: Rule) -> Finding:
        if rule.name not in self._found:
            self._found[rule.name] = rule.find(self._subject)
        return self._found[rule.name]

    def __repr__(self) -> str:
        return f"<Check {self.name} of {self._subject.name}>"


def checks(strategy: str | Strategy) -> Iterator[Check]:
    """Yield the checks of a strategy, the most basic ones first.

    strategy: a registered name or a file, with options as on the command line
        ("mine.py:fast:seed=3"), or any callable that takes a view. A file is judged best: it is run
        again for each run, so what the strategy remembers from one run to the next shows as that.

    >>> [check.name for check in checks("cyclic")][:3]
    ['answers', 'valid-visits', 'closes']
    >>> for check in checks("random-permutation:seed=7"):
    ...     if check.name == "different-seeds":
    ...         check()
    '10 seeds, 10 different orders'
    """
    yield from checks_of(Subject(strategy))


def checks_of(subject: Subject, complaints: Mapping[str, str] = {}) -> Iterator[Check]:
    """Yield the checks of a subject, but for those made before, whose complaints are given."""
    found = {name: Finding(complaint) for name, complaint in complaints.items()}
    for rule in rules_for(subject.options):
        if rule.name not in complaints:
            yield Check(rule, subject, found)


def check_strategy(strategy: str | Strategy) -> dict[str, str]:
    """Run all checks on a strategy, given as for `checks`; return the note of each by its name.

    CheckFailed, with every failure and the checks that could not be judged, if any fails.

    >>> def from_one(view):
    ...     while True:
    ...         yield from range(1, len(view) + 1)
    >>> check_strategy(from_one)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    perceptron_ref.testing.kit.CheckFailed: strategy from_one: 1 of 8 checks fail
    1. valid-visits: strategy from_one, asked for visit 1, at ...: it yielded 1; expected an int ...
        data: Dataset([[1]], [1])
    ...
    not judged: closes, as valid-visits fails, on which this check builds
    ...
    """
    subject = Subject(strategy)
    results = [(check.name, *judged(check)) for check in checks_of(subject)]
    failures = [failure for *_, failure in results if failure is not None]
    if not failures:
        return {name: note for name, _, note, _ in results}
    lines = [f"strategy {subject.name}: {len(failures)} of {len(results)} checks fail"]
    lines += [f"{k}. {failure}" for k, failure in enumerate(failures, start=1)]
    lines += [f"{each}: {name}, as {note}" for name, each, note, _ in results if each == NOT_JUDGED]
    raise CheckFailed("\n".join(lines))


def judged(check: Check) -> tuple[str, str, CheckFailed | None]:
    """Run a check; return its verdict, a note or the reason why there is none, and the failure."""
    try:
        return PASSED, check(), None
    except CheckFailed as failure:
        return FAILED, "", failure
    except SkipTest as reason:
        return NOT_JUDGED, str(reason), None


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
    names = [check.name for check in every]
    mark: Callable[[Test], Test] = pytest.mark.parametrize("check", every, ids=names)
    return mark
