"""`selftest`: replay the golden runs and proofs with the Python that runs this command."""

from __future__ import annotations

import argparse
import platform

from ...testing.golden import expected_fingerprint, fingerprint, golden_questions, golden_runs
from .. import report
from ..options import Parser
from ..requests import ReportForm

EPILOG = """\
examples:
  perceptron-ref selftest
  perceptron-ref --version

The command repeats runs and proofs whose results were recorded before. The test has passed if no
result differs; otherwise the report shows the first result that does. The two fingerprints at the
end of the report, of all results and of the recorded ones, must be equal. The recorded fingerprint
is the same under every version of Python.

exit status: 0 if nothing differs; 1 if something differs; 2 for wrong usage; 130 after Ctrl-C.
"""


def add_options(parser: Parser) -> None:
    """Declare no options: the command takes none."""


def run(args: argparse.Namespace) -> int:
    """Replay the golden runs and proofs; print the first difference and both fingerprints.

    Returns:
        The exit status: 0 if nothing differs, else 1.
    """
    cases, questions = golden_runs(), golden_questions()
    runs, answers = [case.run() for case in cases], [question.answer() for question in questions]
    differences = [line for case, run in zip(cases, runs) for line in case.differences(run)]
    for question, answer in zip(questions, answers):
        differences += question.differences(answer)
    actual, expected = fingerprint(runs, answers), expected_fingerprint()
    has_passed = not differences and actual == expected
    record: dict[str, object] = {
        "result": "passed" if has_passed else "FAILED",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "recorded runs": len(runs),
        "recorded proofs": len(answers),
        "first difference": next(iter(differences), None),
    }
    report.print_report(
        ReportForm(), record, closing_lines=[f"fingerprint {actual}", f"expected    {expected}"]
    )
    return int(not has_passed)
