"""`selftest`: replay the golden runs on this very interpreter."""

from __future__ import annotations

import argparse
import platform
from contextlib import suppress

from ...testing.golden import EXPECTED, cases, fingerprint, questions
from .. import parse, report
from ..progress import STOPPED, Progress
from ..text import counted

EPILOG = """\
examples:
  perceptron-ref selftest
  perceptron-ref selftest --max-seconds 60

Every Python finds the same fingerprint.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add(parser, parse.MAX_SECONDS)


def run(args: argparse.Namespace) -> int:
    """Replay the golden runs and proofs; print what differs first, and their fingerprint.

    Return the exit status: 0 if nothing differs; 3 when the time is up before all are replayed.
    """
    golden, asked = cases(), questions()
    runs, answers, different = [], [], []
    with Progress(args.max_seconds) as progress, suppress(StopIteration):
        for case in golden:
            runs.append(case.run())
            different += case.differences(runs[-1])
            progress.reached(counted(len(runs), "golden run"))
        for question in asked:
            answers.append(question.answer())
            different += question.differences(answers[-1])
            progress.reached(counted(len(answers), "golden proof"))
    found = fingerprint(runs, answers)
    record: dict[str, object] = {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "golden runs": f"{len(runs)} of {len(golden)}",
        "golden proofs": f"{len(answers)} of {len(asked)}",
        "first difference": next(iter(different), None),
        "stopped": "max_seconds" if progress.stopped else None,
    }
    after = [] if progress.stopped else [f"fingerprint {found}", f"expected    {EXPECTED}"]
    report.show(args, record, after=after)
    if different or found != EXPECTED and not progress.stopped:
        return 1
    return STOPPED if progress.stopped else 0
