"""`check-strategy`: run the conformance kit, and show its verdicts and every failure in full."""

from __future__ import annotations

import argparse
from functools import partial

from ...child import NoAnswer, done
from ...errors import StrategyError
from ...plugins.notation import parse as parse_text
from ...plugins.registry import entry_of
from ...testing.data import line
from ...testing.kit import FAILED, NOT_JUDGED, PASSED, checks, judged
from ...testing.rules import rules_for
from .. import parse, report
from ..foreign import plain_options
from ..plan import is_ours
from ..text import aligned, counted, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ...child import Tell
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
SECONDS = 30.0  # that a check may take of a strategy that is not ours; most take some milliseconds


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
        self._left: list[Rule] = []  # the checks that are to come

    @property
    def failed(self) -> list[Judged]:
        """The checks that fail."""
        return [result for result in self.results if result.verdict == FAILED]

    def told(self, message: Any) -> bool:
        """Note the options of the strategy, then the outcome of one check after the other."""
        if not self.record and type(message) is dict:
            self.record = {"name": entry_of(parse_text(self.text)[0]).name, "options": message}
            self._left = rules_for(message)
        elif self._left and _is_outcome(message):
            self.results.append(Judged(self._left.pop(0), *message))
        else:
            raise StrategyError(f"strategy {self.text} told what is no outcome of a check")
        return True  # each check has a limit of its own

    def ended(self, how: str) -> None:
        """Judge the check whose process ended, and none after it."""
        if not self._left:
            raise StrategyError(f"strategy {self.text} {how}")
        rule, *others = self._left
        failure = f"{rule.name}: it {how}\n    required: {rule.says}"
        note = f"{rule.name} ended the process"
        self.results.append(Judged(rule, FAILED, "", failure, f"it {how}"))
        self.results += [Judged(other, NOT_JUDGED, note) for other in others]
        self._left = []

    def answered(self) -> None:
        """See that all checks were made before the process answered, which code may feign."""
        if self._left or not self.results:
            self.ended("said that it was done before it was checked")


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    checked = Checked(args.strategy)
    if is_ours(args.strategy):
        _check(args.strategy, checked.told)
    else:
        try:
            done(partial(_check, args.strategy), checked.told, seconds=SECONDS)
        except NoAnswer as how:
            checked.ended(str(how))
    checked.answered()
    report.show(args, checked, _record, _lines)
    return 1 if checked.failed else 0


def _check(text: str, tell: Tell) -> None:
    """Run every check, and tell what comes of it."""
    every = list(checks(text))
    # told before it runs: an option may be a list that the strategy appends to
    tell(plain_options(every[0].strategy))
    for check in every:
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
