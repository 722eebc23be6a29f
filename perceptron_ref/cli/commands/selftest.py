"""`selftest`: replay the golden runs on this very interpreter."""

from __future__ import annotations

import argparse
import platform

from ...testing.golden import EXPECTED, Case, Question, cases, fingerprint, questions
from .. import parse
from ..progress import STOPPED, Progress
from ..terminal import say
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
    """Run the command; return its exit status."""
    with Progress(args.max_seconds) as progress:
        return replay(cases(), questions(), EXPECTED, progress)


def replay(golden: list[Case], asked: list[Question], expected: str, progress: Progress) -> int:
    """Print the fingerprint of golden runs and proofs, the one expected, and what differs first.

    Return the exit status: 0 if nothing differs; 3 when the time is up before all are replayed.
    """
    runs, answers, different = [], [], []
    try:
        for case in golden:
            runs.append(case.run())
            different += case.differences(runs[-1])
            progress.reached(counted(len(runs), "golden run"))
        for question in asked:
            answers.append(question.answer())
            different += question.differences(answers[-1])
            progress.reached(counted(len(answers), "golden proof"))
    except StopIteration:
        pass
    python = f"{platform.python_implementation()} {platform.python_version()}"
    proofs = f"{len(answers)} of {len(asked)} golden proofs"
    say(f"{python}: {len(runs)} of {len(golden)} golden runs, {proofs}")
    for difference in different[:1]:
        say(f"first difference: {difference}")
    if progress.stopped:
        say("stopped by --max-seconds")
        return 1 if different else STOPPED
    found = fingerprint(runs, answers)
    say(f"fingerprint {found}")
    say(f"expected    {expected}")
    return 1 if different or found != expected else 0
