"""`check-strategy`: run the conformance kit, and show its verdicts and every failure in full."""

from __future__ import annotations

import argparse
from functools import partial
from time import monotonic

from ...child import NoAnswer, done
from ...errors import StrategyError
from ...plugins.registry import entry_of
from ...testing.data import line
from ...testing.kit import FAILED, NOT_JUDGED, PASSED, checks_of, judged
from ...testing.rules import rules_for
from ...testing.subject import Subject
from .. import parse, report
from ..foreign import plain_options
from ..text import aligned, counted, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from ...child import Tell
    from ...dataset import Dataset
    from ...testing.kit import Result
    from ...testing.rules import Rule

EPILOG = """\
examples:
  perceptron-ref check-strategy cyclic
  perceptron-ref check-strategy random-permutation:seed=7 --json
  perceptron-ref new-strategy hardest-first
  perceptron-ref check-strategy hardest-first/hardest_first.py

exit status: 0 if no check fails, 1 if one does. A check is not judged while a more basic one fails.
"""
SILENT = 5.0  # seconds until a strategy that is not ours answers: to load, or with a visit
SLOW = 30.0  # seconds that a check of it may take; most take some milliseconds
_OFTEN = 0.1  # seconds between two signs of life


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "strategy",
        metavar="NAME[:key=value,...]",
        help="a registered name, or a file: FILE.py[:function]",
    )
    parse.add_json(parser)


class Judged:
    """The outcome of a check in plain texts, which can be sent from process to process.

    failure: the failure in full; complaint, data: the parts of it; None where there is none.
    """

    def __init__(
        self,
        rule: Rule,
        verdict: str,
        note: str,
        failure: str = "",
        complaint: str | None = None,
        data: str | None = None,
    ) -> None:
        self.name, self.requires, self.verdict, self.note = rule.name, rule.says, verdict, note
        self.failure, self.complaint, self.data = failure, complaint, data


class Checked:
    """A strategy that is checked: the text that names it, its record, and the verdicts so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.record: dict[str, object] = {}
        self.results: list[Judged] = []
        self.left: list[Rule] = []  # the checks that are to come
        self._begun, self._data = monotonic(), ""  # of the check that is at work

    @property
    def failed(self) -> list[Judged]:
        """The checks that fail."""
        return [result for result in self.results if result.verdict == FAILED]

    @property
    def complaints(self) -> dict[str, str]:
        """The complaints of the checks that were made, by their names."""
        return {result.name: result.complaint or "" for result in self.results}

    def told(self, message: Any) -> bool:
        """Note the options of the strategy, the data at work, or the outcome of a check.

        Each is a sign of life; `NoAnswer` ends a check that takes too long all the same.
        """
        if type(message) is dict and not self.record:
            self.record = {"name": entry_of(self.text).name, "options": message}
            self.left = rules_for(message)
            self._begun = monotonic()
        elif self.left and _is_outcome(message):
            self._judge(*message)
        elif monotonic() - self._begun > SLOW:
            raise NoAnswer(f"is too slow: the check was not done within {SLOW:g} s")
        elif type(message) is str:
            self._data = message
        elif type(message) is not dict:
            raise StrategyError(f"strategy {self.text} told what is no outcome of a check")
        return True

    def _judge(self, *outcome: Any) -> None:
        self.results.append(Judged(self.left.pop(0), *outcome))
        self._begun, self._data = monotonic(), ""

    def ended(self, how: NoAnswer) -> None:
        """Judge the check at which the strategy did not answer."""
        if not self.left:
            raise StrategyError(f"strategy {self.text} {how}{how.at}")
        rule, data = self.left[0], self._data
        lines = [f"{rule.name}: it {how}{how.at}", *[f"data: {data}"] * bool(data)]
        failure = "\n    ".join([*lines, f"required: {rule.says}"])
        self._judge(FAILED, "", failure, f"it {how}{how.at}", data or None)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    checked = Checked(args.strategy)
    if entry_of(args.strategy).built_in:
        _check(args.strategy, {}, checked.told)
    else:
        _check_in_children(checked)
    report.show(args, checked, _record, _lines)
    return 1 if checked.failed else 0


def _check_in_children(checked: Checked) -> None:
    """Make all checks, in another child after one that did not answer."""
    while checked.left or not checked.results:
        try:
            done(partial(_check, checked.text, checked.complaints), checked.told, seconds=SILENT)
            if checked.left or not checked.results:  # code may feign an answer
                raise NoAnswer("said that it was done before it was checked")
        except NoAnswer as how:
            checked.ended(how)


def _check(text: str, complaints: Mapping[str, str], tell: Tell) -> None:
    """Make the checks that were not made yet; tell signs of life and what comes of them."""
    due, last = 0.0, None

    def lives(data: Dataset | None) -> None:
        nonlocal due, last
        if data is not last or monotonic() >= due:
            tell("" if data is None else line(data))
            due, last = monotonic() + _OFTEN, data

    subject = Subject(text, lives=lives)
    # told before it runs: an option may be a list that the strategy appends to
    tell(plain_options(subject.strategy))
    for check in checks_of(subject, complaints):
        tell(_outcome(judged(check)))


def _outcome(result: Result) -> list[str | None]:
    failure = result.failure
    if failure is None:
        return [result.verdict, result.note, "", None, None]
    data = None if failure.data is None else line(failure.data)
    return [result.verdict, result.note, str(failure), failure.complaint, data]


def _is_outcome(message: object) -> bool:
    """Tell whether a message is what `_outcome` returns, in its form: it may be feigned."""
    if not (isinstance(message, list) and len(message) == 5):
        return False
    texts, maybe = message[:3], message[3:]
    plain = {*map(type, texts)} == {str} and {*map(type, maybe)} <= {str, type(None)}
    return plain and texts[0] in (PASSED, FAILED, NOT_JUDGED)


def _lines(checked: Checked) -> Iterator[str]:
    yield f"Strategy {printable(checked.text)}: {_counts(checked.results)}"
    rows = [["check", "verdict", "note"]]
    for result in checked.results:
        failed = result.verdict == FAILED
        see = f"see {checked.failed.index(result) + 1}. below" if failed else result.note
        rows.append([result.name, result.verdict, see])
    yield from aligned(rows)
    for k, result in enumerate(checked.failed, start=1):
        yield ""
        yield from f"{k}. {result.failure}".split("\n")


def _counts(results: list[Judged]) -> str:
    verdicts = [result.verdict for result in results]
    tallies = (f"{verdicts.count(verdict)} {verdict}" for verdict in dict.fromkeys(verdicts))
    return f"{counted(len(results), 'check')}, {', '.join(tallies)}"


def _record(checked: Checked) -> dict[str, object]:
    return {
        "strategy": checked.record,
        "passes": not checked.failed,
        "checks": [_result_record(result) for result in checked.results],
    }


def _result_record(result: Judged) -> dict[str, object]:
    keys = ("name", "requires", "verdict", "note", "complaint", "data")
    return {**{key: getattr(result, key) for key in keys}, "verdict": result.verdict.lower()}
