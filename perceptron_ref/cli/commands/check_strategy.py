"""`check-strategy`: run the conformance kit, and show its verdicts and every failure in full."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from functools import partial
from math import inf
from time import monotonic

from ...child import NoAnswer, heard, tell
from ...dataset import Dataset
from ...errors import StrategyError
from ...testing.data import line
from ...testing.kit import FAILED, NOT_JUDGED, PASSED, checks_of, judged
from ...testing.rules import Rule, rules_for
from ...testing.subject import Subject
from .. import parse, report
from ..foreign import plain_options
from ..progress import Progress

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
_VERDICTS = [PASSED], [FAILED], [NOT_JUDGED]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "strategy",
        metavar="NAME[:key=value,...]",
        help="a registered name, or a file: FILE.py[:function]",
    )
    parse.add(parser, parse.JSON)


class Checked:
    """A strategy that is checked: the text that names it, its options, and the outcomes so far.

    results: for each check its name, what it requires, the verdict, a note, the complaint and the
        data, as plain texts; None where there is none.
    """

    def __init__(self, text: str, progress: Progress) -> None:
        self.text, self.progress = text, progress
        self.options: dict[str, object] | None = None  # until it is loaded
        self.results: list[dict[str, str | None]] = []
        self.left: list[Rule] = []  # the checks that are to come
        self.begun, self._data = monotonic(), ""  # of the check that is at work

    def check(self) -> None:
        """Make the checks in a child, and in another one after a check without an answer."""
        while self.left or self.options is None:
            complaints = {str(each["name"]): each["complaint"] or "" for each in self.results}
            self.begun = monotonic()
            try:
                with heard(partial(_check, self.text, complaints), self.time_left) as told:
                    for message in told:
                        self.hear(message)
                if self.left or self.options is None:  # code may feign an answer
                    raise NoAnswer("said that it was done before it was checked")
            except NoAnswer as how:
                self.end(how)

    def time_left(self, silent: float) -> float:
        """Return how many seconds are left for the check, whatever it tells; `heard` asks."""
        self.progress.begins(f"check {self.left[0].name}" if self.left else "loading")
        return inf if silent < 0 else SECONDS - (monotonic() - self.begun)

    def hear(self, message: Any) -> None:
        """Note the options of the strategy, the data at work, or the outcome of a check."""
        if type(message) is dict:
            if self.options is None:
                self.options, self.left, self.begun = message, rules_for(message), monotonic()
        elif type(message) is str:
            self._data = message
        elif self.left and type(message) is list and message[:1] in _VERDICTS and len(message) == 4:
            self._judge(*(each if each is None else str(each) for each in message))
        else:
            raise StrategyError(f"strategy {self.text} told what is no outcome of a check")

    def end(self, how: NoAnswer) -> None:
        """Judge the check at which the strategy did not answer."""
        if not self.left:
            raise StrategyError(f"strategy {self.text} {how}")
        complaint = f"it {how}"
        if how.late:
            place = "".join(str(how).partition(", at ")[1:])
            complaint = f"it was not done within {SECONDS:g} s{place}"
        self._judge(FAILED, "", complaint, self._data or None)

    def _judge(self, *outcome: str | None) -> None:
        rule = self.left.pop(0)
        self.results.append(dict(zip(_KEYS, (rule.name, rule.says, *outcome))))
        self.begun, self._data = monotonic(), ""


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    entry = parse.entry(args.strategy)
    parse.note_claims(entry)
    with Progress() as progress:
        checked = Checked(args.strategy, progress)
        checked.check()
    failed = [each for each in checked.results if each["verdict"] == FAILED]
    checks = [{**each, "verdict": str(each["verdict"]).lower()} for each in checked.results]
    strategy = {"name": entry.name, "options": checked.options}
    record = {"strategy": strategy, "passes": not failed, "checks": checks}
    report.show(args, record, people=_people(strategy, checked), after=_in_full(failed))
    return 1 if failed else 0


def _check(text: str, complaints: Mapping[str, str]) -> Generator[object, None, None]:
    """Make the checks that were not made yet; yield what comes of each, and tell the data."""
    at_work: list[Dataset | None] = [None]

    def lives(data: Dataset) -> None:
        if data is not at_work[0]:
            at_work[0] = data
            tell(line(data))

    subject = Subject(text, lives=lives)
    # told before it runs: an option may be a list that the strategy appends to
    yield plain_options(subject.strategy)
    for check in checks_of(subject, complaints):
        verdict, note, failure = judged(check)
        complaint, data = (failure.complaint, failure.data) if failure else (None, None)
        yield [verdict, note, complaint, None if data is None else line(data)]


def _people(strategy: object, checked: Checked) -> dict[str, object]:
    """Return what people are shown: the checks that were judged, and of the others how many."""
    found = [{key: each[key] for key in ("name", "verdict", "note")} for each in checked.results]
    why = Counter(each["note"] for each in found if each["verdict"] == NOT_JUDGED)
    return {
        "strategy": strategy,
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
