"""`check-strategy`: run the conformance kit, and show its verdicts and every failure in full."""

from __future__ import annotations

import argparse

from ...testing.data import line
from ...testing.kit import FAILED, checks, judged
from .. import parse, report
from ..text import aligned, counted, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...testing.kit import Result

EPILOG = """\
examples:
  perceptron-ref check-strategy cyclic
  perceptron-ref check-strategy path/to/mine.py
  perceptron-ref check-strategy path/to/mine.py:function:seed=7 --json

exit status: 0 if no check fails, 1 if one does. A check is not judged while a more basic one fails.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "strategy",
        metavar="NAME[:key=value,...]",
        help="a registered name, or a file: FILE.py[:function]",
    )
    parse.add_json(parser)


class Checked:
    """A strategy that was checked: the text that names it, its record, and the verdicts."""

    def __init__(self, text: str) -> None:
        self.text, every = text, list(checks(text))
        # made before it runs: an option may be a list that the strategy appends to
        self.record = report.strategy_record(every[0].strategy)
        self.results = [judged(check) for check in every]
        self.failed = [result for result in self.results if result.verdict == FAILED]


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    checked = Checked(args.strategy)
    report.show(args, checked, _record, _lines)
    return 1 if checked.failed else 0


def _lines(checked: Checked) -> Iterator[str]:
    yield f"Strategy {printable(checked.text)}: {_counts(checked.results)}"
    rows = [["check", "verdict", "note"]]
    for result in checked.results:
        failed = result.verdict == FAILED
        see = f"see {checked.failed.index(result) + 1}. below" if failed else result.note
        rows.append([result.check.name, result.verdict, see])
    yield from aligned(rows)
    for k, result in enumerate(checked.failed, start=1):
        yield ""
        yield f"{k}. {result.failure}"


def _counts(results: list[Result]) -> str:
    verdicts = [result.verdict for result in results]
    tallies = (f"{verdicts.count(verdict)} {verdict}" for verdict in dict.fromkeys(verdicts))
    return f"{counted(len(results), 'check')}, {', '.join(tallies)}"


def _record(checked: Checked) -> dict[str, object]:
    return {
        "strategy": checked.record,
        "passes": not checked.failed,
        "checks": [_result_record(result) for result in checked.results],
    }


def _result_record(result: Result) -> dict[str, object]:
    failure = result.failure
    data = None if failure is None else failure.data
    return {
        "name": result.check.name,
        "requires": result.check.says,
        "verdict": result.verdict.lower(),
        "note": result.note,
        "complaint": None if failure is None else failure.complaint,
        "data": None if data is None else line(data),
    }
