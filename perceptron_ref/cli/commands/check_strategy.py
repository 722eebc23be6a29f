"""`check-strategy`: run the conformance kit, and show its verdicts and every failure in full."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from math import inf
from time import monotonic

from ...child import NoAnswer, heard, tell
from ...dataset import Dataset
from ...errors import StrategyError
from ...plugins.registry import entry_of
from ...testing.data import line
from ...testing.kit import FAILED, NOT_JUDGED, PASSED, checks_of, judged
from ...testing.rules import Rule, rules_for
from ...testing.subject import Subject
from .. import parse, report
from ..foreign import plain_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EPILOG = """\
examples:
  perceptron-ref check-strategy cyclic
  perceptron-ref check-strategy random-permutation:seed=7 --json
  perceptron-ref new-strategy hardest-first
  perceptron-ref check-strategy hardest-first/hardest_first.py

exit status: 0 if no check fails, 1 if one does. A check is not judged while a more basic one fails.
"""
SECONDS = 20.0  # that a strategy which is not ours may take to load, or for a check: most take ms
_KEYS = "name requires verdict note complaint data".split()


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "strategy",
        metavar="NAME[:key=value,...]",
        help="a registered name, or a file: FILE.py[:function]",
    )
    parse.add(parser, parse.JSON)


class Checked:
    """A strategy that is checked: the text that names it, its record, and the verdicts so far.

    results: for each check its name, what it requires, the verdict, a note, the complaint and the
        data, as plain texts; None where there is none.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.record: dict[str, object] = {}
        self.results: list[dict[str, str | None]] = []
        self.left: list[Rule] = []  # the checks that are to come
        self.begun, self._data = monotonic(), ""  # of the check that is at work

    def time_left(self, silent: float) -> float:
        """Return how many seconds are left for the check, whatever it tells; `heard` asks."""
        return inf if silent < 0 else SECONDS - (monotonic() - self.begun)

    def told(self, message: Any) -> None:
        """Note the options of the strategy, the data at work, or the outcome of a check."""
        if type(message) is dict and not self.record:
            self.record = {"name": entry_of(self.text).name, "options": message}
            self.left = rules_for(message)
            self.begun = monotonic()
        elif self.left and _is_outcome(message):
            self._judge(*message)
        elif type(message) is str:
            self._data = message
        elif type(message) is not dict:
            raise StrategyError(f"strategy {self.text} told what is no outcome of a check")

    def _judge(self, *outcome: str | None) -> None:
        rule = self.left.pop(0)
        self.results.append(dict(zip(_KEYS, (rule.name, rule.says, *outcome))))
        self.begun, self._data = monotonic(), ""

    def ended(self, how: NoAnswer) -> None:
        """Judge the check at which the strategy did not answer."""
        if not self.left:
            raise StrategyError(f"strategy {self.text} {how}")
        complaint = f"it {how}"
        if how.late:
            where = "".join(str(how).partition(", at ")[1:])
            complaint = f"it was not done within {SECONDS:g} s{where}"
        self._judge(FAILED, "", complaint, self._data or None)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    checked = Checked(args.strategy)
    is_ours = entry_of(args.strategy).built_in
    while checked.left or not checked.results:  # in another child after one without an answer
        complaints = {str(each["name"]): each["complaint"] or "" for each in checked.results}
        rest, checked.begun = partial(_check, args.strategy, complaints), monotonic()
        try:
            with closing(rest() if is_ours else heard(rest, checked.time_left)) as told:
                for message in told:
                    checked.told(message)
            if checked.left or not checked.results:  # code may feign an answer
                raise NoAnswer("said that it was done before it was checked")
        except NoAnswer as how:
            checked.ended(how)
    failed = [each for each in checked.results if each["verdict"] == FAILED]
    checks = [{**each, "verdict": str(each["verdict"]).lower()} for each in checked.results]
    record = {"strategy": checked.record, "passes": not failed, "checks": checks}
    report.show(args, record, people=_people(checked), after=_in_full(failed))
    return 1 if failed else 0


def _check(text: str, complaints: Mapping[str, str]) -> Generator[object, None, None]:
    """Make the checks that were not made yet; yield what comes of each, and tell the data."""
    at_work: list[Dataset] = []

    def lives(data: Dataset | None) -> None:
        if data is not None and not (at_work and at_work[0] is data):
            at_work[:] = [data]
            tell(line(data))

    subject = Subject(text, lives=lives)
    # told before it runs: an option may be a list that the strategy appends to
    yield plain_options(subject.strategy)
    for check in checks_of(subject, complaints):
        _, verdict, note, failure = judged(check)
        data = None if failure is None or failure.data is None else line(failure.data)
        yield [verdict, note, None if failure is None else failure.complaint, data]


def _is_outcome(message: object) -> bool:
    """Tell whether a message is an outcome, in its form: it may be feigned."""
    if not (isinstance(message, list) and len(message) == 4):
        return False
    is_text = all(type(each) in (str, type(None)) for each in message)
    return is_text and message[0] in (PASSED, FAILED, NOT_JUDGED)


def _people(checked: Checked) -> dict[str, object]:
    """Return what people are shown: the checks that were judged, and of the others how many."""
    found = [{key: each[key] for key in ("name", "verdict", "note")} for each in checked.results]
    why = Counter(each["note"] for each in found if each["verdict"] == NOT_JUDGED)
    return {
        "strategy": checked.record,
        "verdicts": dict(Counter(each["verdict"] for each in found)),
        "not judged": "; ".join(f"{number}, as {note}" for note, number in why.items()),
        "checks": [each for each in found if each["verdict"] != NOT_JUDGED],
    }


def _in_full(failed: Sequence[Mapping[str, str | None]]) -> list[str]:
    lines = []
    for each in failed:
        lines += [f"{each['name']}: {each['complaint']}", f"    required: {each['requires']}"]
        lines += [f"    data: {each['data']}"] * bool(each["data"])
    return lines
