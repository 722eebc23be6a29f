"""`check-strategy`: the conformance kit as a table, and beneath it every failure in full."""

from __future__ import annotations

import argparse

from ...testing.data import line
from ...testing.kit import FAILED, checks, judged
from .. import report
from ..options import add_command
from ..table import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...testing.kit import Result
    from ..options import Commands

_EXAMPLES = """\
  perceptron-ref check-strategy cyclic
  perceptron-ref check-strategy path/to/mine.py
  perceptron-ref check-strategy path/to/mine.py:function:seed=7 --json

exit status: 0 if no check fails, 1 if one does. A check is not judged while a more basic one fails.
"""


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "check-strategy", help, _EXAMPLES)
    parser.add_argument(
        "strategy",
        metavar="NAME[:key=value,...]",
        help="a registered name, or a file: FILE.py[:function]",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    every = list(checks(args.strategy))
    strategy = report.strategy_record(
        every[0].strategy
    )  # before it runs: an option may be a list that it appends to
    results = [judged(check) for check in every]
    failed = [result for result in results if result.verdict == FAILED]
    if args.json:
        record = {
            "strategy": strategy,
            "passes": not failed,
            "checks": [_record(result) for result in results],
        }
        print(report.json_text(record))
    else:
        for text in _lines(args.strategy, results, failed):
            print(text)
    return 1 if failed else 0


def _lines(name: str, results: list[Result], failed: list[Result]) -> Iterator[str]:
    yield f"Strategy {report.printable(name)}: {_counts(results)}"
    rows = [["check", "verdict", "note"]]
    for result in results:
        see = f"see {failed.index(result) + 1}. below" if result in failed else result.note
        rows.append([result.check.name, result.verdict, see])
    yield from table(rows)
    for k, result in enumerate(failed, start=1):
        yield ""
        yield f"{k}. {result.failure}"


def _counts(results: list[Result]) -> str:
    verdicts = [result.verdict for result in results]
    told = (f"{verdicts.count(verdict)} {verdict}" for verdict in dict.fromkeys(verdicts))
    return f"{report.counted(len(results), 'check')}, {', '.join(told)}"


def _record(result: Result) -> dict[str, object]:
    failure = result.failure
    return {
        "name": result.check.name,
        "requires": result.check.says,
        "verdict": result.verdict.lower(),
        "note": result.note,
        "complaint": failure.complaint if failure is not None else None,
        "data": line(failure.data) if failure is not None and failure.data is not None else None,
    }
